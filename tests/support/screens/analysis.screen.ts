import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { type FlowScreen, failureShown, type Sight } from './screen.ts';

const price: Sight = { role: 'heading', text: 'Start the analysis' };
const underWay: Sight = { role: 'heading', text: 'Writing your notes' };
const working: Sight = { role: 'status', text: 'Calculating the exact cost', busy: true };

export const analysisScreen: FlowScreen = {
  flow: 'analysis',
  begin: 'Sign in, open a session with a recording or a transcript, and start an analysis.',
  address: (input) => campaignPath({ campaignId: 'c', ...(input as AnalysisInput) }),
  gestures: {
    'cancel.requested': {
      control: { role: 'button', name: 'Cancel the analysis' },
      perform: async (driver) => {
        await driver.click({ role: 'button', name: 'Cancel the analysis' });
        await driver.click({ role: 'button', name: 'Cancel it' });
      },
    },
    retry: { control: { role: 'button', name: 'Try again' } },
    'again.requested': { control: { role: 'button', name: /^(Start a new analysis|Analyze again)$/ } },
    'page.returned': { instead: 'Switch to another tab and back.' },
    'source.changed': { instead: 'Upload another recording or transcript to the session.' },
  },
  bringIntoView: async (driver, snapshot) => {
    if (snapshot.matches('completed')) await driver.click({ role: 'tab', name: 'Evening' });
  },
  notOffered: [
    {
      event: 'again.requested',
      in: 'failed',
      when: (snapshot) => snapshot.can({ type: 'retry' }),
      reason: 'the button that resumes it, which costs nothing more, is offered instead (D8)',
    },
  ],
  promises: [
    { in: 'unrecalled', sees: failureShown },
    { in: 'recalling', sees: () => [working] },
    { in: 'pricing', sees: () => [working], doesNotSee: [underWay] },
    { in: 'following', sees: (snapshot) => [underWay, ...failureShown(snapshot)], doesNotSee: [price] },
    { in: 'following.streaming', doesNotSee: [{ text: 'The live connection is down' }] },
    { in: 'following.polling', sees: () => [{ text: 'The live connection is down' }] },
    { in: 'cancelling', sees: () => [underWay, { role: 'status', text: 'Cancelling …' }] },
    { in: 'retrying', sees: () => [underWay] },
    { in: 'completed', sees: () => [{ role: 'heading', text: 'The Keeper Confesses' }] },
    { in: 'cancelled', sees: () => [{ role: 'status', text: 'The analysis was cancelled' }] },
    {
      in: 'failed',
      sees: (snapshot) => [{ role: 'alert', text: 'The analysis did not finish' }, ...failureShown(snapshot)],
    },
  ],
};
