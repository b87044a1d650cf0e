import { assign, fromCallback, fromPromise, setup, spawnChild, stopChild } from 'xstate';
import type { Flow } from '#flows/flow.ts';
import { single } from '#tests/support/small-flow.ts';

/* Text formats as parallel regions, traffic lights as nested delays, and downloads as spawned actors. */

const formats = setup({
  types: {} as {
    events:
      | { type: 'toggleBold' }
      | { type: 'toggleItalic' }
      | { type: 'chooseList'; list: 'none' | 'bullets' | 'numbers' }
      | { type: 'reset' };
  },
  guards: { isList: ({ event }, list: string) => event.type === 'chooseList' && event.list === list },
}).createMachine({
  id: 'formats',
  initial: 'editing',
  on: { reset: { target: '.editing', reenter: true } },
  states: {
    editing: {
      type: 'parallel',
      states: {
        bold: {
          initial: 'off',
          states: { off: { on: { toggleBold: 'on' } }, on: { on: { toggleBold: 'off' } } },
        },
        italic: {
          initial: 'off',
          states: { off: { on: { toggleItalic: 'on' } }, on: { on: { toggleItalic: 'off' } } },
        },
        list: {
          initial: 'none',
          on: {
            chooseList: [
              { guard: { type: 'isList', params: 'bullets' }, target: '.bullets' },
              { guard: { type: 'isList', params: 'numbers' }, target: '.numbers' },
              { target: '.none' },
            ],
          },
          states: { none: {}, bullets: {}, numbers: {} },
        },
      },
    },
  },
});

const crossing = setup({
  types: {} as { events: { type: 'powerCut' } | { type: 'powerBack' } },
  delays: { green: 20_000, yellow: 3000, walk: 8000, blink: 2000, red: 15_000 },
}).createMachine({
  id: 'crossing',
  initial: 'green',
  on: { powerCut: '.dark' },
  states: {
    green: { after: { green: 'yellow' } },
    yellow: { after: { yellow: 'red' } },
    red: {
      initial: 'walk',
      after: { red: 'green' },
      states: {
        walk: { after: { walk: 'wait' } },
        wait: { after: { blink: 'stop' } },
        stop: {},
      },
    },
    dark: { on: { powerBack: 'red.stop' } },
  },
});

const downloads = setup({
  types: {} as {
    context: { done: number };
    events: { type: 'start' } | { type: 'progress' } | { type: 'stop' } | { type: 'forget' };
  },
  actors: { transfer: fromCallback(() => {}), verify: fromPromise<boolean>(async () => true) },
  actions: { count: assign({ done: ({ context }) => Math.min(2, context.done + 1) }) },
}).createMachine({
  id: 'downloads',
  context: { done: 0 },
  initial: 'idle',
  states: {
    idle: { on: { start: 'running' } },
    running: {
      entry: spawnChild('transfer', { id: 'transfer' }),
      exit: stopChild('transfer'),
      on: {
        progress: { actions: 'count' },
        stop: 'verifying',
        'xstate.error.actor.transfer': 'broken',
      } as object,
    },
    verifying: {
      invoke: { id: 'verify', src: 'verify', onDone: 'idle', onError: 'broken' },
    },
    broken: { on: { forget: 'idle' } },
  },
});

const pressed = (type: string, extra = {}) => ({ name: type, event: { type, ...extra } });

export const publicFlows: readonly Flow[] = [
  single(formats, {
    events: {
      toggleBold: [pressed('toggleBold')],
      toggleItalic: [pressed('toggleItalic')],
      chooseList: ['none', 'bullets', 'numbers'].map((list) => ({
        name: `${list} chosen`,
        event: pressed('chooseList', { list }).event,
      })),
      reset: [pressed('reset')],
    },
    equivalents: [
      {
        mutants: [
          'reorder: formats.editing.list --chooseList#0[isList("bullets")]--> formats.editing.list.bullets after the next',
        ],
        reason: 'One list is chosen, so that at most one of the guards holds.',
      },
    ],
  }),
  single(crossing, {
    events: { powerCut: [pressed('powerCut')], powerBack: [pressed('powerBack')] },
  }),
  single(downloads, {
    events: {
      start: [pressed('start')],
      progress: 'sentByActor',
      stop: [pressed('stop')],
      forget: [pressed('forget')],
    },
    outcomes: {
      transfer: [
        { name: 'a piece arrives', type: 'emits', event: { type: 'progress' } },
        { name: 'the line is cut', type: 'error', error: 'cut' },
      ],
      verify: [
        { name: 'it is whole', type: 'done', output: true },
        { name: 'it is broken', type: 'error', error: 'broken' },
      ],
    },
  }),
];
