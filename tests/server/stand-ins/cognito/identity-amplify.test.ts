import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedIdentityConfig } from '#server/compose/identity-config.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { loadSigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { createIdentityProvider } from '#server/stand-ins/cognito/provider.ts';
import { createSqlIdentityStore } from '#server/stand-ins/cognito/sql-store.ts';
import { verifierOf } from '#server/stand-ins/cognito/srp.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { identityPortSuite } from '#tests/support/identity-port-suite.ts';
import { createMailOutbox } from '#tests/support/mail-outbox.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import { callbackChannelName } from '#web/identity/callback-channel.ts';
import type { IdentityEvent } from '#web/identity/port.ts';
import { useNativePowers } from './native-powers.ts';

const password = 'the old mill road';
let database: Database;
let folder: string;
let server: Server;
let now: Date;
let storage: MemoryStorage;
let provider: ReturnType<typeof createIdentityProvider>;
let useOwnPowers: () => void;
const secrets = createSecretBox([randomBytes(32)]);
const outbox = createMailOutbox({ clock: () => now });

async function start(): Promise<void> {
  provider = createIdentityProvider({
    store: createSqlIdentityStore(database.orm),
    keys: await loadSigningKeys({ database, secrets, log: silentLog }, folder),
    clock: () => now,
    mail: outbox,
    logger: silentLog,
    config: { environment: {}, googleStandIn: true, wrongPasswords: { count: 3, windowMs: 900_000 } },
  });
  const app = new Hono().route('/idp', provider.routes);
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function passGoogle(url: string, who: string | null): Promise<string> {
  const asked = Object.fromEntries(new URL(url).searchParams);
  const answer = await fetch(`${origin()}/idp/oauth2/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...asked, email: who ?? '', choice: who === null ? 'cancel' : 'continue' }),
  });
  return new URL(answer.headers.get('location')!).search;
}

function googlePage() {
  const page = {
    who: null as string | null,
    isBlocked: false,
    wasClosed: 0,
    wentTo: null as string | null,
    urls: [] as string[],
    fetch: globalThis.fetch,
    sessionStorage: new MemoryStorage(),
    location: {
      search: '',
      pathname: '/campaign',
      hash: '',
      assign(url: string | URL) {
        page.wentTo = String(url);
      },
    },
    history: {
      replaceState() {
        page.location.search = '';
      },
    },
    open(): Window | null {
      if (page.isBlocked) return null;
      const replace = async (url: string) => {
        page.urls.push(url);
        if (page.who === 'nobody') return;
        const search = await passGoogle(url, page.who);
        const channel = new BroadcastChannel(callbackChannelName);
        channel.postMessage({ search: '?code=forged&state=of-another-tab' });
        channel.postMessage({ search });
        channel.close();
      };
      const close = () => {
        page.wasClosed += 1;
      };
      return { location: { replace }, close } as unknown as Window;
    },
  };
  return page;
}

function openTab(sharedStorage = storage) {
  const events = new EventTarget();
  const google = googlePage();
  const identity = createAmplifyIdentity(embeddedIdentityConfig(provider, null), {
    storage: sharedStorage,
    origin: origin(),
    events,
    google,
  });
  return { identity, events, google };
}

const verify = (token: string) =>
  createTokenVerifier({ kind: 'embedded', ...provider, clock: () => now }).verify(token);
const codeFor = (email: string) =>
  vi.waitUntil(() => /\d{6}/.exec(outbox.messages().find(({ to }) => to === email)?.text ?? '')?.[0], {
    timeout: 50_000,
  });
let count = 0;
const newAddress = () => {
  count += 1;
  return `player-${count}@example.com`;
};

beforeAll(async () => {
  useOwnPowers = await useNativePowers();
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-idp-'));
});
afterAll(async () => {
  useOwnPowers();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  now = new Date();
  storage = new MemoryStorage();
  await start();
});
afterEach(stop);

identityPortSuite({
  config: () => embeddedIdentityConfig(provider, null),
  origin,
  verify: (token) => verify(token),
  newAddress: () => newAddress(),
});

describe('aws-amplify with the embedded provider', () => {
  it('signs in with the library’s own arithmetic, too', async () => {
    useOwnPowers();
    const { identity } = openTab();
    const email = newAddress();
    await identity.signUp({ email, password });
    useOwnPowers = await useNativePowers();
    expect(await identity.session()).not.toBeNull();
  });

  it.each([
    ['composed letters', 'caf\u00e9 au lait 7', 'cafe\u0301 au lait 7'],
    ['full-width letters', 'lantern coast 7', 'ｌａｎｔｅｒｎ　ｃｏａｓｔ　７'],
    ['a ligature', 'five office fires', 'ﬁve oﬃce ﬁres'],
  ])(
    'takes a password in %s however another keyboard writes it, in both directions',
    async (_, one, other) => {
      for (const [set, typed] of [
        [one, other],
        [other, one],
      ] as const) {
        const { identity } = openTab(new MemoryStorage());
        const email = newAddress();
        const { userId } = await identity.signUp({ email, password: set });
        await identity.signOut();
        expect((await identity.signIn({ email, password: typed })).userId).toBe(userId);
        await identity.changePassword({ currentPassword: set, newPassword: `${typed}!` });
        await identity.signOut();
        expect((await identity.signIn({ email, password: `${set}!` })).userId).toBe(userId);
        await expect(identity.signIn({ email, password: `${set}?` })).rejects.toMatchObject({
          code: 'wrongPassword',
        });
      }
    },
  );

  it('takes a password that was set before passwords were normalized, as it was typed', async () => {
    const typed = 'cafe\u0301 au lait 7';
    const { identity } = openTab();
    const email = newAddress();
    const { userId } = await identity.signUp({ email, password: 'something else 7' });
    await identity.signOut();
    const salt = randomBytes(16).toString('hex');
    const poolName = provider.userPoolId.replace(/^.*_/, '');
    const verifier = verifierOf({ poolName, userId }, typed, BigInt(`0x${salt}`)).toString(16);
    expect(await createSqlIdentityStore(database.orm).updateUser(userId, { salt, verifier })).toBe('updated');
    expect((await identity.signIn({ email, password: typed })).userId).toBe(userId);
  });

  it('renews tokens with the refresh token', async () => {
    const { identity } = openTab();
    await identity.signUp({ email: newAddress(), password });
    const before = await identity.idToken();
    now = new Date(now.getTime() + 5000);
    const after = await identity.idToken({ forceRefresh: true });
    expect(after).not.toBe(before);
    const [old, renewed] = [await verify(before), await verify(after)];
    expect(renewed).toMatchObject({ sub: old.sub, originJti: old.originJti, authTime: old.authTime });
    expect(renewed.expiresAt.getTime()).toBeGreaterThan(old.expiresAt.getTime());
  });

  it('renews expired tokens by itself', async () => {
    const { identity } = openTab();
    now = new Date(now.getTime() - 2 * 3_600_000);
    await identity.signUp({ email: newAddress(), password });
    now = new Date();
    await expect(verify(await identity.idToken({ forceRefresh: true }))).resolves.toBeDefined();
  });

  it('signs out locally even if the provider is unreachable', async () => {
    const { identity } = openTab();
    await identity.signUp({ email: newAddress(), password });
    await stop();
    await identity.signOut();
    expect(await identity.session()).toBeNull();
    expect(storage.length).toBe(0);
    await start();
  });

  it('reports that it is offline', async () => {
    const email = newAddress();
    const { identity } = openTab();
    await stop();
    await expect(identity.signIn({ email, password })).rejects.toMatchObject({ code: 'network' });
    await expect(identity.signUp({ email, password })).rejects.toMatchObject({ code: 'network' });
    await start();
  });

  it('returns an empty bearer token, and keeps the session, if tokens cannot be renewed for now', async () => {
    const { identity } = openTab();
    await identity.signUp({ email: newAddress(), password });
    await stop();
    expect(await identity.idToken({ forceRefresh: true })).toBe('');
    expect(await identity.session()).not.toBeNull();
    await start();
  });

  it('explains failures so that users can act on them', async () => {
    const email = newAddress();
    const { identity } = openTab();
    const failing = async (work: Promise<unknown>) =>
      work.then(
        () => 'no failure',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
    await identity.signUp({ email, password });
    await identity.signOut();
    expect(await failing(identity.signUp({ email, password }))).toBe(
      'accountExists: We couldn’t create an account with this email address. If you already have one, sign in instead, or reset your password.',
    );
    expect(await failing(identity.signUp({ email: newAddress(), password: 'short' }))).toBe(
      'weakPassword: Choose a password of at least 8 characters that is not your email.',
    );
    expect(await failing(identity.signUp({ email: 'not an address', password }))).toMatch(/^invalidEmail: /);
    const wrong = 'wrongPassword: The email address or password is incorrect. Check both and try again.';
    expect(await failing(identity.signIn({ email, password: 'wrong password' }))).toBe(wrong);
    expect(await failing(identity.signIn({ email: newAddress(), password }))).toBe(wrong);
    await failing(identity.signIn({ email, password: 'wrong password' }));
    await failing(identity.signIn({ email, password: 'wrong password' }));
    expect(await failing(identity.signIn({ email, password }))).toBe(
      'tooManyAttempts: Too many attempts. Wait 15 minutes and try again.',
    );
    expect(await identity.session()).toBeNull();
    await expect(identity.sendVerification()).rejects.toMatchObject({ code: 'signedOut' });
  });

  it('[R4.12] [R5.2] verifies the address, and the tokens say so', async () => {
    const email = newAddress();
    const { identity } = openTab();
    await identity.signUp({ email, password });
    expect(await identity.isVerified()).toBe(false);
    expect(await identity.sendVerification()).toEqual({ destination: 'p***@e***' });
    const wrongCode = (await codeFor(email)) === '000000' ? '111111' : '000000';
    await expect(identity.confirmVerification(wrongCode)).rejects.toMatchObject({ code: 'codeMismatch' });
    await identity.confirmVerification(` ${await codeFor(email)} `);
    expect(await identity.isVerified()).toBe(true);
    expect(await identity.session()).toMatchObject({ emailVerified: true });
    expect(await verify(await identity.idToken())).toMatchObject({ emailVerified: true });
    await expect(identity.sendVerification()).rejects.toMatchObject({
      code: 'alreadyVerified',
      message: 'User not found or already verified',
    });
  });

  it('sets a new password with a mailed code', async () => {
    const email = newAddress();
    const { identity } = openTab();
    await identity.signUp({ email, password });
    await identity.signOut();
    expect(await identity.resetPassword(email)).toEqual({ destination: 'p***@e***' });
    const newPassword = 'a brand new password';
    await identity.confirmResetPassword({ email, code: await codeFor(email), newPassword });
    await expect(identity.signIn({ email, password })).rejects.toMatchObject({ code: 'wrongPassword' });
    expect(await identity.signIn({ email, password: newPassword })).toMatchObject({
      email,
      emailVerified: true,
    });
  });

  it('reports sign-in, renewal and sign-out, also from another tab', async () => {
    const { identity, events } = openTab();
    const heard: IdentityEvent['type'][] = [];
    const stopListening = identity.onEvent(({ type }) => heard.push(type));
    await identity.signUp({ email: newAddress(), password });
    await identity.idToken({ forceRefresh: true });
    await identity.signOut();
    expect(heard).toEqual(['signedIn', 'refreshed', 'signedOut']);
    const changed = (key: string | null, newValue: string | null) =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    const lastUser = `CognitoIdentityServiceProvider.${provider.clientId}.LastAuthUser`;
    changed(lastUser, null);
    changed(lastUser, 'somebody');
    changed(null, null);
    changed('another key', null);
    expect(heard.slice(3)).toEqual(['signedOut', 'signedIn', 'signedOut']);
    stopListening();
    changed(null, null);
    expect(heard).toHaveLength(6);
  });

  it('keeps users, keys and sessions after a restart', async () => {
    const email = newAddress();
    const { identity } = openTab();
    const { userId } = await identity.signUp({ email, password });
    const token = await identity.idToken();
    await stop();
    await start();
    expect((await verify(token)).sub).toBe(userId);
    const { identity: reopened } = openTab();
    expect((await verify(await reopened.idToken({ forceRefresh: true }))).sub).toBe(userId);
    expect(await reopened.signIn({ email, password })).toMatchObject({ userId });
  });

  it('ends the local session when the provider has ended it', async () => {
    const { identity } = openTab();
    await identity.signUp({ email: newAddress(), password });
    const accessKey = [...storage.keys()].find((key) => key.endsWith('.accessToken'))!;
    await fetch(`${origin()}/idp/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
      },
      body: JSON.stringify({ AccessToken: storage.getItem(accessKey) }),
    });
    expect(await identity.idToken({ forceRefresh: true })).toBe('');
    expect(await identity.session()).toBeNull();
  });
});

