import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { keysOfUser, storedFacts, storedPreferences } from '#contract/stored.ts';
import type { DemandedModal } from '#machines/modals/modals.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import { keepTheme } from '#web/effects/kept-theme.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';
import { provideAccountDeletion } from '#web/effects/provide-account-deletion.ts';
import { provideAgreements } from '#web/effects/provide-agreements.ts';
import { provideCopylessNotice } from '#web/effects/provide-copyless-notice.ts';
import { provideCredentialsChange } from '#web/effects/provide-credentials-change.ts';
import { provideDataExport } from '#web/effects/provide-data-export.ts';
import { provideEmailVerification } from '#web/effects/provide-email-verification.ts';
import { providePreferences } from '#web/effects/provide-preferences.ts';
import { saveFile } from '#web/effects/save-file.ts';
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
  /** Ends the session as the user's own sign-out does. */
  signOut: () => void;
  /** Nobody is signed in any more; leads to the landing page. */
  endSession: () => void;
  /** What is typed to prove who one is, or to change how one signs in. */
  secrets: CredentialEntries;
  /** What the page knows of the user is read anew. */
  refreshUser: () => void;
}): Pick<
  AppMachines,
  | 'accountDeletion'
  | 'agreements'
  | 'copylessNotice'
  | 'credentialsChange'
  | 'dataExport'
  | 'emailVerification'
  | 'preferences'
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
      secrets: deps.secrets,
      demandReSignIn: demand('reSignIn'),
      settleReSignIn: settle('reSignIn'),
      endSession: deps.endSession,
    }),
    agreements: provideAgreements({
      client,
      page,
      demandModal: demand('agreements'),
      settleModal: settle('agreements'),
      leaveAccount: () => {
        const userId = deps.userId();
        if (userId !== null) for (const key of keysOfUser(storage, userId)) storage.removeItem(key);
        deps.signOut();
      },
    }),
    copylessNotice: provideCopylessNotice({
      storage,
      demandNotice: demand('copylessNotice'),
      settleNotice: settle('copylessNotice'),
    }),
    credentialsChange: provideCredentialsChange({
      client,
      identity,
      secrets: deps.secrets,
      refreshUser: deps.refreshUser,
    }),
    dataExport: provideDataExport({ client, userId: deps.userId, saveFile }),
    emailVerification: provideEmailVerification({
      client,
      identity,
      page,
      secrets: deps.secrets,
      demandModal: demand('emailVerification'),
      settleModal: settle('emailVerification'),
    }),
    preferences: providePreferences({
      client,
      storage,
      page,
      apply: (preferences) => {
        const theme = preferences?.theme ?? 'system';
        keepTheme(storage, theme);
        applyTheme(theme, page.document.documentElement);
      },
    }),
  };
}

/**
 * What the account flows are told when somebody is signed in: who, what this browser keeps of them, and whether they
 * have come by the link of a mail, or back from paying.
 */
export const arrivalOf = (
  storage: Storage,
  user: SignedInSession,
  way: { hasLinkedCode: boolean; paymentReturn: PaymentReturn },
): RootEvent => ({
  type: 'user.arrived',
  user,
  ...way,
  cachedPreferences: readFact(storage, storedPreferences(user.userId)) ?? defaultPreferences,
  wasCopylessNoticeShown: readFact(storage, storedFacts.copylessNotice) ?? false,
});
