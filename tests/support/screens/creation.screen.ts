import type { AnyMachineSnapshot } from 'xstate';
import type { Creation, CreationContext } from '#machines/creation/creation.machine.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const form = { role: 'dialog', text: 'New campaign' } as const;
const hasForm = ({ context }: AnyMachineSnapshot) => (context as CreationContext).isFormOpen;
const whatOf = (event: object) => (event as { creation: Creation }).creation.what;
/** By the form, or by the overlay while something is created. */
const isCovered = (snapshot: AnyMachineSnapshot) => hasForm(snapshot) || snapshot.matches('creating');

export const creationScreen: FlowScreen = {
  flow: 'creation',
  begin:
    'Sign in and open a session; without one, press “See a sample session”. “The Saltmarsh Lanterns” is the title of its campaign.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000001',
  gestures: {
    'form.opened': {
      control: (_, snapshot) => ({
        role: 'button',
        name: isCovered(snapshot) ? 'Campaigns behind' : 'The Saltmarsh Lanterns',
      }),
      perform: async (driver) => {
        await driver.click({ role: 'button', name: 'The Saltmarsh Lanterns' });
        await driver.click({ role: 'menuitem', name: 'New campaign' });
      },
    },
    'form.closed': { control: { role: 'button', name: 'Cancel' } },
    'creation.requested: the user creates a campaign': {
      control: { role: 'button', name: 'Create campaign' },
      perform: async (driver) => {
        await driver.fill('Title', 'The Drowned Bell');
        await driver.click({ role: 'button', name: 'Create campaign' });
      },
    },
    'creation.requested: the user creates a session': {
      control: (_, snapshot) => ({
        role: 'button',
        name: isCovered(snapshot) ? 'New session behind' : 'New session',
      }),
    },
    'creation.requested: the user opens the sample': {
      instead: 'As a user without campaigns, press “See a sample session”.',
    },
  },
  notOffered: [
    {
      event: 'creation.requested',
      in: '',
      when: (snapshot, event) => whatOf(event) === 'campaign' && !hasForm(snapshot),
      reason: 'a user with campaigns opens the form first',
      instead:
        'Press the campaign’s title, choose “New campaign”, type a title, then press “Create campaign”.',
    },
  ],
  promises: [
    { in: 'idle', doesNotSee: [form] },
    { in: 'describing', sees: () => [form] },
    { in: 'describing.failed', sees: failureShown },
    {
      in: 'failed',
      // A first campaign's form and the sample say it where they are.
      sees: (snapshot) => (whatOf(snapshot.context) === 'session' ? failureShown(snapshot) : []),
    },
    { in: 'created', doesNotSee: [form] },
  ],
};
