import { and, asc, eq, gte, isNotNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { HearingQuote, LevelQuote, Quote, WriterQuote } from '#contract/analyses.ts';
import { DetailLevel } from '#contract/common.ts';
import { analysisCost, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { present } from '#contract/unknown-values.ts';
import { mostVoicesToldApart } from '#contract/voice-changes.ts';
import { preferences } from '#server/accounts/tables.ts';
import { castOfSession } from '#server/campaigns/cast.ts';
import { tableSize } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ModelPrices } from '#server/platform/config.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { currentMaterial, type Material } from '#server/recordings/material.ts';
import { rememberWaiting } from '#server/recordings/waiting.ts';
import { freeLevels, type Ground, groundOf } from './free-rerun.ts';
import { forWords, measuredWriting, shownCost } from './model-use.ts';
import { analyses, type QuotedLevel, quotes, type StartRequest } from './tables.ts';
import { pricePercentOf, type Writer, type Writers } from './writers.ts';

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

/** Of a recording that has no transcript yet. */
const WORDS_PER_SECOND = 2.2;

const covers = (paid: DetailLevel, wanted: DetailLevel) => paid === wanted || paid === 'comprehensive';

export function createQuotes(deps: {
  database: Database;
  credits: Credits;
  clock: Clock;
  validMinutes: number;
  writers: Writers;
  highlightsPercent: number;
  /** Of a service whose users pay it themselves. */
  modelPrices?: ModelPrices | undefined;
  isMissing(recording: { uploadId: string }): Promise<boolean>;
  hearingShown: HearingQuote;
  mayFetchModel(): boolean;
  canHear(): Promise<boolean>;
  /** Whether this server tells apart the voices of one track. */
  tellsVoicesApart: boolean;
}) {
  const { database, credits, clock, writers } = deps;
  /** Whether an analysis of the transcript that is there tells its voices apart. */
  const tellsApart = ({ lacksVoices }: Material) => deps.tellsVoicesApart && lacksVoices;
  /** Whether an analysis that transcribes the recording tells its voices apart. */
  const hearsApart = ({ transcript, audio }: Material) =>
    deps.tellsVoicesApart && transcript === null && audio !== null && audio.kind !== 'multitrack';

  async function existingAnalyses(
    orm: Orm,
    transcriptId: string,
    engine: string,
  ): Promise<Map<DetailLevel, ExistingAnalysis>> {
    const rows = await orm
      .select({ id: analyses.id, detailLevel: analyses.detailLevel, finishedAt: analyses.finishedAt })
      .from(analyses)
      .where(
        and(
          eq(analyses.transcriptId, transcriptId),
          eq(analyses.status, 'completed'),
          eq(analyses.notesEngine, engine),
        ),
      )
      .orderBy(asc(analyses.createdAt), asc(analyses.id));
    return new Map(
      rows.flatMap(({ id, detailLevel, finishedAt }) =>
        finishedAt === null ? [] : [[detailLevel, { id, finishedAt: finishedAt.toISOString() }] as const],
      ),
    );
  }

  /** Of the transcript as it is: pages that are there, and whether a free analysis has paid for a model that then failed. */
  async function pagesOf(
    orm: Orm,
    transcriptId: string,
    { ground, durationSeconds }: { ground: Ground; durationSeconds: number },
    pageEngine: string,
  ) {
    return orm
      .select({ detailLevel: analyses.detailLevel, payment: analyses.payment, writtenBy: analyses.writtenBy })
      .from(analyses)
      .where(
        and(
          eq(analyses.transcriptId, transcriptId),
          eq(analyses.status, 'completed'),
          eq(analyses.notesEngine, pageEngine),
          eq(analyses.transcriptState, ground.transcriptState),
          isNotNull(analyses.result),
          gte(analyses.durationSeconds, durationSeconds),
        ),
      );
  }

  /** Null if the user leaves it to the server, or what they want cannot write now. */
  async function ownWriter(orm: Orm, userId: string): Promise<NotesWriter | null> {
    const [own] = await orm
      .select({ wanted: preferences.notesWriter })
      .from(preferences)
      .where(eq(preferences.userId, userId));
    return writers.ready().find(({ writer }) => writer === own?.wanted)?.writer ?? null;
  }

  async function effortOf(
    orm: Orm,
    { writer, engine }: Writer,
    { transcript, durationSeconds }: Material,
  ): Promise<Pick<WriterQuote, 'seconds' | 'serviceCost' | 'measuredOn'>> {
    const measured = writer === 'page' ? null : await measuredWriting(orm, engine.id);
    if (measured === null) return { seconds: null, serviceCost: null, measuredOn: null };
    const whole = forWords(measured, transcript?.wordCount ?? durationSeconds * WORDS_PER_SECOND);
    return {
      seconds: Math.round(whole.seconds),
      serviceCost: writer === 'service' ? shownCost(whole, deps.modelPrices) : null,
      measuredOn: measured.on,
    };
  }

  /** What one writer costs at both levels. */
  async function pricesOf(
    orm: Orm,
    { engine, writer }: Writer,
    material: Material,
    ground: Ground,
    balance: { credits: number; freeAnalyses: number },
  ): Promise<LevelPrice[]> {
    const { highlightsPercent } = deps;
    const percent = pricePercentOf(engine, highlightsPercent);
    const { transcript, durationSeconds } = material;
    const existing = transcript ? await existingAnalyses(orm, transcript.id, engine.id) : null;
    const free = await freeLevels(orm, material, ground, {
      notesEngine: engine.id,
      tellsVoicesApart: tellsApart(material),
    });
    const page = present(
      writers.ready().find((each) => each.writer === 'page'),
      'writer of the page',
    );
    const pages =
      writer === 'page' || transcript === null
        ? []
        : await pagesOf(orm, transcript.id, { ground, durationSeconds }, page.engine.id);
    return priceLevels(durationSeconds, balance, percent).map((level) => {
      const { detailLevel } = level;
      const found = existing?.get(detailLevel);
      const known = found === undefined ? {} : { existingAnalysis: found };
      if (writer === 'page')
        return { ...level, ...(free.has(detailLevel) ? freeRerun : {}), ...known, pageCredits: null };
      const pageCost = Math.min(
        analysisCost(durationSeconds, detailLevel, pricePercentOf(page.engine, highlightsPercent)),
        level.costCredits,
      );
      const there = pages.filter((each) => covers(each.detailLevel, detailLevel));
      if (free.has(detailLevel))
        return { ...level, ...freeRerun, ...known, pageCredits: there.length > 0 ? null : 0 };
      if (there.length === 0) return { ...level, ...known, pageCredits: pageCost };
      // A free analysis covers all of it, the model included.
      const isCovered = there.some(({ payment, writtenBy }) => payment === 'free' && writtenBy !== null);
      // A further analysis by the model costs as much as the first, page and all.
      const rest = isCovered ? 0 : level.costCredits - pageCost;
      const left = found === undefined ? rest : level.costCredits;
      const isFree = level.payment === 'free' && left > 0;
      const missingCredits = isFree ? 0 : Math.max(0, left - balance.credits);
      return {
        ...level,
        ...known,
        costCredits: left,
        payment: isFree ? ('free' as const) : ('credits' as const),
        affordable: missingCredits === 0,
        missingCredits,
        pageCredits: null,
      };
    });
  }

  /** What each writer costs for a session. @throws Refusal notFound, nothingToAnalyze */
  async function look(userId: string, sessionId: string) {
    const { orm } = database;
    await ownSession(orm, userId, sessionId);
    const material = await currentMaterial(orm, sessionId);
    if (material === null) throw new Refusal('nothingToAnalyze');
    const balance = await credits.balance(orm, userId);
    const ground = await groundOf(orm, sessionId, material);
    const offered: WriterQuote[] = [];
    for (const each of writers.ready())
      offered.push({
        writer: each.writer,
        model: each.model,
        sends: each.sends,
        levels: await pricesOf(orm, each, material, ground, balance),
        ...(await effortOf(orm, each, material)),
      });
    return { material, balance, offered };
  }

  return {
    look,

    /** D2, D3. @throws Refusal notFound, nothingToAnalyze, recordingMissing, hearingUnavailable */
    async make(userId: string, sessionId: string): Promise<Quote> {
      const { orm } = database;
      const { material, balance, offered } = await look(userId, sessionId);
      if (material.transcript === null && material.audio !== null && (await deps.isMissing(material.audio)))
        throw new Refusal('recordingMissing');
      if (material.transcript === null && !(await deps.canHear())) {
        if (material.audio !== null) await rememberWaiting(orm, material.audio.id);
        throw new Refusal('hearingUnavailable');
      }
      const wanted = (await ownWriter(orm, userId)) ?? writers.preferred();
      const preferred = present(
        offered.find(({ writer }) => writer === wanted) ?? offered.at(-1),
        'preferred writer',
      );
      const now = clock.now();
      const row: typeof quotes.$inferSelect = {
        id: newId(),
        sessionId,
        sourceId: material.sourceId,
        durationSeconds: material.durationSeconds,
        basis: material.basis,
        levels: offered.flatMap(({ writer, levels }) =>
          levels.map(({ detailLevel, costCredits, payment, isFreeRerun, pageCredits }) => ({
            detailLevel,
            costCredits,
            payment,
            writer,
            pageCredits: pageCredits ?? null,
            ...(isFreeRerun === undefined ? {} : { isFreeRerun }),
          })),
        ),
        expiresAt: new Date(now.getTime() + deps.validMinutes * 60_000),
        createdAt: now,
      };
      await orm.insert(quotes).values(row);
      return {
        id: row.id,
        sessionId,
        durationSeconds: row.durationSeconds,
        basis: row.basis,
        levels: preferred.levels,
        notesKind: preferred.writer === 'page' ? 'highlights' : 'notes',
        preferredWriter: preferred.writer,
        writers: offered,
        balance: balance.credits,
        freeAnalysisBalance: balance.freeAnalyses,
        reusesTranscript: material.transcript !== null,
        mayFetchModel: deps.mayFetchModel(),
        hearing: material.transcript === null ? deps.hearingShown : null,
        people:
          tellsApart(material) || hearsApart(material)
            ? { known: await knownPeople(orm, sessionId), most: mostVoicesToldApart }
            : null,
        quotedAt: now.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      };
    },

    /** The reservation checks a promised free analysis. @throws Refusal quoteChanged */
    async redeem(
      tx: Orm,
      wanted: { sessionId: string; quoteId: string; detailLevel: DetailLevel; writer: NotesWriter },
      material: Material,
    ): Promise<
      QuotedLevel & { ground: Ground; voices: Pick<StartRequest, 'tellsVoicesApart' | 'hearsVoices'> }
    > {
      const [row] = await tx
        .select()
        .from(quotes)
        .where(and(eq(quotes.id, wanted.quoteId), eq(quotes.sessionId, wanted.sessionId)));
      const told = row?.levels.find(
        (level) => level.detailLevel === wanted.detailLevel && level.writer === wanted.writer,
      );
      const writer = writers.ready().find((each) => each.writer === wanted.writer);
      if (row === undefined || told === undefined || writer === undefined) throw new Refusal('quoteChanged');
      const isLonger = material.durationSeconds > row.durationSeconds;
      if (row.expiresAt <= clock.now() || row.sourceId !== material.sourceId || isLonger)
        throw new Refusal('quoteChanged');
      const ground = await groundOf(tx, wanted.sessionId, material);
      // What is free, or cheaper because the page is there, may have been used up since.
      if (told.isFreeRerun === true || (told.writer !== 'page' && told.pageCredits === null)) {
        const rich = { credits: Number.MAX_SAFE_INTEGER, freeAnalyses: 0 };
        const now = (await pricesOf(tx, writer, material, ground, rich)).find(
          ({ detailLevel }) => detailLevel === told.detailLevel,
        );
        if (now === undefined || now.costCredits > told.costCredits) throw new Refusal('quoteChanged');
      }
      return {
        ...told,
        ground,
        voices: {
          ...(tellsApart(material) ? { tellsVoicesApart: true } : {}),
          hearsVoices: hearsApart(material),
        },
      };
    },

    /** D15. */
    async rerunOf({
      sessionId,
      transcriptId,
      detailLevel,
      writer,
    }: {
      sessionId: string;
      transcriptId: string | null;
      detailLevel: DetailLevel;
      writer: NotesWriter;
    }): Promise<{ isRerunFree: boolean; lacksVoices: boolean }> {
      const engine = writers.ready().find((each) => each.writer === writer)?.engine;
      const material = await currentMaterial(database.orm, sessionId);
      if (engine === undefined || material?.transcript == null || material.transcript.id !== transcriptId)
        return { isRerunFree: false, lacksVoices: false };
      const ground = await groundOf(database.orm, sessionId, material);
      const tellsVoicesApart = tellsApart(material);
      const free = await freeLevels(database.orm, material, ground, {
        notesEngine: engine.id,
        tellsVoicesApart,
      });
      return { isRerunFree: free.has(detailLevel), lacksVoices: tellsVoicesApart };
    },

    async prune(): Promise<void> {
      await database.orm.delete(quotes).where(lte(quotes.expiresAt, clock.now()));
    },
  };
}

async function knownPeople(orm: Orm, sessionId: string): Promise<number | null> {
  const size = tableSize(await castOfSession(orm, sessionId));
  return size === null ? null : Math.min(size, mostVoicesToldApart);
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
