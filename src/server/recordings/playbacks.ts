import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Playback, type PlayedOriginal, playPlayback } from '#contract/playbacks.ts';
import type { SessionLanes, SoundLanes } from '#contract/sound-lanes.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { AudioError } from '#server/engines/audio/errors.ts';
import { type Sound, writePlayback } from '#server/engines/audio/playback.ts';
import { unsilenced, voiceErasures } from '#server/erasure/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { areFilesUnavailable } from '#server/platform/files/port.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import type { Job } from '#server/platform/job-queue.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from './audio-files.ts';
import { type AudioAssetRow, currentAudio } from './material.ts';
import { isMissing } from './missing-recordings.ts';
import { hasRunningAnalysis } from './running-analyses.ts';
import { audioAssets, playbacks } from './tables.ts';

export const playbackJob = 'make-playback';
/** For a full disk, say; a recording that cannot be decoded is not retried. */
export const playbackJobRetries = 5;

export interface PlaybackJobData {
  uploadId: string;
}

/** Playbacks made before there were lanes are made again, while users hear the earlier file. */
const needsMaking = ({ state, lanes }: typeof playbacks.$inferSelect) =>
  state === 'preparing' || (state === 'ready' && lanes === null);
const isUnmade = and(inArray(playbacks.state, ['preparing', 'ready']), isNull(playbacks.lanes));

/** They could not be made: they are not tried again. */
const noLanes: SoundLanes = { binSeconds: 1, loudness: [], marks: [] };

const KEY_LASTS_MS = 3_600_000;

const Key = z.object({
  userId: z.uuid(),
  uploadId: z.uuid(),
  until: z.number(),
  /** The recording itself, not its playback. */
  isOriginal: z.boolean().optional(),
});

interface OpenPlayback {
  size: number;
  mimeType: string;
  /** Changes with the bytes. */
  etag: string;
  bytes(start: number, end: number): AsyncGenerator<Uint8Array>;
  secondsLeft: number;
}

export type Playbacks = ReturnType<typeof createPlaybacks>;

