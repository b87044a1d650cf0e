import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { type ChartLayout, layOutChart, layOutOutline, layOutOverview } from '#flows/chart/chart-layout.ts';
import { chartMarkdown, chartsReadme } from '#flows/chart/chart-markdown.ts';
import { chartMermaid } from '#flows/chart/chart-mermaid.ts';
import { chartSvg } from '#flows/chart/chart-svg.ts';
import { conditionWords, guardWords, kindOf } from '#flows/chart/chart-words.ts';
import { pathTitles } from '#flows/export/path-titles.ts';
import { pathsCsv } from '#flows/export/paths-csv.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import { summaryText } from '#flows/export/summary.ts';
import type { Flow } from '#flows/flow.ts';
import { runGherkin } from '#flows/gherkin-steps.ts';
import { allStates, allTransitions, stateId } from '#flows/transitions.ts';
import { fitView, isReadable } from '#flows/viewer/pan-zoom.ts';
import { camelCase, duration, sentence, words, wrap } from '#flows/words.ts';
import { catalogue } from '#machines/index.ts';
import { crossedTexts } from '#tests/support/crossed-text.ts';

const layouts = new Map<string, ChartLayout>();

beforeAll(async () => {
  for (const { name, machine } of catalogue) {
    layouts.set(name, await layOutChart(machine));
  }
});

const gate: Flow = {
  name: 'gate',
  title: 'Gate <& bridge>',
  paragraph: 'Opens for those who know the phrase.',
  requirements: ['R1.1'],
  machine: setup({
    types: {} as { events: { type: 'phrase.said'; phrase: string } },
    guards: { phraseMatches: ({ event }) => event.type === 'phrase.said' && event.phrase === 'open' },
    delays: { patience: 300_000 },
  }).createMachine({
    id: 'gate',
    initial: 'awaitingPhrase',
    states: {
      awaitingPhrase: {
        description: 'The gate is shut & listens.',
        tags: 'waiting',
        on: { 'phrase.said': [{ guard: 'phraseMatches', target: 'open' }, { target: 'barred' }] },
      },
      open: { description: 'Anyone may pass.', after: { patience: 'awaitingPhrase' } },
      barred: { description: 'Nobody may pass.', type: 'final', tags: 'failed' },
    },
  }),
  scenarios: [{ name: 'a traveller arrives' }],
  events: {
    'phrase.said': [
      {
        name: 'the traveller says the phrase',
        event: { type: 'phrase.said', phrase: 'open' } as { type: string },
      },
      {
        name: 'the traveller says nonsense',
        event: { type: 'phrase.said', phrase: 'shut' } as { type: string },
      },
    ],
  },
  outcomes: {},
};

describe('words', () => {
  it.each([
    ['awaitingPhrase', 'awaiting phrase'],
    ['phrase.changed', 'phrase changed'],
    ['parseHTMLPage', 'parse html page'],
    ['email-verification', 'email verification'],
  ])('%s reads %s', (identifier, text) => {
    expect(words(identifier)).toBe(text);
  });

  it.each([
    [150, '150 ms'],
    [1000, '1 second'],
    [1500, '1.5 seconds'],
    [299_999, '4 minutes 59.999 seconds'],
    [90_000, '1 minute 30 seconds'],
    [300_000, '5 minutes'],
    [7_200_000, '2 hours'],
    [604_800_000, '7 days'],
  ])('%i ms is %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  it.each([
    ['phraseMatches', 'phrase matches'],
    ['startsAt({"stage":"writing"})', 'starts at writing'],
    ['not(isReady)', 'not is ready'],
    ['and(isReady, not(isLocked))', 'is ready and not is locked'],
    [
      'and(isReady, or(isOpen, not(and(isLocked, isOld))))',
      'is ready and (is open or not (is locked and is old))',
    ],
    ['or(startsAt({"stage":"writing, late"}), isOpen)', 'starts at writing, late or is open'],
    ['stateIn("#media.power.on")', 'in power › on'],
    ['not(stateIn({"power":{"on":"loud"}}))', 'not in power › on › loud'],
  ])('guard %s reads %s', (guard, text) => {
    expect(guardWords(guard)).toBe(text);
  });

  it('sentences, identifiers and lines', () => {
    expect([sentence('timedOut'), camelCase('account-deletion')]).toEqual(['Timed out', 'accountDeletion']);
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  });
});

