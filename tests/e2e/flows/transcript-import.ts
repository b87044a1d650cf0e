import type { FlowOutcome } from '#flows/flow.ts';
import { failed, json } from '../support/held-backend.ts';
import { campaignId, flowSessionId, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

async function sent({ answer }: Surroundings, outcome: FlowOutcome) {
  if (outcome.type === 'emits') return false;
  await answer(
    'POST',
    /^\/sessions\/[\w-]+\/transcripts$/,
    outcome.type === 'error' ? failed(outcome.error as { code: string }) : json(outcome.output, 201),
  );
  return true;
}

export const transcriptImport: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (/^\/sessions\/[^/]+\/uploads/.test(path)) return json({ uploads: [] });
    return ordinaryAnswer(method, path);
  },
  prepare: async ({ arrive, page }) => {
    const choice = page.getByRole('button', { name: 'Choose a file' });
    await arrive('the session', async () => (await choice.count()) > 0);
  },
  actors: { readTranscript: sent, sendAnswers: sent },
};
