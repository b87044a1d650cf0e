import { json } from '../support/held-backend.ts';
import { campaignId, emptySession, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow } from './chromium-stage.ts';

const sessions = [1, 2].map((digit) => ({
  ...emptySession,
  id: `01900000-0000-7000-8000-00000000c00${digit}`,
  title: `Session ${digit}`,
}));

export const recording: ChromiumFlow = {
  // The time to restore a recording equals the client's own timeout.
  settings: () => ({ signedIn: true, toldFlows: ['recording'], patient: false }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (path.startsWith(`/campaigns/${campaignId}/sessions`)) return json({ sessions, nextCursor: null });
    const shown = sessions.find(({ id }) => path.includes(id)) ?? emptySession;
    if (method === 'GET' && path.endsWith('/uploads')) return json({ uploads: [] });
    return ordinaryAnswer(method, path, shown);
  },
  prepare: async ({ arrive, page }) => {
    const link = page.getByRole('link', { name: 'Session 2' }).first();
    await arrive('the campaign', async () => (await link.count()) > 0);
  },
  events: {
    'recording.opened': async ({ page, arrive }, event) => {
      const { title } = (event as { place?: { title: string } }).place ?? { title: '' };
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: title }).first().click();
      const heading = page.getByRole('heading', { level: 1, name: title });
      await arrive('the session', async () => (await heading.count()) > 0);
      return true;
    },
  },
};
