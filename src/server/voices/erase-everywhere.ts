import { eq } from 'drizzle-orm';
import type { Erased } from '#server/campaigns/erase-from-texts.ts';
import type { Erasing, RoomTexts } from '#server/campaigns/room-texts.ts';
import { type SessionRow, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { ErasedLines } from '#server/recordings/erase-lines.ts';
import type { SpokenWords } from './spoken-words.ts';

/** Cleans the texts of all rooms. The session is locked.
 * @param words what only the voice said */
export async function eraseEverywhere(
  tx: Orm,
  rooms: readonly RoomTexts[],
  session: SessionRow,
  lines: ErasedLines,
  words: SpokenWords,
  now: Date,
): Promise<void> {
  const all = [...lines.transcripts.values()];
  /** Notes don't say which transcript their evidence is from. */
  const here: Erased = {
    isGone: (id) => all.some(({ goneIds }) => goneIds.has(id)),
    spanOf: () => undefined,
    isVoice: () => false,
    repeats: words.repeats,
  };
  const elsewhere: Erased = {
    isGone: () => false,
    isVoice: () => false,
    spanOf: () => undefined,
    repeats: words.repeatsAtLength,
  };
  const inResultsOf = (transcriptId: string | null): Erased => {
    const transcript = lines.transcripts.get(transcriptId ?? '');
    return {
      isGone: (id) => transcript?.goneIds.has(id) === true,
      spanOf: (id) => transcript?.kept.get(id),
      isVoice: (id) => transcript?.voiceIds.has(id) === true,
      repeats: words.repeats,
    };
  };
  const repeatsIn = (value: unknown, repeats: Erased['repeats']): boolean =>
    typeof value === 'string'
      ? repeats(value)
      : typeof value === 'object' &&
        value !== null &&
        Object.values(value).some((each) => repeatsIn(each, repeats));

  const own = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.campaignId, session.campaignId));
  const from = (sessionId: string) => (sessionId === session.id ? here : elsewhere);
  const erasing: Erasing = {
    session,
    sessionIds: own.map(({ id }) => id),
    from,
    fromResult: (sessionId, transcriptId) =>
      sessionId === session.id ? inResultsOf(transcriptId) : elsewhere,
    repeats: (sessionId, value) => repeatsIn(value, from(sessionId).repeats),
    isGoneLine: (transcriptId, ordinal) =>
      lines.transcripts.get(transcriptId)?.goneOrdinals.has(ordinal) === true,
    now,
  };
  for (const { erase } of rooms) await erase?.(tx, erasing);
}
