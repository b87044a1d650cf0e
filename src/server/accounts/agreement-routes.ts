import { acceptAgreement, listAgreements } from '#contract/agreements.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Agreements } from './agreements.ts';

export function agreementRoutes(mount: Mount, deps: { database: Database; agreements: Agreements }): void {
  mount(listAgreements, ({ user }) => deps.agreements.pending(deps.database.orm, user.userId));
  mount(acceptAgreement, ({ user, body }) =>
    deps.agreements.accept(user.userId, body.agreement_name, body.agreement_version),
  );
}
