import { enqueueActions, setup } from 'xstate';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type { authMachine } from '#machines/auth/auth.machine.ts';
import type { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadInput } from '#machines/upload/upload.setup.ts';

export interface AppMachines {
  auth: typeof authMachine;
  loadingOverlay: typeof loadingOverlayMachine;
  upload: typeof uploadMachine;
  analysis: typeof analysisMachine;
}

export type RootEvent =
  | { type: 'upload.opened'; id: string; input: UploadInput }
  | { type: 'analysis.opened'; id: string; input: AnalysisInput }
  | { type: 'analysis.closed'; id: string }
  /** The user has gone: what runs on their behalf stops. */
  | { type: 'user.left' };

/** The one root actor: it runs the long-lived flows and nothing else. */
export function createRootMachine(machines: AppMachines) {
  return setup({
    types: {} as { events: RootEvent },
    actors: {
      auth: machines.auth,
      loadingOverlay: machines.loadingOverlay,
      upload: machines.upload,
      analysis: machines.analysis,
    },
  }).createMachine({
    id: 'app',
    invoke: [
      { id: 'auth', src: 'auth' },
      { id: 'loadingOverlay', src: 'loadingOverlay' },
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
        actions: enqueueActions(({ enqueue, self }) => {
          for (const id of Object.keys(self.getSnapshot().children)) {
            if (id !== 'auth' && id !== 'loadingOverlay') enqueue.stopChild(id);
          }
        }),
      },
    },
  });
}
