import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  type EventObject,
  type ExecutableActionObject,
  fromCallback,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { briefText } from './canonical-text.ts';
import { type Effect, optional } from './effects.ts';
import { type Flow, type FlowEventCase, type FlowOutcome, shownBy } from './flow.ts';
import { frozen, type Surroundings } from './frozen.ts';
import { type ActorKind, usualOutcomes } from './inert/actor-kinds.ts';
import { answering, inertLogicOf } from './inert/inert-actor.ts';
import { type InertListener, type InertMachine, inertMachine } from './inert/inert-machine.ts';
import { type Place, Places, type Taken } from './place.ts';
import { present, reasonOf } from './present.ts';
import { scopeOf } from './pure-scope.ts';
import {
  activeNodes,
  besideIn,
  initialNodes,
  leavesOf,
  listensTo,
  type Microstep,
  refusedAtRest,
  refusedIn,
  withoutConflicts,
} from './selection.ts';
import { recordOf } from './stable-json.ts';
import { allStates, allTransitions, type ChartTransition, stateId } from './transitions.ts';
import { words } from './words.ts';

export type ModelEvent = {
  /** How guards without code answer. */
  assumes?: Readonly<Record<string, boolean>>;
} & (
  | { type: 'user'; key: string; name: string; event: EventObject }
  | { type: 'actor'; key: string; name: string; actor: string; id: string; outcome: FlowOutcome }
  | { type: 'wait'; key: string; name: string; milliseconds: number }
);

export const waiting = (milliseconds: number): ModelEvent => ({
  type: 'wait',
  key: 'wait',
  name: 'wait',
  milliseconds,
});

export const sending = ({ name, event }: FlowEventCase): ModelEvent => ({
  type: 'user',
  key: `${event.type}: ${name}`,
  name,
  event,
});

export const answer = ({ id, actor }: Pick<Running, 'id' | 'actor'>, outcome: FlowOutcome): ModelEvent => ({
  type: 'actor',
  key: `${id} → ${outcome.name}`,
  name: outcome.name,
  actor,
  id,
  outcome,
});

/** The context may exist only between microsteps. */
export interface Judged {
  event: EventObject;
  context: unknown;
  active: readonly AnyStateNode[];
}

export interface StepTrace {
  /** In order. */
  taken: readonly Taken[];
  refused: readonly string[];
  effects: readonly Effect[];
  changed: readonly string[];
  /** Without the delays of states that were left. */
  cancelled: readonly string[];
  stopped: readonly string[];
  together: readonly string[];
  returns: readonly string[];
  beside: readonly string[];
}

export interface Timer {
  id: string | undefined;
  event: EventObject;
  /** Milliseconds. */
  remaining: number;
  to?: AnyActorRef;
  /** XState can no longer cancel it: another timer with the same id was started, or has ended. */
  isOrphan?: boolean;
}

export interface Running {
  id: string;
  actor: string;
  kind: ActorKind;
  ref: AnyActorRef;
  snapshot: Snapshot<unknown>;
}

export type ModelState = Snapshot<unknown> & {
  machine: AnyMachineSnapshot;
  /** The state before it, if the step changed nothing. */
  unchanged: ModelState | undefined;
  place: Place;
  timers: readonly Timer[];
  running: readonly Running[];
  ended: readonly Running[];
  trace: StepTrace;
  /** Milliseconds since the start. */
  elapsed: number;
  failure?: string;
};

/** Delays of 0 ms that restart each other would never end. */
const firingLimit = 1000;

// biome-ignore lint/suspicious/noExplicitAny: XState types the parameters of an action as any data.
type AnyParams = any;

interface Draft {
  machine: AnyMachineSnapshot;
  timers: Timer[];
  running: Running[];
  ended: Running[];
  mailbox: EventObject[];
  taken: Taken[];
  refused: string[];
  effects: Effect[];
  cancelled: string[];
  stopped: string[];
  beside: readonly string[];
  before: ModelState | undefined;
  elapsed: number;
  failure?: string;
}

type Step = (
  machine: AnyStateMachine,
  scope: Parameters<AnyStateMachine['transition']>[2],
) => AnyMachineSnapshot;

interface SystemParts {
  _sendInspectionEvent: (inspected: InspectionEvent) => void;
  get(systemId: string): unknown;
  _set(systemId: string, ref: AnyActorRef): void;
  _unregister(ref: AnyActorRef): void;
}

