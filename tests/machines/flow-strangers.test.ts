import { describe, expect, it } from 'vitest';
import {
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  raise,
  sendTo,
} from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { examplesOf } from '#flows/examples.ts';
import { inertMachine } from '#flows/inert/inert-machine.ts';
import { inferFlow } from '#flows/infer.ts';
import { exploreModel, stateLimit } from '#flows/model-graph.ts';

const analysed = (machine: AnyStateMachine) => analyseFlow(inferFlow(machine));
const problemsOf = (machine: AnyStateMachine) => analysed(machine).problems;
const sentBy = (machine: AnyStateMachine) =>
  analysed(machine).graph.nodes.flatMap(({ edges }) => edges.flatMap(({ state }) => state.trace.effects));

interface Named {
  names: readonly string[];
}

const noNames: Named = { names: [] };

describe('machines of strangers, with nothing but the machine', () => {
  it('a list that grows without end is said, within the limit', () => {
    const machine = createMachine({
      id: 'list',
      context: noNames,
      on: {
        add: { actions: assign({ names: ({ context }) => [...context.names, 'one'] }) },
        clear: { actions: assign(noNames) },
      },
    });
    const { problems, graph } = analysed(machine);
    expect(problems).toEqual([expect.stringMatching(/^more than \d+ model states/)]);
    expect(graph.expanded).toBeLessThanOrEqual(stateLimit);
    expect(graph.nodes.length).toBeLessThan(stateLimit);
  });

  it('an event that only the machine raises is none that somebody must send', () => {
    const machine = createMachine({
      id: 'echo',
      initial: 'quiet',
      states: {
        quiet: { on: { call: { target: 'called', actions: raise({ type: 'answer' }) } } },
        called: { on: { answer: 'answered' } },
        answered: {},
      },
    });
    expect(problemsOf(machine)).toEqual([]);
    expect(
      analyseFlow(inferFlow(machine, { events: { kall: [{ name: 'Kall', event: { type: 'kall' } }] } }))
        .problems,
    ).toEqual(['unreachable: case kall: Kall']);
  });

  it('actors and delays that pile up are explored while one more can be new', () => {
    const machine = createMachine({
      id: 'piles',
      on: {
        later: { actions: sendTo(({ self }) => self, { type: 'now' }, { delay: 500 }) },
      },
    });
    expect(exploreModel(inferFlow(machine)).expanded).toBeLessThan(50);
  });

  it.each([
    ['Date.now', () => Date.now()],
    ['new Date', () => new Date()],
    ['new Date as text', () => new Date(Date.now() + 60_000).toISOString()],
    ['performance.now', () => performance.now()],
  ])('a time in the context (%s) is no other state, and the same in each run', (_, read) => {
    const machine = createMachine({
      id: 'switch',
      context: { at: undefined as unknown },
      initial: 'off',
      states: {
        off: { on: { flip: { target: 'on', actions: assign({ at: read }) } } },
        on: { after: { 500: 'off' } },
      },
    });
    const { problems, counts } = analysed(machine);
    expect(problems).toEqual([]);
    expect(counts.modelStates).toBeLessThan(5);
  });

  it('a guard that compares times passes and fails', () => {
    const machine = createMachine({
      id: 'kettle',
      context: { since: 0 },
      initial: 'cold',
      states: {
        cold: { on: { heat: { target: 'heating', actions: assign({ since: () => Date.now() }) } } },
        heating: {
          after: { 3000: 'warm' },
          on: { pour: { guard: ({ context }) => Date.now() - context.since >= 3000, target: 'cold' } },
        },
        warm: {
          on: { pour: { guard: ({ context }) => Date.now() - context.since >= 3000, target: 'cold' } },
        },
      },
    });
    // In heating, less than three seconds have passed.
    expect(problemsOf(machine)).toEqual([
      'unreachable: kettle.heating --pour#0[guard]--> kettle.cold',
      'unreachable: kettle.warm --pour#0[guard]--> kettle.cold refused',
    ]);
  });

  it.each([
    ['Math.random', () => Math.random().toString(36).slice(2)],
    ['crypto.randomUUID', () => crypto.randomUUID()],
    ['crypto.getRandomValues', () => String(crypto.getRandomValues(new Uint32Array(1))[0])],
  ])('ids by %s differ from each other, and are the same in each run', (_, draw) => {
    const machine = createMachine({
      id: 'friends',
      context: noNames,
      on: {
        meet: {
          guard: ({ context }) => context.names.length < 2,
          actions: assign({ names: ({ context }) => [...context.names, draw()] }),
        },
        part: { actions: assign({ names: ({ context }) => context.names.slice(1) }) },
      },
    });
    const { problems, graph } = analysed(machine);
    expect(problems).toEqual([]);
    const lists = graph.nodes.map(({ state }) => (state.machine.context as Named).names);
    expect(lists.some(({ length }) => length === 2)).toBe(true);
    for (const names of lists) expect(new Set(names).size).toBe(names.length);
  });

  it('leaves time and chance as they were', () => {
    const before = [Date, Math.random, performance.now];
    problemsOf(createMachine({ id: 'plain', initial: 'on', states: { on: {} } }));
    expect([Date, Math.random, performance.now]).toEqual(before);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  });

  it('an actor that came from elsewhere is sent to', () => {
    const outside = createActor(
      fromCallback(() => {}),
      { id: 'outside' },
    );
    const machine = createMachine({
      id: 'sender',
      context: { outside },
      on: { ping: { actions: sendTo(({ context }) => context.outside, { type: 'hello' }) } },
    });
    const { problems, tours } = analysed(machine);
    expect(problems).toEqual([]);
    expect(tours[0]?.edges[0]?.state.trace.effects).toEqual([
      { kind: 'send', name: 'outside', event: { type: 'hello' } },
    ]);
  });

  it('an actor that comes with the input or with an event is sent to', () => {
    const machine = createMachine({
      id: 'worker',
      types: {} as {
        input: { boss: AnyActorRef };
        events: { type: 'work' } | { type: 'ask'; sender: AnyActorRef };
      },
      context: ({ input }) => ({ boss: input.boss }),
      on: {
        work: { actions: sendTo(({ context }) => context.boss, { type: 'began' }) },
        ask: { actions: sendTo(({ event }) => event.sender, { type: 'heard' }) },
      },
    });
    expect(problemsOf(machine)).toEqual([]);
    expect(sentBy(machine)).toEqual([
      { kind: 'send', name: 'boss', event: { type: 'began' } },
      { kind: 'send', name: 'sender', event: { type: 'heard' } },
    ]);
  });

  it('an actor that comes with the event that enters or leaves a state is sent to', () => {
    const machine = createMachine({
      id: 'clerk',
      types: {} as { events: { type: 'ask' | 'part'; sender: AnyActorRef; guest: AnyActorRef } },
      initial: 'free',
      states: {
        free: { on: { ask: 'answering' } },
        answering: {
          entry: sendTo(({ event }) => event.sender, { type: 'heard' }),
          exit: sendTo(({ event }) => event.guest, { type: 'farewell' }),
          on: { part: 'free' },
        },
      },
    });
    expect(problemsOf(machine)).toEqual([]);
    expect(sentBy(machine)).toEqual([
      { kind: 'send', name: 'sender', event: { type: 'heard' } },
      { kind: 'send', name: 'guest', event: { type: 'farewell' } },
    ]);
  });

  it.each([
    ['only named', createMachine({}).implementations.guards],
    [
      'a stub',
      {
        isReady: () => {
          throw new Error('Not implemented');
        },
      },
    ],
    [
      'a stub in other words',
      {
        isReady: ({ event }: { event: { type: string } }) => {
          throw `Whoever uses this says whether ${event.type} is possible.`;
        },
      },
    ],
  ])('a guard without code (%s) may answer either way', (_, guards) => {
    const machine = createMachine(
      {
        id: 'door',
        initial: 'shut',
        states: {
          shut: { on: { push: [{ guard: 'isReady', target: 'open' }, { target: 'stuck' }] } },
          open: { on: { pull: 'shut' } },
          stuck: { on: { pull: 'shut' } },
        },
      },
      { guards },
    );
    const { problems, scripts } = analysed(machine);
    expect(problems).toEqual([]);
    expect(scripts.flatMap(({ path }) => path.edges.map(({ event }) => event.key))).toEqual(
      expect.arrayContaining(['push: Push if is ready', 'push: Push if not is ready']),
    );
  });

  interface Given {
    context: { size: number };
    event: { type: string; force: number };
  }
  const fault = (reason: string) => {
    throw new Error(reason);
  };

  it.each<[string, string, string, (given: Given) => boolean]>([
    ['looks at data', 'push', 'too small', ({ context }) => context.size > 1 || fault('too small')],
    ['looks whether there is data', 'push', 'no hand', ({ event }) => 'hand' in event || fault('no hand')],
    [
      'knows other events',
      'push',
      'not pulled',
      ({ event }) => (event.type === 'pull' ? event.force > 0 : fault('not pulled')),
    ],
    ['knows any event', '*', 'not pulled', ({ event }) => event.type === 'pulled' || fault('not pulled')],
    [
      'has a mistake of types',
      'push',
      'size is not a function',
      () => {
        throw new TypeError('size is not a function');
      },
    ],
    [
      'has a mistake of names',
      'push',
      'sise is not defined',
      () => {
        throw new ReferenceError('sise is not defined');
      },
    ],
  ])('a guard that throws and %s is a fault', (_, type, reason, isReady) => {
    const machine = createMachine(
      {
        id: 'door',
        initial: 'shut',
        context: { size: 1 },
        states: {
          shut: { on: { [type]: { guard: 'isReady', target: 'open' } } },
          open: { on: { pull: 'shut' } },
        },
      },
      { guards: { isReady } as never },
    );
    expect(problemsOf(machine).join()).toContain(`throws: ${reason}`);
  });

  it('a guard that asks first which event it is, and then for its data, answers by its data', () => {
    const machine = createMachine(
      {
        id: 'till',
        initial: 'open',
        states: {
          open: { on: { submit: { guard: 'isPaid', target: 'paid' } } },
          paid: { on: { next: 'open' } },
        },
      },
      {
        guards: {
          isPaid: ({ event }) => (event.type === 'submit' ? event.amount > 0 : fault('wrong event')),
        },
      },
    );
    expect(problemsOf(machine)).toEqual([]);
    expect(inertMachine(machine).undecided).toEqual(new Set());
  });

  it('data of the input, of events and of answers is given as the code reads it', () => {
    const machine = createMachine({
      id: 'shop',
      types: {} as { input: { wares: { name: string }[] } },
      context: ({ input }) => ({ first: input.wares.map(({ name }) => name.trim())[0], to: '', total: 0 }),
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            send: {
              guard: ({ event }) => event.address.street.length > 0,
              target: 'sending',
              actions: assign({ to: ({ event }) => event.address.street }),
            },
          },
        },
        sending: {
          invoke: {
            src: fromPromise(async () => ({ lines: [{ price: 1 }] })),
            onDone: {
              target: 'sent',
              actions: assign({ total: ({ event }) => Number(event.output.lines[0]?.price.toFixed(2)) }),
            },
            onError: 'choosing',
          },
        },
        sent: {},
      },
    });
    const { problems, counts } = analysed(machine);
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ transitionsTaken: 3, guardsBothWays: 1 });
  });

  it('data that is read on entry, on exit, by delays, inputs and of errors is an example as well', () => {
    const machine = createMachine(
      {
        id: 'library',
        types: {} as { context: { title: string; fault: string; left: string } },
        context: { title: '', fault: '', left: '' },
        initial: 'closed',
        states: {
          closed: { on: { open: 'reading' } },
          reading: {
            entry: assign({ title: ({ event }) => event.book.title.trim() }),
            exit: assign({ left: ({ event }) => event.mark.page }),
            initial: 'loading',
            states: {
              loading: {
                invoke: {
                  id: 'load',
                  input: ({ event }) => ({ id: event.book.number }),
                  src: fromPromise(async () => {}),
                  onDone: 'shown',
                  onError: {
                    target: 'failed',
                    actions: assign({ fault: ({ event }) => Object(event.error).code }),
                  },
                },
              },
              shown: { after: { patience: 'failed' } },
              failed: { on: { repeat: 'shown' } },
            },
            on: { close: 'closed' },
          },
        },
      },
      { delays: { patience: ({ event }) => event.minutes.length * 60_000 } },
    );
    expect(examplesOf(machine)).toMatchObject({
      events: {
        open: { filled: { book: { title: '7', number: '7' } } },
        repeat: { filled: { minutes: '7' } },
        close: { filled: { mark: { page: '7' } } },
      },
      errors: { load: { filled: { code: '7' } } },
    });
    expect(inferFlow(machine).outcomes.load).toMatchObject([
      { type: 'done' },
      { type: 'error', error: { code: '7' } },
    ]);
  });

  it('a date is given where the code asks for a part of a date', () => {
    const machine = createMachine({
      id: 'calendar',
      types: {} as { input: { from: Date }; context: { year: number } },
      context: ({ input }) => {
        if (input.from.getTime() > 500) throw new Error('too late');
        return { year: input.from.getFullYear() };
      },
      initial: 'open',
      states: {
        open: { on: { book: { guard: ({ event }) => event.day.getTime() > 0, target: 'booked' } } },
        booked: { on: { cancel: 'open' } },
      },
    });
    expect(examplesOf(machine).input).toEqual({ filled: { from: new Date(7) } });
    expect(problemsOf(machine)).toEqual([]);
    const late = createMachine({
      id: 'late',
      types: {} as { input: { from: Date } },
      context: ({ input }) => {
        if (input.from.getTime() < 500) throw new Error('too early');
        return {};
      },
    });
    expect(problemsOf(late).join()).toContain('input: {"from":new Date(7)} }');
  });

  it('a start that fails is said once, with what to write', () => {
    const machine = createMachine({
      id: 'list',
      types: {} as { input: { wares: string[] } },
      context: ({ input }) => {
        if (input.wares[0] !== 'sword') throw new Error('no sword');
        return {};
      },
      initial: 'on',
      states: { on: { on: { go: 'off' } }, off: {} },
    });
    expect(problemsOf(machine)).toEqual([
      'the machine fails at the start: the initial context throws: no sword. It reads its input: ' +
        `give scenarios such as { name: 'Start', input: {"wares":["7"]} }`,
    ]);
  });
});

describe('ids of scripts', () => {
  const gate = (more: object) =>
    createMachine({
      id: 'gate',
      initial: 'shut',
      states: {
        shut: {
          on: { ...more, push: 'open', knock: [{ guard: () => false, target: 'open' }, { target: 'shut' }] },
        },
        open: { on: { pull: 'shut' } },
      },
    });
  const byGoal = (machine: AnyStateMachine) =>
    new Map(analysed(machine).scripts.map(({ id, path }) => [path.edges.at(-1)?.event.key ?? '', id]));

  it('stay when another transition comes, and belong to one script each', () => {
    const [before, after] = [byGoal(gate({})), byGoal(gate({ climb: 'open' }))];
    for (const [goal, id] of before) expect(after.get(goal)).toBe(id);
    expect(after.size).toBe(before.size + 1);
    expect(new Set(after.values()).size).toBe(after.size);
  });

  it('one script of a flow is its smoke test', () => {
    expect(analysed(gate({})).scripts.filter(({ isSmoke }) => isSmoke)).toHaveLength(1);
  });
});
