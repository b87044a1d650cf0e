import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { allTransitions } from '#flows/transitions.ts';
import { catalogue } from '#machines/index.ts';
import type { AnyCatalogueEntry } from '#machines/kit/catalogue.ts';
import { notProvidedActor } from '#machines/kit/not-provided.ts';
import { chartProblems } from '#tests/support/chart-contract.ts';
import { filesBelow } from '../../src/setup/generated-files.ts';

describe('every chart of the catalogue follows the chart rules', () => {
  it.each(catalogue)('$name', ({ machine, name }) => {
    expect(chartProblems(machine, name)).toEqual([]);
  });

  it.each(catalogue)('$name has an area and explains its guards', (flow: AnyCatalogueEntry) => {
    expect(flow.group).toBeDefined();
    const guards = allTransitions(flow.machine).flatMap(({ guard }) => guard ?? []);
    const explained = Object.keys(flow.guards ?? {});
    expect(guards.filter((guard) => !explained.some((name) => guard.includes(name)))).toEqual([]);
  });

  it('lists every machine in the catalogue', () => {
    const folders = filesBelow('machines')
      .map((path) => /^machines\/([^/]+)\/\1\.machine\.ts$/.exec(path)?.[1])
      .filter((folder) => folder !== undefined);
    expect(catalogue.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });
});

describe('a violation is reported', () => {
  const machine = setup({
    actors: { load: notProvidedActor<string>('load') },
    delays: { patience: 1000 },
  }).createMachine({
    id: 'sloppyFlow',
    initial: 'open',
    states: {
      open: {
        description: 'Where it starts.',
        invoke: { id: 'loader', src: 'load', onDone: 'closed' },
        // XState accepts a misspelled delay and fires it at once.
        after: { patiense: 'closed', 500: 'closed' },
        entry: () => {},
      },
      closed: { description: 'No way on.' },
      lost_state: { on: { found: 'open' } },
      outer: {
        description: 'Entered only at its second state.',
        initial: 'skipped',
        states: {
          skipped: { description: 'Never entered.', type: 'final' },
          entered: { description: 'Entered.', on: { back: '#sloppyFlow.open' } },
        },
      },
    },
    on: { jump: '.outer.entered' },
  });

  it.each([
    ['id', 'id is sloppyFlow, not neatFlow'],
    ['description', 'sloppyFlow.lost_state has no description'],
    ['name', 'sloppyFlow.lost_state is not named in camelCase'],
    ['misspelled delay', 'sloppyFlow.open waits for "patiense", which is not a declared delay'],
    ['numeric delay', 'sloppyFlow.open waits for "500", which is not a declared delay'],
    ['unused delay', 'the delay patience is not used'],
    ['invoke id', 'sloppyFlow.open invokes load under another id (loader)'],
    ['onError', 'sloppyFlow.open invokes load without onError'],
    ['nameless action', 'sloppyFlow.open has an action without a name'],
    ['unreachable state', 'sloppyFlow.lost_state is unreachable'],
    ['initial state that is never entered', 'sloppyFlow.outer.skipped is unreachable'],
  ])('%s', (_, problem) => {
    expect(chartProblems(machine, 'neat-flow')).toContain(problem);
  });

  it('a dead end', () => {
    const deadEnd = setup({}).createMachine({
      id: 'deadEnd',
      initial: 'open',
      states: {
        open: { description: 'Start.', on: { close: 'shut' } },
        shut: { description: 'No way on.', on: { close: 'shut' } },
      },
    });
    expect(chartProblems(deadEnd, 'dead-end')).toEqual(['deadEnd.shut has no way out and is not final']);
  });

  it('reports nothing else', () => {
    expect(chartProblems(machine, 'neat-flow')).toHaveLength(11);
  });
});
