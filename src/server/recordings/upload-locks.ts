import type { ServerOptions } from '@tus/server';
import { errorCatalogue } from '#contract/errors.ts';
import type { Locks } from '#server/platform/database/locks.ts';
import { Refusal } from '#server/platform/refusal.ts';

type Locker = Extract<ServerOptions['locker'], { newLock: unknown }>;

/** Longer than a holder needs to finish, shorter than the client's timeout. */
const waitMs = 20_000;

/** One request per upload, across processes. A newer one ends the older one, which its client has left. */
export function createUploadLocks(locks: Locks): Locker {
  return {
    newLock(id) {
      let release = async () => {};
      return {
        async lock(signal, endRequest) {
          const late = AbortSignal.timeout(waitMs);
          try {
            release = await locks.take(`upload ${id}`, {
              signal: AbortSignal.any([signal, late]),
              onWanted: () => void endRequest(),
            });
          } catch (error) {
            if (!late.aborted && !signal.aborted) throw error;
            const { status } = errorCatalogue.unavailable;
            throw { status_code: status, body: JSON.stringify(new Refusal('unavailable').body) };
          }
        },
        unlock: () => release(),
      };
    },
  };
}
