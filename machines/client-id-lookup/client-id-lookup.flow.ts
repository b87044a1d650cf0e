import { defineFlow } from '../kit/catalogue.ts';
import { clientIdLookupMachine } from './client-id-lookup.machine.ts';
import { clientIdLookupInvariants } from './client-id-lookup.rules.ts';

export const clientIdLookupFlow = defineFlow({
  name: 'client-id-lookup',
  title: 'Visitor id for the statistics',
  group: 'The page',
  paragraph:
    'A checkout includes the analytics visitor id, if there is one. The machine looks for the id every ' +
    '100 milliseconds, and after 200 the checkout continues without it.',
  requirements: ['R9.11'],
  synonyms: {
    visitor: ['analytics', 'statistics', 'tracking id'],
  },
  machine: clientIdLookupMachine,
  scenarios: [{ name: 'checkout started' }],
  events: {},
  outcomes: {
    readClientId: [
      { name: 'the id is set', type: 'done', output: '1234567890.1700000000' },
      { name: 'the id is not set', type: 'done', output: null },
      { name: 'reading fails', type: 'error', error: new Error('Cookies are disabled.') },
    ],
  },
  guards: {
    isSet: 'There is an id.',
  },
  invariants: clientIdLookupInvariants,
});
