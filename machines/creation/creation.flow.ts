import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { creationMachine } from './creation.machine.ts';
import { creationInvariants } from './creation.rules.ts';

export const creationFlow = defineFlow({
  name: 'creation',
  title: 'New campaign or session',
  group: 'Sessions and notes',
  paragraph:
    'The user creates a campaign, a session, or the sample campaign with a finished session, and its page opens. If the ' +
    'server refuses or does not answer, the page says why, and nothing that was written is lost.',
  requirements: ['R8.10'],
  story: ['idle', 'describing', 'creating', 'created'],
  next: { upload: 'the session exists' },
  synonyms: { 'new campaign': ['start', 'onboarding'], 'new session': ['game night', 'evening'] },
  machine: creationMachine,
  events: {
    'form.opened': 'the user opens the form of a new campaign',
    'form.closed': 'the user closes the form',
    'creation.requested': [
      {
        name: 'the user creates a session',
        event: { type: 'creation.requested', creation: { what: 'session' } },
      },
      {
        name: 'the user creates a campaign',
        event: {
          type: 'creation.requested',
          creation: { what: 'campaign', fields: { title: 'The Drowned Bell' } },
        },
      },
      {
        name: 'the user opens the sample',
        event: { type: 'creation.requested', creation: { what: 'sample' } },
      },
    ],
  },
  outcomes: {
    create: [
      done('it exists', undefined),
      fails(
        'the user has the most campaigns allowed',
        'quotaReached',
        'You have reached the limit for one account. Delete some of these first, then try again.',
      ),
      unreachable,
    ],
  },
  alike: { create: { 'the user has the most campaigns allowed': ['notFound'] } },
  byHand: { 'the user has the most campaigns allowed': 'Set USER_CAMPAIGNS=1 and have one campaign.' },
  guards: { isCampaign: 'A campaign is created.', isFormOpen: 'The form of a new campaign is open.' },
  words: { creation: 'what is created', isFormOpen: 'the form is open' },
  invariants: creationInvariants,
  sees: {
    created: 'What was created is open, with its title as the heading.',
  },
});
