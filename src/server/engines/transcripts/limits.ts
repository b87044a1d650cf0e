export const transcriptLimits = {
  bytes: 20 * 1024 * 1024,
  lines: 1_000_000,
  segments: 200_000,
  speakers: 1000,
  warnings: 1000,
  characters: 1_000_000,
  seconds: 30,
} as const;

export const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
