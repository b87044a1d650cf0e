import type { FlowOutcome } from '#flows/flow.ts';
import { camelCase } from '#flows/words.ts';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { type Answer, dropped, failed, json, noContent } from '../support/held-backend.ts';
import { ordinaryAnswer, signedOut } from './background.ts';
import type { ChromiumFlow, FlowInChromium, Surroundings } from './chromium-stage.ts';

const agreementsPath = /^\/agreements$/;
const acceptPath = /^\/accept_agreement$/;

/** Shows the modal to a user who arrives and leaves, so that its chunk is loaded. */
const showOnce =
  (machineId: string, arrival: { type: string } & Record<string, unknown>, title: string) =>
  async ({ arrive, page, harness }: Surroundings): Promise<void> => {
    await page.getByRole('button', { name: 'Join / Login' }).waitFor();
    const dialog = page.getByRole('dialog', { name: title });
    await harness('send', machineId, arrival);
    await arrive('the modal', async () => (await dialog.count()) > 0);
    await harness('send', machineId, { type: 'user.left' });
    await arrive('the page without the modal', async () => (await dialog.count()) === 0);
  };

function failure({ error }: Extract<FlowOutcome, { type: 'error' }>): Answer {
  const { code, message } = error as { code: string; message: string };
  return code === 'network' ? dropped : failed({ code, message });
}

export const agreements: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/terms',
  background: (method, path) => {
    if (agreementsPath.test(path) || acceptPath.test(path)) return null;
    return path === '/check-session' ? signedOut : ordinaryAnswer(method, path);
  },
  prepare: showOnce('agreements', { type: 'user.arrived', agreementsAccepted: false }, 'Before you continue'),
  beginsAnew: true,
  actors: {
    listAgreements: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('GET', agreementsPath, outcome.type === 'done' ? json(outcome.output) : failure(outcome));
      return true;
    },
    acceptAgreement: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('POST', acceptPath, outcome.type === 'done' ? noContent : failure(outcome));
      return true;
    },
  },
};

/** For a required modal that makes no requests. */
export function demandedModal({ flow, demanded }: FlowScreen): Omit<FlowInChromium, 'screen'> {
  if (demanded === undefined) throw new Error(`${flow}: how does it run in Chromium? See chromium-flows.ts.`);
  return {
    means: {
      settings: () => ({ signedIn: false }),
      address: () => '/terms',
      background: (method, path) => (path === '/check-session' ? signedOut : ordinaryAnswer(method, path)),
      prepare: showOnce(camelCase(flow), demanded.arrival, demanded.title),
      beginsAnew: true,
    },
    told: ['event user.arrived', 'event user.left'],
  };
}
