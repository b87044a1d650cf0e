import { setup } from 'xstate';
import { milliseconds } from '../kit/durations.ts';
import { type Tag, tag } from '../kit/tags.ts';

/** The overlay over work that takes long enough to notice (R4.18): it neither flashes up nor flickers away. */
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
      description: 'Nothing is under way and nothing covers the page.',
      tags: tag.idle,
      on: { 'work.started': 'waiting' },
    },
    waiting: {
      description: 'Work is under way, but too short so far to show anything.',
      tags: tag.waiting,
      on: { 'work.finished': 'hidden' },
      after: { appearanceDelay: 'visible' },
    },
    visible: {
      description: 'The overlay covers the page until the work is done and it was seen long enough.',
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
              description: 'The work still goes on.',
              on: { 'work.finished': 'finished' },
            },
            finished: {
              description: 'The work is done; new work would keep the overlay.',
              type: 'final',
            },
          },
        },
        display: {
          description: 'The overlay stays long enough to be read.',
          initial: 'settling',
          states: {
            settling: {
              description: 'The overlay has only just appeared.',
              after: { shortestDisplay: 'settled' },
            },
            settled: {
              description: 'The overlay was seen long enough and may go.',
              type: 'final',
            },
          },
        },
      },
    },
  },
});
