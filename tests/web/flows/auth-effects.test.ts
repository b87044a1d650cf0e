import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { selectUser } from '#machines/auth/auth.selectors.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { settle } from '#tests/support/settle.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { provideAuth } from '#web/flows/auth/provide-auth.ts';

function signedIn() {
  const users = ['gm@example.org', 'friend@example.org'].map((email, index) => ({
    email,
    password: 'a lamp-lit table',
    userId: `subject ${index}`,
    emailVerified: true,
  }));
  const identity = createFakeIdentity({ users, signedInAs: 'gm@example.org' });
  const told: string[] = [];
  const form = { isAtWork: false };
  const client = {
    call: async () => {
      const session = await identity.session();
      return session === null ? { isAuthenticated: false } : { isAuthenticated: true, userId: session.email };
    },
  } as unknown as ApiClient;
  const auth = createActor(
    provideAuth({
      client,
      identity,
      isSigningIn: () => form.isAtWork,
      sourceInfo: () => null,
      navigate: () => {},
      location: { pathname: '/campaign', search: '', hash: '' },
      forgetUser: () => void told.push('forgotten'),
    }),
  ).start();
  let shown: string | undefined;
  auth.subscribe((snapshot) => {
    const userId = selectUser(snapshot)?.userId;
    if (userId !== shown) told.push(`shows ${userId}`);
    shown = userId;
  });
  return { auth, identity, told, form };
}

const friend = { email: 'friend@example.org', password: 'a lamp-lit table' };
const handedOver = ['shows gm@example.org', 'forgotten', 'shows friend@example.org'];

it('[R4.3] clears a user’s data when another user has signed in in another tab', async () => {
  const { identity, told } = signedIn();
  await settle();
  await identity.signIn(friend);
  await settle();
  expect(told).toEqual(handedOver);
});

it('[R4.3] shows the user of the form when another tab signed in someone else meanwhile', async () => {
  const { auth, identity, told, form } = signedIn();
  await settle();
  form.isAtWork = true;
  await identity.signIn(friend);
  await settle();
  form.isAtWork = false;
  auth.send({ type: 'login.completed' });
  await settle();
  expect(told).toEqual(handedOver);
});