// biome-ignore lint/plugin: internal to XState.
const partsOf = ({ system }: AnyActorRef) => system as unknown as SystemParts;

interface SpawnedAction {
  type: 'flow.spawned';
  params: { actorRef: AnyActorRef; input: unknown };
}

/** Reads delays from XState's raise and cancel actions, and transitions from its microstep inspection. */
export class TimedModel {
  readonly flow: Flow;
  readonly transitions: readonly ChartTransition[];
  /** What the machine has read so far besides its context and events. */
  readonly asked = new Set<'time' | 'chance'>();
  readonly #inert: InertMachine;
  readonly #places = new Places();
  readonly #invoked: ReadonlySet<string>;
  readonly #byDefinition: Map<unknown, ChartTransition>;
  readonly #parent = createActor(
    fromCallback(() => {}),
    { id: 'parent' },
  );
  readonly #self: AnyActorRef;
  /** What can be sent in some state, by type. */
  readonly #sent: ReadonlyMap<string, readonly ModelEvent[]>;
  readonly #sentIn = new Map<Place, readonly ModelEvent[]>();
  readonly #answers = new Map<string, readonly ModelEvent[]>();
  #systemIds: AnyActorRef[] = [];
  #assumed: Readonly<Record<string, boolean>> = {};
  readonly #asked = new Set<string>();
  #microsteps: (Microstep & Judged)[] = [];
  #actions: (ExecutableActionObject | SpawnedAction)[] = [];
  #before: readonly AnyStateNode[] = [];
  #context: unknown;
  /** While somebody wants to know it. */
  #judged: Map<string, Judged> | undefined;
  readonly #scope: ReturnType<typeof scopeOf>;
  readonly #listener: InertListener = {
    spawned: (actorRef, input) => this.#actions.push({ type: 'flow.spawned', params: { actorRef, input } }),
    decide: (guard) => {
      this.#asked.add(guard);
      return this.#assumed[guard] ?? false;
    },
  };

  constructor(flow: Flow) {
    this.flow = flow;
    this.#sent = new Map(
      Object.entries(flow.events).map(([type, cases]) => [
        type,
        cases === 'sentByActor' ? [] : cases.map(sending),
      ]),
    );
    this.#inert = inertMachine(flow.machine);
    this.#self = createActor(
      fromCallback(() => {}),
      { id: flow.machine.id, parent: this.#parent },
    );
    this.transitions = allTransitions(this.#inert.machine);
    this.#byDefinition = new Map(this.transitions.map((one) => [one.definition, one]));
    this.#invoked = new Set(
      allStates(this.#inert.machine).flatMap(({ invoke }) => invoke.map(({ id }) => id)),
    );
    this.#scope = scopeOf(this.#self, (action) => {
      // XState frees the name at once, so the same step can start another actor with it.
      if (action.type === 'xstate.stopChild') this.#release(action.params);
      this.#actions.push(action);
    });
    // XState's own way to its inspectors copies each event.
    partsOf(this.#parent)._sendInspectionEvent = (inspected) => {
      if (inspected.type === '@xstate.microstep')
        // biome-ignore lint/plugin: no other actor of this system runs a machine.
        this.#onMicrostep(inspected.event, inspected._transitions, inspected.snapshot as AnyMachineSnapshot);
    };
  }

  #onMicrostep(event: EventObject, selected: Microstep['selected'], after: AnyMachineSnapshot): void {
    const { context }: AnyMachineSnapshot = after;
    const before = this.#before;
    this.#microsteps.push({ before, active: before, event, selected, context: this.#context ?? context });
    this.#before = activeNodes(after);
    this.#context = context;
  }

  /** What is heard from now on belongs to the next step. */
  #listen(snapshot: AnyMachineSnapshot | undefined): void {
    this.#microsteps = [];
    this.#actions = [];
    this.#before = snapshot ? activeNodes(snapshot) : initialNodes(this.#inert.machine.root);
    this.#context = snapshot?.context;
    this.#inert.listener = this.#listener;
  }

  start(input: unknown): ModelState {
    const draft = emptyDraft();
    this.#assumed = {};
    this.#restore(draft);
    this.#guarded(draft, () => {
      this.#step(draft, (machine, scope) => machine.getInitialSnapshot(scope, input));
      this.#empty(draft);
    });
    if (draft.machine.status === 'error') {
      draft.failure ??= wordsOf(draft.machine.error);
      // XState runs nothing of a failed start, but has created its actors.
      draft.effects = draft.effects.filter(({ kind }) => kind === 'start');
    }
    return this.#finish(draft);
  }

  eventsIn(state: ModelState): ModelEvent[] {
    if (state.status !== 'active') {
      return [];
    }
    const nodes = activeNodes(state.machine);
    const sentHere =
      this.#sentIn.get(state.place) ??
      [...this.#sent].flatMap(([type, sent]) => (listensTo(nodes, type) ? sent : []));
    this.#sentIn.set(state.place, sentHere);
    const events = [...sentHere];
    for (const running of state.running) events.push(...this.#answersOf(running));
    const milliseconds = state.timers[0]?.remaining;
    if (milliseconds !== undefined) events.push(waiting(milliseconds));
    return this.#inert.undecided.size === 0
      ? events
      : events.flatMap((event) => this.#assuming(state, event));
  }

  #answersOf(running: Running): readonly ModelEvent[] {
    const { id, actor, kind } = running;
    const key = `${kind} ${id} ${actor}`;
    const known =
      this.#answers.get(key) ?? this.outcomesOf(actor, kind).map((outcome) => answer(running, outcome));
    this.#answers.set(key, known);
    return known;
  }

  /** One event for each way in which the guards without code can answer it. */
  #assuming(state: ModelState, event: ModelEvent): ModelEvent[] {
    const ways: Record<string, boolean>[] = [];
    const open: Record<string, boolean>[] = [{}];
    for (let assumed = open.pop(); assumed !== undefined && ways.length < mostWays; assumed = open.pop()) {
      this.#asked.clear();
      this.next(state, { ...event, assumes: assumed });
      const unknown = [...this.#asked].find((guard) => !(guard in assumed));
      if (unknown === undefined) ways.push(assumed);
      else open.push({ ...assumed, [unknown]: false }, { ...assumed, [unknown]: true });
    }
    return ways.map((assumes) =>
      Object.keys(assumes).length === 0
        ? event
        : { ...event, key: `${event.key} ${assumptionWords(assumes)}`, assumes },
    );
  }

  next(state: ModelState, event: ModelEvent): ModelState {
    const draft: Draft = {
      ...emptyDraft(),
      machine: state.machine,
      timers: [...state.timers],
      running: [...state.running],
      ended: [...state.ended],
      before: state,
      elapsed: state.elapsed,
    };
    this.#assumed = event.assumes ?? {};
    this.#restore(state);
    this.#guarded(draft, () => {
      if (event.type === 'wait') {
        this.#wait(draft, event.milliseconds);
      } else if (event.type === 'user') {
        this.#send(draft, event.event);
      } else {
        this.#answer(draft, event.id, event.outcome);
      }
      const sent = sentBy(event);
      if (sent && draft.taken.length > 0) draft.beside = besideIn(state.place.leaves, sent.type);
    });
    return this.#finish(draft);
  }

  /** Also with what each guard was asked, by transition. */
  nextWithGuards(
    state: ModelState,
    event: ModelEvent,
  ): { next: ModelState; judged: ReadonlyMap<string, Judged> } {
    const judged = new Map<string, Judged>();
    this.#judged = judged;
    try {
      return { next: this.next(state, event), judged };
    } finally {
      this.#judged = undefined;
    }
  }

  ignores(state: ModelState, event: EventObject): boolean {
    const { machine: before } = state;
    this.#listen(before);
    this.#restore(state);
    let after: AnyMachineSnapshot;
    try {
      after = frozen({ elapsed: () => state.elapsed, context: () => before.context, asked: () => {} }, () =>
        this.#inert.machine.transition(before, event, this.#scope),
      );
    } catch {
      return false;
    }
    const nodes = activeNodes(before);
    return (
      this.#actions.length === 0 &&
      after.status === before.status &&
      activeNodes(after).length === nodes.length &&
      activeNodes(after).every((node, index) => node === nodes[index]) &&
      (after.context === before.context || briefText(after.context) === briefText(before.context))
    );
  }

  outcomesOf(actor: string, kind: ActorKind): readonly FlowOutcome[] {
    const outcomes = this.flow.outcomes[actor];
    if (outcomes?.length) {
      return outcomes;
    }
    if (this.flow.isInferred) {
      return usualOutcomes(kind);
    }
    throw new Error(`Flow ${this.flow.name}: the actor "${actor}" has no declared outcomes.`);
  }

  /** All states of the model share actors: their output and names belong to the state. */
  #restore({ running, ended }: Pick<ModelState, 'running' | 'ended'>): void {
    for (const ref of this.#systemIds.splice(0)) partsOf(ref)._unregister(ref);
    for (const { ref, snapshot } of running) {
      show(ref, snapshot);
      this.#register(ref);
    }
    for (const { ref, snapshot } of ended) show(ref, snapshot);
  }

  #register(ref: AnyActorRef): void {
    const { systemId } = recordOf(ref);
    if (typeof systemId !== 'string') return;
    if (partsOf(ref).get(systemId) === undefined) partsOf(ref)._set(systemId, ref);
    this.#systemIds.push(ref);
  }

  #release(stopped: unknown): void {
    const ref = this.#systemIds.find((one) => one === stopped);
    if (ref) partsOf(ref)._unregister(ref);
  }

  /** Such an error stops the machine, as it would in XState. */
  #guarded(draft: Draft, work: () => void): void {
    const { asked } = this;
    const surroundings: Surroundings = {
      elapsed() {
        return draft.elapsed;
      },
      context() {
        return draft.machine?.context;
      },
      asked(what) {
        asked.add(what);
      },
    };
    try {
      frozen(surroundings, work);
    } catch (error) {
      draft.failure = wordsOf(error);
      draft.machine = { ...draft.machine, status: 'error', error };
    }
  }

  #wait(draft: Draft, milliseconds: number): void {
    draft.elapsed += milliseconds;
    draft.timers = draft.timers.map((timer) => ({ ...timer, remaining: timer.remaining - milliseconds }));
    for (let fired = 0; draft.timers[0] && draft.timers[0].remaining <= 0; fired += 1) {
      if (fired >= firingLimit) {
        throw new Error('delays of 0 ms start one another without end');
      }
      const [due] = draft.timers.splice(0, 1);
      const { id, event, to } = present(due, 'timer');
      draft.timers = orphaned(draft.timers, id);
      if (to === undefined) this.#send(draft, event);
      else deliver(draft, to, event);
    }
  }

  #answer(draft: Draft, id: string, outcome: FlowOutcome): void {
    const actor = draft.running.find((running) => running.id === id);
    if (!actor) return;
    const shown = shownBy(outcome);
    if (shown) {
      const snapshot = answering('active', shown);
      draft.running = draft.running.map((one) => (one === actor ? { ...actor, snapshot } : one));
      show(actor.ref, snapshot);
      if (sendsSnapshots(actor.ref)) this.#send(draft, snapshotEvent(id, snapshot));
      return;
    }
    if (outcome.type === 'emits') {
      this.#send(draft, outcome.event);
      return;
    }
    const snapshot =
      outcome.type === 'done' ? answering('done', outcome.output) : answering('error', outcome.error);
    draft.running = draft.running.filter((one) => one !== actor);
    draft.ended = [...draft.ended, { ...actor, snapshot }];
    show(actor.ref, snapshot);
    const event =
      outcome.type === 'done'
        ? { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id }
        : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id };
    this.#send(draft, event);
    if (draft.machine.status === 'error') {
      draft.failure ??= `nothing handles that the actor "${actor.actor}" fails (${outcome.name})`;
    }
  }

  #send(draft: Draft, event: EventObject): void {
    draft.mailbox.push(event);
    this.#empty(draft);
  }

  #empty(draft: Draft): void {
    for (let count = 0; draft.mailbox.length > 0; count += 1) {
      if (count >= firingLimit) {
        throw new Error('the machine sends itself events without end');
      }
      const next = present(draft.mailbox.shift(), 'event');
      if (draft.machine.status === 'active') {
        this.#step(draft, (machine, scope) => machine.transition(draft.machine, next, scope));
      }
    }
  }

  #step(draft: Draft, step: Step): void {
    this.#listen(draft.machine);
    let isWhole = false;
    try {
      draft.machine = step(this.#inert.machine, this.#scope);
      isWhole = true;
    } finally {
      for (const microstep of this.#microsteps) {
        this.#record(draft, microstep);
      }
      for (const action of this.#actions) {
        this.#perform(draft, action, isWhole);
      }
    }
    if (draft.machine.status === 'active') {
      for (const definition of refusedAtRest(activeNodes(draft.machine))) {
        const { id } = present(this.#byDefinition.get(definition), 'such transition');
        if (!draft.refused.includes(id)) draft.refused.push(id);
        const event = this.#microsteps.at(-1)?.event ?? { type: '' };
        this.#judged?.set(id, { event, context: draft.machine.context, active: activeNodes(draft.machine) });
      }
    }
    if (draft.timers.length > 1) draft.timers.sort((one, two) => one.remaining - two.remaining);
  }

  #record(draft: Draft, microstep: Microstep & Judged): void {
    const { event, context, active } = microstep;
    const place = this.#places.of(microstep.before);
    for (const definition of withoutConflicts(microstep.selected)) {
      const transition = this.#byDefinition.get(definition);
      if (transition) {
        draft.taken.push(place.taking(transition));
        this.#judged?.set(transition.id, { event, context, active });
      }
    }
    for (const definition of refusedIn(microstep, place.leaves)) {
      const { id } = present(this.#byDefinition.get(definition), 'such transition');
      if (!draft.refused.includes(id)) draft.refused.push(id);
      this.#judged?.set(id, { event, context, active });
    }
  }

  /** @param isWhole false if the step threw: XState has only carried out actions and created actors */
  #perform(draft: Draft, action: ExecutableActionObject | SpawnedAction, isWhole: boolean): void {
    const params: AnyParams = action.params ?? {};
    switch (action.type) {
      case 'xstate.spawnChild':
      case 'flow.spawned':
        this.#started(draft, params.actorRef, params.input);
        return;
      case 'xstate.stopChild': {
        const running = draft.running.find(({ ref }) => ref === action.params);
        draft.ended = draft.ended.filter(({ ref }) => ref !== action.params);
        if (running) {
          draft.running = draft.running.filter((one) => one !== running);
          draft.effects.push({ kind: 'stop', name: running.actor });
          if (!this.#invoked.has(running.id)) draft.stopped.push(running.actor);
        }
        return;
      }
      default:
        if (!action.type.startsWith('xstate.')) {
          draft.effects.push({ kind: 'action', name: action.type, ...optional('params', action.params) });
        } else if (action.type === 'xstate.log') {
          draft.effects.push({ kind: 'log', name: params.label ?? '', value: params.value });
        } else if (isWhole) {
          this.#performLater(draft, action.type, params);
        }
    }
  }

  #performLater(draft: Draft, type: string, params: AnyParams): void {
    const { id, event, delay } = params;
    const isOwn = type === 'xstate.raise' || params.to === this.#self;
    switch (type) {
      case 'xstate.raise':
      case 'xstate.sendTo':
        if (typeof delay === 'number') {
          const timer: Timer = { id, event, remaining: delay, ...(isOwn ? {} : { to: params.to }) };
          draft.timers = [...orphaned(draft.timers, id), timer];
        } else if (type === 'xstate.sendTo') {
          if (isOwn) draft.mailbox.push(event);
          else deliver(draft, params.to, event);
        }
        return;
      case 'xstate.cancel': {
        const kept = draft.timers.filter((timer) => timer.isOrphan || timer.id !== params.sendId);
        const isOwn = !String(params.sendId).startsWith('xstate.');
        if (isOwn && kept.length < draft.timers.length) draft.cancelled.push(String(params.sendId));
        draft.timers = kept;
        return;
      }
      case 'xstate.emit':
        draft.effects.push({ kind: 'emit', name: String(event.type), event });
    }
  }

  #started(draft: Draft, ref: AnyActorRef | undefined, input: unknown): void {
    const logic = inertLogicOf(ref);
    if (!ref || !logic) return;
    const { id } = ref;
    draft.running = draft.running.filter((one) => one.id !== id);
    draft.running.push({ id, actor: logic.actorName, kind: logic.kind, ref, snapshot: ref.getSnapshot() });
    draft.effects.push({ kind: 'start', name: logic.actorName, ...optional('input', input) });
    this.#register(ref);
    if (sendsSnapshots(ref)) {
      draft.mailbox.push(snapshotEvent(id, ref.getSnapshot()));
    }
  }

  #finish(draft: Draft): ModelState {
    const { machine, before } = draft;
    const nodes = activeNodes(machine);
    const place = before && activeNodes(before.machine) === nodes ? before.place : this.#places.of(nodes);
    const active = machine.status === 'active';
    const known: unknown[] = active && draft.ended.length > 0 ? Object.values(machine.children) : [];
    // biome-ignore lint/plugin: a computed `failure` has a type of its own, which TypeScript does not join.
    return {
      status: machine.status,
      output: machine.output,
      error: machine.error,
      machine,
      unchanged: before && isAsBefore(draft, before) ? before : undefined,
      place,
      timers: active ? draft.timers : [],
      running: active ? draft.running : [],
      elapsed: draft.elapsed,
      ended: draft.ended.filter(({ ref }) => known.includes(ref)),
      trace: {
        taken: draft.taken,
        refused: draft.refused,
        effects: draft.effects,
        changed: changedKeys(before?.machine.context, machine.context),
        cancelled: draft.cancelled,
        stopped: draft.stopped,
        beside: draft.beside,
        returns: draft.taken.flatMap(({ id, toHistory }) =>
          toHistory ? [`${id} back to ${leavesOf(nodes).map(stateId).join(', ')}`] : [],
        ),
        together: place.together,
      },
      ...optional('failure', draft.failure),
    } as ModelState;
  }
}

