import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { castOf } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import { MOST_EVENINGS } from '#server/campaigns/known-voices.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { readParts } from '#server/engines/speech/chunk-reader.ts';
import { linkVoices } from '#server/engines/voices/cluster.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import { writtenPrint } from '#server/engines/voices/stored-print.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import type { AudioFiles } from './audio-files.ts';
import { audioAssets, isCurrentTranscript, segments, transcripts, voicePrints } from './tables.ts';
import { agreedIn, campaignOf, type LearnedVoice } from './voice-prints.ts';

/** The latest that are looked at for people who agreed. */
const MOST_SESSIONS = 20;
const MOST_LINES = 12;
const LEAST_MS = 500;
const LONGEST_MS = 10_000;

interface Taught extends Omit<LearnedVoice, 'print' | 'taughtBy'> {
  audioAssetId: string | null;
}

/**
 * How those who agreed sound, from recordings of other sessions in which the game master said who they are. Only their lines are measured, and
 * only if they are not those that were measured before. A recording that is gone teaches nothing new; what fails is logged, and tried again at the
 * next analysis.
 */
export async function learnVoices(options: {
  orm: Orm;
  files: AudioFiles;
  engine: VoicesEngine;
  sessionId: string;
  signal: AbortSignal;
  log: Pick<Logger, 'warn'>;
}): Promise<LearnedVoice[]> {
  const { orm, sessionId, signal } = options;
  const learned: LearnedVoice[] = [];
  for (const taught of await taughtIn(orm, sessionId)) {
    const lines = await longestLines(orm, taught);
    const taughtBy = lines.map(({ startMs, endMs }) => `${startMs}-${endMs}`).join();
    const [row] = await orm
      .select({ centres: voicePrints.centres })
      .from(voicePrints)
      .where(eq(voicePrints.transcriptId, taught.transcriptId));
    const before = row?.centres[taught.speakerId];
    const print =
      before?.taughtBy === taughtBy
        ? before.print
        : await printOf(taught, lines, options).catch((err: unknown) => {
            signal.throwIfAborted();
            const { transcriptId, speakerId } = taught;
            options.log.warn(
              { code: 'voiceNotLearned', err, transcriptId, speakerId },
              'a voice was not learned',
            );
            return null;
          });
    const known = print === null ? before : { print, taughtBy };
    if (known === undefined) continue;
    const { transcriptId, speakerId, personId } = taught;
    learned.push({ transcriptId, speakerId, personId, ...known });
  }
  return learned;
}

/** Of each person who agreed the latest evenings. */
async function taughtIn(orm: Orm, sessionId: string): Promise<Taught[]> {
  const campaignId = await campaignOf(orm, sessionId);
  const agreed = campaignId === null ? new Set<string>() : await agreedIn(orm, campaignId);
  if (campaignId === null || agreed.size === 0) return [];
  const cast = await castOf(orm, campaignId);
  const evenings = await orm
    .select({
      transcriptId: transcripts.id,
      sessionId: transcripts.sessionId,
      speakers: transcripts.speakers,
      audioAssetId: transcripts.audioAssetId,
    })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        ne(sessions.id, sessionId),
        eq(transcripts.source, 'speech'),
        isCurrentTranscript,
      ),
    )
    .orderBy(desc(transcripts.createdAt))
    .limit(MOST_SESSIONS);
  const found = new Map<string, number>();
  return evenings.flatMap(({ speakers, sessionId: heardIn, ...evening }) =>
    speakers.flatMap(({ id: speakerId, label }) => {
      const person = whoIs(cast, heardIn, label)?.person;
      if (person == null || !agreed.has(person.id)) return [];
      const count = (found.get(person.id) ?? 0) + 1;
      found.set(person.id, count);
      return count > MOST_EVENINGS ? [] : [{ ...evening, speakerId, personId: person.id }];
    }),
  );
}

interface Line {
  startMs: number;
  endMs: number;
}

/** In the order of their times. */
async function longestLines(orm: Orm, { transcriptId, speakerId }: Taught): Promise<Line[]> {
  const lines = await orm
    .select({ startMs: segments.startMs, endMs: segments.endMs })
    .from(segments)
    .where(and(eq(segments.transcriptId, transcriptId), eq(segments.speakerId, speakerId)))
    .orderBy(desc(sql`${segments.endMs} - ${segments.startMs}`), segments.ordinal)
    .limit(MOST_LINES);
  return lines
    .filter(({ startMs, endMs }) => endMs - startMs >= LEAST_MS)
    .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, startMs + LONGEST_MS) }))
    .toSorted((one, other) => one.startMs - other.startMs);
}

async function printOf(
  { audioAssetId }: Taught,
  lines: readonly Line[],
  { orm, files, engine, signal }: { orm: Orm; files: AudioFiles; engine: VoicesEngine; signal: AbortSignal },
): Promise<string | null> {
  if (audioAssetId === null || lines.length === 0) return null;
  const [audio] = await orm
    .select({ uploadId: audioAssets.uploadId, kind: audioAssets.kind })
    .from(audioAssets)
    .where(
      and(
        eq(audioAssets.id, audioAssetId),
        isNull(audioAssets.deletedAt),
        ne(audioAssets.kind, 'multitrack'),
      ),
    );
  if (audio === undefined || (await files.size(audio.uploadId)) === null) return null;
  return files.withLocalFile(audio.uploadId, async (path) => {
    const parts = await readParts(path, lines, signal);
    await engine.prepare({ signal, progress: () => {} });
    const prints = await engine.prints(parts, { signal });
    // Most of a person's lines are theirs.
    const [voice] = linkVoices(
      prints.flatMap((print, at) =>
        print === null ? [] : [{ print, milliseconds: parts[at]?.length ?? 0 }],
      ),
    ).voices(null);
    return voice === undefined ? null : writtenPrint(voice.print);
  });
}
