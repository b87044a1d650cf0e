import { defineFlow } from '../kit/catalogue.ts';
import { pageHeadMachine } from './page-head.machine.ts';
import { pageHeadInvariants } from './page-head.rules.ts';

export const pageHeadFlow = defineFlow({
  name: 'page-head',
  group: 'The page',
  title: 'Title and address of the page',
  paragraph:
    'Writes the title, description and canonical address of the current page into its head. Several ' +
    'changes in a row are written once, 10 ms after the last.',
  requirements: ['R9.11'],
  synonyms: {
    title: ['browser tab', 'SEO', 'metadata'],
  },
  machine: pageHeadMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'place.shown': [
      { name: 'a public page is shown', event: { type: 'place.shown', source: { path: '/pricing' } } },
      {
        name: 'a page with its own title is shown',
        event: { type: 'place.shown', source: { title: 'Session 3' } },
      },
    ],
  },
  outcomes: {
    applyHead: [
      { name: 'the head is written', type: 'done', output: undefined },
      {
        name: 'its content cannot be loaded',
        type: 'error',
        error: { code: 'network', message: 'The server cannot be reached.' },
      },
    ],
  },
  invariants: pageHeadInvariants,
});
