import type { DetailLevel } from './common.ts';

export const creditsPerHour: Readonly<Record<DetailLevel, number>> = { brief: 60, comprehensive: 100 };

/** D3. */
export const freeAnalysisMaxSeconds = 6 * 3600;

/** ceil(seconds × rate / 3600) (D2), in whole milliseconds, so that 3:27:00 is exact. */
export function analysisCost(durationSeconds: number, detailLevel: DetailLevel, percent = 100): number {
  const milliseconds = Math.round(durationSeconds * 1000);
  return Math.ceil((milliseconds * creditsPerHour[detailLevel] * percent) / 360_000_000);
}

/** R9.10: comprehensive to brief. */
export function balanceHours(credits: number): { from: number; to: number } {
  return { from: credits / creditsPerHour.comprehensive, to: credits / creditsPerHour.brief };
}
