import type { AnalysisResult, Evening, IndexedName, NamedItem } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { chapterTitle, quotation, withoutMarkdown } from '#contract/evening-text.ts';
import { textOf } from '../evening-text.ts';
import type { Prepared } from '../reading/prepare.ts';
import { salienceOf } from '../reading/salience.ts';
import { evidenceOf, isByGameMaster } from '../reading/text.ts';
import { isEnglish, sessionTitle } from '../reading/titles.ts';
import { confirmations } from '../reading/world.ts';
import { eveningOf } from './evening.ts';
import { saidBy } from './lines.ts';
import { readableRecap } from './readable-recap.ts';

const TOO_FEW_WORDS = 40;
const RECAP_WORDS = 700;
const IN_SHORT_WORDS = 45;

/** The page of an evening in its own words, and the same as text. */
export function compose(prepared: Prepared, detailLevel: DetailLevel): AnalysisResult {
  const result = emptyResult(detailLevel);
  if (prepared.speech.wordCount < TOO_FEW_WORDS) return tooLittle(prepared, result);
  const evening = eveningOf(prepared, salienceOf(prepared), detailLevel);
  if (evening.passages.length === 0) return tooLittle(prepared, result);
  result.evening = evening;
  if (!isEnglish(prepared))
    result.warnings.push({
      code: 'notEnglish',
      message:
        'In languages other than English, passages are picked by how often words are used, and names may be missed.',
      startMs: null,
      endMs: null,
    });
  Object.assign(result, textOf(result, evening));
  const titled = evening.chapters.findIndex(({ title }) => title !== null);
  const title =
    sessionTitle(prepared) ?? (titled < 0 ? untitled : chapterTitle(evening.chapters[titled]!, titled));
  result.title = clip(title, LONGEST_TITLE);
  result.npcs = thereOf(prepared, evening, 'person');
  result.locations = thereOf(prepared, evening, 'location');
  // A recap counts as the game master's own words.
  if (!evening.missing.includes('gameMaster')) writeRecap(prepared, result);
  result.toConfirm = confirmations(prepared);
  return result;
}

/** Of what counts as one word, because no space is in it, a few can be very long. */
const LONGEST_TITLE = 120;
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
  const lines = said.map((sentence) => quotation(saidBy(prepared, [sentence], 0)));
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
      ? 'This transcript has too little readable speech to pick passages from.'
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

/** People or places that are surely there; of others the page claims nothing. */
function thereOf(prepared: Prepared, { names }: Evening, kind: IndexedName['kind']): NamedItem[] {
  const known = new Set(
    prepared.names.all.flatMap((name) => (name.known || name.remembered ? name.name : [])),
  );
  return names
    .filter((name) => name.isThere && name.kind === kind)
    .map(({ name, heard: { segmentIds } }) => {
      const segment = prepared.transcript.segments.find(({ id }) => id === segmentIds[0])!;
      return {
        name,
        description: '',
        isNew: !known.has(name),
        ...(kind === 'person' ? { presence: 'met' as const } : {}),
        evidence: { segmentIds: [segment.id], startMs: segment.startMs, endMs: segment.endMs },
      };
    });
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
