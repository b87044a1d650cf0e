import {
  type AnyStateMachine,
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  log,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';
import type { FlowDetails } from '#flows/flow.ts';

/** What the flow tool must answer about a machine that uses one feature of XState, as its documentation has it. */
export interface Probe {
  feature: string;
  machine: AnyStateMachine;
  /** Every combination of states that can be active at rest. */
  states: readonly string[];
  /** How many transitions there are; all are taken where no problem is expected. */
  transitions: number;
  problems?: readonly RegExp[];
  /** What an owner of the machine would declare: data of events, answers, inputs. */
  glue?: FlowDetails;
}

interface Count {
  count: number;
}

const counting: Count = { count: 0 };
const more = assign({ count: ({ context }: { context: Count }) => context.count + 1 });
const nothing = fromPromise(async () => undefined);
const machine = (config: object): AnyStateMachine => createMachine({ id: 'm', ...config });

const child = createMachine({
  id: 'child',
  initial: 'open',
  states: { open: { on: { close: 'closed' }, after: { 100: 'closed' } }, closed: { type: 'final' } },
  output: { sum: 7 },
});
const speakingChild = createMachine({ id: 'speaker', entry: sendParent({ type: 'spoke' }) });

export const probes: readonly Probe[] = [
  {
    feature: 'an event leads to its target',
    machine: machine({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }),
    states: ['a', 'b'],
    transitions: 1,
  },
  {
    feature: 'a transition without a target stays',
    machine: machine({
      context: counting,
      initial: 'a',
      states: {
        a: {
          on: { go: [{ guard: ({ context }: { context: Count }) => context.count < 2, actions: more }, 'b'] },
        },
        b: {},
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'reenter restarts delays',
    machine: machine({
      initial: 'a',
      states: { a: { on: { again: { target: 'a', reenter: true } }, after: { 50: 'b' } }, b: {} },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'guards are asked in order',
    machine: machine({
      initial: 'a',
      states: {
        a: {
          on: {
            go: [{ guard: () => false, target: 'b' }, { guard: () => true, target: 'c' }, { target: 'd' }],
          },
        },
        b: {},
        c: {},
        d: {},
      },
    }),
    states: ['a', 'c'],
    transitions: 3,
    problems: [
      /m\.a --go#0/,
      /m\.a --go#1\[guard\].*refused/,
      /m\.a --go#2/,
      /never active: m\.b/,
      /never active: m\.d/,
    ],
  },
  {
    feature: 'and, or, not',
    machine: setup({
      types: {} as { context: Count; events: { type: 'go' } | { type: 'add' } },
      guards: { some: ({ context }) => context.count > 0, many: ({ context }) => context.count > 1 },
    }).createMachine({
      id: 'm',
      context: counting,
      initial: 'a',
      states: {
        a: {
          on: {
            add: { guard: not('many'), actions: assign({ count: ({ context }) => context.count + 1 }) },
            go: [
              { guard: and(['some', not('many')]), target: 'one' },
              { guard: or(['some', 'many']), target: 'two' },
            ],
          },
        },
        one: {},
        two: {},
      },
    }),
    states: ['a', 'one', 'two'],
    transitions: 3,
  },
  {
    feature: 'stateIn',
    machine: machine({
      type: 'parallel',
      states: {
        light: { initial: 'off', states: { off: { on: { on: 'lit' } }, lit: {} } },
        door: {
          initial: 'shut',
          states: { shut: { on: { pull: { guard: stateIn({ light: 'lit' }), target: 'ajar' } } }, ajar: {} },
        },
      },
    }),
    states: ['light.lit + door.ajar', 'light.lit + door.shut', 'light.off + door.shut'],
    transitions: 2,
  },
  {
    feature: 'guards with parameters',
    machine: setup({
      types: {} as { context: Count; events: { type: 'add' } },
      guards: { isBelow: ({ context }, { limit }: { limit: number }) => context.count < limit },
    }).createMachine({
      id: 'm',
      context: counting,
      initial: 'a',
      states: {
        a: {
          on: {
            add: [
              {
                guard: { type: 'isBelow', params: { limit: 2 } },
                actions: assign({ count: ({ context }) => context.count + 1 }),
              },
              { target: 'full' },
            ],
          },
        },
        full: {},
      },
    }),
    states: ['a', 'full'],
    transitions: 2,
  },
  {
    feature: 'initial states of nested groups',
    machine: machine({
      initial: 'a',
      states: { a: { initial: 'b', states: { b: { initial: 'c', states: { c: {}, d: {} } } } } },
    }),
    states: ['a.b.c'],
    transitions: 0,
    problems: [/never active: m\.a\.b\.d/],
  },
  {
    feature: 'targets by id and below the source',
    machine: machine({
      initial: 'a',
      states: {
        a: { on: { inner: '.two', far: '#there' }, initial: 'one', states: { one: {}, two: {} } },
        b: { initial: 'x', states: { x: {}, y: { id: 'there' } } },
      },
    }),
    states: ['a.one', 'a.two', 'b.y'],
    transitions: 2,
    problems: [/never active: m\.b\.x/],
  },
  {
    feature: 'regions go their own ways',
    machine: machine({
      type: 'parallel',
      states: {
        p: { initial: 'a', states: { a: { on: { x: 'b' } }, b: {} } },
        q: { initial: 'c', states: { c: { on: { y: 'd' } }, d: {} } },
      },
    }),
    states: ['p.a + q.c', 'p.a + q.d', 'p.b + q.c', 'p.b + q.d'],
    transitions: 2,
  },
  {
    feature: 'one event in two regions',
    machine: machine({
      type: 'parallel',
      states: {
        p: { initial: 'a', states: { a: { on: { x: 'b' } }, b: {} } },
        q: { initial: 'c', states: { c: { on: { x: 'd' } }, d: {} } },
      },
    }),
    states: ['p.a + q.c', 'p.b + q.d'],
    transitions: 2,
  },
  {
    feature: 'onDone of regions, when all are final',
    machine: machine({
      initial: 'work',
      states: {
        work: {
          type: 'parallel',
          states: {
            p: { initial: 'a', states: { a: { on: { x: 'b' } }, b: { type: 'final' } } },
            q: { initial: 'c', states: { c: { on: { y: 'd' } }, d: { type: 'final' } } },
          },
          onDone: 'over',
        },
        over: {},
      },
    }),
    states: ['over', 'work.p.a + work.q.c', 'work.p.a + work.q.d', 'work.p.b + work.q.c'],
    transitions: 3,
  },
  {
    feature: 'onDone of a group',
    machine: machine({
      initial: 'form',
      states: {
        form: {
          initial: 'one',
          states: { one: { on: { next: 'two' } }, two: { type: 'final' } },
          onDone: 'sent',
        },
        sent: {},
      },
    }),
    states: ['form.one', 'sent'],
    transitions: 2,
  },
  {
    feature: 'shallow history',
    machine: machine({
      initial: 'on',
      states: {
        on: {
          initial: 'a',
          on: { pause: 'off' },
          states: {
            a: { on: { next: 'b' } },
            b: { initial: 'x', states: { x: { on: { deep: 'y' } }, y: {} } },
            last: { type: 'history' },
          },
        },
        off: { on: { resume: 'on.last' } },
      },
    }),
    states: ['off', 'on.a', 'on.b.x', 'on.b.y'],
    transitions: 4,
  },
  {
    feature: 'deep history',
    machine: machine({
      initial: 'on',
      states: {
        on: {
          initial: 'a',
          on: { pause: 'off' },
          states: {
            a: { initial: 'x', states: { x: { on: { deep: 'y' } }, y: {} } },
            last: { type: 'history', history: 'deep' },
          },
        },
        off: { on: { resume: 'on.last' } },
      },
    }),
    states: ['off', 'on.a.x', 'on.a.y'],
    transitions: 3,
  },
  {
    feature: 'history without a past takes its default',
    machine: machine({
      initial: 'off',
      states: {
        off: { on: { resume: 'on.last' } },
        on: { initial: 'a', states: { a: {}, b: {}, last: { type: 'history', target: 'b' } } },
      },
    }),
    states: ['off', 'on.b'],
    transitions: 1,
    problems: [/never active: m\.on\.a/],
  },
  {
    feature: 'a final state ends the machine',
    machine: machine({
      initial: 'a',
      on: { shout: { actions: log('loud') } },
      states: { a: { on: { end: 'z' } }, z: { type: 'final' } },
      output: { ok: true },
    }),
    states: ['a', 'z'],
    transitions: 2,
  },
  {
    feature: 'always, with a guard',
    machine: machine({
      context: counting,
      initial: 'a',
      states: {
        a: {
          on: { add: { actions: more } },
          always: { guard: ({ context }: { context: Count }) => context.count >= 2, target: 'b' },
        },
        b: {},
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'always passes through states that never rest',
    machine: machine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'd' }, d: {} },
    }),
    states: ['a', 'd'],
    transitions: 3,
  },
  {
    feature: 'an endless always is a fault',
    machine: machine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
    }),
    states: ['a'],
    transitions: 3,
    problems: [/endless|infinite|never (?:ends|rests)|eventless/i],
  },
  {
    feature: 'after some milliseconds',
    machine: machine({ initial: 'a', states: { a: { after: { 1000: 'b' } }, b: {} } }),
    states: ['a', 'b'],
    transitions: 1,
  },
  {
    feature: 'the shorter of two delays comes first',
    machine: machine({ initial: 'a', states: { a: { after: { 100: 'b', 200: 'c' } }, b: {}, c: {} } }),
    states: ['a', 'b'],
    transitions: 2,
    problems: [/after\(200\)/, /never active: m\.c/],
  },
  {
    feature: 'named and computed delays',
    machine: setup({
      types: {} as { context: Count },
      delays: { soon: 100, later: ({ context }) => (context.count + 1) * 500 },
    }).createMachine({
      id: 'm',
      context: counting,
      initial: 'a',
      states: { a: { after: { soon: 'b' } }, b: { after: { later: 'c' } }, c: {} },
    }),
    states: ['a', 'b', 'c'],
    transitions: 2,
  },
  {
    feature: 'leaving a state ends its delay',
    machine: machine({
      initial: 'a',
      states: { a: { after: { 100: 'late' }, on: { go: 'b' } }, b: { on: { back: 'a' } }, late: {} },
    }),
    states: ['a', 'b', 'late'],
    transitions: 3,
  },
  {
    feature: 'a promise resolves or rejects',
    machine: machine({
      initial: 'a',
      states: { a: { invoke: { src: nothing, id: 'work', onDone: 'b', onError: 'c' } }, b: {}, c: {} },
    }),
    states: ['a', 'b', 'c'],
    transitions: 2,
  },
  {
    feature: 'a rejection that nothing handles is a fault',
    machine: machine({
      initial: 'a',
      states: { a: { invoke: { src: nothing, id: 'work', onDone: 'b' } }, b: {} },
    }),
    states: ['a', 'b'],
    transitions: 1,
    problems: [/nothing handles that the actor "work" fails/],
  },
  {
    feature: 'the input of an actor comes from the context',
    machine: machine({
      context: counting,
      initial: 'a',
      states: {
        a: {
          invoke: {
            src: fromPromise(async ({ input }: { input: number }) => input),
            id: 'work',
            input: ({ context }: { context: Count }) => context.count,
            onDone: 'b',
            onError: 'a',
          },
        },
        b: {},
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'a callback sends events',
    machine: machine({
      initial: 'a',
      invoke: {
        src: fromCallback(({ sendBack }) => sendBack({ type: 'rang' })),
        id: 'bell',
        onError: '.broken',
      },
      states: { a: { on: { rang: 'b' } }, b: {}, broken: {} },
    }),
    states: ['a', 'b', 'broken'],
    transitions: 2,
  },
  {
    feature: 'an observable emits, ends and breaks',
    machine: machine({
      initial: 'a',
      states: {
        a: {
          invoke: {
            src: fromObservable(() => ({ subscribe: () => ({ unsubscribe() {} }) })),
            id: 'stream',
            onSnapshot: { actions: log('seen') },
            onDone: 'b',
            onError: 'c',
          },
        },
        b: {},
        c: {},
      },
    }),
    states: ['a', 'b', 'c'],
    transitions: 3,
  },
  {
    feature: 'a transition function as an actor',
    machine: machine({
      initial: 'a',
      states: {
        a: {
          invoke: {
            src: fromTransition((state: number) => state + 1, 0),
            id: 'sum',
            onSnapshot: { actions: log('sum') },
          },
          on: { go: 'b' },
        },
        b: {},
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'a machine as an actor, with its output',
    machine: machine({
      initial: 'a',
      states: { a: { invoke: { src: child, id: 'inner', onDone: 'b', onError: 'c' } }, b: {}, c: {} },
    }),
    states: ['a', 'b', 'c'],
    transitions: 2,
  },
  {
    feature: 'a child speaks to its parent',
    machine: machine({
      initial: 'a',
      invoke: { src: speakingChild, id: 'speaker', onError: '.broken' },
      states: { a: { on: { spoke: 'b' } }, b: {}, broken: {} },
    }),
    states: ['a', 'b', 'broken'],
    transitions: 2,
  },
  {
    feature: 'spawn within assign',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { ref: unknown } },
      context: { ref: null },
      initial: 'a',
      states: {
        a: {
          on: {
            go: { target: 'b', actions: assign({ ref: ({ spawn }) => spawn(child, { id: 'kid' }) }) },
          },
        },
        b: { on: { 'xstate.done.actor.kid': 'c', 'xstate.error.actor.kid': 'd' } },
        c: {},
        d: {},
      },
    }),
    states: ['a', 'b', 'c', 'd'],
    transitions: 3,
  },
  {
    feature: 'spawnChild and stopChild',
    machine: machine({
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: spawnChild(child, { id: 'kid' }) } } },
        b: {
          on: {
            stop: { target: 'c', actions: stopChild('kid') },
            'xstate.done.actor.kid': 'd',
            'xstate.error.actor.kid': 'd',
          },
        },
        c: { on: { 'xstate.done.actor.kid': 'wrong' } },
        d: {},
        wrong: {},
      },
    }),
    states: ['a', 'b', 'c', 'd'],
    transitions: 5,
    problems: [/m\.c --/, /never active: m\.wrong/],
  },
  {
    feature: 'raise',
    machine: machine({
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: raise({ type: 'on' }) } } },
        b: { on: { on: 'c' } },
        c: {},
      },
    }),
    states: ['a', 'c'],
    transitions: 2,
  },
  {
    feature: 'raise later, and cancel',
    machine: machine({
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: raise({ type: 'bell' }, { delay: 100, id: 'bell' }) } } },
        b: { on: { bell: 'c', hush: { target: 'd', actions: cancel('bell') } } },
        c: {},
        d: {},
      },
    }),
    states: ['a', 'b', 'c', 'd'],
    transitions: 3,
  },
  {
    feature: 'sendTo itself after a delay',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      entry: sendTo(({ self }) => self, { type: 'tick' }, { delay: 300 }),
      states: { a: { on: { tick: 'b' } }, b: {} },
    }),
    states: ['a', 'b'],
    transitions: 1,
  },
  {
    feature: 'emit and log change nothing',
    machine: machine({
      initial: 'a',
      states: { a: { entry: [emit({ type: 'hi' }), log('hi')], on: { go: 'b' } }, b: {} },
    }),
    states: ['a', 'b'],
    transitions: 1,
  },
  {
    feature: 'enqueueActions with a check',
    machine: machine({
      context: counting,
      initial: 'a',
      states: {
        a: {
          on: {
            add: {
              actions: enqueueActions(({ enqueue, context }) => {
                enqueue.assign({ count: Math.min(3, Number(context.count) + 1) });
                if (context.count === 1) enqueue.raise({ type: 'second' });
              }),
            },
            second: 'b',
          },
        },
        b: {},
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'wildcards: * and part.*',
    machine: machine({
      initial: 'a',
      states: { a: { on: { 'mouse.*': 'b', '*': 'c' } }, b: {}, c: {} },
    }),
    states: ['a', 'b', 'c'],
    transitions: 2,
  },
  {
    feature: 'an inner transition goes before an outer one',
    machine: machine({
      initial: 'a',
      on: { go: '.outer' },
      states: { a: { on: { go: 'inner' } }, inner: {}, outer: {} },
    }),
    states: ['a', 'inner', 'outer'],
    transitions: 2,
  },
  {
    feature: 'a forbidden event does not reach the outer transition',
    machine: machine({
      initial: 'a',
      on: { go: '.z' },
      states: { a: { on: { go: {}, next: 'b' } }, b: {}, z: { on: { go: {} } } },
    }),
    states: ['a', 'b', 'z'],
    transitions: 4,
  },
  {
    feature: 'exit, transition and entry actions in this order',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { order: string } },
      context: { order: '' },
      initial: 'a',
      states: {
        a: {
          exit: assign({ order: ({ context }) => `${context.order}1` }),
          on: { go: { target: 'b', actions: assign({ order: ({ context }) => `${context.order}2` }) } },
        },
        b: {
          entry: assign({ order: ({ context }) => `${context.order}3` }),
          always: [{ guard: ({ context }) => context.order === '123', target: 'right' }, { target: 'wrong' }],
        },
        right: {},
        wrong: {},
      },
    }),
    states: ['a', 'right'],
    transitions: 3,
    problems: [/always#0.*refused/, /always#1/, /never active: m\.wrong/],
  },
  {
    feature: 'context from input',
    machine: createMachine({
      id: 'm',
      types: {} as { context: Count; input: { start: number } },
      context: ({ input }) => ({ count: input.start }),
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: {} },
    }),
    states: ['a', 'b'],
    transitions: 1,
  },
  {
    feature: 'data of events as guards read it',
    machine: createMachine({
      id: 'm',
      types: {} as { events: { type: 'typed'; text: string } },
      initial: 'a',
      states: {
        a: {
          on: { typed: [{ guard: ({ event }) => event.text === '', target: 'empty' }, { target: 'full' }] },
        },
        empty: {},
        full: {},
      },
    }),
    states: ['a', 'empty', 'full'],
    transitions: 2,
  },
  {
    feature: 'output of an actor as guards read it',
    machine: machine({
      initial: 'a',
      states: {
        a: {
          invoke: {
            src: fromPromise(async () => ({ paid: true })),
            id: 'pay',
            onDone: [
              {
                guard: ({ event }: { event: { output: { paid: boolean } } }) => event.output.paid,
                target: 'paid',
              },
              { target: 'owed' },
            ],
            onError: 'failed',
          },
        },
        paid: {},
        owed: {},
        failed: {},
      },
    }),
    states: ['a', 'failed', 'owed', 'paid'],
    transitions: 3,
  },
  {
    feature: 'a guard without code may answer either way',
    machine: setup({
      guards: {
        isOpen: () => {
          throw new Error('not provided');
        },
      },
    }).createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { go: [{ guard: 'isOpen', target: 'b' }, { target: 'c' }] } }, b: {}, c: {} },
    }),
    states: ['a', 'b', 'c'],
    transitions: 2,
  },
  {
    feature: 'a guard that throws on some data is a fault',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { list: { name: string }[] } },
      context: { list: [] },
      initial: 'a',
      states: {
        a: { on: { go: { guard: ({ context }) => context.list[0]!.name === 'x', target: 'b' } } },
        b: {},
      },
    }),
    states: ['a'],
    transitions: 1,
    problems: [/guard/, /never active: m\.b/],
  },
  {
    feature: 'a state that nothing leads to is a fault',
    machine: machine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: {}, island: { on: { row: 'a' } } },
    }),
    states: ['a', 'b'],
    transitions: 2,
    problems: [/island --row/, /never active: m\.island/],
  },
  {
    feature: 'several targets, one for each region',
    machine: machine({
      initial: 'a',
      states: {
        a: { on: { go: { target: ['p.one.y', 'p.two.v'] } } },
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'x', states: { x: {}, y: { on: { back: 'x' } } } },
            two: { initial: 'u', states: { u: {}, v: {} } },
          },
        },
      },
    }),
    states: ['a', 'p.one.x + p.two.v', 'p.one.y + p.two.v'],
    transitions: 2,
    problems: [/never active: m\.p\.two\.u/],
  },
  {
    feature: 'actors with a name for the whole system',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      invoke: { src: fromCallback(() => {}), id: 'log', systemId: 'logger', onError: '.broken' },
      states: {
        a: {
          on: {
            go: {
              target: 'b',
              actions: sendTo(({ system }) => system.get('logger'), { type: 'line' }),
            },
          },
        },
        b: {},
        broken: {},
      },
    }),
    states: ['a', 'b', 'broken'],
    transitions: 2,
  },
  {
    feature: 'the clock in the context is no other state',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { at: number } },
      context: { at: 0 },
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: assign({ at: () => Date.now() }) } } },
        b: { on: { back: { target: 'a', actions: assign({ at: () => performance.now() }) } } },
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'chance in the context is no other state',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { key: string } },
      context: { key: '' },
      initial: 'a',
      states: {
        a: {
          on: {
            go: { target: 'b', actions: assign({ key: () => `${Math.random()}${crypto.randomUUID()}` }) },
          },
        },
        b: { on: { back: { target: 'a', actions: assign({ key: '' }) } } },
      },
    }),
    states: ['a', 'b'],
    transitions: 2,
  },
  {
    feature: 'a list that grows without end is said',
    machine: createMachine({
      id: 'm',
      types: {} as { context: { list: readonly string[] } },
      context: { list: [] },
      on: {
        add: { actions: assign({ list: ({ context }) => [...context.list, 'one'] }) },
        clear: { actions: assign({ list: [] }) },
      },
    }),
    states: [''],
    transitions: 2,
    problems: [/more than \d+ model states/],
  },
];
