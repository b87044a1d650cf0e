/** What a transcript may hold at most. Looked at before the work that they bound is done. */
export const transcriptLimits = {
  bytes: 20 * 1024 * 1024,
  /** Of the file; a segment of SubRip takes four. */
  lines: 1_000_000,
  segments: 200_000,
  speakers: 1000,
  warnings: 1000,
  /** Of one segment. */
  characters: 1_000_000,
  /** Of reading one file. */
  seconds: 30,
} as const;

/** 200000 as "200,000". */
export const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
