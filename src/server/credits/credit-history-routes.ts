import { listCreditEvents } from '#contract/billing.ts';
import type { Mount } from '#server/http/mount.ts';
import type { CreditHistory } from './credit-history.ts';

export function creditHistoryRoute(mount: Mount, deps: { history: CreditHistory }): void {
  mount(listCreditEvents, async ({ user, query }) => ({
    status: 200,
    body: await deps.history.list(user.userId, query),
  }));
}
