import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyStateNode, setup } from 'xstate';
import { movedBy } from '#flows/chart/chart-words.ts';
import { allStates, allTransitions, type ChartTransition, isWithin, stateId } from '#flows/transitions.ts';
import { catalogue } from '#machines/index.ts';
import type { AnyCatalogueEntry } from '#machines/kit/catalogue.ts';
import { notProvidedActor } from '#machines/kit/not-provided.ts';
import { filesBelow } from '../../src/setup/generated-files.ts';
import { chartProblems } from './chart-contract.ts';

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

/** By state: why it may wait although neither a delay, nor a person, nor the end of its own request leads on. */
const waitsForOthers: Readonly<Record<string, string>> = {
  'incomingRecording.handedOver':
    'its child is the machine of the upload, whose states are looked at here too',
  'recording.capturing.finishing': 'the browser’s own recorder hands over what it has; nothing is sent',
  'upload.pricing': 'its child is the machine of the price, whose states are looked at here too',
  'releaseWatch.notice.upcoming': 'its other region asks the server again and again',
  'releaseWatch.notice.active': 'its other region asks the server again and again',
};

/** Requests end by themselves: those of the client and of the identity provider have time limits. */
function leadsOn(
  node: AnyStateNode,
  { machine, events, outcomes }: AnyCatalogueEntry,
  transitions: readonly ChartTransition[],
): boolean {
  const around = transitions.filter(({ source }) => isWithin(node, source));
  const isEnded = (kind: 'actorDone' | 'actorError', actor: string) =>
    around.some(({ trigger }) => trigger.kind === kind && trigger.actor === actor);
  const invoked = allStates(machine).filter((one) => isWithin(node, one) && one.invoke.length > 0);
  return (
    around.some(
      ({ trigger }) =>
        trigger.kind === 'delay' ||
        (trigger.kind === 'always' && node.always !== undefined) ||
        (trigger.kind === 'event' && trigger.type !== 'user.left' && events[trigger.type] !== 'sentByActor'),
    ) ||
    invoked.some(({ invoke }) =>
      invoke.some(
        ({ id, src }) =>
          isEnded('actorDone', id) &&
          (isEnded('actorError', id) || typeof src !== 'string') &&
          outcomes[String(src)]?.some(({ type }) => type === 'done'),
      ),
    )
  );
}

describe('a state that waits', () => {
  it('has a delay, something that a person can do, or a request that ends', () => {
    const stuck = catalogue.flatMap((flow: AnyCatalogueEntry) => {
      const transitions = allTransitions(flow.machine);
      return allStates(flow.machine)
        .filter(
          (node) =>
            node.type === 'atomic' &&
            (node.invoke.length > 0 || node.tags.some((one) => one === 'busy' || one === 'waiting')),
        )
        .filter((node) => !leadsOn(node, flow, transitions))
        .map(stateId);
    });
    expect(stuck.toSorted()).toEqual(Object.keys(waitsForOthers).toSorted());
  });
});

/** Each place of the server that changes what somebody has or owes: the charts that show it, or why none does. */
const movements: Readonly<Record<string, readonly string[] | string>> = {
  'accounts/accounts.ts grant': 'The gift of the first sign-in.',
  'analyses/analyses.ts reserve': [
    'analysis-start startAnalysis',
    'analysis retryAnalysis',
    'older-notes startOlderNotes',
  ],
  'analyses/analyses.ts releaseCredits': ['analysis cancelAnalysis', 'older-notes cancelOlderNotes'],
  'analyses/analysis-endings.ts capture': ['analysis-job recordCompletion'],
  'analyses/analysis-endings.ts releaseCredits': ['analysis-job recordFailure'],
  'analyses/analysis-rows.ts release': 'The helper of those that say releaseCredits.',
  'analyses/work-of-sessions.ts releaseCredits': ['deletion deleteRecord'],
  'billing/payments.ts grant': ['checkout keepBrought'],
  'billing/payments.ts refund': 'Stripe pays it back, at the wish of the operator.',
  'billing/payments.ts undoRefund': 'Stripe could not pay it back.',
  'billing/subscriptions.ts grant': ['subscription deliverMonth', 'subscription deliverUpgrade'],
};

describe('the coins of the charts', () => {
  it('are where the server moves credits, and nowhere else', () => {
    const found = filesBelow('src/server')
      .filter((path) => path.endsWith('.ts') && !path.startsWith('src/server/credits/'))
      .flatMap((path) =>
        [
          ...readFileSync(path, 'utf8').matchAll(
            /\bcredits\.(reserve|capture|release|grant|refund|undoRefund)\(|await (releaseCredits)\(/g,
          ),
        ].map(([, method, helper]) => `${path.slice('src/server/'.length)} ${method ?? helper}`),
      );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(movements).toSorted());
    const drawn = catalogue.flatMap(({ name, moves = {} }: AnyCatalogueEntry) =>
      Object.keys(moves).map((one) => `${name} ${one}`),
    );
    expect(drawn.toSorted()).toEqual(
      Object.values(movements)
        .flatMap((charts) => (typeof charts === 'string' ? [] : charts))
        .toSorted(),
    );
  });

  it.each(catalogue.filter(({ moves }: AnyCatalogueEntry) => moves))(
    'of $name are at transitions that exist',
    ({ machine, moves = {} }: AnyCatalogueEntry) => {
      const unmoved = Object.entries(moves).filter(
        ([, text]) => !allTransitions(machine).some((one) => movedBy(one, moves).includes(text)),
      );
      expect(unmoved).toEqual([]);
    },
  );
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
