import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { type Candidate, findCandidates } from './features.ts';
import { glanceOf, placesThere } from './glance.ts';
import { lineOfPassage, verbatim } from './lines.ts';
import { findPassages } from './passages.ts';
import type { Prepared } from './prepare.ts';
import { findQuotes } from './quotes.ts';
import { mergeScenes, type Stretch } from './scenes.ts';
import type { Passage } from './select.ts';
import { pick, quotas } from './select.ts';
import { isToldPlainly } from './tell.ts';
import { evidenceOf, withoutMarkdown } from './text.ts';
import { enumerate, isEnglish, type Setting, sessionTitle, settingOf, strangers, titleOf } from './titles.ts';
import { confirmations, namedItems } from './world.ts';

const TOO_FEW_WORDS = 40;
const RETOLD_FROM_WORDS = 4000;
const KNOWN_VOICES = 2;
const LONGEST = { brief: 6000, comprehensive: 50_000 };
const SHORT_SUMMARY_WORDS = 60;
const RECAP_WORDS = 700;
const LEAST_SCORE = 0.05;
/** With fewer lines to retell, a session is shown in its own words. */
const FEWEST_LINES = 2;
/** With fewer passages, a third of a session has doubtful ones, too. */
const FEWEST_PASSAGES = 4;
const ENDING_SENTENCES = 60;

interface Scene {
  stretch: Stretch;
  setting: Setting;
  title: string;
  index: Line | null;
  lines: Line[];
}

/** Words of the scenes: about one in thirty of a session, more of a short one. */
function budgetOf(detailLevel: DetailLevel, words: number): number {
  const short = Math.min(words * 0.5, 160);
  if (detailLevel === 'brief') return Math.max(Math.min(words * 0.011, 400), Math.min(short, 120));
  return Math.max(words <= 30_000 ? words * 0.038 : 1140 + Math.min(words - 30_000, 300_000) * 0.012, short);
}

export function compose(prepared: Prepared, detailLevel: DetailLevel): AnalysisResult {
  const result = emptyResult(detailLevel);
  const words = prepared.speech.wordCount;
  const candidates = findCandidates(prepared);
  if (words < TOO_FEW_WORDS || candidates.length === 0) return tooLittle(prepared, result);

  const retells =
    (words >= RETOLD_FROM_WORDS || prepared.cast.length >= KNOWN_VOICES) &&
    prepared.zones.gameMasterId !== null &&
    isEnglish(prepared);
  const stretches = mergeScenes(prepared.scenes, (stretch) => settingOf(prepared, stretch));
  const shown = chooseLines(prepared, candidates, stretches, detailLevel, retells);
  const english = isEnglish(prepared);
  const scenes = stretches.map((stretch, index): Scene => {
    const setting = settingOf(prepared, stretch);
    return {
      stretch,
      setting,
      title: titleOf(setting, index + 1, english),
      index: indexLine(prepared, { stretch, setting }),
      lines: shown.perScene[index]!,
    };
  });
  numberRepeated(scenes);
  writeSummary(result, scenes);
  result.title = sessionTitle(prepared) ?? scenes.find(({ title }) => !/\d$/.test(title))?.title ?? 'Session';
  result.npcs = namedItems(prepared, 'person', detailLevel);
  result.locations = namedItems(prepared, 'location', detailLevel);
  result.items = namedItems(prepared, 'item', detailLevel);
  result.factions = namedItems(prepared, 'faction', detailLevel);
  if (retells) {
    const told = result.lines.summary.map(({ text }) => text).join('\n');
    result.memorableMoments = findQuotes(prepared).filter(({ description }) => !told.includes(description));
    result.glance = glanceOf(prepared, shown.last);
  }
  writeShortSummary(prepared, result);
  if (detailLevel === 'comprehensive') {
    result.scenes = scenes.filter(({ lines }) => lines.length > 0).map((scene) => sceneOf(prepared, scene));
    writeRecap(prepared, result);
    result.toConfirm = confirmations(prepared);
  }
  return result;
}

