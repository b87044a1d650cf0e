import type { TranscriptDocument } from '#contract/transcript.ts';
import type { Sentence, Speech } from './text.ts';
import { HOUSEKEEPING, PAST, PRESENT } from './vocabulary.ts';

export type Zone = 'play' | 'recap' | 'outside';

/** Which parts of the session are play, which recap the last session, which are neither. */
export interface Zones {
  gameMasterId: string | null;
  /** One zone per sentence. */
  zones: Zone[];
}

const GAME_MASTER_LABEL =
  /^(the )?(gm|dm|game ?master|dungeon ?master|keeper|narrator|storyteller|referee|spielleiter(in)?|sl|meister|erzähler|mj|meneur|máster|mestre)\b/i;
const RECAP_START =
  /\b(last (we|time|session|week|episode|game|night)( \w+)? (left|you|we|the)|(where|when) (last )?we (last )?left off|picking up (from|where|after)|(a|little|quick|brief) (re-?fresher|re-?cap)|previously,? (on|in)|to (re-?fresh|re-?cap)|to bring you up to speed|last session)\b/i;
const RECAP_END =
  /\b((where|when) we (last |kind of |sort of )?left|that(?:'s| is|'s kind of| was)? (essentially )?where (we|you|the)|picking up (there|from|as)|brings us (to|up)|(so|and) (now|as) (the )?you\b|so,? as (the|you)|here we are|what (would|do) you (all |guys )?(like|want|wish) to)\b/i;
const LEFT_OFF = /\b(that(?:'s| is| was)|which is) (essentially |about )?where we (last )?left\b/i;
const PLAY_START =
  /\b(let(?:'s| us) (all )?(get|jump|dive|go|hop)( right| on| back)* (started|in|into|to it)|(begin|start) (tonight's|today's|the) (game|session|adventure|story))\b/i;
const BREAK =
  /\b(take (a|our|another) (\w+ ){0,2}break|(go|going) (to|on) (our |a )?break|(be|see you) back (here )?(in|after) (a|just|about|\w+ minutes))\b/i;
const BACK = /\b(welcome back|we(?:'re| are) back|(back|returned) (from|after) (the|our) break)\b/i;
const END =
  /\b((that(?:'s| is)|this is) where we(?:'ll| will|'re going to| shall)? (end|stop|leave|pause|pick)|(end|close|conclude|stop)( it)? (there|here)? ?(for )?(tonight|today|the (session|game|episode)|this (session|game|episode)|tonight's (session|game|episode))|pick (this |it |things )?(back )?up (there |from there |from here |here )?next (week|time|session))\b/i;

/** The game master speaks in long turns and says "you"; or a role or label names them. */
export function findGameMaster(speech: Speech, transcript: TranscriptDocument): string | null {
  const named = transcript.speakers.find((speaker) => speaker.role === 'gm');
  if (named) return named.id;
  const labelled = transcript.speakers.filter((speaker) => GAME_MASTER_LABEL.test(speaker.label));
  if (labelled.length === 1) return labelled[0]!.id;

  const scores = new Map<string, number>();
  for (const turn of speech.turns) {
    if (turn.speakerId === null) continue;
    let score = scores.get(turn.speakerId) ?? 0;
    if (turn.wordCount >= 25) {
      score += turn.wordCount / 25;
      for (let at = turn.from; at < turn.to; at += 1)
        for (const word of speech.sentences[at]!.words) if (/^you(r|'re)?$/.test(word.lower)) score += 1;
    }
    scores.set(turn.speakerId, score);
  }
  const [first, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (!first || !second || first[1] < 6 || first[1] < second[1] * 1.25) return null;
  return first[0];
}

const matches = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** Whether a sentence is in the past tense, or could be. */
function tellsThePast(sentence: Sentence): boolean {
  const past = matches(PAST, sentence.text);
  const present = matches(PRESENT, sentence.text);
  return past >= present;
}

/** The first sentence of play if the table talks about other things first, or 0. */
function findStart(speech: Speech, gameMasterId: string | null): { start: number; recap: boolean } {
  const limit = Math.min(speech.wordCount * 0.25, 8000);
  let words = 0;
  let start = 0;
  let housekeeping = 0;
  let lastHousekeeping = 0;
  for (const sentence of speech.sentences) {
    if (words > limit) break;
    words += sentence.words.length;
    const leads = gameMasterId === null || sentence.speakerId === gameMasterId;
    const turn = speech.turns[sentence.turn]!;
    if (leads && RECAP_START.test(sentence.text) && turn.wordCount > 25)
      return { start: sentence.index, recap: true };
    if (leads && PLAY_START.test(sentence.text)) start = sentence.index + 1;
    if (HOUSEKEEPING.test(sentence.text) && words < Math.max(600, limit)) {
      housekeeping += 1;
      lastHousekeeping = turn.to;
    }
  }
  if (start === 0 && housekeeping >= 4) start = lastHousekeeping;
  return { start: Math.min(start, speech.sentences.length - 1), recap: false };
}

/**
 * The end of a recap that begins at `start`: at its closing words, or when the game master turns to the
 * present.
 */
function findRecapEnd(speech: Speech, start: number, gameMasterId: string | null): number {
  let words = 0;
  let present = 0;
  let others = 0;
  for (let at = start; at < speech.sentences.length; at += 1) {
    const sentence = speech.sentences[at]!;
    if (gameMasterId !== null && sentence.speakerId !== gameMasterId) {
      others += sentence.words.length;
      if (others > 60 && words > 80) return at;
      continue;
    }
    others = 0;
    words += sentence.words.length;
    if (words > 1400) return at;
    if (words > 60 && RECAP_END.test(sentence.text)) return at + 1;
    if (at > start && LEFT_OFF.test(sentence.text)) return at + 1;
    present = tellsThePast(sentence) ? 0 : present + 1;
    if (present >= 3 && words > 80) return at - 2;
  }
  return start;
}

/** Separates announcements, recap, break and farewell from play. */
export function findZones(speech: Speech, transcript: TranscriptDocument): Zones {
  const { sentences } = speech;
  const zones: Zone[] = sentences.map(() => 'play');
  const gameMasterId = findGameMaster(speech, transcript);
  if (sentences.length < 12) return { gameMasterId, zones };
  const leads = (sentence: Sentence) => gameMasterId === null || sentence.speakerId === gameMasterId;

  const { start, recap } = findStart(speech, gameMasterId);
  zones.fill('outside', 0, start);
  if (recap)
    zones.fill('recap', start, Math.min(findRecapEnd(speech, start, gameMasterId), sentences.length));

  for (const sentence of sentences) {
    if (sentence.index <= start || !leads(sentence) || !BREAK.test(sentence.text)) continue;
    let words = 0;
    for (let at = sentence.index; at < sentences.length && words < 2500; at += 1) {
      words += sentences[at]!.words.length;
      if (at > sentence.index && leads(sentences[at]!) && BACK.test(sentences[at]!.text)) {
        zones.fill('outside', sentence.index, at + 1);
        break;
      }
    }
    zones[sentence.index] = 'outside';
  }

  let remaining = 0;
  let end = sentences.length;
  for (let at = sentences.length - 1; at > 0 && remaining < speech.wordCount * 0.08; at -= 1) {
    const sentence = sentences[at]!;
    remaining += sentence.words.length;
    if (leads(sentence) && END.test(sentence.text)) end = at + 1;
  }
  zones.fill('outside', end);
  for (const sentence of sentences) if (HOUSEKEEPING.test(sentence.text)) zones[sentence.index] = 'outside';
  return { gameMasterId, zones };
}
