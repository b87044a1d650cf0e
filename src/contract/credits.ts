/** Business constants of credits (R9.1, D2, D3). */
import type { DetailLevel } from './common.ts';

/** Credits per hour of audio (R9.1). */
export const creditsPerHour: Readonly<Record<DetailLevel, number>> = { brief: 60, comprehensive: 100 };

/** A free analysis covers a recording of up to this length (D3), in seconds. */
export const freeAnalysisMaxSeconds = 6 * 3600;

/**
 * Whole credits that an analysis costs: ceil(seconds × rate / 3600) (D2). Worked in whole milliseconds, so that a
 * length such as 3:27:00 is exact: 207 brief, 345 comprehensive.
 */
export function analysisCost(durationSeconds: number, detailLevel: DetailLevel): number {
  const milliseconds = Math.round(durationSeconds * 1000);
  return Math.ceil((milliseconds * creditsPerHour[detailLevel]) / 3_600_000);
}

/** R9.10: hours of audio that a balance buys, comprehensive to brief. */
export function balanceHours(credits: number): { from: number; to: number } {
  return { from: credits / creditsPerHour.comprehensive, to: credits / creditsPerHour.brief };
}
