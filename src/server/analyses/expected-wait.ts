import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { quantile } from '#server/platform/quantile.ts';
import { analyses } from './tables.ts';

/** The estimate is from this many recent analyses. */
const recent = 60;
/** Nine of ten recent analyses were faster: few that an outage held up do not count. */
const slow = 0.9;
/** A shorter recording costs as much as one of this length, because some work is the same for all. */
const shortestSeconds = 600;
/** Seconds of work for a second of audio, until the first analysis of its kind has completed. */
const firstGuess = 0.5;

const audioSeconds = sql<number>`greatest(${analyses.durationSeconds}, ${shortestSeconds})`.mapWith(Number);
const workSeconds = sql<number>`extract(epoch from ${analyses.finishedAt} - ${analyses.startedAt})`.mapWith(
  Number,
);
const kindOf = (level: string, needsSpeech: boolean) => `${level}${needsSpeech ? ' with speech' : ''}`;

/** Seconds of work for a second of audio, by kind. Analyses of the sample session took no time, and do not count. */
async function slowRates(tx: Orm): Promise<Map<string, number>> {
  const rows = await tx
    .select({
      level: analyses.detailLevel,
      needsSpeech: sql<boolean>`${analyses.speechEngine} is not null`,
      attempt: analyses.attempt,
      audioSeconds,
      workSeconds,
    })
    .from(analyses)
    .where(eq(analyses.status, 'completed'))
    .orderBy(desc(analyses.finishedAt))
    .limit(recent);
  const rates = new Map<string, number[]>();
  for (const row of rows) {
    if (row.attempt > 1 || row.workSeconds <= 0) continue;
    const kind = kindOf(row.level, row.needsSpeech);
    rates.set(kind, [...(rates.get(kind) ?? []), row.workSeconds / row.audioSeconds]);
  }
  return new Map([...rates].map(([kind, all]) => [kind, quantile(all, slow)]));
}

/**
 * Estimates how many seconds an analysis would wait at most if it were queued now: the work of those before it, by the
 * lengths of their recordings, as slow as recent ones were. While analyses wait, all workers are busy, so the number of running analyses is the number of workers.
 */
export async function expectedWait(
  tx: Orm,
  { waiting, running }: { waiting: readonly string[]; running: readonly string[] },
): Promise<number> {
  if (waiting.length === 0) return 0;
  const rates = await slowRates(tx);
  const ahead = await tx
    .select({
      level: analyses.detailLevel,
      needsSpeech: sql<boolean>`${analyses.transcriptId} is null`,
      audioSeconds,
    })
    .from(analyses)
    .where(inArray(analyses.id, [...waiting, ...running]));
  let work = 0;
  for (const { level, needsSpeech, audioSeconds: length } of ahead)
    work += length * (rates.get(kindOf(level, needsSpeech)) ?? firstGuess);
  return work / Math.max(1, running.length);
}
