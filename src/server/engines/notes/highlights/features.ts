import type { Prepared } from '../reading/prepare.ts';
import { contentStems } from '../reading/scenes.ts';
import { capital, type Sentence } from '../reading/text.ts';
import {
  HOUSEKEEPING,
  NARRATION,
  NUMBERS,
  PLANNED,
  RULES_TALK,
  TABLE_TALK,
  TRANSITION,
} from '../reading/vocabulary.ts';
import type { Pickable } from './select.ts';

export interface Candidate extends Pickable {
  sentence: Sentence;
  scene: number;
  narrated: boolean;
}

/** Weights tuned by hand on the development episodes; see docs/decisions/050-highlights-second-edition.md. */
const WEIGHTS = {
  centroid: 1.6,
  gameMaster: 0.8,
  narration: 0.25,
  transition: 0.6,
  name: 0.6,
  newName: 0.4,
  goodLength: 0.4,
  long: -0.3,
  rules: -2.2,
  tableTalk: -1,
  planned: -0.3,
  question: -1.6,
  number: -0.4,
  dangling: -0.5,
  stageDirection: -0.6,
  firstPersonAct: 0.45,
  thirdPerson: 0.3,
  filler: -0.4,
  inQuotes: -0.2,
};

const DANGLING =
  /^(it|its|it's|that|that's|this|these|those|and|but|or|because|which|also|then|either|neither|both|same|there|another|other)\b/i;
const FIRST_PERSON_ACT =
  /^(so |and |then |while |as )?I(?:'m going to|'ll| will)? (also |then |just |quickly |slowly |immediately )?(walk|run|grab|take|pull|cast|go|look|turn|put|open|hold|step|jump|fly|sneak|follow|give|pick|throw|draw|use|peek|knock|whisper|shout|yell|tell|ask|show|move|climb|reach|point|hand|set|sit|stand|start|try|search|read|kick|push|hug|kneel|touch|swing|stab|shoot|fire|aim|charge|transform|summon|break|cut|drop|hide|head|leave|enter|stop|grapple|pour|drink|eat|place|wave|nod|smile|bow)\b/;
const FILLER =
  /\b(um+|uh+|er|hmm+|you know,|i mean,|like,|sort of|kind of|or something|or whatever|blah|yeah|haha)\b/i;
const THIRD_PERSON = /\b(he|she|they|him|her|them|his|their)\b/i;

const LEADING =
  /^(?:(?:(?:okay|ok|all right|alright|right|so|well|yeah|yes|yep|no|now|oh|ah|um+|uh+|hmm+|and|but|then|anyway|like|sure|great|cool|perfect|absolutely|exactly|correct|you know)[,.!]\s+)|(?:okay so|and so|so then|and then|so|and|but) (?=\p{L}))+/iu;

/** A sentence of narration without stage directions, leading fillers and double spaces. */
export function polish(text: string): string {
  const bare = text
    .replace(/\([^)]{0,80}\)|\[[^\]]{0,80}\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LEADING, '')
    .trim();
  return capital(bare);
}

