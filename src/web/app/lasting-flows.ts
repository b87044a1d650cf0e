import type { AnyStateMachine, EventFrom } from 'xstate';
import { defaultPreferences } from '#contract/preferences.ts';
import { keysOfUser, storedFacts, storedPreferences } from '#contract/stored.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import { modalsMachine } from '#machines/modals/modals.machine.ts';
import { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import { keepTheme } from '#web/effects/kept-theme.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';
import { provideAgreements } from '#web/flows/agreements/provide-agreements.ts';
import { provideAuth } from '#web/flows/auth/provide-auth.ts';
import { provideEmailVerification } from '#web/flows/email-verification/provide-email-verification.ts';
import { providePreferences } from '#web/flows/preferences/provide-preferences.ts';
import type { LastingFlow, LastingFlows } from '#web/hooks/app-port.ts';
import { applyTheme } from '#web/ui/theme.ts';
import type { Arrival } from './arrival.ts';
import type { Surroundings } from './surroundings.ts';

export type EarlyFlow =
  | 'auth'
  | 'loadingOverlay'
  | 'preferences'
  | 'agreements'
  | 'emailVerification'
  | 'copylessNotice'
  | 'modals';

export type LateFlow = Exclude<LastingFlow, EarlyFlow>;

export interface LastingEntry<Machine extends AnyStateMachine, Around = Surroundings> {
  machine: Machine;
  provide: (around: Around) => Machine;
  onArrival?: (arrival: Arrival, around: Pick<Surroundings, 'storage' | 'page'>) => EventFrom<Machine> | null;
}

/** What the frame shows, and what may demand something of an arriving user. They start in this order. */
export const earlyFlows = {
  auth: {
    machine: authMachine,
    provide: (around) => provideAuth({ ...around, location: around.page.location }),
  },
  loadingOverlay: {
    machine: loadingOverlayMachine,
    provide: () => loadingOverlayMachine,
  },
  preferences: {
    machine: preferencesMachine,
    provide: (around) =>
      providePreferences({
        ...around,
        apply: (preferences) => {
          const theme = preferences?.theme ?? 'system';
          keepTheme(around.storage, theme);
          applyTheme(theme, around.page.document.documentElement);
        },
      }),
    onArrival: ({ user: { userId } }, { storage }) => ({
      type: 'user.arrived',
      userId,
      cached: readFact(storage, storedPreferences(userId)) ?? defaultPreferences,
    }),
  },
  agreements: {
    machine: agreementsMachine,
    provide: (around) =>
      provideAgreements({
        ...around,
        demandModal: () => around.demand('agreements'),
        settleModal: () => around.settle('agreements'),
        leaveAccount: () => {
          const userId = around.userId();
          const keys = userId === null ? [] : keysOfUser(around.storage, userId);
          for (const key of keys) around.storage.removeItem(key);
          around.signOut();
        },
      }),
    onArrival: ({ user: { agreementsAccepted } }) => ({ type: 'user.arrived', agreementsAccepted }),
  },
  emailVerification: {
    machine: emailVerificationMachine,
    provide: (around) =>
      provideEmailVerification({
        ...around,
        demandModal: () => around.demand('emailVerification'),
        settleModal: () => around.settle('emailVerification'),
      }),
    // Accepting the agreements reloads the page; a new code would replace the mailed one.
    onArrival: ({ user, hasLinkedCode }) =>
      user.agreementsAccepted ? { type: 'user.arrived', hasLinkedCode } : null,
  },
  copylessNotice: {
    machine: copylessNoticeMachine,
    provide: (around) =>
      copylessNoticeMachine.provide({
        actions: {
          demandNotice: () => around.demand('copylessNotice'),
          settleNotice: () => around.settle('copylessNotice'),
          rememberShown: () => writeFact(around.storage, storedFacts.copylessNotice, true),
        },
      }),
    onArrival: ({ user: { userCreatedAt } }, { storage }) => ({
      type: 'user.arrived',
      userCreatedAt,
      wasShown: readFact(storage, storedFacts.copylessNotice) ?? false,
    }),
  },
  modals: { machine: modalsMachine, provide: () => modalsMachine },
} as const satisfies { [Name in EarlyFlow]: LastingEntry<LastingFlows[Name]> };

/** Each gives effects to its machine. */
export type LastingEntries<Around = Surroundings> = Partial<
  Record<LastingFlow, LastingEntry<AnyStateMachine, Around>>
>;

const late: Readonly<Record<LateFlow, true>> = {
  checkout: true,
  billingPortal: true,
  accountDeletion: true,
  credentialsChange: true,
  dataExport: true,
  notesImport: true,
  transcriptImport: true,
  campaignWebhook: true,
  notesPosting: true,
  player: true,
  recording: true,
  incomingRecording: true,
  readyNotice: true,
  tour: true,
  feedback: true,
  shareLink: true,
  proposalReview: true,
  nameCorrection: true,
  speakerMapping: true,
  notesEditing: true,
  transcriptEditing: true,
  checkInbox: true,
  voiceErasure: true,
  whatsNew: true,
};

/** Known before `late-flows.ts` loads. */
export const lateNames = keysOf(late);
