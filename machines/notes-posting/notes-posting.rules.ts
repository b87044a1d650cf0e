import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { NotesPostingContext } from './notes-posting.setup.ts';

export const notesPostingInvariants: readonly Invariant<NotesPostingContext>[] = [
  {
    name: 'nothing is posted before the user has seen the preview and confirmed it',
    holds: ({ started, cause, context }) =>
      !started.includes('createPost') ||
      (cause === 'post.confirmed' && context.preview !== null && context.preview.messages.length > 0),
  },
  {
    name: 'a post is followed, and its end shown, only if it is known',
    holds: ({ isIn, context }) =>
      !['following', 'posted', 'failed'].some((state) => isIn(`open.${state}`)) || context.post !== null,
  },
  {
    name: 'posted and failed say what the server said',
    holds: ({ isIn, context }) =>
      (!isIn('open.posted') || context.post?.state === 'posted') &&
      (!isIn('open.failed') || context.post?.state === 'failed'),
  },
  {
    name: 'the session’s page reads its posts again when one begins and when it ends, and only then',
    holds: ({ actions, cause, isIn }) =>
      actions.includes('refreshPosts') ===
      (cause?.startsWith('createPost: ') === true && isIn('open.following')
        ? true
        : cause?.startsWith('readPost: ') === true && (isIn('open.posted') || isIn('open.failed'))),
  },
  {
    name: 'the settings open only when the user asks for them, and the dialog closes then',
    holds: ({ actions, cause, isIn }) =>
      actions.includes('openSetup') === (cause === 'setup.requested' && isIn('closed')),
  },
  {
    name: 'a reason is shown exactly where the server refused',
    holds: ({ isIn, context }) =>
      (context.failure !== null) === (isIn('open.unprepared') || isIn('open.refused')),
  },
  {
    name: 'nothing is kept once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.place === null) &&
      (!isIn('closed') || (context.preview === null && context.post === null)),
  },
  {
    name: 'only one request runs at a time',
    holds: ({ running }) => running.length <= 1,
  },
];

export const notesPostingEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'reorder: notesPosting.open.following.looking --done(readPost)#0[isPosted]--> notesPosting.open.posted after the next',
    ],
    reason: 'A post is never both posted and failed, so that the order of the two guards does not matter.',
  },
];
