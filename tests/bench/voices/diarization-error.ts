/** Who speaks when, in seconds; several may at once. */
export interface Turn {
  start: number;
  end: number;
  speaker: string;
}

export interface DiarizationError {
  /** Of the time in which somebody speaks: nobody was found, somebody who does not speak, somebody else. */
  missed: number;
  falseAlarm: number;
  confused: number;
  /** Their sum: the diarization error rate (NIST RT-03). */
  rate: number;
  speakers: { said: number; found: number };
}

const FRAME = 0.01;

/** @throws Error with the line */
export function readRttm(text: string): Turn[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [kind, , , start, seconds, , , speaker] = line.trim().split(/\s+/);
    if (kind !== 'SPEAKER') return [];
    const turn = { start: Number(start), end: Number(start) + Number(seconds), speaker: speaker ?? '' };
    if (!(turn.end > turn.start) || turn.speaker === '') throw new Error(`No turn: ${line}`);
    return [turn];
  });
}

/**
 * In frames of 10 ms, speakers matched so that they agree most.
 * @param collar seconds to each side of a border of `said` that do not count; 0 is strictest, 0.25 usual
 */
export function diarizationError(
  said: readonly Turn[],
  found: readonly Turn[],
  collar: number,
): DiarizationError {
  const frames = Math.ceil(Math.max(0, ...[...said, ...found].map(({ end }) => end)) / FRAME);
  const counted = new Uint8Array(frames).fill(1);
  const frameOf = (seconds: number) => Math.max(0, Math.min(frames, Math.round(seconds / FRAME)));
  for (const border of said.flatMap(({ start, end }) => [start, end]))
    counted.fill(0, frameOf(border - collar), frameOf(border + collar));
  const [truth, guess] = [tracksOf(said, frames, frameOf), tracksOf(found, frames, frameOf)];
  const pairs = bestPairs(truth, guess, counted);
  let [speech, missed, falseAlarm, confused] = [0, 0, 0, 0];
  for (let at = 0; at < frames; at += 1) {
    if (counted[at] === 0) continue;
    const spoken = truth.filter((track) => track[at] === 1).length;
    const heard = guess.filter((track) => track[at] === 1).length;
    const right = pairs.filter(([one, other]) => truth[one]?.[at] === 1 && guess[other]?.[at] === 1).length;
    speech += spoken;
    missed += Math.max(0, spoken - heard);
    falseAlarm += Math.max(0, heard - spoken);
    confused += Math.min(spoken, heard) - right;
  }
  const share = (value: number) => (speech === 0 ? 0 : value / speech);
  return {
    missed: share(missed),
    falseAlarm: share(falseAlarm),
    confused: share(confused),
    rate: share(missed + falseAlarm + confused),
    speakers: { said: truth.length, found: guess.length },
  };
}

function tracksOf(
  turns: readonly Turn[],
  frames: number,
  frameOf: (seconds: number) => number,
): Uint8Array[] {
  const tracks = new Map<string, Uint8Array>();
  for (const { start, end, speaker } of turns) {
    const track = tracks.get(speaker) ?? new Uint8Array(frames);
    tracks.set(speaker, track.fill(1, frameOf(start), frameOf(end)));
  }
  return [...tracks.values()];
}

/** The assignment with most agreement, by the augmenting paths of Kuhn and Munkres. */
function bestPairs(
  truth: readonly Uint8Array[],
  guess: readonly Uint8Array[],
  counted: Uint8Array,
): [number, number][] {
  const size = Math.max(truth.length, guess.length);
  const agreement = (one: number, other: number) => {
    const [first, second] = [truth[one], guess[other]];
    if (first === undefined || second === undefined) return 0;
    return counted.reduce((sum, counts, at) => sum + (counts & (first[at] ?? 0) & (second[at] ?? 0)), 0);
  };
  const cost = Array.from({ length: size }, (_, one) =>
    Array.from({ length: size }, (_other, other) => -agreement(one, other)),
  );
  const rowOf = new Array<number>(size + 1).fill(0);
  const [rows, columns] = [new Array<number>(size + 1).fill(0), new Array<number>(size + 1).fill(0)];
  for (let row = 1; row <= size; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array<number>(size + 1).fill(Number.POSITIVE_INFINITY);
    const before = new Array<number>(size + 1).fill(0);
    const used = new Array<boolean>(size + 1).fill(false);
    do {
      used[column] = true;
      const here = rowOf[column] ?? 0;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let other = 1; other <= size; other += 1) {
        if (used[other]) continue;
        const reduced = (cost[here - 1]?.[other - 1] ?? 0) - (rows[here] ?? 0) - (columns[other] ?? 0);
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced;
          before[other] = column;
        }
        if ((least[other] ?? 0) < delta) [delta, next] = [least[other] ?? 0, other];
      }
      for (let other = 0; other <= size; other += 1) {
        if (used[other]) {
          rows[rowOf[other] ?? 0] = (rows[rowOf[other] ?? 0] ?? 0) + delta;
          columns[other] = (columns[other] ?? 0) - delta;
        } else least[other] = (least[other] ?? 0) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  return rowOf.slice(1).map((row, column) => [row - 1, column]);
}
