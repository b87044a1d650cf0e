import { assign, setup } from 'xstate';
import type { PrepPin } from '#contract/prep.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface PrepSheetContext {
  /** The game master's lines as they were typed; null: as the server has them. */
  readonly draft: string | null;
  /** The lines that were sent last. */
  readonly sent: string | null;
  /** Asked for last, or how the page was found. */
  readonly pin: PrepPin;
  /** Why the lines were not saved. */
  readonly failure: Failure | null;
  readonly pinFailure: Failure | null;
}

type PrepSheetEvent =
  | { type: 'lines.typed'; text: string }
  | { type: 'lines.left' }
  | { type: 'lines.dropped' }
  | { type: 'retry' }
  | { type: 'pin.requested' }
  | { type: 'unpin.requested' }
  | { type: 'undo.requested' }
  | { type: 'pin.retried' }
  | { type: 'pin.found' }
  | { type: 'pin.lost' };

export interface PrepSheetInput {
  readonly isPinned: boolean;
}

export const prepSheetSetup = setup({
  types: {} as { context: PrepSheetContext; events: PrepSheetEvent; input: PrepSheetInput; tags: Tag },
  actors: {
    saveLines: notProvidedActor<void, string>('saveLines'),
    changePin: notProvidedActor<void, PrepPin>('changePin'),
  },
  actions: {
    refreshSheet: notProvidedAction('refreshSheet'),
    keepDraft: assign({ draft: (_, { text }: { text: string }) => text }),
    keepSent: assign({ sent: ({ context }) => context.draft }),
    forgetDraft: assign({ draft: null }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    keepPin: assign({ pin: (_, { pin }: { pin: PrepPin }) => pin }),
    keepPinFailure: assign({ pinFailure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetPinFailure: assign({ pinFailure: null }),
  },
  guards: {
    isStale: (_, { error }: { error: unknown }) => hasCode(error, 'staleRevision'),
    hasMore: ({ context }) => context.draft !== context.sent,
    isPinned: ({ context }) => context.pin !== 'off',
  },
  delays: { savePause: seconds(1) },
});
