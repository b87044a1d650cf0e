import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { present } from '#contract/unknown-values.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import { settleTexts, textsLock } from '#server/campaigns/all-texts.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import type { Erasing, RoomTexts } from '#server/campaigns/room-texts.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { type SessionRow, sessions } from '#server/campaigns/tables.ts';
import { AudioError } from '#server/engines/audio/errors.ts';
import { copyTracks } from '#server/engines/audio/merge-archive.ts';
import { silencedSpans, writeSilenced } from '#server/engines/audio/silence.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { sha256OfFile } from '#server/platform/file-hash.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { storeTextUnchecked } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { findLines } from '#server/recordings/erase-lines.ts';
import { type AudioAssetRow, currentAudio, currentTranscript } from '#server/recordings/material.ts';
import { forgetPlayback, rewritten } from '#server/recordings/rewritten.ts';
import { hasRunningAnalysis } from '#server/recordings/running-analyses.ts';
import { audioAssets, segments, transcripts } from '#server/recordings/tables.ts';
import { forgetErasedVoice } from '#server/recordings/voice-prints.ts';
import { eraseEverywhere } from './erase-everywhere.ts';
import { type VoiceErasureRow, voiceErasures } from './tables.ts';

export const silenceJob = 'silence-voices';
export const silenceJobRetries = 5;

export interface SilenceJobData {
  uploadId: string;
}

export type Voices = ReturnType<typeof createVoices>;

