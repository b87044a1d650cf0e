import { assign, setup } from 'xstate';
import type { PublicLink, SharedKind, Show } from '#contract/sharing.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** What is shared. */
export interface ShareTarget {
  readonly kind: SharedKind;
  readonly id: string;
  readonly title: string;
}

export interface ShareLinkContext {
  readonly target: ShareTarget | null;
  /** The link as the server last described it; null until it has. */
  readonly link: PublicLink | null;
  /** What the user last chose to show; null: what the link shows. */
  readonly wanted: Show | null;
  readonly failure: Failure | null;
}

export type ShareLinkEvent =
  | { type: 'share.opened'; target: ShareTarget }
  | { type: 'share.closed' }
  | { type: 'retry' }
  | { type: 'sharing.requested' }
  | { type: 'sharing.confirmed' }
  | { type: 'sharing.declined' }
  | { type: 'show.changed'; show: Show }
  | { type: 'copy.requested' }
  | { type: 'renewal.requested' }
  | { type: 'revocation.requested' }
  /** The user has gone. */
  | { type: 'user.left' };

export const nothingShared: ShareLinkContext = { target: null, link: null, wanted: null, failure: null };

export interface LinkInput {
  readonly target: ShareTarget | null;
  readonly link: PublicLink | null;
  readonly wanted: Show | null;
}

export const shareLinkSetup = setup({
  types: {} as { context: ShareLinkContext; events: ShareLinkEvent; tags: Tag },
  actors: {
    readLink: notProvidedActor<PublicLink, LinkInput>('readLink'),
    turnOnLink: notProvidedActor<PublicLink, LinkInput>('turnOnLink'),
    changeLink: notProvidedActor<PublicLink, LinkInput>('changeLink'),
    renewLink: notProvidedActor<PublicLink, LinkInput>('renewLink'),
    revokeLink: notProvidedActor<void, LinkInput>('revokeLink'),
    copyLink: notProvidedActor<void, LinkInput>('copyLink'),
  },
  actions: {
    /** The modal is put away. */
    leaveModal: notProvidedAction('leaveModal'),
    keepTarget: assign((_, { target }: { target: ShareTarget }) => ({ ...nothingShared, target })),
    keepLink: assign((_, { link }: { link: PublicLink }) => ({ link, wanted: null })),
    keepWanted: assign({ wanted: (_, { show }: { show: Show }) => show }),
    forgetWanted: assign({ wanted: null }),
    forgetAddress: assign({
      link: ({ context }) => context.link && { ...context.link, publicId: null, enabled: false },
    }),
    forgetAll: assign(nothingShared),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isLinkOn: (_, { link }: { link: PublicLink }) => link.enabled,
  },
  delays: {
    /** R9.8 */
    copiedDisplay: seconds(3),
  },
});
