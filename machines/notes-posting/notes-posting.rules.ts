import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { NotesPostingContext } from './notes-posting.setup.ts';

export const notesPostingInvariants: readonly Invariant<NotesPostingContext>[] = [
  {
    name: 'posts nothing before the user has seen the preview and confirmed it',
    holds: ({ started, cause, context }) =>
      !started.includes('createPost') ||
      (cause === 'post.confirmed' && context.preview !== null && context.preview.messages.length > 0),
  },
  {
    name: 'follows a post, and shows its end, only if it is known',
    holds: ({ isIn, context }) =>
      !['following', 'posted', 'failed'].some((state) => isIn(`open.${state}`)) || context.post !== null,
  },
  {
    name: 'shows posted or failed as the server reported',
    holds: ({ isIn, context }) =>
      (!isIn('open.posted') || context.post?.state === 'posted') &&
      (!isIn('open.failed') || context.post?.state === 'failed'),
  },
  {
    name: 'reloads the posts on the session’s page when one begins and when it ends, and only then',
    holds: ({ actions, cause, isIn }) =>
      actions.includes('refreshPosts') ===
      (cause?.startsWith('createPost: ') === true && isIn('open.following')
        ? true
        : cause?.startsWith('readPost: ') === true && (isIn('open.posted') || isIn('open.failed'))),
  },
  {
    name: 'opens the settings only when the user asks for them, and closes the dialog then',
    holds: ({ actions, cause, isIn }) =>
      actions.includes('openSetup') === (cause === 'setup.requested' && isIn('closed')),
  },
  {
    name: 'shows a reason exactly when the server refused',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unprepared') || isIn('open.refused')),
  },
  {
    name: 'keeps no data once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.place === null) &&
      (!isIn('closed') || (context.preview === null && context.post === null)),
  },
  {
    name: 'makes one request at a time',
    holds: ({ running }) => running.length <= 1,
  },
];

export const notesPostingEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: notesPosting.open.following.looking --done(readPost)#0[isPosted]--> notesPosting.open.posted after the next',
    ],
    reason: 'A post is never both posted and failed, so the order of the two guards does not matter.',
  },
];
