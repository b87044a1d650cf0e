import { describe, expect, it } from 'vitest';
import { assign, createActor, fromCallback, fromPromise, setup } from 'xstate';
import { type AnyCatalogueEntry, defineFlow } from '#machines/kit/catalogue.ts';
import { days, minutes, seconds } from '#machines/kit/durations.ts';
import {
  NotProvidedError,
  namesNotProvided,
  notProvidedAction,
  notProvidedActor,
  notProvidedCallback,
} from '#machines/kit/not-provided.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { type Tag, tag } from '#machines/kit/tags.ts';
import { settle } from '#tests/support/settle.ts';

const machine = setup({
  types: {} as {
    context: { loaded: number };
    input: { start: number };
    events: { type: 'go'; to: string } | { type: 'ticked' };
    tags: Tag;
  },
  actors: {
    load: notProvidedActor<{ count: number }, { id: string }>('load'),
    listen: notProvidedCallback<{ type: 'stop' }>('listen'),
  },
  actions: {
    navigate: notProvidedAction<{ to: string }>('navigate'),
    countLoaded: assign({ loaded: ({ context }) => context.loaded + 1 }),
  },
  delays: { patience: seconds(3) },
}).createMachine({
  id: 'kit',
  context: ({ input }) => ({ loaded: input.start }),
  initial: 'waiting',
  states: {
    waiting: {
      tags: tag.waiting,
      on: {
        go: {
          target: 'loading',
          actions: { type: 'navigate', params: ({ event }) => ({ to: event.to }) },
        },
      },
      after: { patience: 'loading' },
    },
    loading: {
      tags: tag.busy,
      invoke: {
        id: 'load',
        src: 'load',
        input: { id: '1' },
        onDone: { target: 'waiting', actions: 'countLoaded' },
        onError: 'failed',
      },
    },
    failed: { tags: tag.failed },
  },
});

const flow = defineFlow({
  name: 'kit',
  title: 'Kit',
  paragraph: 'An example.',
  requirements: [],
  machine,
  scenarios: [{ name: 'first start', input: { start: 0 } }],
  events: { go: [{ name: 'goes', event: { type: 'go', to: '/' } }], ticked: 'sentByActor' },
  outcomes: {
    load: [{ name: 'it loads', type: 'done', output: { count: 1 } }],
    listen: [{ name: 'it ticks', type: 'emits', event: { type: 'ticked' } }],
  },
});

describe('effects that were not provided', () => {
  it('are listed, actors and actions alike', () => {
    expect(namesNotProvided(machine)).toEqual(['listen', 'load', 'navigate']);
  });

  it('fail by name when they run', async () => {
    const errors: unknown[] = [];
    const actor = createActor(machine.provide({ actions: { navigate: () => {} } }), {
      input: { start: 0 },
      inspect: (inspected) => {
        if (inspected.type === '@xstate.event' && inspected.event.type.startsWith('xstate.error')) {
          errors.push(inspected.event.error);
        }
      },
    }).start();
    actor.send({ type: 'go', to: '/' });
    await settle();
    expect(actor.getSnapshot().hasTag(tag.failed)).toBe(true);
    expect(errors).toEqual([new NotProvidedError('actor', 'load')]);
  });

  it('disappear once they are provided', () => {
    const provided = provideActors(machine, {
      load: fromPromise<{ count: number }, { id: string }>(async () => ({ count: 1 })),
      listen: fromCallback<{ type: 'stop' }>(() => {}),
    });
    expect(namesNotProvided(provided)).toEqual(['navigate']);
  });
});

describe('what does not compile', () => {
  const load = fromPromise<{ count: number }, { id: string }>(async () => ({ count: 1 }));

  it('a missing actor', () => {
    // @ts-expect-error listen is missing
    expect(namesNotProvided(provideActors(machine, { load }))).toContain('listen');
  });

  it('a scenario without its input, an event without a case, an outcome of another shape', () => {
    // @ts-expect-error the machine needs an input
    const scenarios: (typeof flow)['scenarios'] = [{ name: 'no input' }];
    // @ts-expect-error ticked has no case
    const events: (typeof flow)['events'] = { go: flow.events.go };
    const outcomes: (typeof flow)['outcomes'] = {
      ...flow.outcomes,
      // @ts-expect-error load answers with a count
      load: [{ name: 'it loads', type: 'done', output: { count: 'one' } }],
    };
    expect([scenarios, events, outcomes]).toHaveLength(3);
  });
});

it('entries of any machine fit into one list', () => {
  const catalogue: readonly AnyCatalogueEntry[] = [flow];
  expect(catalogue.map(({ name }) => name)).toEqual(['kit']);
});

it('durations are milliseconds', () => {
  expect([seconds(150), minutes(5), days(1)]).toEqual([150_000, 300_000, 86_400_000]);
});
