import {
  type ActorRefFrom,
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
import { type Flow, shows } from '#flows/flow.ts';
import { inferFlow } from '#flows/infer.ts';

/* Twelve machines, each in another style of XState 5. Their effects are real code, which must never run. */

export const happened: string[] = [];
const real = (name: string) => () => {
  happened.push(name);
};
const realPromise = <Output>(name: string, output: Output) =>
  fromPromise(async () => {
    happened.push(name);
    return output;
  });

const cases = (type: string, ...given: readonly object[]) =>
  given.map((more) => ({ name: `${type} ${Object.values(more).join(' ')}`, event: { type, ...more } }));

const login = createMachine({
  id: 'login',
  types: {} as {
    context: { tries: number; user: string | null };
    events: { type: 'submit'; password: string } | { type: 'edit' } | { type: 'logout' };
  },
  context: { tries: 0, user: null },
  initial: 'form',
  states: {
    form: {
      entry: () => real('focus')(),
      on: {
        submit: [
          { guard: ({ event }) => event.password === '', actions: [real('shake')] },
          { guard: ({ context }) => context.tries >= 2, target: 'blocked' },
          { target: 'sending', actions: assign({ tries: ({ context }) => context.tries + 1 }) },
        ],
      },
    },
    sending: {
      invoke: {
        src: realPromise('post', 'ada'),
        onDone: { target: 'welcome', actions: assign({ user: ({ event }) => event.output, tries: 0 }) },
        onError: { target: 'form', actions: [real('report')] },
      },
    },
    blocked: { after: { 60000: { target: 'form', actions: assign({ tries: 0 }) } } },
    welcome: { on: { logout: { target: 'form', actions: [assign({ user: null }), real('clear')] } } },
  },
});

const media = createMachine({
  id: 'media',
  type: 'parallel',
  states: {
    power: { initial: 'off', states: { off: { on: { power: 'on' } }, on: { on: { power: 'off' } } } },
    sound: { initial: 'loud', states: { loud: { on: { mute: 'muted' } }, muted: { on: { mute: 'loud' } } } },
    screen: {
      initial: 'small',
      states: {
        small: { on: { full: { guard: stateIn('#media.power.on'), target: 'large' } } },
        large: { on: { full: 'small' }, always: { guard: not(stateIn('#media.power.on')), target: 'small' } },
      },
    },
  },
});

const washer = createMachine({
  id: 'washer',
  initial: 'running',
  states: {
    running: {
      initial: 'wash',
      states: {
        wash: {
          initial: 'soak',
          states: {
            soak: { after: { 600000: 'turn' } },
            turn: { after: { 1200000: '#washer.running.spin' } },
          },
        },
        spin: { on: { finish: '#washer.done' } },
        deep: { type: 'history', history: 'deep' },
        shallow: { type: 'history' },
      },
      on: { cut: 'dark' },
    },
    dark: { on: { back: 'running.deep', restart: 'running.shallow' } },
    done: { on: { again: 'running' } },
  },
});

const todo = fromCallback<{ type: 'rename' }>(({ sendBack }) => {
  happened.push('todo');
  sendBack({ type: 'ticked' });
});
const todos = setup({
  types: {} as {
    context: { entries: ActorRefFrom<typeof todo>[]; ticked: number };
    events: { type: 'add' } | { type: 'drop' } | { type: 'ticked' } | { type: 'rename' };
  },
  actors: { todo },
  guards: {
    hasRoom: ({ context }) => context.entries.length < 2,
    hasAny: ({ context }) => context.entries.length > 0,
  },
}).createMachine({
  id: 'todos',
  context: { entries: [], ticked: 0 },
  on: {
    add: {
      guard: 'hasRoom',
      actions: assign({ entries: ({ context, spawn }) => [...context.entries, spawn('todo')] }),
    },
    drop: {
      guard: 'hasAny',
      actions: enqueueActions(({ context, enqueue }) => {
        enqueue.stopChild(context.entries.at(-1)!);
        enqueue.assign({ entries: context.entries.slice(0, -1) });
      }),
    },
    rename: { guard: 'hasAny', actions: sendTo(({ context }) => context.entries[0]!, { type: 'rename' }) },
    ticked: { actions: assign({ ticked: ({ context }) => Math.min(1, context.ticked + 1) }) },
    'xstate.error.actor.todo': { actions: real('log') },
    'xstate.error.actor.todo 2': { actions: real('log') },
  } as object,
});

const counter = createMachine({
  id: 'counter',
  types: {} as { context: { count: number }; events: { type: 'up' } | { type: 'down' } | { type: 'reset' } },
  context: { count: 0 },
  initial: 'low',
  states: {
    low: { always: { guard: ({ context }) => context.count >= 5, target: 'high' } },
    high: {
      always: { guard: ({ context }) => context.count < 5, target: 'low' },
      on: { reset: { actions: assign({ count: 0 }) } },
    },
  },
  on: {
    up: { actions: assign({ count: ({ context }) => context.count + 1 }) },
    down: {
      guard: ({ context }) => context.count > 0,
      actions: assign({ count: ({ context }) => context.count - 1 }),
    },
  },
});

const questionnaire = createMachine({
  id: 'questions',
  initial: 'q0',
  states: Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `q${index}`,
      index === 199
        ? { type: 'final' as const }
        : {
            on: {
              yes: `q${index + 1}`,
              ...(index % 10 === 0 ? { skip: `q${Math.min(199, index + 10)}` } : {}),
              ...(index > 0 ? { back: `q${index - 1}` } : {}),
            },
          },
    ]),
  ),
});

