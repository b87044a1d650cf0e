import type { AnalysisResult, Line, Scene } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { type Candidate, findCandidates } from './features.ts';
import {
  clip,
  findCharacterMoments,
  findCombats,
  findDecisions,
  findMoments,
  findOpenThreads,
  findQuests,
} from './findings.ts';
import { bullets, lineOf } from './lines.ts';
import type { Prepared } from './prepare.ts';
import { pick, quotas } from './select.ts';
import { evidenceOf } from './text.ts';
import { enumerate, isEnglish, playedNames, sceneTitle, sessionTitle, trusted } from './titles.ts';
import { confirmations, namedItems } from './world.ts';

/** A transcript with fewer words is too short for highlights. */
const TOO_FEW_WORDS = 40;
const LONGEST = { brief: 6000, comprehensive: 50_000 };

/** Words of the summary: about one in thirty of a session, more of a short one. */
function budgetOf(detailLevel: DetailLevel, words: number): number {
  const short = Math.min(words * 0.5, 160);
  if (detailLevel === 'brief') return Math.max(Math.min(words * 0.011, 400), Math.min(short, 120));
  return Math.max(words <= 30_000 ? words * 0.028 : 840 + Math.min(words - 30_000, 300_000) * 0.012, short);
}

/** The highlights engine's result: sentences of the session, chosen and ordered, with evidence. */
export function compose(prepared: Prepared, detailLevel: DetailLevel): AnalysisResult {
  const candidates = findCandidates(prepared);
  const words = prepared.speech.wordCount;
  const result = emptyResult(detailLevel);
  if (words < TOO_FEW_WORDS || candidates.length === 0) return tooLittle(prepared, result);

  const perScene: Candidate[][] = prepared.scenes.map(() => []);
  for (const candidate of firstTold(candidates)) perScene[candidate.scene]!.push(candidate);
  const shares = quotas(
    prepared.scenes.map((scene) => scene.wordCount),
    budgetOf(detailLevel, words),
  );
  const picked = coverThirds(
    prepared,
    candidates,
    perScene.map((scene, index) => pick(scene, shares[index]!)),
  );
  writeSummary(prepared, result, picked);
  writeShortSummary(prepared, result, picked.flat());
  result.title = sessionTitle(prepared) ?? clip(lineOf(prepared, strongest(picked.flat()).sentence).text, 80);
  const byIndex = new Map(candidates.map((candidate) => [candidate.sentence.index, candidate]));
  result.memorableMoments = findMoments(prepared, candidates, detailLevel === 'brief' ? 5 : 8);
  result.openThreads = findOpenThreads(prepared, candidates, detailLevel === 'brief' ? 5 : 8);
  result.npcs = namedItems(prepared, byIndex, 'person', detailLevel);
  result.locations = namedItems(prepared, byIndex, 'location', detailLevel);
  result.items = namedItems(prepared, byIndex, 'item', detailLevel);
  result.factions = namedItems(prepared, byIndex, 'faction', detailLevel);
  if (detailLevel === 'comprehensive') writeDetails(prepared, result, candidates, perScene, picked);
  return result;
}

