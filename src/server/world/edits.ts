import { and, count, eq, inArray } from 'drizzle-orm';
import { type WorldChange, worldLimits } from '#contract/world.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { worldEdits } from './tables.ts';

/** The session with which it goes. */
function keptIn(edit: WorldChange['edit']): string | null {
  if (edit === null) return null;
  if ('date' in edit) return edit.of.sessionId;
  return 'state' in edit ? (edit.kept?.sessionId ?? null) : null;
}

/**
 * All of the changes, or none.
 * @returns what undoes them
 * @throws Refusal worldChanged, worldFull
 */
export const changeEntries = (
  { database, clock }: Pick<Shared, 'database' | 'clock'>,
  userId: string,
  campaignId: string,
  changes: readonly WorldChange[],
): Promise<WorldChange[]> =>
  database.transaction(async (tx) => {
    await ownCampaign(tx, userId, campaignId, { forUpdate: true });
    const ofCampaign = eq(worldEdits.campaignId, campaignId);
    const keys = changes.map(({ key }) => key);
    const rows = await tx
      .select()
      .from(worldEdits)
      .where(and(ofCampaign, inArray(worldEdits.key, keys)));
    const known = new Map(rows.map((row) => [row.key, row]));
    const isStale = changes.some(({ key, revision }) => (known.get(key)?.revision ?? 0) !== revision);
    if (isStale || new Set(keys).size < keys.length) throw new Refusal('worldChanged');
    const kept = changes.flatMap(({ edit }) => keptIn(edit) ?? []);
    const own = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.campaignId, campaignId));
    if (kept.some((id) => !own.some((session) => session.id === id))) throw new Refusal('notFound');
    const undo: WorldChange[] = [];
    for (const { key, revision, edit } of changes) {
      undo.push({ key, revision: edit === null ? 0 : revision + 1, edit: known.get(key)?.edit ?? null });
      if (edit === null) await tx.delete(worldEdits).where(and(ofCampaign, eq(worldEdits.key, key)));
      else {
        const changed = { edit, sessionId: keptIn(edit), revision: revision + 1, updatedAt: clock.now() };
        await tx
          .insert(worldEdits)
          .values({ campaignId, key, ...changed })
          .onConflictDoUpdate({ target: [worldEdits.campaignId, worldEdits.key], set: changed });
      }
    }
    const [total] = await tx.select({ edits: count() }).from(worldEdits).where(ofCampaign);
    if ((total?.edits ?? 0) > worldLimits.edits) throw new Refusal('worldFull');
    return undo;
  });
