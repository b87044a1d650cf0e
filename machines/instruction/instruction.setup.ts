import { assign, setup } from 'xstate';
import type { InstructionStatus } from '#contract/instructions.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

/** The session whose notes are changed. */
export interface InstructionPlace {
  readonly sessionId: string;
  readonly campaignId: string;
  readonly title: string;
}

export interface InstructionContext {
  readonly place: InstructionPlace | null;
  /** As it was last given to the server. */
  readonly text: string;
  readonly status: InstructionStatus | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

export const nothingAsked: InstructionContext = {
  place: null,
  text: '',
  status: null,
  unanswered: 0,
  failure: null,
};

type InstructionEvent =
  | { type: 'instruction.opened'; place: InstructionPlace }
  | { type: 'instruction.closed' }
  | { type: 'retry' }
  | { type: 'text.submitted'; text: string }
  | { type: 'cancel.requested' }
  | { type: 'another.requested' }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'user.left' };

type Answer = { status: InstructionStatus };
type OfPlace = { readonly place: InstructionPlace };
type OfText = { readonly text: string };
type OfSession = { readonly sessionId: string };

const stateIn = (status: InstructionStatus | null) => status?.instruction?.state;
export const isUnderWay = (status: InstructionStatus | null) =>
  stateIn(status) === 'waiting' || stateIn(status) === 'writing';

const isSameSession = (context: InstructionContext, { sessionId }: InstructionPlace) =>
  context.place?.sessionId === sessionId;

const asking = patience(seconds(2));

export const instructionSetup = setup({
  types: {} as { context: InstructionContext; events: InstructionEvent; tags: Tag },
  actors: {
    readInstruction: notProvidedActor<InstructionStatus, OfSession>('readInstruction'),
    giveInstruction: notProvidedActor<InstructionStatus, OfSession & OfText>('giveInstruction'),
    /** The end of the request that `giveInstruction` has made. */
    followGiving: notProvidedActor<InstructionStatus>('followGiving'),
    endInstruction: notProvidedActor<InstructionStatus, OfSession>('endInstruction'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshProposals: notProvidedAction('refreshProposals'),
    announceFailure: notProvidedAction<{ error: unknown }>('announceFailure'),
    /** Once the request of `giveInstruction` has ended. */
    announceEnd: notProvidedAction('announceEnd'),
    /** What was cancelled is in the field again, unless something else is typed there. */
    keepAsDraft: notProvidedAction('keepAsDraft'),
    keepPlace: assign(({ context }, { place }: OfPlace) => ({
      ...nothingAsked,
      place,
      text: isSameSession(context, place) ? context.text : '',
    })),
    keepText: assign({ text: (_, { text }: OfText) => text }),
    keepStatus: assign({
      status: (_, { status }: Answer) => status,
      unanswered: 0,
      text: ({ context }, { status }: Answer) => status.instruction?.text ?? context.text,
    }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forgetFailure: assign({ failure: null }),
    forget: assign(nothingAsked),
  },
  guards: {
    hasText: (_, { text }: OfText) => text.trim() !== '',
    isSameSession: ({ context }, { place }: OfPlace) => isSameSession(context, place),
    passesByItself: (_, { error }: { error: unknown }) => isPassing(error),
    isUnderWay: (_, { status }: Answer) => isUnderWay(status),
    mayBeAtWork: ({ context: { status, failure } }) =>
      status === null || failure !== null || isUnderWay(status),
    isDone: (_, { status }: Answer) => stateIn(status) === 'done',
    hasFailed: (_, { status }: Answer) => stateIn(status) === 'failed',
  },
  delays: { pollInterval: asking.nextPause },
});
