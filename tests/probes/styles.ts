import {
  and,
  assertEvent,
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
  not,
  raise,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { shows } from '#flows/flow.ts';
import type { Probe } from './probes.ts';

const lightStates = (seconds: number) =>
  Object.fromEntries(
    ['GREEN', 'YELLOW', 'RED'].map((colour, index, all) => [
      colour,
      { after: { [seconds * 1000]: all[(index + 1) % all.length] }, on: { BREAK: '#light.BLINKING' } },
    ]),
  );

/** Made of functions and spread objects, in capitals, with ids far away and actions of an initial transition. */
const light = createMachine({
  id: 'light',
  context: { blinks: 0 },
  initial: 'ON',
  states: {
    ON: {
      initial: { target: 'RED', actions: assign({ blinks: 0 }) } as never,
      states: lightStates(3),
    },
    BLINKING: {
      after: {
        500: [
          {
            guard: ({ context }) => context.blinks < 2,
            target: 'BLINKING',
            reenter: true,
            actions: assign(({ context }) => ({ blinks: context.blinks + 1 })),
          },
          { target: 'ON' },
        ],
      },
    },
  },
});

/** Two requests at once in one state, and a delay against both. */
const race = setup({
  types: {} as { context: { first: string | null }; events: { type: 'go' } },
  actors: {
    near: fromPromise(async () => 'near'),
    far: fromPromise(async () => 'far'),
  },
  delays: { patience: ({ context }) => (context.first === null ? 8000 : 4000) },
}).createMachine({
  id: 'race',
  context: { first: null },
  initial: 'idle',
  states: {
    idle: { on: { go: 'racing' } },
    racing: {
      invoke: [
        {
          id: 'near',
          src: 'near',
          onDone: { target: 'won', actions: assign({ first: ({ event }) => event.output }) },
          onError: {},
        },
        {
          id: 'far',
          src: 'far',
          onDone: { target: 'won', actions: assign({ first: ({ event }) => event.output }) },
          onError: {},
        },
      ],
      after: { patience: 'lost' },
    },
    won: { type: 'final' },
    lost: { on: { go: 'racing' } },
  },
  output: ({ context }) => context.first,
});

/** A wizard whose last step gives its answer to the group around it. */
const wizard = createMachine({
  id: 'wizard',
  types: {} as { events: { type: 'next' } | { type: 'back' } | { type: 'skip' } },
  initial: 'form',
  states: {
    form: {
      initial: 'name',
      states: {
        name: { on: { next: 'colour', skip: 'skipped' } },
        colour: { on: { next: 'chosen', back: 'name' } },
        chosen: { type: 'final', output: { wants: true } },
        skipped: { type: 'final', output: { wants: false } },
      },
      onDone: [
        { guard: ({ event }) => (event.output as { wants: boolean }).wants, target: 'sent' },
        { target: 'dropped' },
      ],
    },
    sent: { type: 'final' },
    dropped: { type: 'final' },
  },
});

/** A player with regions that ask each other, and a deep memory of both. */
const radio = createMachine({
  id: 'radio',
  initial: 'on',
  states: {
    on: {
      type: 'parallel',
      on: { power: 'off' },
      states: {
        band: { initial: 'fm', states: { fm: { on: { band: 'am' } }, am: { on: { band: 'fm' } } } },
        sound: {
          initial: 'quiet',
          states: {
            quiet: { on: { louder: { guard: not(stateIn({ on: { band: 'am' } })), target: 'loud' } } },
            loud: { on: { softer: 'quiet' } },
          },
        },
        memory: { type: 'history', history: 'deep' },
      },
    },
    off: { on: { power: 'on.memory' } },
  },
});

/** Guards and actions as objects whose parameters are functions of the event. */
const till = setup({
  types: {} as {
    context: { paid: number };
    events: { type: 'coin'; worth: number } | { type: 'press'; price: number } | { type: 'eject' };
  },
  guards: {
    isEnough: ({ context }, params: { price: number }) => context.paid >= params.price,
    isCoin: (_, params: { worth: number }) => [1, 5].includes(params.worth),
    hasRoom: ({ context }) => context.paid < 10,
  },
  actions: {
    take: assign({ paid: ({ context }, params: { worth: number }) => context.paid + params.worth }),
    give: assign({ paid: 0 }),
  },
}).createMachine({
  id: 'till',
  context: { paid: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        coin: {
          guard: and([
            { type: 'isCoin', params: ({ event }: { event: unknown }) => event } as never,
            'hasRoom',
          ]),
          actions: { type: 'take', params: ({ event }) => event },
        },
        press: {
          guard: { type: 'isEnough', params: ({ event }) => event },
          target: 'served',
          actions: 'give',
        },
        eject: { guard: ({ context }) => context.paid > 0, actions: 'give' },
      },
    },
    served: { after: { 1000: 'open' } },
  },
});

