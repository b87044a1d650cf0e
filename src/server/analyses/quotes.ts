import { and, asc, eq, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { LevelQuote, Quote } from '#contract/analyses.ts';
import { DetailLevel } from '#contract/common.ts';
import { analysisCost, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { currentMaterial, type Material } from '#server/recordings/material.ts';
import { rememberWaiting } from '#server/recordings/waiting.ts';
import { freeLevels, type Ground, groundOf } from './free-rerun.ts';
import { analyses, type QuotedLevel, quotes } from './tables.ts';

/** Paid as no credits at all, which keeps the free analyses. */
const freeRerun = {
  costCredits: 0,
  payment: 'credits',
  affordable: true,
  missingCredits: 0,
  isFreeRerun: true,
} as const;

type LevelPrice = z.infer<typeof LevelQuote>;
type ExistingAnalysis = NonNullable<LevelPrice['existingAnalysis']>;

export type Quotes = ReturnType<typeof createQuotes>;

/** Highlights may cost less than the R9.1 price. */
export const pricePercentOf = ({ kind }: Pick<NotesEngine, 'kind'>, highlightsPercent: number): number =>
  kind === 'highlights' ? highlightsPercent : 100;

export function createQuotes(deps: {
  database: Database;
  credits: Credits;
  clock: Clock;
  validMinutes: number;
  notesEngine: Pick<NotesEngine, 'id' | 'kind'>;
  highlightsPercent: number;
  isMissing(recording: { uploadId: string }): Promise<boolean>;
  canHear(): Promise<boolean>;
}) {
  const { database, credits, clock } = deps;

  async function existingAnalyses(transcriptId: string): Promise<Map<DetailLevel, ExistingAnalysis>> {
    const rows = await database.orm
      .select({ id: analyses.id, detailLevel: analyses.detailLevel, finishedAt: analyses.finishedAt })
      .from(analyses)
      .where(
        and(
          eq(analyses.transcriptId, transcriptId),
          eq(analyses.status, 'completed'),
          eq(analyses.notesEngine, deps.notesEngine.id),
        ),
      )
      .orderBy(asc(analyses.createdAt), asc(analyses.id));
    return new Map(
      rows.flatMap(({ id, detailLevel, finishedAt }) =>
        finishedAt === null ? [] : [[detailLevel, { id, finishedAt: finishedAt.toISOString() }] as const],
      ),
    );
  }
  return {
    /** D2, D3. @throws Refusal notFound, nothingToAnalyze, recordingMissing, hearingUnavailable */
    async make(userId: string, sessionId: string): Promise<Quote> {
      await ownSession(database.orm, userId, sessionId);
      const material = await currentMaterial(database.orm, sessionId);
      if (material === null) throw new Refusal('nothingToAnalyze');
      if (material.transcript === null && material.audio !== null && (await deps.isMissing(material.audio)))
        throw new Refusal('recordingMissing');
      if (material.transcript === null && !(await deps.canHear())) {
        if (material.audio !== null) await rememberWaiting(database.orm, material.audio.id);
        throw new Refusal('hearingUnavailable');
      }
      const balance = await credits.balance(database.orm, userId);
      const percent = pricePercentOf(deps.notesEngine, deps.highlightsPercent);
      const existing = material.transcript ? await existingAnalyses(material.transcript.id) : null;
      const ground = await groundOf(database.orm, sessionId, material);
      const free = await freeLevels(database.orm, material, ground, deps.notesEngine.id);
      const levels = priceLevels(material.durationSeconds, balance, percent).map((level) => {
        const found = existing?.get(level.detailLevel);
        const priced = free.has(level.detailLevel) ? { ...level, ...freeRerun } : level;
        return found === undefined ? priced : { ...priced, existingAnalysis: found };
      });
      const now = clock.now();
      const row: typeof quotes.$inferSelect = {
        id: newId(),
        sessionId,
        sourceId: material.sourceId,
        durationSeconds: material.durationSeconds,
        basis: material.basis,
        levels: levels.map(({ detailLevel, costCredits, payment, isFreeRerun }) => ({
          detailLevel,
          costCredits,
          payment,
          ...(isFreeRerun === undefined ? {} : { isFreeRerun }),
        })),
        expiresAt: new Date(now.getTime() + deps.validMinutes * 60_000),
        createdAt: now,
      };
      await database.orm.insert(quotes).values(row);
      return {
        id: row.id,
        sessionId,
        durationSeconds: row.durationSeconds,
        basis: row.basis,
        levels,
        notesKind: deps.notesEngine.kind,
        balance: balance.credits,
        freeAnalysisBalance: balance.freeAnalyses,
        reusesTranscript: material.transcript !== null,
        quotedAt: now.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      };
    },

    /** The reservation checks a promised free analysis. @throws Refusal quoteChanged */
    async redeem(
      tx: Orm,
      wanted: { sessionId: string; quoteId: string; detailLevel: DetailLevel },
      material: Material,
    ): Promise<QuotedLevel & { ground: Ground }> {
      const [row] = await tx
        .select()
        .from(quotes)
        .where(and(eq(quotes.id, wanted.quoteId), eq(quotes.sessionId, wanted.sessionId)));
      const told = row?.levels.find((level) => level.detailLevel === wanted.detailLevel);
      if (row === undefined || told === undefined) throw new Refusal('quoteChanged');
      if (row.expiresAt <= clock.now() || row.sourceId !== material.sourceId) {
        throw new Refusal('quoteChanged');
      }
      const ground = await groundOf(tx, wanted.sessionId, material);
      if (told.isFreeRerun === true) {
        const free = await freeLevels(tx, material, ground, deps.notesEngine.id);
        if (!free.has(told.detailLevel)) throw new Refusal('quoteChanged');
      }
      return { ...told, ground };
    },

    /** D15. */
    async isRerunFree({
      sessionId,
      transcriptId,
      detailLevel,
    }: {
      sessionId: string;
      transcriptId: string | null;
      detailLevel: DetailLevel;
    }): Promise<boolean> {
      const material = await currentMaterial(database.orm, sessionId);
      if (material?.transcript == null || material.transcript.id !== transcriptId) return false;
      const ground = await groundOf(database.orm, sessionId, material);
      return (await freeLevels(database.orm, material, ground, deps.notesEngine.id)).has(detailLevel);
    },

    async prune(): Promise<void> {
      await database.orm.delete(quotes).where(lte(quotes.expiresAt, clock.now()));
    },
  };
}

/** D3: a free analysis covers either level. */
export function priceLevels(
  durationSeconds: number,
  balance: { credits: number; freeAnalyses: number },
  percent = 100,
): LevelPrice[] {
  const isFree = balance.freeAnalyses > 0 && durationSeconds <= freeAnalysisMaxSeconds;
  return DetailLevel.options.map((detailLevel) => {
    const costCredits = analysisCost(durationSeconds, detailLevel, percent);
    const missingCredits = isFree ? 0 : Math.max(0, costCredits - balance.credits);
    return {
      detailLevel,
      costCredits,
      payment: isFree ? 'free' : 'credits',
      affordable: missingCredits === 0,
      missingCredits,
    };
  });
}