function isAsBefore({ machine, timers, running, ended, elapsed }: Draft, before: ModelState): boolean {
  return (
    machine === before.machine &&
    elapsed === before.elapsed &&
    isSame(timers, before.timers) &&
    isSame(running, before.running) &&
    isSame(ended, before.ended)
  );
}

const isSame = (one: readonly unknown[], two: readonly unknown[]) =>
  one.length === two.length && one.every((part, index) => part === two[index]);

const mostWays = 16;

/** `if is ready, if not is late`. */
export function assumptionWords(assumes: Readonly<Record<string, boolean>>): string {
  return Object.entries(assumes)
    .map(([guard, answer]) => `${answer ? 'if' : 'if not'} ${words(guard)}`)
    .join(', ');
}

const mostAlike = 8;

/** So many actors of one kind run, or so many alike delays wait, that one more shows nothing new. */
export function isCrowded({ running, timers }: ModelState): boolean {
  return (
    hasMany(running.map(({ actor }) => actor)) ||
    hasMany(timers.map(({ event, to }) => `${event.type} ${to?.id}`))
  );
}

function hasMany(kinds: readonly string[]): boolean {
  if (kinds.length <= mostAlike) return false;
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts.values()].some((count) => count > mostAlike);
}

function sentBy(event: ModelEvent): { type: string } | undefined {
  if (event.type === 'user') return event.event;
  return event.type === 'actor' && event.outcome.type === 'emits' ? event.outcome.event : undefined;
}

