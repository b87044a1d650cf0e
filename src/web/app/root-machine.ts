import { enqueueActions, sendTo, setup } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import type { Preferences } from '#contract/preferences.ts';
import type { accountDeletionMachine } from '#machines/account-deletion/account-deletion.machine.ts';
import type { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type { authMachine } from '#machines/auth/auth.machine.ts';
import type { billingPortalMachine } from '#machines/billing-portal/billing-portal.machine.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import type { credentialsChangeMachine } from '#machines/credentials-change/credentials-change.machine.ts';
import type { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import type { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import type { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import type { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import type { modalsMachine } from '#machines/modals/modals.machine.ts';
import type { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import type { NotesAutosaveInput } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadInput } from '#machines/upload/upload.setup.ts';
import type { PaymentReturn } from '#web/effects/payment-journey.ts';

export interface AppMachines {
  auth: typeof authMachine;
  accountDeletion: typeof accountDeletionMachine;
  agreements: typeof agreementsMachine;
  billingPortal: typeof billingPortalMachine;
  checkout: typeof checkoutMachine;
  copylessNotice: typeof copylessNoticeMachine;
  credentialsChange: typeof credentialsChangeMachine;
  dataExport: typeof dataExportMachine;
  emailVerification: typeof emailVerificationMachine;
  preferences: typeof preferencesMachine;
  feedback: typeof feedbackMachine;
  loadingOverlay: typeof loadingOverlayMachine;
  modals: typeof modalsMachine;
  upload: typeof uploadMachine;
  analysis: typeof analysisMachine;
  notesAutosave: typeof notesAutosaveMachine;
}

export type RootEvent =
  | { type: 'upload.opened'; id: string; input: UploadInput }
  | { type: 'notes.opened'; id: string; input: NotesAutosaveInput }
  | { type: 'analysis.opened'; id: string; input: AnalysisInput }
  | { type: 'analysis.closed'; id: string }
  /** Somebody is signed in; with what this browser keeps of them. */
  | {
      type: 'user.arrived';
      user: SignedInSession;
      cachedPreferences: Preferences;
      wasCopylessNoticeShown: boolean;
      /** The page was opened by the link of a mail that confirms an address; its code lies ready. */
      hasLinkedCode: boolean;
      /** How the page was come back to from paying. */
      paymentReturn: PaymentReturn;
    }
  /** The user has gone: what runs on their behalf stops. */
  | { type: 'user.left' };

/** Flows that keep something of the user, and hear when they have gone; the modals last. */
const flowsOfUser = [
  'accountDeletion',
  'agreements',
  'billingPortal',
  'checkout',
  'copylessNotice',
  'credentialsChange',
  'dataExport',
  'emailVerification',
  'feedback',
  'preferences',
  'modals',
] as const satisfies readonly (keyof AppMachines)[];

/** Flows that run as long as the app does, whoever is signed in. */
const lastingFlows = ['auth', 'loadingOverlay', ...flowsOfUser] as const;
export type LastingFlow = (typeof lastingFlows)[number];

const isLasting = (id: string): id is LastingFlow => (lastingFlows as readonly string[]).includes(id);

/** The root actor of the account part: it runs the long-lived flows and nothing else. */
export function createRootMachine(machines: AppMachines) {
  return setup({
    types: {} as { events: RootEvent },
    actors: { ...machines },
    // Made here, once: an event may come from within an action, where XState warns of actions that are being made.
    actions: {
      askForCode: sendTo('emailVerification', (_, params: { hasLinkedCode: boolean }) => ({
        type: 'user.arrived',
        ...params,
      })),
      lookBackAtCheckout: sendTo('checkout', (_, params: NonNullable<PaymentReturn['checkout']>) => ({
        type: 'return.found',
        ...params,
      })),
      takeLeave: sendTo((_, { flow }: { flow: LastingFlow }) => flow, { type: 'user.left' }),
      lookBackAtPortal: sendTo('billingPortal', { type: 'return.found' }),
    },
  }).createMachine({
    id: 'app',
    invoke: [
      { id: 'auth', src: 'auth' },
      { id: 'accountDeletion', src: 'accountDeletion' },
      { id: 'agreements', src: 'agreements' },
      { id: 'billingPortal', src: 'billingPortal' },
      { id: 'checkout', src: 'checkout' },
      { id: 'copylessNotice', src: 'copylessNotice' },
      { id: 'credentialsChange', src: 'credentialsChange' },
      { id: 'dataExport', src: 'dataExport' },
      { id: 'emailVerification', src: 'emailVerification' },
      { id: 'feedback', src: 'feedback' },
      { id: 'loadingOverlay', src: 'loadingOverlay' },
      { id: 'modals', src: 'modals' },
      { id: 'preferences', src: 'preferences' },
    ],
    on: {
      'upload.opened': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.spawnChild('upload', { id: event.id, input: event.input });
        }),
      },
      'notes.opened': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.spawnChild('notesAutosave', { id: event.id, input: event.input });
        }),
      },
      'analysis.opened': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.spawnChild('analysis', { id: event.id, input: event.input });
        }),
      },
      'analysis.closed': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.stopChild(event.id);
        }),
      },
      'user.arrived': {
        actions: [
          sendTo('preferences', ({ event }) => ({
            type: 'user.arrived',
            userId: event.user.userId,
            cached: event.cachedPreferences,
          })),
          sendTo('agreements', ({ event }) => ({
            type: 'user.arrived',
            agreementsAccepted: event.user.agreementsAccepted,
          })),
          // Accepting loads the page anew, and every arrival mails a code that takes the place of the one before.
          enqueueActions(({ enqueue, event }) => {
            if (!event.user.agreementsAccepted) return;
            const { hasLinkedCode } = event;
            enqueue({ type: 'askForCode', params: { hasLinkedCode } });
          }),
          sendTo('copylessNotice', ({ event }) => ({
            type: 'user.arrived',
            userCreatedAt: event.user.userCreatedAt,
            wasShown: event.wasCopylessNoticeShown,
          })),
          enqueueActions(({ enqueue, event }) => {
            const { checkout, fromPortal } = event.paymentReturn;
            if (checkout !== null) enqueue({ type: 'lookBackAtCheckout', params: checkout });
            if (fromPortal) enqueue('lookBackAtPortal');
          }),
        ],
      },
      'user.left': {
        actions: enqueueActions(({ enqueue, self }) => {
          for (const id of Object.keys(self.getSnapshot().children)) {
            if (!isLasting(id)) enqueue.stopChild(id);
          }
          for (const flow of flowsOfUser) enqueue({ type: 'takeLeave', params: { flow } });
        }),
      },
    },
  });
}
