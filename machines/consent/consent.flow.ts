import { defineFlow } from '../kit/catalogue.ts';
import { done, emits } from '../kit/outcomes.ts';
import { consentMachine } from './consent.machine.ts';
import { consentEquivalents, consentInvariants } from './consent.rules.ts';

const question = '1 analytics ads';
const unanswered = { question, kept: null, isOptedOut: false };

export const consentFlow = defineFlow({
  name: 'consent',
  title: 'Consent to trackers',
  group: 'The page',
  paragraph:
    'The operator’s trackers run only with the visitor’s consent. The banner asks once, with two equal ' +
    'answers, and the visitor can change the answer on the cookie page at any time. A different set of trackers needs new consent. A ' +
    'browser’s opt-out signal counts as a no. Without trackers there is no banner.',
  requirements: ['R7.15'],
  story: ['unknown', 'deciding.asked', 'deciding.granted'],
  synonyms: {
    consent: ['cookies', 'tracking', 'GDPR', 'analytics', 'privacy'],
  },
  machine: consentMachine,
  events: {
    'choice.made': [
      { name: 'the visitor agrees', event: { type: 'choice.made', choice: 'granted' } },
      { name: 'the visitor does not agree', event: { type: 'choice.made', choice: 'refused' } },
    ],
    'choice.heard': 'sentByActor',
  },
  outcomes: {
    readSurroundings: [
      done('trackers are set up, and the visitor has not answered yet', unanswered),
      done('the visitor agreed on an earlier visit', {
        ...unanswered,
        kept: { choice: 'granted', question },
      }),
      done('the visitor did not agree on an earlier visit', {
        ...unanswered,
        kept: { choice: 'refused', question },
      }),
      done('the visitor agreed to other trackers', {
        ...unanswered,
        kept: { choice: 'granted', question: '1 analytics' },
      }),
      done('the visitor did not agree to other trackers', {
        ...unanswered,
        kept: { choice: 'refused', question: '1 analytics' },
      }),
      done('the visitor agreed, but their browser now sends an opt-out', {
        question,
        kept: { choice: 'granted', question },
        isOptedOut: true,
      }),
      done('no tracker is set up', { question: null, kept: null, isOptedOut: true }),
      { name: 'the server cannot be reached', type: 'error', error: new Error('unreachable') },
    ],
    watchOtherTabs: [
      emits('the visitor agrees in another tab', { type: 'choice.heard', choice: 'granted' }),
      emits('the visitor withdraws consent in another tab', { type: 'choice.heard', choice: 'refused' }),
      emits('the choice is deleted in another tab', { type: 'choice.heard', choice: null }),
      { name: 'the listener for other tabs fails', type: 'error', error: new Error('shut off') },
    ],
  },
  guards: {
    nothingToAsk: 'No tracker is set up on this server.',
    isOptedOut: 'The browser says that its user does not want to be tracked.',
    isKept: 'The visitor has given this answer to the same question before.',
    isChoice: 'This is the answer.',
  },
  invariants: consentInvariants,
  equivalents: consentEquivalents,
});
