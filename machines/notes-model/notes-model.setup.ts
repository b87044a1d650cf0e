import { assign, setup } from 'xstate';
import type { NotesEngineShown, NotesEngines } from '#contract/notes-engines.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

export interface NotesModelContext {
  readonly engines: NotesEngines | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

type NotesModelEvent =
  | { type: 'look' }
  | { type: 'fetch.requested' }
  | { type: 'cancel.requested' }
  | { type: 'removal.requested' }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'user.left' };

export const ofThisComputer = (engines: NotesEngines | null): NotesEngineShown | null =>
  engines?.engines.find(({ writer }) => writer === 'computer') ?? null;

const stateOf = (engines: NotesEngines | null) => ofThisComputer(engines)?.state.state ?? null;

/** It arrived, or what arrived cannot be used. */
const canFetch = ({ engines }: NotesModelContext) => {
  const shown = ofThisComputer(engines);
  return shown?.mayFetch === true && (shown.state.state === 'absent' || shown.state.state === 'failed');
};

const asking = patience(seconds(2));

export const notesModelSetup = setup({
  types: {} as { context: NotesModelContext; events: NotesModelEvent; tags: Tag },
  actors: {
    readEngines: notProvidedActor<NotesEngines>('readEngines'),
    startFetch: notProvidedActor<NotesEngines>('startFetch'),
    cancelFetch: notProvidedActor<NotesEngines>('cancelFetch'),
    removeModel: notProvidedActor<NotesEngines>('removeModel'),
  },
  actions: {
    announceReady: notProvidedAction('announceReady'),
    keepEngines: assign({
      engines: (_, { engines }: { engines: NotesEngines }) => engines,
      failure: null,
      unanswered: 0,
    }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forget: assign({ engines: null, unanswered: 0, failure: null }),
  },
  guards: {
    canFetch: ({ context }) => canFetch(context),
    canRemove: ({ context }) =>
      ofThisComputer(context.engines)?.mayFetch === true && stateOf(context.engines) === 'ready',
    isKnown: ({ context }) => context.engines !== null,
    isFetching: (_, { engines }: { engines: NotesEngines }) => stateOf(engines) === 'fetching',
    isReady: (_, { engines }: { engines: NotesEngines }) => stateOf(engines) === 'ready',
  },
  delays: { pollInterval: asking.nextPause },
});
