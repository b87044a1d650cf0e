import { and, asc, count, eq, gt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { keyOf } from '#contract/labels.ts';
import { type Name, type NameFields, NameKind, nameLimits } from '#contract/names.ts';
import { present } from '#contract/unknown-values.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { readCursor, splitPage, writeCursor } from '#server/http/cursor.ts';
import { createPauses } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type NameRow, names } from './tables.ts';

type Changes = { [Key in keyof NameFields]?: NameFields[Key] | undefined };
type Skipped = { line: string; reason: 'known' | 'tooLong' };

export type Glossary = ReturnType<typeof createGlossary>;

const Place = z.tuple([z.string().max(nameLimits.term * 2), Id]);
const inOrder = sql<string>`lower(${names.term})`;

export function createGlossary({ database, clock }: { database: Database; clock: Clock }) {
  async function own(orm: Orm, userId: string, nameId: string): Promise<NameRow> {
    const [row] = await orm
      .select()
      .from(names)
      .where(and(eq(names.id, nameId), eq(names.userId, userId)));
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  async function isTaken(tx: Orm, campaignId: string, term: string, besides: string | null) {
    const wanted = keyOf(term);
    return (await namesOf(tx, campaignId)).some((each) => keyOf(each.term) === wanted && each.id !== besides);
  }

  return {
    async list(
      userId: string,
      campaignId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<{ names: Name[]; nextCursor: string | null }> {
      await ownCampaign(database.orm, userId, campaignId);
      const after = readCursor(cursor, Place);
      const rows = await database.orm
        .select({ row: names, place: inOrder })
        .from(names)
        .where(
          and(
            eq(names.campaignId, campaignId),
            after === null
              ? undefined
              : or(gt(inOrder, after[0]), and(eq(inOrder, after[0]), gt(names.id, after[1]))),
          ),
        )
        .orderBy(asc(inOrder), asc(names.id))
        .limit(limit + 1);
      const { page, last } = splitPage(rows, limit);
      return {
        names: page.map(({ row }) => nameView(row)),
        nextCursor: last && writeCursor([last.place, last.row.id]),
      };
    },

    /** @throws Refusal nameExists, glossaryFull */
    create: (userId: string, campaignId: string, fields: Changes & { term: string }): Promise<Name> =>
      database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        if (await isTaken(tx, campaignId, fields.term, null)) throw new Refusal('nameExists');
        await checkRoom(tx, campaignId, 1);
        return nameView(await addName(tx, { userId, campaignId, source: 'user', now: clock.now(), fields }));
      }),

    /** In steps, since others wait for a transaction: one that fails keeps those before it. @throws Refusal glossaryFull */
    async import(
      userId: string,
      campaignId: string,
      list: string,
    ): Promise<{ added: Name[]; skipped: Skipped[] }> {
      await ownCampaign(database.orm, userId, campaignId);
      const known = new Set((await namesOf(database.orm, campaignId)).map(({ term }) => keyOf(term)));
      const skipped: Skipped[] = [];
      const fresh: (Changes & { term: string })[] = [];
      for (const line of list.split(/\r?\n/u)) {
        const fields = readLine(line);
        if (fields === null) continue;
        if (fields === 'tooLong') skipped.push({ line: line.slice(0, 200), reason: 'tooLong' });
        else if (known.has(keyOf(fields.term))) skipped.push({ line: line.slice(0, 200), reason: 'known' });
        else {
          known.add(keyOf(fields.term));
          fresh.push(fields);
        }
      }
      await checkRoom(database.orm, campaignId, fresh.length);
      const added: NameRow[] = [];
      const pause = createPauses();
      for (let from = 0; from < fresh.length; from += NAMES_AT_ONCE) {
        const some = fresh.slice(from, from + NAMES_AT_ONCE);
        const rows = await database.transaction(async (tx) => {
          await ownCampaign(tx, userId, campaignId, { forUpdate: true });
          await checkRoom(tx, campaignId, some.length);
          return addNames(tx, { userId, campaignId, source: 'import', now: clock.now() }, some);
        });
        await pause();
        added.push(...rows);
        const isThere = new Set(rows.map(({ term }) => term));
        for (const { term } of some) if (!isThere.has(term)) skipped.push({ line: term, reason: 'known' });
      }
      return { added: added.map(nameView), skipped };
    },

    /** @throws Refusal nameExists, staleRevision (with the current version in its details) */
    change: (userId: string, nameId: string, revision: number, changes: Changes): Promise<Name> =>
      database.transaction(async (tx) => {
        const { campaignId } = await own(tx, userId, nameId);
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const kept = await own(tx, userId, nameId);
        if (kept.revision !== revision)
          throw new Refusal('staleRevision', { details: { current: nameView(kept) } });
        if (changes.term !== undefined && (await isTaken(tx, campaignId, changes.term, nameId)))
          throw new Refusal('nameExists');
        const [row] = await tx
          .update(names)
          .set({ ...definedOnly(tidy(changes)), revision: revision + 1, updatedAt: clock.now() })
          .where(eq(names.id, nameId))
          .returning();
        return nameView(present(row, 'changed name'));
      }),

    async remove(userId: string, nameId: string): Promise<void> {
      await own(database.orm, userId, nameId);
      await database.orm.delete(names).where(and(eq(names.id, nameId), eq(names.userId, userId)));
    },
  };
}

