import { deleteUser } from '#contract/account.ts';
import { accountDeletionMachine } from '#machines/account-deletion/account-deletion.machine.ts';
import { hasCode } from '#machines/kit/failure.ts';
import { implement } from '#machines/kit/implement.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

type AccountDeletionEffects = Pick<
  Surroundings,
  'client' | 'identity' | 'userId' | 'removeRecordings' | 'notices' | 'demand' | 'settle' | 'endSession'
> & { storage: Pick<Storage, 'clear'>; secrets: Pick<Surroundings['secrets'], 'take'> };

const notDeleted = {
  code: 'deletionFailed',
  message: 'Failed to delete account. Please try again or contact support.',
};
/** Without a response that says so, the account may have been deleted. */
const notAnswered = { ...notDeleted, code: 'deletionUnknown' };
const unknownWhenSignedOut = 'You were signed out. Your account may be deleted, or not: sign in to find out.';
const wrongPassword = { code: 'wrongPassword', message: 'That password is incorrect. Please try again.' };
const notPossible = {
  code: 'deletionNotPossible',
  message: 'Error deleting account, please contact support',
};

/** The fresh token stays here until a deletion with it was answered. */
export function provideAccountDeletion(effects: AccountDeletionEffects): typeof accountDeletionMachine {
  const { client, identity } = effects;
  let freshToken: string | null = null;
  /** The user whose deletion got no answer, until one says whether there was one. */
  let unanswered: string | null = null;

  return implement(accountDeletionMachine, ({ promise }) => ({
    ...promise('readSignInMethod', async () => (await identity.session())?.method ?? 'password'),
    ...promise('reauthenticate', async ({ input, signal }) => {
      freshToken = null;
      const proof =
        input.method === 'password'
          ? ({ method: 'password', password: effects.secrets.take('proof')?.password ?? '' } as const)
          : ({ method: 'google', signal } as const);
      const { idToken } = await identity.reauthenticate(proof).catch((error: unknown) => {
        if (hasCode(error, 'wrongPassword')) throw wrongPassword;
        // Without a session or a token, another attempt cannot succeed either.
        throw hasCode(error, 'signedOut', 'unexpected') ? notPossible : error;
      });
      if (!signal.aborted) freshToken = idToken;
    }),
    ...promise('deleteAccount', async ({ signal }) => {
      const userId = effects.userId();
      const bearer = freshToken;
      freshToken = null;
      if (userId === null || bearer === null) throw notPossible;
      try {
        // A sent deletion cannot be aborted, so wait for its response.
        await client.call(deleteUser, { params: { userId }, bearer });
      } catch (error) {
        const isAnswered = hasCode(error, 'freshSignInRequired', 'forbidden');
        const isLost = hasCode(error, 'network', 'timeout', 'unavailable', 'invalidResponse');
        if (isAnswered || (!isLost && unanswered !== userId)) {
          unanswered = null;
          // Where it is forbidden, another try would be refused as well.
          throw hasCode(error, 'freshSignInRequired') ? error : isAnswered ? notPossible : notDeleted;
        }
        unanswered = userId;
        freshToken = bearer;
        if (hasCode(error, 'unauthorized')) effects.notices.show(unknownWhenSignedOut);
        throw notAnswered;
      }
      // A cookie that cannot be removed must not keep the user signed in.
      await effects.removeRecordings(userId).catch(() => undefined);
      // Another call noticed the deletion first.
      if (signal.aborted && effects.userId() === null) effects.storage.clear();
    }),
    ...promise('leave', async () => {
      await identity.forgetIdentity();
      await identity.signOut();
      effects.storage.clear();
    }),
  })).provide({
    actions: {
      demandReSignIn: () => effects.demand('reSignIn'),
      settleReSignIn: () => effects.settle('reSignIn'),
      goHome: effects.endSession,
    },
  });
}

export const accountDeletion: Flow<typeof accountDeletionMachine> = {
  provide: provideAccountDeletion,
};
