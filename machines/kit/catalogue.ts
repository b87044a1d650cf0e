import type {
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  OutputFrom,
  UnknownActorLogic,
} from 'xstate';
import { byHand } from './by-hand.ts';
import type { ActorOf, GuardNameOf } from './provide-actors.ts';

/** Guards that look at the input need one scenario for each answer. */
export type Scenario<Input> = { name: string } & (unknown extends Input
  ? { input?: undefined }
  : { input: Input });

interface EventCase<Event> {
  name: string;
  event: Event;
}

/** Literals of examples are constants, which arrays of an actor’s output are not. */
type Given<Value> = unknown extends Value ? Value : { readonly [Key in keyof Value]: Given<Value[Key]> };

export type Outcome<Output, Event, Context = unknown> = {
  fits?(context: Context): boolean;
} & (
  | { name: string; type: 'done'; output: Given<Output> }
  | { name: string; type: 'error'; error: unknown }
  | { name: string; type: 'emits'; event: Event }
);

type EventCases<Event> = readonly [EventCase<Event>, ...EventCase<Event>[]] | 'sentByActor';

type UserEvent<Machine extends AnyStateMachine> = Exclude<EventFrom<Machine>, { type: `xstate.${string}` }>;

type EventTypeOf<Machine extends AnyStateMachine> = UserEvent<Machine>['type'];

type OutputOf<Actor> = Actor extends { logic: infer Logic extends UnknownActorLogic }
  ? OutputFrom<Logic>
  : unknown;

export interface Moment<Context> {
  /** By path without the machine's id, such as `failed.interrupted`. */
  readonly isIn: (path: string) => boolean;
  readonly context: Context;
  readonly running: readonly string[];
  readonly started: readonly string[];
  readonly actions: readonly string[];
  /** An event's type, `actor: outcome`, or null for the start or a wait. */
  readonly cause: string | null;
  /** Milliseconds. */
  readonly waited: number;
}

export interface Invariant<Context> {
  name: string;
  requirement?: string;
  holds(moment: Moment<Context>, memory: unknown): boolean;
  /** Keep it as small as possible. */
  memory?: { start: unknown; after(memory: unknown, moment: Moment<Context>): unknown };
}

/** Exists for its types. */
export function remembering<Context, Memory>(rule: {
  name: string;
  requirement?: string;
  start: Memory;
  after: (memory: Memory, moment: Moment<Context>) => Memory;
  holds: (moment: Moment<Context>, memory: Memory) => boolean;
}): Invariant<Context> {
  const { name, requirement, start, after, holds } = rule;
  // biome-ignore lint/plugin: what the rule is given to remember is what its own `start` and `after` gave.
  const own = (memory: unknown) => memory as Memory;
  return {
    name,
    ...(requirement === undefined ? {} : { requirement }),
    memory: { start, after: (memory, moment) => after(own(memory), moment) },
    holds: (moment, memory) => holds(moment, own(memory)),
  };
}

/** R2.34: a modal is requested exactly while the flow is in these states. */
export function demandedWhile<Context>(rule: {
  name: string;
  state: string | readonly string[];
  demand: string;
  settle: string;
}): Invariant<Context> {
  return remembering<Context, number>({
    name: rule.name,
    requirement: 'R2.34',
    start: 0,
    after: (demands, { actions }) =>
      demands +
      actions.filter((name) => name === rule.demand).length -
      actions.filter((name) => name === rule.settle).length,
    holds: ({ isIn }, demands) => demands === ([rule.state].flat().some(isIn) ? 1 : 0),
  });
}

/** R2.34: nor does a flow that has closed its dialog leave the modal there. The machine has a state `open` for it. */
export function dismissedWithDialog<Context>(): Invariant<Context> {
  return remembering<Context, { wasOpen: boolean; isRight: boolean }>({
    name: 'takes the action leaveModal exactly when it leaves its state open',
    requirement: 'R2.34',
    start: { wasOpen: false, isRight: true },
    after: ({ wasOpen }, { isIn, actions }) => ({
      wasOpen: isIn('open'),
      isRight: actions.includes('leaveModal') === (wasOpen && !isIn('open')),
    }),
    holds: (_, { isRight }) => isRight,
  });
}