const compass = setup({
  types: {} as { context: { course: number }; events: { type: 'toggle' } },
  actors: {
    sensor: fromObservable<number, undefined>(() => ({
      subscribe: () => {
        happened.push('sensor');
        return { unsubscribe: () => {} };
      },
    })),
  },
}).createMachine({
  id: 'compass',
  context: { course: 0 },
  initial: 'off',
  states: {
    off: { on: { toggle: 'following' } },
    following: {
      on: { toggle: 'off' },
      invoke: {
        id: 'sensor',
        src: 'sensor',
        onSnapshot: [
          { guard: ({ event }) => event.snapshot.context === undefined },
          {
            guard: ({ event }) => Number(event.snapshot.context) > 180,
            target: 'off',
            actions: assign({ course: 0 }),
          },
          { actions: assign({ course: ({ event }) => Number(event.snapshot.context) }) },
        ],
        onDone: 'off',
        onError: 'broken',
      },
    },
    broken: { on: { toggle: 'off' } },
  },
});

const courier = createMachine({
  id: 'courier',
  types: {} as { events: { type: 'order' } | { type: 'late' } | { type: 'call off' } },
  initial: 'waiting',
  states: {
    waiting: { on: { order: 'riding' } },
    riding: {
      entry: [sendParent({ type: 'left' }), raise({ type: 'late' }, { delay: 900_000, id: 'late' })],
      exit: cancel('late'),
      on: {
        late: { actions: [sendParent({ type: 'sorry' }), emit({ type: 'delay' })] },
        'call off': 'waiting',
      },
      after: { 1800000: 'there' },
    },
    there: { entry: sendParent({ type: 'arrived' }), type: 'final' },
  },
});

const vault = setup({
  types: {} as {
    context: { keys: readonly string[] };
    events: { type: 'turn'; key: string } | { type: 'open'; hour: number } | { type: 'close' };
  },
  guards: {
    has: ({ context }, key: string) => context.keys.includes(key),
    isNight: ({ event }) => event.type === 'open' && event.hour > 20,
    isMorning: ({ event }) => event.type === 'open' && event.hour < 6,
    isNew: ({ context, event }) => event.type === 'turn' && !context.keys.includes(event.key),
  },
}).createMachine({
  id: 'vault',
  context: { keys: [] },
  initial: 'shut',
  states: {
    shut: {
      on: {
        turn: {
          guard: 'isNew',
          actions: assign({ keys: ({ context, event }) => [...context.keys, event.key].sort() }),
        },
        open: {
          guard: and([
            { type: 'has', params: 'gold' },
            { type: 'has', params: 'iron' },
            not(or(['isNight', 'isMorning'])),
          ]),
          target: 'open',
        },
      },
    },
    open: { on: { close: { target: 'shut', actions: assign({ keys: [] }) } } },
  },
});

const theatre = createMachine({
  id: 'theatre',
  types: {} as {
    context: { seats: Map<string, string>; late: Set<string>; since: Date };
    events: { type: 'sit'; seat: string } | { type: 'leave'; seat: string } | { type: 'bell' };
  },
  context: { seats: new Map(), late: new Set<string>(), since: new Date(0) },
  initial: 'open',
  states: {
    open: {
      on: {
        sit: {
          guard: ({ context, event }) => !context.seats.has(event.seat),
          actions: assign({
            seats: ({ context, event }) =>
              new Map([...context.seats, [event.seat, 'guest']].toSorted() as [string, string][]),
          }),
        },
        leave: {
          guard: ({ context, event }) => context.seats.has(event.seat),
          actions: assign({
            seats: ({ context, event }) =>
              new Map([...context.seats].filter(([seat]) => seat !== event.seat)),
          }),
        },
        bell: {
          guard: ({ context }) => context.seats.size === 2,
          target: 'playing',
          actions: assign({ since: new Date(1000) }),
        },
      },
    },
    playing: {
      on: { sit: { actions: assign({ late: ({ event }) => new Set([event.seat]) }) } },
      after: {
        5400000: {
          target: 'open',
          actions: assign({ seats: new Map(), late: new Set<string>(), since: new Date(0) }),
        },
      },
    },
  },
});

