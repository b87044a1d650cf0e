import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { accountPartMachine } from './account-part.machine.ts';
import { accountPartInvariants } from './account-part.rules.ts';

export const accountPartFlow = defineFlow({
  name: 'account-part',
  group: 'The page',
  title: 'The light page and the account part',
  paragraph:
    'A visitor loads only what the public pages need. The account part (sign-in, campaigns, uploads) ' +
    'loads once: for a remembered sign-in, on the way to the campaigns, on the way back from Google, or ' +
    'when the visitor wants to join. Meanwhile the page does not change.',
  requirements: ['R2.1', 'R2.23', 'R4.1'],
  synonyms: {
    account: ['signed-in part', 'app'],
  },
  machine: accountPartMachine,
  events: {
    'account.needed': 'a user with an account, or about to create one, is here',
  },
  outcomes: {
    loadAccountPart: [done('the account part runs', undefined), unreachable],
  },
  invariants: accountPartInvariants,
  byHand: {
    'a user with an account, or about to create one, is here':
      'Press “Join / Login”, or reload the page while signed in.',
  },
  sees: {
    present: 'The dialog “Welcome back” opens, or “Menu” shows who is signed in.',
  },
});
