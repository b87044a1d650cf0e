import { assign, setup } from 'xstate';
import type { RecapCollection, RecapWish } from '#contract/recap-collection.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

/** The session whose evening is retold. */
export interface RecapPlace {
  readonly sessionId: string;
  readonly title: string;
}

export interface RecapCollectionContext {
  readonly place: RecapPlace | null;
  /** What the dialog begins with; then what the user asked for last. */
  readonly wish: RecapWish | null;
  readonly collection: RecapCollection | null;
  /** The recap to cancel, or whose failure to put away. */
  readonly ending: string | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

export const nothingKnown: RecapCollectionContext = {
  place: null,
  wish: null,
  collection: null,
  ending: null,
  unanswered: 0,
  failure: null,
};

type RecapCollectionEvent =
  | { type: 'recaps.opened'; place: RecapPlace; wish: RecapWish | null }
  | { type: 'recaps.closed' }
  | { type: 'retry' }
  | { type: 'recap.asked'; wish: RecapWish }
  | { type: 'recap.ended'; id: string }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'user.left' };

type Answer = { readonly collection: RecapCollection };
type OfSession = { readonly sessionId: string };

export const atWork = (collection: RecapCollection | null) =>
  collection?.recaps.filter(({ state }) => state === 'waiting' || state === 'writing') ?? [];

export const doneIn = (collection: RecapCollection | null) =>
  collection?.recaps.flatMap(({ id, state }) => (state === 'done' ? [id] : [])) ?? [];

const asking = patience(seconds(2));

export const recapCollectionSetup = setup({
  types: {} as { context: RecapCollectionContext; events: RecapCollectionEvent; tags: Tag },
  actors: {
    listRecaps: notProvidedActor<RecapCollection, OfSession>('listRecaps'),
    askRecap: notProvidedActor<RecapCollection, OfSession & { readonly wish: RecapWish | null }>('askRecap'),
    /** The end of the request that `askRecap` has made. */
    followAsking: notProvidedActor<RecapCollection>('followAsking'),
    endRecap: notProvidedActor<RecapCollection, OfSession & { readonly recapId: string }>('endRecap'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshNotes: notProvidedAction('refreshNotes'),
    announceFailure: notProvidedAction<{ error: unknown }>('announceFailure'),
    /** Once the request of `askRecap` has ended. */
    announceEnd: notProvidedAction('announceEnd'),
    keepPlace: assign((_, { place, wish }: { place: RecapPlace; wish: RecapWish | null }) => ({
      ...nothingKnown,
      place,
      wish,
    })),
    keepWish: assign({ wish: (_, { wish }: { wish: RecapWish }) => wish }),
    keepEnding: assign({ ending: (_, { id }: { id: string }) => id }),
    forgetEnding: assign({ ending: null }),
    keepCollection: assign({ collection: (_, { collection }: Answer) => collection, unanswered: 0 }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forgetFailure: assign({ failure: null }),
    forget: assign(nothingKnown),
  },
  guards: {
    isSameSession: ({ context }, { place }: { place: RecapPlace }) =>
      context.place?.sessionId === place.sessionId,
    passesByItself: (_, { error }: { error: unknown }) => isPassing(error),
    isAtWork: ({ context }) => atWork(context.collection).length > 0,
    mayBeAtWork: ({ context: { collection, failure } }) =>
      collection === null || failure !== null || atWork(collection).length > 0,
    isUnfinished: ({ context }, { id }: { id: string }) =>
      context.collection?.recaps.some((recap) => recap.id === id && recap.state !== 'done') ?? false,
    hasFinished: ({ context }, { collection }: Answer) =>
      doneIn(collection).some((id) => !doneIn(context.collection).includes(id)),
  },
  delays: { pollInterval: asking.nextPause },
});
