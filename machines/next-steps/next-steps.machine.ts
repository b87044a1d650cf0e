import { present } from '#contract/unknown-values.ts';
import { tag } from '../kit/tags.ts';
import { type NextStep, type NextStepsContext, nextStepsSetup } from './next-steps.setup.ts';

const stepOf = ({ event }: { event: { step: NextStep } }) => ({ step: event.step });

const remembers = {
  type: 'remember',
  params: ({ context: { done, skipped, isPutAway } }: { context: NextStepsContext }) => ({
    done,
    skipped,
    isPutAway,
  }),
} as const;

const opens = [
  {
    guard: { type: 'leavesThePage', params: stepOf },
    target: 'settling',
    actions: [
      { type: 'markDone', params: stepOf },
      { type: 'openPlace', params: stepOf },
    ],
  },
  {
    target: 'visiting',
    actions: [
      { type: 'keepOpen', params: stepOf },
      { type: 'openPlace', params: stepOf },
    ],
  },
] as const;

export const nextStepsMachine = nextStepsSetup.createMachine({
  id: 'nextSteps',
  context: ({ input }) => ({ ...input, open: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Reads what is left to do.',
      tags: tag.idle,
      always: [
        { guard: 'wasPutAway', target: 'away' },
        { guard: 'isAllSettled', target: 'complete' },
        { target: 'shown' },
      ],
    },
    settling: {
      description: 'Remembers what was done, skipped or put away, so that a reload shows the same.',
      tags: tag.idle,
      entry: remembers,
      always: 'deciding',
    },
    shown: {
      description: 'A bar shows the five steps: what is done, what was skipped, and what comes next.',
      tags: tag.waiting,
      on: {
        'step.opened': opens,
        'step.skipped': {
          guard: { type: 'isUnsettled', params: stepOf },
          target: 'settling',
          actions: { type: 'markSkipped', params: stepOf },
        },
        'bar.putAway': { target: 'settling', actions: 'putAway' },
      },
    },
    visiting: {
      description: 'The place of a step is open. The bar is back once the user closes it.',
      tags: tag.waiting,
      on: {
        'place.left': {
          target: 'settling',
          actions: {
            type: 'markDone',
            params: ({ context }) => ({ step: present(context.open, 'open') }),
          },
        },
      },
    },
    complete: {
      description: 'All five are done or skipped. Each can be opened again.',
      tags: tag.done,
      on: {
        'step.opened': opens,
        'bar.putAway': { target: 'settling', actions: 'putAway' },
      },
    },
    away: {
      description: 'The user has put the bar away. The menu of the session brings it back.',
      tags: tag.idle,
      on: { 'bar.recalled': { target: 'settling', actions: 'recall' } },
    },
  },
});
