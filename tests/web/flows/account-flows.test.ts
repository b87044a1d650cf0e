import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { deleteUser, login } from '#contract/account.ts';
import { acceptAgreement, listAgreements } from '#contract/agreements.ts';
import type { Call } from '#contract/call.ts';
import { storedFacts } from '#contract/stored.ts';
import { createFakeIdentity, type FakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { CredentialEntries } from '#web/effects/credential-entries.ts';
import { readFact } from '#web/effects/stored-facts.ts';
import { provideAccountDeletion } from '#web/flows/account-deletion/provide-account-deletion.ts';
import { provideAgreements } from '#web/flows/agreements/provide-agreements.ts';
import { copylessNotice } from '#web/flows/copyless-notice/provide-copyless-notice.ts';
import { provideEmailVerification } from '#web/flows/email-verification/provide-email-verification.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { IdentityFailure } from '#web/identity/identity-failure.ts';

const email = 'gm@example.org';
const password = 'a lamp-lit table';
const userId = '01900000-0000-7000-8000-00000000b001';

let clock: SimulatedClock;
let identity: FakeIdentity;
let storage: MemoryStorage;
let asked: { call: Call; input: Record<string, unknown> }[];
let answers: Map<Call, () => Promise<unknown>>;
let told: string[];

let entered: { password: string; code: string };
const secrets: CredentialEntries = {
  put: () => {},
  take: ((kind: string) => ({ kind, ...entered })) as CredentialEntries['take'],
};

const client: Pick<ApiClient, 'call'> = {
  call: ((call: Call, input: Record<string, unknown>) => {
    asked.push({ call, input });
    return (answers.get(call) ?? (async () => undefined))();
  }) as ApiClient['call'],
};
const api = client as ApiClient;
const note = (what: string) => () => void told.push(what);
async function pass(milliseconds: number): Promise<void> {
  clock.increment(milliseconds);
  await settle();
}
const begin = <Machine extends AnyStateMachine>(machine: Machine) =>
  createActor(machine as AnyStateMachine, { clock }).start();

function signedInAs(changes: { emailVerified?: boolean; method?: 'password' | 'google' } = {}) {
  const user = { email, password, userId, emailVerified: true, ...changes };
  return createFakeIdentity({ users: [user], signedInAs: email, googleAs: email });
}

beforeEach(() => {
  clock = new SimulatedClock();
  identity = signedInAs();
  storage = new MemoryStorage();
  asked = [];
  answers = new Map();
  told = [];
  entered = { password, code: identity.code };
});

describe('deleting the account', () => {
  let present: string | null;
  const recordingsRemoved: string[] = [];
  async function requested() {
    present = userId;
    recordingsRemoved.length = 0;
    const actor = begin(
      provideAccountDeletion({
        client: api,
        identity,
        userId: () => present,
        storage,
        removeRecordings: async (of) => {
          recordingsRemoved.push(of);
          throw new Error('The browser has no database.');
        },
        secrets,
        notices: { show: (text: string) => told.push(text) },
        demand: note('demanded'),
        settle: note('settled'),
        endSession: note('home'),
      }),
    );
    actor.send({ type: 'deletion.requested' });
    await settle();
    return actor;
  }
  async function confirmed() {
    const actor = await requested();
    actor.send({ type: 'phrase.changed', phrase: 'DELETE ACCOUNT' });
    actor.send({ type: 'deletion.confirmed' });
    return actor;
  }
  const prove = { type: 'proof.given' } as const;
  const failure = (actor: Awaited<ReturnType<typeof requested>>) =>
    (actor.getSnapshot().context as { failure: { message: string } | null }).failure?.message;

  it.each(['delete account', 'DELETE  ACCOUNT', ' DELETE ACCOUNT', 'DELETE ACCOUNT ', 'DELETE', ''])(
    '[R5.7] %j does not confirm',
    async (phrase) => {
      const actor = await requested();
      actor.send({ type: 'phrase.changed', phrase });
      expect(actor.getSnapshot().can({ type: 'deletion.confirmed' })).toBe(false);
      actor.send({ type: 'deletion.confirmed' });
      expect(actor.getSnapshot().value).toBe('awaitingPhrase');
    },
  );

  it('[R4.16] clears this browser also if another call has noticed the deletion first', async () => {
    storage.setItem('hearthscribe.anything', '"kept"');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers.set(deleteUser, () => answered);
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    present = null;
    actor.send({ type: 'user.left' });
    expect(storage.length).toBe(1);
    answer();
    await settle();
    expect(storage.length).toBe(0);
    expect(recordingsRemoved).toEqual([userId]);
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('[R4.16] clears nothing of a user who has signed in meanwhile', async () => {
    storage.setItem('hearthscribe.anything', '"kept"');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers.set(deleteUser, () => answered);
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    present = '01900000-0000-7000-8000-00000000b002';
    actor.send({ type: 'user.left' });
    answer();
    await settle();
    expect(storage.length).toBe(1);
  });

  it('[R4.15][R4.16] takes phrase, sign-in and deletion, then leaves no user data here', async () => {
    storage.setItem('hearthscribe.anything', '"kept"');
    const actor = await confirmed();
    expect(told).toEqual(['demanded']);
    actor.send(prove);
    await settle();
    expect(asked).toEqual([
      {
        call: deleteUser,
        input: { params: { userId }, bearer: `token-of-${userId}` },
      },
    ]);
    expect(actor.getSnapshot().value).toBe('deleted');
    expect(await identity.session()).toBeNull();
    expect(storage.length).toBe(0);
    expect(told).toEqual(['demanded', 'settled', 'home']);
  });

  it('[R4.15] allows re-authentication 299 999 ms after the phrase', async () => {
    const actor = await confirmed();
    await pass(299_999);
    actor.send(prove);
    await settle();
    expect(actor.getSnapshot().value).toBe('deleted');
  });

  it('[R4.15][R8.8] sends nothing after 300 000 ms, and ignores later responses', async () => {
    const actor = await confirmed();
    const release = identity.holdNext();
    actor.send(prove);
    await pass(299_999);
    expect(actor.getSnapshot().value).toEqual({ reauthenticating: 'proving' });
    await pass(1);
    expect(actor.getSnapshot().value).toBe('timedOut');
    expect(failure(actor)).toBe('Reauthentication timed out. Please try again.');
    release();
    await settle();
    await pass(600_000);
    expect(actor.getSnapshot().value).toBe('timedOut');
    expect(asked).toEqual([]);
    actor.send({ type: 'retry' });
    expect(actor.getSnapshot().value).toEqual({ reauthenticating: 'asking' });
  });

  it('[R4.15] shows a wrong password, without restarting the five minutes', async () => {
    const actor = await confirmed();
    await pass(200_000);
    entered.password = 'wrong';
    actor.send(prove);
    await settle();
    expect(actor.getSnapshot().value).toEqual({ reauthenticating: 'refused' });
    expect(failure(actor)).toBe('That password is incorrect. Please try again.');
    await pass(100_000);
    expect(actor.getSnapshot().value).toBe('timedOut');
  });

  it('[R4.15] Google users re-authenticate with Google', async () => {
    identity = signedInAs({ method: 'google' });
    const actor = await confirmed();
    expect(actor.getSnapshot().context).toMatchObject({ method: 'google' });
    actor.send(prove);
    await settle();
    expect(actor.getSnapshot().value).toBe('deleted');
  });

  it.each([
    ['any other answer', new ApiFailure('internal', { status: 500 }), 'deletionFailed', 'failed'],
    ['no answer', new ApiFailure('network'), 'deletionUnknown', 'unanswered'],
  ] as const)('[R8.6] %s changes nothing', async (_, error, code, state) => {
    storage.setItem('hearthscribe.anything', '"kept"');
    answers.set(deleteUser, () => Promise.reject(error));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    expect(actor.getSnapshot().value).toBe(state);
    expect(failure(actor)).toBe('Failed to delete account. Please try again or contact support.');
    expect(actor.getSnapshot().context).toMatchObject({ failure: { code } });
    expect(await identity.session()).toMatchObject({ userId });
    expect(storage.length).toBe(1);
  });

  it('[R4.15] [R4.16] a new try after no answer asks for no password, and tells that the account is gone', async () => {
    answers.set(deleteUser, () => Promise.reject(new ApiFailure('network')));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    identity.failNext('reauthenticate', new IdentityFailure('wrongPassword'));
    answers.delete(deleteUser);
    actor.send({ type: 'retry' });
    await settle();
    const sent = { call: deleteUser, input: { params: { userId }, bearer: `token-of-${userId}` } };
    expect(asked).toEqual([sent, sent]);
    expect(actor.getSnapshot().value).toBe('deleted');
    expect(told).toEqual(['demanded', 'settled', 'home']);
  });

  it.each([
    ['fails', 'internal', 500],
    ['has to wait', 'tooManyRequests', 429],
  ] as const)(
    '[R4.15] a new try after no answer that %s does not say that nothing was deleted',
    async (_, code, status) => {
      answers.set(deleteUser, () => Promise.reject(new ApiFailure('network')));
      const actor = await confirmed();
      actor.send(prove);
      await settle();
      answers.set(deleteUser, () => Promise.reject(new ApiFailure(code, { status })));
      actor.send({ type: 'retry' });
      await settle();
      expect(actor.getSnapshot().value).toBe('unanswered');
      answers.delete(deleteUser);
      actor.send({ type: 'retry' });
      await settle();
      expect(actor.getSnapshot().value).toBe('deleted');
    },
  );

  it('[R4.15] a new try after no answer that signs the user out says that the account may be deleted', async () => {
    answers.set(deleteUser, () => Promise.reject(new ApiFailure('network')));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    answers.set(deleteUser, async () => {
      present = null;
      actor.send({ type: 'user.left' });
      throw new ApiFailure('unauthorized', { status: 401 });
    });
    told = [];
    actor.send({ type: 'retry' });
    await settle();
    expect(told).toEqual(['You were signed out. Your account may be deleted, or not: sign in to find out.']);
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('[R4.15] a new try of an account that is still there asks for another sign-in once it is too old', async () => {
    answers.set(deleteUser, () => Promise.reject(new ApiFailure('unavailable', { status: 504 })));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    answers.set(deleteUser, () => Promise.reject(new ApiFailure('freshSignInRequired', { status: 403 })));
    actor.send({ type: 'retry' });
    await settle();
    expect(actor.getSnapshot().value).toBe('timedOut');
    actor.send({ type: 'retry' });
    expect(actor.getSnapshot().value).toEqual({ reauthenticating: 'asking' });
  });

  it('[R8.7] sends nothing without a user to delete', async () => {
    const actor = begin(
      provideAccountDeletion({
        client: api,
        identity,
        userId: () => null,
        storage,
        removeRecordings: async () => {},
        secrets,
        notices: { show: () => {} },
        demand: () => {},
        settle: () => {},
        endSession: () => {},
      }),
    );
    for (const event of [
      { type: 'deletion.requested' },
      { type: 'phrase.changed', phrase: 'DELETE ACCOUNT' },
      { type: 'deletion.confirmed' },
      prove,
    ]) {
      actor.send(event);
    }
    await settle();
    expect(asked).toEqual([]);
    expect(failure(actor)).toBe('Error deleting account, please contact support');
  });

  it('[R8.7] says so if the identity provider gives no token', async () => {
    identity.reauthenticate = () => Promise.reject(new IdentityFailure('unexpected'));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    expect(failure(actor)).toBe('Error deleting account, please contact support');
  });

  it('[R8.8] reports a sign-in that the server finds too old', async () => {
    answers.set(deleteUser, () => Promise.reject(new ApiFailure('freshSignInRequired', { status: 403 })));
    const actor = await confirmed();
    actor.send(prove);
    await settle();
    expect(actor.getSnapshot().value).toBe('timedOut');
    expect(failure(actor)).toBe('Reauthentication timed out. Please try again.');
  });

  it('cancelling sends nothing, and a pending proof is ignored', async () => {
    const actor = await confirmed();
    const release = identity.holdNext();
    actor.send(prove);
    actor.send({ type: 'cancel' });
    release();
    await settle();
    expect(actor.getSnapshot().value).toBe('awaitingPhrase');
    expect(asked).toEqual([]);
  });
});

describe('verifying the address', () => {
  function arrive(hasLinkedCode = false) {
    const visibility: { state: 'visible' | 'hidden' } = { state: 'visible' };
    const document = Object.defineProperty(new EventTarget(), 'visibilityState', {
      get: () => visibility.state,
    }) as unknown as Document;
    const actor = begin(
      provideEmailVerification({
        client: api,
        identity,
        page: { document, location: { reload: note('reloaded') } },
        secrets,
        demand: note('demanded'),
        settle: note('settled'),
      }),
    );
    actor.send({ type: 'user.arrived', hasLinkedCode });
    return {
      actor,
      look(state: 'visible' | 'hidden') {
        visibility.state = state;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  }
  const count = (method: string) => identity.calls.filter((name) => name === method).length;
  const context = (actor: ReturnType<typeof begin>) =>
    actor.getSnapshot().context as Record<string, { message: string } | null>;

  it('[R4.12] a signed-in user with an unverified address gets the modal and one email', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor } = arrive();
    await settle();
    expect(told).toEqual(['demanded']);
    expect(count('sendVerification')).toBe(1);
    await pass(3_600_000);
    expect(count('sendVerification')).toBe(1);
    actor.stop();
  });

  it('[R4.12] a verified address requires nothing', async () => {
    arrive();
    await settle();
    await pass(60_000);
    expect(told).toEqual([]);
    expect(count('sendVerification') + count('isVerified')).toBe(0);
  });

  it('[R4.13] polls every 10 s, and not while the page is hidden', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor, look } = arrive();
    await settle();
    const before = count('isVerified');
    await pass(9_999);
    expect(count('isVerified')).toBe(before);
    await pass(1);
    expect(count('isVerified')).toBe(before + 1);
    await pass(10_000);
    expect(count('isVerified')).toBe(before + 2);
    look('hidden');
    await pass(60_000);
    expect(count('isVerified')).toBe(before + 2);
    look('visible');
    await settle();
    expect(count('isVerified')).toBe(before + 3);
    actor.stop();
  });

  it('[R4.13] polls again after a failed request', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor } = arrive();
    await settle();
    identity.failNext('isVerified', new IdentityFailure('network'));
    await pass(10_000);
    const before = count('isVerified');
    await pass(10_000);
    expect(count('isVerified')).toBe(before + 1);
    actor.stop();
  });

  it('[R4.14] after the code: notifies the server with a new token, then reloads the page', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor } = arrive();
    await settle();
    actor.send({ type: 'code.submitted' });
    await settle();
    expect(asked.map(({ call }) => call)).toEqual([login]);
    expect(told.slice(-2)).toEqual(['demanded', 'reloaded']);
    expect(await identity.isVerified()).toBe(true);
  });

  it('[R4.14] notices a verification elsewhere at the next poll', async () => {
    identity = signedInAs({ emailVerified: false });
    arrive();
    await settle();
    await identity.confirmVerification(identity.code);
    await pass(10_000);
    expect(told.slice(-2)).toEqual(['demanded', 'reloaded']);
  });

  it('[R4.12][R4.14] the link in the email verifies at once, before another email would void its code', async () => {
    identity = signedInAs({ emailVerified: false });
    arrive(true);
    await settle();
    expect(count('sendVerification')).toBe(0);
    expect(told.slice(-2)).toEqual(['demanded', 'reloaded']);
    expect(await identity.isVerified()).toBe(true);
  });

  it('[R4.12] a link with an invalid code sends a new email, and says why', async () => {
    identity = signedInAs({ emailVerified: false });
    entered.code = '000000';
    const { actor } = arrive(true);
    await settle();
    expect(told).toEqual(['demanded']);
    expect(count('sendVerification')).toBe(1);
    expect(context(actor).codeFailure?.message).toBe(
      'This code is incorrect. Check the six digits, or request a new code.',
    );
    actor.stop();
  });

  it('shows a wrong code, and accepts another', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor } = arrive();
    await settle();
    entered.code = '000000';
    actor.send({ type: 'code.submitted' });
    await settle();
    expect(context(actor).codeFailure?.message).toBe(
      'This code is incorrect. Check the six digits, or request a new code.',
    );
    entered.code = identity.code;
    actor.send({ type: 'code.submitted' });
    await settle();
    expect(told).toContain('reloaded');
  });

  it.each<[string, unknown, string, string]>([
    [
      'the server cannot be reached',
      new IdentityFailure('network'),
      'Error sending verification email. Please try again later.',
      'Error sending verification email. Please try again later.',
    ],
    [
      'there is nobody to verify',
      new IdentityFailure('alreadyVerified'),
      'User not found or already verified',
      'User not found or already verified',
    ],
    [
      'no reason is given',
      new IdentityFailure('unexpected'),
      'Failed to send verification email. Please try again.',
      'Failed to resend verification email. Please try again.',
    ],
  ])('[R8.9][R5.2] %s', async (_, error, first, again) => {
    identity = signedInAs({ emailVerified: false });
    identity.failNext('sendVerification', error);
    const { actor } = arrive();
    await settle();
    expect(context(actor).mailFailure?.message).toBe(first);
    identity.failNext('sendVerification', error);
    actor.send({ type: 'mail.requested' });
    await settle();
    expect(context(actor).mailFailure?.message).toBe(again);
    actor.send({ type: 'mail.requested' });
    await settle();
    expect(context(actor).mailFailure).toBeNull();
    actor.stop();
  });

  it('allows another email after 30 s', async () => {
    identity = signedInAs({ emailVerified: false });
    const { actor } = arrive();
    await settle();
    const mayAsk = () => actor.getSnapshot().can({ type: 'mail.requested' });
    expect(mayAsk()).toBe(false);
    await pass(29_999);
    expect(mayAsk()).toBe(false);
    await pass(1);
    expect(mayAsk()).toBe(true);
    actor.stop();
  });
});

