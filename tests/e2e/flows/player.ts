import type { FlowOutcome } from '#flows/flow.ts';
import { failed, json } from '../support/held-backend.ts';
import { campaignId, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const path = /^\/sessions\/[\w-]+\/playback$/;
const asks =
  (method: string) =>
  async ({ answer }: Surroundings, outcome: FlowOutcome) => {
    if (outcome.type === 'emits') return false;
    const said = outcome.type === 'error' ? failed(outcome.error as { code: string }) : json(outcome.output);
    await answer(method, path, said);
    return true;
  };

export const player: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, asked) => {
    if (asked === '/check-session') return signedIn;
    return path.test(asked) ? null : ordinaryAnswer(method, asked);
  },
  prepare: async ({ arrive, page }) => {
    const menu = page.getByRole('button', { name: 'Campaign settings' });
    await arrive('the campaign', async () => (await menu.count()) > 0);
  },
  actors: { readPlayback: asks('GET'), remakePlayback: asks('POST') },
};
