import { describe, expect, it } from 'vitest';
import { assign, createActor, fromCallback, fromPromise, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { replay } from '#flows/replay.ts';
import { tours } from '#flows/tour.ts';
import { allTransitions } from '#flows/transitions.ts';
import { single } from '../support/small-flow.ts';

interface DoorOptions {
  closesTo?: 'closed' | 'locked';
  isGuarded?: boolean;
  patience?: number;
  delay?: string;
  hasExtra?: boolean;
  greeting?: 'greet' | 'grumble';
}

function door({
  closesTo = 'closed',
  isGuarded = true,
  patience = 5000,
  delay = 'patience',
  hasExtra,
  greeting = 'greet',
}: DoorOptions = {}) {
  return setup({
    types: {} as {
      context: { knocks: number };
      events: { type: 'knock'; word: string } | { type: 'lock' } | { type: 'rang' };
    },
    actors: {
      askBell: fromPromise<string>(async () => 'ding'),
      listen: fromCallback(() => {}),
    },
    actions: {
      greet: () => {},
      grumble: () => {},
      count: assign({ knocks: ({ context }) => context.knocks + 1 }),
    },
    guards: {
      wordIsRight: ({ event }) => event.type === 'knock' && event.word === 'friend',
      knockedOften: ({ context }) => context.knocks >= 2,
    },
    delays: { patience, never: 1 },
  }).createMachine({
    id: 'door',
    context: { knocks: 0 },
    initial: 'closed',
    invoke: { id: 'listen', src: 'listen', onError: '.locked' },
    on: { rang: '.ringing' },
    states: {
      closed: {
        on: {
          knock: [
            { ...(isGuarded ? { guard: 'wordIsRight' as const } : {}), target: 'open', actions: greeting },
            { guard: 'knockedOften', target: 'locked' },
            { actions: 'count' },
          ],
        },
      },
      open: {
        on: { lock: 'locked' },
        after: { [delay]: closesTo },
      },
      ringing: {
        invoke: { id: 'askBell', src: 'askBell', onDone: 'open', onError: 'closed' },
      },
      locked: { type: 'final' },
      ...(hasExtra ? { cellar: { on: { lock: 'locked' as const } } } : {}),
    },
  });
}

function doorFlow(options?: DoorOptions): Flow {
  return {
    name: 'door',
    title: 'Door',
    paragraph: 'A door.',
    requirements: [],
    machine: door(options),
    scenarios: [{ name: 'at the door' }],
    events: {
      knock: [
        { name: 'someone says friend', event: { type: 'knock', word: 'friend' } as { type: 'knock' } },
        { name: 'someone says enemy', event: { type: 'knock', word: 'enemy' } as { type: 'knock' } },
      ],
      lock: [{ name: 'the key is turned', event: { type: 'lock' } }],
      rang: 'sentByActor',
    },
    outcomes: {
      askBell: [
        { name: 'the bell answers', type: 'done', output: 'ding' },
        { name: 'the bell is broken', type: 'error', error: new Error('broken') },
      ],
      listen: [
        { name: 'the bell rings', type: 'emits', event: { type: 'rang' } },
        { name: 'the ear is deaf', type: 'error', error: 'deaf' },
      ],
    },
  };
}

describe('transition ids', () => {
  it('name source, event, place, guard and targets', () => {
    expect(allTransitions(door()).map(({ id }) => id)).toEqual([
      'door --rang#0--> door.ringing',
      'door --error(listen)#0--> door.locked',
      'door.closed --knock#0[wordIsRight]--> door.open',
      'door.closed --knock#1[knockedOften]--> door.locked',
      'door.closed --knock#2--> (stays)',
      'door.open --lock#0--> door.locked',
      'door.open --after(patience)#0--> door.closed',
      'door.ringing --done(askBell)#0--> door.open',
      'door.ringing --error(askBell)#0--> door.closed',
    ]);
  });

  it('are found in what XState reports as taken (its internals have the shape that the tool reads)', () => {
    const machine = door();
    const definitions = new Map(
      allTransitions(machine).map(({ definition, id }) => [definition as unknown, id]),
    );
    const taken: unknown[] = [];
    const actor = createActor(machine, {
      inspect: (inspected) => {
        if (inspected.type === '@xstate.microstep') {
          taken.push(...inspected._transitions.map((one) => definitions.get(one)));
        }
      },
    }).start();
    actor.send({ type: 'knock', word: 'friend' });
    expect(taken).toEqual(['door.closed --knock#0[wordIsRight]--> door.open']);
    actor.stop();
  });
});

describe('a sound flow', () => {
  const analysis = analyseFlow(doorFlow());

  it('has no problems, and its tours cover everything', () => {
    expect(analysis.problems).toEqual([]);
    expect(analysis.counts).toMatchObject({
      transitions: 9,
      transitionsTaken: 9,
      guards: 2,
      guardsBothWays: 2,
      outcomes: 4,
      outcomesSeen: 4,
    });
  });

  it('always makes the same paths', () => {
    const keys = (flow: Flow) =>
      tours(exploreModel(flow)).map(({ edges }) => edges.map(({ event }) => event.key).join(', '));
    expect(keys(doorFlow())).toEqual(keys(doorFlow()));
  });

  it('takes an inherited transition from every leaf', () => {
    const leaves = analysis.tours
      .flatMap(({ edges }) => edges)
      .flatMap(({ state }) => state.trace.taken)
      .filter(({ id }) => id === 'door --rang#0--> door.ringing')
      .flatMap((taken) => taken.leaves);
    expect(new Set(leaves)).toEqual(new Set(['door.closed', 'door.open', 'door.ringing']));
  });

  it('reports effects: actors with their input, actions by name', () => {
    const [first] = analysis.tours;
    expect(first?.start.state.trace.effects).toEqual([{ kind: 'start', name: 'listen' }]);
    const effects = analysis.tours.flatMap(({ edges }) => edges.flatMap(({ state }) => state.trace.effects));
    expect(effects).toContainEqual({ kind: 'action', name: 'greet' });
    expect(effects).toContainEqual({ kind: 'stop', name: 'askBell' });
  });
});

describe('the paths of a sound machine detect', () => {
  const paths = tours(exploreModel(doorFlow()));
  const differences = (options: DoorOptions) => paths.flatMap((path) => replay(path, door(options)));

  it('nothing in a sound machine', () => {
    expect(differences({})).toEqual([]);
  });

  it('a transition to another state', () => {
    const [first] = differences({ closesTo: 'locked' });
    expect(first).toMatchObject({ event: 'wait', aspect: 'value', expected: '"closed"', actual: '"locked"' });
  });

  it('a removed guard', () => {
    expect(differences({ isGuarded: false })).toContainEqual(
      expect.objectContaining({ event: 'knock: someone says enemy', aspect: 'value', actual: '"open"' }),
    );
  });

  it('a delay that is one millisecond too short or too long', () => {
    expect(differences({ patience: 4999 })[0]).toMatchObject({
      aspect: 'one millisecond early',
      actual: 'door.open --after(patience)#0--> door.closed',
    });
    expect(differences({ patience: 5001 })[0]).toMatchObject({
      event: 'wait',
      aspect: 'value',
      actual: '"open"',
    });
  });

  it('an exchanged action', () => {
    expect(differences({ greeting: 'grumble' })[0]).toMatchObject({
      event: 'knock: someone says friend',
      aspect: 'effects',
      expected: '{"kind":"action","name":"greet"}',
      actual: '{"kind":"action","name":"grumble"}',
    });
  });

  it('a misspelled delay, which fires at once', () => {
    expect(differences({ delay: 'patiense' })[0]).toMatchObject({ expected: '"open"', actual: '"closed"' });
  });
});

describe('fails by name if no path can meet', () => {
  it('a transition', () => {
    expect(analyseFlow(doorFlow({ hasExtra: true })).problems).toEqual([
      'unreachable: door.cellar --lock#0--> door.locked',
      'the state is never active: door.cellar',
    ]);
  });

  it('a transition behind one without a guard', () => {
    const { problems } = analyseFlow(doorFlow({ isGuarded: false }));
    expect(problems).toContain('unreachable: door.closed --knock#1[knockedOften]--> door.locked');
    expect(problems).toContain('unreachable: door.closed --knock#2--> (stays)');
  });

  it('reports a guard that never fails, an unhandled case, and an outcome that never happens', () => {
    const flow = doorFlow();
    const { problems } = analyseFlow({
      ...flow,
      events: {
        ...flow.events,
        knock: (flow.events.knock as Exclude<Flow['events'][string], string>).slice(0, 1),
        shout: [{ name: 'someone shouts', event: { type: 'shout' } }],
      },
      outcomes: { ...flow.outcomes, askNobody: [{ name: 'silence', type: 'done', output: null }] },
    });
    expect(problems).toContain('unreachable: door.closed --knock#0[wordIsRight]--> door.open refused');
    expect(problems).toContain('unreachable: case shout: someone shouts');
    expect(problems).toContain('unreachable: outcome askNobody: silence');
  });

  it('unless it is excluded; an unnecessary exclusion fails too', () => {
    const cellar = 'door.cellar --lock#0--> door.locked';
    const exclude = [{ transition: cellar, reason: 'No door leads there.' }];
    expect(analyseFlow({ ...doorFlow({ hasExtra: true }), exclude }).problems).toEqual([]);
    expect(analyseFlow({ ...doorFlow(), exclude }).problems).toEqual([`excluded but unknown: ${cellar}`]);
    const open = 'door.open --lock#0--> door.locked';
    expect(analyseFlow({ ...doorFlow(), exclude: [{ transition: open, reason: '' }] }).problems).toEqual([
      `excluded but reachable: ${open}`,
    ]);
  });

  it('an actor without declared outcomes', () => {
    expect(() => analyseFlow({ ...doorFlow(), outcomes: {} })).toThrow(
      'the actor "listen" has no declared outcomes',
    );
  });

  it('an endless model', () => {
    const counter = setup({
      types: {} as { context: { count: number }; events: { type: 'more' } },
      actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
    }).createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'on',
      states: { on: { on: { more: { actions: 'count' } } } },
    });
    const flow = single(counter, { events: { more: [{ name: 'one more', event: { type: 'more' } }] } });
    const { problems } = analyseFlow(flow, 50);
    expect(problems).toEqual([
      expect.stringMatching(/^more than 50 model states: not all were explored; give an abstraction/),
    ]);
  });
});
