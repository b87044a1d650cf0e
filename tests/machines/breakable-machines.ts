import { type AnyStateMachine, assign, createMachine, fromPromise } from 'xstate';
import type { Flow } from '#flows/flow.ts';
import { single } from '#tests/support/small-flow.ts';

export type Config = ReturnType<typeof JSON.parse>;

export interface Breakable {
  name: string;
  flow(change?: (config: Config) => void): Flow;
  breaks: Readonly<Record<Break, readonly [(config: Config) => void, RegExp]>>;
}

export type Break =
  | 'retarget'
  | 'removed guard'
  | 'changed delay'
  | 'dropped action'
  | 'wrong assignment'
  | 'swapped guards'
  | 'missing onError'
  | 'dead state';

const pressed = (type: string, extra = {}) => ({
  name: `${type}${Object.values(extra)}`,
  event: { type, ...extra },
});
const nothing = () => {};
const work = fromPromise(async () => {});

function made(config: Config, implementations: object, change?: (config: Config) => void): AnyStateMachine {
  const copy: Config = structuredClone(config);
  change?.(copy);
  return createMachine(copy, implementations) as AnyStateMachine;
}

const lightConfig: Config = {
  id: 'light',
  context: { nights: 0 },
  initial: 'off',
  states: {
    off: {
      on: {
        press: [
          { guard: 'isDark', target: 'on', actions: ['click', 'count'] },
          { guard: 'isDusk', target: 'dim' },
        ],
      },
    },
    dim: { on: { press: 'off' }, after: { dusk: 'off' } },
    on: { entry: 'hum', on: { press: 'off', check: 'checking' }, after: { night: 'off' } },
    checking: { invoke: { id: 'check', src: 'check', onDone: 'on', onError: 'broken' } },
    broken: { on: { mend: 'off' } },
  },
};

const light: Breakable = {
  name: 'light',
  flow: (change) =>
    single(
      made(
        lightConfig,
        {
          actions: {
            click: nothing,
            hum: nothing,
            count: assign({ nights: ({ context }) => Math.min(2, context.nights + 1) }),
            miscount: assign({ nights: 7 }),
          },
          guards: {
            isDark: ({ event }: { event: { light: number } }) => event.light < 2,
            isDusk: ({ event }: { event: { light: number } }) => event.light < 5,
          },
          delays: { night: 60_000, dusk: 5000 },
          actors: { check: work },
        },
        change,
      ),
      {
        events: {
          press: [1, 3, 9].map((value) => pressed('press', { light: value })),
          check: [pressed('check')],
          mend: [pressed('mend')],
        },
        outcomes: {
          check: [
            { name: 'all is well', type: 'done', output: 1 },
            { name: 'it sparks', type: 'error', error: 'sparks' },
          ],
        },
      },
    ),
  breaks: {
    retarget: [
      (c) => {
        c.states.dim.on.press = 'on';
      },
      /light\.dim on press leads to light\.on instead of light\.off/,
    ],
    'removed guard': [
      (c) => {
        delete c.states.off.on.press[0].guard;
      },
      /no longer asks the guard isDark/,
    ],
    'changed delay': [
      (c) => {
        c.states.on.after = { 70000: 'off' };
      },
      /the delay night should be 1 minute, but it is 1 minute 10 seconds/,
    ],
    'dropped action': [
      (c) => {
        c.states.off.on.press[0].actions = ['count'];
      },
      /no longer does: action click/,
    ],
    'wrong assignment': [
      (c) => {
        c.states.off.on.press[0].actions[1] = 'miscount';
      },
      /nights should become 1, but is 7/,
    ],
    'swapped guards': [
      (c) => {
        c.states.off.on.press.reverse();
      },
      /asks the guard isDusk instead of isDark|leads to light\.dim instead of light\.on/,
    ],
    'missing onError': [
      (c) => {
        delete c.states.checking.invoke.onError;
      },
      /stops with an error: nothing handles that the actor "check" fails \(it sparks\)/,
    ],
    'dead state': [
      (c) => {
        c.states.checking.invoke.onError = 'off';
      },
      /the state is never active: light\.broken/,
    ],
  },
};

const doorConfig: Config = {
  id: 'gate',
  context: { tries: 0 },
  initial: 'locked',
  states: {
    locked: {
      on: {
        code: [
          { guard: 'isRight', target: 'open', actions: 'reset' },
          { guard: 'isLast', target: 'alarm', actions: 'ring' },
          { actions: 'count' },
        ],
      },
    },
    open: {
      initial: 'wide',
      entry: 'swing',
      states: { wide: { on: { push: 'ajar' } }, ajar: { on: { pull: 'wide' } } },
      after: { patience: 'locked' },
      on: { report: 'reporting' },
    },
    reporting: {
      invoke: {
        id: 'report',
        src: 'report',
        onDone: 'locked',
        onError: { target: 'alarm', actions: 'note' },
      },
    },
    alarm: { after: { silence: 'locked' }, exit: 'reset' },
  },
};

