import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import type { Flow, FlowInvariant } from '#flows/flow.ts';
import { illegalEvents, sendIllegalEvents } from '#flows/illegal-events.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { catalogue } from '#machines/index.ts';
import { single } from '../support/small-flow.ts';

function safe(
  { hasBackDoor = false, listensToAll = false } = {},
  invariants: readonly FlowInvariant[] = [],
): Flow {
  const machine = setup({
    types: {} as { events: { type: 'key' } | { type: 'knock' } | { type: 'close' } },
    actions: { alarm: () => {} },
    delays: { patience: 1000 },
  }).createMachine({
    id: 'safe',
    initial: 'shut',
    states: {
      shut: {
        on: {
          key: 'open',
          ...(hasBackDoor ? { knock: 'open' as const } : {}),
          ...(listensToAll ? { '*': { actions: 'alarm' as const } } : {}),
        },
      },
      open: { on: { close: 'shut' }, after: { patience: 'shut' } },
    },
  });
  const event = (type: string) => [{ name: type, event: { type } }];
  return single(machine, {
    events: { key: event('key'), knock: event('knock'), close: event('close') },
    invariants,
  });
}

const onlyByKey: FlowInvariant = {
  name: 'opens only with the key',
  memory: {
    start: false,
    after: (known, { cause, isIn }) => cause === 'key' || (known === true && isIn('open')),
  },
  holds: ({ isIn }, known) => !isIn('open') || known === true,
};

const breaches = (flow: Flow) =>
  analyseFlow(flow).problems.filter((problem) => problem.startsWith('the rule'));

describe('rules', () => {
  it('report nothing when they are true', () => {
    expect(breaches(safe({}, [onlyByKey]))).toEqual([]);
  });

  it('that are broken are reported with the shortest path', () => {
    expect(breaches(safe({ hasBackDoor: true }, [onlyByKey]))).toEqual([
      'the rule "opens only with the key" is broken after: knock: knock',
    ]);
  });

  it('see the time that passes', () => {
    const atMost = (milliseconds: number): FlowInvariant => ({
      name: 'stays open only so long',
      memory: {
        start: 0,
        after: (open, { isIn, waited, cause }) =>
          isIn('open') && cause === null ? Number(open) + waited : 0,
      },
      holds: (_, open) => Number(open) < milliseconds,
    });
    expect(breaches(safe({}, [atMost(1000)]))).toEqual([]);
  });

  it('with unbounded memory are stopped', () => {
    const counting: FlowInvariant = {
      name: 'counts the steps',
      memory: { start: 0, after: (steps) => Number(steps) + 1 },
      holds: () => true,
    };
    expect(breaches(safe({}, [counting]))[0]).toContain('remembers too much');
  });

  it('exist in the main flows', () => {
    const withRules = catalogue.filter(({ invariants }) => invariants?.length).map(({ name }) => name);
    expect(withRules).toEqual(
      expect.arrayContaining(['auth', 'sign-in', 'upload', 'analysis', 'analysis-job', 'loading-overlay']),
    );
  });
});

describe('illegal events', () => {
  it('are those that nothing handles in a state', () => {
    const flow = safe();
    const [shut, open] = exploreModel(flow).nodes;
    const illegalIn = illegalEvents(flow);
    expect(illegalIn(shut!.state).map(({ type }) => type)).toEqual(['knock', 'close']);
    expect(illegalIn(open!.state).map(({ type }) => type)).toEqual(['key', 'knock']);
  });

  it('change nothing in any state, and are counted', () => {
    expect(sendIllegalEvents(exploreModel(safe()))).toEqual({ sent: 4, problems: [] });
  });

  it('that are not ignored are reported', () => {
    const graph = exploreModel(safe());
    const [shut] = graph.nodes;
    const deaf = Object.assign(Object.create(graph.model), { flow: graph.model.flow, ignores: () => false });
    expect(sendIllegalEvents({ ...graph, model: deaf, nodes: [shut!] }).problems).toEqual([
      'illegal event knock in shut is not ignored',
      'illegal event close in shut is not ignored',
    ]);
  });

  it('do not exist if a state handles everything', () => {
    const flow = safe({ listensToAll: true });
    expect(illegalEvents(flow)(exploreModel(flow).nodes[0]!.state)).toEqual([]);
  });
});
