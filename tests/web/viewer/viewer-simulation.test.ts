/** @module-tag everything */
// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { and, assign, fromPromise, not, or, raise, setup, stateIn } from 'xstate';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import { transitionMark } from '#flows/export/golden-json.ts';
import { leafIds, stateTitle } from '#flows/export/step-words.ts';
import type { Flow } from '#flows/flow.ts';
import { TimedModel } from '#flows/timed-model.ts';
import { type Entry, find, searchEntries } from '#flows/viewer/find.ts';
import { foresee, type GuardPart } from '#flows/viewer/guard-truth.ts';
import { neighbour } from '#flows/viewer/neighbour.ts';
import { readOlderVersion } from '#flows/viewer/older-version.ts';
import { placeHash, readPlace } from '#flows/viewer/place.ts';
import { restoreRun, runOf } from '#flows/viewer/run.ts';
import {
  currentMoment,
  playPath,
  type SimulationAction,
  simulate,
  startSimulation,
  takenSoFar,
} from '#flows/viewer/simulation.ts';
import { changedParts, valueLines, valueWords } from '#flows/viewer/value-words.ts';
import { watchReads } from '#flows/viewer/watch-reads.ts';
import { catalogue } from '#machines/index.ts';
import { flowRecords } from '../../../src/setup/flow-records.ts';

const machine = setup({
  types: {} as {
    context: { code: string; wrong: number };
    events: { type: 'knock' } | { type: 'code'; value: string };
  },
  actors: { open: fromPromise<string>(() => Promise.reject(new Error('not provided'))) },
  delays: { patience: 300_000, rest: 1000 },
  guards: {
    isRight: ({ context }, { value }: { value: string }) => context.code === value,
    isPatient: ({ context }) => context.wrong < 2,
  },
  actions: { count: assign({ wrong: ({ context }) => context.wrong + 1 }) },
}).createMachine({
  id: 'door',
  initial: 'closed',
  context: { code: 'tide', wrong: 0 },
  states: {
    closed: { description: 'Nobody is there.', on: { knock: 'asking' } },
    asking: {
      description: 'A word is asked for.',
      after: { patience: 'closed' },
      on: {
        code: [
          { guard: { type: 'isRight', params: ({ event }) => ({ value: event.value }) }, target: 'opening' },
          { guard: 'isPatient', actions: 'count' },
          { target: 'locked' },
        ],
      },
    },
    opening: {
      description: 'It opens.',
      invoke: { id: 'open', src: 'open', onDone: 'ended', onError: 'closed' },
    },
    locked: { description: 'It rests.', after: { rest: 'closed' } },
    ended: { description: 'It is open.', type: 'final' },
  },
});

const door: Flow = {
  name: 'door',
  title: 'Door',
  paragraph: 'Opens for whoever knows the word.',
  requirements: ['R4.18'],
  machine,
  scenarios: [{ name: 'night' }],
  events: {
    knock: [{ name: 'someone knocks', event: { type: 'knock' } }],
    code: [
      { name: 'the right word', event: { type: 'code', value: 'tide' } as { type: string } },
      { name: 'a wrong word', event: { type: 'code', value: 'ebb' } as { type: string } },
    ],
  },
  outcomes: {
    open: [
      { name: 'it opens', type: 'done', output: 'wide' },
      { name: 'it sticks', type: 'error', error: { message: 'stuck' } },
    ],
  },
};

const model = new TimedModel(door);

function play(...steps: readonly (string | SimulationAction)[]) {
  return steps.reduce(
    (simulation, step) => {
      const { state } = currentMoment(simulation);
      const action: SimulationAction =
        typeof step === 'string'
          ? { type: 'happen', event: model.eventsIn(state).find(({ name }) => name === step)! }
          : step;
      return simulate(model, simulation, action);
    },
    startSimulation(model, 'night'),
  );
}

