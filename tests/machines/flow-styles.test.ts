import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { inferFlow } from '#flows/infer.ts';
import { mutationScore } from '#flows/mutants/score.ts';
import { flowsOfAllStyles, happened } from './machines-of-all-styles.ts';

const alike: Readonly<Record<string, readonly string[]>> = {
  // A large screen without power becomes small at once.
  media: [
    'remove guard: media.screen.small --full#0[stateIn("#media.power.on")]--> media.screen.large',
    'extra transition: media.screen.large --power--> media.screen.small',
    'other initial: large of media.screen',
  ],
  todos: ['remove guard: todos --drop#0[hasAny]--> (stays)'],
  counter: [
    'retarget: counter --up#0--> (stays) to counter.low',
    'retarget: counter --down#0[guard]--> (stays) to counter.low',
    'retarget: counter.high --reset#0--> (stays) to counter.low',
    'other initial: high of counter',
  ],
  compass: ['reorder: compass.following --snapshot(sensor)#0[guard]--> (stays) after the next'],
  // Only a second ride within minutes would receive the delay.
  courier: ['drop action: xstate.cancel (0) on exit of courier.riding'],
  // Only an empty password after two tries would show it.
  login: ['reorder: login.form --submit#0[guard]--> (stays) after the next'],
  theatre: [
    'remove guard: theatre.open --sit#0[guard]--> (stays)',
    'remove guard: theatre.open --leave#0[guard]--> (stays)',
  ],
};

describe.each(flowsOfAllStyles)('$name, in its own style', (flow) => {
  const analysis = analyseFlow(flow);

  it('is covered completely: every transition, every guard outcome, every actor outcome', () => {
    expect(analysis.problems).toEqual([]);
    const { counts } = analysis;
    expect(counts.transitionsTaken).toBe(counts.transitions);
    expect(counts.guardsBothWays).toBe(counts.guards);
    expect(counts.outcomesSeen).toBe(counts.outcomes);
  });

  it('runs none of its real code', () => {
    expect(happened).toEqual([]);
  });
});

const small = flowsOfAllStyles.filter(({ name }) => name !== 'questions');

describe.each(small)('the mutants of $name', (flow) => {
  it('are detected, except those that behave like it', () => {
    expect(mutationScore(analyseFlow(flow)).survived).toEqual(alike[flow.name] ?? []);
  });
});

describe('regions', () => {
  const region = (event: (state: number) => string) => ({
    initial: 's0',
    states: Object.fromEntries(
      [0, 1, 2, 3].map((state) => [`s${state}`, { on: { [event(state)]: `s${(state + 1) % 4}` } }]),
    ),
  });
  const regions = (isShared: boolean) =>
    createMachine({
      id: 'regions',
      type: 'parallel',
      states: Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [name, region((state) => (isShared ? name : `${name}${state}`))]),
      ),
    });

  it.each([true, false])(
    'covers four of four states singly and in pairs in 60 steps (one event each: %s)',
    (isShared) => {
      const { counts, problems, tours } = analyseFlow(inferFlow(regions(isShared)));
      expect(problems).toEqual([]);
      expect(counts.transitionsTaken).toBe(16);
      expect(counts.steps).toBeLessThanOrEqual(60);
      const pairs = tours.flatMap(({ start, edges }) => [start.state, ...edges.map(({ state }) => state)]);
      expect(new Set(pairs.flatMap(({ trace }) => trace.together)).size).toBe(6 * 16);
    },
  );
});

describe('a model that is too large', () => {
  const eight = createMachine({
    id: 'eight',
    type: 'parallel',
    states: Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `r${index}`,
        {
          initial: 'a',
          states: {
            a: { on: { [`e${index}`]: 'b' } },
            b: { on: { [`e${index}`]: 'c' } },
            c: { on: { [`e${index}`]: 'a' } },
          },
        },
      ]),
    ),
  });

  it('is searched for new states, and lists what stays uncovered', () => {
    const limit = { states: 300, reason: 'Eight regions have 6,561 combinations.' };
    const { problems, counts } = analyseFlow(inferFlow(eight, { limit }));
    expect(problems).toEqual([]);
    expect(counts.transitionsTaken).toBe(24);
    const { problems: missed } = analyseFlow(inferFlow(eight, { limit: { states: 1, reason: 'Too few.' } }));
    expect(missed).toContain('unreachable: eight.r7.b --e7#0--> eight.r7.c');
  });
});
