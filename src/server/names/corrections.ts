import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm';
import {
  type Correction,
  type CorrectionHit,
  type CorrectionPreview,
  correctionLimits,
} from '#contract/corrections.ts';
import { type NameKind, nameLimits } from '#contract/names.ts';
import { spelling } from '#contract/recognized-text.ts';
import { textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { documentsOf } from '#server/campaigns/all-texts.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import type { RoomTexts, TextChange } from '#server/campaigns/room-texts.ts';
import { type CampaignRow, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hasRunningAnalysis } from '#server/recordings/running-analyses.ts';
import { addName, checkRoom, contentOf, namesOf } from './glossary.ts';
import { type ChosenHits, type FoundHit, hitsIn, sessionsIn, undoChanges, writeHits } from './hits.ts';
import { createHeardMatcher, createMatcher } from './matching.ts';
import { type CorrectionRow, correctionChanges, corrections, type NameRow, names } from './tables.ts';
import { createUsage } from './usage.ts';

interface Asked {
  wrong: string;
  right: string;
}

export type Corrections = ReturnType<typeof createCorrections>;

const certainties: readonly CorrectionHit['certainty'][] = ['exact', 'inflected', 'phonetic', 'similar'];

export function createCorrections({ texts: rooms, clock }: { texts: readonly RoomTexts[]; clock: Clock }) {
  /** From later to earlier, as everywhere, to prevent deadlocks. */
  async function lockSessions(tx: Orm, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(inArray(sessions.id, [...ids]))
      .orderBy(desc(sessions.position), desc(sessions.id))
      .for('update');
  }

  /** The text quota does not count them. */
  async function forgetEmpty(tx: Orm, campaignId: string): Promise<void> {
    const changesOf = tx
      .select({ ordinal: correctionChanges.ordinal })
      .from(correctionChanges)
      .where(eq(correctionChanges.correctionId, corrections.id));
    const empty = await tx
      .select({ id: corrections.id })
      .from(corrections)
      .where(and(eq(corrections.campaignId, campaignId), eq(corrections.changed, 0), notExists(changesOf)))
      .orderBy(desc(corrections.createdAt), desc(corrections.id))
      .offset(textLimits.emptyCorrections.most - 1);
    const ids = empty.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(corrections).where(inArray(corrections.id, ids));
  }

  async function keep(
    tx: Orm,
    campaign: CampaignRow,
    row: Pick<CorrectionRow, 'wrong' | 'right' | 'automatic' | 'remembered' | 'changed'>,
    changes: readonly TextChange[],
  ): Promise<Correction> {
    if (changes.length === 0) await forgetEmpty(tx, campaign.id);
    const [inserted] = await tx
      .insert(corrections)
      .values({
        ...row,
        id: newId(),
        campaignId: campaign.id,
        userId: campaign.userId,
        sessions: new Set(changes.flatMap(({ sessionId }) => sessionId ?? [])).size,
        createdAt: clock.now(),
        leftAlone: [],
      })
      .returning();
    const kept = present(inserted, 'new correction');
    for (let from = 0; from < changes.length; from += 200) {
      await tx
        .insert(correctionChanges)
        .values(
          changes
            .slice(from, from + 200)
            .map((change, index) => ({ ...change, correctionId: kept.id, ordinal: from + index })),
        );
      await breath();
    }
    return view(kept);
  }

  return {
    async preview(orm: Orm, userId: string, campaignId: string, asked: Asked): Promise<CorrectionPreview> {
      const campaign = await ownCampaign(orm, userId, campaignId);
      const glossary = await namesOf(orm, campaignId);
      const { find } = createMatcher({ ...asked, known: knownTerms(glossary, asked) });
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
    async apply(
      tx: Orm,
      userId: string,
      campaignId: string,
      {
        wrong,
        right,
        chosen,
        remember,
        kind,
      }: Asked & { chosen: readonly string[]; remember: boolean; kind: NameKind },
    ): Promise<Correction> {
      const campaign = await ownCampaign(tx, userId, campaignId, { forUpdate: true });
      const wanted = { sessionIds: sessionsIn(chosen), ids: chosen };
      await lockSessions(tx, wanted.sessionIds);
      const glossary = await namesOf(tx, campaignId);
      const { find } = createMatcher({ wrong, right, known: knownTerms(glossary, { wrong, right }) });
      const ids = new Set(chosen);
      const hits: ChosenHits[] = [];
      const sessionIds = new Set<string>();
      for await (const document of documentsOf(tx, rooms, campaign, wanted)) {
        const found: FoundHit[] = hitsIn(document, find).filter(({ hit }) => ids.delete(hit.id));
        if (found.length === 0) continue;
        for (const { sessionId } of document) if (sessionId !== null) sessionIds.add(sessionId);
        hits.push({ document, found });
      }
      if (ids.size > 0) throw new Refusal('correctionOutdated');
      if (await hasRunningAnalysis(tx, [...sessionIds])) throw new Refusal('analysisRunning');
      const changes = await writeHits(tx, rooms, { campaign, now: clock.now() }, hits);
      const { learned, change } = remember
        ? await learn(tx, campaign, glossary, { wrong, right, kind })
        : { learned: false, change: null };
      const changed = hits.flatMap(({ found }) => found).reduce((sum, { hit }) => sum + hit.count, 0);
      return keep(
        tx,
        campaign,
        { wrong, right, automatic: false, remembered: learned, changed },
        change === null ? changes : [...changes, change],
      );
    },

    async list(orm: Orm, userId: string, campaignId: string): Promise<Correction[]> {
      await ownCampaign(orm, userId, campaignId);
      const rows = await orm
        .select()
        .from(corrections)
        .where(eq(corrections.campaignId, campaignId))
        .orderBy(desc(corrections.createdAt), desc(corrections.id))
        .limit(correctionLimits.listed);
      return rows.map(view);
    },

    async undo(tx: Orm, userId: string, correctionId: string): Promise<Correction> {
      const which = and(eq(corrections.id, correctionId), eq(corrections.userId, userId));
      const [known] = await tx.select().from(corrections).where(which);
      if (known === undefined) throw new Refusal('notFound');
      const campaign = await ownCampaign(tx, userId, known.campaignId, { forUpdate: true });
      const changes = await tx
        .select()
        .from(correctionChanges)
        .where(eq(correctionChanges.correctionId, correctionId))
        .orderBy(correctionChanges.ordinal);
      const sessionIds = [...new Set(changes.flatMap(({ sessionId }) => sessionId ?? []))];
      await lockSessions(tx, sessionIds);
      const [row] = await tx.select().from(corrections).where(which).for('update');
      if (row === undefined) throw new Refusal('notFound');
      if (row.undoneAt !== null) return view(row);
      if (await hasRunningAnalysis(tx, sessionIds)) throw new Refusal('analysisRunning');
      const changing = { campaign, now: clock.now() };
      // biome-ignore lint/plugin: `target` and `content` were written together, by `keep`.
      const left = await undoChanges(tx, rooms, changing, changes as TextChange[]);
      const [undone] = await tx
        .update(corrections)
        .set({ undoneAt: clock.now(), leftAlone: left })
        .where(eq(corrections.id, correctionId))
        .returning();
      return view(present(undone, 'undone correction'));
    },

    /** For an analysis. @returns the corrections, the most frequent first */
    async correctHeard(
      tx: Orm,
      sessionId: string,
    ): Promise<{ wrong: string; right: string; count: number }[]> {
      const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId));
      if (session === undefined) return [];
      const glossary = await namesOf(tx, session.campaignId);
      const latest = glossary.sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
      if (latest.every(({ heardAs }) => heardAs.length === 0)) return [];
      const campaign = await ownCampaign(tx, session.userId, session.campaignId);
      await lockSessions(tx, [sessionId]);
      const find = createHeardMatcher(latest);
      const hits: ChosenHits[] = [];
      const counts = new Map<string, { wrong: string; right: string; count: number }>();
      const wanted = { sessionIds: [sessionId], ids: null };
      for await (const document of documentsOf(tx, rooms, campaign, wanted)) {
        const [text] = document;
        if (text?.kind !== 'segment') continue;
        const matches = find(text.text);
        if (matches.length === 0) continue;
        for (const { wrong, right } of matches) {
          const key = `${wrong}\n${right}`;
          const pair = counts.get(key) ?? { wrong, right, count: 0 };
          counts.set(key, { ...pair, count: pair.count + 1 });
        }
        hits.push({ document, found: hitsIn(document, () => matches) });
      }
      const pairs = [...counts.values()].sort((one, other) => other.count - one.count);
      if (pairs.length === 0) return [];
      const changes = await writeHits(tx, rooms, { campaign, now: clock.now() }, hits);
      const several = (forms: string[]) => [...new Set(forms)].join(', ');
      await keep(
        tx,
        campaign,
        {
          wrong: several(pairs.map(({ wrong }) => wrong)),
          right: several(pairs.map(({ right }) => right)),
          automatic: true,
          remembered: false,
          changed: pairs.reduce((sum, { count }) => sum + count, 0),
        },
        changes,
      );
      return pairs;
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
  return glossary.flatMap(({ term, aliases }) => [term, ...aliases]).filter((term) => !isSame(term, wrong));
}

const isSame = (one: string, other: string) => spelling(one).toLowerCase() === spelling(other).toLowerCase();

function view({
  userId: _,
  campaignId: __,
  createdAt,
  undoneAt,
  leftAlone,
  ...row
}: CorrectionRow): Correction {
  return {
    ...row,
    left: leftAlone,
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}
