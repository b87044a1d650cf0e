import { type AnyStateMachine, type AnyStateNode, createActor, fromCallback } from 'xstate';
import { inertMachine } from './inert/inert-machine.ts';
import { initialNodes } from './selection.ts';
import { recordOf } from './stable-json.ts';
import { ancestry } from './state-nodes.ts';
import { allStates, allTransitions, type ChartTransition, isWithin } from './transitions.ts';

interface Read {
  kind: 'any' | 'list' | 'number' | 'date' | 'actor';
  /** With a number, perhaps a large one. */
  isCompared: boolean;
  readonly parts: Map<string, Read>;
}

const namesIn = (prototype: object) =>
  new Set(Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor'));

const textWords = namesIn(String.prototype);
const numberWords = namesIn(Number.prototype);
/** Texts have some of a list's, such as `length`. */
const listWords = namesIn(Array.prototype);
const dateWords = namesIn(Date.prototype);
/** Is asked of whatever is written as JSON. */
dateWords.delete('toJSON');

const newRead = (): Read => ({ kind: 'any', isCompared: false, parts: new Map() });

const readOf = new WeakMap<object, Read>();

/** Stands for a value that is not there, perhaps an event of a known type: any part of it can be read, and `read` keeps which. */
function stand(read: Read, type?: string): unknown {
  const part = (key: string) => {
    const known = read.parts.get(key) ?? newRead();
    read.parts.set(key, known);
    return stand(known);
  };
  const stands = new Proxy(() => {}, {
    get: (_, key) => {
      if (key === 'type' && type !== undefined) return type;
      if (key === Symbol.toPrimitive) {
        return (hint: string) => {
          read.isCompared ||= hint === 'number';
          return '';
        };
      }
      if (typeof key === 'string' && textWords.has(key)) return key === 'length' ? 1 : () => stand(newRead());
      if (key === Symbol.iterator || (typeof key === 'string' && listWords.has(key))) {
        read.kind = 'list';
        const one = [part('0')];
        const own: unknown = Reflect.get(one, key);
        return typeof own === 'function' ? own.bind(one) : own;
      }
      if (typeof key === 'symbol') return undefined;
      if (numberWords.has(key) || dateWords.has(key)) {
        read.kind = numberWords.has(key) ? 'number' : 'date';
        return () => stand(newRead());
      }
      if (/^\d+$/.test(key)) read.kind = 'list';
      return part(read.kind === 'list' ? '0' : key);
    },
    has: () => true,
    apply: () => stand(newRead()),
  });
  readOf.set(stands, read);
  return stands;
}

type Size = 'empty' | 'filled' | 'large';

const numbers = { empty: 0, filled: 7, large: 1000 } as const;

/** A text of digits serves where a text or a number is wanted. */
function exampleOf({ kind, isCompared, parts }: Read, size: Size, name = 'it'): unknown {
  if (kind === 'actor')
    return createActor(
      fromCallback(() => {}),
      { id: name },
    );
  if (kind === 'list')
    return size === 'empty' ? [] : [...parts.values()].map((part) => exampleOf(part, size));
  if (kind === 'date') return new Date(numbers[size]);
  if (kind === 'number' || (isCompared && size === 'large')) return numbers[size];
  return parts.size === 0
    ? size === 'empty'
      ? ''
      : '7'
    : Object.fromEntries([...parts].map(([key, part]) => [key, exampleOf(part, size, key)]));
}

const hasCompared = ({ isCompared, parts }: Read): boolean =>
  isCompared || [...parts.values()].some(hasCompared);

/** What code, called with stands, read of one of its arguments. */
function readsOf(codes: readonly unknown[], wanted: string, type?: string): Read {
  const read = newRead();
  const given = stand(newRead());
  const target = stand(read, type);
  const arguments_ = new Proxy({}, { get: (_, key) => (key === wanted ? target : given) });
  for (const code of codes) {
    if (typeof code !== 'function') continue;
    try {
      code(arguments_, given);
    } catch {
      // What it read before it failed is known.
    }
  }
  return read;
}

/** Parameters may be made of the event, and then what is read of them is. */
function withParams(codes: readonly unknown[], params: unknown): unknown[] {
  return codes.map((code) =>
    typeof code === 'function'
      ? (given: unknown, others: unknown) =>
          code(given, typeof params === 'function' ? params(given) : (params ?? others))
      : code,
  );
}

/** Only guards and assignments: other code has effects. */
function guardsIn(guard: unknown, machine: AnyStateMachine): unknown[] {
  const { guards: parts, type, params } = recordOf(guard);
  if (Array.isArray(parts)) return parts.flatMap((part: unknown) => guardsIn(part, machine));
  const name = typeof guard === 'object' ? type : guard;
  return typeof name === 'string'
    ? withParams(guardsIn(machine.implementations.guards[name], machine), params)
    : [guard];
}

function assignmentsIn(action: unknown, machine: AnyStateMachine): unknown[] {
  const { assignment, type, params } = recordOf(action);
  if (typeof action === 'function') {
    return typeof assignment === 'function' ? [assignment] : Object.values(recordOf(assignment));
  }
  const name = typeof action === 'object' ? type : action;
  return typeof name === 'string' && name in machine.implementations.actions
    ? withParams(assignmentsIn(machine.implementations.actions[name], machine), params)
    : [];
}

/** With the groups around its targets that it enters, and the states in them that begin then. */
function entered({ source, targets }: Pick<ChartTransition, 'source' | 'targets'>): AnyStateNode[] {
  return targets.flatMap((target) => [
    ...ancestry(target).filter((node) => node !== target && !isWithin(source, node)),
    ...initialNodes(target),
  ]);
}

/** The source with the groups around it that it leaves. */
const left = ({ source, targets }: ChartTransition): AnyStateNode[] =>
  targets.length === 0
    ? []
    : ancestry(source).filter(
        (node) => node.parent && !targets.every((to) => to !== node && isWithin(to, node)),
      );

/** What runs with the event that enters a state. */
function codeOnEntry(node: AnyStateNode, machine: AnyStateMachine): unknown[] {
  const { after, invoke } = recordOf(node.config);
  return [
    ...node.entry.flatMap((action) => assignmentsIn(action, machine)),
    ...[invoke].flat().map((one) => recordOf(one).input),
    ...Object.keys(recordOf(after)).map((delay) => machine.implementations.delays[delay]),
    ...(node.always ?? []).flatMap(({ guard, actions }) => [
      ...guardsIn(guard, machine),
      ...actions.flatMap((action) => assignmentsIn(action, machine)),
    ]),
  ];
}

/** How it chooses whom it sends to. */
function targetsIn(action: unknown, machine: AnyStateMachine): unknown[] {
  if (typeof action === 'function') return 'to' in action ? [action.to] : [];
  const name = typeof action === 'object' ? recordOf(action).type : action;
  const { [String(name)]: named } = machine.implementations.actions;
  return typeof named === 'function' ? targetsIn(named, machine) : [];
}

function firstContext(context: unknown, input: Read): unknown {
  if (typeof context !== 'function') return context;
  try {
    return context({ input: stand(input), spawn: stand(newRead()), self: stand(newRead()) });
  } catch {
    return undefined;
  }
}

/** What is sent to is an actor, also in the input or in an event. */
function noteTargets(
  actions: readonly unknown[],
  machine: AnyStateMachine,
  context: unknown,
  event: Read,
  type?: string,
): void {
  for (const choose of actions.flatMap((action) => targetsIn(action, machine))) {
    if (typeof choose !== 'function') continue;
    try {
      const read = readOf.get(Object(choose({ context, event: stand(event, type) })));
      if (read) read.kind = 'actor';
    } catch {
      // It chooses by what is not known.
    }
  }
}

/** An example as code. */
export const codeFor = (example: unknown, indent?: number): string =>
  JSON.stringify(
    example,
    function (this: Record<string, unknown>, key, part: unknown) {
      const { [key]: own } = this;
      if (own instanceof Date) return `new Date(${own.getTime()})`;
      return part instanceof Error ? { ...part, message: part.message } : part;
    },
    indent,
  ).replaceAll(/"(new Date\(\d+\))"/g, '$1');

export interface Example {
  filled: unknown;
  /** Undefined if no guard reads it, so that nothing depends on it. */
  empty?: unknown;
  /** Undefined if nothing is compared with a number. */
  large?: unknown;
}

export interface Examples {
  input: Omit<Example, 'empty'> | undefined;
  /** By event type. */
  events: Readonly<Record<string, Example>>;
  /** By actor. */
  outputs: Readonly<Record<string, Example>>;
  /** By actor: of the error with which it fails. */
  errors: Readonly<Record<string, Example>>;
}

const mergeInto = (read: Read, other: Read) => {
  if (other.kind !== 'any') read.kind = other.kind;
  read.isCompared ||= other.isCompared;
  for (const [key, part] of other.parts) {
    const known = read.parts.get(key) ?? newRead();
    mergeInto(known, part);
    read.parts.set(key, known);
  }
};

const largeOf = (read: Read) => (hasCompared(read) ? { large: exampleOf(read, 'large') } : {});

const made = new WeakMap<AnyStateMachine, Examples>();

/** Examples of the data that the machine's own code reads of its input, of events and of actors' answers. */
export function examplesOf(machine: AnyStateMachine): Examples {
  const known = made.get(machine) ?? makeExamples(machine);
  made.set(machine, known);
  return known;
}

function makeExamples(machine: AnyStateMachine): Examples {
  const { context } = recordOf(machine.config);
  const { machine: inert } = inertMachine(machine);
  const actorOf = new Map(
    allStates(inert).flatMap((node) =>
      node.invoke.map(({ id, src }, index) => {
        const { src: inline } = recordOf([recordOf(node.config).invoke].flat()[index]);
        const logic = recordOf(typeof inline === 'string' ? inert.implementations.actors[inline] : inline);
        const endsEitherWay = ['promise', 'machine', 'unknown'].includes(String(logic.kind));
        return [id, { name: String(logic.actorName ?? src), endsEitherWay }] as const;
      }),
    ),
  );
  const input = readsOf([context], 'input');
  const first = firstContext(context, input);
  for (const { entry, exit } of allStates(machine))
    noteTargets([...entry, ...exit], machine, first, newRead());
  const reads = {
    events: new Map<string, Read>(),
    outputs: new Map<string, Read>(),
    errors: new Map<string, Read>(),
  };
  const judged = new Set<Read>();
  const add = (kind: keyof typeof reads, name: string, read: Read | undefined, isJudged: boolean) => {
    if (read === undefined || (kind !== 'outputs' && read.parts.size === 0)) return;
    const known = reads[kind].get(name) ?? newRead();
    mergeInto(known, read);
    reads[kind].set(name, known);
    if (isJudged) judged.add(known);
  };
  for (const transition of allTransitions(machine)) {
    const { trigger, definition } = transition;
    const type = /(?:^|\*)$/.test(definition.eventType) ? undefined : definition.eventType;
    const begun = entered(transition);
    const actions = [...definition.actions, ...left(transition).flatMap(({ exit }) => exit)];
    const sending = begun.flatMap(({ entry, always = [] }) => [
      ...entry,
      ...always.flatMap((one) => one.actions),
    ]);
    for (const [codes, isGuard] of [
      [guardsIn(definition.guard, machine), true],
      [actions.flatMap((action) => assignmentsIn(action, machine)), false],
      [begun.flatMap((node) => codeOnEntry(node, machine)), false],
    ] as const) {
      const event = readsOf(codes, 'event', type);
      if (!isGuard) noteTargets([...actions, ...sending], machine, first, event, type);
      event.parts.delete('type');
      if (trigger.kind === 'event') add('events', trigger.type, event, isGuard);
      if (trigger.kind !== 'actorDone' && trigger.kind !== 'actorError') continue;
      const { name, endsEitherWay } = actorOf.get(trigger.actor) ?? {
        name: trigger.actor,
        endsEitherWay: true,
      };
      if (trigger.kind === 'actorDone') add('outputs', name, event.parts.get('output'), isGuard);
      else if (endsEitherWay) add('errors', name, event.parts.get('error'), isGuard);
    }
  }
  const examples = (kind: keyof typeof reads) =>
    Object.fromEntries(
      [...reads[kind]].map(([name, read]): [string, Example] => [
        name,
        {
          filled: exampleOf(read, 'filled'),
          ...(judged.has(read) ? { empty: exampleOf(read, 'empty') } : {}),
          ...(judged.has(read) ? largeOf(read) : {}),
        },
      ]),
    );
  return {
    input:
      input.parts.size === 0 && input.kind === 'any'
        ? undefined
        : { filled: exampleOf(input, 'filled'), ...largeOf(input) },
    events: examples('events'),
    outputs: examples('outputs'),
    errors: examples('errors'),
  };
}
