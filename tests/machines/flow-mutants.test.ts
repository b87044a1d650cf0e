import { describe, expect, it } from 'vitest';
import { assign, createMachine, fromPromise, raise, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { chartMarkdown } from '#flows/chart/chart-markdown.ts';
import { chartSvg } from '#flows/chart/chart-svg.ts';
import { chartStructure } from '#flows/diff/structure.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import type { Flow } from '#flows/flow.ts';
import { inertMachine } from '#flows/inert/inert-machine.ts';
import { inferFlow } from '#flows/infer.ts';
import { judgeMutants } from '#flows/mutants/kill.ts';
import { mutantsOf } from '#flows/mutants/mutants.ts';
import { mutationScore, scorePercent, scoreText } from '#flows/mutants/score.ts';
import { catalogue } from '#machines/index.ts';
import { readScores } from '../../src/setup/mutant-scores.ts';
import { single } from '../support/small-flow.ts';
import { publicFlows } from './public-machines.ts';

const coin = (value: number) => ({ name: `a coin of ${value}`, event: { type: 'coin', value } });

const turnstile = setup({
  types: {} as {
    context: { paid: number };
    events: { type: 'coin'; value: number } | { type: 'push' } | { type: 'kick' };
  },
  actors: { callHelp: fromPromise(async () => {}) },
  actions: {
    count: assign({
      paid: ({ context, event }) => context.paid + (event.type === 'coin' ? event.value : 0),
    }),
    keep: assign({ paid: 0 }),
    beep: () => {},
  },
  guards: {
    suffices: ({ context, event }) => event.type === 'coin' && context.paid + event.value >= 2,
  },
  delays: { patience: 5000 },
}).createMachine({
  id: 'turnstile',
  context: { paid: 0 },
  initial: 'locked',
  states: {
    locked: {
      on: {
        coin: [{ guard: 'suffices', target: 'open', actions: 'keep' }, { actions: 'count' }],
        kick: 'broken',
      },
    },
    open: { entry: 'beep', on: { push: 'locked' }, after: { patience: 'locked' } },
    broken: { invoke: { id: 'callHelp', src: 'callHelp', onDone: 'locked', onError: 'broken' } },
  },
});

const turnstileFlow: Flow = single(turnstile, {
  events: {
    coin: [coin(1), coin(2)],
    push: [{ name: 'someone pushes', event: { type: 'push' } }],
    kick: [{ name: 'someone kicks', event: { type: 'kick' } }],
  },
  outcomes: {
    callHelp: [
      { name: 'help came', type: 'done', output: undefined },
      { name: 'nobody answers', type: 'error', error: 'silence' },
    ],
  },
});

describe('mutants of a chart', () => {
  const analysis = analyseFlow(turnstileFlow);
  const verdicts = new Map(judgeMutants(analysis).map((verdict) => [verdict.mutant.id, verdict.difference]));

  it('are every single fault, each with a stable name', () => {
    const ids = mutantsOf(turnstileFlow).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(mutantsOf(turnstileFlow).map(({ id }) => id)).toEqual(ids);
    const counts = Object.fromEntries(
      Object.entries(mutationScore(analysis).operators).map(([operator, { mutants }]) => [operator, mutants]),
    );
    expect(counts).toEqual({
      'remove transition': 7,
      retarget: 7,
      stay: 6,
      'remove guard': 1,
      'negate guard': 1,
      reorder: 1,
      'drop action': 3,
      'drop invoke': 1,
      'shorten delay': 1,
      'lengthen delay': 1,
      'extra transition': 6,
      'other initial': 1,
    });
  });

  it.each([
    ['stay: turnstile.open --push#0--> turnstile.locked', 'value', 'push: someone pushes'],
    ['remove guard: turnstile.locked --coin#0[suffices]--> turnstile.open', 'value', 'coin: a coin of 1'],
    ['shorten delay: patience of turnstile.open', 'one millisecond early', 'wait'],
    ['lengthen delay: patience of turnstile.open', 'value', 'wait'],
    ['drop action: beep (0) on entry of turnstile.open', 'effects', undefined],
    ['extra transition: turnstile.open --coin--> turnstile.broken', 'illegal event', 'coin'],
  ])('%s is detected by name', (id, aspect, event) => {
    expect(verdicts.get(id)).toMatchObject({ aspect, ...(event === undefined ? {} : { event }) });
  });

  it('an extra transition is missed if illegal events are not sent', () => {
    const extra = [...verdicts].filter(([id]) => id.startsWith('extra transition'));
    expect(extra.length).toBeGreaterThan(0);
    expect(extra.every(([, difference]) => difference?.aspect === 'illegal event')).toBe(true);
  });

  it('leave the chart as it was', () => {
    const before = chartMarkdown(analysis);
    for (const mutant of mutantsOf(turnstileFlow)) {
      const undo = mutant.change(inertMachine(turnstile).machine);
      undo();
    }
    const after = analyseFlow(turnstileFlow);
    expect(after.problems).toEqual([]);
    expect(chartMarkdown(after)).toBe(before);
    expect(judgeMutants(after).map(({ difference }) => difference)).toEqual([...verdicts.values()]);
  });

  it('end a wait early also where a guard has no code', () => {
    const machine = createMachine({
      id: 'lamp',
      initial: 'on',
      states: { on: { after: { 1000: { guard: 'isForgotten', target: 'off' } } }, off: {} },
    });
    const early = judgeMutants(analyseFlow(inferFlow(machine))).find(
      ({ mutant }) => mutant.operator === 'shorten delay',
    );
    expect(early?.difference?.aspect).toBe('one millisecond early');
  });

  it('are not judged by paths that the chart itself does not follow', () => {
    const [first, ...others] = analysis.tours;
    const late = { ...first!, edges: first!.edges.slice(1) };
    const wrong = { ...analysis, tours: [late, ...others] };
    expect(() => judgeMutants(wrong)).toThrow(/^turnstile, unchanged, path \d+, step \d+/);
    expect(mutationScore(wrong)).toMatchObject({
      mutants: 0,
      problems: [expect.stringMatching(/^turnstile, unchanged, path \d+, step \d+/)],
    });
  });

  it('of a delay of no time are not made: a tenth more or less of it is the same', () => {
    const machine = setup({ delays: { atOnce: 0, later: () => 0 } }).createMachine({
      id: 'lamp',
      initial: 'on',
      entry: raise({ type: 'begun' }, { delay: 0 }),
      states: { on: { after: { 0: 'dim' } }, dim: { after: { atOnce: 'off', later: 'on' } }, off: {} },
    });
    const delays = mutantsOf({ machine, events: {} }).filter(({ operator }) => operator.endsWith('delay'));
    expect(delays.map(({ id }) => id)).toEqual([
      'shorten delay: later of lamp.dim',
      'lengthen delay: later of lamp.dim',
    ]);
  });

  it('that behave like the chart need a reason, and every reason is needed', () => {
    const survivor = 'stay: turnstile.broken --error(callHelp)#0--> turnstile.broken';
    const score = mutationScore(analysis);
    const unexplained = score.survived;
    expect(score.mutants - score.killed).toBe(unexplained.length);
    const explained = mutationScore({
      ...analysis,
      flow: {
        ...turnstileFlow,
        equivalents: [
          { mutants: unexplained, reason: 'Nothing tells the two apart.' },
          {
            mutants: ['stay: turnstile.open --push#0--> turnstile.locked'],
            reason: 'A claim that is wrong.',
          },
          { mutants: ['stay: nowhere'], reason: '' },
        ],
      },
    });
    expect(explained.survived).toEqual([]);
    expect(explained.problems).toEqual([
      'listed as equivalent but killed: stay: turnstile.open --push#0--> turnstile.locked',
      'listed as equivalent but no mutant: stay: nowhere',
      'equivalent without a reason: stay: nowhere',
    ]);
    expect(scorePercent(explained)).toBe(100);
    expect(scoreText([{ name: 'turnstile', score }]).split('\n')[1]).toContain('turnstile');
    expect(verdicts.has(survivor)).toBe(true);
  });
});

describe.each(publicFlows)('an example from elsewhere: $name', (flow) => {
  const analysis = analyseFlow(flow);

  it('goes through the whole tool', async () => {
    expect(analysis.problems).toEqual([]);
    expect(analysis.counts.transitionsTaken).toBe(analysis.counts.transitions);
    expect(pathsMarkdown(analysis)).toMatch(/^## [a-z-]+-[a-z\d]{5} · /m);
    expect(pathsGherkin(analysis)).toContain('\n  Scenario: ');
    expect(chartMarkdown(analysis)).toContain('## Transitions');
    expect(chartSvg(flow)).toContain('</svg>');
    expect(chartStructure(flow).transitions).toHaveLength(analysis.counts.transitions);
  });

  it('detects or explains all of its mutants', () => {
    const { survived, problems } = mutationScore(analysis);
    expect({ survived, problems }).toEqual({ survived: [], problems: [] });
  });
});

describe('the committed scores', () => {
  it('cover every flow of the catalogue, and no mutant survives unexplained', () => {
    const scores = readScores();
    expect(Object.keys(scores)).toEqual(catalogue.map(({ name }) => name));
    for (const { survived, problems, mutants, killed, equivalent } of Object.values(scores)) {
      expect({ survived, problems }).toEqual({ survived: [], problems: [] });
      expect(killed + equivalent).toBe(mutants);
    }
  });
});
