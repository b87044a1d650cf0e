import type { ActorLogic, AnyEventObject, EventObject, Snapshot } from 'xstate';
import { type Effect, optional } from '../effects.ts';
import { recordOf } from '../stable-json.ts';
import type { ActorKind } from './actor-kinds.ts';

export interface InertLogic extends ActorLogic<Snapshot<unknown>, EventObject, unknown> {
  readonly actorName: string;
  readonly kind: ActorKind;
}

type ActorStatus = 'active' | 'done' | 'error';

export function answering(status: ActorStatus, answer?: unknown): Snapshot<unknown> {
  switch (status) {
    case 'active':
      return { ...recordOf(answer), status, output: undefined, error: undefined };
    case 'done':
      return { status, output: answer, error: undefined };
    case 'error':
      return { status, output: undefined, error: answer };
  }
}

/**
 * @param first what the actor shows at first
 * @param report is called at the start, and with what is sent to the actor
 */
export function inertActor(
  actorName: string,
  kind: ActorKind,
  first: (input: unknown) => unknown,
  report: (effect: Effect) => void,
): InertLogic {
  return {
    actorName,
    kind,
    getInitialSnapshot: (_, input) => {
      report({ kind: 'start', name: actorName, ...optional('input', input) });
      return answering('active', first(input));
    },
    transition: (snapshot, event, { self }) => {
      const told: AnyEventObject = event;
      switch (told.type) {
        case 'flow.done':
          return answering('done', told.output);
        case 'flow.error':
          return answering('error', told.error);
        case 'flow.snapshot':
          return answering('active', told.snapshot);
        default:
          if (!told.type.startsWith('xstate.')) report({ kind: 'send', name: self.id, event });
          return snapshot;
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

/** Undefined for an actor that the machine did not make. */
export function inertLogicOf(actor: unknown): InertLogic | undefined {
  const { logic } = recordOf(actor);
  // biome-ignore lint/plugin: only `InertLogic` has an `actorName`.
  return 'actorName' in recordOf(logic) ? (logic as InertLogic) : undefined;
}
