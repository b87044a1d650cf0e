import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { selectUser } from '#machines/auth/auth.selectors.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { provideAuth } from '#web/effects/provide-auth.ts';

const flush = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
};

it('[R4.3] forgets what belongs to one user when another has taken their place in another tab', async () => {
  const users = ['gm@example.org', 'friend@example.org'].map((email, index) => ({
    email,
    password: 'a lamp-lit table',
    userId: `subject ${index}`,
    emailVerified: true,
  }));
  const identity = createFakeIdentity({ users, signedInAs: 'gm@example.org' });
  const told: string[] = [];
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
      isSigningIn: () => false,
      sourceInfo: () => null,
      navigate: () => {},
      currentPath: () => '/campaign',
      forgetUser: () => void told.push('forgotten'),
    }),
  ).start();
  const shown: (string | undefined)[] = [];
  auth.subscribe((snapshot) => {
    const userId = selectUser(snapshot)?.userId;
    if (userId !== shown.at(-1)) {
      shown.push(userId);
      told.push(`shows ${userId}`);
    }
  });
  await flush();
  // A tab that slept through the sign-out hears of the sign-in alone.
  await identity.signIn({ email: 'friend@example.org', password: 'a lamp-lit table' });
  await flush();
  expect(told).toEqual(['shows gm@example.org', 'forgotten', 'shows friend@example.org']);
});