const gate: Breakable = {
  name: 'gate',
  flow: (change) =>
    single(
      made(
        doorConfig,
        {
          actions: {
            swing: nothing,
            ring: nothing,
            note: nothing,
            reset: assign({ tries: 0 }),
            count: assign({ tries: ({ context }) => context.tries + 1 }),
            countTwice: assign({ tries: ({ context }) => context.tries + 2 }),
          },
          guards: {
            isRight: ({ event }: { event: { value: string } }) => event.value === '1234',
            isLast: ({ context }: { context: { tries: number } }) => context.tries >= 2,
          },
          delays: { patience: 10_000, silence: 300_000 },
          actors: { report: work },
        },
        change,
      ),
      {
        events: {
          code: [pressed('code', { value: '1234' }), pressed('code', { value: '0000' })],
          push: [pressed('push')],
          pull: [pressed('pull')],
          report: [pressed('report')],
        },
        outcomes: {
          report: [
            { name: 'is heard', type: 'done', output: undefined },
            { name: 'is lost', type: 'error', error: 'lost' },
          ],
        },
      },
    ),
  breaks: {
    retarget: [
      (c) => {
        c.states.open.states.ajar.on.pull = '#gate.alarm';
      },
      /gate\.open\.ajar on pull leads to gate\.alarm instead of gate\.open\.wide/,
    ],
    'removed guard': [
      (c) => {
        delete c.states.locked.on.code[1].guard;
      },
      /asks the guard none|no longer asks the guard isLast|leads to gate\.alarm instead of/,
    ],
    'changed delay': [
      (c) => {
        c.states.open.after = { 9000: 'locked' };
      },
      /the delay patience should be 10 seconds, but it is 9 seconds/,
    ],
    'dropped action': [
      (c) => {
        delete c.states.open.entry;
      },
      /no longer does: action swing/,
    ],
    'wrong assignment': [
      (c) => {
        c.states.locked.on.code[2].actions = 'countTwice';
      },
      /tries should become 1, but is 2/,
    ],
    'swapped guards': [
      (c) => {
        const [one, two, three] = c.states.locked.on.code;
        c.states.locked.on.code = [two, one, three];
      },
      /asks the guard isRight in place 2 instead of 1|asks the guard isLast instead of isRight/,
    ],
    'missing onError': [
      (c) => {
        delete c.states.reporting.invoke.onError;
      },
      /stops with an error: nothing handles that the actor "report" fails \(is lost\)/,
    ],
    'dead state': [
      (c) => {
        c.states.attic = { on: { push: 'locked' } };
      },
      /the state is never active: gate\.attic/,
    ],
  },
};

const queueConfig: Config = {
  id: 'player',
  context: { volume: 1, played: [] },
  type: 'parallel',
  states: {
    sound: {
      initial: 'loud',
      states: {
        loud: {
          on: {
            mute: 'quiet',
            louder: [
              { guard: 'canRise', actions: 'raise' },
              { guard: 'isFull', actions: 'beep' },
            ],
          },
        },
        quiet: { on: { mute: 'loud' } },
      },
    },
    track: {
      initial: 'stopped',
      states: {
        stopped: { on: { play: 'loading' } },
        loading: {
          invoke: {
            id: 'load',
            src: 'load',
            onDone: { target: 'playing', actions: 'remember' },
            onError: 'failed',
          },
        },
        playing: { on: { play: 'stopped' }, after: { length: { target: 'stopped', actions: 'beep' } } },
        failed: { after: { pause: 'loading' } },
      },
    },
  },
};

const player: Breakable = {
  name: 'player',
  flow: (change) =>
    single(
      made(
        queueConfig,
        {
          actions: {
            beep: nothing,
            raise: assign({ volume: ({ context }) => context.volume + 1 }),
            remember: assign({ played: ({ event }) => [event.output] }),
            forget: assign({ played: [] }),
          },
          guards: {
            canRise: ({ context }: { context: { volume: number } }) => context.volume < 3,
            isFull: ({ context }: { context: { volume: number } }) => context.volume >= 1,
          },
          delays: { length: 180_000, pause: 500 },
          actors: { load: work },
        },
        change,
      ),
      {
        events: { mute: [pressed('mute')], louder: [pressed('louder')], play: [pressed('play')] },
        outcomes: {
          load: [
            { name: 'the track is there', type: 'done', output: 'song' },
            { name: 'the line is cut', type: 'error', error: 'cut' },
          ],
        },
        exclude: [
          {
            transition: 'player.sound.loud --louder#1[isFull]--> (stays) refused',
            reason: 'There is always some volume.',
          },
        ],
      },
    ),
  breaks: {
    retarget: [
      (c) => {
        c.states.track.states.failed.after.pause = 'stopped';
      },
      /after\(pause\) leads to player\.track\.stopped instead of player\.track\.loading/,
    ],
    'removed guard': [
      (c) => {
        delete c.states.sound.states.loud.on.louder[0].guard;
      },
      /no longer asks the guard canRise/,
    ],
    'changed delay': [
      (c) => {
        c.states.track.states.failed.after = { 600: 'loading' };
      },
      /the delay pause should be 500 ms, but it is 600 ms/,
    ],
    'dropped action': [
      (c) => {
        delete c.states.track.states.playing.after.length.actions;
      },
      /no longer does: action beep/,
    ],
    'wrong assignment': [
      (c) => {
        c.states.track.states.loading.invoke.onDone.actions = 'forget';
      },
      /played should become \["song"\], but is \[\]/,
    ],
    'swapped guards': [
      (c) => {
        c.states.sound.states.loud.on.louder.reverse();
      },
      /asks the guard isFull instead of canRise|takes/,
    ],
    'missing onError': [
      (c) => {
        delete c.states.track.states.loading.invoke.onError;
      },
      /stops with an error: nothing handles that the actor "load" fails \(the line is cut\)/,
    ],
    'dead state': [
      (c) => {
        c.states.track.states.failed.after = {};
      },
      /nothing waits|nothing is taken/,
    ],
  },
};

export const breakable: readonly Breakable[] = [light, gate, player];
