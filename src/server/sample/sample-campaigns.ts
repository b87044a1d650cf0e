import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { v5 } from 'uuid';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { SampleCampaign } from '#contract/campaigns.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { addFinishedAnalysis } from '#server/analyses/finished.ts';
import { addCampaign } from '#server/campaigns/campaigns.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { addSession } from '#server/campaigns/sessions.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import type { Sound } from '#server/engines/audio/playback.ts';
import { notesSections } from '#server/engines/notes/sections.ts';
import { segmentPieces, wordsIn } from '#server/engines/transcripts/pieces.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { storeTextUnchecked } from '#server/platform/quotas.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { addFinishedRecording } from '#server/recordings/finished.ts';
import { publishTranscript, writeTranscript } from '#server/recordings/transcript-rows.ts';

export interface SampleSession {
  transcript: TranscriptDocument;
  results: Readonly<Record<DetailLevel, AnalysisResult>>;
  /** The notes as a game master left them. */
  edited: AnalysisResult;
  /** What a language model wrote of the same evening. */
  written: AnalysisResult;
  durationSeconds: number;
}

export type SampleCampaigns = ReturnType<typeof createSampleCampaigns>;

/** A UUID namespace of our own: a user gets one sample campaign, whichever tab requests it. */
const nameSpace = 'b5a1c1de-6d0e-4f5e-9d3e-0a4b6f2c8d11';

const placeOf = (name: string) => join(import.meta.dirname, name);

const TURNS_OF_TRIAL = 45;
/** Its first minutes, some 600 words: to measure how fast a language model reads and writes. */
export function trialText(): TranscriptDocument {
  const { transcript } = readSample();
  return { ...transcript, segments: transcript.segments.slice(0, TURNS_OF_TRIAL) };
}

const readSample = (): SampleSession => JSON.parse(readFileSync(placeOf('sample-session.json'), 'utf8'));
/** Made by `npm run sample:recording`, so that the first press on Play is heard at once. */
const readSound = (): Sound => JSON.parse(readFileSync(placeOf('sound.json'), 'utf8'));

export function createSampleCampaigns(deps: {
  database: Database;
  files: Pick<AudioFiles, 'keep' | 'keepPlayback' | 'remove'>;
  notes: NotesService;
  clock: Clock;
}) {
  const { database, files, notes, clock } = deps;
  const recording = placeOf('recording.opus');

  async function found(orm: Orm, campaignId: string): Promise<SampleCampaign | null> {
    const [campaign] = await orm
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(eq(campaigns.id, campaignId));
    if (campaign === undefined) return null;
    const [session] = await orm
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.campaignId, campaignId))
      .orderBy(asc(sessions.position))
      .limit(1);
    return { campaignId, sessionId: session?.id ?? null };
  }

  async function addRecording(
    tx: Orm,
    sessionId: string,
    uploadId: string,
    bytes: Uint8Array,
    sample: SampleSession,
  ) {
    const now = clock.now();
    const fileName = 'the-quiet-bell.opus';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sizeBytes = bytes.byteLength;
    return addFinishedRecording(tx, {
      sessionId,
      uploadId,
      fileName,
      mimeType: 'audio/ogg',
      sizeBytes,
      durationSeconds: sample.durationSeconds,
      sha256,
      playback: readSound(),
      now,
    });
  }

  async function addTranscript(
    tx: Orm,
    sessionId: string,
    audioAssetId: string,
    { transcript }: SampleSession,
  ) {
    const identity = { id: newId(), sessionId, audioAssetId, createdAt: clock.now() };
    const { segments, ...head } = transcript;
    const wordCount = segments.reduce((sum, { text }) => sum + wordsIn(text), 0);
    const read = { head, segmentCount: segments.length, wordCount };
    await writeTranscript(tx, identity, read, segmentPieces(segments));
    await publishTranscript(tx, identity, { now: clock.now(), isCurrent: true });
    return identity.id;
  }

  async function fill(
    tx: Orm,
    userId: string,
    campaignId: string,
    uploadId: string,
    bytes: Uint8Array,
    sample: SampleSession,
  ) {
    const now = clock.now();
    const { brief, comprehensive } = sample.results;
    const { edited, written } = sample;
    const fields = { title: edited.title, playedAt: now.toISOString() };
    const { id: sessionId } = await addSession(tx, { userId, campaignId, fields, now });
    const audioAssetId = await addRecording(tx, sessionId, uploadId, bytes, sample);
    const transcriptId = await addTranscript(tx, sessionId, audioAssetId, sample);
    const of = { sessionId, userId, audioAssetId, transcriptId, durationSeconds: sample.durationSeconds };
    const add = (
      result: AnalysisResult,
      minutesAgo: number,
      more: { notesEngine?: string; writer?: NotesWriter; copiedToNotesAt?: Date } = {},
    ) =>
      addFinishedAnalysis(tx, {
        ...of,
        ...more,
        result,
        detailLevel: result.detailLevel,
        createdAt: new Date(now.getTime() - minutesAgo * 60_000),
      });
    await add(brief, 2);
    await add(written, 1, { notesEngine: 'an example of a language model', writer: 'service' });
    await add(comprehensive, 0, { copiedToNotesAt: now });
    const ofGameMaster = notesSections({ ...edited, kind: 'notes' });
    await notes.copyInto(
      tx,
      sessionId,
      ofGameMaster.map((section) => ({ ...section, source: 'mixed' })),
      'fillEmpty',
    );
    return sessionId;
  }

  return {
    async make(userId: string): Promise<SampleCampaign> {
      const campaignId = v5(userId, nameSpace);
      const known = await found(database.orm, campaignId);
      if (known !== null) return known;
      const sample = readSample();
      const bytes = await readFile(recording);
      const uploadId = newId();
      await files.keep(uploadId, recording);
      await files.keepPlayback(uploadId, placeOf('playback.mp3'));
      const made = await database.transaction(async (tx): Promise<SampleCampaign | null> => {
        await storeTextUnchecked(tx);
        const now = clock.now();
        const isNew = await addCampaign(tx, {
          id: campaignId,
          userId,
          fields: {
            title: 'The Quiet Bell (sample)',
            description:
              'A made-up evening, to look around in: hear a line, correct a name, share the notes. Delete it whenever you like.',
            language: 'en',
          },
          now,
        });
        if (!isNew) return null;
        return { campaignId, sessionId: await fill(tx, userId, campaignId, uploadId, bytes, sample) };
      });
      if (made !== null) return made;
      await files.remove(uploadId);
      return (await found(database.orm, campaignId)) ?? { campaignId, sessionId: null };
    },
  };
}
