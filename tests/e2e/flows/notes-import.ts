import type { FlowOutcome } from '#flows/flow.ts';
import { type Answer, failed, json, noContent } from '../support/held-backend.ts';
import { campaignId, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const latest = json({
  import: { importedAt: '2026-03-12T20:00:00.000Z', sessionsAdded: 1, sessionsChanged: 0 },
});

const asks =
  (path: RegExp, body: (output: unknown) => Answer) =>
  async ({ answer }: Surroundings, outcome: FlowOutcome) => {
    if (outcome.type === 'emits') return false;
    await answer(
      'POST',
      path,
      outcome.type === 'error' ? failed(outcome.error as { code: string }) : body(outcome.output),
    );
    return true;
  };

export const notesImport: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (method === 'GET' && /^\/campaigns\/[\w-]+\/import$/.test(path)) return latest;
    return ordinaryAnswer(method, path);
  },
  prepare: async ({ arrive, page }) => {
    const menu = page.getByRole('button', { name: 'Campaign settings' });
    await arrive('the campaign', async () => (await menu.count()) > 0);
  },
  actors: {
    readPreview: asks(/^\/campaigns\/[\w-]+\/import\/preview/, json),
    writeNotes: asks(/^\/campaigns\/[\w-]+\/import\?/, json),
    undoImport: asks(/^\/campaigns\/[\w-]+\/import\/undo$/, () => noContent),
  },
};
