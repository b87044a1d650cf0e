import { enqueueActions, sendTo, setup } from 'xstate';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type { authMachine } from '#machines/auth/auth.machine.ts';
import type { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import type { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import type { modalsMachine } from '#machines/modals/modals.machine.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadInput } from '#machines/upload/upload.setup.ts';

export interface AppMachines {
  auth: typeof authMachine;
  feedback: typeof feedbackMachine;
  loadingOverlay: typeof loadingOverlayMachine;
  modals: typeof modalsMachine;
  upload: typeof uploadMachine;
  analysis: typeof analysisMachine;
}

export type RootEvent =
  | { type: 'upload.opened'; id: string; input: UploadInput }
  | { type: 'analysis.opened'; id: string; input: AnalysisInput }
  | { type: 'analysis.closed'; id: string }
  /** The user has gone: what runs on their behalf stops. */
  | { type: 'user.left' };

/** Flows that run as long as the app does, whoever is signed in. */
const lasting: readonly string[] = ['auth', 'feedback', 'loadingOverlay', 'modals'];

/** The root actor of the account part: it runs the long-lived flows and nothing else. */
export function createRootMachine(machines: AppMachines) {
  return setup({
    types: {} as { events: RootEvent },
    actors: {
      auth: machines.auth,
      feedback: machines.feedback,
      loadingOverlay: machines.loadingOverlay,
      modals: machines.modals,
      upload: machines.upload,
      analysis: machines.analysis,
    },
  }).createMachine({
    id: 'app',
    invoke: [
      { id: 'auth', src: 'auth' },
      { id: 'feedback', src: 'feedback' },
      { id: 'loadingOverlay', src: 'loadingOverlay' },
      { id: 'modals', src: 'modals' },
    ],
    on: {
      'upload.opened': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.spawnChild('upload', { id: event.id, input: event.input });
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
      'user.left': {
        actions: [
          enqueueActions(({ enqueue, self }) => {
            for (const id of Object.keys(self.getSnapshot().children)) {
              if (!lasting.includes(id)) enqueue.stopChild(id);
            }
          }),
          sendTo('feedback', { type: 'user.left' }),
          sendTo('modals', { type: 'user.left' }),
        ],
      },
    },
  });
}
