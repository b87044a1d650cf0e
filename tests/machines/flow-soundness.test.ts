import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AnyActorRef,
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
  fromTransition,
  log,
  not,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { canonicalText, freshText, sharedText } from '#flows/canonical-text.ts';
import { type Flow, shows } from '#flows/flow.ts';
import { goalsOfEdge } from '#flows/goals.ts';
import { inferFlow } from '#flows/infer.ts';
import { judgeMutants } from '#flows/mutants/kill.ts';
import { mutationScore } from '#flows/mutants/score.ts';
import { replay } from '#flows/replay.ts';
import { retold } from '#flows/tour.ts';

const planted: string[] = [];
const plant =
  (name: string) =>
  (...given: unknown[]) => {
    planted.push(`${name} ${given.length}`);
  };

afterEach(() => {
  planted.length = 0;
});

const observable = (name: string) => ({
  subscribe: () => {
    planted.push(name);
    return { unsubscribe: () => {} };
  },
});

const promise = (name: string) =>
  fromPromise(async () => {
    planted.push(name);
  });

const child = createMachine({
  id: 'child',
  initial: 'on',
  entry: plant('entry of a child'),
  invoke: { src: promise('actor of a child'), onError: {} },
  states: { on: {} },
});

function mutantsLeft(flow: Flow): readonly string[] {
  return mutationScore(analyseFlow(flow)).survived;
}

