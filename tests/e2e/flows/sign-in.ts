import type { FlowOutcome } from '#flows/flow.ts';
import { ordinaryAnswer, signedOut } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

async function answerIdentity({ harness }: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (outcome.type === 'emits') return false;
  const failure = outcome.type === 'error' ? (outcome.error as { code: string; message: string }) : null;
  return harness('answerIdentity', failure);
}

export const signIn: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/#join',
  background: (method, path) => (path === '/check-session' ? signedOut : ordinaryAnswer(method, path)),
  prepare: async ({ page }) => {
    await page.getByRole('dialog').waitFor();
  },
  actors: { signIn: answerIdentity, signUp: answerIdentity },
};