/** After every change, and only then; `announceEnd` takes it once the change has ended. Whether it is taken as the user signs out does not matter. */
export function rereadAfter<Context>(rule: {
  name: string;
  states: readonly string[];
  action: string;
}): Invariant<Context> {
  return remembering<Context, { wasChanging: boolean; isRight: boolean }>({
    name: rule.name,
    start: { wasChanging: false, isRight: true },
    after: ({ wasChanging }, { isIn, actions, cause }) => {
      const isChanging = rule.states.some(isIn);
      const isReread = actions.includes(rule.action) || actions.includes('announceEnd');
      return {
        wasChanging: isChanging,
        isRight: cause === 'user.left' || isReread === (wasChanging && !isChanging),
      };
    },
    holds: (_, { isRight }) => isRight,
  });
}

/**
 * A request outlives its dialog: `states` last until one of `actors` has an answer, also if the dialog is closed and opened again.
 * If that is for another place, `announceEnd` tells the answer.
 */
export function followedToItsEnd<Context>(rule: {
  name: string;
  states: readonly string[];
  actors: readonly string[];
  placeIn: (context: Context) => string | undefined;
}): Invariant<Context> {
  return remembering<Context, { of: string | null; isRight: boolean }>({
    name: rule.name,
    start: { of: null, isRight: true },
    after: ({ of }, { isIn, context, actions, cause }) => {
      const place = rule.placeIn(context) ?? null;
      const now = rule.states.some(isIn) ? place : null;
      const hasEnded = cause === 'user.left' || rule.actors.some((actor) => cause?.startsWith(`${actor}: `));
      const isRight = actions.includes('announceEnd')
        ? of !== null && place !== of
        : of === null || now === of || hasEnded;
      return { of: now, isRight };
    },
    holds: (_, { isRight }) => isRight,
  });
}

type Drafts = Readonly<Record<string, string>>;

/** What was typed stays under its key; signing out forgets it all. @param mayChange whether this moment may change or forget one */
export function draftsStay<Context extends { readonly drafts: Drafts }>(rule: {
  name: string;
  requirement?: string;
  mayChange: (moment: Moment<Context>, key: string, text: string) => boolean;
}): Invariant<Context> {
  const { mayChange, ...named } = rule;
  return remembering<Context, { drafts: Drafts; isKept: boolean }>({
    ...named,
    start: { drafts: {}, isKept: true },
    after: ({ drafts: before }, moment) => {
      const { drafts } = moment.context;
      const isKept =
        moment.cause === 'user.left'
          ? Object.keys(drafts).length === 0
          : Object.entries(before).every(
              ([key, text]) => drafts[key] === text || mayChange(moment, key, text),
            );
      return { drafts, isKept };
    },
    holds: (_, { isKept }) => isKept,
  });
}

/** An open dialog reloads at once what was changed elsewhere, and then says so. */
export function outdatedIsReread<Context extends { readonly isOutdated: boolean }>(
  name: string,
  saysSo = 'open.shown.outdated',
): Invariant<Context> {
  return remembering<Context, { wasOutdated: boolean; isRight: boolean }>({
    name,
    start: { wasOutdated: false, isRight: true },
    after: ({ wasOutdated }, { isIn, context: { isOutdated } }) => ({
      wasOutdated: isOutdated,
      isRight:
        (!isOutdated || isIn('open.loading')) &&
        (!wasOutdated || isOutdated || isIn(saysSo) || isIn('open.unread') || isIn('closed')),
    }),
    holds: (_, { isRight }) => isRight,
  });
}

export interface EquivalentMutants {
  mutants: readonly [string, ...string[]];
  reason: string;
}

type FlowGroup = 'Account' | 'Sessions and notes' | 'Money' | 'The page';