/** Restores the quotation marks of speech that spans several sentences. */
export function closeQuotes(text: string, inSpeech: boolean): string {
  const marks = text.match(/["“”]/g)?.length ?? 0;
  if (inSpeech) return marks % 2 === 0 ? (marks === 0 ? `"${text}"` : text) : `"${text}`;
  return marks % 2 === 0 ? text : `${text}"`;
}

/** A sound in mid-sentence, "and (boom) it opens": without it, the sentence does not read well. */
const LEAVES_A_HOLE = /[\p{L},;] ?\([^)]*\) ?[\p{L},.!?]/u;

/** Scores every presentable sentence of play. */
export function findCandidates(prepared: Prepared): Candidate[] {
  const { speech, zones, scenes, names } = prepared;
  const gameMaster = zones.gameMasterId;
  const documents = new Map<string, number>();
  const stems = speech.sentences.map(contentStems);
  scenes.forEach((scene) => {
    const seen = new Set<string>();
    for (let at = scene.from; at < scene.to; at += 1) for (const each of stems[at]!) seen.add(each);
    for (const each of seen) documents.set(each, (documents.get(each) ?? 0) + 1);
  });
  const candidates: Candidate[] = [];
  const named = new Set<number>();
  scenes.forEach((scene, index) => {
    const counts = new Map<string, number>();
    for (let at = scene.from; at < scene.to; at += 1)
      for (const each of stems[at]!) counts.set(each, (counts.get(each) ?? 0) + 1);
    const weight = (each: string) =>
      Math.log1p((counts.get(each) ?? 1) - 1) *
      Math.log(1 + (scenes.length + 1) / (documents.get(each) ?? 1));
    let heaviest = 0.01;
    for (const each of counts.keys()) heaviest = Math.max(heaviest, weight(each));
    for (let at = scene.from; at < scene.to; at += 1) {
      const sentence = speech.sentences[at]!;
      const unnamed = (names.inSentence.get(at) ?? []).filter((each) => !named.has(each));
      for (const each of unnamed) named.add(each);
      if (zones.zones[at] !== 'play' || !readsWell(sentence)) continue;
      const distinct = new Set(stems[at]!);
      if (distinct.size < 2) continue;
      let sum = 0;
      for (const each of distinct) sum += weight(each) / heaviest;
      const narrated = gameMaster !== null && sentence.speakerId === gameMaster;
      const score =
        WEIGHTS.centroid * (sum / Math.sqrt(distinct.size + 4)) +
        judge(sentence, narrated, gameMaster !== null) +
        nameScore(prepared, at, unnamed);
      candidates.push({
        sentence,
        scene: index,
        score,
        stems: distinct,
        narrated,
        from: at,
        to: at,
        wordCount: sentence.words.length,
        names: names.inSentence.get(at) ?? [],
      });
    }
  });
  return candidates;
}

function readsWell(sentence: Sentence): boolean {
  const { words, text } = sentence;
  if (words.length < 5 || words.length > 70) return false;
  if (HOUSEKEEPING.test(text) || LEAVES_A_HOLE.test(text)) return false;
  if (/--/.test(text) && words.length < 12) return false;
  return sentence.complete || words.length >= 12;
}

function nameScore({ names }: Prepared, sentence: number, unnamed: number[]): number {
  let score = 0;
  for (const index of names.inSentence.get(sentence) ?? []) {
    const name = names.all[index]!;
    score += WEIGHTS.name * name.certainty * (name.count > 1 ? 1 : 0.5);
  }
  return Math.min(score, WEIGHTS.name * 3) + (unnamed.length > 0 ? WEIGHTS.newName : 0);
}

function judge(sentence: Sentence, narrated: boolean, gameMasterKnown: boolean): number {
  const { text } = sentence;
  const length = sentence.words.length;
  let score = 0;
  if (narrated) score += WEIGHTS.gameMaster;
  if ((narrated || !gameMasterKnown) && NARRATION.test(text)) score += WEIGHTS.narration;
  if ((narrated || !gameMasterKnown) && TRANSITION.test(text)) score += WEIGHTS.transition;
  if (!narrated && FIRST_PERSON_ACT.test(text)) score += WEIGHTS.firstPersonAct;
  if (narrated && THIRD_PERSON.test(text)) score += WEIGHTS.thirdPerson;
  if (length >= 10 && length <= 34) score += WEIGHTS.goodLength;
  if (length > 45) score += WEIGHTS.long;
  if (RULES_TALK.test(text)) score += WEIGHTS.rules;
  if (TABLE_TALK.test(text)) score += WEIGHTS.tableTalk;
  if (PLANNED.test(text)) score += WEIGHTS.planned;
  if (/[?？]/.test(text)) score += WEIGHTS.question;
  if (FILLER.test(text)) score += WEIGHTS.filler;
  if (DANGLING.test(text.replace(LEADING, ''))) score += WEIGHTS.dangling;
  if (/[([]/.test(text)) score += WEIGHTS.stageDirection;
  if (/^["“]/.test(text)) score += WEIGHTS.inQuotes;
  if (/--/.test(text) || !sentence.complete) score += WEIGHTS.filler;
  score += WEIGHTS.number * Math.min(2, text.match(NUMBERS)?.length ?? 0);
  return score;
}
