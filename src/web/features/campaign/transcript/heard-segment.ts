import type { Segment } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';

/** The last line that has started; null before the first. `segments` are in order. */
export function heardSegment(
  segments: readonly Pick<Segment, 'startMs'>[],
  milliseconds: number,
): number | null {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (present(segments[middle], 'segment in the middle').startMs <= milliseconds) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}