describe('Google', () => {
  const never = new AbortController().signal;

  it('[R1.6] [R2.33] signs in in its own window, and the session survives a reload', async () => {
    const { identity, google } = openTab();
    google.who = newAddress();
    expect(identity.hasGoogle).toBe(true);
    const session = await identity.google({ signal: never });
    expect(session).toMatchObject({ email: google.who, emailVerified: true, method: 'google' });
    expect(google.wasClosed).toBe(1);
    const reloaded = openTab().identity;
    expect(await reloaded.session()).toEqual(session);
    expect(await verify(await reloaded.idToken({ forceRefresh: true }))).toMatchObject({
      sub: session.userId,
    });
    await reloaded.signOut();
    expect(await reloaded.session()).toBeNull();
  });

  it('[R2.33] reports a blocked window, a refusal and a cancelled wait, and keeps the session', async () => {
    const { identity, google } = openTab();
    const before = await identity.signUp({ email: newAddress(), password });
    google.isBlocked = true;
    await expect(identity.google({ signal: never })).rejects.toMatchObject({ code: 'popupBlocked' });
    google.isBlocked = false;
    await expect(identity.google({ signal: never })).rejects.toMatchObject({ code: 'cancelled' });
    google.who = 'nobody';
    const waiting = new AbortController();
    const asked = identity.google({ signal: waiting.signal });
    waiting.abort(new Error('the user cancelled'));
    await expect(asked).rejects.toThrow('the user cancelled');
    expect(google.wasClosed).toBe(2);
    expect(await identity.session()).toEqual(before);
  });

  it('[R2.33] signs in by leaving the page if popups are blocked, once', async () => {
    const { identity, google } = openTab();
    const email = newAddress();
    expect(await identity.finishRedirect()).toBeNull();
    await identity.googleByRedirect();
    google.location.search = await passGoogle(google.wentTo!, email);
    expect(await identity.finishRedirect()).toMatchObject({ email, method: 'google' });
    expect(google.location.search).toBe('');
    expect(await identity.finishRedirect()).toBeNull();
  });

  it('rejects a code that it has not requested', async () => {
    const { identity, google } = openTab();
    await identity.googleByRedirect();
    const search = new URLSearchParams(await passGoogle(google.wentTo!, newAddress()));
    search.set('state', 'of-somebody-else');
    google.location.search = `?${search}`;
    await expect(identity.finishRedirect()).rejects.toMatchObject({ code: 'googleFailed' });
    expect(await identity.session()).toBeNull();
  });
});

