import { assign, setup } from 'xstate';
import type { Post, PostPreview } from '#contract/posting.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface PostingPlace {
  readonly campaignId: string;
  readonly sessionId: string;
}

export interface PreparedPost {
  readonly preview: PostPreview;
  readonly open: Post | null;
}

export interface NotesPostingContext {
  readonly place: PostingPlace | null;
  readonly preview: PostPreview | null;
  readonly post: Post | null;
  readonly failure: Failure | null;
}

type NotesPostingEvent =
  | { type: 'posting.opened'; place: PostingPlace }
  | { type: 'posting.closed' }
  | { type: 'retry' }
  | { type: 'setup.requested' }
  | { type: 'post.confirmed' }
  | { type: 'user.left' };

export const nothingPosted: NotesPostingContext = { place: null, preview: null, post: null, failure: null };

export const notesPostingSetup = setup({
  types: {} as { context: NotesPostingContext; events: NotesPostingEvent; tags: Tag },
  actors: {
    preparePost: notProvidedActor<PreparedPost, { place: PostingPlace | null }>('preparePost'),
    createPost: notProvidedActor<Post, { place: PostingPlace | null; preview: PostPreview | null }>(
      'createPost',
    ),
    readPost: notProvidedActor<Post, { place: PostingPlace | null; post: Post | null }>('readPost'),
  },
  actions: {
    refreshPosts: notProvidedAction('refreshPosts'),
    openSetup: notProvidedAction<{ place: PostingPlace | null }>('openSetup'),
    keepPlace: assign((_, { place }: { place: PostingPlace }) => ({ ...nothingPosted, place })),
    keepPrepared: assign((_, { preview, open }: PreparedPost) => ({ preview, post: open })),
    keepPost: assign({ post: (_, { post }: { post: Post }) => post }),
    forgetPost: assign({ preview: null, post: null }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    forgetAll: assign(nothingPosted),
  },
  guards: {
    isOnItsWay: (_, { open }: PreparedPost) => open !== null,
    isEmpty: (_, { preview }: PreparedPost) => preview.messages.length === 0,
    isWithoutWebhook: (_, { error }: { error: unknown }) => hasCode(error, 'webhookMissing'),
    isPosted: (_, { post }: { post: Post }) => post.state === 'posted',
    isFailed: (_, { post }: { post: Post }) => post.state === 'failed',
  },
  delays: { nextLook: seconds(2) },
});