const title = (simulation: ReturnType<typeof play>) => stateTitle(currentMoment(simulation).state);

describe('simulation', () => {
  it('plays events with the machine’s own guards', () => {
    expect(title(play('someone knocks', 'the right word'))).toBe('Opening');
    expect(title(play('someone knocks', 'a wrong word'))).toBe('Asking');
    expect(title(play('someone knocks', 'a wrong word', 'a wrong word', 'a wrong word'))).toBe('Locked');
  });

  it('takes the chosen outcome for the running work', () => {
    expect(title(play('someone knocks', 'the right word', 'it sticks'))).toBe('Closed');
    expect(currentMoment(play('someone knocks', 'the right word', 'it opens')).state.status).toBe('done');
  });

  it('does nothing a millisecond before a delay, and acts at its time', () => {
    const early = play('someone knocks', { type: 'wait', milliseconds: 299_999 });
    expect(title(early)).toBe('Asking');
    const late = simulate(model, early, { type: 'wait', milliseconds: 1 });
    expect(title(late)).toBe('Closed');
    expect(currentMoment(late).at).toBe(300_000);
  });

  it('a long wait stops at each delay, at its own time', () => {
    const simulation = play('someone knocks', { type: 'wait', milliseconds: 400_000 });
    expect(simulation.moments.map(({ at }) => at)).toEqual([0, 0, 300_000, 400_000]);
  });

  it('goes back, forward, another way from there, and back to the start', () => {
    const there = play('someone knocks', 'a wrong word');
    const back = simulate(model, there, { type: 'goTo', position: 1 });
    expect(title(back)).toBe('Asking');
    expect(currentMoment(back).state.machine.context.wrong).toBe(0);
    expect(simulate(model, back, { type: 'goTo', position: 2 })).toEqual(there);
    const other = simulate(model, back, { type: 'wait', milliseconds: 300_000 });
    expect(other.moments).toHaveLength(3);
    expect(title(other)).toBe('Closed');
    expect(simulate(model, other, { type: 'start', scenario: 'night' }).moments).toHaveLength(1);
    expect(simulate(model, other, { type: 'goTo', position: 99 }).position).toBe(2);
  });

  it('returns the transitions taken up to the current moment', () => {
    const there = play('someone knocks', 'the right word');
    expect(takenSoFar(there).size).toBe(2);
    expect([...takenSoFar({ ...there, position: 1 })]).toEqual(['door.closed --knock#0--> door.asking']);
  });
});

