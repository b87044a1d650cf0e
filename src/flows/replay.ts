import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  SimulatedClock,
} from 'xstate';
import { canonicalText, isAlike } from './canonical-text.ts';
import type { Effect } from './effects.ts';
import { shownBy } from './flow.ts';
import { frozen } from './frozen.ts';
import { inertActor, inertLogicOf } from './inert/inert-actor.ts';
import { inertMachine } from './inert/inert-machine.ts';
import { withoutConflicts } from './selection.ts';
import { recordOf, stableJson } from './stable-json.ts';
import { childActor } from './state-nodes.ts';
import type { ModelEvent, ModelState } from './timed-model.ts';
import type { ModelPath } from './tour.ts';
import { allTransitions } from './transitions.ts';

const microstepLimit = 5000;

const idsOf = new WeakMap<AnyStateMachine, ReadonlyMap<unknown, string>>();

function transitionIds(machine: AnyStateMachine): ReadonlyMap<unknown, string> {
  const known = idsOf.get(machine);
  if (known) return known;
  const ids = new Map(allTransitions(machine).map(({ definition, id }) => [definition, id]));
  idsOf.set(machine, ids);
  return ids;
}

/** Separately: XState creates actors before it carries out actions. */
const byKind = (effects: readonly Effect[]): readonly Effect[] =>
  (['action', 'start', 'send', 'emit', 'log'] as const).flatMap((wanted) =>
    effects.filter(({ kind }) => kind === wanted),
  );

/** Ended actors stay in a snapshot until their end is processed. */
function runningIn({ status, children }: AnyMachineSnapshot): string[] {
  const actors: readonly (AnyActorRef | undefined)[] = status === 'active' ? Object.values(children) : [];
  return actors
    .filter((actor) => actor?.getSnapshot().status === 'active')
    .map((actor) => inertLogicOf(actor)?.actorName ?? String(actor?.src))
    .toSorted();
}

export interface ReplayDifference {
  step: number;
  event: string;
  aspect:
    | 'value'
    | 'context'
    | 'transitions'
    | 'effects'
    | 'running actors'
    | 'one millisecond early'
    | 'when nothing waits'
    | 'illegal event';
  expected: string;
  actual: string;
}

interface Observed {
  value: { value: unknown; hasFailed: boolean };
  context: unknown;
  transitions: readonly string[];
  effects: readonly Effect[];
  'running actors': readonly string[];
}

const textOf: { readonly [Aspect in keyof Observed]: (part: Observed[Aspect]) => string } = {
  value: ({ value, hasFailed }) => `${canonicalText(value)}${hasFailed ? ' (stopped by an error)' : ''}`,
  context: canonicalText,
  transitions: (ids) => ids.join('\n'),
  effects: (effects) => effects.map(stableJson).join('\n'),
  'running actors': (names) => names.join(', '),
};

function seen(
  { value, context, status }: AnyMachineSnapshot,
  effects: readonly Effect[],
): Pick<Observed, 'value' | 'context' | 'effects'> {
  return { value: { value, hasFailed: status === 'error' }, context, effects: byKind(effects) };
}

export const observedIn = ({ machine, trace: { taken, effects }, running }: ModelState): Observed => ({
  ...seen(machine, effects),
  transitions: taken.map(({ id }) => id),
  'running actors': running.map(({ actor }) => actor).toSorted(),
});

/** Texts are long: they are made only of what is not plainly alike. */
export function differenceIn<Aspect extends keyof Observed>(
  aspect: Aspect,
  wanted: Observed,
  observed: Observed,
): Pick<ReplayDifference, 'aspect' | 'expected' | 'actual'> | undefined {
  if (isAlike(wanted[aspect], observed[aspect])) return undefined;
  const [expected, actual] = [textOf[aspect](wanted[aspect]), textOf[aspect](observed[aspect])];
  return expected === actual ? undefined : { aspect, expected, actual };
}

