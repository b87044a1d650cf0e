import { login } from '#contract/account.ts';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { failureOf, hasCode, isPassing } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

type EmailVerificationEffects = Pick<Surroundings, 'client' | 'identity' | 'demand' | 'settle'> & {
  page: {
    document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
    location: Pick<Location, 'reload'>;
  };
  secrets: Pick<Surroundings['secrets'], 'take'>;
};

function mailFailureOf(error: unknown, isResend: boolean): { code: string; message: string } {
  const { code, message } = failureOf(error);
  if (hasCode(error, 'alreadyVerified', 'tooManyAttempts')) return { code, message };
  if (isPassing(error) || hasCode(error, 'mailFailed')) {
    return { code, message: 'Error sending verification email. Please try again later.' };
  }
  return {
    code,
    message: isResend
      ? 'Failed to resend verification email. Please try again.'
      : 'Failed to send verification email. Please try again.',
  };
}

const correctionWords: Readonly<Record<string, string>> = {
  wrongPassword: 'That password is incorrect. Please try again.',
  accountExists:
    'This address already has an account. Sign out, then sign in with this address or reset its password.',
};

function inVerification(error: unknown): { code: string; message: string } {
  const { code, message } = failureOf(error);
  return { code, message: correctionWords[code] ?? message };
}

export function provideEmailVerification(effects: EmailVerificationEffects): typeof emailVerificationMachine {
  const { client, identity, page } = effects;
  return implement(emailVerificationMachine, ({ promise, callback }) => ({
    // A token's yes is final; its no may be outdated.
    ...promise('isVerified', async () =>
      (await identity.session())?.emailVerified === true ? true : identity.isVerified(),
    ),
    ...promise('sendMail', async ({ input }) => {
      try {
        return await identity.sendVerification();
      } catch (error) {
        throw mailFailureOf(error, input.isResend);
      }
    }),
    ...promise('confirmCode', async () =>
      identity.confirmVerification(effects.secrets.take('code')?.code ?? ''),
    ),
    ...promise('changeAddress', async ({ input, signal }) => {
      const address = input.address.trim().toLowerCase();
      if ((await identity.session())?.email.toLowerCase() === address)
        throw { code: 'sameAddress', message: 'We have already sent the code to this address.' };
      const password = effects.secrets.take('proof')?.password ?? null;
      const delivery = await identity.changeEmail({ email: address, password }).catch((error: unknown) => {
        throw inVerification(error);
      });
      const idToken = await identity.idToken({ forceRefresh: true });
      await client
        .call(login, { bearer: idToken, body: { idToken, userSourceInfo: null }, signal })
        .catch(() => {});
      return delivery;
    }),
    ...promise('recheckAuth', async ({ signal }) => {
      const idToken = await identity.idToken({ forceRefresh: true });
      await client.call(login, { bearer: idToken, body: { idToken, userSourceInfo: null }, signal });
    }),
    ...callback('watchVisibility', ({ send }) => {
      const { document } = page;
      const tell = () => send({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown' });
      document.addEventListener('visibilitychange', tell);
      if (document.visibilityState === 'hidden') tell();
      return () => document.removeEventListener('visibilitychange', tell);
    }),
  })).provide({
    actions: {
      demandModal: () => effects.demand('emailVerification'),
      settleModal: () => effects.settle('emailVerification'),
      reloadPage: () => page.location.reload(),
    },
  });
}

export const emailVerification: Flow<typeof emailVerificationMachine> = {
  provide: provideEmailVerification,
  // Accepting the agreements reloads the page; a new code would replace the mailed one.
  onArrival: ({ user, hasLinkedCode }) =>
    user.agreementsAccepted ? { type: 'user.arrived', hasLinkedCode } : null,
};