describe('the picture', () => {
  it('is always the same', async () => {
    expect(await chartSvg(gate)).toBe(await chartSvg(gate));
  });

  it('shows titles, descriptions, guards in order and durations, and escapes them', async () => {
    const svg = await chartSvg(gate);
    for (const text of [
      'Gate &lt;&amp; bridge&gt;',
      'Awaiting phrase',
      'The gate is shut &amp; listens.',
      '1. if phrase matches',
      '2. otherwise',
      'after 5 minutes',
    ]) {
      expect(svg).toContain(`>${text}<`);
    }
  });

  it('marks failure and delay by color and by shape', async () => {
    const { arrows } = await layOutChart(gate.machine);
    expect(arrows.map(({ kind }) => kind).toSorted()).toEqual(['delay', 'failure', 'initial', 'plain']);
  });

  it.each(catalogue)('of $name has no arrow through text', async ({ name, machine }) => {
    expect(crossedTexts(layouts.get(name)!)).toEqual([]);
    expect(crossedTexts(await layOutOutline(machine, new Set()))).toEqual([]);
  });

  it.each(catalogue)('of $name shows every state, and every transition as an arrow or in words', (flow) => {
    const { boxes, arrows } = layouts.get(flow.name)!;
    const states = allStates(flow.machine).filter((node) => node.parent);
    expect(states.map(stateId).filter((id) => !boxes.some((box) => box.id === id))).toEqual([]);
    const drawn = new Set(arrows.map(({ id }) => id));
    const rest = allTransitions(flow.machine).filter(({ id }) => !drawn.has(id));
    for (const [source, own] of bySource(rest)) {
      const rows = boxes
        .filter(({ id }) => id === source || id === `${source}.*`)
        .flatMap((box) => box.rows.filter(({ icon }) => icon && icon !== 'runs'));
      expect(rows.length).toBeGreaterThanOrEqual(own);
    }
  });

  it.each(catalogue)('of $name keeps boxes apart from one another', (flow) => {
    const { boxes } = layouts.get(flow.name)!;
    const leaves = boxes.filter(({ kind }) => kind === 'state' || kind === 'final');
    for (const [index, one] of leaves.entries()) {
      for (const two of leaves.slice(index + 1)) {
        const apart =
          one.x + one.width <= two.x ||
          two.x + two.width <= one.x ||
          one.y + one.height <= two.y ||
          two.y + two.height <= one.y;
        expect(apart, `${one.id} and ${two.id}`).toBe(true);
      }
    }
  });
});

function bySource(transitions: readonly { source: Parameters<typeof stateId>[0] }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source } of transitions) {
    counts.set(stateId(source), (counts.get(stateId(source)) ?? 0) + 1);
  }
  return counts;
}

const shop = setup({
  types: {} as {
    events:
      | { type: 'called.off' }
      | { type: 'door.opened' }
      | { type: 'sign.turned' }
      | { type: 'line.lost' };
  },
  guards: { isOpen: () => true },
  delays: { short: 1000, long: 2000 },
}).createMachine({
  id: 'shop',
  initial: 'day',
  on: { 'called.off': '.night' },
  states: {
    day: {
      initial: 'quiet',
      on: { 'door.opened': { guard: 'isOpen', target: '.busy' } },
      states: { quiet: {}, busy: { on: { 'line.lost': '#shop.night' } } },
    },
    night: {
      initial: 'first',
      on: { 'sign.turned': 'day' },
      states: { first: {}, second: {}, third: {} },
    },
  },
});

describe('transitions that are possible in any state', () => {
  it('start at their own box: one for the machine, one for a group', async () => {
    const { boxes, arrows } = await layOutChart(shop);
    const anywhere = boxes.filter(({ kind }) => kind === 'anywhere');
    expect(anywhere.map(({ id, rows }) => [id, rows[0]?.text])).toEqual([
      ['shop.*', 'Any state'],
      ['shop.day.*', 'Anywhere in Day'],
    ]);
    expect(arrows.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'shop --called.off#0--> shop.night',
        'shop.day --door.opened#0[isOpen]--> shop.day.busy',
      ]),
    );
  });

  it('are in Mermaid too, and disappear when their group is collapsed', async () => {
    expect(chartMermaid(shop)).toContain('  any --> night : called off');
    expect(chartMermaid(shop)).toContain('    any_day --> day_busy : door opened, if open');
    const { boxes } = await layOutChart(shop, new Set(['shop.day']));
    expect(boxes.filter(({ kind }) => kind === 'anywhere').map(({ id }) => id)).toEqual(['shop.*']);
  });
});