describe('guards', () => {
  const seen = (...steps: readonly string[]) => {
    const { state } = currentMoment(play(...steps.slice(0, -1)));
    const event = model.eventsIn(state).find(({ name }) => name === steps.at(-1))!;
    return foresee(model, state, event).guards.map(({ words, holds, readings }) => ({
      words,
      holds,
      readings: readings.map(({ where, value }) => `${where}=${String(value)}`),
    }));
  };

  it('are shown in order, with the values they read', () => {
    expect(seen('someone knocks', 'the right word')).toEqual([
      { words: 'Is right', holds: true, readings: ['value=tide', 'code=tide'] },
    ]);
    expect(seen('someone knocks', 'a wrong word')).toEqual([
      { words: 'Is right', holds: false, readings: ['value=ebb', 'code=tide'] },
      { words: 'Is patient', holds: true, readings: ['wrong=0'] },
    ]);
    expect(seen('someone knocks', 'a wrong word', 'a wrong word', 'a wrong word').at(-1)).toMatchObject({
      words: 'Is patient',
      holds: false,
    });
  });

  it('show the value they judged, not the previous one', () => {
    const bell = setup({
      types: {} as {
        context: { kept: string | null };
        events: { type: 'rung'; tone: string } | { type: 'heard'; tone: string };
      },
      guards: {
        isDeep: (_, { tone }: { tone: string }) => tone === 'deep',
        isKept: ({ context }) => context.kept !== null,
      },
    }).createMachine({
      id: 'bell',
      type: 'parallel',
      context: { kept: null },
      states: {
        rope: {
          initial: 'still',
          states: {
            still: { on: { rung: { actions: raise(({ event }) => ({ type: 'heard', tone: event.tone })) } } },
          },
        },
        ear: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                heard: {
                  guard: { type: 'isDeep', params: ({ event }) => event },
                  target: 'deciding',
                  actions: assign({ kept: ({ event }) => event.tone }),
                },
              },
            },
            deciding: { always: { guard: 'isKept', target: 'awake' } },
            awake: {},
          },
        },
      },
    });
    const rings = new TimedModel({
      ...door,
      machine: bell,
      events: {
        rung: [{ name: 'it is rung', event: { type: 'rung', tone: 'deep' } as { type: string } }],
        heard: 'sentByActor',
      },
      outcomes: {},
    });
    const start = rings.start(undefined);
    const { guards } = foresee(rings, start, rings.eventsIn(start)[0]!);
    expect(guards.map(({ words, holds, readings }) => ({ words, holds, readings }))).toEqual([
      { words: 'Is deep', holds: true, readings: [{ where: 'tone', value: 'deep' }] },
      { words: 'Is kept', holds: true, readings: [{ where: 'kept', value: 'deep' }] },
    ]);
  });

  it('evaluates every part of a composed guard, whatever it contains', () => {
    const gate = setup({
      types: {} as { context: { isPaid: boolean; age: number } },
      guards: { isPaid: ({ context }) => context.isPaid, isAdult: ({ context }) => context.age >= 18 },
    }).createMachine({
      id: 'gate',
      type: 'parallel',
      context: { isPaid: false, age: 20 },
      states: {
        bar: {
          initial: 'down',
          states: {
            down: {
              on: {
                car: {
                  guard: and(['isAdult', or(['isPaid', not(stateIn({ lamp: 'red' }))])]),
                  target: 'up',
                },
              },
            },
            up: {},
          },
        },
        lamp: { initial: 'red', states: { red: {} } },
      },
    });
    const gates = new TimedModel({
      ...door,
      machine: gate,
      events: { car: [{ name: 'a car comes', event: { type: 'car' } }] },
      outcomes: {},
    });
    const start = gates.start(undefined);
    const [guard] = foresee(gates, start, gates.eventsIn(start)[0]!).guards;
    const told = ({ words, holds, parts }: GuardPart): unknown => ({
      [words]: holds,
      parts: parts.map(told),
    });
    expect(told(guard!)).toEqual({
      'Is adult and (is paid or not in lamp › red)': false,
      parts: [
        { 'Is adult': true, parts: [] },
        {
          'Is paid or not in lamp › red': false,
          parts: [
            { 'Is paid': false, parts: [] },
            { 'Not in lamp › red': false, parts: [{ 'In lamp › red': true, parts: [] }] },
          ],
        },
      ],
    });
  });

  it('reports only the end of a chain of reads, and the reads before a failure', () => {
    const given = { context: { upload: { status: 'open' }, none: null as null | { a: 1 } } };
    expect(watchReads(given, ({ context }) => context.upload.status)).toEqual([
      { where: 'upload › status', value: 'open' },
    ]);
    expect(watchReads(given, ({ context }) => (context.none as { a: 1 }).a)).toEqual([
      { where: 'none', value: null },
    ]);
  });
});

