import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf, isByGameMaster, type Sentence, withoutMarkdown } from '../reading/text.ts';
import { isEnglish, sessionTitle } from '../reading/titles.ts';
import { confirmations, namedItems } from '../reading/world.ts';
import { chapterTitles } from './chapter-titles.ts';
import { glanceOf } from './glance.ts';
import { quotation } from './lines.ts';
import { choosePassages, type Passage } from './passages.ts';
import { findQuotes } from './quotes.ts';
import { readableRecap } from './readable-recap.ts';
import { salienceOf } from './salience.ts';

const TOO_FEW_WORDS = 40;
/** Of fewer words it is unclear who plays whom, unless the campaign knows it. */
const TABLE_KNOWN_FROM_WORDS = 4000;
const KNOWN_VOICES = 2;
const LONGEST = { brief: 6000, comprehensive: 50_000 };
const RECAP_WORDS = 700;
/** Of an evening's words: a share, and at least and at most so many. */
const PAGE_WORDS = {
  brief: { share: 0.011, least: 100, most: 500 },
  comprehensive: { share: 0.033, least: 300, most: 1500 },
};
const MOST_OF_A_SESSION = 0.6;
const IN_SHORT_WORDS = 45;
const IN_SHORT_LETTERS = 390;

interface Chapter {
  number: number;
  title: string;
  lines: Line[];
}

/** The page of an evening in its own words: passages word for word in chapters, with names and facts beside them. */
export function compose(prepared: Prepared, detailLevel: DetailLevel): AnalysisResult {
  const result = emptyResult(detailLevel);
  const { speech, scenes, zones } = prepared;
  const { share, least, most } = PAGE_WORDS[detailLevel];
  const words = speech.wordCount;
  const budget = Math.min(words * MOST_OF_A_SESSION, Math.max(least, Math.min(most, words * share)));
  const salience = salienceOf(prepared);
  const passages = words < TOO_FEW_WORDS ? [] : choosePassages(prepared, salience, budget);
  if (passages.length === 0) return tooLittle(prepared, result);

  const english = isEnglish(prepared);
  if (!english)
    result.warnings.push({
      code: 'notEnglish',
      message:
        'In other languages than English, passages are chosen by how often words are used, and names may be missed.',
      startMs: null,
      endMs: null,
    });
  const titles = chapterTitles(prepared, salience);
  const chapters = scenes.map(
    (_, at): Chapter => ({
      number: at,
      title: titles[at] ?? (english ? `Chapter ${at + 1}` : `${at + 1}`),
      lines: passages
        .filter(({ chapter }) => chapter === at)
        .map(({ sentences }) => quotation(prepared, sentences)),
    }),
  );
  writeSummary(
    result,
    chapters.filter(({ lines }) => lines.length > 0),
  );
  result.title = sessionTitle(prepared) ?? titles.find((title) => title !== null) ?? untitled;
  result.npcs = namedItems(prepared, 'person', detailLevel);
  result.locations = namedItems(prepared, 'location', detailLevel);
  result.items = namedItems(prepared, 'item', detailLevel);
  result.factions = namedItems(prepared, 'faction', detailLevel);
  const knowsTable = words >= TABLE_KNOWN_FROM_WORDS || prepared.cast.length >= KNOWN_VOICES;
  if (english && knowsTable && zones.gameMasterId !== null) {
    result.memorableMoments = findQuotes(prepared).filter(
      ({ description }) => !result.summary.includes(description),
    );
    result.glance = glanceOf(prepared, lastNarration(prepared));
  }
  writeShortSummary(prepared, result, passages);
  if (detailLevel === 'comprehensive') {
    result.scenes = chapters.map(({ number, title }) => {
      const { from, to } = scenes[number]!;
      const evidence = evidenceOf(prepared.transcript, speech.sentences[from]!, speech.sentences[to - 1]!);
      return { title, description: '', lines: [], keyEvents: [], location: null, evidence };
    });
    writeRecap(prepared, result);
    result.toConfirm = confirmations(prepared);
  }
  return result;
}

const untitled = 'Untitled session';

