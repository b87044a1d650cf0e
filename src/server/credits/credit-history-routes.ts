import { listCreditEvents } from '#contract/billing.ts';
import type { Mount } from '#server/http/mount.ts';
import type { CreditHistory } from './credit-history.ts';

export function creditHistoryRoute(mount: Mount, deps: { history: CreditHistory }): void {
  mount(listCreditEvents, ({ user, query }) => deps.history.list(user.userId, query));
}