describe('every generated path, played in the viewer, equals the golden path', () => {
  interface GoldenStep {
    state: string[];
    takes?: string[];
  }
  interface Golden {
    paths: {
      id: string;
      scenario: string;
      start: GoldenStep;
      steps: (GoldenStep & Record<string, unknown>)[];
    }[];
  }

  const key = (step: Record<string, unknown>): string =>
    'wait' in step
      ? 'wait'
      : 'actor' in step
        ? `${String(step.actor)} → ${String(step.outcome)}`
        : `${String(step.event)}: ${String(step.user)}`;

  it.each(catalogue)('$name', async (flow) => {
    const [record] = await flowRecords([flow]);
    const golden = JSON.parse(record!.golden) as Golden;
    const played = new TimedModel(flow);
    for (const { id, scenario, start, steps } of golden.paths) {
      const moments = playPath(played, { id, title: '', scenario, steps: steps.map(key) });
      expect(moments.map(({ state }) => leafIds(state))).toEqual([start, ...steps].map(({ state }) => state));
      expect(moments.map(({ state }) => state.trace.taken.map((one) => transitionMark(one.id)))).toEqual(
        [start, ...steps].map(({ takes = [] }) => takes),
      );
    }
  });

  it('reports a step that cannot happen', () => {
    const path = { id: 'door/1', title: '', scenario: 'night', steps: ['knock: someone knocks', 'wat'] };
    expect(() => playPath(model, path)).toThrow('door/1: "wat" cannot happen after 1 steps.');
  });
});

describe('search', () => {
  const entries = searchEntries({
    title: 'Test',
    catalogue: [door],
    flows: {},
    requirements: { 'R4.18': 'An overlay waits.' },
  });
  const found = (search: string) =>
    find(entries, search).hits.map(({ kind, state }) => `${kind} ${state ?? ''}`.trim());

  it.each([
    ['5 minutes', ['transition asking']],
    ['asking 5 MINUTES', ['transition asking']],
    ['r4.18', ['requirement', 'flow']],
    ['word is asked', ['state asking', 'transition asking', 'transition asking', 'transition asking']],
    ['knocks', ['transition closed']],
    ['opening sticks stuck', ['outcome opening']],
    ['knock', ['transition closed']],
    ['minutes', ['transition asking']],
    ['nutes', []],
    ['(', []],
    ['What happens 5 minutes after they asked for it?', ['transition asking']],
    ['when', ['transition opening']],
    ['nothing of the kind', []],
    ['  ', []],
  ])('%s', (search, hits) => {
    expect(found(search)).toEqual(hits);
  });
});

describe('questions of a reader who only knows the site', () => {
  const entries = searchEntries({ title: 'All', catalogue, flows: {}, requirements: {} });

  it.each([
    ['when does polling stop?', /^The server runs another version, and no issues are flagged/],
    ['which flow waits longest?', /^After 14 days → Overdue/],
    ['what does a player see when a link is revoked while reading?', /keeps what is on the screen/],
    ['what if a payment is late?', /takes longer than usual/],
    ['is an upload lost when the tab is closed?', /^The upload survives|^Sends a recording/],
    ['what if a card is declined when the subscription renews?', /has two weeks to pay/],
    ['who wins if two people edit the same section?', /nothing is overwritten unseen|conflicting version/],
    ['does a crash of the server cost credits?', /a crash costs no finished work/],
    ['how long can the user undo?', /^After 1 minute → Removing/],
    ['how long does the page wait for the answer of a language model?', /^After 5 minutes → Unanswered/],
    ['what happens when the network is gone during an upload?', /^Connection lost → Offline/],
    ['what does the user see if cancelling comes too late?', /can no longer (be )?cancel/],
    ['when is the user charged?', /^Charges nothing before every line is checked/],
    ['until when can a run be cancelled?', /can cancel until the notes are being written/],
  ])('%s', (question, answer) => {
    const best = find(entries, question).hits.slice(0, 3);
    expect(best.some(({ title, text }) => answer.test(title) || answer.test(text))).toBe(true);
  });
});

