import { worldReviewFlow } from '#machines/world-review/world-review.flow.ts';
import type { WorldReviewContext } from '#machines/world-review/world-review.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const merge = { role: 'button', name: 'Merge Alura into Allura' } as const;
const apart = { role: 'button', name: 'Keep Alura and Allura apart' } as const;

export const worldReviewScreen: FlowScreen = {
  flow: worldReviewFlow.name,
  begin: 'Sign in and open the world of a campaign that says “Alura” and “Allura”.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000001&world=names',
  gestures: {
    'change.requested: the user says that two names are the same': { control: merge },
    'change.requested: the user says that two names are not the same': { control: apart },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    retry: { control: { role: 'button', name: 'Try again' } },
  },
  promises: [
    { in: 'settled.ready', doesNotSee: [{ role: 'button', text: 'Undo' }] },
    { in: 'saving', sees: () => [{ role: 'button', text: merge.name, busy: true }] },
    {
      in: 'settled.changed',
      sees: ({ context }) => [
        { text: (context as WorldReviewContext).said },
        { role: 'button', text: 'Undo' },
      ],
    },
    { in: 'settled.outdated', sees: failureShown, doesNotSee: [{ role: 'button', text: 'Try again' }] },
    { in: 'settled.failed', sees: failureShown },
    { in: 'settled.undoFailed', sees: failureShown },
  ],
};
