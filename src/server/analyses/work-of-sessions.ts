import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AnalysisStatus } from '#contract/analyses.ts';
import type { Line } from '#contract/analysis-result.ts';
import { mayNameVoice } from '#contract/labels.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { AudioAsset, Session } from '#contract/sessions.ts';
import { voicesNowIn } from '#server/campaigns/cast.ts';
import { namingOf, sectionsWithCast } from '#server/campaigns/cast-in-texts.ts';
import { emptyCast } from '#server/campaigns/cast-rules.ts';
import { lockSessions } from '#server/campaigns/lock-session.ts';
import { removeNotes } from '#server/campaigns/notes-versions.ts';
import type { SessionWork, SessionWorkPort } from '#server/campaigns/session-work.ts';
import { casts, notes, sessions } from '#server/campaigns/tables.ts';
import type { Credits } from '#server/credits/credits.ts';
import { removeChanges } from '#server/names/texts.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { removeInParts } from '#server/platform/in-parts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import type { AudioAssetRow } from '#server/recordings/material.ts';
import { runningAnalyses } from '#server/recordings/running-analyses.ts';
import { audioAssets, transcripts, uploads } from '#server/recordings/tables.ts';
import { hideTranscripts, removeTranscript } from '#server/recordings/transcript-rows.ts';
import { analysisChannel, isFinal, releaseCredits, selectAnalysis } from './analysis-rows.ts';
import { analyses } from './tables.ts';

const PREVIEW_CHARACTERS = 200;
/** Each may have megabytes. */
const LONG_ROWS_AT_ONCE = 5;

export function previewOf(summary: string): string {
  if (summary.length <= PREVIEW_CHARACTERS) return summary;
  const beginning = summary.slice(0, PREVIEW_CHARACTERS);
  return `${beginning.replace(/\s+\S*$/, '')} …`;
}

export function createWorkOfSessions(
  deps: Pick<Shared, 'clock' | 'mail'> & {
    files: AudioFiles;
    database: Pick<Database, 'notify' | 'transaction' | 'orm'>;
    credits: Pick<Credits, 'release'>;
    /** In short statements; afterwards the session is not found until it is indexed again. */
    forgetIndexed(sessionId: string): Promise<void>;
  },
): SessionWorkPort {
  const { database, clock } = deps;
  const port: SessionWorkPort = {
    async read(orm, sessionIds) {
      if (sessionIds.length === 0) return new Map();
      const ids = [...sessionIds];
      const assets = await orm
        .select()
        .from(audioAssets)
        .where(and(inArray(audioAssets.sessionId, ids), isNull(audioAssets.replacedAt)));
      const current = await orm
        .select({ id: transcripts.id, sessionId: transcripts.sessionId })
        .from(transcripts)
        .where(and(inArray(transcripts.sessionId, ids), isNull(transcripts.replacedAt)));
      const underWay = await orm
        .select({ sessionId: uploads.sessionId })
        .from(uploads)
        .where(
          and(
            inArray(uploads.sessionId, ids),
            inArray(uploads.status, ['open', 'verifying']),
            or(eq(uploads.status, 'verifying'), gt(uploads.expiresAt, deps.clock.now())),
          ),
        );
      const latest = await withSpeakers(orm, await latestAnalyses(orm, ids));
      return new Map(
        ids.map((id) => {
          const audio = assets.find((asset) => asset.sessionId === id);
          const transcriptId = current.find((transcript) => transcript.sessionId === id)?.id ?? null;
          const analysis = latest.find((row) => row.sessionId === id);
          const work: SessionWork = {
            state: stateOf({
              isUploading: underWay.some((upload) => upload.sessionId === id),
              hasMaterial: audio?.deletedAt === null || transcriptId !== null,
              latest: analysis?.status ?? null,
            }),
            audio: audio === undefined ? null : audioView(audio),
            transcriptId,
            latestAnalysisId: analysis?.id ?? null,
            summaryPreview: analysis?.preview ? previewOf(analysis.preview) : null,
          };
          return [id, work] as const;
        }),
      );
    },

    async remove(tx, sessionIds, whenRunning = 'refuse') {
      const ids = [...sessionIds];
      await lockSessions(tx, ids);
      const running = await runningAnalyses(tx, ids);
      if (running.length > 0 && whenRunning === 'refuse') throw new Refusal('analysisRunning');
      for (const analysisId of running) {
        const row = await selectAnalysis(tx, analysisId);
        if (row !== null) await releaseCredits(deps.credits, tx, row);
        await deps.database.notify(tx, analysisChannel, analysisId);
      }
      await forgetSoon(tx, deps.clock);
      if (ids.length === 0) return async () => undefined;
      const quoted = await tx
        .selectDistinct({ quotes: sessions.campaignId })
        .from(sessions)
        .where(inArray(sessions.id, ids));
      await deps.mail.forget?.(tx, (kept) => quoted.some(({ quotes }) => quotes === kept.quotes));
      const files = await tx.select({ id: uploads.id }).from(uploads).where(inArray(uploads.sessionId, ids));
      return async () => {
        for (const { id } of files) await deps.files.remove(id);
      };
    },

    async empty(sessionId, whenRunning) {
      const { orm } = database;
      await deps.forgetIndexed(sessionId);
      const hidden = await database.transaction(async (tx) => {
        const running = await runningAnalyses(tx, [sessionId]);
        await port.remove(tx, [sessionId], whenRunning);
        if (running.length > 0) await tx.delete(analyses).where(inArray(analyses.id, running));
        return hideTranscripts(tx, sessionId, clock.now());
      });
      for (const id of hidden) await removeTranscript(database, id);
      await removeInParts(orm, analyses, analyses.id, eq(analyses.sessionId, sessionId), LONG_ROWS_AT_ONCE);
      await removeChanges(orm, sessionId);
      await removeNotes(orm, sessionId);
    },
  };
  return port;
}