function emptyResult(detailLevel: DetailLevel): AnalysisResult {
  return {
    kind: 'highlights',
    detailLevel,
    title: 'Untitled session',
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
  const lines = said.map((sentence) => verbatim(prepared, sentence));
  const markdown = lines.map((line) => `- ${line.text}`).join('\n');
  if (markdown.length <= 1000) {
    result.summary = markdown;
    result.lines.summary = lines;
    const first = lines[0];
    if (first && first.text.split(/\s+/).length <= SHORT_SUMMARY_WORDS) {
      result.shortSummary = first.text;
      result.lines.shortSummary = [first];
    }
  }
  result.title = lines[0] ? clip(lines[0].text, 80) : 'Nothing was said';
  result.warnings.push({
    code: 'tooLittleToSummarise',
    message: said[0]
      ? 'This transcript has too little readable speech to pick highlights from.'
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

function chooseLines(
  prepared: Prepared,
  candidates: Candidate[],
  stretches: Stretch[],
  detailLevel: DetailLevel,
  retells: boolean,
): { perScene: Line[][]; last: Line | null } {
  const sceneOfSentence = (sentence: number) => {
    const at = stretches.findLastIndex((stretch) => stretch.from <= sentence);
    return Math.max(0, at);
  };
  const shares = quotas(
    stretches.map((stretch) => stretch.wordCount),
    budgetOf(detailLevel, prepared.speech.wordCount),
  );
  const names = new Set<number>();
  if (retells) {
    const passages = firstTold(
      withSpares(
        prepared,
        findPassages(prepared, new Map(candidates.map((candidate) => [candidate.sentence.index, candidate]))),
      ),
    );
    const last = detailLevel === 'comprehensive' ? endingOf(prepared, passages) : null;
    const perScene: Passage[][] = stretches.map(() => []);
    for (const passage of passages)
      if (!last || passage.to < last.from || passage.from > last.to)
        perScene[sceneOfSentence(passage.from)]!.push(passage);
    const picked = pickAll(perScene, shares, names);
    const lines = picked.map((scene) => scene.map((passage) => lineOfPassage(prepared, passage)));
    for (const { sentence, from } of untold(prepared, candidates, picked.flat()))
      lines[sceneOfSentence(from)]!.unshift(verbatim(prepared, sentence));
    if (lines.flat().length >= Math.min(FEWEST_LINES, stretches.length))
      return { perScene: lines, last: last && lineOfPassage(prepared, last) };
  }
  const perScene: Candidate[][] = stretches.map(() => []);
  for (const candidate of firstTold(candidates)) perScene[sceneOfSentence(candidate.from)]!.push(candidate);
  return {
    perScene: perScene.map((scene, index) =>
      pick(scene, shares[index]!, { shown: names }).map(({ sentence }) => verbatim(prepared, sentence)),
    ),
    last: null,
  };
}

const thirdOf = ({ speech }: Prepared, { from }: { from: number }) =>
  Math.floor((from * 3) / speech.sentences.length);

/** For each third of a session of which no passage is shown: the best sentence that is surely one, to be shown in its own words. */
function untold(prepared: Prepared, candidates: Candidate[], shown: Passage[]): Candidate[] {
  const told = new Set(shown.map((passage) => thirdOf(prepared, passage)));
  return [0, 1, 2].flatMap((third) => {
    if (told.has(third)) return [];
    const best = candidates
      .filter((candidate) => thirdOf(prepared, candidate) === third && candidate.narrated)
      .filter(({ sentence }) => isToldPlainly(prepared, sentence))
      .sort((a, b) => b.score - a.score)[0];
    return best ?? [];
  });
}

/** Without the spare passages, except for the best of them in a third of the session that has too few others. */
function withSpares(prepared: Prepared, passages: Passage[]): Passage[] {
  const count = [0, 0, 0];
  for (const passage of passages) if (!passage.isSpare) count[thirdOf(prepared, passage)]! += 1;
  const spares = new Set<Passage>();
  for (const passage of [...passages].sort((a, b) => b.score - a.score))
    if (passage.isSpare && count[thirdOf(prepared, passage)]! < FEWEST_PASSAGES) {
      spares.add(passage);
      count[thirdOf(prepared, passage)]! += 1;
    }
  return passages.filter((passage) => !passage.isSpare || spares.has(passage));
}

/** Picks for all scenes; what one cannot use goes to the others, by as much as half of their own share. */
function pickAll(perScene: Passage[][], shares: number[], names: Set<number>): Passage[][] {
  const wordsOf = (passages: Passage[]) => passages.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const first = perScene.map((scene, index) =>
    pick(scene, shares[index]!, { shown: new Set(), least: LEAST_SCORE }),
  );
  const unused = first.reduce((sum, picked, index) => sum + Math.max(0, shares[index]! - wordsOf(picked)), 0);
  const used = first.map((picked, index) => (wordsOf(picked) >= shares[index]! * 0.8 ? shares[index]! : 0));
  const total = used.reduce((sum, share) => sum + share, 0) || 1;
  return perScene.map((scene, index) => {
    const more = Math.min(used[index]! * 0.6, (unused * used[index]!) / total);
    return pick(scene, shares[index]! + more, { shown: names, least: LEAST_SCORE });
  });
}

function firstTold<Item extends Candidate | Passage>(items: Item[]): Item[] {
  const told = new Set<string>();
  return items.filter((item) => {
    const words =
      'text' in item ? item.text.toLowerCase() : item.sentence.words.map((word) => word.lower).join(' ');
    const isNew = !told.has(words);
    told.add(words);
    return isNew;
  });
}

function endingOf({ zones }: Prepared, passages: Passage[]): Passage | null {
  const end = zones.zones.lastIndexOf('play');
  const late = passages.filter(({ from, act }) => from > end - ENDING_SENTENCES && !act);
  // The scenes of the last third need one, too.
  if (passages.filter(({ from }) => from > (end * 2) / 3).length < 2) return null;
  const best = late.reduce<Passage | null>(
    (most, each) =>
      !most || each.score + each.from / (end * 0.5) > most.score + most.from / (end * 0.5) ? each : most,
    null,
  );
  return best && best.score > 0.6 ? best : null;
}

function numberRepeated(scenes: Scene[]): void {
  const seen = new Map<string, number>();
  for (const scene of scenes) {
    const count = (seen.get(scene.title) ?? 0) + 1;
    seen.set(scene.title, count);
    if (count > 1) scene.title = `${scene.title} (${count})`;
  }
}

function writeSummary(result: AnalysisResult, scenes: Scene[]): void {
  const parts: string[] = [];
  let length = 0;
  const most = LONGEST[result.detailLevel];
  let left = scenes.filter((scene) => scene.lines.length > 0);
  const roughly = left.flatMap(({ lines }) => lines).reduce((sum, { text }) => sum + text.length + 10, 0);
  if (roughly + left.length * 60 > most) {
    const share = most / (roughly + left.length * 60);
    const keep = Math.max(1, Math.ceil(left.length * share));
    left = left
      .filter(
        (_, index) =>
          Math.floor((index * keep) / left.length) !== Math.floor(((index - 1) * keep) / left.length),
      )
      .map((scene) => ({
        ...scene,
        lines: scene.lines.slice(0, Math.max(1, Math.floor(scene.lines.length * share))),
      }));
  }
  for (const { title, index, lines } of left) {
    const bullets = lines.map((line) => `- ${line.text}`).join('\n');
    const part =
      result.detailLevel === 'brief'
        ? bullets
        : [`### ${title}`, index?.text, bullets].filter(Boolean).join('\n\n');
    if (length + part.length + 2 > most) continue;
    parts.push(part);
    length += part.length + 2;
    if (index && result.detailLevel === 'comprehensive') result.lines.summary.push(index);
    result.lines.summary.push(...lines);
  }
  result.summary = parts.join(result.detailLevel === 'brief' ? '\n' : '\n\n');
}

function writeShortSummary(prepared: Prepared, result: AnalysisResult): void {
  const english = isEnglish(prepared);
  const { speech, transcript, presence } = prepared;
  let words = 0;
  const add = (
    label: string,
    items: { text: string; sentence: number }[],
    separator: 'then' | 'and' | ';',
  ) => {
    const seen = items.filter(({ text }, index) => items.findIndex((each) => each.text === text) === index);
    const room = SHORT_SUMMARY_WORDS - words - 1;
    const shown: typeof seen = [];
    let used = 0;
    for (const item of seen) {
      const count = item.text.split(/\s+/).length + 1;
      if (used + count > room) break;
      used += count;
      shown.push(item);
    }
    if (shown.length === 0) return;
    const texts = shown.map(({ text }) => text);
    const list =
      separator === ';' || !english
        ? texts.join(separator === ';' ? '; ' : ', ')
        : separator === 'then'
          ? texts.join(', then ')
          : enumerate(texts, true);
    const text = english ? `${label}: ${list}.` : `${list}.`;
    words += text.split(/\s+/).length;
    result.lines.shortSummary.push({
      text,
      evidence: evidenceOf(transcript, ...shown.map(({ sentence }) => speech.sentences[sentence]!)),
    });
  };
  add(
    'Places',
    placesThere(prepared)
      .slice(0, 4)
      .map(({ name, sentence }) => ({ text: name, sentence })),
    'then',
  );
  const fights = prepared.fights.filter(({ foes }) => foes.length > 0);
  if (english)
    add(
      'Fights',
      fights.map(({ foes, from }) => ({ text: enumerate(foes, true), sentence: from })),
      ';',
    );
  const people = (standing: 'met' | 'spokenOf', most: number) =>
    strangers(prepared)
      .filter(({ name, index }) => name.kind === 'person' && presence[index]!.standing === standing)
      .sort((a, b) => b.name.count - a.name.count)
      .slice(0, most)
      .map(({ name, index }) => ({ text: name.name, sentence: presence[index]!.sentence }));
  add('Met', people('met', 6), 'and');
  add('Spoken of', people('spokenOf', 4), 'and');
  if (result.lines.shortSummary.length === 0) {
    const first = result.lines.summary.find((line) => line.text.split(/\s+/).length <= SHORT_SUMMARY_WORDS);
    if (first) result.lines.shortSummary.push(first);
  }
  result.shortSummary = result.lines.shortSummary.map((line) => line.text).join(' ');
}

function writeRecap(prepared: Prepared, result: AnalysisResult): void {
  const { speech, zones, transcript } = prepared;
  let words = 0;
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] !== 'recap') continue;
    if (zones.gameMasterId !== null && sentence.speakerId !== zones.gameMasterId) continue;
    const text = withoutMarkdown(sentence.text);
    words += sentence.words.length;
    if (words > RECAP_WORDS || result.previouslyOn.length + text.length > 5900) break;
    if (!text) continue;
    result.lines.previouslyOn.push({ text, evidence: evidenceOf(transcript, sentence) });
    result.previouslyOn += result.previouslyOn ? ` ${text}` : text;
  }
}

function indexLine(
  prepared: Prepared,
  { stretch, setting }: { stretch: Stretch; setting: Setting },
): Line | null {
  if (!isEnglish(prepared)) return null;
  const list = (names: Setting['people']) =>
    enumerate(
      names.map(({ name }) => name),
      true,
    );
  const text = [
    setting.people.length > 0 ? `With ${list(setting.people)}.` : '',
    setting.named.length > 0 ? `Also named: ${list(setting.named)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
  if (!text) return null;
  const first = [...setting.people, ...setting.named].flatMap(
    (name) => name.sentences.find((sentence) => sentence >= stretch.from && sentence < stretch.to) ?? [],
  );
  return {
    text,
    evidence: evidenceOf(prepared.transcript, ...first.map((at) => prepared.speech.sentences[at]!)),
  };
}

function sceneOf(prepared: Prepared, { stretch, setting, title }: Scene): AnalysisResult['scenes'][number] {
  const { sentences } = prepared.speech;
  return {
    title,
    description: '',
    lines: [],
    keyEvents: [],
    location: setting.place?.name ?? null,
    evidence: evidenceOf(prepared.transcript, sentences[stretch.from]!, sentences[stretch.to - 1]!),
  };
}