export function createPlaybacks(
  deps: Pick<Shared, 'database' | 'queue' | 'secrets' | 'clock' | 'log'> & { files: AudioFiles },
) {
  const { database, files, queue, secrets, clock, log } = deps;

  const contextOf = (sessionId: string) => `playback of ${sessionId}`;

  async function rowOf(orm: Orm, uploadId: string) {
    const [row] = await orm.select().from(playbacks).where(eq(playbacks.uploadId, uploadId));
    return row ?? null;
  }

  async function storedAsset(orm: Orm, uploadId: string): Promise<AudioAssetRow | null> {
    const isStored = and(eq(audioAssets.uploadId, uploadId), isNull(audioAssets.deletedAt));
    const [asset] = await orm.select().from(audioAssets).where(isStored);
    return asset ?? null;
  }

  /** It then cannot be played until the voice is silenced. */
  async function hasErasedVoice(orm: Orm, uploadId: string): Promise<boolean> {
    const [row] = await orm
      .select({ id: voiceErasures.id })
      .from(voiceErasures)
      .where(and(eq(voiceErasures.uploadId, uploadId), inArray(voiceErasures.sound, unsilenced)))
      .limit(1);
    return row !== undefined;
  }

  async function order(
    { userId, sessionId }: { userId: string; sessionId: string },
    uploadId: string,
    dueStates: readonly string[],
  ): Promise<void> {
    await database.transaction(async (tx) => {
      await lockSession(tx, sessionId);
      const row = await rowOf(tx, uploadId);
      if ((row !== null && !dueStates.includes(row.state)) || (await storedAsset(tx, uploadId)) === null)
        return;
      if (await hasErasedVoice(tx, uploadId)) return;
      const begun = { state: 'preparing', peaks: null, lanes: null } as const;
      await tx
        .insert(playbacks)
        .values({ uploadId, ...begun })
        .onConflictDoUpdate({ target: playbacks.uploadId, set: begun });
      await queue.send(tx, playbackJob, { uploadId }, { singletonKey: uploadId, owner: userId });
    });
  }

  function address(userId: string, sessionId: string, of: { uploadId: string; isOriginal?: true }) {
    const until = clock.now().getTime() + KEY_LASTS_MS;
    const key = secrets.seal(JSON.stringify({ userId, until, ...of }), contextOf(sessionId));
    const url = `${playPlayback.path.replace('{sessionId}', sessionId)}?key=${key}`;
    return { url, expiresAt: new Date(until).toISOString() };
  }

  async function originalOf(userId: string, audio: AudioAssetRow): Promise<{ original?: PlayedOriginal }> {
    const { sessionId, uploadId, durationSeconds, playsAs: mimeType } = audio;
    if (mimeType === null || (await hasErasedVoice(database.orm, uploadId))) return {};
    const addressed = address(userId, sessionId, { uploadId, isOriginal: true });
    return { original: { mimeType, durationSeconds, ...addressed } };
  }

  async function view(userId: string, sessionId: string, redone: readonly string[]): Promise<Playback> {
    await ownSession(database.orm, userId, sessionId);
    const audio = await currentAudio(database.orm, sessionId);
    if (audio === null) return { state: 'none' };
    if (audio.deletedAt !== null) return { state: 'deleted' };
    const { uploadId, durationSeconds } = audio;
    const row = await rowOf(database.orm, uploadId);
    if (row?.state === 'ready' && row.peaks !== null && (await files.playbackSize(uploadId)) !== null) {
      const addressed = address(userId, sessionId, { uploadId });
      return { state: 'ready', durationSeconds, peaks: row.peaks, ...addressed };
    }
    if (await isMissing(files, uploadId)) throw new Refusal('recordingMissing');
    const original = await originalOf(userId, audio);
    if (row?.state === 'failed' && !redone.includes('failed')) return { state: 'failed', ...original };
    if (row?.state !== 'preparing') await order({ userId, sessionId }, uploadId, redone);
    return { state: 'preparing', ...original };
  }

  async function openCopy(uploadId: string): Promise<Omit<OpenPlayback, 'secondsLeft'> | null> {
    const size = await files.playbackSize(uploadId);
    if (size === null || (await rowOf(database.orm, uploadId))?.state !== 'ready') return null;
    const bytes = (start: number, end: number) => files.readPlayback(uploadId, start, end);
    return { size, mimeType: 'audio/mpeg', etag: `"${uploadId}"`, bytes };
  }

  async function openOriginal({ uploadId, playsAs, sha256 }: AudioAssetRow) {
    const size = await files.size(uploadId);
    if (size === null || playsAs === null || (await hasErasedVoice(database.orm, uploadId))) return null;
    const bytes = (start: number, end: number) => files.readPart(uploadId, start, end);
    return { size, mimeType: playsAs, etag: `"${sha256}"`, bytes };
  }

  async function finish(asset: AudioAssetRow, made: Sound): Promise<void> {
    const { isStored, isSame } = await database.transaction(async (tx) => {
      await lockSession(tx, asset.sessionId);
      const stored = await storedAsset(tx, asset.uploadId);
      const isSame = stored?.sha256 === asset.sha256 && !(await hasErasedVoice(tx, asset.uploadId));
      if (isSame)
        await tx
          .update(playbacks)
          .set({ state: 'ready', ...made })
          .where(and(eq(playbacks.uploadId, asset.uploadId), isUnmade));
      return { isStored: stored !== null, isSame };
    });
    if (isSame) return;
    if (!isStored) return files.remove(asset.uploadId);
    await files.removePlayback(asset.uploadId);
    throw new Error('The recording was replaced while its playback was being made.');
  }

  async function fail(uploadId: string): Promise<void> {
    await database.orm
      .update(playbacks)
      .set({ state: 'failed' })
      .where(and(eq(playbacks.uploadId, uploadId), eq(playbacks.state, 'preparing')));
    // A playback from before there were lanes can still be heard.
    await database.orm
      .update(playbacks)
      .set({ lanes: noLanes })
      .where(and(eq(playbacks.uploadId, uploadId), isUnmade, eq(playbacks.state, 'ready')));
  }

  return {
    read: (userId: string, sessionId: string): Promise<Playback> => view(userId, sessionId, ['ready']),
    remake: (userId: string, sessionId: string): Promise<Playback> =>
      view(userId, sessionId, ['ready', 'failed']),

    /** Starts making the playback if it has none, or one without lanes. */
    async lanes(userId: string, sessionId: string): Promise<SessionLanes> {
      await ownSession(database.orm, userId, sessionId);
      const audio = await currentAudio(database.orm, sessionId);
      if (audio === null || audio.deletedAt !== null) return { state: 'none' };
      const { uploadId, durationSeconds } = audio;
      const row = await rowOf(database.orm, uploadId);
      if (row?.state === 'ready' && row.lanes !== null && row.lanes.loudness.length > 0)
        return { state: 'ready', durationSeconds, ...row.lanes };
      if (
        row?.state === 'failed' ||
        (row?.state === 'ready' && row.lanes !== null) ||
        (await isMissing(files, uploadId))
      )
        return { state: 'none' };
      if (row === null) await order({ userId, sessionId }, uploadId, []);
      else if (row.state === 'ready')
        await database.transaction((tx) =>
          queue.send(tx, playbackJob, { uploadId }, { singletonKey: uploadId, owner: userId }),
        );
      return { state: 'preparing' };
    },

    /** Everything made from the recordings stays. @throws Refusal notFound, analysisRunning */
    async deleteRecording(userId: string, sessionId: string): Promise<void> {
      const uploadIds = await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
        const deleted = await tx
          .update(audioAssets)
          .set({ deletedAt: clock.now(), introductions: [] })
          .where(and(eq(audioAssets.sessionId, sessionId), isNull(audioAssets.deletedAt)))
          .returning({ uploadId: audioAssets.uploadId });
        const ids = deleted.map(({ uploadId }) => uploadId);
        if (ids.length > 0) {
          await tx.delete(playbacks).where(inArray(playbacks.uploadId, ids));
          await forgetSoon(tx, clock);
        }
        return ids;
      });
      for (const uploadId of uploadIds) await files.remove(uploadId);
    },

    async open(sessionId: string, key: string): Promise<OpenPlayback> {
      const opened = secrets.open(key, contextOf(sessionId));
      if (opened === null) throw new Refusal('notFound');
      const { userId, uploadId, until, isOriginal = false } = Key.parse(JSON.parse(opened));
      const leftMs = until - clock.now().getTime();
      if (leftMs <= 0) throw new Refusal('playbackExpired');
      await ownSession(database.orm, userId, sessionId);
      const audio = await currentAudio(database.orm, sessionId);
      if (audio?.uploadId !== uploadId || audio.deletedAt !== null) throw new Refusal('notFound');
      const opening = isOriginal ? await openOriginal(audio) : await openCopy(uploadId);
      if (opening === null) throw new Refusal('notFound');
      return { ...opening, secondsLeft: Math.floor(leftMs / 1000) };
    },

    async make({ data: { uploadId }, signal, attempt }: Job<PlaybackJobData>): Promise<void> {
      const row = await rowOf(database.orm, uploadId);
      const asset = await storedAsset(database.orm, uploadId);
      if (row === null || !needsMaking(row) || asset === null) return;
      if (await hasErasedVoice(database.orm, uploadId)) return;
      const { durationSeconds, kind } = asset;
      const mixed = kind === 'multitrack' ? { tracks: asset.tracks.length } : {};
      try {
        const made = await files.withLocalFile(uploadId, (path) =>
          files.writePlayback(uploadId, (mp3Path) =>
            writePlayback(path, mp3Path, { durationSeconds, signal, ...mixed }),
          ),
        );
        await finish(asset, made);
      } catch (error) {
        if (signal.aborted || areFilesUnavailable(error)) throw error;
        const isLast = error instanceof AudioError || attempt >= playbackJobRetries;
        if (!isLast && (await files.size(uploadId)) !== null) throw error;
        log.error({ err: error, uploadId }, 'a playback could not be made');
        await fail(uploadId);
      }
    },

    async endAbandoned(): Promise<void> {
      const preparing = await database.orm
        .select({ uploadId: playbacks.uploadId })
        .from(playbacks)
        .where(eq(playbacks.state, 'preparing'));
      if (preparing.length === 0) return;
      const jobs = await queue.unfinished<PlaybackJobData>(playbackJob);
      const worked = new Set(jobs.map(({ uploadId }) => uploadId));
      for (const { uploadId } of preparing.filter((row) => !worked.has(row.uploadId))) {
        log.error({ uploadId }, 'a playback without a job ended');
        await fail(uploadId);
      }
    },
  };
}
