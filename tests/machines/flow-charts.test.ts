import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assign, createMachine, fromCallback, fromPromise, not, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { chartMarkdown, chartsReadme } from '#flows/chart/chart-markdown.ts';
import { chartSvg } from '#flows/chart/chart-svg.ts';
import { textWidth } from '#flows/chart/chart-text.ts';
import { conditionWords, guardWords, kindOf } from '#flows/chart/chart-words.ts';
import { layOutMap } from '#flows/chart/flows-map.ts';
import { mainWays } from '#flows/chart/main-way.ts';
import { layOutStory } from '#flows/chart/story.ts';
import { isGroup, padding, type Story, titleSizes } from '#flows/chart/story-shapes.ts';
import { handleOf, Router, sentenceOf, stubLines } from '#flows/chart/stub-lines.ts';
import { pathTitles } from '#flows/export/path-titles.ts';
import { type CsvFormatName, csvFormats, pathsCsv } from '#flows/export/paths-csv.ts';
import { pathsGherkin } from '#flows/export/paths-gherkin.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { pathsMarkdown } from '#flows/export/paths-markdown.ts';
import { notByHand, untried } from '#flows/export/script-words.ts';
import { statelyJson } from '#flows/export/stately-json.ts';
import { summaryText } from '#flows/export/summary.ts';
import type { Flow } from '#flows/flow.ts';
import { runGherkin } from '#flows/gherkin-steps.ts';
import { inferFlow } from '#flows/infer.ts';
import { allStates, allTransitions, stateId } from '#flows/transitions.ts';
import { scriptExports, scriptTexts } from '#flows/viewer/script-texts.ts';
import { camelCase, duration, sentence, words } from '#flows/words.ts';
import { catalogue } from '#machines/index.ts';
import { crossedTexts, passes, runsAlong } from '#tests/support/crossed-text.ts';
import { oneOf } from '#tests/support/everything.ts';
import { allScreens, screenIn } from '#tests/support/screens/all-screens.ts';
import { pageWords } from '#tests/support/screens/page-words.ts';
import { isGesture } from '#tests/support/screens/screen.ts';
import { excuseFor } from '#tests/support/screens/walk-path.ts';

const stories = new Map<string, Story>(
  catalogue.map((flow) => [flow.name, layOutStory(flow, { width: 1000 })]),
);

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
  });
});

describe('the picture', () => {
  it('is always the same', () => {
    expect(chartSvg(gate)).toBe(chartSvg(gate));
  });

  it('shows titles, descriptions, guards in order and durations, and escapes them', () => {
    const svg = chartSvg(gate);
    for (const text of [
      'Gate &lt;&amp; bridge&gt;',
      'Awaiting phrase',
      'The gate is shut &amp; listens.',
      'phrase said: 2. otherwise → Barred',
      'after 5 minutes → Awaiting phrase',
    ]) {
      expect(svg).toContain(`>${text}<`);
    }
  });

  it('marks failure and delay by color and by shape', () => {
    const { boxes } = layOutStory(gate, { width: 1000 });
    const icons = boxes.flatMap(({ rows }) => rows.flatMap(({ icon }) => icon ?? []));
    expect(icons.toSorted()).toEqual(['delay', 'failure']);
  });

  it.each(catalogue)('of $name has no line through text', ({ name }) => {
    expect(crossedTexts(stories.get(name)!)).toEqual([]);
  });

  it.each(catalogue)('of $name shows every state, and every transition as an arrow or in words', (flow) => {
    const { boxes, lines } = stories.get(flow.name)!;
    const states = allStates(flow.machine).filter((node) => node.parent);
    expect(states.map(stateId).filter((id) => !boxes.some((box) => box.id === id))).toEqual([]);
    const said = new Set([
      ...lines.map(({ id }) => id),
      ...boxes.flatMap(({ rows }) => rows.flatMap(({ transitions }) => transitions)),
    ]);
    expect(allTransitions(flow.machine).filter(({ id }) => !said.has(id))).toEqual([]);
  });

  it.each(catalogue)('of $name keeps boxes apart from one another, at every width', (flow) => {
    for (const width of [320, 800, 1600]) {
      const { boxes, ...size } = layOutStory(flow, { width });
      const leaves = boxes.filter((box) => !isGroup(box));
      for (const [index, one] of leaves.entries()) {
        expect(one.x + one.width <= size.width && one.y + one.height <= size.height, one.id).toBe(true);
        for (const two of leaves.slice(index + 1)) {
          const apart =
            one.x + one.width <= two.x ||
            two.x + two.width <= one.x ||
            one.y + one.height <= two.y ||
            two.y + two.height <= one.y;
          expect(apart, `${one.id} and ${two.id} at ${width}`).toBe(true);
        }
      }
    }
  });

  it.each(catalogue)('of $name fits the width of a screen and of a phone with text of 13 px', (flow) => {
    expect(layOutStory(flow, { width: 800 }).width).toBeLessThanOrEqual(800);
    const main = new Set(
      stories
        .get(flow.name)!
        .boxes.filter(({ isMain }) => isMain)
        .map(({ id }) => id),
    );
    const phone = layOutStory(flow, { width: 325, isOpen: (group) => main.has(stateId(group)) });
    // Groups within groups within groups need a finger's breadth more.
    expect(phone.width).toBeLessThanOrEqual(350);
  });
});

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

