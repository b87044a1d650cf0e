import type { Agreement } from '#contract/agreements.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, fails } from '../kit/outcomes.ts';
import { agreementsMachine } from './agreements.machine.ts';
import { agreementsInvariants } from './agreements.rules.ts';

const terms: Agreement = {
  name: 'Terms of Service',
  version: '2',
  change_description: 'Refunds within 14 days.',
};
const privacy: Agreement = {
  name: 'Privacy Policy',
  version: '2',
  change_description: 'Audio is kept 30 days.',
};

export const agreementsFlow = defineFlow({
  name: 'agreements',
  title: 'Accepting agreements',
  group: 'Account',
  paragraph:
    'Users who have not accepted the current terms and privacy policy must do so before anything else. ' +
    'The modal says what is new. Each acceptance is sent to the server; then the page reloads. ' +
    'Declining signs the user out and deletes the settings and drafts that this browser kept for them. The account stays, and the ' +
    'next sign-in asks again.',
  requirements: ['R3.6', 'R4.20', 'R5.8', 'R7.5', 'R7.6'],
  story: ['idle', 'due.loading', 'due.reading', 'due.accepting', 'accepted'],
  synonyms: {
    agreement: ['terms of service', 'privacy policy', 'legal', 'consent to terms'],
  },
  machine: agreementsMachine,
  events: {
    'user.arrived': [
      {
        name: 'a user arrives who has accepted everything',
        event: { type: 'user.arrived', agreementsAccepted: true },
      },
      {
        name: 'a user arrives who has not accepted everything',
        event: { type: 'user.arrived', agreementsAccepted: false },
      },
    ],
    'box.changed': [
      { name: 'the user checks the box', event: { type: 'box.changed', isChecked: true } },
      { name: 'the user clears the box', event: { type: 'box.changed', isChecked: false } },
    ],
    'agreements.accepted': 'the user accepts',
    'agreements.declined': 'the user declines',
    retry: 'the user tries again',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    listAgreements: [
      done('two are due', [terms, privacy]),
      done('one is due', [privacy]),
      done('nothing is due', []),
      cutOff,
    ],
    acceptAgreement: [
      done('it is accepted', undefined),
      fails(
        'there is a newer version of it',
        'agreementChanged',
        'This agreement has changed since you opened it.',
      ),
      cutOff,
    ],
  },
  alike: {
    acceptAgreement: { 'there is a newer version of it': ['notFound'] },
  },
  guards: {
    areAccepted: 'The server reports that the user has accepted everything.',
    areNone: 'Nothing is due: another tab was faster.',
    isBoxChecked: 'The box is checked.',
    isLast: 'This is the last agreement.',
    hasChanged: 'The agreement on screen is not the current version.',
  },
  invariants: agreementsInvariants,
});