describe('ranks results', () => {
  const searchable = searchEntries({ title: 'Test', catalogue: [door], flows: {}, requirements: {} });
  const entry = (title: string, text: string): Entry => ({
    flow: door,
    kind: 'state',
    state: null,
    title,
    text,
    also: [],
    haystack: `${title} ${text}`.toLowerCase(),
  });

  it('by exact title, phrase in a title, phrase in a text, all words, words elsewhere', () => {
    const entries = [
      entry('Rest', 'It stops; then polling is over.'),
      entry('When polling', 'It stops.'),
      entry('End', 'Here polling stops.'),
      entry('Why polling stops', ''),
      entry('Polling stops', ''),
    ];
    expect(find(entries, 'polling stops').hits.map(({ title }) => title)).toEqual([
      'Polling stops',
      'Why polling stops',
      'End',
      'When polling',
      'Rest',
    ]);
  });

  it('finds another form of a word, says in which order waits come, and repeats a time as it was asked', () => {
    expect(find([entry('Erasing a voice', '')], 'erase voice').hits).toHaveLength(1);
    expect(find([entry('Being away', '')], 'bee').hits).toEqual([]);
    expect(find(searchable, 'longest wait').order).toBe('the longest first');
    expect(find(searchable, 'after 30 days').missing).toEqual(['30 days']);
  });

  it.each([
    ['email', 'The e-mail is sent.', 'e-mail'],
    ['e-mail', 'An email is sent.', 'email'],
    ['phone', 'Not on a telephone.', 'telephone'],
  ])('%s finds “%s”', (search, text, word) => {
    const entries = [entry('Mail', text)];
    const made = entries.map((one) => ({ ...one, haystack: one.haystack.replace('e-mail', 'email') }));
    const { hits, marked } = find(made, search);
    expect(hits).toEqual(made);
    expect(text.match(marked!)?.[0]).toBe(word);
  });

  it('lists words without results', () => {
    const entries = [entry('Polling', 'It goes on.')];
    expect(find(entries, 'polling zebra')).toMatchObject({ hits: entries, missing: ['zebra'] });
    expect(find(entries, 'zebra (crossing')).toMatchObject({ hits: [], missing: ['zebra', 'crossing'] });
  });
});

describe('addresses', () => {
  it.each([
    ['', { flow: null, state: null }],
    ['#/', { flow: null, state: null }],
    ['#/sign-in', { flow: 'sign-in', state: null }],
    ['#/upload/transfer.sending', { flow: 'upload', state: 'transfer.sending' }],
    ['#/a%2Fb/c%20d', { flow: 'a/b', state: 'c d' }],
    ['#/?search=what%3F', { flow: null, state: null, search: 'what?' }],
    ['#/upload?show=R1.1', { flow: 'upload', state: null, show: 'R1.1' }],
  ])('%s', (hash, place) => {
    expect(readPlace(hash)).toEqual(place);
    expect(readPlace(placeHash(place))).toEqual(place);
  });

  it('returns an invalid one unchanged', () => {
    expect(readPlace('#/%E0%A4%A')).toEqual({ flow: '%E0%A4%A', state: null });
  });
});

describe('values in words', () => {
  it('reads naturally', () => {
    expect(['', null, true, 3, [], { a: { b: 'c' } }].map((value) => valueWords(value))).toEqual([
      'empty text',
      'nothing',
      'yes',
      '3',
      'empty',
      'a (b “c”)',
    ]);
    expect(valueWords('x'.repeat(200))).toHaveLength(140);
    expect(valueLines({ failedAttempts: 2, parts: ['a'] })).toEqual([
      { depth: 0, name: 'failed attempts', value: '2' },
      { depth: 0, name: 'parts' },
      { depth: 1, name: '1.', value: '“a”' },
    ]);
    expect([...changedParts({ a: 1, b: 2 }, { a: 1, b: 3 })]).toEqual(['b']);
  });
});

