import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { IntakeAnswers } from '#contract/intake-account.ts';
import type { Warning } from '#contract/transcript.ts';
import type { listSegments, Transcript } from '#contract/transcripts.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { shownSpeakers, whoIs } from '#server/campaigns/cast-rules.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Cast } from '#server/campaigns/tables.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import { TranscriptImportError, undecided } from '#server/engines/transcripts/errors.ts';
import { transcriptLimits } from '#server/engines/transcripts/limits.ts';
import { newId } from '#server/platform/ids.ts';
import { importing } from '#server/platform/quotas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { ThreadFailure } from '#server/platform/threads/thread-pool.ts';
import type { TranscriptRow } from './material.ts';
import { hasRunningAnalysis } from './running-analyses.ts';
import { transcripts } from './tables.ts';
import { type EditsInForce, editsInForce } from './transcript-edits.ts';
import { publishTranscript, removeTranscript, selectSegments, writeTranscript } from './transcript-rows.ts';

type SegmentPage = z.infer<(typeof listSegments.responses)[200]>;

export type Transcripts = ReturnType<typeof createTranscripts>;

export function createTranscripts(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    threads: Pick<Threads, 'readTranscript'>;
    most: number;
  },
) {
  const { database, threads, clock, log, most } = deps;

  async function own(userId: string, transcriptId: string): Promise<TranscriptRow & { campaignId: string }> {
    const [row] = await database.orm.select().from(transcripts).where(eq(transcripts.id, transcriptId));
    if (row === undefined || !row.complete) throw new Refusal('notFound');
    const { campaignId } = await ownSession(database.orm, userId, row.sessionId);
    return { ...row, campaignId };
  }

  async function read(userId: string, transcriptId: string): Promise<Transcript> {
    const { campaignId, ...row } = await own(userId, transcriptId);
    return view(row, await castOf(database.orm, campaignId), await editsInForce(database.orm, transcriptId));
  }

  async function importNow(
    userId: string,
    sessionId: string,
    bytes: Uint8Array<ArrayBuffer>,
    /** `asks`: nothing is kept while a question is open, not even with what we would assume. */
    { name, answers, asks }: { name: string | null; answers: IntakeAnswers; asks: boolean },
  ): Promise<Transcript> {
    await ownSession(database.orm, userId, sessionId);
    if (await hasRunningAnalysis(database.orm, [sessionId])) throw new Refusal('analysisRunning');
    const identity = { id: newId(), sessionId, audioAssetId: null, createdAt: clock.now() };
    try {
      await threads.readTranscript(bytes, { fileName: name, answers, owner: userId }, (read, pieces) => {
        const open = read.account?.questions.filter(({ id }) => !Object.hasOwn(answers, id)) ?? [];
        if (asks && open.length > 0) throw undecided(open);
        return writeTranscript(database.orm, identity, read, pieces);
      });
      await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        if (await hasRunningAnalysis(tx, [sessionId])) throw new Refusal('analysisRunning');
        await publishTranscript(tx, identity, { now: clock.now(), isCurrent: true });
      });
    } catch (error) {
      await removeTranscript(database, identity.id).catch((cause: unknown) =>
        log.warn({ err: cause }, 'an incomplete transcript is left to housekeeping'),
      );
      await ownSession(database.orm, userId, sessionId);
      throw refusalOf(error);
    }
    return read(userId, identity.id);
  }

  return {
    import: (...wanted: Parameters<typeof importNow>) =>
      importing(database.locks, { userId: wanted[0], most }, () => importNow(...wanted)),

    read,

    async segments(
      userId: string,
      transcriptId: string,
      page: { from: number; limit: number },
    ): Promise<SegmentPage> {
      const { segmentCount, erasedCount } = await own(userId, transcriptId);
      const { grown } = await editsInForce(database.orm, transcriptId);
      const next = page.from + page.limit;
      return {
        segments: await selectSegments(database.orm, transcriptId, page),
        segmentCount: segmentCount + grown - erasedCount,
        next: next < segmentCount ? next : null,
      };
    },
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof TranscriptImportError)
    return new Refusal(error.code, {
      message: error.message,
      ...(error.limit === null ? {} : { details: error.limit }),
      ...(error.questions.length === 0 ? {} : { details: { questions: error.questions } }),
    });
  if (!(error instanceof ThreadFailure)) return error;
  if (error.reason === 'closed') return new Refusal('unavailable');
  return new Refusal('transcriptUnreadable', {
    message: `We could not read this transcript: ${failureWords[error.reason]} Split it into smaller files.`,
  });
}

const failureWords = {
  timeLimit: `reading it took longer than ${transcriptLimits.seconds} seconds.`,
  outOfMemory: 'it needs too much memory to read.',
  crashed: 'our reader stopped.',
};

function view(row: TranscriptRow, cast: Cast, { grown, ...edits }: EditsInForce): Transcript {
  return {
    id: row.id,
    sessionId: row.sessionId,
    source: row.source,
    timing: row.timing,
    engine: row.engine,
    language: row.language,
    durationMs: row.durationMs,
    speakers: shownSpeakers(cast, row.sessionId, row.speakers),
    segmentCount: row.segmentCount + grown - row.erasedCount,
    wordCount: row.wordCount,
    warnings: [...row.warnings, ...knownSpeakers(row, cast)],
    account: row.account,
    ...edits,
    createdAt: row.createdAt.toISOString(),
  };
}

function knownSpeakers({ sessionId, speakers }: TranscriptRow, cast: Cast): Warning[] {
  const known = speakers.flatMap(({ label }) => {
    const found = whoIs(cast, sessionId, label);
    if (found?.source !== 'known' || found.person === null) return [];
    const { player, role } = found.person;
    if (role === 'gm') return `${player} is the game master`;
    return found.character === null ? player : `${player} plays ${found.character}`;
  });
  if (known.length === 0) return [];
  const message = `Known from this campaign: ${known.join(', ')}. Change it under “Who is who”.`;
  return [{ code: 'speakersKnown', message, startMs: null, endMs: null }];
}