describe('re-authentication', () => {
  const never = new AbortController().signal;
  const authTime = async (token: string) => (await verify(token)).authTime.getTime();

  it('[R4.15] returns a fresh token for the password, and keeps the session', async () => {
    const { identity } = openTab();
    const session = await identity.signUp({ email: newAddress(), password });
    const kept = storage.length;
    const old = await identity.idToken();
    now = new Date(now.getTime() + 600_000);
    const { idToken } = await identity.reauthenticate({ method: 'password', password });
    expect(await verify(idToken)).toMatchObject({ sub: session.userId });
    expect((await authTime(idToken)) - (await authTime(old))).toBe(600_000);
    expect(await identity.idToken()).toBe(old);
    expect(storage.length).toBe(kept);
  });

  it('rejects a wrong password, and signed-out users', async () => {
    const { identity } = openTab();
    await expect(identity.reauthenticate({ method: 'password', password })).rejects.toMatchObject({
      code: 'signedOut',
    });
    const session = await identity.signUp({ email: newAddress(), password });
    await expect(identity.reauthenticate({ method: 'password', password: 'wrong' })).rejects.toMatchObject({
      code: 'wrongPassword',
    });
    expect(await identity.session()).toEqual(session);
  });

  it('[R4.15] accepts Google’s proof for the same account, and no other', async () => {
    const { identity, google } = openTab();
    google.who = newAddress();
    const session = await identity.google({ signal: never });
    const { idToken } = await identity.reauthenticate({ method: 'google', signal: never });
    expect(await verify(idToken)).toMatchObject({ sub: session.userId });
    expect(google.urls.at(-1)).toContain(new URLSearchParams({ login_hint: session.email }).toString());
    google.who = newAddress();
    await expect(identity.reauthenticate({ method: 'google', signal: never })).rejects.toMatchObject({
      code: 'otherAccount',
    });
    expect(await identity.session()).toEqual(session);
  });
});

describe('account changes', () => {
  it('changes the address with the mailed code', async () => {
    const { identity } = openTab();
    const email = newAddress();
    await identity.signUp({ email, password });
    const next = newAddress();
    await expect(identity.changeEmail({ email: next, password: 'not this one' })).rejects.toMatchObject({
      code: 'wrongPassword',
    });
    expect(await identity.changeEmail({ email: next, password })).toEqual({
      destination: expect.stringContaining('***'),
    });
    expect(await identity.session()).toMatchObject({ email });
    await identity.confirmVerification(await codeFor(next));
    expect(await identity.session()).toMatchObject({ email: next, emailVerified: true });
  });
});
