import { arrive, campaignId, flowSessionId, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow } from './chromium-stage.ts';

export const upload: ChromiumFlow = {
  settings: () => ({ signedIn: true, toldFlows: ['upload'] }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => (path === '/check-session' ? signedIn : ordinaryAnswer(method, path)),
  prepare: ({ page, harness }) => arrive(page, () => harness('report', 'upload')),
};
