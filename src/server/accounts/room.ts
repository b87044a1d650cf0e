import { type Agreement, acceptAgreement, listAgreements } from '#contract/agreements.ts';
import { setAlphaTester } from '#contract/alpha-testers.ts';
import type { SessionWorkPort } from '#server/campaigns/session-work.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import type { Room } from '#server/http/room.ts';
import type { CountryPolicy } from '#server/platform/countries.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { sendAddressChanged } from '#server/platform/mail/address-changed.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createAccountDeletion } from './account-deletion.ts';
import { accountRoutes } from './account-routes.ts';
import { type AccountDependencies, createAccounts } from './accounts.ts';
import { createAgreements } from './agreements.ts';
import { markAlphaTesters } from './alpha-testers.ts';
import { createFeedbackBox } from './feedback.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import type { Logins } from './logins.ts';
import { createPreferences } from './preferences.ts';
import { preferencesRoutes } from './preferences-routes.ts';

export { createLogins } from './logins.ts';

export function createAccountsRoom(
  deps: Pick<Shared, 'database' | 'queue' | 'secrets' | 'mail' | 'clock' | 'log'> & {
    credits: Credits;
    logins: Logins;
    authenticator: Authenticator;
    sessionWork: SessionWorkPort;
    billing: {
      followAddress(tx: Orm, userId: string): Promise<void>;
      forget(tx: Orm, userId: string): Promise<void>;
    };
    endLinks: (tx: Orm, userId: string) => Promise<void>;
    identity: {
      /** Our own provider itself writes to a former address. */
      mount?: unknown;
      forget?: (tx: Orm, subjects: readonly string[]) => Promise<void>;
      facts?: Pick<AccountDependencies, 'isSignInLive' | 'hasAddress'>;
    };
    agreements?: readonly Agreement[] | undefined;
    welcome: AccountDependencies['welcome'];
    countries: CountryPolicy;
  },
): Room {
  const { database, billing, identity, mail, log } = deps;
  const agreements = createAgreements({ ...deps, current: deps.agreements });
  const accounts = createAccounts({
    ...deps,
    agreements,
    followAddress: billing.followAddress,
    ...(identity.mount === undefined
      ? { tellFormerAddress: (from, to) => sendAddressChanged({ mail, log }, { from, to }) }
      : {}),
    ...identity.facts,
  });
  const deletion = createAccountDeletion({
    ...deps,
    forgetCustomer: billing.forget,
    ...(identity.forget === undefined ? {} : { forgetIdentities: identity.forget }),
  });
  return {
    routes(mount) {
      accountRoutes(mount, { ...deps, accounts, deletion });
      mount(listAgreements, ({ user }) => agreements.pending(database.orm, user.userId));
      mount(acceptAgreement, ({ user, body }) =>
        agreements.accept(user.userId, body.agreement_name, body.agreement_version),
      );
      preferencesRoutes(mount, { database, preferences: createPreferences(deps) });
      feedbackRoutes(mount, { ...deps, box: createFeedbackBox(deps) });
      mount(setAlphaTester, async ({ body: { email, isAlphaTester } }) => ({
        changed: await markAlphaTesters(database, email, isAlphaTester),
      }));
    },
  };
}