const vending = setup({
  types: {} as {
    context: { coins: number };
    events: { type: 'coin' } | { type: 'choose' } | { type: 'kick' };
  },
  actors: { tally: fromTransition((sold: number) => sold + 1, 0), motor: realPromise('motor', 1) },
  actions: { light: real('light'), refund: real('refund') },
}).createMachine({
  id: 'vending',
  context: { coins: 0 },
  initial: 'idle',
  entry: spawnChild('tally', { id: 'tally' }),
  states: {
    idle: {
      on: {
        coin: {
          actions: enqueueActions(({ context, enqueue, check }) => {
            if (check(({ context: { coins } }) => coins < 2)) enqueue.assign({ coins: context.coins + 1 });
            else enqueue('refund');
            enqueue(real('clink'));
          }),
        },
        choose: { guard: ({ context }) => context.coins === 2, target: 'giving' },
        '*': { actions: 'light' },
      },
    },
    giving: {
      invoke: {
        src: 'motor',
        id: 'motor',
        onDone: { target: 'idle', actions: [assign({ coins: 0 }), sendTo('tally', { type: 'sold' })] },
        onError: 'jammed',
      },
    },
    jammed: {
      entry: stopChild('tally'),
      on: { kick: { target: 'idle', actions: [assign({ coins: 0 }), spawnChild('tally', { id: 'tally' })] } },
    },
  },
});

const visa = setup({
  types: {} as {
    context: { country: string; stamp: string | null };
    input: { country: string };
    output: string | null;
    events: { type: 'paper' } | { type: 'photo' } | { type: 'appeal' };
  },
  actors: { office: realPromise('office', 'granted') },
  guards: {
    isEasy: ({ context }) => context.country === 'near',
    isGranted: (_, answer: string) => answer === 'granted',
  },
}).createMachine({
  id: 'visa',
  context: ({ input }) => ({ country: input.country, stamp: null }),
  output: ({ context }) => context.stamp,
  initial: 'collecting',
  states: {
    collecting: {
      type: 'parallel',
      onDone: [
        { guard: 'isEasy', target: 'given', actions: assign({ stamp: 'easy' }) },
        { target: 'deciding' },
      ],
      states: {
        papers: {
          initial: 'missing',
          states: { missing: { on: { paper: 'there' } }, there: { type: 'final' } },
        },
        photo: {
          initial: 'missing',
          states: { missing: { on: { photo: 'there' } }, there: { type: 'final' } },
        },
      },
    },
    deciding: {
      invoke: {
        id: 'office',
        src: 'office',
        input: ({ context }) => ({ for: context.country }),
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'given',
            actions: assign({ stamp: ({ event }) => event.output }),
          },
          { target: 'refused' },
        ],
        onError: { target: 'deciding', reenter: true },
      },
    },
    refused: { on: { appeal: 'collecting' }, after: { 2592000000: 'lapsed' } },
    given: { type: 'final' },
    lapsed: { type: 'final' },
  },
});

export const flowsOfAllStyles: readonly Flow[] = [
  inferFlow(login, { events: { submit: cases('submit', { password: '' }, { password: 'secret' }) } }),
  inferFlow(media),
  inferFlow(washer),
  inferFlow(todos, {
    events: { ticked: 'sentByActor' },
    outcomes: {
      todo: [
        { name: 'is ticked', type: 'emits', event: { type: 'ticked' } },
        { name: 'fails', type: 'error', error: 'lost' },
      ],
    },
  }),
  inferFlow(counter, { abstraction: (context) => Math.min(6, (context as { count: number }).count) }),
  inferFlow(questionnaire),
  inferFlow(compass, {
    outcomes: {
      sensor: [
        shows('points south', { context: 170 }),
        shows('points west', { context: 270 }),
        { name: 'ends', type: 'done', output: undefined },
        { name: 'breaks', type: 'error', error: 'broken' },
      ],
    },
  }),
  inferFlow(courier, { events: { late: 'sentByActor' } }),
  inferFlow(vault, {
    events: {
      turn: cases('turn', { key: 'gold' }, { key: 'iron' }),
      open: cases('open', { hour: 12 }, { hour: 23 }, { hour: 3 }),
    },
  }),
  inferFlow(theatre, {
    events: { sit: cases('sit', { seat: 'a1' }, { seat: 'a2' }), leave: cases('leave', { seat: 'a1' }) },
  }),
  inferFlow(vending, { events: { 'anything.else': cases('anything.else', {}) } }),
  inferFlow(visa, {
    scenarios: [
      { name: 'A near country', input: { country: 'near' } },
      { name: 'A far country', input: { country: 'far' } },
    ],
    outcomes: {
      office: [
        { name: 'grants', type: 'done', output: 'granted' },
        { name: 'refuses', type: 'done', output: 'refused' },
        { name: 'is closed', type: 'error', error: 'closed' },
      ],
    },
  }),
];
