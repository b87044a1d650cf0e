import { endOtherSessions, login } from '#contract/account.ts';
import { credentialsChangeMachine } from '#machines/credentials-change/credentials-change.machine.ts';
import { failureOf } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function inSettings(error: unknown, words: Readonly<Record<string, string>>): unknown {
  const failure = failureOf(error);
  const message = words[failure.code];
  return message === undefined ? error : { ...failure, message };
}

/** Stores no password or code. */
function provideCredentialsChange({
  client,
  identity,
  secrets,
  refreshUser,
}: Surroundings): typeof credentialsChangeMachine {
  return implement(credentialsChangeMachine, ({ promise }) => ({
    ...promise('changeAddress', async ({ input }) => {
      const address = input.address.trim().toLowerCase();
      if ((await identity.session())?.email.toLowerCase() === address)
        throw { code: 'sameAddress', message: 'This is already your email address.' };
      const password = secrets.take('proof')?.password ?? null;
      try {
        await identity.changeEmail({ email: address, password });
      } catch (error) {
        throw inSettings(error, {
          wrongPassword: 'That password is incorrect. Please try again.',
          accountExists: 'This email address belongs to another account.',
        });
      }
    }),
    ...promise('confirmCode', async () => {
      const entry = secrets.take('code');
      try {
        await identity.confirmVerification(entry?.code ?? '');
      } catch (error) {
        throw inSettings(error, { accountExists: 'This address belongs to another account.' });
      }
    }),
    ...promise('tellServer', async ({ signal }) => {
      const idToken = await identity.idToken({ forceRefresh: true });
      await client.call(login, { bearer: idToken, body: { idToken, userSourceInfo: null }, signal });
    }),
    ...promise('endOtherSessions', ({ signal }) => client.call(endOtherSessions, { signal })),
    ...promise('changePassword', async () => {
      const { currentPassword = '', newPassword = '' } = secrets.take('password') ?? {};
      try {
        await identity.changePassword({ currentPassword, newPassword });
      } catch (error) {
        throw inSettings(error, { wrongPassword: 'The current password is incorrect.' });
      }
    }),
  })).provide({ actions: { refreshUser } });
}

export const credentialsChange: Flow<typeof credentialsChangeMachine> = {
  provide: provideCredentialsChange,
};
