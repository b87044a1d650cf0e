import { assign, setup } from 'xstate';
import type { NotesWriter } from '#contract/notes-engines.ts';
import type { OlderNotes, OlderNotesPlan } from '#contract/older-notes.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import { patience } from '../kit/polling.ts';
import type { Tag } from '../kit/tags.ts';

export interface OlderNotesContext {
  readonly campaignId: string | null;
  readonly known: OlderNotes | null;
  readonly plan: OlderNotesPlan | null;
  readonly writer: NotesWriter | null;
  /** Sessions that the user leaves out. */
  readonly leftOut: readonly string[];
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  readonly failure: Failure | null;
}

export const nothingKnown: OlderNotesContext = {
  campaignId: null,
  known: null,
  plan: null,
  writer: null,
  leftOut: [],
  unanswered: 0,
  failure: null,
};

type OlderNotesEvent =
  | { type: 'place.opened'; campaignId: string }
  | { type: 'choice.opened' }
  | { type: 'choice.closed' }
  | { type: 'session.toggled'; sessionId: string }
  | { type: 'all.toggled' }
  | { type: 'writer.chosen'; writer: NotesWriter }
  /** `credits`: the sum that the user sees. */
  | { type: 'start.confirmed'; credits: number }
  | { type: 'cancel.requested' }
  | { type: 'end.closed' }
  /** The user is back at the page, or its connection is back. */
  | { type: 'page.returned' }
  | { type: 'user.left' };

interface OfCampaign {
  readonly campaignId: string | null;
}

interface AgreedSessions extends OfCampaign {
  readonly planId: string;
  readonly sessionIds: string[];
  readonly writer: NotesWriter;
  readonly credits: number;
}

type Answer = { known: OlderNotes };

export const chosenIn = ({ plan, leftOut }: Pick<OlderNotesContext, 'plan' | 'leftOut'>): string[] =>
  (plan?.sessions ?? []).map(({ sessionId }) => sessionId).filter((id) => !leftOut.includes(id));

const isRunning = (known: OlderNotes) => known.run?.state === 'running';
const writtenIn = (known: OlderNotes | null) => known?.run?.written ?? 0;

const asking = patience(seconds(3));

export const olderNotesSetup = setup({
  types: {} as { context: OlderNotesContext; events: OlderNotesEvent; tags: Tag },
  actors: {
    readOlderNotes: notProvidedActor<OlderNotes, OfCampaign>('readOlderNotes'),
    planOlderNotes: notProvidedActor<OlderNotesPlan, OfCampaign>('planOlderNotes'),
    startOlderNotes: notProvidedActor<OlderNotes, AgreedSessions>('startOlderNotes'),
    cancelOlderNotes: notProvidedActor<OlderNotes, OfCampaign>('cancelOlderNotes'),
    closeOlderNotes: notProvidedActor<OlderNotes, OfCampaign>('closeOlderNotes'),
  },
  actions: {
    refreshNotes: notProvidedAction('refreshNotes'),
    announceEnd: notProvidedAction<Answer>('announceEnd'),
    moveTo: assign((_, { campaignId }: { campaignId: string }) => ({ ...nothingKnown, campaignId })),
    keepKnown: assign({ known: (_, { known }: Answer) => known, unanswered: 0 }),
    keepPlan: assign({
      plan: (_, { plan }: { plan: OlderNotesPlan }) => plan,
      writer: ({ context }, { plan }: { plan: OlderNotesPlan }) =>
        (plan.writers.find(({ writer }) => writer === context.writer) ?? plan.writers[0])?.writer ?? null,
    }),
    forgetPlan: assign({ plan: null, leftOut: [] }),
    toggle: assign({
      leftOut: ({ context: { leftOut } }, { sessionId }: { sessionId: string }) =>
        leftOut.includes(sessionId) ? leftOut.filter((id) => id !== sessionId) : [...leftOut, sessionId],
    }),
    toggleAll: assign({
      leftOut: ({ context }) =>
        context.leftOut.length > 0 ? [] : (context.plan?.sessions ?? []).map(({ sessionId }) => sessionId),
    }),
    keepWriter: assign({ writer: (_, { writer }: { writer: NotesWriter }) => writer }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    countUnanswered: assign({ unanswered: asking.count }),
    forgetFailure: assign({ failure: null }),
    forget: assign(nothingKnown),
  },
  guards: {
    isRunning: (_, { known }: Answer) => isRunning(known),
    hasEnded: (_, { known }: Answer) => known.run !== null && !isRunning(known),
    canOffer: (_, { known }: Answer) => known.run === null && known.unwritten > 0,
    isElsewhere: ({ context }, { campaignId }: { campaignId: string }) => campaignId !== context.campaignId,
    hasMoreWritten: ({ context }, { known }: Answer) =>
      isRunning(known) && writtenIn(known) > writtenIn(context.known),
    isAfterRun: ({ context }) => context.known !== null && context.known.run !== null,
    canWriteMore: ({ context }) => (context.known?.unwritten ?? 0) > 0,
    hasChosen: ({ context }) => context.writer !== null && chosenIn(context).length > 0,
    isOutdated: (_, { error }: { error: unknown }) => hasCode(error, 'quoteChanged', 'conflict'),
  },
  delays: { pollInterval: asking.nextPause },
});
