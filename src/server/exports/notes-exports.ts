import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ExportFormat } from '#contract/export-formats.ts';
import type { WebhookKind } from '#contract/posting.ts';
import { textLimits } from '#contract/text-limits.ts';
import type { Audience } from '#contract/visibility.ts';
import { analyses } from '#server/analyses/tables.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf, voicesOfNotes } from '#server/campaigns/cast.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { takePlace } from '#server/platform/quotas.ts';
import type { Shared } from '#server/platform/shared.ts';
import { beyondLimit } from '#server/platform/text-limits.ts';
import { audioAssets, isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import type { Product } from './threads/notes-messages.ts';
import type { NotesThreads, NotesWork } from './threads/notes-threads.ts';

type LongerRead = 'yes' | 'no';

export type ExportPlace = { sessionId: string } | { campaignId: string };

export interface ExportedFile extends Product {
  bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Each is complete before its first byte. @throws Refusal notFound, notesTooComplex, tooManyRequests */
export type NotesExports = ReturnType<typeof createNotesExports>;

export function createNotesExports(
  deps: Pick<Shared, 'database' | 'clock'> & { threads: NotesThreads; publicUrl: string | null },
) {
  const { database, threads, clock, publicUrl } = deps;
  const { orm } = database;

  const handOver = async (
    notesWork: NotesWork,
    {
      userId,
      place,
      audience,
      longerRead = 'no',
    }: { userId: string; place: ExportPlace; audience: Audience; longerRead?: LongerRead },
  ): Promise<void> => {
    const campaignId =
      'campaignId' in place ? place.campaignId : (await ownSession(orm, userId, place.sessionId)).campaignId;
    const { title } = await ownCampaign(orm, userId, campaignId);
    await notesWork.begin({
      campaign: { title },
      cast: await castOf(orm, campaignId),
      audience,
      address: publicUrl && `${publicUrl}/campaign?campaignId=${campaignId}`,
    });
    const ids =
      'sessionId' in place ? [place.sessionId] : (await listSessions(orm, campaignId)).map(({ id }) => id);
    for (const id of ids) await giveSession(orm, notesWork, id, longerRead);
  };

  /** The place is free once all bytes are read, or the reader has left. */
  async function making(
    userId: string,
    make: () => Promise<{ product: Product; pieces: Uint8Array<ArrayBuffer>[] }>,
  ): Promise<ExportedFile> {
    const leave = await takePlace(database.locks, {
      of: 'export',
      userId,
      most: textLimits.exportsAtOnce.most,
    });
    if (leave === null) throw beyondLimit('exportsAtOnce', 10);
    try {
      const { product, pieces } = await make();
      return { ...product, bytes: given(pieces, leave) };
    } catch (error) {
      await leave();
      throw error;
    }
  }

  const messagesOf = <Result>(
    of: { userId: string; sessionId: string; audience: Audience },
    work: (notesWork: NotesWork) => Promise<Result>,
  ): Promise<Result> =>
    threads.use(of.userId, async (notesWork) => {
      await handOver(notesWork, {
        userId: of.userId,
        place: { sessionId: of.sessionId },
        audience: of.audience,
      });
      return work(notesWork);
    });

  return {
    file: (
      userId: string,
      place: ExportPlace,
      { format, ...wanted }: { format: ExportFormat; audience: Audience; longerRead: LongerRead },
    ): Promise<ExportedFile> =>
      making(userId, () =>
        threads.use(userId, async (notesWork) => {
          await handOver(notesWork, { userId, place, ...wanted });
          const product = await notesWork.file(format, clock.now());
          return { product, pieces: await notesWork.pieces() };
        }),
      ),
    messages: (userId: string, sessionId: string, audience: Audience): Promise<string[]> =>
      messagesOf({ userId, sessionId, audience }, (notesWork) => notesWork.messages()),
    /** For players. Null if they are too long to post. */
    postMessages: (userId: string, sessionId: string, kind: WebhookKind): Promise<string[] | null> =>
      messagesOf({ userId, sessionId, audience: 'players' }, (notesWork) => notesWork.postMessages(kind)),
    /** @throws Refusal also notesUnreadable, notesTooLarge */
    vault: (
      userId: string,
      campaignId: string,
      {
        archive,
        ...wanted
      }: { archive: Uint8Array<ArrayBuffer>; audience: Audience; longerRead: LongerRead },
    ): Promise<ExportedFile> =>
      making(userId, () =>
        threads.use(userId, async (notesWork) => {
          await handOver(notesWork, { userId, place: { campaignId }, ...wanted });
          await notesWork.vault(archive, clock.now());
          const product = { name: 'Updated vault.zip', mediaType: 'application/zip' };
          return { product, pieces: await notesWork.pieces() };
        }),
      ),
  };
}

async function* given(
  pieces: Uint8Array<ArrayBuffer>[],
  leave: () => Promise<void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece;
  } finally {
    await leave();
  }
}

/** In their order, without their notes; all of them, or those of `ids`. */
export const sessionsOf = (orm: Orm, campaignId: string, ids?: readonly string[]) =>
  orm
    .select({ id: sessions.id, revision: notes.revision })
    .from(sessions)
    .leftJoin(notes, eq(notes.sessionId, sessions.id))
    .where(and(eq(sessions.campaignId, campaignId), ids && inArray(sessions.id, [...ids])))
    .orderBy(asc(sessions.position), asc(sessions.id));

/** All of them as `sessionsOf`, in short statements: there may be thousands. */
export async function listSessions(
  orm: Orm,
  campaignId: string,
): Promise<Awaited<ReturnType<typeof sessionsOf>>> {
  const parts = rowsInParts(
    orm
      .select({ id: sessions.id, revision: notes.revision, position: sessions.position })
      .from(sessions)
      .leftJoin(notes, eq(notes.sessionId, sessions.id)),
    sessions.id,
    eq(sessions.campaignId, campaignId),
  );
  const all: { id: string; revision: number | null; position: number }[] = [];
  for await (const row of parts) all.push(row);
  return all
    .sort((one, other) => one.position - other.position)
    .map(({ id, revision }) => ({ id, revision }));
}

/** One at a time, so that the server's thread holds the notes of one session. */
export async function giveSession(
  orm: Orm,
  notesWork: NotesWork,
  sessionId: string,
  longerRead: LongerRead = 'no',
): Promise<void> {
  const [row] = await orm
    .select({
      id: sessions.id,
      title: sessions.title,
      order: sessions.position,
      playedAt: sessions.playedAt,
      revision: notes.revision,
      sections: sql<string | null>`${notes.sections}::text`,
      marks: audioAssets.marks,
      timing: transcripts.timing,
    })
    .from(sessions)
    .leftJoin(notes, eq(notes.sessionId, sessions.id))
    .leftJoin(audioAssets, and(eq(audioAssets.sessionId, sessions.id), isNull(audioAssets.replacedAt)))
    .leftJoin(transcripts, and(eq(transcripts.sessionId, sessions.id), isCurrentTranscript))
    .where(eq(sessions.id, sessionId));
  if (row === undefined) return;
  const [last] = longerRead === 'no' ? [] : await lastEvening(orm, sessionId);
  await notesWork.addSession({
    ...row,
    ...(await voicesOfNotes(orm, sessionId, last?.cited ?? [])),
    evening: last?.evening ?? null,
    isWordForWord: last?.kind === 'highlights',
    playedAt: row.playedAt?.toISOString() ?? null,
    marks: row.marks ?? [],
  });
}

/** Not parsed here: only the thread reads it. */
const lastEvening = (orm: Orm, sessionId: string) =>
  orm
    .select({
      evening: sql<string | null>`(${analyses.result}->'evening')::text`,
      kind: sql<string | null>`${analyses.result}->>'kind'`,
      cited: sql<
        string[] | null
      >`jsonb_path_query_array(${analyses.result}, '$.evening.passages[*].evidence.segmentIds[*]')`,
    })
    .from(analyses)
    .where(
      and(eq(analyses.sessionId, sessionId), eq(analyses.status, 'completed'), isNotNull(analyses.result)),
    )
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(1);