const rowsOf = ({ boxes }: Story, id: string) =>
  boxes.find((box) => box.id === id)?.rows.map(({ text }) => text) ?? [];

describe('the main way', () => {
  it('is a row of large states with its events as labels; all else is text in its state', () => {
    const story = layOutStory(gate, { width: 1000 });
    const main = story.boxes.filter(({ isMain }) => isMain).map(({ id }) => id);
    expect(main).toEqual(['gate.awaitingPhrase', 'gate.open']);
    expect(story.lines.map(({ kind, label }) => [kind, label.map(({ text }) => text).join(' ')])).toEqual([
      ['start', ''],
      ['belongs', ''],
      ['plain', 'phrase said 1. if phrase matches'],
    ]);
    expect(rowsOf(story, 'gate.awaitingPhrase').slice(2)).toEqual(['phrase said: 2. otherwise → Barred']);
    expect(rowsOf(story, 'gate.open').at(-1)).toBe('after 5 minutes → Awaiting phrase');
  });

  it.each(catalogue.map(({ name }) => name))('begins each group of %s where it begins', (name) => {
    for (const [group, { children }] of mainWays(catalogue.find((flow) => flow.name === name)!)) {
      const initial = group.initial.target[0];
      if (initial !== undefined && children[0] !== undefined)
        expect(`${initial.id}.`).toContain(`${children[0].id}.`);
    }
  });

  it('follows the story that a flow tells of itself', () => {
    const story = layOutStory({ ...gate, story: ['awaitingPhrase', 'barred'] }, { width: 1000 });
    expect(story.boxes.filter(({ isMain }) => isMain).map(({ id }) => id)).toEqual([
      'gate.awaitingPhrase',
      'gate.barred',
    ]);
    expect(analyseFlow({ ...gate, story: ['open', 'moat'] }).problems).toEqual([
      'the story names a state that does not exist: moat',
    ]);
    expect(analyseFlow({ ...gate, story: ['barred', 'open'] }).problems).toEqual([
      'the story leads from gate.barred to gate.open, which no transition does',
    ]);
  });

  it('a story names the whole trigger of a step, with or without its place among others', () => {
    const refused = () => false;
    const machine = createMachine({
      id: 'page',
      initial: 'changed',
      states: {
        changed: {
          on: { saveAs: [...Array(10).fill({ target: 'stored', guard: refused }), { target: 'stored' }] },
        },
        stored: {},
      },
    });
    const stepOf = (trigger: string) =>
      mainWays({ machine, story: ['changed', `stored: ${trigger}`] }).get(machine.root)?.steps[0]?.index;
    expect(['saveAs', 'saveAs#1', 'saveAs#10', 'save', 'saveAs#'].map(stepOf)).toEqual([
      0,
      1,
      10,
      undefined,
      undefined,
    ]);
  });

  it('goes on below where a row is full: on a phone all states are below each other', () => {
    const xs = (width: number) =>
      layOutStory(gate, { width })
        .boxes.filter(({ isMain }) => isMain)
        .map(({ x, y }) => ({ x, y }));
    const [one, two] = xs(1000);
    expect(two!.x).toBeGreaterThan(one!.x);
    expect(two!.y).toBe(one!.y);
    const [first, second] = xs(340);
    expect(second!.y).toBeGreaterThan(first!.y);
  });

  it('lies wide on a wide screen', () => {
    const wide = layOutStory({ machine: shop }, { width: 1600 });
    expect(wide.width).toBeGreaterThan(wide.height);
  });

  it('what a text leads to is a line on demand; a closed group takes the lines of its states', () => {
    const ends = (story: Story) => stubLines(story).map(({ from, to }) => `${from.id} ${to.id}`);
    expect(ends(layOutStory({ machine: shop }, { width: 1000 }))).toContain('shop.day.busy shop.night');
    const closed = layOutStory({ machine: shop }, { width: 1000, isOpen: () => false });
    expect(closed.boxes.map(({ id }) => id)).not.toContain('shop.day.busy');
    expect(rowsOf(closed, 'shop.day')).toEqual(
      expect.arrayContaining(['Inside: quiet, busy', 'line lost → Night']),
    );
  });

  it('a closed group says from which of its states an event leads elsewhere', () => {
    const machine = createMachine({
      id: 'lift',
      initial: 'below',
      states: {
        below: {},
        above: {},
        stuck: {
          initial: 'rising',
          states: {
            rising: {
              on: {
                retry: '#lift.above',
                call: [{ guard: () => true, target: '#lift.above' }, { target: '#lift.below' }],
                leave: '#lift.below',
              },
            },
            sinking: {
              on: { retry: '#lift.below', call: '#lift.below', leave: '#lift.below' },
            },
          },
        },
      },
    });
    expect(rowsOf(layOutStory({ machine }, { width: 1000, isOpen: () => false }), 'lift.stuck')).toEqual([
      'Stuck',
      'Inside: rising, sinking',
      'retry in Rising → Above',
      'call in Rising: 1. if guard →',
      'Above',
      '2. otherwise → Below',
      'leave → Below',
      'retry or call in Sinking →',
      'Below',
    ]);
  });

  it('a text of several rows has one line, from its first row', () => {
    const upload = catalogue.find(({ name }) => name === 'upload')!;
    const story = layOutStory(upload, { width: 325 });
    const stubs = stubLines(story).filter(({ isInherited }) => !isInherited);
    const iconless = stubs.filter(
      ({ from, y }) => from.rows.find((row) => from.y + row.y - 4 === y)?.icon === undefined,
    );
    expect(iconless).toEqual([]);
    const long = story.boxes.flatMap((box) =>
      box.rows.flatMap((row, index) =>
        row.targets.length > 0 && row.targets === box.rows[index - 1]?.targets ? sentenceOf(box, row) : [],
      ),
    );
    expect(stubs.filter(({ sentence }) => long.includes(sentence))).not.toEqual([]);
  });

  it.each(
    oneOf([
      [325, 0.01],
      [774, 0.02],
      [1000, 0.02],
    ] as const),
  )(
    'all lines stay in the picture and hardly one crosses a text or lies on a border, %i pixels wide',
    (width, share) => {
      let count = 0;
      let covered = 0;
      let along = 0;
      const crossed = catalogue.flatMap((flow) => {
        const story = layOutStory(flow, { width });
        const stubs = stubLines(story).filter(({ isInherited }) => !isInherited);
        const lines = new Router(story).ways(stubs).map((points) => ({ id: flow.name, points }));
        count += lines.length;
        const handles = story.boxes.filter(isGroup).map(handleOf);
        const heads = story.lines.flatMap(({ kind, points }) => (kind === 'belongs' ? [] : [points.at(-1)!]));
        for (const { points } of lines) {
          const end = points.at(-1)!;
          expect(heads.filter(({ x, y }) => Math.abs(x - end.x) < 12 && Math.abs(y - end.y) < 6)).toEqual([]);
          covered += handles.filter((handle) => passes(points, handle)).length;
          along += story.boxes.some((box) => isGroup(box) && runsAlong(points, box)) ? 1 : 0;
          expect(points.length).toBeGreaterThan(1);
          expect(points.filter(({ x }) => x < 0 || x > story.width)).toEqual([]);
        }
        return crossedTexts(story, lines);
      });
      expect(crossed.length, crossed.join('\n')).toBeLessThan(share * count);
      expect(covered).toBeLessThan(0.01 * count);
      expect(along).toBeLessThan(0.01 * count);
    },
  );

  it('its titles alone are far smaller, and a closed group has room for its button beside its title', () => {
    const look = { width: 1000, isOpen: () => false };
    const [texts, titles] = [
      layOutStory({ machine: shop }, look),
      layOutStory({ machine: shop }, { ...look, hasTitlesOnly: true }),
    ];
    expect(titles.boxes.map(({ id }) => id)).toEqual(
      texts.boxes.map(({ id }) => id).filter((id) => id !== 'shop.*'),
    );
    expect(titles.boxes.flatMap(({ rows }) => rows).every(({ style }) => style === 'title')).toBe(true);
    expect(titles.height).toBeLessThan(texts.height);
    for (const box of titles.boxes.filter(({ isOpen }) => isOpen === false)) {
      const [title] = box.rows;
      const size = titleSizes[box.isMain ? 'main' : 'other'];
      expect(box.x + padding + textWidth(title!.text, size, true)).toBeLessThanOrEqual(handleOf(box).x + 4);
    }
  });

  it('a state says what it has from those around it, the nearer first, and not what it answers itself', () => {
    const { boxes } = layOutStory({ machine: shop }, { width: 1000 });
    const inherited = (id: string) =>
      boxes.find((box) => box.id === id)?.rows.filter(({ style }) => style === 'inherited');
    expect(inherited('shop.day.quiet')?.map(({ text }) => text)).toEqual(['from Day: door opened → Busy']);
    expect(inherited('shop.day.busy')).toEqual([]);
    expect(inherited('shop.night.first')?.map(({ text, targets }) => [text, targets])).toEqual([
      ['from Night: sign turned → Day', ['shop.day']],
    ]);
    const override = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { on: { go: 'b', end: 'b' }, initial: 'x', states: { x: { on: { go: '#m.b' } } } },
        b: {},
      },
    });
    const [, x] = layOutStory({ machine: override }, { width: 1000 }).boxes.filter(
      ({ id }) => id === 'm.a' || id === 'm.a.x',
    );
    expect(x?.rows.filter(({ style }) => style === 'inherited').map(({ text }) => text)).toEqual([
      'from A: end → B',
    ]);
  });

  it('what moves money, or what it buys, has a coin, as a text and on the main way', () => {
    const { boxes, lines } = layOutStory(
      {
        machine: createMachine({
          id: 'm',
          initial: 'a',
          states: {
            a: { on: { pay: { target: 'b', actions: 'charge' }, go: 'c' } },
            b: { on: { back: { target: 'a', actions: 'refund' } } },
            c: {},
          },
        }),
        moves: { charge: 'Charges.', refund: 'Pays back.' },
      },
      { width: 1000 },
    );
    const coins = [...lines.flatMap(({ label }) => label), ...boxes.flatMap(({ rows }) => rows)].filter(
      ({ hasCoin }) => hasCoin,
    );
    expect(coins.map(({ text }) => text)).toEqual(['pay', 'back → A']);
  });

  it('what a person rejects is no failure', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { 'suggestion.rejected': 'b', 'connection.lost': 'b' } }, b: {} },
    });
    expect(allTransitions(machine).map(kindOf)).toEqual(['plain', 'failure']);
  });

  it('what a state does is hidden until asked', () => {
    const upload = catalogue.find(({ name }) => name === 'upload')!;
    const texts = (hasDetails: boolean) =>
      layOutStory(upload, { width: 1000, hasDetails }).boxes.flatMap(({ rows }) =>
        rows.map(({ text }) => text),
      );
    expect(texts(false).filter((text) => /^(does|runs|on entry|on exit): /.test(text))).toEqual([]);
    expect(texts(true).filter((text) => /^(does|runs): /.test(text))).not.toEqual([]);
  });

  it('what is possible in any state is one box', () => {
    const story = layOutStory({ machine: shop }, { width: 1000 });
    expect(rowsOf(story, 'shop.*')).toEqual(['In any state', 'called off → Night']);
  });
});

