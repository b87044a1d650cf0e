import { json } from '../support/held-backend.ts';
import { ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow } from './chromium-stage.ts';

export const incomingRecording: ChromiumFlow = {
  // The time to restore a recording equals the client's own timeout.
  settings: () => ({ signedIn: true, toldFlows: ['incoming-recording'], patient: false, staysOnPage: true }),
  address: () => '/campaign',
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    return path.split('?')[0] === '/campaigns'
      ? json({ campaigns: [], nextCursor: null })
      : ordinaryAnswer(method, path);
  },
  beginsAnew: true,
  // The page has reported the user when it appeared.
  prepare: async ({ arrive, page, harness }) => {
    const heading = page.getByRole('heading', { level: 1, name: 'Start your first campaign' });
    await arrive('the campaigns', async () => (await heading.count()) > 0);
    await harness('send', 'incomingRecording', { type: 'user.left' });
  },
};
