import {
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  SimulatedClock,
  type Snapshot,
} from 'xstate';
import { withoutConflicts } from './selection.ts';
import { rememberedJson, stableJson } from './stable-json.ts';
import { childActor } from './state-nodes.ts';
import type { Effect, ModelEvent, ModelState } from './timed-model.ts';
import type { ModelPath } from './tour.ts';
import { allTransitions } from './transitions.ts';

type Report = (effect: Effect) => void;

function answering(status: 'active' | 'done' | 'error', answer?: unknown): Snapshot<unknown> {
  switch (status) {
    case 'active':
      return { status, output: undefined, error: undefined };
    case 'done':
      return { status, output: answer, error: undefined };
    case 'error':
      return { status, output: undefined, error: answer };
  }
}

/** An actor that ends when told to, synchronously. */
function answeringActor(report: Report): ActorLogic<Snapshot<unknown>, EventObject, unknown> {
  return {
    getInitialSnapshot: ({ self }, input) => {
      report({ kind: 'start', name: String(self.src), ...(input === undefined ? {} : { input }) });
      return answering('active');
    },
    transition: (snapshot, event, { self }) => {
      const answer: AnyEventObject = event;
      if (answer.type === 'flow.done') {
        return answering('done', answer.output);
      }
      if (answer.type === 'flow.error') {
        return answering('error', answer.error);
      }
      if (!event.type.startsWith('xstate.')) report({ kind: 'send', name: self.id, event });
      return snapshot;
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

function isCustomAction(action: unknown): boolean {
  return !(typeof action === 'function' && 'resolve' in action);
}

/** A machine for replays, with a reporter for its effects. */
interface Inert {
  machine: AnyStateMachine;
  ids: ReadonlyMap<unknown, string>;
  report: Report;
}

const inertMachines = new WeakMap<AnyStateMachine, Inert>();

/**
 * The machine with reporting effects and controlled actors; guards and assigns are real. Created once per
 * machine, because replays are sequential.
 */
function inert(machine: AnyStateMachine, report: Report): Inert {
  const known = inertMachines.get(machine);
  if (known) {
    known.report = report;
    return known;
  }
  const { actions, actors } = machine.implementations;
  const tell: Report = (effect) => inertMachines.get(machine)?.report(effect);
  const reporting = Object.entries(actions)
    .filter(([, action]) => isCustomAction(action))
    .map(([name]) => [
      name,
      (_: unknown, params: unknown) =>
        tell({ kind: 'action', name, ...(params === undefined ? {} : { params }) }),
    ]);
  const controlled = Object.keys(actors).map((name) => [name, answeringActor(tell)]);
  const provided = machine.provide({
    actions: Object.fromEntries(reporting),
    actors: Object.fromEntries(controlled),
  });
  const ids = new Map<unknown, string>(
    allTransitions(provided).map(({ definition, id }) => [definition, id]),
  );
  const made = { machine: provided, ids, report };
  inertMachines.set(machine, made);
  return made;
}

/** Actions, actors started and events sent to them, each in order: XState creates actors before it carries out actions. */
function effectsText(effects: readonly Effect[]): string {
  const ofKind = (wanted: Effect['kind']) =>
    effects.filter(({ kind }) => kind === wanted).map((effect) => stableJson(effect));
  return [...ofKind('action'), ...ofKind('start'), ...ofKind('send')].join('\n');
}

/** The state's value; a stopped machine keeps the state where the error happened. */
function valueText({ value, status }: AnyMachineSnapshot): string {
  return status === 'error' ? `${stableJson(value)} (stopped by an error)` : stableJson(value);
}

/** Keys of the running actors; ended ones stay in a snapshot until their end is processed. */
function runningText({ status, children }: AnyMachineSnapshot): string {
  const actors: readonly (AnyActorRef | undefined)[] = status === 'active' ? Object.values(children) : [];
  return actors
    .filter((actor) => actor?.getSnapshot().status === 'active')
    .map((actor) => String(actor?.src))
    .toSorted()
    .join(', ');
}

/** A difference between the real interpreter and the model. */
export interface ReplayDifference {
  /** 0 is the start of the scenario. */
  step: number;
  event: string;
  aspect:
    | 'value'
    | 'context'
    | 'transitions'
    | 'effects'
    | 'running actors'
    | 'one millisecond early'
    | 'illegal event';
  expected: string;
  actual: string;
}

/** What a replay compares besides state, context and effects. */
export interface ReplayOptions {
  /** False if transition ids may differ, as in a mutant. */
  comparesTransitions?: boolean;
  /** Events sent in each state that must change nothing. */
  illegalIn?: (state: ModelState) => readonly EventObject[];
}

interface Observed {
  value: string;
  context: string;
  transitions: string;
  effects: string;
  'running actors': string;
}

/**
 * Plays a path on the real interpreter with a simulated clock and compares state, context, transitions
 * taken and effects asked for after every step, and that nothing at all happens one millisecond before a delay.
 * @param machine the chart to play on; the path's own unless a variant is to be told from it
 */
export function replay(
  path: ModelPath,
  machine: AnyStateMachine,
  { comparesTransitions = true, illegalIn }: ReplayOptions = {},
): ReplayDifference[] {
  const clock = new SimulatedClock();
  let effects: Effect[] = [];
  const { machine: provided, ids } = inert(machine, (effect) => effects.push(effect));
  const differences: ReplayDifference[] = [];
  let taken: string[] = [];

  const actor = createActor(provided, {
    clock,
    input: path.start.input,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep') {
        taken.push(...withoutConflicts(inspected._transitions).flatMap((one) => ids.get(one) ?? []));
      }
    },
  });
  actor.subscribe({ error: () => {} });

  const observe = (): Observed => {
    const snapshot = actor.getSnapshot();
    const observed = {
      value: valueText(snapshot),
      context: stableJson(snapshot.context),
      transitions: taken.join('\n'),
      effects: effectsText(effects),
      'running actors': runningText(snapshot),
    };
    taken = [];
    effects = [];
    return observed;
  };
  const compare = (step: number, event: string, state: ModelState) => {
    const actual = observe();
    const expected: Observed = {
      value: valueText(state.machine),
      context: rememberedJson(state.machine.context as object),
      transitions: state.trace.taken.map(({ id }) => id).join('\n'),
      effects: effectsText(state.trace.effects),
      'running actors': state.running
        .map((running) => running.actor)
        .toSorted()
        .join(', '),
    };
    const aspects: readonly (keyof Observed)[] = [
      'value',
      'context',
      ...(comparesTransitions ? (['transitions'] as const) : []),
      'effects',
      'running actors',
    ];
    for (const aspect of aspects) {
      if (expected[aspect] !== actual[aspect]) {
        differences.push({ step, event, aspect, expected: expected[aspect], actual: actual[aspect] });
      }
    }
  };
  const wait = (step: number, milliseconds: number) => {
    if (milliseconds < 1) {
      clock.increment(0);
      return;
    }
    clock.increment(milliseconds - 1);
    if (taken.length > 0) {
      const actual = taken.join('\n');
      differences.push({ step, event: 'wait', aspect: 'one millisecond early', expected: 'nothing', actual });
    }
    clock.increment(1);
  };

  const disturb = (step: number, state: ModelState) => {
    for (const event of differences.length > 0 ? [] : (illegalIn?.(state) ?? [])) {
      actor.send(event);
      if (taken.length > 0 || effects.length > 0) {
        const actual = [...taken, effectsText(effects)].filter(Boolean).join('\n');
        differences.push({ step, event: event.type, aspect: 'illegal event', expected: 'nothing', actual });
        return;
      }
    }
  };

  actor.start();
  compare(0, 'start', path.start.state);
  disturb(0, path.start.state);
  for (const [index, { event, state }] of path.edges.entries()) {
    if (event.type === 'wait') {
      wait(index + 1, event.milliseconds);
    } else {
      act(actor, event);
    }
    compare(index + 1, event.key, state);
    disturb(index + 1, state);
    if (differences.length > 0) {
      break;
    }
  }
  actor.stop();
  return differences;
}

function act(actor: AnyActorRef, event: Exclude<ModelEvent, { type: 'wait' }>): void {
  if (event.type === 'user') {
    actor.send(event.event);
    return;
  }
  const { outcome } = event;
  if (outcome.type === 'emits') {
    actor.send(outcome.event);
    return;
  }
  const child = childActor(actor.getSnapshot(), event.id);
  child?.send(
    outcome.type === 'done'
      ? { type: 'flow.done', output: outcome.output }
      : { type: 'flow.error', error: outcome.error },
  );
}