describe('order and marks of a picture', () => {
  it('places unconnected states from left to right, in machine order', () => {
    const { boxes } = layOutStory({ machine: shop }, { width: 1000 });
    const pauses = ['first', 'second', 'third'].map(
      (key) => boxes.find(({ id }) => id === `shop.night.${key}`)!,
    );
    expect(pauses.map(({ x }) => x)).toEqual(pauses.map(({ x }) => x).toSorted((one, two) => one - two));
    expect(new Set(pauses.map(({ y }) => y)).size).toBe(1);
  });

  it('shows at a glance the way through a group if the machine has nothing else but its door', () => {
    const glanceOf = (machine: Flow['machine'], story?: readonly string[]) =>
      layOutStory({ machine, ...(story && { story }) }, { width: 1000, isGlance: true }).boxes.map(
        ({ id }) => id,
      );
    const walk = { initial: 'asked', states: { asked: { on: { reply: 'told' } }, told: {} } };
    const dialog = { initial: 'closed', states: { closed: { on: { ask: 'open' } }, open: walk } };
    expect(glanceOf(createMachine({ id: 'dialog', ...dialog }))).toEqual([
      'dialog.open.asked',
      'dialog.open.told',
    ]);
    const states = { ...dialog.states, open: { ...walk, on: { keep: 'kept' } }, kept: {} };
    const story = ['closed', 'open.asked', 'open.told', 'kept'];
    expect(glanceOf(createMachine({ id: 'dialog', ...dialog, states }), story)).toEqual([
      'dialog.closed',
      'dialog.open',
      'dialog.kept',
    ]);
  });

  it('marks failure events', () => {
    const kinds = allTransitions(shop).map((one) => [one.id, kindOf(one)]);
    expect(kinds).toContainEqual(['shop.day.busy --line.lost#0--> shop.night', 'failure']);
    expect(kinds).toContainEqual(['shop --called.off#0--> shop.night', 'plain']);
  });

  it('writes a condition as part of a sentence', () => {
    expect(allTransitions(shop).map(conditionWords).filter(Boolean)).toEqual(['if open']);
  });
});