function emptyResult(detailLevel: DetailLevel): AnalysisResult {
  return {
    kind: 'highlights',
    detailLevel,
    title: untitled,
    shortSummary: '',
    summary: '',
    previouslyOn: '',
    lines: { shortSummary: [], summary: [], previouslyOn: [] },
    glance: [],
    scenes: [],
    memorableMoments: [],
    npcs: [],
    locations: [],
    items: [],
    factions: [],
    quests: [],
    openThreads: [],
    decisions: [],
    characterMoments: [],
    combats: [],
    toConfirm: [],
    warnings: [],
  };
}

function tooLittle(prepared: Prepared, result: AnalysisResult): AnalysisResult {
  const said = prepared.speech.sentences.slice(0, 12);
  const lines = said.map((sentence) => quotation(prepared, [sentence]));
  const markdown = lines.map((line) => `- ${line.text}`).join('\n');
  if (markdown.length <= 1000) {
    result.summary = markdown;
    result.lines.summary = lines;
    const first = said[0];
    if (first && first.words.length <= IN_SHORT_WORDS && lines[0]) {
      result.shortSummary = lines[0].text;
      result.lines.shortSummary = [lines[0]];
    }
  }
  const opening = said[0] && withoutMarkdown(said[0].text);
  result.title = opening ? clip(opening, 80) : 'Nothing was said';
  result.warnings.push({
    code: 'tooLittleToSummarise',
    message: said[0]
      ? 'This transcript has too little readable speech to choose passages from.'
      : 'This transcript has no words.',
    startMs: null,
    endMs: null,
  });
  return result;
}

function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/\s+\S*$/, '')
    .replace(/[,;:–-]+$/, '')}…`;
}

function writeSummary(result: AnalysisResult, chapters: readonly Chapter[]): void {
  const parts: string[] = [];
  let length = 0;
  for (const { title, lines } of chapters) {
    const part = `### ${title}\n\n${lines.map(({ text }) => `- ${text}`).join('\n')}`;
    if (length + part.length + 2 > LONGEST[result.detailLevel]) continue;
    parts.push(part);
    length += part.length + 2;
    result.lines.summary.push(...lines);
  }
  result.summary = parts.join('\n\n');
}

/** The best short passage of each third of the session, if there are two or more. */
function writeShortSummary(prepared: Prepared, result: AnalysisResult, passages: readonly Passage[]): void {
  const { sentences } = prepared.speech;
  const thirdOf = ({ sentences: own }: Passage) => Math.floor((own[0]!.index * 3) / sentences.length);
  const best = [0, 1, 2].flatMap(
    (third) =>
      passages
        .filter((passage) => thirdOf(passage) === third && passage.wordCount <= IN_SHORT_WORDS)
        .sort((a, b) => b.value - a.value)
        .map((passage) => quotation(prepared, passage.sentences))
        .find(({ text }) => text.length <= IN_SHORT_LETTERS) ?? [],
  );
  if (best.length < 2) return;
  result.lines.shortSummary = best;
  result.shortSummary = best.map(({ text }) => text).join('\n\n');
}

/** The game master's last whole sentence of play, word for word. */
function lastNarration(prepared: Prepared): Line | null {
  const { speech, zones } = prepared;
  const isLast = (sentence: Sentence) =>
    zones.zones[sentence.index] === 'play' &&
    isByGameMaster(sentence, zones.gameMasterId) &&
    sentence.complete &&
    sentence.words.length >= 8 &&
    !sentence.text.includes('?');
  const last = speech.sentences.findLast(isLast);
  return last ? quotation(prepared, [last]) : null;
}

function writeRecap(prepared: Prepared, result: AnalysisResult): void {
  const { speech, zones, transcript } = prepared;
  const recap = speech.sentences
    .filter(({ index }) => zones.zones[index] === 'recap')
    .filter((sentence) => isByGameMaster(sentence, zones.gameMasterId))
    .map((sentence) => ({ ...sentence, text: withoutMarkdown(sentence.text) }));
  let words = 0;
  // The words that tell an aside are English.
  const parts = isEnglish(prepared)
    ? readableRecap(recap)
    : recap.filter(({ text }) => text).map((sentence) => ({ text: sentence.text, sentences: [sentence] }));
  for (const { text, sentences } of parts) {
    words += sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
    if (words > RECAP_WORDS || result.previouslyOn.length + text.length > 5900) break;
    result.lines.previouslyOn.push({ text, evidence: evidenceOf(transcript, ...sentences) });
    result.previouslyOn += result.previouslyOn ? ` ${text}` : text;
  }
}
