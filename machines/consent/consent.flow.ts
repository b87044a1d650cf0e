import { defineFlow } from '../kit/catalogue.ts';
import { consentMachine } from './consent.machine.ts';
import { consentEquivalents, consentInvariants } from './consent.rules.ts';

const question = '1 analytics ads';
const unanswered = { question, kept: null, isOptedOut: false };

export const consentFlow = defineFlow({
  name: 'consent',
  title: 'Consent to trackers',
  group: 'The page',
  paragraph:
    'Trackers that the operator has set up run only once the visitor agrees. They are asked once, with two equal ' +
    'answers, and may answer differently at any time on the cookie page. Another set of trackers is another question. A ' +
    'browser that says no for its user has answered, and without trackers nobody is asked.',
  requirements: ['R7.15'],
  machine: consentMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'choice.made': [
      { name: 'the visitor agrees', event: { type: 'choice.made', choice: 'granted' } },
      { name: 'the visitor does not agree', event: { type: 'choice.made', choice: 'refused' } },
    ],
    'choice.heard': 'sentByActor',
  },
  outcomes: {
    readSurroundings: [
      { name: 'trackers are set up, and nobody was asked so far', type: 'done', output: unanswered },
      {
        name: 'the visitor agreed on an earlier visit',
        type: 'done',
        output: { ...unanswered, kept: { choice: 'granted', question } },
      },
      {
        name: 'the visitor did not agree on an earlier visit',
        type: 'done',
        output: { ...unanswered, kept: { choice: 'refused', question } },
      },
      {
        name: 'the visitor agreed to other trackers',
        type: 'done',
        output: { ...unanswered, kept: { choice: 'granted', question: '1 analytics' } },
      },
      {
        name: 'the visitor did not agree to other trackers',
        type: 'done',
        output: { ...unanswered, kept: { choice: 'refused', question: '1 analytics' } },
      },
      {
        name: 'the visitor agreed, and their browser says no since',
        type: 'done',
        output: { question, kept: { choice: 'granted', question }, isOptedOut: true },
      },
      {
        name: 'no tracker is set up',
        type: 'done',
        output: { question: null, kept: null, isOptedOut: true },
      },
      { name: 'the server cannot be reached', type: 'error', error: new Error('unreachable') },
    ],
    watchOtherTabs: [
      {
        name: 'the visitor agrees in another tab',
        type: 'emits',
        event: { type: 'choice.heard', choice: 'granted' },
      },
      {
        name: 'the visitor takes it back in another tab',
        type: 'emits',
        event: { type: 'choice.heard', choice: 'refused' },
      },
      {
        name: 'the choice is deleted in another tab',
        type: 'emits',
        event: { type: 'choice.heard', choice: null },
      },
      { name: 'other tabs cannot be heard', type: 'error', error: new Error('shut off') },
    ],
  },
  guards: {
    nothingToAsk: 'No tracker is set up on this server.',
    isOptedOut: 'The browser says that its user does not want to be tracked.',
    isKept: 'The visitor has answered this very question before, in this way.',
    isChoice: 'This is the answer.',
  },
  invariants: consentInvariants,
  equivalents: consentEquivalents,
});
