import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { deletionMachine } from './deletion.machine.ts';
import { deletionInvariants } from './deletion.rules.ts';

export const deletionFlow = defineFlow({
  name: 'deletion',
  title: 'Deleting a campaign, session or recording',
  group: 'Sessions and notes',
  paragraph:
    'The user deletes a campaign, a session or a recording, confirms it in a dialog that says what will be deleted with it, ' +
    'and sees that it is gone. It can’t be undone. If the server refuses, for example while an analysis runs, the dialog ' +
    'says why and offers to try again.',
  requirements: ['R8.10'],
  story: ['idle', 'asking', 'deleting', 'deleted'],
  synonyms: { delete: ['remove', 'erase', 'GDPR'] },
  moves: { deleteRecord: 'Releases credits that are reserved for an analysis of what is deleted.' },
  machine: deletionMachine,
  events: {
    'deletion.requested': 'the user chooses to delete it',
    'deletion.confirmed': 'the user confirms',
    'deletion.cancelled': 'the user keeps it',
  },
  outcomes: {
    deleteRecord: [
      done('it is deleted', undefined),
      fails(
        'an analysis is running',
        'analysisRunning',
        'An analysis of this session is running. Wait for it, or cancel it.',
      ),
      unreachable,
    ],
  },
  byHand: { 'an analysis is running': 'Start an analysis of the session first.' },
  invariants: deletionInvariants,
});
