import type { Post, PostPreview } from '#contract/posting.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { notesPostingMachine } from './notes-posting.machine.ts';
import { notesPostingEquivalents, notesPostingInvariants } from './notes-posting.rules.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';
const waiting: Post = {
  id: '01900000-0000-7000-8000-00000000ab01',
  sessionId,
  kind: 'discord',
  host: 'discord.com',
  cause: 'user',
  state: 'waiting',
  messageCount: 2,
  sentCount: 0,
  createdAt: '2026-03-12T20:00:00.000Z',
  nextAttemptAt: '2026-03-12T20:00:00.000Z',
  finishedAt: null,
  link: null,
  failure: null,
};
const sending: Post = { ...waiting, state: 'sending', sentCount: 1, nextAttemptAt: null };
const posted: Post = {
  ...sending,
  state: 'posted',
  sentCount: 2,
  finishedAt: '2026-03-12T20:00:05.000Z',
  link: 'https://discord.com/channels/1/2/3',
};
const failed: Post = {
  ...sending,
  state: 'failed',
  finishedAt: '2026-03-12T20:00:05.000Z',
  failure: { code: 'webhookGone', message: 'The webhook no longer exists.' },
};
const preview: PostPreview = {
  kind: 'discord',
  host: 'discord.com',
  messages: ['# The Bell Below', 'They went down.'],
  version: '0123456789abcdef0123456789abcdef',
  previous: null,
};
export const notesPostingFlow = defineFlow({
  name: 'notes-posting',
  title: 'Posting notes',
  group: 'Sessions and notes',
  paragraph:
    'A game master posts the players’ version of a session’s notes to Discord or to a webhook of their ' +
    'own. The dialog shows each message before it is posted, and asks again if the notes were posted ' +
    'before. It shows the progress of the post, when it ended, and what to do if it failed. The server ' +
    'continues a post after the page is closed.',
  requirements: ['D6', 'D7'],
  story: ['closed', 'open.preparing', 'open.previewed', 'open.creating', 'open.following', 'open.posted'],
  next: { 'campaign-webhook': 'there is no channel yet' },
  synonyms: {
    post: ['Discord', 'send to players', 'publish'],
  },
  machine: notesPostingMachine,
  events: {
    'posting.opened': [
      {
        name: 'the user opens the posting of a session',
        event: {
          type: 'posting.opened',
          place: {
            campaignId: '01900000-0000-7000-8000-000000000002',
            sessionId,
          },
        },
      },
    ],
    'posting.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'setup.requested': 'the user sets up a webhook',
    'post.confirmed': 'the user posts the messages',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    preparePost: [
      done('there is a preview', { preview, open: null }),
      done('the notes were posted before', { preview: { ...preview, previous: posted }, open: null }),
      done('players may see nothing', { preview: { ...preview, messages: [] }, open: null }),
      done('a post is on its way', { preview, open: sending }),
      done('a post is on its way, and players may no longer see anything', {
        preview: { ...preview, messages: [] },
        open: sending,
      }),
      fails('there is no webhook', 'webhookMissing', 'This campaign has no webhook.'),
      unreachable,
    ],
    createPost: [
      done('the post is queued', waiting),
      fails('the notes have changed', 'previewOutdated', 'The notes have changed since this preview.'),
    ],
    readPost: [
      done('it is on its way', sending),
      done('it is posted', posted),
      done('it failed', failed),
      unreachable,
    ],
  },
  alike: {
    preparePost: { 'the server cannot be reached': ['notFound', 'notesTooLongToPost'] },
    createPost: {
      'the notes have changed': [
        'network',
        'notFound',
        'webhookMissing',
        'notesTooLongToPost',
        'nothingToPost',
        'alreadyPosted',
        'postRunning',
      ],
    },
    readPost: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isOnItsWay: 'A post of this session is on its way.',
    isEmpty: 'Players may see nothing of the notes.',
    isWithoutWebhook: 'The campaign has no webhook.',
    isPosted: 'Everything is posted.',
    isFailed: 'The post failed.',
  },
  invariants: notesPostingInvariants,
  equivalents: notesPostingEquivalents,
});
