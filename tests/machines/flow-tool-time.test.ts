import { describe, expect, it } from 'vitest';
import { assign, raise, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { single } from '../support/small-flow.ts';

describe('time', () => {
  it('inner delays do not restart the deadline around them', () => {
    const polling = setup({ delays: { deadline: 300_000, pause: 7000 } }).createMachine({
      id: 'polling',
      initial: 'waiting',
      states: {
        waiting: {
          initial: 'resting',
          after: { deadline: 'timedOut' },
          states: { resting: { after: { pause: { target: 'resting', reenter: true } } } },
        },
        timedOut: { type: 'final' },
      },
    });
    const { problems, tours: paths } = analyseFlow(single(polling));
    expect(problems).toEqual([]);
    const waits = paths[0]!.edges.map(({ event }) => (event.type === 'wait' ? event.milliseconds : 0));
    expect(waits).toHaveLength(43);
    expect(waits.slice(0, 2)).toEqual([7000, 7000]);
    expect(waits.at(-1)).toBe(6000);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(300_000);
    expect(paths[0]!.edges.at(-1)!.state.machine.value).toBe('timedOut');
  });

  it('one wait takes both delays that end together', () => {
    const twins = setup({ delays: { left: 100, right: 100 } }).createMachine({
      id: 'twins',
      type: 'parallel',
      states: {
        one: { initial: 'on', states: { on: { after: { left: 'off' } }, off: {} } },
        two: { initial: 'on', states: { on: { after: { right: 'off' } }, off: {} } },
      },
    });
    const { problems, tours: paths } = analyseFlow(single(twins));
    expect(problems).toEqual([]);
    expect(paths.map(({ edges }) => edges.length)).toEqual([1]);
    expect(paths[0]!.edges[0]!.state.trace.taken).toHaveLength(2);
  });

  it('delays may depend on the context, and raised events may be delayed', () => {
    const backoff = setup({
      types: {} as { context: { tries: number }; events: { type: 'again' } },
      actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
      guards: { isTired: ({ context }) => context.tries >= 3 },
      delays: { pause: ({ context }) => context.tries * 1000 },
    }).createMachine({
      id: 'backoff',
      context: { tries: 1 },
      initial: 'resting',
      states: {
        resting: { after: { pause: [{ guard: 'isTired', target: 'asleep' }, { target: 'trying' }] } },
        trying: {
          entry: ['count', raise({ type: 'again' }, { delay: 20, id: 'again' })],
          on: { again: 'resting' },
        },
        asleep: { type: 'final' },
      },
    });
    const { problems, tours: paths } = analyseFlow(single(backoff, { events: { again: 'sentByActor' } }));
    expect(problems).toEqual([]);
    expect(paths[0]!.edges.map(({ event }) => event.type === 'wait' && event.milliseconds)).toEqual([
      1000, 20, 2000, 20, 3000,
    ]);
  });
});

describe('parallel regions', () => {
  it('count only the transition that wins if two regions handle the same event', () => {
    const rivals = setup({ types: {} as { events: { type: 'go' } } }).createMachine({
      id: 'rivals',
      initial: 'race',
      states: {
        race: {
          type: 'parallel',
          states: {
            first: { initial: 'on', states: { on: { on: { go: '#rivals.over' } } } },
            second: { initial: 'on', states: { on: { on: { go: 'off' } }, off: {} } },
          },
        },
        over: { type: 'final' },
      },
    });
    const flow = single(rivals, { events: { go: [{ name: 'go', event: { type: 'go' } }] } });
    expect(analyseFlow(flow).problems).toEqual([
      'unreachable: rivals.race.second.on --go#0--> rivals.race.second.off',
      'the state is never active: rivals.race.second.off',
    ]);
  });

  it('finish together', () => {
    const both = setup({ types: {} as { events: { type: 'done' } }, delays: { least: 300 } }).createMachine({
      id: 'both',
      initial: 'busy',
      states: {
        busy: {
          type: 'parallel',
          onDone: 'idle',
          states: {
            work: { initial: 'on', states: { on: { on: { done: 'off' } }, off: { type: 'final' } } },
            show: { initial: 'on', states: { on: { after: { least: 'off' } }, off: { type: 'final' } } },
          },
        },
        idle: { type: 'final' },
      },
    });
    const flow = single(both, { events: { done: [{ name: 'done', event: { type: 'done' } }] } });
    const { problems, tours: paths } = analyseFlow(flow);
    expect(problems).toEqual([]);
    expect(paths.map(({ edges }) => edges.map(({ event }) => event.type))).toEqual([
      ['user', 'wait'],
      ['wait', 'user'],
    ]);
  });
});
