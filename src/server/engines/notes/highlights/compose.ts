import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import { peopleTitles } from '#contract/result-parts.ts';
import { isShort, type Prepared } from '../reading/prepare.ts';
import { mergeScenes, type Stretch } from '../reading/scenes.ts';
import { evidenceOf, isByGameMaster, withoutMarkdown } from '../reading/text.ts';
import {
  enumerate,
  isEnglish,
  type Setting,
  sessionTitle,
  settingOf,
  strangers,
  titleOf,
} from '../reading/titles.ts';
import { confirmations, namedItems } from '../reading/world.ts';
import { thirdsBeside, thirdsOf } from '../thirds.ts';
import { chooseLines } from './choose.ts';
import { findCandidates } from './features.ts';
import { glanceOf, placesThere } from './glance.ts';
import { verbatim } from './lines.ts';
import { findQuotes } from './quotes.ts';
import { readableRecap } from './readable-recap.ts';

const TOO_FEW_WORDS = 40;
const RETOLD_FROM_WORDS = 4000;
const KNOWN_VOICES = 2;
const LONGEST = { brief: 6000, comprehensive: 50_000 };
const SHORT_SUMMARY_WORDS = 60;
const RECAP_WORDS = 700;

export interface Scene {
  stretch: Stretch;
  setting: Setting;
  title: string;
  /** Who was there and what else was named. */
  index: Line | null;
  lines: Line[];
}

