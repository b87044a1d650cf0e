import { assign, setup } from 'xstate';
import type { Analysis, AnalysisProgress, Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { NotesWriter } from '#contract/notes-engines.ts';
import { minutes } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export type AnalysisStanding = Pick<Analysis, keyof AnalysisProgress>;

export interface HeldQuote extends Quote {
  readonly holdsFor: number;
}

/** Idempotency-Key: the same terms make the same analysis. */
interface AgreedTerms {
  readonly sessionId: string;
  readonly quoteId: string;
  readonly detailLevel: DetailLevel;
  readonly writer: NotesWriter;
  /** Null: not asked, or unknown. */
  readonly people: number | null;
}

export interface AnalysisStartInput {
  readonly sessionId: string;
  /** Null: the user has not said. */
  readonly detailLevel: DetailLevel | null;
  readonly canWait: boolean;
}

export interface AnalysisStartOutput {
  readonly detailLevel: DetailLevel;
  readonly started: AnalysisStanding | null;
  readonly existingId: string | null;
}

export interface AnalysisStartContext extends AnalysisStartInput, Omit<AnalysisStartOutput, 'detailLevel'> {
  readonly quote: HeldQuote | null;
  /** What the user has chosen. */
  readonly writer: NotesWriter | null;
  readonly people: number | null;
  readonly failure: Failure | null;
  /** The server could not transcribe when the price was first requested. */
  readonly hasWaited: boolean;
}

type AnalysisStartEvent =
  | { type: 'level.chosen'; detailLevel: DetailLevel }
  | { type: 'writer.chosen'; writer: NotesWriter }
  | { type: 'people.chosen'; people: number }
  | { type: 'start.confirmed' }
  | { type: 'existing.requested' }
  | { type: 'keep' }
  | { type: 'retry' }
  | { type: 'price.requested' }
  | { type: 'source.changed' };

type Choice = Pick<AnalysisStartContext, 'quote' | 'detailLevel' | 'writer'>;

/** What the user has chosen, as long as it can write; else the preferred one. */
export const writerOf = ({ quote, writer }: Omit<Choice, 'detailLevel'>): NotesWriter =>
  quote?.writers.find((each) => each.writer === writer)?.writer ?? quote?.preferredWriter ?? 'page';

/** How many speak on the recording: as the user says, else as many as are in the cast. */
export const peopleOf = ({ quote, people }: Pick<AnalysisStartContext, 'quote' | 'people'>): number | null =>
  quote?.people == null ? null : (people ?? quote.people.known);

const levelsOf = (choice: Choice) =>
  choice.quote?.writers.find(({ writer }) => writer === writerOf(choice))?.levels ?? [];

/** As the user says; else comprehensive where that costs nothing, and brief where it does. */
export const detailLevelOf = (choice: Choice): DetailLevel =>
  choice.detailLevel ??
  levelsOf(choice).findLast(({ payment, isFreeRerun }) => payment === 'free' || isFreeRerun)?.detailLevel ??
  'brief';

const levelOf = (choice: Choice) =>
  levelsOf(choice).find(({ detailLevel }) => detailLevel === detailLevelOf(choice));

export const existingOf = (choice: Choice) => levelOf(choice)?.existingAnalysis ?? null;

/** D2. */
export const isAffordable = (choice: Choice): boolean => levelOf(choice)?.affordable === true;

export const analysisStartSetup = setup({
  types: {} as {
    context: AnalysisStartContext;
    input: AnalysisStartInput;
    output: AnalysisStartOutput;
    events: AnalysisStartEvent;
    tags: Tag;
  },
  actors: {
    quote: notProvidedActor<HeldQuote, { sessionId: string }>('quote'),
    startAnalysis: notProvidedActor<AnalysisStanding, AgreedTerms>('startAnalysis'),
  },
  actions: {
    chooseLevel: assign({
      detailLevel: (_, params: { detailLevel: DetailLevel }) => params.detailLevel,
    }),
    chooseWriter: assign({ writer: (_, params: { writer: NotesWriter }) => params.writer }),
    choosePeople: assign({ people: (_, params: { people: number }) => params.people }),
    keepQuote: assign({ quote: (_, params: { quote: HeldQuote }) => params.quote }),
    keepStarted: assign({ started: (_, params: AnalysisStanding) => params }),
    keepExisting: assign({ existingId: ({ context }) => existingOf(context)?.id ?? null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    noteWait: assign({ hasWaited: true }),
    forgetWait: assign({ hasWaited: false }),
  },
  guards: {
    canWait: ({ context }) => context.canWait,
    isAffordable: ({ context }) => isAffordable(context),
    isAnother: ({ context }, { writer }: { writer: NotesWriter }) =>
      writer !== writerOf(context) && context.quote?.writers.some((each) => each.writer === writer) === true,
    canBeSo: ({ context }, { people }: { people: number }) =>
      context.quote?.people != null &&
      people >= 1 &&
      people <= context.quote.people.most &&
      people !== peopleOf(context),
    hasExisting: ({ context }) => existingOf(context) !== null,
    cannotHear: (_, params: { error: unknown }) => hasCode(params.error, 'hearingUnavailable'),
    needsNewPrice: (_, params: { error: unknown }) =>
      hasCode(params.error, 'quoteChanged', 'insufficientCredits'),
  },
  delays: {
    hearingCheck: minutes(1),
    quoteLifetime: ({ context }) => context.quote?.holdsFor ?? 0,
  },
});
