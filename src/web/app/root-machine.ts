import { type AnyEventObject, type AnyStateMachine, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Arrival } from '#web/hooks/surroundings.ts';
import { demandedModals, type LastingFlow } from './flows.ts';

export interface ReadyFlow {
  name: LastingFlow;
  machine: AnyStateMachine;
  onArrival: (arrival: Arrival) => AnyEventObject | null;
}

export type RootEvent =
  | { type: 'flow.opened'; id: string; machine: AnyStateMachine; input: unknown }
  | { type: 'flow.closed'; id: string }
  | { type: 'flow.loaded'; flow: ReadyFlow }
  | ({ type: 'user.arrived' } & Arrival)
  | { type: 'user.left' }
  | { type: 'page.returned' };

interface RootContext {
  arrival: Arrival | null;
}

interface Delivery {
  flow: LastingFlow;
  event: AnyEventObject;
}

/** @param first flows that run from the start @param running every lasting flow that runs */
export function createRootMachine(first: readonly ReadyFlow[], running: () => readonly ReadyFlow[]) {
  return setup({
    types: {} as { context: RootContext; events: RootEvent },
    // biome-ignore lint/plugin: none is known by name; each machine comes with the event that starts it.
    actors: {} as Record<string, AnyStateMachine>,
    actions: {
      // XState warns about actions created inside actions.
      deliver: sendTo(
        (_, { flow }: Delivery) => flow,
        (_, { event }: Delivery) => event,
      ),
    },
  }).createMachine({
    id: 'app',
    context: { arrival: null },
    // biome-ignore lint/plugin: XState takes a list of machines of any kind as no list of invocations.
    invoke: first.map(({ name, machine }) => ({
      id: name,
      src: machine,
      ...(name === 'modals' ? { input: { precedence: demandedModals } } : {}),
    })) as never,
    on: {
      'flow.opened': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.spawnChild(event.machine, { id: event.id, input: event.input });
        }),
      },
      'flow.closed': {
        actions: enqueueActions(({ enqueue, event }) => {
          enqueue.stopChild(event.id);
        }),
      },
      'flow.loaded': {
        actions: enqueueActions(({ enqueue, event: { flow }, context: { arrival } }) => {
          enqueue.spawnChild(flow.machine, { id: flow.name });
          if (arrival !== null)
            for (const params of deliveriesOf([flow], arrival)) enqueue({ type: 'deliver', params });
        }),
      },
      'user.arrived': {
        actions: [
          assign({ arrival: ({ event }) => event }),
          enqueueActions(({ enqueue, event: arrival }) => {
            for (const params of deliveriesOf(running(), arrival)) enqueue({ type: 'deliver', params });
          }),
        ],
      },
      'page.returned': {
        actions: enqueueActions(({ enqueue, event, self }) => {
          for (const child of Object.values(self.getSnapshot().children))
            if (child?.getSnapshot().can?.(event)) enqueue.sendTo(child, event);
        }),
      },
      'user.left': {
        actions: [
          assign({ arrival: null }),
          enqueueActions(({ enqueue, self }) => {
            const lasting = running();
            const names = new Set<string>(lasting.map(({ name }) => name));
            for (const id of Object.keys(self.getSnapshot().children)) {
              if (!names.has(id)) enqueue.stopChild(id);
            }
            for (const { name, machine } of lasting)
              if (machine.events.includes('user.left'))
                enqueue({ type: 'deliver', params: { flow: name, event: { type: 'user.left' } } });
          }),
        ],
      },
    },
  });
}

function deliveriesOf(flows: readonly ReadyFlow[], arrival: Arrival): Delivery[] {
  return flows.flatMap(({ name, onArrival }) => {
    const event = onArrival(arrival);
    return event === null ? [] : [{ flow: name, event }];
  });
}
