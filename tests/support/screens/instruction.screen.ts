import { type FlowScreen, failureShown } from './screen.ts';

const field = 'What should be different?';
const atWork = { role: 'progressbar', text: 'Changes by the language model' } as const;

export const instructionScreen: FlowScreen = {
  flow: 'instruction',
  begin:
    'Have a language model, and open a session that has notes, in which no change was asked for yet. For Bryce, type a name from these notes.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'instruction.opened': {
      control: (_, snapshot) => ({
        role: 'button',
        name: snapshot.matches('open') ? 'Ask for a change behind' : 'Ask for a change',
      }),
    },
    'instruction.opened: the user opens the dialog of another session': {
      instead: 'Open another session, and press “Ask for a change” there.',
    },
    'instruction.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'text.submitted': {
      control: { role: 'textbox', name: field },
      perform: async (driver, { text }) => {
        await driver.fill(field, String(text));
        await driver.click({ role: 'button', name: 'Propose changes' });
      },
    },
    'cancel.requested': { control: { role: 'button', name: 'Stop' } },
    'another.requested': { control: { role: 'button', name: 'Ask for something else' } },
    'page.returned': { instead: 'Switch to another tab and back.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'text.submitted',
      in: 'open',
      when: (_, { text }) => String(text).trim() === '',
      reason: 'the button needs words',
    },
  ],
  promises: [
    { in: 'behind', doesNotSee: [atWork] },
    { in: 'open.unread', sees: failureShown },
    { in: 'open.writing', sees: failureShown, doesNotSee: [atWork] },
    { in: 'open.following', sees: () => [atWork] },
    { in: 'open.proposed', sees: () => [{ role: 'status', text: /propose/ }], doesNotSee: [atWork] },
    { in: 'open.failed', sees: () => [{ role: 'alert', text: 'Nothing has changed.' }] },
  ],
};
