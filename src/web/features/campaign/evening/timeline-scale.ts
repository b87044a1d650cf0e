import type { Evening, Timeline } from '#contract/analysis-result.ts';
import { pictureWidth } from './timeline-paths.ts';

/** What is not play, in milliseconds from the recording’s start. */
export interface Break {
  startMs: number;
  endMs: number;
}

export const lengthOf = ({ chapters, timeline }: Evening): number =>
  Math.max(timeline.stretchMs * Math.max(1, timeline.dice.length), ...chapters.map(({ endMs }) => endMs));

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const leastMs = 5 * 60_000;
/** Of a folded break, whatever its length. */
const foldWidth = 34;

const lasts = ({ startMs, endMs }: Break): number => endMs - startMs;

/** What an analysis found to be outside the game, and five minutes and more without a word; neighbors are one. */
export function breaksOf({ voices, stretchMs, apart }: Timeline): Break[] {
  const silent: Break[] = [];
  const count = Math.max(0, ...voices.map(({ words }) => words.length));
  for (let at = 0; at < count; at += 1) {
    if (voices.some(({ words }) => (words[at] ?? 0) > 0)) continue;
    const last = silent.at(-1);
    if (last?.endMs === at * stretchMs) last.endMs += stretchMs;
    else silent.push({ startMs: at * stretchMs, endMs: (at + 1) * stretchMs });
  }
  const found = [
    ...apart.filter(({ kind }) => kind === 'outside'),
    ...silent.filter((each) => lasts(each) >= leastMs),
  ].sort((one, other) => one.startMs - other.startMs);
  const breaks: Break[] = [];
  for (const { startMs, endMs } of found) {
    const last = breaks.at(-1);
    if (last !== undefined && startMs - last.endMs <= stretchMs) last.endMs = Math.max(last.endMs, endMs);
    else breaks.push({ startMs, endMs });
  }
  return breaks;
}

/**
 * Long breaks without a passage or a moment that the timeline shows, where folding them saves room.
 * @param kept ids of the starred passages
 */
export function foldsOf(evening: Evening, kept: ReadonlySet<string>): Break[] {
  const length = lengthOf(evening);
  const shown = [
    ...evening.passages.filter(
      (passage) => kept.has(passage.id) || (passage.shown === 'page' && !passage.hidden),
    ),
    ...evening.pointers,
  ];
  return breaksOf(evening.timeline).filter(
    (each) =>
      lasts(each) >= leastMs &&
      (lasts(each) / length) * pictureWidth > 1.5 * foldWidth &&
      !shown.some(({ startMs, endMs }) => startMs < each.endMs && endMs > each.startMs),
  );
}

/** Where a time is in the picture, from 0 to `pictureWidth`, and back. Outside the folds all has one scale. */
export function scaleOf(length: number, folds: readonly Break[]) {
  const perMs = (pictureWidth - folds.length * foldWidth) / Math.max(1, length - sum(folds.map(lasts)));
  const edges = [{ ms: 0, x: 0 }];
  const go = (ms: number, width: number) => {
    const last = edges.at(-1) ?? { ms: 0, x: 0 };
    edges.push({ ms, x: last.x + width });
  };
  for (const { startMs, endMs } of folds) {
    go(startMs, (startMs - (edges.at(-1)?.ms ?? 0)) * perMs);
    go(endMs, foldWidth);
  }
  edges.push({ ms: length, x: pictureWidth });
  const along = (value: number, from: 'ms' | 'x', to: 'ms' | 'x'): number => {
    const after = Math.max(
      1,
      edges.findIndex((edge) => edge[from] >= value),
    );
    const [start, end] = [edges[after - 1], edges[after]];
    if (start === undefined || end === undefined) return 0;
    const share = (value - start[from]) / Math.max(Number.EPSILON, end[from] - start[from]);
    return start[to] + share * (end[to] - start[to]);
  };
  return {
    x: (ms: number) => along(Math.min(Math.max(0, ms), length), 'ms', 'x'),
    msAt: (x: number) => along(Math.min(Math.max(0, x), pictureWidth), 'x', 'ms'),
  };
}

/** “14 min”, “1 h 20 min”. */
export function lengthInWords(each: Break): string {
  const minutes = Math.max(1, Math.round(lasts(each) / 60_000));
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}
