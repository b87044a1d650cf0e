import { type AnyEventObject, enqueueActions, sendTo, setup } from 'xstate';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import type { NotesAutosaveInput } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { UploadInput } from '#machines/upload/upload.setup.ts';
import type { LastingFlow, LastingFlows } from '#web/hooks/app-port.ts';
import type { Arrival } from './arrival.ts';
import { lastingFlow, lastingNames } from './lasting-flows.ts';
import { demandedModals } from './modal-views.ts';
import type { Surroundings } from './surroundings.ts';

export interface AppMachines extends LastingFlows {
  upload: typeof uploadMachine;
  analysis: typeof analysisMachine;
  notesAutosave: typeof notesAutosaveMachine;
}

export type RootEvent =
  | { type: 'upload.opened'; id: string; input: UploadInput }
  | { type: 'notes.opened'; id: string; input: NotesAutosaveInput }
  | { type: 'analysis.opened'; id: string; input: AnalysisInput }
  | { type: 'analysis.closed'; id: string }
  | ({ type: 'user.arrived' } & Arrival)
  /** The user has signed out: stop everything that runs for them. */
  | { type: 'user.left' };

const isLasting = (id: string): id is LastingFlow => lastingNames.some((name) => name === id);

const flowsOfUser = lastingNames.filter((name) => lastingFlow(name).machine.events.includes('user.left'));

interface Told {
  flow: LastingFlow;
  event: AnyEventObject;
}

export function createRootMachine(machines: AppMachines, around: Pick<Surroundings, 'storage' | 'page'>) {
  return setup({
    types: {} as { events: RootEvent },
    actors: { ...machines },
    actions: {
      // Created once, because XState warns about actions created inside actions.
      tell: sendTo(
        (_, { flow }: Told) => flow,
        (_, { event }: Told) => event,
      ),
    },
  }).createMachine({
    id: 'app',
    // biome-ignore lint/plugin: XState does not accept a list of names of unknown length as invocations.
    invoke: lastingNames.map((name) => ({
      id: name,
      src: name,
      ...(name === 'modals' ? { input: { precedence: demandedModals } } : {}),
    })) as never,
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
        actions: enqueueActions(({ enqueue, event: arrival }) => {
          for (const flow of lastingNames) {
            const event = lastingFlow(flow).onArrival?.(arrival, around) ?? null;
            if (event !== null) enqueue({ type: 'tell', params: { flow, event } });
          }
        }),
      },
      'user.left': {
        actions: enqueueActions(({ enqueue, self }) => {
          for (const id of Object.keys(self.getSnapshot().children)) {
            if (!isLasting(id)) enqueue.stopChild(id);
          }
          for (const flow of flowsOfUser)
            enqueue({ type: 'tell', params: { flow, event: { type: 'user.left' } } });
        }),
      },
    },
  });
}