export function compose(prepared: Prepared, detailLevel: DetailLevel): AnalysisResult {
  const result = emptyResult(detailLevel);
  const words = prepared.speech.wordCount;
  const candidates = findCandidates(prepared);
  if (words < TOO_FEW_WORDS || candidates.length === 0) return tooLittle(prepared, result);

  const english = isEnglish(prepared);
  if (!english)
    result.warnings.push({
      code: 'notEnglish',
      message:
        'The rules for highlights are made for English. In other languages they only pick sentences and names.',
      startMs: null,
      endMs: null,
    });
  const retells =
    (words >= RETOLD_FROM_WORDS || prepared.cast.length >= KNOWN_VOICES) &&
    prepared.zones.gameMasterId !== null &&
    english;
  const stretches = mergeScenes(prepared.scenes, (stretch) => settingOf(prepared, stretch));
  const outlines = stretches.map((stretch, at): Omit<Scene, 'lines'> => {
    const setting = settingOf(prepared, stretch);
    const index = english ? indexLine(prepared, { stretch, setting }) : null;
    return {
      stretch,
      setting,
      title: titleOf(setting, at + 1, english),
      index,
    };
  });
  const canOutline = retells && !isShort(prepared);
  const beside = canOutline ? outlines.flatMap(({ index }) => index ?? []) : [];
  const shown = chooseLines(prepared, candidates, stretches, { detailLevel, retells, beside });
  const scenes = outlines.map((outline, at): Scene => ({ ...outline, lines: shown.perScene[at]! }));
  numberRepeated(scenes);
  const outlined = canOutline ? scenesOfEmptyThirds(prepared, scenes) : [];
  const told = scenes.filter((scene) => scene.lines.length > 0 || outlined.includes(scene));
  writeSummary(result, told, outlined);
  result.title = sessionTitle(prepared) ?? scenes.find(({ title }) => !/\d$/.test(title))?.title ?? 'Session';
  result.npcs = namedItems(prepared, 'person', detailLevel);
  result.locations = namedItems(prepared, 'location', detailLevel);
  result.items = namedItems(prepared, 'item', detailLevel);
  result.factions = namedItems(prepared, 'faction', detailLevel);
  if (retells) {
    const shownText = result.lines.summary.map(({ text }) => text).join('\n');
    result.memorableMoments = findQuotes(prepared).filter(
      ({ description }) => !shownText.includes(description),
    );
    result.glance = glanceOf(prepared, shown.last);
  }
  writeShortSummary(prepared, result, shown.perScene.flat());
  if (detailLevel === 'comprehensive') {
    result.scenes = told.map((scene) => sceneOf(prepared, scene));
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

/** For each third of the session without a line the scene there that names the most: it shows at least who was there. */
export function scenesOfEmptyThirds(
  { transcript }: Pick<Prepared, 'transcript'>,
  scenes: readonly Scene[],
): Scene[] {
  const thirds = thirdsOf(transcript);
  const covered = scenes.flatMap(({ lines }) => lines);
  const size = ({ setting }: Scene) => setting.people.length * 2 + setting.named.length;
  return thirdsBeside(covered.flatMap(({ evidence }) => thirds(evidence))).flatMap(
    (third) =>
      scenes
        .filter(({ index }) => index !== null && thirds(index.evidence).includes(third))
        .sort((a, b) => size(b) - size(a))[0] ?? [],
  );
}

function numberRepeated(scenes: Scene[]): void {
  const seen = new Map<string, number>();
  for (const scene of scenes) {
    const count = (seen.get(scene.title) ?? 0) + 1;
    seen.set(scene.title, count);
    if (count > 1) scene.title = `${scene.title} (${count})`;
  }
}

function writeSummary(result: AnalysisResult, scenes: Scene[], outlined: readonly Scene[]): void {
  const parts: string[] = [];
  let length = 0;
  const most = LONGEST[result.detailLevel];
  const isBrief = result.detailLevel === 'brief';
  // Beside lines, one name that fell is not worth another.
  const saysEnough = ({ setting }: Scene) => setting.people.length > 0 || setting.named.length > 1;
  let left = scenes.map((scene) => ({
    ...scene,
    index: outlined.includes(scene) || (!isBrief && saysEnough(scene)) ? scene.index : null,
  }));
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
    const bullets = lines.map((line) => `- ${line.text}`);
    const part = isBrief
      ? [...(index ? [`- ${index.text}`] : []), ...bullets].join('\n')
      : [`### ${title}`, index?.text, bullets.join('\n')].filter(Boolean).join('\n\n');
    if (length + part.length + 2 > most) continue;
    parts.push(part);
    length += part.length + 2;
    if (index) result.lines.summary.push(index);
    result.lines.summary.push(...lines);
  }
  result.summary = parts.join(isBrief ? '\n' : '\n\n');
}

/** @param lines of the scenes: a short one represents the session if it has no places, fights and people */
function writeShortSummary(prepared: Prepared, result: AnalysisResult, lines: readonly Line[]): void {
  const english = isEnglish(prepared);
  const { speech, transcript, presence } = prepared;
  let words = 0;
  const add = (
    label: string,
    items: { text: string; sentence: number }[],
    joined: (texts: string[]) => string,
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
    const text = english ? `${label}: ${joined(texts)}.` : `${texts.join(', ')}.`;
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
    (texts) => texts.join(', then '),
  );
  const fights = prepared.fights.filter(({ foes }) => foes.length > 0);
  if (english)
    add(
      'Fights',
      fights.map(({ foes, from }) => ({ text: enumerate(foes, true), sentence: from })),
      (texts) => texts.join('; '),
    );
  const people = (standing: 'met' | 'spokenOf', most: number) =>
    strangers(prepared)
      .filter(({ name, index }) => name.kind === 'person' && presence[index]!.standing === standing)
      .sort((a, b) => b.name.count - a.name.count)
      .slice(0, most)
      .map(({ name, index }) => ({ text: name.name, sentence: presence[index]!.sentence }));
  const inARow = (texts: string[]) => enumerate(texts, true);
  add(peopleTitles.met, people('met', 6), inARow);
  add(peopleTitles.spokenOf, people('spokenOf', 4), inARow);
  if (result.lines.shortSummary.length === 0) {
    const first = lines.find((line) => line.text.split(/\s+/).length <= SHORT_SUMMARY_WORDS);
    if (first) result.lines.shortSummary.push(first);
  }
  result.shortSummary = result.lines.shortSummary.map((line) => line.text).join(' ');
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

function indexLine(
  prepared: Prepared,
  { stretch, setting }: { stretch: Stretch; setting: Setting },
): Line | null {
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
  const { speech, names, presence, zones } = prepared;
  const isHere = (sentence: number) => sentence >= stretch.from && sentence < stretch.to;
  const isSaid = (sentence: number) => isByGameMaster(speech.sentences[sentence]!, zones.gameMasterId);
  const firstAndLast = (sentences: number[]) => [...new Set([sentences[0]!, sentences.at(-1)!])];
  const shown = setting.people.map((name) => presence[names.all.indexOf(name)]!.there.filter(isHere));
  const named = setting.named.map(({ sentences }) => sentences.filter(isHere).filter(isSaid));
  const cited = [...shown, ...named].flatMap(firstAndLast);
  return { text, evidence: evidenceOf(prepared.transcript, ...cited.map((at) => speech.sentences[at]!)) };
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
