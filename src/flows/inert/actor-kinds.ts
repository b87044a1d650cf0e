import {
  type AnyActorLogic,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
  fromTransition,
  StateMachine,
} from 'xstate';
import { type FlowOutcome, shows } from '../flow.ts';

/** `unknown` for logic that XState did not make, or that is only a name. */
export type ActorKind =
  | 'machine'
  | 'promise'
  | 'callback'
  | 'observable'
  | 'event observable'
  | 'transition'
  | 'unknown';

const nothing = () => ({ subscribe: () => ({ unsubscribe: () => {} }) });

/** XState does not mark its logics, but those of one maker share the code of `transition`. */
const samples: readonly (readonly [ActorKind, AnyActorLogic])[] = [
  ['promise', fromPromise(async () => {})],
  ['callback', fromCallback(() => {})],
  ['observable', fromObservable(nothing)],
  ['event observable', fromEventObservable(nothing)],
  ['transition', fromTransition((state: unknown) => state, undefined)],
];

const code = ({ transition }: AnyActorLogic) => Function.prototype.toString.call(transition);

export function actorKind(logic: unknown): ActorKind {
  if (logic instanceof StateMachine) return 'machine';
  if (typeof logic !== 'object' || logic === null || !('transition' in logic)) return 'unknown';
  // biome-ignore lint/plugin: whatever has a transition counts as logic.
  const text = code(logic as unknown as AnyActorLogic);
  return samples.find(([, sample]) => code(sample) === text)?.[0] ?? 'unknown';
}

export function logicName(logic: object): string {
  const kind = actorKind(logic);
  return kind === 'machine' && 'id' in logic ? String(logic.id) : kind === 'unknown' ? 'actor' : kind;
}

export function canFail(kind: ActorKind): boolean {
  return kind !== 'machine' && kind !== 'transition';
}

const done: FlowOutcome = { name: 'succeeds', type: 'done', output: undefined };
const failed: FlowOutcome = { name: 'fails', type: 'error', error: new Error('It failed.') };

export function usualOutcomes(kind: ActorKind): readonly FlowOutcome[] {
  switch (kind) {
    case 'machine':
    case 'promise':
    case 'unknown':
      return [done, failed];
    case 'observable':
      return [shows('sends a value', { context: undefined }), { ...done, name: 'completes' }, failed];
    case 'event observable':
      return [{ ...done, name: 'completes' }, failed];
    case 'callback':
      return [failed];
    case 'transition':
      return [shows('changes', {})];
  }
}
