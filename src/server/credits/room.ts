import { listCreditEvents } from '#contract/billing.ts';
import type { Room } from '#server/http/room.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createCreditExpiry } from './credit-expiry.ts';
import { createCreditHistory } from './credit-history.ts';
import { createCredits } from './credits.ts';

/** `credits` is all that other rooms may call. */
export function createCreditsRoom(deps: { database: Database; clock: Clock }) {
  const credits = createCredits(deps);
  const history = createCreditHistory(deps);
  return {
    credits,
    routes: (mount) => mount(listCreditEvents, ({ user, query }) => history.list(user.userId, query)),
    chores: { credits: createCreditExpiry({ ...deps, credits }).run },
  } satisfies Room & { credits: unknown };
}
