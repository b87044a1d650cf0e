import { assign, setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export const nextSteps = ['names', 'cast', 'players', 'share', 'next'] as const;
export type NextStep = (typeof nextSteps)[number];

/** What the browser remembers of a session's steps. */
export interface RememberedSteps {
  readonly done: readonly NextStep[];
  readonly skipped: readonly NextStep[];
  readonly isPutAway: boolean;
}

export interface NextStepsContext extends RememberedSteps {
  /** The step whose place is open. */
  readonly open: NextStep | null;
}

type NextStepsEvent =
  | { type: 'step.opened'; step: NextStep }
  | { type: 'step.skipped'; step: NextStep }
  | { type: 'place.left' }
  | { type: 'bar.putAway' }
  | { type: 'bar.recalled' };

const without = (steps: readonly NextStep[], step: NextStep) => steps.filter((each) => each !== step);

export const nextStepsSetup = setup({
  types: {} as {
    context: NextStepsContext;
    events: NextStepsEvent;
    input: RememberedSteps;
    tags: Tag;
  },
  actions: {
    openPlace: notProvidedAction<{ step: NextStep }>('openPlace'),
    remember: notProvidedAction<RememberedSteps>('remember'),
    keepOpen: assign({ open: (_, { step }: { step: NextStep }) => step }),
    markDone: assign({
      done: ({ context }, { step }: { step: NextStep }) => [...without(context.done, step), step],
      skipped: ({ context }, { step }: { step: NextStep }) => without(context.skipped, step),
      open: null,
    }),
    markSkipped: assign({
      skipped: ({ context }, { step }: { step: NextStep }) => [...without(context.skipped, step), step],
    }),
    putAway: assign({ isPutAway: true }),
    recall: assign({ isPutAway: false }),
  },
  guards: {
    wasPutAway: ({ context }) => context.isPutAway,
    isAllSettled: ({ context }) =>
      nextSteps.every((step) => context.done.includes(step) || context.skipped.includes(step)),
    leavesThePage: (_, { step }: { step: NextStep }) => step === 'next',
    isUnsettled: ({ context }, { step }: { step: NextStep }) =>
      !(context.done.includes(step) || context.skipped.includes(step)),
  },
});
