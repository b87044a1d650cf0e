import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { VoiceSheet } from '#contract/voices.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import type { RoomTexts } from '#server/campaigns/room-texts.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { SessionRow } from '#server/campaigns/tables.ts';
import { AudioError } from '#server/engines/audio/errors.ts';
import { copyTracks } from '#server/engines/audio/merge-archive.ts';
import { silencedSpans, writeSilenced } from '#server/engines/audio/silence.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { sha256OfFile } from '#server/platform/file-hash.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job, JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { storeTextUnchecked } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import {
  deleteErasedLines,
  isNothing,
  type PlannedErasure,
  planErasure,
  writeErasure,
} from '#server/recordings/erase-lines.ts';
import {
  type AudioAssetRow,
  currentAudio,
  currentTranscript,
  type TranscriptRow,
} from '#server/recordings/material.ts';
import { forgetPlayback, rewritten } from '#server/recordings/rewritten.ts';
import { hasRunningAnalysis } from '#server/recordings/running-analyses.ts';
import { audioAssets, segments } from '#server/recordings/tables.ts';
import { eraseEverywhere } from './erase-everywhere.ts';
import { type SpokenWords, spokenWords } from './spoken-words.ts';
import { type VoiceErasureRow, voiceErasures } from './tables.ts';

export const silenceJob = 'silence-voices';
export const silenceJobRetries = 5;

export interface SilenceJobData {
  uploadId: string;
}

const MOST_TRIES = 4;

interface PlannedForUser {
  userId: string;
  transcript: TranscriptRow;
  speaker: { id: string; label: string };
  planned: PlannedErasure;
  words: SpokenWords;
  isFirst: boolean;
}

export type Voices = ReturnType<typeof createVoices>;

export function createVoices(deps: {
  database: Database;
  files: AudioFiles;
  texts: readonly RoomTexts[];
  queue: JobQueue;
  clock: Clock;
  log: Logger;
}) {
  const { database, files, queue, clock, log } = deps;

  async function sheet(session: SessionRow): Promise<VoiceSheet> {
    const { orm } = database;
    const transcript = await currentTranscript(orm, session.id);
    const erased = await orm
      .select()
      .from(voiceErasures)
      .where(eq(voiceErasures.sessionId, session.id))
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
    and(eq(voiceErasures.uploadId, uploadId), eq(voiceErasures.sound, 'silencing'));

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

  async function finish(tx: Orm, ids: string[], sound: 'silenced' | 'failed'): Promise<void> {
    await tx.update(voiceErasures).set({ sound }).where(inArray(voiceErasures.id, ids));
  }

  /** @returns null if something changed since the erasure was planned */
  async function writePlanned(
    tx: Orm,
    { userId, transcript, speaker, planned, words, isFirst }: PlannedForUser,
  ): Promise<{ uploadId: string | null } | null> {
    const { sessionId } = transcript;
    await storeTextUnchecked(tx);
    const held = await ownSession(tx, userId, sessionId, { forUpdate: true });
    if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
    if (!(await writeErasure(tx, planned))) return null;
    const { lines } = planned;
    await eraseEverywhere(tx, deps.texts, held, lines, words, clock.now());
    await forgetSoon(tx, clock);
    if (!isFirst) return { uploadId: null };
    const audio = await currentAudio(tx, sessionId);
    const stored = audio?.deletedAt === null ? audio : null;
    const uploadId = stored !== null && stored.id === transcript.audioAssetId ? stored.uploadId : null;
    await tx.insert(voiceErasures).values({
      id: newId(),
      sessionId,
      uploadId,
      speakerId: speaker.id,
      label: speaker.label,
      lineCount: lines.lineCount,
      seconds: lines.spans.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0) / 1000,
      spans: lines.spans,
      sound: stored === null ? 'none' : uploadId === null ? 'untouched' : 'silencing',
      erasedAt: clock.now(),
    });
    if (uploadId !== null) {
      await forgetPlayback(tx, uploadId);
      await queueSilencing(tx, uploadId);
    }
    return { uploadId };
  }

  return {
    read: async (userId: string, sessionId: string): Promise<VoiceSheet> =>
      sheet(await ownSession(database.orm, userId, sessionId)),

    /** @throws Refusal notFound, voiceUnknown, analysisRunning, conflict if the session keeps being changed */
    async erase(
      userId: string,
      sessionId: string,
      { transcriptId, speakerId }: { transcriptId: string; speakerId: string },
    ): Promise<VoiceSheet> {
      const held = await ownSession(database.orm, userId, sessionId);
      const transcript = await currentTranscript(database.orm, sessionId);
      const speaker = transcript?.speakers.find(({ id }) => id === speakerId);
      if (transcript === null || transcript.id !== transcriptId || speaker === undefined)
        throw new Refusal('voiceUnknown');
      let isFirst = true;
      // Whoever edits meanwhile may bring back words of the lines that are being deleted.
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const planned = await planErasure(database.orm, transcript, speaker);
        if (!isFirst && isNothing(planned)) return sheet(held);
        const words = await spokenWords(planned.lines.erasedTexts, planned.lines.keptTexts);
        const written = await database.transaction((tx) =>
          writePlanned(tx, { userId, transcript, speaker, planned, words, isFirst }),
        );
        if (written === null) continue;
        isFirst = false;
        await deleteErasedLines(database, sessionId);
        if (written.uploadId !== null) await files.removePlayback(written.uploadId);
      }
      if (isFirst)
        throw new Refusal('conflict', { message: 'This session is being changed. Try again in a moment.' });
      return sheet(held);
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
      const rows = await database.orm
        .selectDistinct({ uploadId: voiceErasures.uploadId })
        .from(voiceErasures)
        .where(eq(voiceErasures.sound, 'silencing'));
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
