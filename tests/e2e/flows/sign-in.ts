import type { FlowOutcome } from '#flows/flow.ts';
import type { ModelPath } from '#flows/tour.ts';
import type { SignInInput } from '#machines/sign-in/sign-in.setup.ts';
import { agentOf, signInAddress } from '#tests/support/screens/sign-in.screen.ts';
import { ordinaryAnswer, signedOut } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

async function answerIdentity({ harness }: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (outcome.type === 'emits') return false;
  const failure = outcome.type === 'error' ? (outcome.error as { code: string; message: string }) : null;
  return harness('answerIdentity', failure);
}

async function acceptCode(around: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (!(await answerIdentity(around, outcome))) return false;
  if (outcome.type !== 'done') return true;
  const { isSignedIn } = outcome.output as { isSignedIn: boolean };
  const refusal = { code: 'network', message: 'The server cannot be reached.' };
  await around.harness('turn', 0);
  return around.harness('answerIdentity', isSignedIn ? null : refusal);
}

const inputOf = (path: ModelPath) => path.start.input as SignInInput;

export const signIn: ChromiumFlow = {
  settings: (path) => ({
    signedIn: false,
    hasGoogle: inputOf(path).hasGoogle,
    userAgent: agentOf(inputOf(path)),
  }),
  address: (path) => signInAddress(path.start.input),
  background: (method, path) => (path === '/check-session' ? signedOut : ordinaryAnswer(method, path)),
  prepare: async ({ page }) => {
    await page.getByRole('dialog').waitFor();
  },
  actors: {
    signIn: answerIdentity,
    signUp: answerIdentity,
    signInWithGoogle: answerIdentity,
    leaveForGoogle: answerIdentity,
    sendSignUpCode: answerIdentity,
    sendPasswordCode: answerIdentity,
    confirmSignUp: acceptCode,
    setPassword: acceptCode,
  },
};
