import { setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { type Tag, tag } from '../kit/tags.ts';

export const loadingOverlayMachine = setup({
  types: {} as {
    events: { type: 'work.started' } | { type: 'work.finished' };
    tags: Tag;
  },
  delays: {
    appearanceDelay: milliseconds(150),
    shortestDisplay: milliseconds(300),
  },
}).createMachine({
  id: 'loadingOverlay',
  initial: 'hidden',
  states: {
    hidden: {
      description: 'Nothing is running and nothing covers the page.',
      tags: tag.idle,
      on: { 'work.started': 'waiting' },
    },
    waiting: {
      description: 'Work has started, but not long enough ago to show the overlay.',
      tags: tag.waiting,
      on: { 'work.finished': 'hidden' },
      after: { appearanceDelay: 'visible' },
    },
    visible: {
      description: 'The overlay covers the page until the work is done and it has been visible long enough.',
      tags: [tag.busy, tag.modal],
      type: 'parallel',
      onDone: 'hidden',
      states: {
        work: {
          description: 'What the overlay waits for.',
          initial: 'underWay',
          on: { 'work.started': '.underWay' },
          states: {
            underWay: {
              description: 'The work is still running.',
              on: { 'work.finished': 'finished' },
            },
            finished: {
              description: 'The work is done; new work would keep the overlay.',
              type: 'final',
            },
          },
        },
        display: {
          description: 'The overlay stays long enough not to flicker.',
          initial: 'settling',
          states: {
            settling: {
              description: 'The overlay has just appeared.',
              after: { shortestDisplay: 'settled' },
            },
            settled: {
              description: 'The overlay has been visible long enough and can close.',
              type: 'final',
            },
          },
        },
      },
    },
  },
});
