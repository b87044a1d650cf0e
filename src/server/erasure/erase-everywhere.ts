import { eq } from 'drizzle-orm';
import type { CastPerson } from '#contract/speakers.ts';
import { castDocument } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import type { Erased } from '#server/campaigns/erase-from-texts.ts';
import { createIsTheirs, type IsTheirs } from '#server/campaigns/erased-names.ts';
import type { Erasing, RoomTexts } from '#server/campaigns/room-texts.ts';
import { type SessionRow, sessions } from '#server/campaigns/tables.ts';
import { COMMON_WORDS } from '#server/engines/notes/reading/common-words.ts';
import { stem } from '#server/engines/notes/reading/text.ts';
import { FUNCTION_WORDS, NOT_NAMES, PERSON_TITLES } from '#server/engines/notes/reading/vocabulary.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { deleteLines, type FoundLines } from '#server/recordings/erase-lines.ts';
import { spokenWords } from './spoken-words.ts';

/** What was said is read from the lines: they go last, so that all of it can be done again after a crash. */
export async function eraseEverywhere(
  orm: Orm,
  rooms: readonly RoomTexts[],
  { session, lines, now, write }: Pick<Erasing, 'session' | 'now' | 'write'> & { lines: FoundLines },
): Promise<void> {
  const words = await spokenWords(lines.erasedTexts, lines.keptTexts);
  const isTheirs = await theirLabels(orm, session, lines);
  const all = [...lines.transcripts.values()];
  /** Notes don't say which transcript their evidence is from. */
  const here: Erased = {
    isGone: (id) => all.some(({ goneIds }) => goneIds.has(id)),
    spanOf: () => undefined,
    isVoice: () => false,
    repeats: words.repeats,
    isTheirs,
  };
  const elsewhere: Erased = {
    isGone: () => false,
    isVoice: () => false,
    spanOf: () => undefined,
    repeats: words.repeatsAtLength,
    isTheirs,
  };
  const inResultsOf = (transcriptId: string | null): Erased => {
    const transcript = lines.transcripts.get(transcriptId ?? '');
    return {
      isGone: (id) => transcript?.goneIds.has(id) === true,
      spanOf: (id) => transcript?.kept.get(id),
      isVoice: (id) => transcript?.voiceIds.has(id) === true,
      repeats: words.repeats,
      isTheirs,
    };
  };
  const repeatsIn = (value: unknown, repeats: Erased['repeats']): boolean =>
    typeof value === 'string'
      ? repeats(value)
      : typeof value === 'object' &&
        value !== null &&
        Object.values(value).some((each) => repeatsIn(each, repeats));

  const own = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.campaignId, session.campaignId));
  const from = (sessionId: string) => (sessionId === session.id ? here : elsewhere);
  const erasing: Erasing = {
    write,
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
  for (const { erase } of rooms) await erase?.(orm, erasing);
  await deleteLines(lines, (work) => write(session.id, work));
  for (const { afterErase } of rooms) await afterErase?.(orm, erasing);
}

/** Whether a word alone is no name. */
export const isOrdinary = (word: string): boolean =>
  [COMMON_WORDS, FUNCTION_WORDS, NOT_NAMES, PERSON_TITLES].some(
    (list) => list.has(word) || list.has(stem(word)),
  );

/** By the labels of its voice, and by what the cast calls them and called them before its last change. */
async function theirLabels(
  orm: Orm,
  session: SessionRow,
  { labels, otherLabels }: FoundLines,
): Promise<IsTheirs> {
  const { content, before } = await castDocument(orm, session.campaignId);
  const casts = before === null ? [content] : [content, before.content];
  const namesOf = (spoken: readonly string[], cast: readonly CastPerson[]) => ({
    people: [...spoken, ...cast.flatMap(({ player, role }) => (role === 'gm' ? [player, 'GM'] : player))],
    characters: cast.flatMap(({ characters }) => characters),
  });
  const theirs = casts.flatMap((cast) =>
    labels.flatMap((label) => whoIs(cast, session.id, label)?.person ?? []),
  );
  return createIsTheirs(
    namesOf(labels, theirs),
    namesOf(
      otherLabels,
      casts.flatMap(({ people }) => people),
    ),
    isOrdinary,
  );
}