/** Runs a path with XState's own actors. Compares every step, also one millisecond before each delay. */
export function replay(path: ModelPath, machine: AnyStateMachine): ReplayDifference[] {
  const clock = new SimulatedClock();
  let effects: Effect[] = [];
  const report = (effect: Effect) => effects.push(effect);
  const inert = inertMachine(machine);
  const differences: ReplayDifference[] = [];
  let taken: AnyTransitionDefinition[] = [];
  const takenIds = () => taken.flatMap((one) => transitionIds(inert.machine).get(one) ?? []);
  let microsteps = 0;
  let elapsed = 0;
  let itself: unknown;

  const parent = createActor(
    inertActor(
      'parent',
      'unknown',
      () => undefined,
      (effect) => effect.kind === 'send' && report(effect),
    ),
    {
      id: 'parent',
      clock,
      logger: (...values: unknown[]) =>
        report({ kind: 'log', name: values.length > 1 ? String(values[0]) : '', value: values.at(-1) }),
      inspect: (inspected) => {
        if (
          inspected.type === '@xstate.event' &&
          inspected.sourceRef !== undefined &&
          inspected.sourceRef === itself
        ) {
          // An actor that came with the input reports nothing itself.
          const { actorRef, event } = inspected;
          const isForeign = actorRef !== itself && inertLogicOf(actorRef) === undefined;
          if (isForeign) report({ kind: 'send', name: String(recordOf(actorRef).id), event });
        }
        if (inspected.type === '@xstate.microstep') {
          microsteps += 1;
          if (microsteps > microstepLimit) throw new Error('The machine goes on without end.');
          taken.push(...withoutConflicts(inspected._transitions));
        }
      },
    },
  ).start();
  let assumed: Readonly<Record<string, boolean>> = {};
  inert.listener = { report, decide: (guard) => assumed[guard] ?? false };
  const create = () => createActor(inert.machine, { parent, id: machine.id, input: path.start.input });
  const actor: AnyActorRef = frozen({ elapsed: () => 0, context: () => undefined, asked: () => {} }, create);
  itself = actor;
  actor.subscribe({ error: () => {} });
  actor.on('*', (event) => report({ kind: 'emit', name: event.type, event }));

  const observe = (): Observed => {
    const snapshot = actor.getSnapshot();
    const observed = {
      ...seen(snapshot, effects),
      transitions: takenIds(),
      'running actors': runningIn(snapshot),
    };
    taken = [];
    effects = [];
    microsteps = 0;
    return observed;
  };
  const compare = (step: number, event: string, state: ModelState) => {
    const actual = observe();
    const expected = observedIn(state);
    for (const aspect of ['value', 'context', 'transitions', 'effects', 'running actors'] as const) {
      const difference = differenceIn(aspect, expected, actual);
      if (difference) differences.push({ step, event, ...difference });
    }
  };
  const wait = (step: number, milliseconds: number) => {
    elapsed += milliseconds;
    if (milliseconds < 1) {
      clock.increment(0);
      return;
    }
    clock.increment(milliseconds - 1);
    happensNothing(step, 'one millisecond early');
    clock.increment(1);
  };
  const happensNothing = (step: number, aspect: ReplayDifference['aspect']) => {
    if (taken.length > 0 || effects.length > 0) {
      const actual = [...takenIds(), textOf.effects(byKind(effects))].filter(Boolean).join('\n');
      differences.push({ step, event: 'wait', aspect, expected: 'nothing', actual });
    }
  };
  const longest = longestDelay(path);
  /** Detects a delay that should have been cancelled. */
  const rest = (step: number, { status, timers }: ModelState) => {
    if (differences.length > 0 || status !== 'active' || timers.length > 0) return;
    happen(() => clock.increment(longest));
    happensNothing(step, 'when nothing waits');
  };

  const happen = (work: () => void) =>
    frozen({ elapsed: () => elapsed, context: () => actor.getSnapshot().context, asked: () => {} }, work);

  happen(() => actor.start());
  compare(0, 'start', path.start.state);
  rest(0, path.start.state);
  for (const [index, { event, state }] of path.edges.entries()) {
    assumed = event.assumes ?? {};
    happen(() => {
      if (event.type === 'wait') wait(index + 1, event.milliseconds);
      else act(actor, event);
    });
    compare(index + 1, event.key, state);
    rest(index + 1, state);
    if (differences.length > 0) {
      break;
    }
  }
  parent.stop();
  return differences;
}

/** Including one that a mutant makes a tenth longer. */
export function longestDelay({ start, edges }: ModelPath): number {
  const states = [start.state, ...edges.map(({ state }) => state)];
  return 2 * Math.max(0, ...states.flatMap(({ timers }) => timers.map(({ remaining }) => remaining)));
}

/** Sends what the event means to a machine's actor, or to one that it started. */
export function act(actor: AnyActorRef, event: Exclude<ModelEvent, { type: 'wait' }>): void {
  if (event.type === 'user') {
    actor.send(event.event);
    return;
  }
  const { outcome } = event;
  const child = childActor(actor.getSnapshot(), event.id);
  const shown = shownBy(outcome);
  if (shown) {
    child?.send({ type: 'flow.snapshot', snapshot: shown });
    return;
  }
  switch (outcome.type) {
    case 'done':
      child?.send({ type: 'flow.done', output: outcome.output });
      return;
    case 'error':
      child?.send({ type: 'flow.error', error: outcome.error });
      return;
    case 'emits':
      actor.send(outcome.event);
  }
}