describe('order and marks of a picture', () => {
  it('places unconnected states from left to right, in machine order', async () => {
    const { boxes } = await layOutChart(shop);
    const pauses = ['first', 'second', 'third'].map(
      (key) => boxes.find(({ id }) => id === `shop.night.${key}`)!,
    );
    expect(pauses.map(({ x }) => x)).toEqual(pauses.map(({ x }) => x).toSorted((one, two) => one - two));
    expect(new Set(pauses.map(({ y, height }) => y + height / 2)).size).toBe(1);
  });

  it('marks failure events', () => {
    const kinds = allTransitions(shop).map((one) => [one.id, kindOf(one)]);
    expect(kinds).toContainEqual(['shop.day.busy --line.lost#0--> shop.night', 'failure']);
    expect(kinds).toContainEqual(['shop --called.off#0--> shop.night', 'plain']);
  });

  it('writes a condition as part of a sentence', () => {
    expect(allTransitions(shop).map(conditionWords).filter(Boolean)).toEqual(['if open']);
  });

  it('the outline has only titles, and one arrow for all transitions between two states', async () => {
    const { boxes, arrows } = await layOutOutline(shop, new Set());
    expect(boxes.flatMap(({ rows }) => rows).every(({ style }) => style === 'title')).toBe(true);
    expect(arrows.every(({ label }) => label === undefined)).toBe(true);
    const whole = await layOutChart(shop);
    expect(boxes.map(({ id }) => id).toSorted()).toEqual(whole.boxes.map(({ id }) => id).toSorted());
  });
});

describe('the overview', () => {
  const chain = setup({}).createMachine({
    id: 'chain',
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`s${index}`, { on: { go: `s${(index + 1) % 20}` } }]),
    ),
  });

  it('runs down on tall screens, and to the right on wide ones', async () => {
    const high = await layOutOverview(chain, new Set(), { width: 400, height: 2000 });
    const wide = await layOutOverview(chain, new Set(), { width: 2000, height: 400 });
    expect(high.height).toBeGreaterThan(high.width);
    expect(wide.width).toBeGreaterThan(wide.height);
  });

  it.each(catalogue)(
    'of $name has readable titles at 1280 × 800 with its groups collapsed',
    async ({ machine }) => {
      const groups = allStates(machine).filter((node) => node.parent && Object.keys(node.states).length > 0);
      const screen = { width: 1240, height: 600 };
      const layout = await layOutOverview(machine, new Set(groups.map(stateId)), screen);
      expect(isReadable(fitView(layout, screen), layout)).toBe(true);
    },
  );
});

