import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { notesPostingSetup, nothingPosted } from './notes-posting.setup.ts';

export const notesPostingMachine = notesPostingSetup.createMachine({
  id: 'notesPosting',
  context: nothingPosted,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed. The server continues a post that was started.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'posting.opened': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      description: 'The dialog covers the page.',
      initial: 'preparing',
      on: { 'posting.closed': 'closed' },
      states: {
        preparing: {
          description: 'Asks the server what would be posted, and whether a post is on its way.',
          tags: tag.busy,
          entry: 'forgetPost',
          invoke: {
            id: 'preparePost',
            src: 'preparePost',
            input: ({ context: { place } }) => ({ place }),
            onDone: [
              {
                guard: { type: 'isOnItsWay', params: ({ event }) => event.output },
                target: 'following',
                actions: { type: 'keepPrepared', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isEmpty', params: ({ event }) => event.output },
                target: 'empty',
                actions: { type: 'keepPrepared', params: ({ event }) => event.output },
              },
              {
                target: 'previewed',
                actions: { type: 'keepPrepared', params: ({ event }) => event.output },
              },
            ],
            onError: [
              {
                guard: { type: 'isWithoutWebhook', params: ({ event }) => event },
                target: 'withoutWebhook',
              },
              { target: 'unprepared', actions: keepFailure },
            ],
          },
        },
        unprepared: {
          description: 'There is no preview. The dialog says why, and the user can try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'preparing' },
        },
        withoutWebhook: {
          description: 'The campaign has no webhook yet. The dialog links to its settings.',
          tags: tag.waiting,
          on: {
            'setup.requested': {
              target: '#notesPosting.closed',
              actions: { type: 'openSetup', params: ({ context: { place } }) => ({ place }) },
            },
          },
        },
        empty: {
          description: 'Players may not see any of these notes, so there is nothing to post.',
          tags: tag.idle,
        },
        previewed: {
          description: 'Shows each message that would be posted, and when the notes were posted before.',
          tags: tag.waiting,
          on: { 'post.confirmed': 'creating' },
        },
        creating: {
          description: 'The server queues the post.',
          tags: tag.busy,
          invoke: {
            id: 'createPost',
            src: 'createPost',
            input: ({ context: { place, preview } }) => ({ place, preview }),
            onDone: {
              target: 'following',
              actions: [
                { type: 'keepPost', params: ({ event }) => ({ post: event.output }) },
                'refreshPosts',
              ],
            },
            onError: { target: 'refused', actions: keepFailure },
          },
        },
        refused: {
          description:
            'The server rejected the post or did not answer. The dialog says why and offers a new preview.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { retry: 'preparing' },
        },
        following: {
          description:
            'The server posts the messages in order. The user can close the dialog; posting continues.',
          initial: 'resting',
          states: {
            resting: {
              description: 'The dialog shows the progress, and asks the server again after two seconds.',
              tags: tag.busy,
              after: { nextLook: 'looking' },
            },
            looking: {
              description: 'Asks the server for the progress. Without an answer, it asks again later.',
              tags: tag.busy,
              invoke: {
                id: 'readPost',
                src: 'readPost',
                input: ({ context: { place, post } }) => ({ place, post }),
                onDone: [
                  {
                    guard: { type: 'isPosted', params: ({ event }) => ({ post: event.output }) },
                    target: '#notesPosting.open.posted',
                    actions: [
                      { type: 'keepPost', params: ({ event }) => ({ post: event.output }) },
                      'refreshPosts',
                    ],
                  },
                  {
                    guard: { type: 'isFailed', params: ({ event }) => ({ post: event.output }) },
                    target: '#notesPosting.open.failed',
                    actions: [
                      { type: 'keepPost', params: ({ event }) => ({ post: event.output }) },
                      'refreshPosts',
                    ],
                  },
                  {
                    target: 'resting',
                    actions: { type: 'keepPost', params: ({ event }) => ({ post: event.output }) },
                  },
                ],
                onError: 'resting',
              },
            },
          },
        },
        posted: {
          description: 'All messages are posted.',
          tags: tag.done,
        },
        failed: {
          description: 'The post failed. The dialog says why and offers a new preview.',
          tags: tag.failed,
          on: { retry: 'preparing' },
        },
      },
    },
  },
});
