import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { selectAuthFailure, selectAuthStatus, selectUser } from '#machines/auth/auth.selectors.ts';
import type { AuthEvent, SessionCheck } from '#machines/auth/auth.setup.ts';
import { implement } from '#machines/kit/implement.ts';
import { settle } from '#tests/support/settle.ts';

const user = { isAuthenticated: true, userEmail: 'gm@example.com' } as SignedInSession;
const known: SessionCheck = { user, hasToken: true };
const unknown: SessionCheck = { user: null, hasToken: true };
const nobody: SessionCheck = { user: null, hasToken: false };
const network = { code: 'network', message: 'The server cannot be reached.' };

let clock: SimulatedClock;
let auth: ActorRefFrom<typeof authMachine>;
let log: string[];
let send: (event: AuthEvent) => void;

const status = () => selectAuthStatus(auth.getSnapshot());

async function open(checks: (SessionCheck | Error)[], loginError?: unknown) {
  const machine = implement(authMachine, ({ callback, promise }) => ({
    ...promise('checkSession', async () => {
      log.push('check');
      const next = checks.shift();
      if (next === undefined) throw network;
      if (next instanceof Error) throw 'code' in next ? next : network;
      return next;
    }),
    ...promise('login', async () => {
      log.push('login');
      const failure = typeof loginError === 'function' ? loginError() : loginError;
      if (failure) throw failure;
    }),
    ...promise('signOut', async () => {
      log.push('signOut');
    }),
    ...callback('watchIdentity', (given) => {
      send = given.send;
    }),
  })).provide({
    actions: {
      clearUserData: () => void log.push('clear'),
      goHome: () => void log.push('home'),
      leaveCampaign: () => void log.push('leave'),
      openSignIn: () => void log.push('open sign-in'),
      goToCampaign: () => void log.push('campaign'),
    },
  });
  auth = createActor(machine, { clock }).start();
  await settle();
}

beforeEach(() => {
  clock = new SimulatedClock();
  log = [];
});

describe('on load', () => {
  it('[R4.1] signs in a known user without leaving the page', async () => {
    await open([known]);
    expect(status()).toBe('signedIn');
    expect(selectUser(auth.getSnapshot())).toBe(user);
    expect(log).toEqual(['check']);
  });

  it('[R4.2] logs in with a token that the server does not know, then checks again', async () => {
    await open([unknown, known]);
    expect(status()).toBe('signedIn');
    expect(log).toEqual(['check', 'login', 'check']);
  });

  it('[R4.3] otherwise clears user data and leaves the campaigns', async () => {
    await open([nobody]);
    expect(status()).toBe('signedOut');
    expect(log).toEqual(['check', 'leave', 'clear']);
  });

  it('stays signed in while the server cannot be reached, and retries after 10 seconds', async () => {
    await open([new Error(), known]);
    expect(status()).toBe('unreachable');
    expect(selectAuthFailure(auth.getSnapshot())?.code).toBe('network');
    clock.increment(9999);
    expect(status()).toBe('unreachable');
    clock.increment(1);
    await settle();
    expect(status()).toBe('signedIn');
  });
});

describe('while the server answers 503', () => {
  const unavailable = () =>
    Object.assign(new Error('The server cannot answer right now.'), { code: 'unavailable' });
  const isKept = () => {
    expect(log).not.toContain('clear');
    expect(log).not.toContain('leave');
    expect(log).not.toContain('home');
  };

  it('[R4.3] stays signed in on load, and retries', async () => {
    await open([unavailable(), unavailable(), known]);
    expect(status()).toBe('unreachable');
    for (const expected of ['unreachable', 'signedIn']) {
      clock.increment(10_000);
      await settle();
      expect(status()).toBe(expected);
    }
    isKept();
  });

  it('[R4.2] keeps the token that it cannot log in with, and retries', async () => {
    const failures = [unavailable()];
    await open([unknown, unknown, known], () => failures.shift());
    expect(status()).toBe('unreachable');
    clock.increment(10_000);
    await settle();
    expect(status()).toBe('signedIn');
    isKept();
  });

  it('[R4.2] keeps the token if only the last check fails', async () => {
    await open([unknown, unavailable(), known]);
    expect(status()).toBe('unreachable');
    auth.send({ type: 'retry' });
    await settle();
    expect(status()).toBe('signedIn');
    isKept();
  });

  it('[R4.1] keeps a signed-in user signed in', async () => {
    await open([known, unavailable()]);
    auth.send({ type: 'refresh.requested' });
    await settle();
    expect(status()).toBe('signedIn');
    expect(selectUser(auth.getSnapshot())).toBe(user);
    isKept();
  });
});

it('[R1.6] opens the campaigns after the sign-in form', async () => {
  await open([nobody, unknown, known]);
  auth.send({ type: 'login.completed' });
  await settle();
  expect(status()).toBe('signedIn');
  expect(log.at(-1)).toBe('campaign');
  expect(auth.getSnapshot().context.landsOnCampaign).toBe(false);
});

it('[R8.5] shows the server’s error after a login rejected with 409, and clears user data', async () => {
  await open([unknown], { code: 'accountExists', message: 'An account with this email already exists.' });
  expect(status()).toBe('signedOut');
  expect(selectAuthFailure(auth.getSnapshot())?.message).toBe('An account with this email already exists.');
  expect(log).toContain('clear');
  expect(log).toContain('open sign-in');
});

it('[R2.18] [R8.1] opens the landing page after a 401 from any call, and clears the user', async () => {
  await open([known]);
  auth.send({ type: 'unauthorized' });
  expect(status()).toBe('signedOut');
  expect(selectUser(auth.getSnapshot())).toBeNull();
  expect(log.slice(1)).toEqual(['home', 'clear']);
});

it('[R7.1] signing out ends the session and opens the landing page', async () => {
  await open([known]);
  auth.send({ type: 'logout.requested' });
  await settle();
  expect(status()).toBe('signedOut');
  expect(log.slice(1)).toEqual(['signOut', 'home', 'clear']);
});

it('notices a sign-out in another tab', async () => {
  await open([known, nobody]);
  send({ type: 'identity.changed' });
  await settle();
  expect(status()).toBe('signedOut');
});

it('reloads balances without interruption', async () => {
  const richer = { ...user, userCreditBalance: 100 };
  await open([known, { user: richer, hasToken: true }]);
  auth.send({ type: 'refresh.requested' });
  expect(status()).toBe('signedIn');
  await settle();
  expect(selectUser(auth.getSnapshot())).toBe(richer);
});