describe('scripts for a person', () => {
  it('explain how to cause each failure of the catalogue by hand', () => {
    const outcomes = catalogue.flatMap((flow) => Object.values(flow.outcomes).flat());
    const failures = outcomes.filter(({ type }) => type === 'error').map(({ name }) => name);
    const listed = catalogue.flatMap((flow) => Object.keys(flow.byHand ?? {}));
    expect(failures.filter((name) => !listed.includes(name))).toEqual([]);
    const names = outcomes.map(({ name }) => name);
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('titles of paths', () => {
  it('name what only this path does, what prepared it, and its result', () => {
    const { tours } = analyseFlow(gate);
    expect(pathTitles(tours)).toEqual(['The traveller says nonsense, in Awaiting phrase → Barred']);
    expect(pathTitles(tours, 2)).toEqual([
      'The traveller says the phrase, in Awaiting phrase → Open; ' +
        'The traveller says nonsense, in Awaiting phrase → Barred',
    ]);
  });
});

describe('text', () => {
  const analysis = analyseFlow(gate);

  it('Mermaid', () => {
    expect(chartMermaid(gate.machine).split('\n')).toEqual([
      'stateDiagram-v2',
      '  [*] --> awaitingPhrase',
      '  state "Awaiting phrase" as awaitingPhrase',
      '  state "Open" as open',
      '  state "Barred" as barred',
      '  barred --> [*]',
      '  awaitingPhrase --> open : phrase said, 1. if phrase matches',
      '  awaitingPhrase --> barred : phrase said, 2. otherwise',
      '  open --> awaitingPhrase : after 5 minutes',
    ]);
  });

  it('states and transitions as tables', () => {
    const page = chartMarkdown(analysis);
    expect(page).toContain('| Awaiting phrase | The gate is shut & listens. | – | waiting |');
    expect(page).toContain('| Awaiting phrase | phrase said | 2. otherwise | Barred | – |');
    expect(page).toContain('| Open | after 5 minutes | – | Awaiting phrase | – |');
    expect(chartsReadme([analysis], () => ({}))).toContain(
      '](gate.md) | 3 | 3/3 | 1/1 | – | 3 | 1 | 3 | 100 % | – | – | – |',
    );
  });

  it('scripts for a person', () => {
    expect(pathsMarkdown(analysis)).toContain(
      [
        '## gate-19d5p · Wait 5 minutes, in Open → Awaiting phrase',
        '',
        'Priority 1, positive, smoke test. Start: A traveller arrives. **Awaiting phrase.** The gate is shut & listens.',
        '',
        '1. The traveller says the phrase. → **Open.** Anyone may pass.',
        '2. Time: Wait 5 minutes. → **Awaiting phrase.** The gate is shut & listens.',
      ].join('\n'),
    );
  });

  it('rows for test management, none of which is a formula', () => {
    const rows = pathsCsv({ ...analysis, flow: { ...gate, title: '=The "gate"' } }).split('\r\n');
    expect(rows[0]).toMatch(
      /^gate-n7vby,"The traveller says the phrase, in .*","'=The ""gate""",2,positive,/,
    );
    expect(rows).toHaveLength(1 + 1 + 2 + 1);
  });

  it('Gherkin', () => {
    expect(pathsGherkin(analysis)).toContain(
      '    When The traveller says the phrase\n      """json\n      {"phrase":"open"}\n      """\n    Then the state is "Open"\n    When Wait 5 minutes',
    );
    expect(pathsGherkin(analysis)).toContain(
      '  @gate-19d5p @positive @priority-1 @smoke\n  Scenario: Wait 5 minutes, in Open',
    );
  });

  it('reports the line of Gherkin that fails', () => {
    const feature = (...steps: string[]) => ['Feature: Gate', '  Scenario: One', ...steps].join('\n');
    const start = 'Given A traveller arrives';
    const wrongEnd = feature(start, 'When The traveller says nonsense', 'Then the state is "Open"');
    expect(runGherkin(gate, wrongEnd)).toEqual([
      { scenario: 'One', line: 5, problem: 'the state is “Barred”, not “Open”' },
    ]);
    expect(runGherkin(gate, feature(start, 'When Wait 1 minute'))).toMatchObject([
      {
        line: 4,
        problem: expect.stringMatching(/^“Wait 1 minute” cannot happen here, but “The traveller says/),
      },
    ]);
    expect(runGherkin(gate, feature('Given A king arrives', 'When Wait 1 minute'))).toHaveLength(1);
    expect(runGherkin(gate, feature('When Wait 1 minute'))).toMatchObject([
      { problem: 'there is no start before it' },
    ]);
  });

  it('JSON, with the transitions that every step takes', () => {
    const { paths } = JSON.parse(pathsJson(analysis)) as { paths: { id: string; steps: unknown[] }[] };
    expect(paths).toHaveLength(1);
    expect(paths[0]).toMatchObject({ id: 'gate/1', start: { state: ['gate.awaitingPhrase'] } });
    expect(paths[0]!.steps[1]).toEqual({
      wait: 300_000,
      takes: ['gate.open --after(patience)#0--> gate.awaitingPhrase'],
      state: ['gate.awaitingPhrase'],
    });
  });

  it('the summary in columns', () => {
    expect(summaryText([analysis]).split('\n')[1]).toMatch(/^gate +3 +3\/3 +1\/1 +– +3 +1 +3 +100 %$/);
  });
});