/** Drops verbatim repetitions of earlier sentences. */
function firstTold(candidates: Candidate[]): Candidate[] {
  const told = new Set<string>();
  return candidates.filter(({ sentence }) => {
    const words = sentence.words.map((word) => word.lower).join(' ');
    const isNew = !told.has(words);
    told.add(words);
    return isNew;
  });
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

/** For very short transcripts: shows what was said, with a warning, instead of inventing. */
function tooLittle(prepared: Prepared, result: AnalysisResult): AnalysisResult {
  const said = prepared.speech.sentences.slice(0, 12);
  const { markdown, lines } = bullets(
    prepared,
    said.map((sentence) => ({ sentence, scene: 0, score: 0, stems: new Set<string>(), narrated: false })),
  );
  if (markdown.length <= 1000) {
    result.shortSummary = markdown;
    result.summary = markdown;
    result.lines.shortSummary = lines;
    result.lines.summary = lines;
  }
  result.title = said[0] ? clip(lineOf(prepared, said[0]).text, 80) : 'Nothing was said';
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

const strongest = (candidates: Candidate[]): Candidate =>
  candidates.reduce((best, each) => (each.score > best.score ? each : best));

/** Includes the first, middle and last third of the session if they have presentable sentences. */
function coverThirds(prepared: Prepared, candidates: Candidate[], picked: Candidate[][]): Candidate[][] {
  const total = prepared.transcript.segments.length;
  const third = (candidate: Candidate) =>
    Math.min(2, Math.floor((candidate.sentence.firstSegment * 3) / total));
  for (const wanted of [0, 1, 2]) {
    if (picked.some((scene) => scene.some((candidate) => third(candidate) === wanted))) continue;
    const there = candidates.filter((candidate) => third(candidate) === wanted);
    if (there.length === 0) continue;
    const best = strongest(there);
    picked[best.scene] = [...picked[best.scene]!, best].sort((a, b) => a.sentence.index - b.sentence.index);
  }
  return picked;
}

function writeSummary(prepared: Prepared, result: AnalysisResult, picked: Candidate[][]): void {
  const parts: string[] = [];
  let length = 0;
  const most = LONGEST[result.detailLevel];
  let left: Candidate[][] = picked.filter((scene) => scene.length > 0);
  // For extremely long sessions: fewer sentences per scene, but never without the end.
  const roughly = left.flat().reduce((sum, candidate) => sum + candidate.sentence.text.length + 40, 0);
  if (roughly + left.length * 60 > most) {
    const share = most / (roughly + left.length * 60);
    const keep = Math.max(1, Math.ceil(left.length * share));
    left = left
      .filter(
        (_, index) =>
          Math.floor((index * keep) / left.length) !== Math.floor(((index - 1) * keep) / left.length),
      )
      .map((scene) => scene.slice(0, Math.max(1, Math.floor(scene.length * share))));
  }
  for (const scene of left) {
    const { markdown, lines } = bullets(prepared, scene);
    const { title } = sceneTitle(prepared, prepared.scenes[scene[0]!.scene]!);
    const part = result.detailLevel === 'brief' ? markdown : `### ${title}\n\n${markdown}`;
    if (length + part.length + 2 > most) continue;
    parts.push(part);
    length += part.length + 2;
    result.lines.summary.push(...lines);
  }
  result.summary = parts.join(result.detailLevel === 'brief' ? '\n' : '\n\n');
}

/** A line of names, then the strongest sentence of the beginning, the middle and the end. */
function writeShortSummary(prepared: Prepared, result: AnalysisResult, picked: Candidate[]): void {
  const opener = openingLine(prepared);
  const lines: Line[] = opener ? [opener] : [];
  let length = opener?.text.length ?? 0;
  const groups = [0, 1, 2].map((third) =>
    picked.slice(Math.floor((picked.length * third) / 3), Math.floor((picked.length * (third + 1)) / 3)),
  );
  for (const group of groups) {
    if (group.length === 0) continue;
    const fitting = group.filter(({ sentence }) => sentence.text.length <= 320);
    const line = lineOf(prepared, strongest(fitting.length > 0 ? fitting : group).sentence);
    if (length + line.text.length + 1 > 1190) continue;
    lines.push(line);
    length += line.text.length + 1;
  }
  result.lines.shortSummary = lines;
  result.shortSummary = lines.map((line) => line.text).join(' ');
}

function openingLine(prepared: Prepared): Line | null {
  const played = playedNames(prepared);
  const fewest = prepared.speech.wordCount < 4000 ? 1 : 2;
  const named = prepared.names.all.filter((name) => trusted(name, fewest) && !played.has(name.name));
  const places = named.filter((name) => name.kind === 'location').slice(0, 2);
  const others = named.filter((name) => name.kind === 'person' || name.kind === 'faction').slice(0, 4);
  const all = [...places, ...others];
  if (all.length < 2) return null;
  const english = isEnglish(prepared);
  const where = enumerate(
    places.map((name) => name.name),
    english,
  );
  const who = enumerate(
    others.map((name) => name.name),
    english,
  );
  const text = english
    ? `${where ? `Around ${where}` : 'A session'}${who ? `, with ${who}` : ''}.`
    : `${[where, who].filter(Boolean).join(': ')}.`;
  const mentions = all.map((name) => prepared.speech.sentences[name.sentences[0]!]!);
  return { text, evidence: evidenceOf(prepared.transcript, ...mentions) };
}

function writeDetails(
  prepared: Prepared,
  result: AnalysisResult,
  candidates: Candidate[],
  perScene: Candidate[][],
  picked: Candidate[][],
): void {
  result.scenes = prepared.scenes.flatMap((stretch, index) =>
    sceneOf(prepared, stretch, perScene[index]!, picked[index]!),
  );
  const told = picked
    .flat()
    .filter((candidate) => candidate.narrated || prepared.zones.gameMasterId === null);
  const recap = pick(told, Math.min(140, prepared.speech.wordCount * 0.1));
  result.lines.previouslyOn = recap.map(({ sentence }) => lineOf(prepared, sentence, { asTold: true }));
  result.previouslyOn = result.lines.previouslyOn.map((line) => line.text).join(' ');
  result.quests = findQuests(prepared, candidates, 5);
  result.decisions = findDecisions(prepared, candidates, 8);
  result.characterMoments = findCharacterMoments(prepared, candidates, 6);
  result.combats = findCombats(prepared, candidates);
  result.toConfirm = confirmations(prepared);
}

/** A scene: its strongest narration as description, actions as key events. */
function sceneOf(
  prepared: Prepared,
  stretch: Prepared['scenes'][number],
  candidates: Candidate[],
  picked: Candidate[],
): Scene[] {
  if (picked.length === 0) return [];
  const { title, location } = sceneTitle(prepared, stretch);
  const opening = pick(
    picked.filter((candidate) => candidate.narrated),
    45,
  );
  const description = (opening.length > 0 ? opening : [picked[0]!]).map(({ sentence }) =>
    lineOf(prepared, sentence),
  );
  const shown = new Set([...picked, ...opening].map(({ sentence }) => sentence.index));
  const acts = candidates.filter((candidate) => !shown.has(candidate.sentence.index));
  const keyEvents = pick(acts, Math.min(70, stretch.wordCount * 0.06), 0.4).map(({ sentence }) =>
    lineOf(prepared, sentence),
  );
  const { sentences } = prepared.speech;
  return [
    {
      title,
      description: description.map((line) => line.text).join(' '),
      lines: description,
      keyEvents,
      location,
      evidence: evidenceOf(prepared.transcript, sentences[stretch.from]!, sentences[stretch.to - 1]!),
    },
  ];
}
