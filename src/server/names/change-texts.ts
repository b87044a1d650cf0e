import type { CorrectionPlace } from '#contract/corrections.ts';
import { documentsOf } from '#server/campaigns/all-texts.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { lockSessions } from '#server/campaigns/lock-session.ts';
import type {
  Asked,
  CampaignText,
  Changing,
  FollowSection,
  RoomTexts,
  TextChange,
  TextStep,
} from '#server/campaigns/room-texts.ts';
import { breath } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type FoundHit, isAsFound, sessionsIn } from './hits.ts';

/** In one transaction. All others wait for it on the embedded database. */
export const mostAtOnce = { rows: 200, characters: 250_000 };

/** In the order of `documentsOf`. */
export type FoundDocuments = ReadonlyMap<string, readonly FoundHit[]>;

const idsIn = (found: FoundDocuments) => [...found.values()].flat().map(({ hit }) => hit.id);

export const wantedOf = (ids: readonly string[]) => ({ sessionIds: sessionsIn(ids), ids });

async function* inGroups<Done>(steps: AsyncIterable<TextStep<Done>>): AsyncGenerator<TextStep<Done>[]> {
  let group: TextStep<Done>[] = [];
  let rows = 0;
  let characters = 0;
  for await (const step of steps) {
    rows += step.rows;
    characters += step.characters;
    if (group.length > 0 && (rows > mostAtOnce.rows || characters > mostAtOnce.characters)) {
      yield group;
      group = [];
      ({ rows, characters } = step);
    }
    group.push(step);
  }
  if (group.length > 0) yield group;
}

const sessionsOf = (steps: readonly TextStep<unknown>[]) => [
  ...new Set(steps.flatMap(({ sessionId }) => sessionId ?? [])),
];

export function createTextChanges({ database, rooms }: { database: Database; rooms: readonly RoomTexts[] }) {
  const { orm } = database;

  const follow: FollowSection = async (...section) => {
    const steps: TextStep<TextChange[]>[] = [];
    for (const room of rooms) {
      const step = await room.follow?.(orm, ...section);
      if (step != null) steps.push(step);
    }
    return steps;
  };

  /** As many as a room changes together: sections of one session, or lines. @throws Refusal correctionOutdated */
  async function* askedIn(changing: Changing, found: FoundDocuments): AsyncGenerator<Asked[]> {
    const remaining = new Map(found);
    let asked: Asked[] = [];
    let characters = 0;
    for await (const document of documentsOf(orm, rooms, changing.campaign, wantedOf(idsIn(found)))) {
      const [first] = document;
      const hits = first && remaining.get(first.document);
      if (first === undefined || hits === undefined) continue;
      if (!isAsFound(document, hits)) throw new Refusal('correctionOutdated');
      remaining.delete(first.document);
      const last = asked[0]?.text;
      const isOther = last !== undefined && (last.room !== first.room || last.sessionId !== first.sessionId);
      const isFull = asked.length >= mostAtOnce.rows || characters >= mostAtOnce.characters;
      if (isOther || (isFull && first.kind === 'segment')) {
        yield asked;
        asked = [];
        characters = 0;
      }
      asked.push(...askedOf(document, hits));
      characters += first.text.length;
    }
    if (asked.length > 0) yield asked;
    if (remaining.size > 0) throw new Refusal('correctionOutdated');
  }

  async function* replacements(
    changing: Changing,
    found: FoundDocuments,
  ): AsyncGenerator<TextStep<TextChange[]>> {
    for await (const asked of askedIn(changing, found))
      for (const { room, replace } of rooms)
        if (asked[0]?.text.room === room) yield* replace?.(orm, { ...changing, follow }, asked) ?? [];
  }

  async function* reversals(
    using: Orm,
    changing: Changing,
    changes: readonly TextChange[],
  ): AsyncGenerator<TextStep<CorrectionPlace[]>> {
    for (const { revert } of rooms) yield* revert?.(using, changing, changes) ?? [];
  }

  return {
    /**
     * In short transactions: the caller takes back what is written if it fails.
     * @param keep in the same transaction @throws Refusal correctionOutdated, correctionUnfit
     */
    async replace(
      changing: Changing,
      found: FoundDocuments,
      keep: (tx: Orm, changes: readonly TextChange[], sessionIds: readonly string[]) => Promise<void>,
    ): Promise<void> {
      const { id, userId } = changing.campaign;
      for await (const group of inGroups(replacements(changing, found))) {
        const sessionIds = sessionsOf(group);
        await database.transaction(async (tx) => {
          await ownCampaign(tx, userId, id, { forUpdate: true });
          await lockSessions(tx, sessionIds);
          const changes: TextChange[] = [];
          for (const { write } of group) {
            const done = await write(tx);
            if (done === null) throw new Refusal('correctionOutdated');
            changes.push(...done);
          }
          await keep(tx, changes, sessionIds);
        });
        await breath();
      }
    },

    /** @param keep in the transaction of the last ones @returns places that changed since, and were left */
    async revert(
      changing: Changing,
      changes: readonly TextChange[],
      keep: (tx: Orm, left: readonly CorrectionPlace[]) => Promise<void>,
    ): Promise<void> {
      const steps: TextStep<CorrectionPlace[]>[] = [];
      for await (const step of reversals(orm, changing, changes)) steps.push(step);
      const sessionIds = [...new Set(changes.flatMap(({ sessionId }) => sessionId ?? []))];
      const locked = (work: (tx: Orm) => Promise<CorrectionPlace[] | null>) =>
        database.transaction(async (tx) => {
          await ownCampaign(tx, changing.campaign.userId, changing.campaign.id, { forUpdate: true });
          await lockSessions(tx, sessionIds);
          const left = await work(tx);
          if (left === null) throw new ChangedMeanwhile();
          await keep(tx, left);
        });
      try {
        await locked((tx) => writeAll(tx, steps));
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) throw error;
        // Once its rows are locked, it stays as it is read.
        await locked(async (tx) => {
          const left: CorrectionPlace[] = [];
          for await (const { write } of reversals(tx, changing, changes))
            left.push(...((await write(tx)) ?? []));
          return left;
        });
      }
      await breath();
    },
  };
}

class ChangedMeanwhile extends Error {}

async function writeAll<Each>(tx: Orm, steps: readonly TextStep<Each[]>[]): Promise<Each[] | null> {
  const all: Each[] = [];
  for (const { write } of steps) {
    const done = await write(tx);
    if (done === null) return null;
    all.push(...done);
  }
  return all;
}

function askedOf(document: readonly CampaignText[], found: readonly FoundHit[]): Asked[] {
  const matches = found.flatMap((each) => each.matches);
  return document.flatMap((text, index): Asked[] => {
    const replacements = matches.filter(({ string = 0 }) => string === index);
    return replacements.length === 0 ? [] : [{ text, replacements }];
  });
}
