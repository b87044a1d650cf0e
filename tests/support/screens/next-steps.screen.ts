import type { FlowScreen } from './screen.ts';

const names: Readonly<Record<string, string>> = {
  names: 'Check the names',
  cast: 'Who is who',
  players: 'What players see',
  share: 'Share the session',
  next: 'Next session',
};
const nameOf = ({ step }: Readonly<Record<string, unknown>>) => names[String(step)] ?? '';
const bar = { role: 'button', name: 'Put the next steps away' } as const;
/** The place of a step covers the page. */
const isCovered = ({ value }: { value: unknown }) => value === 'visiting';

export const nextStepsScreen: FlowScreen = {
  flow: 'next-steps',
  begin:
    'Open a session whose analysis has ended, without hints; “Session settings” has “Show the next steps”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'step.opened': {
      control: (event, snapshot) => ({
        role: 'button',
        name: isCovered(snapshot) ? 'behind a dialog' : new RegExp(`^${nameOf(event)}`),
      }),
    },
    'step.skipped': {
      control: (event, snapshot) => ({
        role: 'button',
        name: isCovered(snapshot) ? 'behind a dialog' : `Skip “${nameOf(event)}”`,
      }),
    },
    'place.left': { instead: 'Close the dialog of the step.' },
    'bar.putAway': {
      control: (_, snapshot) => (isCovered(snapshot) ? { ...bar, name: 'behind a dialog' } : bar),
    },
    'bar.recalled': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'away' ? 'Session settings' : 'behind what is shown',
      }),
      perform: async (driver) => {
        await driver.click({ role: 'button', name: 'Session settings' });
        await driver.click({ role: 'menuitem', name: 'Show the next steps' });
      },
    },
  },
  notOffered: [
    {
      event: 'step.skipped',
      in: 'shown',
      when: ({ context: { done, skipped } }, { step }) =>
        ['names', 'cast', 'players', 'share', 'next'].find(
          (each) => ![...done, ...skipped].includes(each),
        ) !== step,
      reason: 'only the next step can be skipped',
    },
  ],
  promises: [
    { in: 'shown', sees: () => [{ role: 'heading', text: 'Next steps' }] },
    { in: 'complete', sees: () => [{ role: 'heading', text: 'All steps done' }] },
    { in: 'away', doesNotSee: [{ role: 'heading', text: /^(Next steps|All steps done)$/ }] },
  ],
};
