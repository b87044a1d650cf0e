import type { Evidence } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

/** @returns in which thirds of the session, from 0 to 2, the segments of evidence are; unknown ones count as in the first */
export function thirdsOf({
  segments,
}: Pick<TranscriptDocument, 'segments'>): (evidence: Pick<Evidence, 'segmentIds'>) => number[] {
  const positions = new Map(segments.map(({ id }, index) => [id, index]));
  return ({ segmentIds }) =>
    segmentIds.map((id) => Math.floor(((positions.get(id) ?? 0) * 3) / segments.length));
}

/** The thirds that are not among these. */
export const thirdsBeside = (covered: readonly number[]): number[] =>
  [0, 1, 2].filter((third) => !covered.includes(third));