describe('values in words that people use', () => {
  const id = '01900000-0000-7000-8000-00000000c001';

  it.each([
    ['now', Date.UTC(2026, 0, 5, 8), '5 January 2026 at 08:00 UTC'],
    ['expiresAt', '2026-01-08T00:00:00.000Z', '8 January 2026 at 00:00 UTC'],
    ['durationSeconds', 12_420, '3 hours 27 minutes'],
    ['sizeBytes', 10_485_760, '10.5 MB'],
    ['sizeBytes', 12, '12 bytes'],
    ['attempts', 12_000, '12,000'],
    ['sessionId', id, 'an id'],
  ])('%s %s reads %s', (name, value, text) => {
    expect(valueWords(value, name)).toBe(text);
    expect(valueLines({ [name]: value })[0]!.value).toBe(text);
  });

  it('uses a flow’s own names for parts, and hides internal ones', () => {
    const names = { offset: 'sent so far, in bytes', tusUrl: '' };
    const value = { upload: { id, offset: 5_242_880, tusUrl: '/one', eta: null } };
    expect(valueLines(value, names).map(({ name, value, isInner }) => [name, value, isInner])).toEqual([
      ['upload', undefined, undefined],
      ['id', 'an id', true],
      ['sent so far', '5.2 MB', undefined],
      ['tus url', '“/one”', true],
      ['eta', 'nothing', true],
    ]);
    expect(valueWords(value.upload, '', names)).toBe('sent so far 5.2 MB');
  });

  it('omits ids from a line of several values', () => {
    expect(valueWords({ id, name: 'tide' })).toBe('name “tide”');
    expect(valueWords({ id })).toBe('');
  });
});

describe('an older version of a chart', () => {
  it('is read from the file next to the chart', () => {
    const structure = chartStructure(door);
    expect(readOlderVersion(structureJson(structure), 'door')).toEqual(JSON.parse(JSON.stringify(structure)));
  });

  it.each([
    ['{', 'This file is not JSON.'],
    ['null', 'This file contains no chart. Choose the door.json of an older version, from docs/flows.'],
    [
      '{"flow":"gate","states":[],"transitions":[],"delays":{}}',
      'This file is of the flow “gate”, not of “door”.',
    ],
  ])('rejects %s', (text, message) => {
    expect(() => readOlderVersion(text, 'door')).toThrow(message);
  });
});

describe('moving on the chart', () => {
  const box = (id: string, x: number, y: number) => ({
    kind: 'state' as const,
    id,
    x,
    y,
    width: 100,
    height: 50,
    depth: 0,
    isMain: false,
    rows: [],
  });
  it('the arrow keys select the next state', () => {
    const boxes = [box('a', 0, 0), box('b', 200, 10), box('c', 20, 300)];
    expect(neighbour(boxes, boxes[0]!, 'ArrowRight')?.id).toBe('b');
    expect(neighbour(boxes, boxes[0]!, 'ArrowDown')?.id).toBe('c');
    expect(neighbour(boxes, boxes[0]!, 'ArrowLeft')).toBeUndefined();
  });
});

