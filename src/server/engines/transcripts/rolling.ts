import { bare } from '../speech/subtitle-phrases.ts';

/** More words of a cue are not compared. */
const MOST_WORDS = 120;
/** Live captions come without a pause. */
const LONGEST_PAUSE_MS = 700;
/** A caption that only stands still between two others. */
const BRIEF_MS = 100;
/** Of the cues that follow without a pause. */
const ROLLING_SHARE = 0.4;
const FEWEST_ROLLING = 3;

interface RollingCue {
  start: number | null;
  end: number | null;
  parts: { speaker: string | null; text: string }[];
}

/** Where most cues begin with what the cue before ended with, each word once. */
export function withoutRolling<Cue extends RollingCue>(cues: Cue[]): Cue[] {
  const words = cues.map(({ parts }) => wordsOf(parts));
  const overlaps = cues.map((cue, index) => {
    const before = cues[index - 1];
    const isNext =
      before !== undefined &&
      (cue.start === null || before.end === null || cue.start - before.end <= LONGEST_PAUSE_MS);
    return isNext ? overlapOf(words[index - 1] ?? [], words[index] ?? []) : 0;
  });
  const rolling = overlaps.filter((overlap, index) => {
    const cue = cues[index];
    const isWhole = overlap === words[index]?.length;
    return isWhole ? overlap > 0 && isBrief(cue) && !isBrief(cues[index - 1]) : overlap >= 2;
  });
  if (rolling.length < FEWEST_ROLLING || rolling.length < cues.length * ROLLING_SHARE) return cues;
  return cues.flatMap((cue, index) => {
    const parts = withoutFirst(cue.parts, overlaps[index] ?? 0);
    return parts.length === 0 ? [] : [{ ...cue, parts }];
  });
}

const isBrief = (cue: RollingCue | undefined) =>
  cue != null && cue.start !== null && cue.end !== null && cue.end - cue.start <= BRIEF_MS;

const wordsOf = (parts: RollingCue['parts']) =>
  parts.flatMap(({ text }) => text.split(/\s+/).map(bare)).filter((word) => word !== '');

/** How many words at the end of `before` are the first words of `after`. */
function overlapOf(before: string[], after: string[]): number {
  const end = before.slice(-MOST_WORDS);
  for (let length = Math.min(end.length, after.length); length > 0; length -= 1) {
    const from = end.length - length;
    let same = 0;
    while (same < length && end[from + same] === after[same]) same += 1;
    if (same === length) return length;
  }
  return 0;
}

function withoutFirst<Part extends { text: string }>(parts: Part[], amount: number): Part[] {
  let left = amount;
  return parts.flatMap((part) => {
    const kept = part.text.split(/\s+/).filter((word) => {
      if (left === 0 || bare(word) === '') return left === 0;
      left -= 1;
      return false;
    });
    return kept.length === 0 ? [] : [{ ...part, text: kept.join(' ') }];
  });
}
