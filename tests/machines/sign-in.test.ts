import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { implement } from '#machines/kit/implement.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import {
  selectHasSignedIn,
  selectIsCodeAccepted,
  selectIsSigningIn,
  selectOffersGoogle,
  selectSignInFailure,
  selectSignInMode,
  selectSignInStep,
} from '#machines/sign-in/sign-in.selectors.ts';
import type { SignInInput } from '#machines/sign-in/sign-in.setup.ts';
import { settle } from '#tests/support/settle.ts';

type Work = (kind: string, signal: AbortSignal) => Promise<unknown>;

function open(work: Work, input: Partial<SignInInput> = {}) {
  const seen: string[] = [];
  let announced = 0;
  const asked = (kind: string) => async (given: { signal: AbortSignal }) => {
    seen.push(kind);
    await work(kind, given.signal);
  };
  const accepted = (kind: string) => async (given: { signal: AbortSignal }) => {
    seen.push(kind);
    return (await work(kind, given.signal)) as { isSignedIn: boolean };
  };
  const actor = createActor(
    implement(signInMachine, ({ promise }) => ({
      ...promise('signIn', asked('signIn')),
      ...promise('signUp', asked('signUp')),
      ...promise('signInWithGoogle', asked('signInWithGoogle')),
      ...promise('leaveForGoogle', asked('leaveForGoogle')),
      ...promise('sendSignUpCode', asked('sendSignUpCode')),
      ...promise('sendPasswordCode', asked('sendPasswordCode')),
      ...promise('confirmSignUp', accepted('confirmSignUp')),
      ...promise('setPassword', accepted('setPassword')),
    })).provide({
      actions: {
        announceLogin: () => {
          announced += 1;
        },
      },
    }),
    { input: { mode: 'signIn', isInAppBrowser: false, hasGoogle: true, ...input } },
  ).start();
  return { actor, seen, now: () => actor.getSnapshot(), announced: () => announced };
}

const refusing = (code: string) => async () => {
  throw { code, message: `It was refused: ${code}.` };
};

it('[R5.1] signing up requires an email and a password, and signs in', async () => {
  const { actor, now, seen, announced } = open(async () => undefined);
  actor.send({ type: 'mode.switched' });
  expect(selectSignInMode(now())).toBe('signUp');
  actor.send({ type: 'credentials.submitted' });
  expect(selectIsSigningIn(now())).toBe(true);
  await settle();
  expect(seen).toEqual(['signUp']);
  expect(selectHasSignedIn(now())).toBe(true);
  expect(announced()).toBe(1);
});

it('shows a wrong password, and accepts another attempt', async () => {
  let attempts = 0;
  const { actor, now } = open(async () => {
    attempts += 1;
    if (attempts === 1) throw { code: 'wrongPassword', message: 'Incorrect email or password.' };
  });
  actor.send({ type: 'credentials.submitted' });
  await settle();
  expect(selectSignInFailure(now())?.code).toBe('wrongPassword');
  actor.send({ type: 'credentials.submitted' });
  expect(selectSignInFailure(now())).toBeNull();
  await settle();
  expect(selectHasSignedIn(now())).toBe(true);
});

it('asks for a mailed code before the sign-in if the pool requires it', async () => {
  const answers: Record<string, () => Promise<unknown>> = {
    signUp: refusing('confirmationRequired'),
    confirmSignUp: async () => ({ isSignedIn: true }),
    sendSignUpCode: async () => undefined,
  };
  const { actor, now, seen } = open((kind) => answers[kind]!());
  actor.send({ type: 'mode.switched' });
  actor.send({ type: 'credentials.submitted' });
  await settle();
  expect(selectSignInStep(now())).toBe('signUpCode');
  actor.send({ type: 'code.requested' });
  await settle();
  actor.send({ type: 'code.submitted' });
  await settle();
  expect(seen).toEqual(['signUp', 'sendSignUpCode', 'confirmSignUp']);
  expect(selectHasSignedIn(now())).toBe(true);
});

it('shows the form after a new password if the sign-in fails', async () => {
  const { actor, now } = open(async (kind) => (kind === 'setPassword' ? { isSignedIn: false } : undefined));
  actor.send({ type: 'password.forgotten' });
  actor.send({ type: 'mail.requested' });
  await settle();
  expect(selectSignInStep(now())).toBe('newPassword');
  actor.send({ type: 'password.submitted' });
  await settle();
  expect(selectSignInStep(now())).toBe('credentials');
  expect(selectIsCodeAccepted(now())).toBe(true);
});

describe('Google', () => {
  it('[R2.33] cancelling stops the wait, and later responses change nothing', async () => {
    let arrive = () => {};
    let stopped: AbortSignal | undefined;
    const { actor, now, announced } = open((_, signal) => {
      stopped = signal;
      return new Promise<void>((resolve) => {
        arrive = resolve;
      });
    });
    actor.send({ type: 'google.chosen' });
    expect(selectSignInStep(now())).toBe('googleWindow');
    actor.send({ type: 'back' });
    expect(stopped?.aborted).toBe(true);
    arrive();
    await settle();
    expect(selectSignInStep(now())).toBe('credentials');
    expect(announced()).toBe(0);
  });

  it('[R2.33] reports a blocked window, and redirects only when the user asks', async () => {
    const { actor, now, seen } = open((kind) =>
      kind === 'signInWithGoogle' ? refusing('popupBlocked')() : Promise.resolve(),
    );
    actor.send({ type: 'google.chosen' });
    await settle();
    expect(selectSignInStep(now())).toBe('googleBlocked');
    expect(seen).toEqual(['signInWithGoogle']);
    actor.send({ type: 'redirect.chosen' });
    await settle();
    expect(seen).toEqual(['signInWithGoogle', 'leaveForGoogle']);
    expect(selectSignInStep(now())).toBe('googlePage');
    actor.send({ type: 'back' });
    expect(selectSignInStep(now())).toBe('credentials');
  });

  it('[R2.32] is not offered in a social app’s browser, or if it is not configured', () => {
    const social = open(async () => undefined, { isInAppBrowser: true });
    expect(selectSignInStep(social.now())).toBe('inAppBrowser');
    social.actor.send({ type: 'email.chosen' });
    expect(selectSignInStep(social.now())).toBe('credentials');
    const plain = open(async () => undefined, { hasGoogle: false });
    for (const { actor, now, seen } of [social, plain]) {
      expect(selectOffersGoogle(now())).toBe(false);
      actor.send({ type: 'google.chosen' });
      expect(seen).toEqual([]);
    }
  });
});