describe('agreements', () => {
  const terms = { name: 'Terms of Service', version: '2', change_description: 'Refunds.' };
  const privacy = { name: 'Privacy Policy', version: '4', change_description: 'Thirty days.' };
  function arrive(agreementsAccepted: boolean) {
    answers.set(listAgreements, async () => [terms, privacy]);
    const actor = begin(
      provideAgreements({
        client: api,
        page: { location: { reload: note('reloaded') } },
        demand: note('demanded'),
        settle: note('settled'),
        userId: () => null,
        storage,
        signOut: note('left'),
      }),
    );
    actor.send({ type: 'user.arrived', agreementsAccepted });
    return actor;
  }

  it('[R4.20] asks nothing of users who have accepted', async () => {
    arrive(true);
    await settle();
    expect(asked).toEqual([]);
    expect(told).toEqual([]);
  });

  it('[R4.20] declining accepts nothing and signs out; the next sign-in asks again', async () => {
    const actor = arrive(false);
    await settle();
    actor.send({ type: 'box.changed', isChecked: true });
    actor.send({ type: 'agreements.declined' });
    await settle();
    expect(asked.map(({ call }) => call)).toEqual([listAgreements]);
    expect(told).toEqual(['demanded', 'left']);
    actor.send({ type: 'user.left' });
    actor.send({ type: 'user.arrived', agreementsAccepted: false });
    await settle();
    expect(told).toEqual(['demanded', 'left', 'settled', 'demanded']);
    expect(actor.getSnapshot().context).toMatchObject({ isBoxChecked: false });
  });

  it('[R4.20][R5.8] accepting needs the box, posts each agreement, then reloads the page', async () => {
    const actor = arrive(false);
    await settle();
    expect(actor.getSnapshot().can({ type: 'agreements.accepted' })).toBe(false);
    actor.send({ type: 'box.changed', isChecked: true });
    expect(actor.getSnapshot().can({ type: 'agreements.accepted' })).toBe(true);
    actor.send({ type: 'box.changed', isChecked: false });
    expect(actor.getSnapshot().can({ type: 'agreements.accepted' })).toBe(false);
    actor.send({ type: 'box.changed', isChecked: true });
    actor.send({ type: 'agreements.accepted' });
    await settle();
    expect(asked.filter(({ call }) => call === acceptAgreement).map(({ input }) => input.body)).toEqual([
      { agreement_name: 'Terms of Service', agreement_version: '2' },
      { agreement_name: 'Privacy Policy', agreement_version: '4' },
    ]);
    expect(told).toEqual(['demanded', 'settled', 'reloaded']);
  });

  it('[R4.20] shows a version that increased meanwhile before it is accepted', async () => {
    const actor = arrive(false);
    await settle();
    answers.set(acceptAgreement, () => Promise.reject(new ApiFailure('agreementChanged', { status: 409 })));
    answers.set(listAgreements, async () => [{ ...terms, version: '3' }]);
    actor.send({ type: 'box.changed', isChecked: true });
    actor.send({ type: 'agreements.accepted' });
    await settle();
    expect(actor.getSnapshot().context).toMatchObject({
      pending: [{ version: '3' }],
      isBoxChecked: false,
    });
    expect(told).toEqual(['demanded']);
  });
});

describe('the notice for earlier users', () => {
  function arrive(userCreatedAt: string) {
    const actor = begin(
      copylessNotice.provide({
        ...({} as Surroundings),
        storage,
        demand: note('demanded'),
        settle: note('settled'),
      }),
    );
    const wasShown = readFact(storage, storedFacts.copylessNotice) ?? false;
    actor.send({ type: 'user.arrived', userCreatedAt, wasShown });
    return actor;
  }

  it('[R4.17] is shown once to users created before 2025-09-30, and then never again in this browser', () => {
    const first = arrive('2025-09-29T23:59:59.999Z');
    expect(told).toEqual(['demanded']);
    first.stop();
    const second = arrive('2025-09-29T23:59:59.999Z');
    second.send({ type: 'notice.dismissed' });
    told = [];
    arrive('2025-09-29T23:59:59.999Z');
    expect(told).toEqual([]);
  });

  it('[R4.17] is not shown to users created from 2025-09-30 on', () => {
    arrive('2025-09-30T00:00:00.000Z');
    expect(told).toEqual([]);
  });
});