export function createVoices(
  deps: Pick<Shared, 'database' | 'queue' | 'mail' | 'clock' | 'log'> & {
    files: AudioFiles;
    texts: readonly RoomTexts[];
  },
) {
  const { database, files, queue, clock, log } = deps;
  const { locks } = database;

  async function sheet(session: SessionRow): Promise<VoiceSheet> {
    const { orm } = database;
    const transcript = await currentTranscript(orm, session.id);
    const erased = await orm
      .select()
      .from(voiceErasures)
      .where(and(eq(voiceErasures.sessionId, session.id), isNull(voiceErasures.working)))
      .orderBy(desc(voiceErasures.erasedAt), desc(voiceErasures.id));
    return {
      transcriptId: transcript?.id ?? null,
      voices:
        transcript === null
          ? []
          : await heardIn(
              orm,
              transcript.id,
              shownSpeakers(await castOf(orm, session.campaignId), session.id, transcript.speakers),
            ),
      erased: erased.map(({ id, label, lineCount, seconds, sound, erasedAt }) => ({
        id,
        label,
        lineCount,
        seconds,
        sound,
        erasedAt: erasedAt.toISOString(),
      })),
    };
  }

  async function queueSilencing(tx: Orm, uploadId: string): Promise<void> {
    await queue.send(tx, silenceJob, { uploadId }, { singletonKey: uploadId });
  }

  const waiting = (uploadId: string) =>
    and(
      eq(voiceErasures.uploadId, uploadId),
      eq(voiceErasures.sound, 'silencing'),
      isNull(voiceErasures.working),
    );

  async function storedAsset(uploadId: string): Promise<AudioAssetRow | null> {
    const [asset] = await database.orm
      .select()
      .from(audioAssets)
      .where(and(eq(audioAssets.uploadId, uploadId), isNull(audioAssets.deletedAt)));
    return asset ?? null;
  }

  async function silenceRecording(
    asset: AudioAssetRow,
    rows: readonly VoiceErasureRow[],
    signal: AbortSignal,
  ): Promise<void> {
    const { uploadId } = asset;
    const kept = asset.tracks.flatMap(({ name }, track) =>
      rows.some(({ label }) => label === name) ? [] : [track],
    );
    // A track is one voice: it goes completely, including what is in no line.
    const ownTracks =
      asset.kind === 'multitrack' &&
      kept.length > 0 &&
      rows.every(({ label }) => asset.tracks.some(({ name }) => name === label));
    const mix =
      asset.kind === 'multitrack' ? { tracks: asset.tracks.length, seconds: asset.durationSeconds } : null;
    const spans = silencedSpans(rows.flatMap((row) => row.spans));
    const sha256 = await files.rewrite(uploadId, async (from, to) => {
      if (ownTracks) await copyTracks(from, to, { tracks: kept, signal });
      else await writeSilenced(from, to, { spans, mix, signal });
      return sha256OfFile(to, signal);
    });
    const written = ownTracks
      ? { tracks: kept.flatMap((track) => asset.tracks[track] ?? []) }
      : {
          kind: 'single' as const,
          tracks: [],
          mimeType: 'audio/flac',
          fileName: `${asset.fileName.replace(/\.[^.]{1,5}$/u, '')}.flac`,
        };
    const sizeBytes = await files.size(uploadId);
    const isStored = await database.transaction(async (tx) => {
      const isStored = await rewritten(tx, uploadId, {
        sha256,
        ...(sizeBytes === null ? {} : { sizeBytes }),
        ...written,
      });
      await finish(
        tx,
        rows.map(({ id }) => id),
        'silenced',
      );
      return isStored;
    });
    if (!isStored) await files.remove(uploadId);
  }

  async function begin(
    userId: string,
    sessionId: string,
    { transcriptId, speakerId }: { transcriptId: string; speakerId: string },
  ): Promise<VoiceErasureRow> {
    return database.transaction(async (tx) => {
      await ownSession(tx, userId, sessionId, { forUpdate: true });
      if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
      const transcript = await currentTranscript(tx, sessionId);
      const speaker = transcript?.speakers.find(({ id }) => id === speakerId);
      if (transcript === null || transcript.id !== transcriptId || speaker === undefined)
        throw new Refusal('voiceUnknown');
      const audio = await currentAudio(tx, sessionId);
      const stored = audio?.deletedAt === null ? audio : null;
      const silenced = stored !== null && stored.id === transcript.audioAssetId ? stored.uploadId : null;
      const [row] = await tx
        .insert(voiceErasures)
        .values({
          id: newId(),
          sessionId,
          uploadId: silenced,
          speakerId,
          label: speaker.label,
          lineCount: 0,
          seconds: 0,
          spans: [],
          sound: stored === null ? 'none' : silenced === null ? 'untouched' : 'silencing',
          erasedAt: clock.now(),
          working: transcriptId,
        })
        .returning();
      return present(row, 'new erasure');
    });
  }

  /** In short transactions, also after a crash. The caller has the lock. */
  async function complete(session: SessionRow, row: VoiceErasureRow): Promise<void> {
    const { orm } = database;
    const { id, speakerId, label, uploadId, erasedAt } = row;
    const { userId, campaignId } = session;
    const which = eq(voiceErasures.id, id);
    const write: Erasing['write'] = async (sessionId, work) => {
      const done = await database.transaction(async (tx) => {
        await storeTextUnchecked(tx);
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        if (sessionId !== null) await lockSession(tx, sessionId);
        return work(tx);
      });
      await breath();
      return done;
    };
    const [transcript] = await orm
      .select()
      .from(transcripts)
      .where(eq(transcripts.id, row.working ?? ''));
    if (transcript !== undefined) {
      const isCounted = row.lineCount > 0;
      const lines = await findLines(orm, transcript, { id: speakerId, label }, isCounted ? row.spans : null);
      const { lineCount, spans } = lines;
      const seconds = spans.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0) / 1000;
      if (!isCounted)
        await orm
          .update(voiceErasures)
          .set({ lineCount, seconds, spans: [...spans] })
          .where(which);
      await eraseEverywhere(orm, deps.texts, { session, lines, now: erasedAt, write });
    }
    await write(session.id, async (tx) => {
      await forgetErasedVoice(tx, session, { transcriptId: row.working, speakerId, label }, clock.now());
      await deps.mail.forget?.(tx, ({ quotes }) => quotes === campaignId);
      await tx.update(voiceErasures).set({ working: null }).where(which);
      await forgetSoon(tx, clock);
      if (uploadId === null) return;
      await forgetPlayback(tx, uploadId);
      await queueSilencing(tx, uploadId);
    });
    if (uploadId !== null) await files.removePlayback(uploadId);
  }

  /** What a crash or a failure cut short. The caller has the lock. */
  async function settle(campaignId: string): Promise<void> {
    const rows = await database.orm
      .select({ erasure: voiceErasures, session: sessions })
      .from(voiceErasures)
      .innerJoin(sessions, eq(sessions.id, voiceErasures.sessionId))
      .where(and(eq(sessions.campaignId, campaignId), isNotNull(voiceErasures.working)));
    for (const { session, erasure } of rows) await complete(session, erasure);
  }

  async function finish(tx: Orm, ids: string[], sound: 'silenced' | 'failed'): Promise<void> {
    await tx.update(voiceErasures).set({ sound }).where(inArray(voiceErasures.id, ids));
  }

  return {
    read: async (userId: string, sessionId: string): Promise<VoiceSheet> =>
      sheet(await ownSession(database.orm, userId, sessionId)),

    /** @throws Refusal notFound, voiceUnknown, analysisRunning */
    async erase(
      userId: string,
      sessionId: string,
      asked: { transcriptId: string; speakerId: string },
    ): Promise<VoiceSheet> {
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      return locks.run(textsLock(campaignId), async () => {
        await settle(campaignId);
        const session = await ownSession(database.orm, userId, sessionId);
        await complete(session, await begin(userId, sessionId, asked));
        return sheet(session);
      });
    },

    async silence(userId: string, sessionId: string): Promise<VoiceSheet> {
      const session = await database.transaction(async (tx) => {
        const held = await ownSession(tx, userId, sessionId, { forUpdate: true });
        const failed = await tx
          .update(voiceErasures)
          .set({ sound: 'silencing' })
          .where(and(eq(voiceErasures.sessionId, sessionId), eq(voiceErasures.sound, 'failed')))
          .returning({ uploadId: voiceErasures.uploadId });
        for (const uploadId of new Set(failed.flatMap(({ uploadId: id }) => id ?? [])))
          await queueSilencing(tx, uploadId);
        return held;
      });
      return sheet(session);
    },

    async work({ data: { uploadId }, signal, attempt }: Job<SilenceJobData>): Promise<void> {
      // Another voice may be erased meanwhile.
      for (;;) {
        const rows = await database.orm.select().from(voiceErasures).where(waiting(uploadId));
        if (rows.length === 0) return;
        const ids = rows.map(({ id }) => id);
        const asset = await storedAsset(uploadId);
        if (asset === null) {
          await finish(database.orm, ids, 'silenced');
          return;
        }
        try {
          await silenceRecording(asset, rows, signal);
        } catch (error) {
          const isLast = error instanceof AudioError || attempt >= silenceJobRetries;
          if (signal.aborted || areFilesUnavailable(error) || !isLast) throw error;
          log.error({ err: error, uploadId }, 'an erased voice could not be silenced in the recording');
          await finish(database.orm, ids, 'failed');
          return;
        }
      }
    },

    async resume(): Promise<void> {
      const begun = await database.orm
        .selectDistinct({ campaignId: sessions.campaignId })
        .from(voiceErasures)
        .innerJoin(sessions, eq(sessions.id, voiceErasures.sessionId))
        .where(isNotNull(voiceErasures.working));
      await settleTexts(
        locks,
        begun.map(({ campaignId }) => campaignId),
        settle,
      );
      const rows = await database.orm
        .selectDistinct({ uploadId: voiceErasures.uploadId })
        .from(voiceErasures)
        .where(and(eq(voiceErasures.sound, 'silencing'), isNull(voiceErasures.working)));
      if (rows.length === 0) return;
      const jobs = await queue.unfinished<SilenceJobData>(silenceJob);
      const worked = new Set(jobs.map((job) => job.uploadId));
      for (const { uploadId } of rows)
        if (uploadId !== null && !worked.has(uploadId)) await queueSilencing(database.orm, uploadId);
    },
  };
}

async function heardIn(
  orm: Orm,
  transcriptId: string,
  speakers: readonly { id: string; label: string }[],
): Promise<VoiceSheet['voices']> {
  const counted = await orm
    .select({
      speakerId: segments.speakerId,
      lineCount: sql<number>`count(*)::int`,
      seconds: sql<number>`sum(greatest(0, ${segments.endMs} - ${segments.startMs}))::float8 / 1000`,
    })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .groupBy(segments.speakerId);
  return speakers
    .map(({ id, label }) => {
      const found = counted.find(({ speakerId }) => speakerId === id);
      return { speakerId: id, label, lineCount: found?.lineCount ?? 0, seconds: found?.seconds ?? 0 };
    })
    .sort((one, other) => other.seconds - one.seconds || other.lineCount - one.lineCount);
}
