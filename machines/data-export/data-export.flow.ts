import { defineFlow } from '../kit/catalogue.ts';
import { dataExportMachine } from './data-export.machine.ts';
import { dataExportInvariants } from './data-export.rules.ts';

export const dataExportFlow = defineFlow({
  name: 'data-export',
  title: 'Export of all data',
  group: 'Account',
  paragraph:
    'In the account settings a user downloads all their data as one archive: account, settings, ' +
    'credits, campaigns, sessions, transcripts, results, notes and the recordings that are still stored.',
  requirements: ['R2.34'],
  synonyms: {
    export: ['GDPR', 'download my data', 'take my data with me', 'data portability', 'archive'],
  },
  machine: dataExportMachine,
  scenarios: [{ name: 'page opened' }],
  events: {
    'export.requested': [{ name: 'the user asks for the archive', event: { type: 'export.requested' } }],
    cancel: [{ name: 'the user cancels', event: { type: 'cancel' } }],
    'user.left': [{ name: 'the user is signed out', event: { type: 'user.left' } }],
  },
  outcomes: {
    saveArchive: [
      { name: 'the archive is saved', type: 'done', output: undefined },
      {
        name: 'the connection breaks',
        type: 'error',
        error: {
          code: 'network',
          message: 'The server cannot be reached.',
        },
      },
    ],
  },
  alike: {
    saveArchive: { 'the connection breaks': ['notFound', 'tooManyRequests'] },
  },
  invariants: dataExportInvariants,
});