function emptyDraft(): Draft {
  return {
    // biome-ignore lint/plugin: set by the first step.
    machine: undefined as unknown as AnyMachineSnapshot,
    timers: [],
    running: [],
    ended: [],
    mailbox: [],
    taken: [],
    refused: [],
    effects: [],
    cancelled: [],
    stopped: [],
    beside: [],
    before: undefined,
    elapsed: 0,
  };
}

function deliver(draft: Draft, to: AnyActorRef, event: EventObject): void {
  if (inertLogicOf(to) === undefined || draft.running.some(({ ref }) => ref === to)) {
    draft.effects.push({ kind: 'send', name: to.id, event });
  }
}

/** A timer whose id was reused still fires, but cannot be cancelled. */
function orphaned(timers: Timer[], id: string | undefined): Timer[] {
  return timers.map((timer) =>
    id !== undefined && timer.id === id && !timer.isOrphan ? { ...timer, isOrphan: true } : timer,
  );
}

/** An internal field of XState. */
function show(ref: AnyActorRef, snapshot: Snapshot<unknown>): void {
  Reflect.set(ref, '_snapshot', snapshot);
}

function snapshotEvent(id: string, snapshot: unknown): EventObject & { snapshot: unknown } {
  return { type: `xstate.snapshot.${id}`, snapshot };
}

function sendsSnapshots(ref: AnyActorRef): boolean {
  return recordOf(ref)._syncSnapshot === true;
}

const wordsOf = (error: unknown) => reasonOf(error).replace(/\s+/g, ' ');

function changedKeys(before: unknown, after: unknown): string[] {
  if (before === undefined || before === after) return [];
  const [old, current] = [recordOf(before), recordOf(after)];
  return Object.keys(current).filter(
    (key) => old[key] !== current[key] && briefText(old[key]) !== briefText(current[key]),
  );
}
