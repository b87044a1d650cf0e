import { inArray } from 'drizzle-orm';
import { resting } from '#server/platform/breath.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { textOf } from '#server/platform/quotas.ts';
import { isBeyond } from '#server/platform/text-limits.ts';
import type { SessionWorkPort } from './session-work.ts';
import { sessions } from './tables.ts';

/** `SessionWorkPort.remove` comes before. */
export async function removeSessions(tx: Orm, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length > 0) await tx.delete(sessions).where(inArray(sessions.id, [...sessionIds]));
}

/**
 * Before much is deleted: its sessions, each by itself; if it is cut short, what is left is deleted again. Leaves little to one
 * transaction. @param asked.list refuses what the deletion would @param asked.signal ends it between two sessions
 * @returns what to run afterwards @throws Refusal analysisRunning
 */
export async function removeOneByOne(
  deps: { database: Database; sessionWork: SessionWorkPort },
  asked: {
    userId: string;
    list: (tx: Orm) => Promise<readonly string[]>;
    signal?: AbortSignal;
  },
  whenRunning: 'refuse' | 'stop',
): Promise<() => Promise<void>> {
  const { database, sessionWork } = deps;
  const afterwards: (() => Promise<void>)[] = [];
  const removeFiles = async () => {
    for (const remove of afterwards) await remove();
  };
  const isMuch = isBeyond('deletedAtOnceBytes', await textOf(database.orm, asked.userId));
  for (const id of isMuch ? await database.transaction(asked.list) : []) {
    if (asked.signal?.aborted) {
      await removeFiles();
      asked.signal.throwIfAborted();
    }
    await sessionWork.empty(id, whenRunning);
    afterwards.push(
      await resting(() =>
        database.transaction(async (tx) => {
          const remove = await sessionWork.remove(tx, [id], whenRunning);
          await removeSessions(tx, [id]);
          return remove;
        }),
      ),
    );
  }
  return removeFiles;
}
