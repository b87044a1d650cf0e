import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { storedFacts, storedPreferences } from '#contract/stored.ts';
import type { DemandedModal } from '#machines/modals/modals.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { provideAccountDeletion } from '#web/effects/provide-account-deletion.ts';
import { provideAgreements } from '#web/effects/provide-agreements.ts';
import { provideCopylessNotice } from '#web/effects/provide-copyless-notice.ts';
import { provideEmailVerification } from '#web/effects/provide-email-verification.ts';
import { providePreferences } from '#web/effects/provide-preferences.ts';
import { readFact } from '#web/effects/stored-facts.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import { applyTheme } from '#web/ui/theme.ts';
import type { SiteDependencies } from './create-site.ts';
import type { AppMachines, RootEvent } from './root-machine.ts';

/** The flows around a person's account that run as long as the app does. */
export function provideAccountFlows(deps: {
  client: ApiClient;
  identity: IdentityPort;
  page: SiteDependencies['page'];
  storage: Storage;
  userId: () => string | null;
  /** Brings a modal that must be answered to the top, or takes it away (R2.34). */
  demand: (modal: DemandedModal) => void;
  settle: (modal: DemandedModal) => void;
  /** Nobody is signed in any more; leads to the landing page. */
  endSession: () => void;
}): Pick<
  AppMachines,
  'accountDeletion' | 'agreements' | 'copylessNotice' | 'emailVerification' | 'preferences'
> {
  const { client, identity, page, storage } = deps;
  const demand = (modal: DemandedModal) => () => deps.demand(modal);
  const settle = (modal: DemandedModal) => () => deps.settle(modal);
  return {
    accountDeletion: provideAccountDeletion({
      client,
      identity,
      userId: deps.userId,
      storage,
      demandReSignIn: demand('reSignIn'),
      settleReSignIn: settle('reSignIn'),
      endSession: deps.endSession,
    }),
    agreements: provideAgreements({
      client,
      page,
      demandModal: demand('agreements'),
      settleModal: settle('agreements'),
    }),
    copylessNotice: provideCopylessNotice({
      storage,
      demandNotice: demand('copylessNotice'),
      settleNotice: settle('copylessNotice'),
    }),
    emailVerification: provideEmailVerification({
      client,
      identity,
      page,
      demandModal: demand('emailVerification'),
      settleModal: settle('emailVerification'),
    }),
    preferences: providePreferences({
      client,
      storage,
      page,
      apply: (preferences) => applyTheme(preferences?.theme ?? 'system', page.document.documentElement),
    }),
  };
}

/** What the account flows are told when somebody is signed in: who, and what this browser keeps of them. */
export const arrivalOf = (storage: Storage, user: SignedInSession): RootEvent => ({
  type: 'user.arrived',
  user,
  cachedPreferences: readFact(storage, storedPreferences(user.userId)) ?? defaultPreferences,
  wasCopylessNoticeShown: readFact(storage, storedFacts.copylessNotice) ?? false,
});