/** The game master's own section of the recap's line, if there is one. */
const ownSection = sql<NotesSection | null>`(
  select section from jsonb_array_elements(${notes.sections}) as section
  where section ->> 'key' = 'shortSummary' and section ->> 'source' <> 'analysis' and section ->> 'body' <> '' limit 1)`;

/** Of the last result while a newer analysis runs. */
const ofLast = (part: SQL) => sql`(
  select earlier.result ${part} from ${analyses} as earlier
  where earlier.session_id = ${analyses.sessionId} and earlier.status = 'completed'
  order by earlier.created_at desc, earlier.id desc limit 1)`;

/** Voices have the names of the session's cast, and cited lines the voices that they have now. */
async function withSpeakers(orm: Orm, latest: Awaited<ReturnType<typeof latestAnalyses>>) {
  const quoting = latest.filter(({ preview }) => mayNameVoice(preview ?? ''));
  if (quoting.length === 0) return latest;
  const rows = await orm
    .select({
      sessionId: analyses.sessionId,
      campaignId: sessions.campaignId,
      own: ownSection,
      lines: sql<
        Line[] | null
      >`coalesce(${analyses.result} #> '{lines,shortSummary}', ${ofLast(sql`#> '{lines,shortSummary}'`)})`,
    })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .leftJoin(notes, eq(notes.sessionId, analyses.sessionId))
    .where(
      inArray(
        analyses.id,
        quoting.map(({ id }) => id),
      ),
    );
  const linesOf = ({ own, lines }: (typeof rows)[number]) => own?.lines ?? lines ?? [];
  const voices = await voicesNowIn(orm, new Map(rows.map((row) => [row.sessionId, linesOf(row)])));
  const known = await orm
    .select({ campaignId: casts.campaignId, content: casts.content })
    .from(casts)
    .where(inArray(casts.campaignId, [...new Set(rows.map(({ campaignId }) => campaignId))]));
  const castOf = new Map(known.map(({ campaignId, content }) => [campaignId, content]));
  const quoted = new Map(rows.map((row) => [row.sessionId, row]));
  return latest.map((row) => {
    const { sessionId, preview } = row;
    const found = quoted.get(sessionId);
    if (found === undefined || preview === null) return row;
    const cast = { ...(castOf.get(found.campaignId) ?? emptyCast), voices: voices.get(sessionId) };
    const told =
      found.own === null
        ? namingOf(cast, sessionId, linesOf(found))(preview)
        : sectionsWithCast(cast, sessionId, [found.own])[0]?.body;
    return { ...row, preview: told ?? preview };
  });
}

async function latestAnalyses(orm: Orm, sessionIds: string[]) {
  return orm
    .selectDistinctOn([analyses.sessionId], {
      id: analyses.id,
      sessionId: analyses.sessionId,
      status: analyses.status,
      preview: sql<
        string | null
      >`left(coalesce(${ownSection} ->> 'body', ${analyses.result} ->> 'shortSummary', ${ofLast(sql`->> 'shortSummary'`)}), ${2 * PREVIEW_CHARACTERS})`,
    })
    .from(analyses)
    .leftJoin(notes, eq(notes.sessionId, analyses.sessionId))
    .where(inArray(analyses.sessionId, sessionIds))
    .orderBy(
      analyses.sessionId,
      // One that the user has cancelled hides none before it.
      sql`${analyses.status} = 'cancelled'`,
      desc(analyses.createdAt),
      desc(analyses.id),
    );
}

export function stateOf(facts: {
  isUploading: boolean;
  hasMaterial: boolean;
  latest: AnalysisStatus | null;
}): Session['state'] {
  if (facts.latest !== null && !isFinal(facts.latest)) return 'analyzing';
  if (facts.isUploading) return 'uploading';
  if (facts.latest === 'completed') return 'ready';
  if (facts.latest === 'failed') return 'failed';
  return facts.hasMaterial ? 'audioReady' : 'empty';
}

function audioView(row: AudioAssetRow): z.infer<typeof AudioAsset> {
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.fileName,
    mimeType: row.mimeType,
    sizeBytes: row.sizeBytes,
    durationSeconds: row.durationSeconds,
    sha256: row.sha256,
    ...(row.account === null ? {} : { account: row.account }),
    marks: row.marks,
    storedUntil: row.storedUntil?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}
