import type { TranscriptDocument } from '#contract/transcript.ts';
import { BACK, BREAKS, ENDS, outOfGame } from './out-of-game.ts';
import { findRecap } from './recap.ts';
import { isByGameMaster, type Speech, speaksEnglish } from './text.ts';
import { HOUSEKEEPING } from './vocabulary.ts';

export type Zone = 'play' | 'recap' | 'outside';

export interface Zones {
  gameMasterId: string | null;
  zones: Zone[];
}

const GAME_MASTER_LABEL =
  /^(the )?(gm|dm|game ?master|dungeon ?master|keeper|narrator|storyteller|referee|spielleiter(in)?|sl|meister|erzähler|mj|meneur|máster|mestre)\b/i;
/** Words of a break at most, and the share of the evening that may be its farewell. */
const BREAK_WORDS = 2500;
const FAREWELL = 0.08;

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

/** Separates announcements, recap, break and farewell from play. */
export function findZones(speech: Speech, transcript: TranscriptDocument): Zones {
  const { sentences } = speech;
  const zones: Zone[] = sentences.map(() => 'play');
  const gameMasterId = findGameMaster(speech, transcript);
  if (sentences.length < 12) return { gameMasterId, zones };

  const opening = Math.min(speech.wordCount * 0.25, 8000);
  const recap = findRecap(speech, gameMasterId, opening);
  if (recap) zones.fill('outside', 0, recap.from).fill('recap', recap.from, recap.to);

  let said = 0;
  let breaks: { index: number; said: number }[] = [];
  for (const { index, text, words, inSpeech, speakerId } of sentences) {
    said += words.length;
    if (index < (recap?.to ?? 0) || !isByGameMaster({ speakerId }, gameMasterId)) continue;
    // People of the story take breaks and end their evenings, too.
    if (inSpeech || /["“”]/.test(text)) continue;
    if (BACK.test(text)) {
      const first = breaks.find((each) => said - each.said <= BREAK_WORDS);
      if (first) zones.fill('outside', first.index, index + 1);
      breaks = [];
    }
    if (BREAKS.test(text)) {
      zones[index] = 'outside';
      breaks.push({ index, said });
    }
    if (said > (1 - FAREWELL) * speech.wordCount && ENDS.test(text)) {
      zones.fill('outside', index + 1);
      break;
    }
  }
  const out = outOfGame(speech, speaksEnglish(speech, transcript.language));
  for (const { index, text } of sentences)
    if (zones[index] === 'play' && (out.has(index) || HOUSEKEEPING.test(text))) zones[index] = 'outside';
  return { gameMasterId, zones };
}
