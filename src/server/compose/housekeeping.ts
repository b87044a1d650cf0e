import type { Room } from '#server/http/room.ts';
import { isDatabaseLost } from '#server/platform/database/lost-database.ts';
import { createForgetting, FORGET_EVERY_SECONDS } from '#server/platform/forget-deleted.ts';
import { forgetRateCounts } from '#server/platform/rate-limit.ts';
import type { Shared } from '#server/platform/shared.ts';
import { forgetSentMail } from '#server/stand-ins/mail/outbox.ts';

const EVERY_SECONDS = 3_600;

/** Runs the chores of the rooms, one by one, in their order. Defines jobs: call it before the queue starts. */
export function createHousekeeping(
  deps: Pick<Shared, 'database' | 'queue' | 'clock' | 'log'> & { rooms: readonly Room[] },
): () => Promise<void> {
  const { rooms, database, queue, clock, log } = deps;
  const chores = [
    ...rooms.flatMap((room) => Object.entries(room.chores ?? {})),
    ['emails', () => forgetSentMail({ database, clock })],
    ['limits', () => forgetRateCounts({ database, clock })],
  ] as const;

  async function run(): Promise<void> {
    for (const [part, chore] of chores) {
      try {
        await chore();
      } catch (error) {
        if (isDatabaseLost(error)) throw error;
        log.error({ err: error, part }, 'Housekeeping failed.');
      }
    }
  }

  queue.every('housekeeping', EVERY_SECONDS, run);
  queue.every('deleted-rows', FORGET_EVERY_SECONDS, createForgetting({ database, clock }).run);
  return run;
}
