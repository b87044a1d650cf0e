import { type AnyEventObject, assign, setup } from 'xstate';
import type { ArrivalProblem } from '#contract/incoming-recordings.ts';
import { minutes } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor, notProvidedCallback } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import type { ChosenFile } from '../upload/upload.setup.ts';

/** One recording, or several that were sent together. */
export interface Incoming {
  /** Of everything that was sent together. */
  readonly key: string;
  readonly names: readonly string[];
  readonly sizeBytes: number;
  readonly isAudio: boolean;
  /** Where it was being uploaded to before the page was left. */
  readonly intended: { readonly campaignId: string; readonly sessionId: string } | null;
}

/** Null means a new one. */
export interface IncomingPlace {
  readonly campaignId: string | null;
  readonly campaignTitle: string;
  readonly sessionId: string | null;
}

export interface IncomingRecordingContext {
  readonly problem: ArrivalProblem | null;
  readonly incoming: Incoming | null;
  readonly place: IncomingPlace | null;
  readonly file: ChosenFile | null;
  readonly failure: Failure | null;
}

type IncomingRecordingEvent =
  | { type: 'user.arrived'; problem: ArrivalProblem | null }
  | { type: 'user.left' }
  | { type: 'place.chosen'; place: IncomingPlace }
  | { type: 'discard' }
  | { type: 'undo' }
  | { type: 'dismiss' }
  | { type: 'upload.stored' }
  | { type: 'upload.dropped' };

export const nothingIncoming: IncomingRecordingContext = {
  problem: null,
  incoming: null,
  place: null,
  file: null,
  failure: null,
};

type HandOver = { place: IncomingPlace | null; file: ChosenFile | null };

export const incomingRecordingSetup = setup({
  types: {} as { context: IncomingRecordingContext; events: IncomingRecordingEvent; tags: Tag },
  actors: {
    findIncoming: notProvidedActor<Incoming | null>('findIncoming'),
    createCampaign: notProvidedActor<{ campaignId: string }, { title: string }>('createCampaign'),
    createSession: notProvidedActor<{ sessionId: string }, { campaignId: string }>('createSession'),
    takeFile: notProvidedActor<ChosenFile, { key: string; place: IncomingPlace | null }>('takeFile'),
    /** Gives the file to the session's upload, and reports what becomes of it. */
    upload: notProvidedCallback<AnyEventObject, HandOver>('upload'),
    removeIncoming: notProvidedActor<void, { key: string }>('removeIncoming'),
  },
  actions: {
    showSession: notProvidedAction<{ place: IncomingPlace | null }>('showSession'),
    /** How the user came; only where the list of campaigns is shown. */
    forgetAddress: notProvidedAction('forgetAddress'),
    keepProblem: assign((_, { problem }: { problem: ArrivalProblem | null }) => ({
      ...nothingIncoming,
      problem,
    })),
    keepIncoming: assign((_, { incoming }: { incoming: Incoming | null }) => ({
      ...nothingIncoming,
      incoming,
    })),
    keepPlace: assign({ place: (_, { place }: { place: IncomingPlace }) => place, failure: null }),
    keepCreated: assign({
      place: ({ context }, made: Partial<IncomingPlace>) => context.place && { ...context.place, ...made },
    }),
    keepFile: assign({ file: (_, { file }: { file: ChosenFile }) => file }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetAll: assign(nothingIncoming),
  },
  guards: {
    isAudio: (_, { incoming }: { incoming: Incoming | null }) => incoming?.isAudio === true,
    isThere: (_, { incoming }: { incoming: Incoming | null }) => incoming !== null,
    hasProblem: ({ context }) => context.problem !== null,
    isNewCampaign: ({ context: { place } }) => place?.campaignId === null,
    isNewSession: ({ context: { place } }) => place?.sessionId === null,
  },
  delays: { undoWindow: minutes(1) },
});