/** An observable that is watched by a guard on what it shows. */
const thermometer = createMachine({
  id: 'thermometer',
  invoke: {
    id: 'sensor',
    src: fromObservable(() => ({ subscribe: () => ({ unsubscribe() {} }) }) as never),
    onSnapshot: [
      {
        guard: ({ event }) => Number((event.snapshot as { context?: number }).context) > 30,
        target: '.hot',
      },
      { target: '.mild' },
    ],
    onError: '.broken',
  },
  initial: 'mild',
  states: { mild: {}, hot: { entry: emit({ type: 'alarm' }) }, broken: {} },
});

/** Events from an observable and from a callback that is spoken to. */
const room = createMachine({
  id: 'room',
  initial: 'dark',
  invoke: [
    {
      id: 'door',
      src: fromEventObservable(() => ({ subscribe: () => ({ unsubscribe() {} }) }) as never),
      onError: {},
    },
    { id: 'lamp', src: fromCallback(({ receive }) => receive(() => {})), onError: {} },
  ],
  states: {
    dark: { on: { entered: { target: 'bright', actions: sendTo('lamp', { type: 'shine' }) } } },
    bright: {
      on: {
        left: { actions: raise({ type: 'timeUp' }, { delay: 2000, id: 'timer' }) },
        entered: { actions: cancel('timer') },
        timeUp: { target: 'dark', actions: sendTo('lamp', { type: 'fade' }) },
      },
    },
  },
});

/** A loop of eventless transitions that counts. */
const countdown = createMachine({
  id: 'countdown',
  types: {} as { context: { left: number; laps: number } },
  context: { left: 0, laps: 0 },
  initial: 'ready',
  states: {
    ready: {
      on: {
        start: { guard: ({ context }) => context.laps < 2, target: 'turning', actions: assign({ left: 3 }) },
      },
    },
    turning: {
      always: [
        {
          guard: ({ context }) => context.left > 0,
          target: 'turning',
          reenter: true,
          actions: assign({ left: ({ context }) => context.left - 1 }),
        },
        { target: 'ready', actions: assign({ laps: ({ context }) => context.laps + 1 }) },
      ],
    },
  },
});

const job = createMachine({
  id: 'job',
  types: {} as { input: { size: number } },
  context: ({ input }) => ({ size: (input as { size: number }).size }),
  initial: 'working',
  states: { working: { after: { 500: 'over' } }, over: { type: 'final' } },
  output: ({ context }) => ({ size: (context as { size: number }).size }),
});

/** Children made, spoken to and stopped by one enqueued list of actions. */
const queue = setup({
  types: {} as { context: { made: number }; events: { type: 'add' } | { type: 'clear' } },
  actors: { job },
  guards: { isFull: ({ context }) => context.made >= 2 },
}).createMachine({
  id: 'queue',
  context: { made: 0 },
  on: {
    add: {
      guard: not('isFull'),
      actions: enqueueActions(({ enqueue, context, check }) => {
        enqueue.spawnChild('job', { id: `job${context.made}`, input: { size: context.made } });
        enqueue.assign({ made: context.made + 1 });
        if (check('isFull')) enqueue.emit({ type: 'full' } as never);
      }),
    },
    clear: {
      guard: ({ context }) => context.made > 0,
      actions: enqueueActions(({ enqueue }) => {
        enqueue.stopChild('job0');
        enqueue.stopChild('job1');
        enqueue.assign({ made: 0 });
      }),
    },
  },
});

/** An input decides where it begins; its actor is a transition function that is read by a guard. */
const ticket = createMachine({
  id: 'ticket',
  types: {} as { context: { isAdult: boolean }; input: { age: number } },
  context: ({ input }) => ({ isAdult: input.age >= 18 }),
  initial: 'asking',
  states: {
    asking: {
      always: [{ guard: ({ context }) => context.isAdult, target: 'full' }, { target: 'reduced' }],
    },
    full: {
      invoke: { id: 'stamp', src: fromTransition((count: number) => count + 1, 0) },
      on: { pay: 'paid' },
    },
    reduced: { on: { pay: 'paid' } },
    paid: { type: 'final' },
  },
});