interface FlowText {
  readonly name: string;
  readonly title: string;
  readonly group?: FlowGroup;
  readonly paragraph: string;
  readonly requirements: readonly string[];
  /** Paths of states: the chart's main way, if not what the tool finds. */
  readonly story?: readonly string[];
  /** By actions and actors that move money or credits: what they do to them. */
  readonly moves?: Readonly<Record<string, string>>;
  /** Names of the flows that usually come next, and when. */
  readonly next?: Readonly<Record<string, string>>;
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Of model states, with the reason. */
  readonly limit?: { readonly states: number; readonly reason: string };
  /** Codes of failures after which the flow goes on as after the named outcome of the actor; the tests try each. */
  readonly alike?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Plain words for names of the chart; '' hides one behind details. */
  readonly words?: Readonly<Record<string, string>>;
  /** Where this flow needs other words than `by-hand.ts`. */
  readonly byHand?: Readonly<Record<string, string>>;
  /** By path of a state or name of an action: what a tester sees then, beside what the flow’s screen promises. */
  readonly sees?: Readonly<Record<string, string>>;
  readonly equivalents?: readonly EquivalentMutants[];
  /** No path can take them; ids as in `npm run paths`. */
  readonly exclude?: readonly { readonly transition: string; readonly reason: string }[];
}

/** The tables are typed by the machine: a new event or actor does not compile without its cases. */
interface FlowTables<Machine extends AnyStateMachine> extends FlowText {
  machine: Machine;
  /** The part of an unbounded context (counters, lists) that matters. */
  abstraction?(context: ContextFrom<Machine>): unknown;
  outcomes: {
    [Actor in ActorOf<Machine> as Actor extends { src: infer Source extends string }
      ? Source
      : never]: readonly [
      Outcome<OutputOf<Actor>, UserEvent<Machine>, ContextFrom<Machine>>,
      ...Outcome<OutputOf<Actor>, UserEvent<Machine>, ContextFrom<Machine>>[],
    ];
  };
  guards?: Readonly<Record<GuardNameOf<Machine>, string>>;
  invariants?: readonly Invariant<ContextFrom<Machine>>[];
}

interface Starts<Machine extends AnyStateMachine> {
  scenarios: readonly [Scenario<InputFrom<Machine>>, ...Scenario<InputFrom<Machine>>[]];
}

export interface CatalogueEntry<Machine extends AnyStateMachine>
  extends FlowTables<Machine>,
    Starts<Machine> {
  events: { [Type in EventTypeOf<Machine>]: EventCases<Extract<UserEvent<Machine>, { type: Type }>> };
}

/** An event without data is named by a string; a machine without input starts as the page is opened. */
type DeclaredFlow<Machine extends AnyStateMachine> = FlowTables<Machine> & {
  events: {
    [Type in EventTypeOf<Machine>]:
      | EventCases<Extract<UserEvent<Machine>, { type: Type }>>
      | ({ type: Type } extends Extract<UserEvent<Machine>, { type: Type }> ? string : never);
  };
} & (unknown extends InputFrom<Machine> ? Partial<Starts<Machine>> : Starts<Machine>);

export interface AnyCatalogueEntry extends FlowText {
  readonly machine: AnyStateMachine;
  readonly scenarios: readonly { readonly name: string; readonly input?: unknown }[];
  abstraction?(context: unknown): unknown;
  readonly events: Readonly<
    Record<
      string,
      readonly { readonly name: string; readonly event: { readonly type: string } }[] | 'sentByActor'
    >
  >;
  readonly outcomes: Readonly<Record<string, readonly Outcome<unknown, { readonly type: string }>[]>>;
  readonly guards?: Readonly<Record<string, string>>;
  readonly invariants?: readonly Invariant<unknown>[];
}

export function defineFlow<Machine extends AnyStateMachine>(
  entry: DeclaredFlow<Machine>,
): CatalogueEntry<Machine> {
  const cases = Object.entries<unknown>(entry.events).map(([type, given]) => [
    type,
    typeof given === 'string' && given !== 'sentByActor' ? [{ name: given, event: { type } }] : given,
  ]);
  // biome-ignore lint/plugin: computed keys have no types of their own, nor has a machine that may have no input.
  return {
    scenarios: [{ name: 'page opened' }],
    ...entry,
    events: Object.fromEntries(cases),
    byHand: { ...byHand, ...entry.byHand },
  } as CatalogueEntry<Machine>;
}
