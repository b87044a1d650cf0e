import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import type { Credentials } from '#machines/sign-in/sign-in.machine.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import {
  selectHasSignedIn,
  selectIsSigningIn,
  selectSignInFailure,
  selectSignInMode,
} from '#machines/sign-in/sign-in.selectors.ts';

const { promise } = implement(signInMachine);
const credentials = { email: 'gm@example.com', password: 'correct horse battery' };

const flush = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

function open(work: (kind: string, given: Credentials) => Promise<void>) {
  let announced = 0;
  const actor = createActor(
    provideActors(signInMachine, {
      ...promise('signIn', ({ input }) => work('signIn', input)),
      ...promise('signUp', ({ input }) => work('signUp', input)),
    }).provide({
      actions: {
        announceLogin: () => {
          announced += 1;
        },
      },
    }),
  ).start();
  return { actor, announced: () => announced };
}

it('[R5.1] signing up needs an email and a password, and signs in', async () => {
  const seen: unknown[] = [];
  const { actor, announced } = open(async (kind, given) => void seen.push([kind, given]));
  actor.send({ type: 'mode.switched' });
  expect(selectSignInMode(actor.getSnapshot())).toBe('signUp');
  actor.send({ type: 'credentials.submitted', ...credentials });
  expect(selectIsSigningIn(actor.getSnapshot())).toBe(true);
  await flush();
  expect(seen).toEqual([['signUp', credentials]]);
  expect(selectHasSignedIn(actor.getSnapshot())).toBe(true);
  expect(announced()).toBe(1);
});

it('a wrong password is told, and the form can be sent again', async () => {
  let attempts = 0;
  const { actor } = open(async () => {
    attempts += 1;
    if (attempts === 1) throw { code: 'wrongPassword', message: 'Incorrect email or password.' };
  });
  actor.send({ type: 'credentials.submitted', ...credentials });
  await flush();
  expect(selectSignInFailure(actor.getSnapshot())?.code).toBe('wrongPassword');
  actor.send({ type: 'credentials.submitted', ...credentials });
  expect(selectSignInFailure(actor.getSnapshot())).toBeNull();
  await flush();
  expect(selectHasSignedIn(actor.getSnapshot())).toBe(true);
});

it('the password is kept nowhere in the context', async () => {
  const { actor } = open(async () => {
    throw { code: 'wrongPassword', message: 'Incorrect email or password.' };
  });
  actor.send({ type: 'credentials.submitted', ...credentials });
  await flush();
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(credentials.password);
});