describe('real code is never executed', () => {
  const machine = createMachine(
    {
      id: 'planted',
      context: ({ spawn }) => ({
        first: spawn(promise('spawned at the start')),
        later: undefined as unknown,
      }),
      initial: 'resting',
      entry: [plant('inline entry'), 'named', log(() => 'hello')],
      invoke: [
        { src: promise('inline promise'), onDone: {}, onError: {} },
        { src: fromCallback(plant('inline callback')), id: 'ear', onError: {} },
        { src: 'declared', onDone: {}, onError: {} },
        { src: child, id: 'child', onDone: {}, onError: {} },
      ],
      states: {
        resting: {
          exit: plant('inline exit'),
          on: {
            go: {
              target: 'working',
              actions: [
                plant('inline action'),
                enqueueActions(({ enqueue }) => {
                  enqueue(plant('enqueued action'));
                  enqueue('named');
                  enqueue.spawnChild(promise('enqueued actor'), { id: 'enqueued' });
                  enqueue.assign({
                    later: ({ spawn }: { spawn: (logic: unknown, options: object) => unknown }) =>
                      spawn(promise('spawned when enqueued'), { id: 'late' }),
                  });
                }),
                spawnChild(
                  fromObservable(() => observable('inline observable')),
                  { id: 'seen' },
                ),
                spawnChild(
                  fromEventObservable(() => observable('event observable')),
                  { id: 'heard' },
                ),
              ],
            },
          },
        },
        working: {
          initial: 'one',
          states: { one: {} },
          on: { back: 'resting' },
          after: { 1000: { target: 'resting', actions: plant('after a while') } },
        },
      },
    },
    { actions: { named: plant('named action') }, actors: { declared: promise('declared promise') } },
  );
  const events = (type: string) => [{ name: type, event: { type } }];
  const spawned = ['promise', 'enqueued', 'late', 'seen', 'heard'];
  const handlers = Object.fromEntries(spawned.map((id) => [`xstate.error.actor.${id}`, {}]));
  const handled = createMachine(
    { ...machine.config, on: handlers } as never,
    machine.implementations as never,
  );

  const limit = { states: 100, reason: 'Eleven actors may end in any order.' };

  it('by the model, the replays and the mutants', () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
    const flow = inferFlow(handled as never, { events: { go: events('go'), back: events('back') }, limit });
    const analysis = analyseFlow(flow);
    expect(analysis.problems).toEqual([]);
    expect(judgeMutants(analysis).length).toBeGreaterThan(20);
    expect(planted).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('yet each effect is recorded', () => {
    const { tours } = analyseFlow(inferFlow(handled as never, { limit }));
    const effects = tours.flatMap(({ start, edges }) => [start.state, ...edges.map(({ state }) => state)]);
    const told = effects.flatMap(({ trace }) => trace.effects.map(({ kind, name }) => `${kind} ${name}`));
    for (const effect of [
      'action action 1 on entry of planted',
      'action named',
      'log ',
      'start promise of planted',
      'start ear',
      'start declared',
      'start child',
      'start promise',
      'action action 1 on exit of planted.resting',
      'action action 1 of planted.resting on go',
      'action action 1 enqueued 2 of planted.resting on go',
      'start enqueued',
      'start late',
      'start seen',
      'start heard',
      'action action 1 of planted.working on 1000',
    ]) {
      expect(told).toContain(effect);
    }
  });

  it('detects an actor that its machine no longer starts', () => {
    const { tours } = analyseFlow(inferFlow(handled as never, { limit }));
    const changed = createMachine(
      { ...handled.config, context: { first: undefined, later: undefined } } as never,
      handled.implementations as never,
    );
    expect(replay(tours[0]!, changed as never)[0]).toMatchObject({ step: 0 });
  });
});

describe('actors that actions start are part of the model', () => {
  const room = setup({
    types: {} as {
      context: { guests: AnyActorRef[]; news: number };
      events:
        | { type: 'enter' }
        | { type: 'leave' }
        | { type: 'shout' }
        | { type: 'hush' }
        | { type: 'heard' };
      emitted: { type: 'full' };
    },
    actors: {
      guest: fromPromise(async () => {}),
      ticker: fromObservable<number, undefined>(() => observable('ticker') as never),
      tally: fromTransition((count: number) => count + 1, 0),
      ear: fromCallback(() => {}),
    },
    delays: { echo: 500, soon: 200 },
    guards: {
      hasRoom: ({ context }) => context.guests.length < 2,
      isHigh: ({ event }) =>
        Number((event as { snapshot?: { context?: number } }).snapshot?.context ?? 0) > 10,
    },
  }).createMachine({
    id: 'room',
    context: { guests: [], news: 0 },
    initial: 'open',
    invoke: { src: 'ear', id: 'ear', onError: {} },
    on: { 'xstate.error.actor.guest': '.shut', 'xstate.error.actor.guest 2': '.shut' } as object,
    states: {
      open: {
        entry: [spawnChild('tally', { id: 'tally' })],
        exit: [stopChild('tally'), cancel('echo')],
        invoke: {
          src: 'ticker',
          id: 'ticker',
          onSnapshot: { guard: 'isHigh', actions: assign({ news: 1 }) },
          onDone: { actions: assign({ news: 2 }) },
          onError: {},
        },
        on: {
          enter: {
            guard: 'hasRoom',
            actions: [
              assign({ guests: ({ context, spawn }) => [...context.guests, spawn('guest')] }),
              emit({ type: 'full' }),
            ],
          },
          shout: {
            actions: [
              sendTo('ear', { type: 'noise' }),
              sendTo('ear', { type: 'echo' }, { delay: 'echo', id: 'echo' }),
              sendTo(({ self }) => self, { type: 'heard' }, { delay: 'soon', id: 'heard' }),
            ],
          },
          hush: { actions: cancel('echo') },
          heard: { actions: sendParent({ type: 'noise in the room' }) },
          leave: 'shut',
        },
      },
      shut: { on: { enter: 'open' } },
    },
  });
  const flow: Flow = inferFlow(room, {
    limit: { states: 300, reason: 'Guests, echoes and the ticker go on in any order.' },
    outcomes: {
      ticker: [
        shows('rises', { context: 11 }),
        shows('stays low', { context: 1 }),
        { name: 'completes', type: 'done', output: undefined },
        { name: 'breaks', type: 'error', error: 'broken' },
      ],
      guest: [
        { name: 'goes', type: 'done', output: undefined },
        { name: 'falls', type: 'error', error: 'fell' },
      ],
    },
  });
  const analysis = analyseFlow(flow);
  const effects = analysis.tours
    .flatMap(({ start, edges }) => [start.state, ...edges.map(({ state }) => state)])
    .flatMap(({ trace }) => trace.effects);

  it('including messages, also delayed ones, to the parent and to listeners', () => {
    expect(analysis.problems).toEqual([]);
    expect(analysis.counts.transitionsTaken).toBe(analysis.counts.transitions);
    const told = new Set(effects.map(({ kind, name }) => `${kind} ${name}`));
    expect([...told]).toEqual(
      expect.arrayContaining([
        'start guest',
        'start tally',
        'stop tally',
        'send ear',
        'send parent',
        'emit full',
        'start ticker',
      ]),
    );
    expect(effects).toContainEqual({ kind: 'send', name: 'ear', event: { type: 'echo' } });
  });

  it('and of the mutants: dropping or delaying any of them is detected', () => {
    expect(mutantsLeft(flow)).toEqual([]);
    const ids = judgeMutants(analysis).map(({ mutant }) => mutant.id);
    expect(ids).toContain('shorten delay: xstate.sendTo (1) of room.open --shout#0--> (stays)');
    expect(ids).toContain('drop action: xstate.cancel (0) of room.open --hush#0--> (stays)');
    expect(ids).toContain('drop action: xstate.emit (1) of room.open --enter#0[hasRoom]--> (stays)');
    expect(ids).toContain('drop action: xstate.stopChild (0) on exit of room.open');
    expect(ids).toContain('drop action: xstate.spawnChild (0) on entry of room.open');
  });

  it('system-wide names belong to each state', () => {
    const machine = createMachine({
      id: 'named',
      initial: 'on',
      states: {
        on: {
          invoke: { src: promise('one'), id: 'one', systemId: 'worker', onDone: 'on', onError: 'off' },
          on: { off: 'off', again: { target: 'on', reenter: true } },
        },
        off: { on: { on: 'on' } },
      },
    });
    expect(analyseFlow(inferFlow(machine)).problems).toEqual([]);
  });

  it('a delayed event sent twice under one id fires twice, and is cancelled once', () => {
    const machine = createMachine({
      id: 'twice',
      context: { heard: 0 },
      initial: 'on',
      states: {
        on: {
          entry: [
            raise({ type: 'bell' }, { delay: 10, id: 'bell' }),
            raise({ type: 'bell' }, { delay: 20, id: 'bell' }),
          ],
          on: {
            bell: { actions: assign({ heard: ({ context }) => context.heard + 1 }) },
            stop: { actions: cancel('bell') },
          },
        },
      },
    });
    const { problems, tours } = analyseFlow(inferFlow(machine, { events: { bell: 'sentByActor' } }));
    expect(problems).toEqual([]);
    const waits = tours.flatMap(({ edges }) => edges.map(({ event }) => event.type));
    expect(waits).toContain('wait');
  });
});

describe('reports what stops a machine, with the shortest path', () => {
  const problemsOf = (machine: Flow['machine'], over: Partial<Flow> = {}) =>
    analyseFlow(inferFlow(machine, over)).problems;

  it('an unhandled failure', () => {
    const machine = createMachine({
      id: 'loader',
      initial: 'idle',
      states: {
        idle: { on: { load: 'loading' } },
        loading: { invoke: { id: 'load', src: promise('load'), onDone: 'idle' } },
      },
    });
    expect(problemsOf(machine)).toEqual([
      'the machine stops with an error: nothing handles that the actor "load" fails (fails), after: load: Load, load → fails',
    ]);
    expect(problemsOf(machine, { outcomes: { load: [{ name: 'loads', type: 'done', output: 1 }] } })).toEqual(
      ['nothing handles that the actor "load" fails, which is not declared either, after: load: Load'],
    );
  });

  it('an unhandled failure, although the same work may also stop the machine otherwise', () => {
    const machine = createMachine({
      id: 'payer',
      initial: 'paying',
      states: {
        paying: {
          invoke: {
            id: 'charge',
            src: promise('charge'),
            onDone: {
              guard: () => {
                throw new Error('no answer');
              },
              target: 'paid',
            },
          },
        },
        paid: {},
      },
    });
    const stops = problemsOf(machine).filter((problem) => problem.startsWith('the machine stops'));
    expect(stops).toEqual([
      expect.stringMatching(/a guard of payer\.paying on done throws: .*, after: charge → succeeds$/),
      'the machine stops with an error: nothing handles that the actor "charge" fails (fails), after: charge → fails',
    ]);
  });

  it('a machine that throws at its start', () => {
    const context = () => {
      throw new Error('no input');
    };
    const [problem] = problemsOf(createMachine({ id: 'bad', context, initial: 'on', states: { on: {} } }));
    expect(problem).toBe('the machine fails at the start: the initial context throws: no input');
  });

  const throwing = (guard: (given: { context: { count: number } }) => boolean, assignment: () => number) =>
    setup({
      types: {} as { context: { count: number }; events: { type: 'go' } | { type: 'count' } },
      guards: { mayGo: guard },
      actions: { count: assign({ count: assignment }) },
    }).createMachine({
      id: 'thrower',
      context: { count: 0 },
      initial: 'ready',
      states: {
        ready: { on: { go: 'set' } },
        set: {
          on: {
            go: { guard: and(['mayGo', not(() => false)]), target: 'ready' },
            count: { actions: 'count' },
          },
        },
      },
    });
  const fail = () => {
    throw new Error('oops');
  };

  it('a guard that throws', () => {
    const [problem, ...others] = problemsOf(
      throwing(
        ({ context }) => context.count > 0 || fail(),
        () => 1,
      ),
    );
    expect(problem).toMatch(/stops with an error: .*the guard mayGo throws: oops, after: go: Go, go: Go$/);
    expect(others.every((other) => other.startsWith('unreachable'))).toBe(true);
  });

  it('an assignment that throws', () => {
    const [problem] = problemsOf(throwing(() => true, fail)).filter((one) => one.includes('throws'));
    expect(problem).toBe(
      'the machine stops with an error: assign “count” throws: oops, after: go: Go, count: Count',
    );
  });

  it('endless eventless transitions', () => {
    const machine = createMachine({
      id: 'endless',
      initial: 'idle',
      states: { idle: { on: { go: 'one' } }, one: { always: 'two' }, two: { always: 'one' } },
    });
    expect(problemsOf(machine)[0]).toMatch(/stops with an error: Infinite loop detected: .*, after: go: Go$/);
  });

  it('an assignment that mutates the context', () => {
    const machine = createMachine({
      id: 'pusher',
      types: {} as { context: { list: number[] } },
      context: { list: [] },
      initial: 'on',
      states: {
        on: {
          on: {
            push: {
              guard: ({ context }) => context.list.length < 3,
              actions: assign({ list: ({ context }) => context.list.splice(0, 0, 1) && context.list }),
            },
          },
        },
      },
    });
    expect(problemsOf(machine)).toContain(
      'what happens in on changes list in place instead of assigning a new value, after: the start',
    );
  });

  it('an assignment that mutates a number of the context, or what the machine has just assigned at a time', () => {
    const machine = createMachine({
      id: 'counter',
      types: {} as { context: { count: number; list: number[]; at: number } },
      context: { count: 0, list: [], at: 0 },
      initial: 'on',
      states: {
        on: {
          on: {
            count: {
              guard: ({ context }) => context.count < 3,
              actions: assign(({ context }) => {
                context.count += 1;
                return {};
              }),
            },
            begin: { target: 'begun', actions: assign({ at: () => Date.now(), list: () => [] }) },
          },
        },
        begun: {
          on: {
            push: {
              guard: ({ context }) => context.list.length < 3,
              actions: assign({ list: ({ context }) => context.list.splice(0, 0, 1) && context.list }),
            },
          },
        },
      },
    });
    const words = 'in place instead of assigning a new value';
    expect(problemsOf(machine).filter((problem) => problem.includes(words))).toEqual([
      `what happens in on changes count ${words}, after: the start`,
      `what happens in begun changes list ${words}, after: begin: Begin`,
    ]);
  });
});

describe('the state key distinguishes', () => {
  const cycle = (depth: number): object => {
    const inner: { outer?: object } = {};
    const outer = Array.from({ length: depth }).reduce<object>((part) => ({ part }), inner);
    inner.outer = outer;
    return outer;
  };
  class Money {
    readonly #amount: number;
    constructor(amount: number) {
      this.#amount = amount;
    }
    get amount() {
      return this.#amount;
    }
  }
  const [one, two] = [new Money(1), new Money(2)];
  const different: readonly [string, unknown, unknown][] = [
    ['maps', new Map([['a', 1]]), new Map([['a', 2]])],
    ['sets', new Set([1]), new Set([2])],
    ['a map from an object', new Map(), {}],
    ['a set from an array', new Set([1]), [1]],
    ['NaN from null', Number.NaN, null],
    ['infinities', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ['zeros', 0, -0],
    ['undefined from a missing part', { a: undefined }, {}],
    ['dates', new Date(1), new Date(2)],
    ['a date from its text', new Date(1), new Date(1).toJSON()],
    ['big integers', 1n, 2n],
    ['a big integer from a number', 1n, 1],
    ['cycles of other lengths', cycle(1), cycle(2)],
    ['instances with private fields', one, two],
    ['errors by their cause', new Error('a', { cause: 1 }), new Error('a', { cause: 2 })],
    ['arrays of bytes', new Uint8Array([1]), new Uint8Array([2])],
    ['functions', () => 1, () => 1],
    ['regular expressions', /a/, /a/g],
    ['holes from undefined', Array(1), [undefined]],
  ];

  it.each(different)('%s', (_, first, second) => {
    expect(canonicalText({ first })).not.toBe(canonicalText({ first: second }));
  });

  it('the same object twice from two equal ones', () => {
    const part = { a: 1 };
    for (const more of [{}, { sessionId: 'an evening' }]) {
      const twice = { ...more, one: part, two: part };
      expect(sharedText(twice)).not.toBe(sharedText({ ...twice, two: { a: 1 } }));
    }
  });

  it('nothing else: equal values have the same text, plain data reads as JSON', () => {
    const value = () => ({ a: [1, 'two', null, true], b: { c: new Map([[1, new Set([{}])]]), d: cycle(2) } });
    expect(canonicalText(value())).toBe(canonicalText(value()));
    expect(canonicalText(value())).toBe(freshText(value()));
    const plain = { a: [1, 'two', null, true], b: { c: {} } };
    expect(canonicalText(plain)).toBe(JSON.stringify(plain));
  });

  it('states of a machine whose context is a map', () => {
    const machine = createMachine({
      id: 'mapper',
      types: {} as { context: { seen: Map<string, number> } },
      context: { seen: new Map() },
      initial: 'on',
      states: {
        on: {
          on: {
            see: {
              guard: ({ context }) => (context.seen.get('a') ?? 0) < 3,
              actions: assign({
                seen: ({ context }) => new Map([['a', (context.seen.get('a') ?? 0) + 1]]),
              }),
            },
          },
        },
      },
    });
    expect(analyseFlow(inferFlow(machine)).counts).toMatchObject({ modelStates: 4, guardsBothWays: 1 });
  });
});

it('a path that is told again with its own time meets its own goals', () => {
  const machine = createMachine({
    id: 'stamp',
    context: { at: 0 },
    on: { press: { actions: assign({ at: () => Date.now() }) } },
  });
  const { graph, tours } = analyseFlow(inferFlow(machine));
  const [path] = tours;
  const edges = path!.edges.map((edge) => ({ ...edge, goals: ['of another'] }));
  expect(edges.length).toBeGreaterThan(0);
  expect(retold(graph, { ...path!, edges }).edges.map(goalsOfEdge)).toEqual(path!.edges.map(goalsOfEdge));
});
