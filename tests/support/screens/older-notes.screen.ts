import { type FlowScreen, failureShown } from './screen.ts';

const progress = { role: 'progressbar', text: 'Written notes for older sessions' } as const;
const sum = { text: '2 sessions: 270 credits' } as const;

export const olderNotesScreen: FlowScreen = {
  flow: 'older-notes',
  begin: 'Have two sessions with pages in their own words, and a language model. Open their campaign.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000002',
  gestures: {
    'place.opened': { instead: 'Open the campaign’s page.' },
    'choice.opened': { control: { role: 'button', name: /^Write (the rest|notes for older sessions)$/ } },
    'choice.closed': { control: { role: 'button', name: 'Not now' } },
    'session.toggled': { control: { role: 'checkbox', name: 'The bell tower' } },
    'all.toggled': { control: { role: 'button', name: /^Choose (all|none)$/ } },
    'writer.chosen': { control: { role: 'radio', name: /^Notes written on this computer/ } },
    'start.confirmed': { control: { role: 'button', name: /^Write \d sessions? for / } },
    'cancel.requested': { control: { role: 'button', name: 'Stop writing' } },
    'end.closed': { control: { role: 'button', name: 'Dismiss' } },
    'page.returned': { instead: 'Switch to another tab and back.' },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'quiet', doesNotSee: [progress] },
    { in: 'offered', sees: failureShown, doesNotSee: [progress] },
    { in: 'choosing', sees: failureShown, doesNotSee: [progress] },
    { in: 'running', sees: (snapshot) => [progress, ...failureShown(snapshot)], doesNotSee: [sum] },
    {
      in: 'ended',
      sees: (snapshot) => [{ text: 'Notes of older sessions: ' }, ...failureShown(snapshot)],
      doesNotSee: [progress],
    },
  ],
  notOffered: [
    {
      event: 'writer.chosen',
      in: 'choosing',
      when: ({ context }) => (context as { writer: string }).writer === 'computer',
      reason: 'it is chosen already',
    },
  ],
};
