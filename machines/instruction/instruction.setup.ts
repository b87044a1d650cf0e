import { assign, setup } from 'xstate';
import type { InstructionStatus } from '#contract/instructions.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, isPassing } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';
import { draftOf } from './draft.ts';

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
  /** By session: what the user typed, until the server has it. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly status: InstructionStatus | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

export const nothingAsked: InstructionContext = {
  place: null,
  text: '',
  drafts: {},
  status: null,
  unanswered: 0,
  failure: null,
};

type InstructionEvent =
  | { type: 'instruction.opened'; place: InstructionPlace }
  | { type: 'instruction.closed' }
  | { type: 'retry' }
  | { type: 'draft.changed'; text: string }
  | { type: 'text.submitted' }
  | { type: 'cancel.requested' }
  | { type: 'another.requested' }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'user.left' };

type Answer = { status: InstructionStatus };
type OfPlace = { readonly place: InstructionPlace };
type OfSession = { readonly sessionId: string };

const stateIn = (status: InstructionStatus | null) => status?.instruction?.state;
export const isUnderWay = (status: InstructionStatus | null) =>
  stateIn(status) === 'waiting' || stateIn(status) === 'writing';

const isSameSession = (context: InstructionContext, { sessionId }: InstructionPlace) =>
  context.place?.sessionId === sessionId;

const withDraft = ({ place, drafts }: InstructionContext, text: string) =>
  place === null ? drafts : { ...drafts, [place.sessionId]: text };

const withoutTaken = (
  { place, drafts }: InstructionContext,
  taken: string | undefined,
): InstructionContext['drafts'] => {
  const { [place?.sessionId ?? '']: draft, ...others } = drafts;
  return draft?.trim() === taken ? others : drafts;
};

const asking = patience(seconds(2));

export const instructionSetup = setup({
  types: {} as { context: InstructionContext; events: InstructionEvent; tags: Tag },
  actors: {
    readInstruction: notProvidedActor<InstructionStatus, OfSession>('readInstruction'),
    giveInstruction: notProvidedActor<InstructionStatus, OfSession & { readonly text: string }>(
      'giveInstruction',
    ),
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
    keepPlace: assign(({ context }, { place }: OfPlace) => ({
      ...nothingAsked,
      drafts: context.drafts,
      place,
      text: isSameSession(context, place) ? context.text : '',
    })),
    keepDraft: assign({
      drafts: ({ context }, { text }: { text: string }) => withDraft(context, text),
    }),
    giveDraft: assign(({ context }) => {
      const text = draftOf(context);
      return { text, drafts: withDraft(context, text) };
    }),
    /** What is cancelled has to be sent again, unless the user has begun something else. */
    keepAsDraft: assign({ drafts: ({ context }) => withDraft(context, draftOf(context)) }),
    keepStatus: assign({
      status: (_, { status }: Answer) => status,
      drafts: ({ context }, { status }: Answer) => withoutTaken(context, status.instruction?.text),
      unanswered: 0,
      text: ({ context }, { status }: Answer) => status.instruction?.text ?? context.text,
    }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forgetFailure: assign({ failure: null }),
    forgetText: assign({ text: '' }),
    forget: assign(({ context: { drafts } }) => ({ ...nothingAsked, drafts })),
    forgetDrafts: assign({ drafts: {} }),
  },
  guards: {
    hasText: ({ context }) => draftOf(context).trim() !== '',
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