describe('the map of flows', () => {
  it('leads from a recording over price, analysis and notice to the notes', () => {
    const { boxes } = layOutMap(catalogue, { width: 1200 })!;
    const main = boxes.filter(({ isMain }) => isMain).map(({ id }) => id.slice('flows.'.length));
    const journey = [
      'upload',
      'analysis-start',
      'analysis',
      'analysis-job',
      'ready-notice',
      'notes-autosave',
    ];
    expect(main.filter((name) => journey.includes(name))).toEqual(journey);
  });

  it.each(catalogue)('$name names only flows that exist as the next ones', ({ next = {} }) => {
    expect(Object.keys(next).filter((name) => !catalogue.some((flow) => flow.name === name))).toEqual([]);
  });

  it('is not drawn where no flow names a next one', () => {
    expect(layOutMap([gate], { width: 1000 })).toBeUndefined();
  });
});

const casesOf = ({ events }: Flow) =>
  Object.values(events).flatMap((cases) => (cases === 'sentByActor' ? [] : cases));

describe('scripts for a person', () => {
  it('explain how to cause each failure of the catalogue by hand', () => {
    const outcomes = catalogue.flatMap((flow) => Object.values(flow.outcomes).flat());
    const failures = outcomes.filter(({ type }) => type === 'error').map(({ name }) => name);
    const listed = catalogue.flatMap((flow) => Object.keys(flow.byHand ?? {}));
    expect(failures.filter((name) => !listed.includes(name))).toEqual([]);
    const names = [...outcomes, ...catalogue.flatMap(casesOf)].map(({ name }) => name);
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('say what to press, or what to do, for each event of a user', async () => {
    const screens = new Map((await allScreens()).map((screen) => [screen.flow, screen]));
    const silent = catalogue.flatMap((flow) =>
      casesOf(flow).flatMap(({ name, event }) => {
        const gestures = screens.get(flow.name)?.gestures ?? {};
        const isSaid = [`${event.type}: ${name}`, event.type].some((key) => key in gestures);
        return isSaid || flow.byHand?.[name] !== undefined ? [] : [`${flow.name}: ${name}`];
      }),
    );
    expect(silent).toEqual([]);
  });

  it('promise only what is seen in states that exist', async () => {
    const unknown = (await allScreens()).flatMap(({ flow, promises, notOffered = [] }) => {
      const { machine } = catalogue.find(({ name }) => name === flow)!;
      const known = new Set(['', ...allStates(machine).map((node) => node.path.join('.'))]);
      return [...promises, ...notOffered]
        .filter((each) => !known.has(each.in))
        .map((each) => `${flow}: ${each.in}`);
    });
    expect(unknown).toEqual([]);
  });

  it('are marked as not by hand where a page offers nothing to press', async () => {
    const screen = await screenIn('share-link.screen.ts');
    const { flow, scripts } = analyseFlow(catalogue.find(({ name }) => name === screen.flow)!);
    const page = await pageWords(screen, scripts);
    const excused = scripts.filter(({ path: { start, edges } }) =>
      edges.some(({ event }, at) => {
        const before = edges[at - 1]?.state ?? start.state;
        const excuse = event.type === 'user' ? excuseFor(screen, event.event, before) : undefined;
        return excuse !== undefined && excuse.instead === undefined;
      }),
    );
    expect(excused).not.toEqual([]);
    expect(excused.filter((script) => notByHand(flow, script, page) === undefined)).toEqual([]);
  });

  it('name the values of a field that no script types', () => {
    expect(untried(['Session 3', ' '])).toEqual([
      'blanks around it',
      '1,000 characters',
      'another script (“Ἀθῆναι”, “שלום”, “東京”)',
    ]);
    expect(untried(['', ' the bell ', 'a'.repeat(1000), '東京'])).toEqual([]);
  });
});

describe('JSON for Stately Studio', () => {
  it.each(catalogue.map((flow) => [flow.name, flow.machine] as const))('has all of %s', (_, machine) => {
    const read = createMachine(JSON.parse(statelyJson(machine)));
    expect(allTransitions(read).map(({ id }) => id)).toEqual(allTransitions(machine).map(({ id }) => id));
    expect(allStates(read).map(stateId)).toEqual(allStates(machine).map(stateId));
  });
});

describe('JSON for Stately Studio, of code without names', () => {
  it('has a name for each guard, action and actor', () => {
    const machine = createMachine({
      id: 'x',
      initial: 'a',
      entry: [function greet() {}, () => {}],
      states: {
        a: {
          exit: () => {},
          on: { go: { guard: not(() => true), actions: [assign({}), 'shout'], target: 'src' } },
        },
        src: { invoke: [{ id: 'load', src: fromPromise(async () => {}) }, { src: fromCallback(() => {}) }] },
      },
    });
    const json = statelyJson(machine);
    expect(json).not.toContain('null');
    const { entry, states } = JSON.parse(json);
    expect(entry).toEqual([{ type: 'greet' }, { type: 'inline' }]);
    expect(states.a.exit).toEqual({ type: 'exit' });
    expect(states.a.on.go).toMatchObject({
      guard: 'not(inline)',
      actions: [{ type: 'xstate.assign' }, 'shout'],
    });
    expect(states.src.invoke).toMatchObject([{ src: 'load' }, { src: 'callback' }]);
  });
});

describe('values that no script enters', () => {
  const say = (text: string) => ({
    name: text || 'nothing',
    event: { type: 'say', whatToSay: text, times: 1 },
  });
  const machine = createMachine({
    id: 'parrot',
    initial: 'dumb',
    states: { dumb: { on: { say: 'loud' } }, loud: {} },
  });
  const analysis = analyseFlow(inferFlow(machine, { events: { say: [say('hello'), say('東京')] } }));
  const wanted =
    'Try in “Say: what to say” as well: nothing, or only blanks; blanks around it; 1,000 characters';

  it('come from the cases of events where no page says what is typed, in every form, once', () => {
    const markdown = pathsMarkdown(analysis);
    expect(markdown).toContain(
      '- **Say: what to say.** nothing, or only blanks; blanks around it; 1,000 characters',
    );
    const formats = Object.keys(csvFormats) as CsvFormatName[];
    for (const text of [...formats.map((format) => pathsCsv(format, analysis)), pathsGherkin(analysis)])
      expect(text.split(wanted)).toHaveLength(2);
    const first = analysis.scripts.find(({ isSmoke }) => !isSmoke);
    expect(scriptTexts(analysis, undefined).untried).toEqual([
      [first!.id, 'Say: what to say', 'nothing, or only blanks; blanks around it; 1,000 characters'],
    ]);
  });
});

describe('the smoke script', () => {
  it.each([
    ['analysis', 'the analysis is complete'],
    ['feedback', 'wait'],
    ['account-deletion', 'signed out'],
    ['notes-editing', 'it is restored'],
  ])('of %s is its main way: at its end %s', (name, end) => {
    const { scripts } = analyseFlow(catalogue.find((flow) => flow.name === name)!);
    const smoke = scripts.find(({ isSmoke }) => isSmoke)!;
    expect([smoke.kind, smoke.path.edges.at(-1)!.event.name]).toEqual(['positive', end]);
  });
});

describe('titles of paths', () => {
  it('are the same among the smoke scripts as among all: a second import renames none', () => {
    const flows = catalogue.slice(0, 6).map((flow) => ({ analysis: analyseFlow(flow), page: undefined }));
    const written = new Map(scriptExports(flows).map(({ name, content }) => [name, content]));
    const titlesOf = (name: string) =>
      new Set((written.get(name) ?? '').split('\r\n').map((row) => row.split(',').slice(0, 2).join()));
    const all = titlesOf('scripts.csv');
    expect([...titlesOf('smoke-scripts.csv')].filter((one) => !all.has(one))).toEqual([]);
  });

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

  it('states and transitions as tables', () => {
    const page = chartMarkdown(analysis);
    expect(page).toContain('| Awaiting phrase | The gate is shut & listens. | – | waiting |');
    expect(page).toContain('| Awaiting phrase | phrase said | 2. otherwise | Barred | – |');
    expect(page).toContain('| Open | after 5 minutes | – | Awaiting phrase | – |');
    expect(chartsReadme([analysis], () => ({}))).toContain(
      '](gate.md) | 3 | 3/3 | 1/1 | – | 3 | 1 | 3 | 100 % | – | – | – |',
    );
  });

  it('leads only to files that are there', () => {
    const folder = join(import.meta.dirname, '../../docs/flows');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const links = pages.flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)#:\s]+)\)/g)].map(([, to = '']) => ({
        page,
        file: join(folder, page, '..', to),
      })),
    );
    expect(links.length).toBeGreaterThan(2 * catalogue.length);
    expect(links.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it('scripts for a person', () => {
    expect(pathsMarkdown(analysis)).toContain(
      [
        '## gate-19d5p · Wait, in Open → Awaiting phrase',
        '',
        'Priority 2, positive. Start: A traveller arrives. **Awaiting phrase.** The gate is shut & listens.',
        '',
        '1. The traveller says the phrase. → **Open.** Anyone may pass.',
        '2. Time: Wait 5 minutes. → **Awaiting phrase.** The gate is shut & listens.',
      ].join('\n'),
    );
  });

  it('rows for test management, none of which is a formula', () => {
    const rows = pathsCsv('csv', { ...analysis, flow: { ...gate, title: '=The "gate"' } }).split('\r\n');
    expect(rows[0]).toMatch(
      /^gate-n7vby,"The traveller says the phrase, in .*","'=The ""gate""",1,"positive, smoke",yes,/,
    );
    expect(rows).toHaveLength(1 + 1 + 2 + 1);
  });

  it('rows in the shapes of Xray and TestRail, whose cases keep their ids', () => {
    const xray = pathsCsv('xray', analysis).split('\r\n');
    expect(xray[0]).toMatch(
      /^gate-n7vby,.*,1,gate-n7vby positive smoke,The traveller says the phrase,.*,Open/,
    );
    const [first, second] = pathsCsv('testrail', analysis).split('\r\n').slice(-3);
    expect(first).toMatch(/^gate-19d5p,.*,Medium,Functional,Manual,R1.1,/);
    expect(second).toMatch(/^,,,,,,,,Time: Wait 5 minutes,Awaiting phrase/);
  });

  it('marks in every format what nobody can carry out by hand, with the reason', () => {
    const wall = analyseFlow({
      ...gate,
      byHand: { 'the traveller says nonsense': 'Not by hand: nobody may. The tests do.' },
    });
    const reason = 'nobody may. The tests do.';
    const rows = pathsCsv('csv', wall)
      .split('\r\n')
      .filter((row) => row.includes('not-by-hand'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,no: ${reason},`);
    expect(pathsCsv('xray', wall)).toContain(' not-by-hand,');
    expect(pathsCsv('testrail', wall)).toContain(`"Automated, no: ${reason}"`);
    expect(pathsGherkin(wall)).toMatch(
      /# Not by hand: nobody may\. The tests do\.\n {2}@\S+ .* @not-by-hand\n/,
    );
    expect(pathsMarkdown(wall)).toContain(` **Not by hand:** ${reason} Start: `);
    expect(pathsCsv('csv', analysis)).not.toContain('not-by-hand');
  });

  it('say what to press in words: no code, no pattern, no name of a test', async () => {
    const said = (await allScreens()).flatMap(({ gestures, notOffered = [] }) => [
      ...Object.values(gestures).flatMap((way) => (isGesture(way) ? [] : [way.instead])),
      ...notOffered.flatMap(({ instead }) => instead ?? []),
    ]);
    for (const name of ['sign-in', 'campaign-search', 'name-list']) {
      const walked = analyseFlow(catalogue.find((flow) => flow.name === name)!);
      const { pressed } = await pageWords(await screenIn(`${name}.screen.ts`), walked.scripts);
      for (const { path } of walked.scripts) {
        for (const [at, { event }] of path.edges.entries()) {
          const before = path.edges[at - 1]?.state ?? path.start.state;
          if (event.type === 'user') said.push(pressed(event, before) ?? '');
        }
      }
    }
    expect(said.filter((words) => !/^[A-Z][^\\^|*]*[.”]$/s.test(words) || /tests\//.test(words))).toEqual([]);
    expect(said).toContain('Press “Create an account” or “Sign in instead”.');
  });

  it('Gherkin', () => {
    expect(pathsGherkin(analysis)).toContain(
      '    When The traveller says the phrase\n      """json\n      {"phrase":"open"}\n      """\n    Then the state is "Open"\n    When Wait 5 minutes',
    );
    expect(pathsGherkin(analysis)).toContain(
      '  @gate-19d5p @positive @priority-2\n  Scenario: Wait, in Open',
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
