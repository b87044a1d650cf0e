import { and, eq, getTableColumns } from 'drizzle-orm';
import type { NotesSection } from '#contract/notes.ts';
import { itemsOf } from '#contract/visibility.ts';
import { changesOf, type RoomTexts, type TextChange, type TextStep } from '#server/campaigns/room-texts.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { listFile } from '#server/platform/text-files.ts';
import { proposals, shareLinks } from './tables.ts';

export const sharingTexts: RoomTexts = {
  room: 'sharing',

  archived: {
    tables: ['share_links', 'proposals'],

    async *account(orm, userId) {
      const links = rowsInParts(orm.select().from(shareLinks), shareLinks.id, eq(shareLinks.userId, userId));
      yield* listFile('share-links.json', withoutSecrets(links));
      const { userId: _, ...columns } = getTableColumns(proposals);
      const suggested = rowsInParts(
        orm.select(columns).from(proposals),
        proposals.id,
        eq(proposals.userId, userId),
      );
      yield* listFile('proposals.json', suggested);
    },
  },

  follow: moveComments,

  async *revert(_orm, _changing, changes) {
    for (const { sessionId, target, content } of changesOf(changes, 'comment'))
      yield {
        sessionId,
        rows: 1,
        characters: content.before.length,
        async write(tx) {
          await tx
            .update(proposals)
            .set({ quote: content.before })
            .where(and(eq(proposals.id, target.id), eq(proposals.quote, content.after)));
          return [];
        },
      };
  },

  async erase(orm, { session, repeats }) {
    const rows = rowsInParts(
      orm.select().from(proposals),
      proposals.id,
      eq(proposals.campaignId, session.campaignId),
    );
    for await (const { id, text, quote, replaced } of rows)
      if (repeats(session.id, [text, quote, replaced]))
        await orm.delete(proposals).where(eq(proposals.id, id));
  },
};

async function* withoutSecrets(links: AsyncIterable<typeof shareLinks.$inferSelect>) {
  for await (const { userId: _, passphraseHash, admissionKey: _key, ...link } of links)
    yield { ...link, hasPassphrase: passphraseHash !== null };
}

/** Characters of a section. In a longer one a comment does not follow its item; the most similar item is found when the comment is read. */
const MOST_FOLLOWED = 60_000;

/** Comments quote an item of a section. */
async function moveComments(
  orm: Orm,
  sessionId: string,
  before: NotesSection,
  after: NotesSection,
): Promise<TextStep<TextChange[]> | null> {
  const rows = await orm
    .select({ id: proposals.id, quote: proposals.quote })
    .from(proposals)
    .where(and(eq(proposals.sessionId, sessionId), eq(proposals.sectionKey, before.key)));
  if (rows.length === 0 || before.body.length > MOST_FOLLOWED) return null;
  const items = itemsOf(before);
  await breath();
  const now = itemsOf(after);
  await breath();
  if (items.length !== now.length) return null;
  const moves = rows.flatMap(({ id, quote }) => {
    const at = items.findIndex(({ content }) => content !== null && content === quote);
    const content = now[at]?.content;
    return quote === null || content == null || content === quote
      ? []
      : [{ id, before: quote, after: content }];
  });
  return {
    sessionId,
    rows: moves.length,
    characters: moves.reduce((sum, move) => sum + move.after.length, 0),
    async write(tx) {
      const changes: TextChange[] = [];
      for (const { id, ...content } of moves) {
        const moved = await tx
          .update(proposals)
          .set({ quote: content.after })
          .where(and(eq(proposals.id, id), eq(proposals.quote, content.before)))
          .returning({ id: proposals.id });
        if (moved.length === 0) continue;
        changes.push({
          sessionId,
          place: { kind: 'notes', session: null, label: after.title, startMs: null },
          target: { kind: 'comment', id },
          content,
        });
      }
      return changes;
    },
  };
}