export async function namesOf(orm: Orm, campaignId: string): Promise<NameRow[]> {
  return orm
    .select()
    .from(names)
    .where(eq(names.campaignId, campaignId))
    .orderBy(asc(names.createdAt), asc(names.id))
    .limit(nameLimits.names);
}

/** @throws Refusal glossaryFull */
export async function checkRoom(tx: Orm, campaignId: string, more: number): Promise<void> {
  const [present] = await tx.select({ all: count() }).from(names).where(eq(names.campaignId, campaignId));
  if ((present?.all ?? 0) + more > nameLimits.names) throw new Refusal('glossaryFull');
}

interface Origin {
  userId: string;
  campaignId: string;
  source: Name['source'];
  now: Date;
}

/** The caller has locked the campaign and checked that the term is new. */
export async function addName(
  tx: Orm,
  { fields, ...origin }: Origin & { fields: Changes & { term: string } },
): Promise<NameRow> {
  const [row] = await addNames(tx, origin, [fields]);
  return present(row, 'new name');
}

const NAMES_AT_ONCE = 100;

/** @returns those that were not there */
async function addNames(
  tx: Orm,
  { now, ...origin }: Origin,
  all: readonly (Changes & { term: string })[],
): Promise<NameRow[]> {
  const rows = all.map((fields) => ({
    kind: 'other' as const,
    aliases: [],
    heardAs: [],
    note: '',
    locked: false,
    ...definedOnly(tidy(fields)),
    term: fields.term,
    ...origin,
    id: newId(),
    createdAt: now,
    updatedAt: now,
  }));
  return tx.insert(names).values(rows).onConflictDoNothing().returning();
}

/** The caller has locked the campaign. */
export async function setKind(tx: Orm, nameId: string, kind: NameKind, now: Date): Promise<NameRow> {
  const [row] = await tx
    .update(names)
    .set({ kind, revision: sql`${names.revision} + 1`, updatedAt: now })
    .where(eq(names.id, nameId))
    .returning();
  return present(row, 'name in the glossary');
}

function tidy(changes: Changes): Changes {
  const once = (forms: string[] | undefined) =>
    forms && [...new Set(forms)].filter((form) => form !== changes.term);
  return { ...changes, aliases: once(changes.aliases), heardAs: once(changes.heardAs) };
}

const LONGEST_LINE = (nameLimits.term + 2) * (nameLimits.forms + 1) + nameLimits.note + 100;
const LINE =
  /^(?<term>[^=:(]+?)\s*(?:\((?<kind>[^)]*)\))?\s*(?:=\s*(?<aliases>[^:]*?))?\s*(?::\s*(?<note>.*))?$/u;

const kindWords: Readonly<Record<string, NameKind>> = {
  'player character': 'pc',
  character: 'npc',
  person: 'npc',
  people: 'npc',
  place: 'location',
  group: 'faction',
  god: 'deity',
  spell: 'rule',
  thing: 'item',
};

/** `Emon (location) = the Capital, Eemon: the city of towers`; null for an empty line. */
function readLine(line: string): (Changes & { term: string }) | 'tooLong' | null {
  const bare = line
    .replace(/^[\s*•-]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (bare === '') return null;
  if (bare.length > LONGEST_LINE) return 'tooLong';
  const parts = LINE.exec(bare)?.groups;
  const term = (parts?.term ?? bare).trim();
  const word = parts?.kind?.trim().toLowerCase() ?? '';
  const kind = NameKind.safeParse(word).data ?? kindWords[word] ?? 'other';
  const aliases = (parts?.aliases ?? '')
    .split(/[,;]/u)
    .map((alias) => alias.trim())
    .filter(Boolean);
  const note = parts?.note?.trim() ?? '';
  const isTooLong =
    [term, ...aliases].some((form) => form.length > nameLimits.term) ||
    aliases.length > nameLimits.forms ||
    note.length > nameLimits.note;
  return isTooLong ? 'tooLong' : { term, kind, aliases, note };
}

function nameView({ userId: _, campaignId: __, createdAt, updatedAt, ...row }: NameRow): Name {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function contentOf({ term, kind, aliases, heardAs, note, locked, source }: NameRow) {
  return { term, kind, aliases, heardAs, note, locked, source };
}