/** An error that is told from others by its class, and a retry that waits longer each time. */
const patient = setup({
  types: {} as { context: { tries: number } },
  actors: { ask: fromPromise(async () => 'answer') },
  delays: { backoff: ({ context }) => 1000 * 2 ** context.tries },
  guards: {
    isTemporary: ({ event }) => {
      assertEvent(event as never, 'xstate.error.actor.ask' as never);
      return (event as unknown as { error: unknown }).error instanceof TypeError;
    },
    mayTry: ({ context }) => context.tries < 2,
  },
}).createMachine({
  id: 'patient',
  context: { tries: 0 },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: 'answered',
        onError: [{ guard: and(['isTemporary', 'mayTry']), target: 'waiting' }, { target: 'failed' }],
      },
    },
    waiting: {
      after: {
        backoff: { target: 'asking', actions: assign({ tries: ({ context }) => context.tries + 1 }) },
      },
    },
    answered: { type: 'final' },
    failed: { type: 'final' },
  },
});

/** Wildcards, forbidden events and an exit that speaks, with numbers as names of states. */
const lift = createMachine({
  id: 'lift',
  initial: '0',
  on: { 'call.*': '.1', stop: '.halted' },
  states: {
    0: { exit: raise({ type: 'bell' }), on: { 'call.0': {} } },
    1: { on: { bell: 'open', 'call.*': undefined, down: '0' } },
    open: { after: { 700: '1' } },
    halted: { on: { 'call.*': {}, stop: {}, resume: '0' } },
  },
});

/** Small machines as others write them, whole, with several features at once. */
export const styles: readonly Probe[] = [
  {
    feature: 'capitals, made states, an initial action',
    machine: light,
    states: ['BLINKING', 'ON.GREEN', 'ON.RED', 'ON.YELLOW'],
    transitions: 8,
  },
  {
    feature: 'two requests at once against a computed delay',
    machine: race,
    states: ['idle', 'lost', 'racing', 'won'],
    transitions: 7,
  },
  {
    feature: 'a group that answers with the output of its last state',
    machine: wizard,
    states: ['dropped', 'form.colour', 'form.name', 'sent'],
    transitions: 6,
  },
  {
    feature: 'regions that ask each other, with a deep memory',
    machine: radio,
    states: [
      'off',
      'on.band.am + on.sound.loud',
      'on.band.am + on.sound.quiet',
      'on.band.fm + on.sound.loud',
      'on.band.fm + on.sound.quiet',
    ],
    transitions: 6,
  },
  {
    feature: 'guards as objects with parameters of the event',
    machine: till,
    states: ['open', 'served'],
    transitions: 4,
    glue: {
      events: {
        coin: [
          { name: 'one', event: { type: 'coin', worth: 1 } as { type: string } },
          { name: 'five', event: { type: 'coin', worth: 5 } as { type: string } },
          { name: 'a button', event: { type: 'coin', worth: 3 } as { type: string } },
        ],
        press: [{ name: 'tea', event: { type: 'press', price: 5 } as { type: string } }],
      },
    },
  },
  {
    feature: 'an observable that guards read',
    machine: thermometer,
    states: ['broken', 'hot', 'mild'],
    transitions: 3,
    glue: {
      outcomes: {
        sensor: [
          shows('is mild', { context: 20 }),
          shows('is hot', { context: 35 }),
          { name: 'breaks', type: 'error', error: new Error('broken') },
        ],
      },
    },
  },
  {
    feature: 'events from an observable, a callback that is spoken to, a raise that is cancelled',
    machine: room,
    states: ['bright', 'dark'],
    transitions: 6,
    // Each departure adds one more delay with the same name, of which only the last can be cancelled.
    problems: [/more than \d+ model states/],
  },
  {
    feature: 'a loop of eventless transitions that counts',
    machine: countdown,
    states: ['ready'],
    transitions: 3,
  },
  {
    feature: 'children made and stopped by enqueued actions',
    machine: queue,
    states: [''],
    transitions: 2,
    problems: [/nothing handles that the actor "job" fails/],
  },
  {
    feature: 'an input that decides where it begins',
    machine: ticket,
    states: ['full', 'paid', 'reduced'],
    transitions: 4,
    glue: {
      scenarios: [
        { name: 'a child', input: { age: 9 } },
        { name: 'an adult', input: { age: 40 } },
      ],
    },
  },
  {
    feature: 'errors told apart by class, and a growing delay',
    machine: patient,
    states: ['answered', 'asking', 'failed', 'waiting'],
    transitions: 4,
    glue: {
      outcomes: {
        ask: [
          { name: 'answers', type: 'done', output: 'answer' },
          { name: 'is away', type: 'error', error: new TypeError('away') },
          { name: 'refuses', type: 'error', error: new Error('no') },
        ],
      },
    },
  },
  {
    feature: 'wildcards, forbidden events, an exit that speaks, numbers as names',
    machine: lift,
    states: ['0', '1', 'halted', 'open'],
    transitions: 10,
  },
];
