import { defineFlow } from '../kit/catalogue.ts';
import { cutOffAt, done } from '../kit/outcomes.ts';
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
  events: {
    'export.requested': 'the user asks for the archive',
    cancel: 'the user cancels',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    saveArchive: [done('the archive is saved', undefined), cutOffAt('the connection breaks')],
  },
  alike: {
    saveArchive: { 'the connection breaks': ['notFound', 'tooManyRequests'] },
  },
  invariants: dataExportInvariants,
});
