import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  type Proposal,
  type ProposalCounts,
  type ProposalList,
  proposalLimits,
} from '#contract/proposals.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isBeyond } from '#server/platform/text-limits.ts';
import { notesOf, sectionsOf } from './shared-content.ts';
import type { Standing } from './standings.ts';
import { type ProposalRow, proposals } from './tables.ts';
import type { PageThreads } from './threads/page-threads.ts';

export type Proposals = ReturnType<typeof createProposals>;

const isOpen = eq(proposals.state, 'open');
const isShown = and(eq(proposals.state, 'accepted'), eq(proposals.kind, 'comment'));

interface Reworded {
  /** What it was made of; otherwise stored, it is outdated. */
  from: string;
  change: { before: string; after: string };
  body: string;
  written: string;
}

export function createProposals(deps: {
  database: Database;
  notes: Pick<NotesService, 'write'>;
  threads: Pick<PageThreads, 'standings' | 'reworded'>;
  clock: Clock;
}) {
  const { database, notes, threads, clock } = deps;

  async function rowsOf(which: SQL | undefined, order: 'earliest' | 'latest') {
    return database.orm
      .select({ row: proposals, sessionTitle: sessions.title })
      .from(proposals)
      .leftJoin(sessions, eq(sessions.id, proposals.sessionId))
      .where(which)
      .orderBy(order === 'earliest' ? asc(proposals.id) : desc(proposals.decidedAt), desc(proposals.id))
      .limit(proposalLimits.listed);
  }

  /** In a thread, with the notes of one session at a time: notes are long, and suggestions many. */
  async function standingsIn(
    campaignId: string,
    rows: readonly ProposalRow[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const found = new Map<string, Standing>();
    for (const sessionId of new Set(rows.map((row) => row.sessionId))) {
      const some = rows.filter((row) => row.sessionId === sessionId);
      const [given = null] = sessionId === null ? [] : await notesOf(database.orm, [sessionId]);
      const asked = some.map(({ sectionKey, quote }) => ({ sectionKey, quote }));
      const standings = await threads.standings(campaignId, given, asked);
      for (const [at, { id }] of some.entries()) found.set(id, present(standings[at], 'standing'));
    }
    return found;
  }

  async function list(campaignId: string, whose: SQL | undefined): Promise<ProposalList> {
    const open = await rowsOf(and(whose, isOpen), 'earliest');
    const shown = await rowsOf(and(whose, isShown), 'latest');
    const [waiting] = await database.orm.select({ all: count() }).from(proposals).where(and(whose, isOpen));
    const rows = [...open, ...shown].map(({ row }) => row);
    const standings = await standingsIn(campaignId, rows);
    const views = (some: typeof open) =>
      some.map(({ row, sessionTitle }) =>
        view(row, sessionTitle, present(standings.get(row.id), 'standing')),
      );
    return {
      open: views(open),
      shown: views(shown),
      more: Math.max(0, (waiting?.all ?? 0) - open.length),
    };
  }

  async function own(orm: Orm, userId: string, ids: readonly string[]): Promise<ProposalRow[]> {
    return orm
      .select()
      .from(proposals)
      .where(and(eq(proposals.userId, userId), inArray(proposals.id, [...ids])))
      .orderBy(asc(proposals.id));
  }

  /**
   * In a thread and outside any transaction, which would keep others from the embedded database as long.
   * @returns one after another, the later ones of what the earlier ones leave @throws Refusal proposalOutdated, proposalUnfit
   */
  async function reword(changes: readonly { row: ProposalRow; change: Reworded['change'] }[]) {
    const bodies = new Map<string, string>();
    const reworded: Map<ProposalRow, Reworded> = new Map();
    for (const { row, change } of changes) {
      const { campaignId, sessionId, sectionKey } = row;
      if (sessionId === null || sectionKey === null) throw new Refusal('proposalUnfit');
      const stored = (await sectionsOf(database.orm, [sessionId])).get(sessionId) ?? [];
      const section = stored.find(({ key }) => key === sectionKey);
      if (section === undefined) throw new Refusal('proposalOutdated');
      const place = `${sessionId} ${sectionKey}`;
      const from = bodies.get(place) ?? section.body;
      const found = await threads.reworded(campaignId, { ...section, body: from }, change);
      if (found === 'outdated') throw new Refusal('proposalOutdated');
      if (found === 'unfit' || isBeyond('sectionCharacters', found.body.length))
        throw new Refusal('proposalUnfit');
      bodies.set(place, found.body);
      reworded.set(row, { from, change, ...found });
    }
    return reworded;
  }

  async function replaceItem(
    tx: Orm,
    { userId, sessionId, sectionKey }: ProposalRow,
    { from, change: { before }, body, written }: Reworded,
  ): Promise<string> {
    if (sessionId === null || sectionKey === null) throw new Refusal('proposalUnfit');
    await ownSession(tx, userId, sessionId, { forUpdate: true });
    const sections = (await sectionsOf(tx, [sessionId])).get(sessionId) ?? [];
    if (sections.find(({ key }) => key === sectionKey)?.body !== from) throw new Refusal('proposalOutdated');
    const edited = sections.map(({ key, title, visibility, ...each }) => ({
      key,
      title,
      visibility,
      body: key === sectionKey ? body : each.body,
    }));
    await notes.write(tx, sessionId, edited, 'suggestion');
    await tx
      .update(proposals)
      .set({ quote: written })
      .where(
        and(
          eq(proposals.sessionId, sessionId),
          eq(proposals.sectionKey, sectionKey),
          eq(proposals.quote, before),
          isShown,
        ),
      );
    return written;
  }

  return {
    async ofCampaign(userId: string, campaignId: string): Promise<ProposalList> {
      await ownCampaign(database.orm, userId, campaignId);
      return list(campaignId, eq(proposals.campaignId, campaignId));
    },

    async ofSession(userId: string, sessionId: string): Promise<ProposalList> {
      const { campaignId } = await ownSession(database.orm, userId, sessionId);
      return list(campaignId, eq(proposals.sessionId, sessionId));
    },

    async counts(userId: string, campaignId: string): Promise<ProposalCounts> {
      await ownCampaign(database.orm, userId, campaignId);
      const rows = await database.orm
        .select({
          sessionId: proposals.sessionId,
          open: sql<number>`count(*) filter (where ${isOpen})`.mapWith(Number),
          shown: sql<number>`count(*) filter (where ${isShown})`.mapWith(Number),
        })
        .from(proposals)
        .where(and(eq(proposals.campaignId, campaignId), ne(proposals.state, 'rejected')))
        .groupBy(proposals.sessionId);
      const sum = (key: 'open' | 'shown') => rows.reduce((all, row) => all + row[key], 0);
      return {
        open: sum('open'),
        shown: sum('shown'),
        sessions: rows.flatMap(({ sessionId, open, shown }) =>
          sessionId === null || open + shown === 0 ? [] : [{ sessionId, open, shown }],
        ),
      };
    },

    /**
     * @param how `replacing`: the item that a correction replaces, or null; `text`: instead of the suggested one @throws Refusal proposalOutdated,
     * proposalUnfit
     */
    async accept(
      userId: string,
      proposalId: string,
      { replacing, text }: { replacing: string | null; text?: string | undefined },
    ): Promise<void> {
      const [asked] = await own(database.orm, userId, [proposalId]);
      if (asked === undefined) throw new Refusal('notFound');
      if (isAccepted(asked)) return;
      const isReplacing = asked.kind !== 'comment' && replacing !== null;
      const change = isReplacing ? { before: replacing, after: text ?? asked.text } : null;
      const reworded = change && (await reword([{ row: asked, change }])).get(asked);
      await database.transaction(async (tx) => {
        const [known] = await own(tx, userId, [proposalId]);
        if (known === undefined) throw new Refusal('notFound');
        if (known.sessionId !== null) await ownSession(tx, userId, known.sessionId, { forUpdate: true });
        const [row] = await tx.select().from(proposals).where(eq(proposals.id, proposalId)).for('update');
        if (row === undefined) throw new Refusal('notFound');
        if (isAccepted(row)) return;
        const replaced = reworded
          ? { before: reworded.change.before, after: await replaceItem(tx, row, reworded) }
          : null;
        await tx
          .update(proposals)
          .set({ state: 'accepted', decidedAt: clock.now(), replaced })
          .where(eq(proposals.id, proposalId));
      });
    },

    async reject(userId: string, ids: readonly string[]): Promise<void> {
      await database.orm
        .update(proposals)
        .set({ state: 'rejected', decidedAt: clock.now() })
        .where(and(eq(proposals.userId, userId), inArray(proposals.id, [...ids]), or(isOpen, isShown)));
    },

    async reopen(userId: string, ids: readonly string[], to: 'open' | 'shown'): Promise<void> {
      const back = restored(await own(database.orm, userId, ids));
      const reworded = await reword(back);
      await database.transaction(async (tx) => {
        const rows = restored(await own(tx, userId, ids));
        if (!isDeepStrictEqual(rows, back)) throw new Refusal('proposalOutdated');
        for (const [row, words] of reworded) await replaceItem(tx, row, words);
        const state =
          to === 'open'
            ? { state: 'open' as const, decidedAt: null, replaced: null }
            : { state: 'accepted' as const, decidedAt: clock.now() };
        await tx
          .update(proposals)
          .set(state)
          .where(
            and(
              eq(proposals.userId, userId),
              inArray(proposals.id, [...ids]),
              isNotNull(proposals.decidedAt),
              to === 'open' ? undefined : eq(proposals.kind, 'comment'),
            ),
          );
      });
    },
  };
}

/** @throws Refusal proposalOutdated: it was rejected meanwhile, maybe in another window */
function isAccepted({ state }: ProposalRow): boolean {
  if (state === 'rejected')
    throw new Refusal('proposalOutdated', { message: 'This suggestion was rejected meanwhile.' });
  return state === 'accepted';
}

/** What was replaced for them, to be put back. */
const restored = (rows: readonly ProposalRow[]) =>
  rows.flatMap((row) =>
    row.state === 'accepted' && row.replaced !== null
      ? [{ row, change: { before: row.replaced.after, after: row.replaced.before } }]
      : [],
  );

function view(row: ProposalRow, sessionTitle: string | null, standing: Standing): Proposal {
  return {
    id: row.id,
    kind: row.kind,
    author: row.author,
    ...(row.linkId === null ? { isByModel: true } : {}),
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    session: row.sessionId === null ? null : { id: row.sessionId, title: sessionTitle ?? '' },
    section: row.sectionTitle,
    quote: row.quote,
    ...standing,
  };
}