describe('links', () => {
  const paths = [
    { id: 'door/1', title: 'In', scenario: door.scenarios[0]!.name, steps: [] as readonly string[] },
  ];

  it('restore the same run', () => {
    let simulation = play('someone knocks', 'a wrong word');
    simulation = simulate(model, simulation, { type: 'wait', milliseconds: 299_000 });
    const run = runOf(simulation);
    const hash = placeHash({ flow: 'door', state: null, run });
    const restored = restoreRun(model, paths, readPlace(hash).run!);
    expect(restored.problem).toBeNull();
    expect(restored.simulation.moments.map(({ did, at }) => ({ did, at }))).toEqual(
      simulation.moments.map(({ did, at }) => ({ did, at })),
    );
    expect(runOf(restored.simulation)).toEqual(run);
  });

  it('show a path at its step', () => {
    const keys = play('someone knocks', 'a wrong word')
      .moments.slice(1)
      .map(({ key }) => key);
    const path = { ...paths[0]!, steps: keys };
    const hash = placeHash({ flow: 'door', state: 'asking', run: { path: 'door/1', step: 1 } });
    const place = readPlace(hash);
    expect(place.state).toBe('asking');
    const { simulation, problem } = restoreRun(model, [path], place.run!);
    expect([simulation.position, simulation.path, problem]).toEqual([1, 'door/1', null]);
  });

  it.each([
    [{ path: 'door/9', step: 1 }, /does not have/, 0],
    [{ path: 'door/1', step: 4 }, /has only 0 steps/, 0],
    [{ start: 'a storm', did: [] }, /does not know/, 0],
    [
      { start: door.scenarios[0]!.name, did: ['knock: someone knocks', 'gone'] },
      /its step \d cannot happen/,
      1,
    ],
  ])('of another version: %j says so, and restores what it can', (run, words, most) => {
    const { simulation, problem } = restoreRun(model, paths, run);
    expect(problem).toMatch(words);
    expect(simulation.position).toBeLessThanOrEqual(most);
  });

  it('are empty if nothing has happened', () => {
    expect(runOf(play())).toBeUndefined();
    expect(readPlace('#/door').run).toBeUndefined();
    expect(readPlace('#/door?path=door%2F1&step=-3').run).toEqual({ path: 'door/1', step: 0 });
  });
});

describe('a search by other words', () => {
  const all = searchEntries({ title: '', catalogue, flows: {}, requirements: {} });
  const flowsOf = (search: string) => new Set(find(all, search).hits.map(({ flow }) => flow.name));

  it.each(['5 minutes', 'five minutes', '300 s', '5-minute', '300000 ms'])('%s is one duration', (search) => {
    expect(flowsOf(search)).toEqual(flowsOf('5 minutes'));
    expect(flowsOf(search)).toContain('account-deletion');
  });

  it('a duration is not found in a longer one', () => {
    expect(find(all, '0.15 s').hits.every(({ haystack }) => haystack.includes('time150ms'))).toBe(true);
    expect(find(all, '0.15 s').hits.length).toBeGreaterThan(0);
  });

  it.each([
    ['GDPR', 'account-deletion'],
    ['delete my data', 'account-deletion'],
    ['refund', 'analysis-job'],
    ['login', 'sign-in'],
    ['invoice', 'billing-portal'],
    ['cookies', 'consent'],
    ['Discord', 'notes-posting'],
  ])('%s leads to %s', (search, flow) => {
    expect(flowsOf(search)).toContain(flow);
  });

  it.each([
    ['log in', 'Flow', 'sign-in'],
    ['timeout', 'state', 'account-deletion'],
    ['time-out', 'state', 'account-deletion'],
    ['GDPR', 'flow', 'account-deletion'],
    ['recording a session', 'flow', 'recording'],
  ])('%s finds a %s first: %s', (search, kind, flow) => {
    const [first] = find(all, search).hits;
    expect([first?.kind, first?.flow.name]).toEqual([kind.toLowerCase(), flow]);
  });

  it.each(['timeout', 'time-outs', 'delays'])('%s finds whatever waits, also without the word', (search) => {
    const waits = find(all, 'longest').hits;
    expect(find(all, search).hits).toEqual(expect.arrayContaining(waits));
  });

  it('“how long” alone finds every wait, the longest first', () => {
    expect(find(all, 'How long?').hits).toEqual(find(all, 'longest').hits);
  });

  it('the longest wait is the first of “longest”, and the shortest of “shortest”', () => {
    const times = (search: string) =>
      find(all, search).hits.map(({ haystack }) => Number(/time(\d+)ms/.exec(haystack)![1]));
    expect(times('longest wait').length).toBeGreaterThan(20);
    expect(times('longest wait')).toEqual(times('longest wait').toSorted((one, two) => two - one));
    expect(times('shortest')).toEqual(
      times('longest')
        .toReversed()
        .toSorted((one, two) => one - two),
    );
  });
});
