import {
  and,
  asc,
  between,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import {
  type Correction,
  type CorrectionHit,
  type CorrectionPreview,
  correctionLimits,
} from '#contract/corrections.ts';
import { type NameKind, nameLimits } from '#contract/names.ts';
import { spelling } from '#contract/recognized-text.ts';
import { textLimits } from '#contract/text-limits.ts';
import { mostLineCharacters } from '#contract/transcript-edits.ts';
import { present } from '#contract/unknown-values.ts';
import { documentsOf, settleTexts, textsLock } from '#server/campaigns/all-texts.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { RoomTexts, TextChange } from '#server/campaigns/room-texts.ts';
import { type CampaignRow, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { hasRunningAnalysis } from '#server/recordings/running-analyses.ts';
import { createTextChanges, type FoundDocuments, mostAtOnce, wantedOf } from './change-texts.ts';
import { addName, checkRoom, contentOf, namesOf } from './glossary.ts';
import { documentOf, type FoundHit, hitsIn, sessionsIn } from './hits.ts';
import type { Match } from './match.ts';
import { createHeardMatcher, createMatcher, foldedNames } from './matching.ts';
import { type CorrectionRow, correctionChanges, corrections, type NameRow, names } from './tables.ts';
import { createUsage } from './usage.ts';

interface Asked {
  wrong: string;
  right: string;
}

export type Corrections = ReturnType<typeof createCorrections>;

/** At most of a correction's changes at a time. Notes have at most 100 sections. */
const CHANGES_LOOKED_AT = 500;
const nothingMore = async () => {};

const certainties: readonly CorrectionHit['certainty'][] = ['exact', 'inflected', 'phonetic', 'similar'];

/** In the transaction that completes a correction or an undo. */
type Finish = (tx: Orm, correction: Correction) => Promise<void>;

type NewCorrection = Pick<CorrectionRow, 'wrong' | 'right' | 'automatic' | 'changed'>;

/**
 * Corrections are written and undone in short transactions, so that others have their turn; `working` makes each all or
 * nothing: what a crash cut short is taken back, or an undo completed, before anything else is done in its campaign.
 */
export function createCorrections({
  texts: rooms,
  database,
  clock,
}: Pick<Shared, 'database' | 'clock'> & { texts: readonly RoomTexts[] }) {
  const { orm, locks } = database;
  const textChanges = createTextChanges({ database, rooms });

  /** The text quota does not count them. */
  async function forgetEmpty(tx: Orm, campaignId: string): Promise<void> {
    const changesOf = tx
      .select({ ordinal: correctionChanges.ordinal })
      .from(correctionChanges)
      .where(eq(correctionChanges.correctionId, corrections.id));
    const empty = await tx
      .select({ id: corrections.id })
      .from(corrections)
      .where(
        and(
          eq(corrections.campaignId, campaignId),
          eq(corrections.changed, 0),
          isNull(corrections.working),
          notExists(changesOf),
        ),
      )
      .orderBy(desc(corrections.createdAt), desc(corrections.id))
      .offset(textLimits.emptyCorrections.most - 1);
    const ids = empty.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(corrections).where(inArray(corrections.id, ids));
  }

  const keepChanges = async (
    tx: Orm,
    { id, from, changes }: { id: string; from: number; changes: readonly TextChange[] },
  ) => {
    if (changes.length > 0)
      await tx
        .insert(correctionChanges)
        .values(changes.map((change, index) => ({ ...change, correctionId: id, ordinal: from + index })));
  };

  /** The caller has the lock. Takes back what it wrote if it fails. */
  async function write(
    campaign: CampaignRow,
    row: NewCorrection,
    found: FoundDocuments,
    complete: (tx: Orm, id: string) => Promise<{ remembered: boolean; change: TextChange | null }>,
    finish: Finish,
  ): Promise<Correction> {
    const now = clock.now();
    const id = newId();
    const sessionIds = sessionsIn([...found.keys()]);
    await database.transaction(async (tx) => {
      await ownCampaign(tx, campaign.userId, campaign.id, { forUpdate: true });
      await tx.insert(corrections).values({
        ...row,
        id,
        campaignId: campaign.id,
        userId: campaign.userId,
        sessions: sessionIds.length,
        remembered: false,
        createdAt: now,
        leftAlone: [],
        working: 'writing',
      });
    });
    try {
      let written = 0;
      await textChanges.replace({ campaign, now }, found, async (tx, changes, changed) => {
        if (!row.automatic && (await hasRunningAnalysis(tx, changed))) throw new Refusal('analysisRunning');
        await keepChanges(tx, { id, from: written, changes });
        written += changes.length;
      });
      return await database.transaction(async (tx) => {
        await ownCampaign(tx, campaign.userId, campaign.id, { forUpdate: true });
        const { remembered, change } = await complete(tx, id);
        if (change !== null) await keepChanges(tx, { id, from: written, changes: [change] });
        else if (written === 0) await forgetEmpty(tx, campaign.id);
        const [kept] = await tx
          .update(corrections)
          .set({ working: null, remembered })
          .where(eq(corrections.id, id))
          .returning();
        const correction = view(present(kept, 'new correction'));
        await finish(tx, correction);
        return correction;
      });
    } catch (error) {
      // Else the next one in this campaign takes it back, or housekeeping.
      await takeBack(campaign, { id, reached: 0 }).catch(() => undefined);
      throw error;
    }
  }

  /** As many as are reverted in one transaction: sections of one session together. */
  async function changesFrom(id: string, from: number): Promise<(TextChange & { ordinal: number })[]> {
    const ofIt = eq(correctionChanges.correctionId, id);
    const sizes = await orm
      .select({
        ordinal: correctionChanges.ordinal,
        sessionId: correctionChanges.sessionId,
        kind: sql<TextChange['target']['kind']>`${correctionChanges.target} ->> 'kind'`,
        bytes: correctionChanges.textBytes,
      })
      .from(correctionChanges)
      .where(and(ofIt, gte(correctionChanges.ordinal, from)))
      .orderBy(asc(correctionChanges.ordinal))
      .limit(CHANGES_LOOKED_AT);
    let bytes = 0;
    const [first] = sizes;
    const isOfNotes = ({ kind }: (typeof sizes)[number]) => kind === 'section' || kind === 'comment';
    const end = sizes.findIndex((each, at) => {
      bytes += each.bytes;
      if (first === undefined || at === 0) return false;
      if (isOfNotes(first)) return !isOfNotes(each) || each.sessionId !== first.sessionId;
      return isOfNotes(each) || at >= mostAtOnce.rows || bytes > mostAtOnce.characters;
    });
    const last = (end < 0 ? sizes : sizes.slice(0, end)).at(-1);
    if (last === undefined) return [];
    const rows = await orm
      .select()
      .from(correctionChanges)
      .where(and(ofIt, between(correctionChanges.ordinal, from, last.ordinal)))
      .orderBy(asc(correctionChanges.ordinal));
    // biome-ignore lint/plugin: `target` and `content` were written together, by `keepChanges`.
    return rows as (TextChange & { ordinal: number })[];
  }

  async function revert(campaign: CampaignRow, { id, reached }: Pick<CorrectionRow, 'id' | 'reached'>) {
    let from = reached;
    for (;;) {
      const changes = await changesFrom(id, from);
      const last = changes.at(-1);
      if (last === undefined) return;
      from = last.ordinal + 1;
      await textChanges.revert({ campaign, now: clock.now() }, changes, async (tx, left) => {
        await tx
          .update(corrections)
          .set({
            reached: from,
            ...(left.length > 0 && {
              leftAlone: sql`${corrections.leftAlone} || ${JSON.stringify(left)}::jsonb`,
            }),
          })
          .where(eq(corrections.id, id));
      });
    }
  }

  async function takeBack(
    campaign: CampaignRow,
    { id, reached }: Pick<CorrectionRow, 'id' | 'reached'>,
  ): Promise<void> {
    await revert(campaign, { id, reached });
    for (let from = 0; ; from += CHANGES_LOOKED_AT) {
      const gone = await orm
        .delete(correctionChanges)
        .where(
          and(
            eq(correctionChanges.correctionId, id),
            lt(correctionChanges.ordinal, from + CHANGES_LOOKED_AT),
          ),
        )
        .returning({ ordinal: correctionChanges.ordinal });
      if (gone.length === 0) break;
      await breath();
    }
    await orm.delete(corrections).where(eq(corrections.id, id));
  }

  async function completeUndo(
    campaign: CampaignRow,
    row: CorrectionRow,
    finish: Finish,
  ): Promise<Correction> {
    await revert(campaign, row);
    return database.transaction(async (tx) => {
      const [undone] = await tx
        .update(corrections)
        .set({ undoneAt: clock.now(), working: null })
        .where(eq(corrections.id, row.id))
        .returning();
      if (undone === undefined) throw new Refusal('notFound');
      const correction = view(undone);
      await finish(tx, correction);
      return correction;
    });
  }

  /** What a crash cut short. The caller has the lock. */
  async function settle(campaignId: string): Promise<void> {
    const rows = await orm
      .select()
      .from(corrections)
      .where(and(eq(corrections.campaignId, campaignId), isNotNull(corrections.working)));
    for (const row of rows) {
      const campaign = await ownCampaign(orm, row.userId, campaignId);
      if (row.working === 'undoing') await completeUndo(campaign, row, nothingMore);
      else await takeBack(campaign, row);
    }
  }

  /** No correction is written meanwhile. */
  const undisturbed = <Result>(campaignId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(textsLock(campaignId), async () => {
      await settle(campaignId);
      return work();
    });

  return {
    undisturbed,

    /** At the start and every hour. */
    async settleAll(): Promise<void> {
      const rows = await orm
        .selectDistinct({ campaignId: corrections.campaignId })
        .from(corrections)
        .where(isNotNull(corrections.working));
      await settleTexts(
        locks,
        rows.map(({ campaignId }) => campaignId),
        settle,
      );
    },

    async preview(userId: string, campaignId: string, asked: Asked): Promise<CorrectionPreview> {
      const campaign = await ownCampaign(orm, userId, campaignId);
      const glossary = await namesOf(orm, campaignId);
      const known = knownTerms(glossary, asked);
      const { find } = createMatcher({ ...asked, known, folded: await foldedNames(known) });
      const usage = createUsage(asked);
      const found = createFoundHits();
      for await (const document of documentsOf(orm, rooms, campaign)) {
        for (const text of document) usage.read(text);
        for (const { hit } of hitsIn(document, find)) found.add(hit);
      }
      const { hits, count } = found.without(usage.isEveryday);
      return {
        hits,
        more: count - hits.length,
        knownKind: glossary.find(({ term }) => isSame(term, asked.right))?.kind ?? null,
        likelyKind: usage.kindOf(hits),
      };
    },

    /** @throws Refusal correctionOutdated, analysisRunning, correctionUnfit, glossaryFull */
    apply: (
      userId: string,
      campaignId: string,
      {
        wrong,
        right,
        chosen,
        remember,
        kind,
      }: Asked & { chosen: readonly string[]; remember: boolean; kind: NameKind },
      finish: Finish = nothingMore,
    ): Promise<Correction> =>
      undisturbed(campaignId, async () => {
        const campaign = await ownCampaign(orm, userId, campaignId);
        const known = knownTerms(await namesOf(orm, campaignId), { wrong, right });
        const { find } = createMatcher({ wrong, right, known, folded: await foldedNames(known) });
        const ids = new Set(chosen);
        const documents = new Set(chosen.map(documentOf));
        const found = new Map<string, FoundHit[]>();
        for await (const document of documentsOf(orm, rooms, campaign, wantedOf(chosen))) {
          const name = document[0]?.document ?? '';
          if (!documents.has(name)) continue;
          const hits = hitsIn(document, find).filter(({ hit }) => ids.delete(hit.id));
          if (hits.length > 0) found.set(name, hits);
        }
        if (ids.size > 0) throw new Refusal('correctionOutdated');
        if (await hasRunningAnalysis(orm, sessionsIn([...found.keys()])))
          throw new Refusal('analysisRunning');
        const changed = [...found.values()].flat().reduce((sum, { hit }) => sum + hit.count, 0);
        return write(
          campaign,
          { wrong, right, automatic: false, changed },
          found,
          async (tx) => {
            if (!remember) return { remembered: false, change: null };
            const { learned, change } = await learn(tx, campaign, await namesOf(tx, campaignId), {
              wrong,
              right,
              kind,
            });
            return { remembered: learned, change };
          },
          finish,
        );
      }),

    async list(userId: string, campaignId: string): Promise<Correction[]> {
      await ownCampaign(orm, userId, campaignId);
      const rows = await orm
        .select()
        .from(corrections)
        .where(
          and(
            eq(corrections.campaignId, campaignId),
            or(isNull(corrections.working), ne(corrections.working, 'writing')),
          ),
        )
        .orderBy(desc(corrections.createdAt), desc(corrections.id))
        .limit(correctionLimits.listed);
      return rows.map(view);
    },

    async undo(userId: string, correctionId: string, finish: Finish = nothingMore): Promise<Correction> {
      const which = and(eq(corrections.id, correctionId), eq(corrections.userId, userId));
      const [known] = await orm.select().from(corrections).where(which);
      if (known === undefined) throw new Refusal('notFound');
      const { campaignId } = known;
      return undisturbed(campaignId, async () => {
        const campaign = await ownCampaign(orm, userId, campaignId);
        const sessionIds = await orm
          .selectDistinct({ id: correctionChanges.sessionId })
          .from(correctionChanges)
          .where(
            and(eq(correctionChanges.correctionId, correctionId), isNotNull(correctionChanges.sessionId)),
          );
        const row = await database.transaction(async (tx) => {
          const [row] = await tx.select().from(corrections).where(which).for('update');
          if (row === undefined) throw new Refusal('notFound');
          if (row.undoneAt !== null) {
            await finish(tx, view(row));
            return row;
          }
          if (
            await hasRunningAnalysis(
              tx,
              sessionIds.flatMap(({ id }) => id ?? []),
            )
          )
            throw new Refusal('analysisRunning');
          const set = { working: 'undoing' as const, reached: 0, leftAlone: [] };
          await tx.update(corrections).set(set).where(which);
          return { ...row, ...set };
        });
        return row.undoneAt === null ? completeUndo(campaign, row, finish) : view(row);
      });
    },

    /** For an analysis. @returns the corrections, the most frequent first */
    async correctHeard(sessionId: string): Promise<{ wrong: string; right: string; count: number }[]> {
      const [session] = await orm.select().from(sessions).where(eq(sessions.id, sessionId));
      if (session === undefined) return [];
      const { userId, campaignId } = session;
      return undisturbed(campaignId, async () => {
        const glossary = await namesOf(orm, campaignId);
        const latest = glossary.sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
        if (latest.every(({ heardAs }) => heardAs.length === 0)) return [];
        const campaign = await ownCampaign(orm, userId, campaignId);
        const find = await createHeardMatcher(latest);
        const found = new Map<string, FoundHit[]>();
        const counts = new Map<string, { wrong: string; right: string; count: number }>();
        for await (const document of documentsOf(orm, rooms, campaign, {
          sessionIds: [sessionId],
          ids: null,
        })) {
          const [text] = document;
          if (text?.kind !== 'segment') continue;
          const matches = find(text.text);
          // What a person corrects is refused with what to do; an analysis goes on without it.
          if (matches.length === 0 || lengthAfter(text.text, matches) > mostLineCharacters) continue;
          for (const { wrong, right } of matches) {
            const key = `${wrong}\n${right}`;
            const pair = counts.get(key) ?? { wrong, right, count: 0 };
            counts.set(key, { ...pair, count: pair.count + 1 });
          }
          found.set(
            text.document,
            hitsIn(document, () => matches),
          );
        }
        const pairs = [...counts.values()].sort((one, other) => other.count - one.count);
        if (pairs.length === 0) return [];
        const several = (forms: string[]) => [...new Set(forms)].join(', ');
        const row = {
          wrong: several(pairs.map(({ wrong }) => wrong)),
          right: several(pairs.map(({ right }) => right)),
          automatic: true,
          changed: pairs.reduce((sum, { count }) => sum + count, 0),
        };
        const learnNothing = async () => ({ remembered: false, change: null });
        await write(campaign, row, found, learnNothing, nothingMore);
        return pairs;
      });
    },
  };

  /** Unless the name is locked, or the wrong name is an entry itself. */
  async function learn(
    tx: Orm,
    campaign: CampaignRow,
    glossary: readonly NameRow[],
    { wrong, right, kind }: Asked & { kind: NameKind },
  ): Promise<{ learned: boolean; change: TextChange | null }> {
    const now = clock.now();
    const known = glossary.find(({ term }) => isSame(term, right));
    const misspelt = known ? undefined : glossary.find(({ term }) => term === wrong);
    const before = known ?? misspelt ?? null;
    const isOwnName = known !== undefined && glossary.some(({ term }) => term === wrong);
    if (before?.heardAs.includes(wrong)) return { learned: true, change: null };
    if (before?.locked || isOwnName || (before?.heardAs.length ?? 0) >= nameLimits.forms)
      return { learned: false, change: null };
    if (before === null) await checkRoom(tx, campaign.id, 1);
    const [written] =
      before === null
        ? [
            await addName(tx, {
              userId: campaign.userId,
              campaignId: campaign.id,
              source: 'correction',
              now,
              fields: { term: right, kind, heardAs: [wrong] },
            }),
          ]
        : await tx
            .update(names)
            .set({
              term: misspelt ? right : before.term,
              heardAs: [...before.heardAs, wrong],
              revision: sql`${names.revision} + 1`,
              updatedAt: now,
            })
            .where(eq(names.id, before.id))
            .returning();
    const after = present(written, 'name in the glossary');
    return {
      learned: true,
      change: {
        sessionId: null,
        place: { kind: 'glossary', session: null, label: after.term, startMs: null },
        target: { kind: 'name', id: after.id },
        content: { before: before && contentOf(before), after: contentOf(after) },
      },
    };
  }
}

/** Keeps no more of each kind than are shown; counts the rest by their forms. */
const lengthAfter = (text: string, matches: readonly Match[]) =>
  matches.reduce((sum, match) => sum + match.replacement.length - match.text.length, text.length);

function createFoundHits() {
  const kinds = certainties.map((certainty) => {
    const kept: CorrectionHit[] = [];
    return { certainty, kept, counts: new Map<string, number>() };
  });
  return {
    add(hit: CorrectionHit) {
      const kind = present(
        kinds.find(({ certainty }) => certainty === hit.certainty),
        'kind of hit',
      );
      kind.counts.set(hit.match, (kind.counts.get(hit.match) ?? 0) + 1);
      if (kind.kept.length < correctionLimits.hits) kind.kept.push(hit);
    },
    without(isLeftOut: (hit: Pick<CorrectionHit, 'certainty' | 'match'>) => boolean) {
      const hits = kinds
        .flatMap(({ kept }) => kept)
        .filter((hit) => !isLeftOut(hit))
        .slice(0, correctionLimits.hits);
      const count = kinds
        .flatMap(({ certainty, counts }) =>
          [...counts].map(([match, times]) => ({ certainty, match, times })),
        )
        .reduce((sum, { times, ...hit }) => sum + (isLeftOut(hit) ? 0 : times), 0);
      return { hits, count };
    },
  };
}

function knownTerms(glossary: readonly NameRow[], { wrong }: Asked): string[] {
  const same = spelling(wrong).toLowerCase();
  return glossary
    .flatMap(({ term, aliases }) => [term, ...aliases])
    .filter((term) => spelling(term).toLowerCase() !== same);
}

const isSame = (one: string, other: string) => spelling(one).toLowerCase() === spelling(other).toLowerCase();

function view({
  userId: _,
  campaignId: __,
  createdAt,
  undoneAt,
  leftAlone,
  working: ___,
  reached: ____,
  textBytes: _____,
  ...row
}: CorrectionRow): Correction {
  return {
    ...row,
    left: leftAlone,
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}
