import { assign, setup } from 'xstate';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** A session whose notes now begin with its recap. */
export interface NewRecap {
  readonly sessionId: string;
  readonly campaignId: string;
  readonly title: string;
}

interface RecapNoticeContext {
  readonly isAskedAgain: boolean;
}

type Recaps = { recaps: readonly NewRecap[] };

export const recapNoticeSetup = setup({
  types: {} as {
    context: RecapNoticeContext;
    events: { type: 'user.arrived' } | { type: 'analysis.completed' } | { type: 'user.left' };
    tags: Tag;
  },
  actors: {
    takeRecaps: notProvidedActor<readonly NewRecap[]>('takeRecaps'),
  },
  actions: {
    announceRecaps: notProvidedAction<Recaps>('announceRecaps'),
    askAgain: assign({ isAskedAgain: true }),
    askOnce: assign({ isAskedAgain: false }),
  },
  guards: {
    isAskedAgain: ({ context }) => context.isAskedAgain,
  },
});
