import type { TranscriptDocument } from '#contract/transcript.ts';
import { outOfGame } from './out-of-game.ts';
import { findRecap } from './recap.ts';
import { isByGameMaster, type Sentence, type Speech, speaksEnglish } from './text.ts';
import { HOUSEKEEPING } from './vocabulary.ts';

export type Zone = 'play' | 'recap' | 'outside';

export interface Zones {
  gameMasterId: string | null;
  zones: Zone[];
}

const GAME_MASTER_LABEL =
  /^(the )?(gm|dm|game ?master|dungeon ?master|keeper|narrator|storyteller|referee|spielleiter(in)?|sl|meister|erzähler|mj|meneur|máster|mestre)\b/i;
const PLAY_START =
  /\b(let(?:'s| us) (all )?(get|jump|dive|go|hop)( right| on| back)* (started|in|into|to it)|(begin|start) (tonight's|today's|the) (game|session|adventure|story))\b/i;
const BREAK =
  /\b(take (a|our|another) (\w+ ){0,2}break|(go|going) (to|on) (our |a )?break|(be|see you) back (here )?(?:(in|after) (a|just|about|\w+ minutes)|about \w+ minutes))\b/i;
const BACK = /\b(welcome back|we(?:'re| are) back|(back|returned) (from|after) (the|our) break)\b/i;
const END =
  /\b((that(?:'s| is)|this is) where we(?:'ll| will|'re going to| shall)? (end|stop|leave|pause|pick)|(end|close|conclude|stop)( it)? (there|here)? ?(for )?(tonight|today|the (session|game|episode)|this (session|game|episode)|tonight's (session|game|episode))|pick (this |it |things )?(back )?up (there |from there |from here |here )?next (week|time|session))\b/i;

/** So many words without an announcement: a shop's discount after them is of the story. */
const LEAST_OF_PLAY = 700;

/** A role or label names the game master; otherwise, they speak in long turns and say "you". */
function findGameMaster(speech: Speech, transcript: TranscriptDocument): string | null {
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

function findStart(speech: Speech, gameMasterId: string | null, limit: number): number {
  let words = 0;
  let start = 0;
  let housekeeping = 0;
  let lastHousekeeping = 0;
  let lastWords = 0;
  for (const sentence of speech.sentences) {
    if (words > limit) break;
    words += sentence.words.length;
    const leads = isByGameMaster(sentence, gameMasterId);
    if (leads && PLAY_START.test(sentence.text)) start = sentence.index + 1;
    if (housekeeping > 0 && words - lastWords > LEAST_OF_PLAY) continue;
    if (HOUSEKEEPING.test(sentence.text) && words < Math.max(600, limit)) {
      housekeeping += 1;
      lastHousekeeping = speech.turns[sentence.turn]!.to;
      lastWords = words;
    }
  }
  if (start === 0 && housekeeping >= 4) start = lastHousekeeping;
  return Math.min(start, speech.sentences.length - 1);
}

/** Separates announcements, recap, break and farewell from play. */
export function findZones(speech: Speech, transcript: TranscriptDocument): Zones {
  const { sentences } = speech;
  const zones: Zone[] = sentences.map(() => 'play');
  const gameMasterId = findGameMaster(speech, transcript);
  if (sentences.length < 12) return { gameMasterId, zones };
  const leads = (sentence: Sentence) => isByGameMaster(sentence, gameMasterId);

  const opening = Math.min(speech.wordCount * 0.25, 8000);
  const recap = findRecap(speech, gameMasterId, opening);
  const start = recap?.from ?? findStart(speech, gameMasterId, opening);
  zones.fill('outside', 0, start);
  if (recap) zones.fill('recap', recap.from, recap.to);

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
  const out = outOfGame(speech, speaksEnglish(speech, transcript.language));
  for (const { index, text } of sentences)
    if (zones[index] === 'play' && (out.has(index) || HOUSEKEEPING.test(text))) zones[index] = 'outside';
  return { gameMasterId, zones };
}
