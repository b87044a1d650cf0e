import { defineFlow } from '../kit/catalogue.ts';
import { nextStepsMachine } from './next-steps.machine.ts';
import { nextStepsInvariants } from './next-steps.rules.ts';

export const nextStepsFlow = defineFlow({
  name: 'next-steps',
  title: 'Five steps after an analysis',
  group: 'Sessions and notes',
  paragraph:
    'Below a session with an analysis, a bar names five things to do next: check the names, say who is who, look at ' +
    'what players see, share, and prepare the next session. Each opens its place and is ticked when the user comes ' +
    'back; each can be skipped. The bar can be put away and called back, and a reload shows the same.',
  requirements: [],
  story: ['deciding', 'shown', 'visiting', 'settling'],
  synonyms: { steps: ['checklist', 'onboarding', 'what now', 'wizard'] },
  machine: nextStepsMachine,
  scenarios: [
    { name: 'a first analysis has ended', input: { done: [], skipped: [], isPutAway: false } },
    {
      name: 'one step is left',
      input: { done: ['names', 'cast', 'next'], skipped: ['players'], isPutAway: false },
    },
    { name: 'the bar was put away', input: { done: [], skipped: ['names'], isPutAway: true } },
  ],
  events: {
    'step.opened': [
      { name: 'the user opens the names', event: { type: 'step.opened', step: 'names' } },
      { name: 'the user opens sharing', event: { type: 'step.opened', step: 'share' } },
      { name: 'the user opens the next session', event: { type: 'step.opened', step: 'next' } },
    ],
    'step.skipped': [
      { name: 'the user skips the names', event: { type: 'step.skipped', step: 'names' } },
      { name: 'the user skips sharing', event: { type: 'step.skipped', step: 'share' } },
    ],
    'place.left': 'the user comes back',
    'bar.putAway': 'the user puts the bar away',
    'bar.recalled': 'the user calls the bar back',
  },
  outcomes: {},
  guards: {
    wasPutAway: 'The user has put the bar away.',
    isAllSettled: 'Each step is done or skipped.',
    leavesThePage: 'The step is on another page, so the user does not come back by closing it.',
    isUnsettled: 'The step is neither done nor skipped.',
  },
  invariants: nextStepsInvariants,
  sees: { shown: 'Nothing covers the bar of steps.' },
});
