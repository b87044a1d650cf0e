import { beforeAll, describe, expect, it } from 'vitest';
import { generateSigningKeys, type SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { createBrowser, createTestProvider, signInBySrp } from '#tests/support/identity-client.ts';

const MINUTE = 60_000;
const email = 'mira@example.com';
const password = 'the old mill road';

let keys: SigningKeys;
beforeAll(async () => {
  keys = await generateSigningKeys();
});

async function withAccount() {
  const test = createTestProvider({
    keys,
    config: {
      wrongPasswords: { count: 3, windowMs: 15 * MINUTE },
      wrongCodes: { count: 2, windowMs: 15 * MINUTE },
      codeMails: { count: 2, windowMs: 60 * MINUTE },
      addressesPerAccount: 3,
    },
  });
  await test.call('SignUp', { Username: email, Password: password });
  const browserAt = (address: string) => createBrowser(test.provider.routes, address);
  const browsers = {
    attacker: browserAt('203.0.113.66'),
    known: browserAt('198.51.100.1'),
    unknown: browserAt('198.51.100.2'),
  };
  await signInBySrp(browsers.known.call, email, password);
  return { ...test, ...browsers, browserAt };
}
type Browser = ReturnType<typeof createBrowser>;

const isSignedIn = async ({ call }: Browser, given = password) =>
  (await signInBySrp(call, email, given)).body.AuthenticationResult !== undefined;
async function guess(browser: Browser, times: number) {
  for (let attempt = 0; attempt < times; attempt += 1) await signInBySrp(browser.call, email, 'a wrong one');
}
const reset = ({ call }: Browser, ConfirmationCode: string) =>
  call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'a brand new password' });

describe('lock-out of an account under attack', () => {
  it('locks out one network address and not the owner elsewhere', async () => {
    const { attacker, unknown } = await withAccount();
    await guess(attacker, 12);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await isSignedIn(unknown)).toBe(true);
  });

  it('counts SRP and password sign-ins together', async () => {
    const { attacker } = await withAccount();
    await guess(attacker, 2);
    const byPassword = (given: string) =>
      attacker.call('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: given },
      });
    await byPassword('a wrong one');
    expect((await byPassword(password)).body.message).toBe('Password attempts exceeded');
  });

  it('slows down many network addresses, but not a device that has signed in before', async () => {
    const { browserAt, known, unknown, pass } = await withAccount();
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    expect(await isSignedIn(browserAt('203.0.113.4'))).toBe(false);
    expect(await isSignedIn(unknown)).toBe(false);
    expect(await isSignedIn(known)).toBe(true);
    pass(15 * MINUTE);
    expect(await isSignedIn(unknown)).toBe(true);
  });

  it('counts the addresses of one IPv6 network together', async () => {
    const { browserAt } = await withAccount();
    for (const host of ['1', '2', '3']) await guess(browserAt(`2001:db8:0:1::${host}`), 1);
    expect(await isSignedIn(browserAt('2001:db8:0:1:ffff::1'))).toBe(false);
    expect(await isSignedIn(browserAt('2001:db8:0:2::1'))).toBe(true);
  });

  it('locks a known device after its own wrong passwords, wherever it is', async () => {
    const { known, unknown, browserAt } = await withAccount();
    await guess(known, 3);
    expect(await isSignedIn(known)).toBe(false);
    const moved = browserAt('192.0.2.44');
    for (const [name, value] of known.cookies) moved.cookies.set(name, value);
    expect(await isSignedIn(moved)).toBe(false);
    expect(await isSignedIn(unknown)).toBe(true);
  });

  it.each<[string, (cookie: string) => string]>([
    ['another signature', (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ['another device', (cookie) => cookie.replace(/\.[^.]+\./, '.forged.')],
    ['a later date', (cookie) => cookie.replace(/^[^.]+/, 'zzzzzzz')],
    ['no signature', (cookie) => cookie.split('.').slice(0, 2).join('.')],
    ['nothing', () => ''],
  ])('rejects a cookie with %s', async (_, forge) => {
    const { attacker, known } = await withAccount();
    const [[name, value] = ['', '']] = [...known.cookies];
    attacker.cookies.set(name, forge(value));
    await guess(attacker, 3);
    attacker.cookies.set(name, forge(value).replace('forged', 'forged2'));
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('rejects a cookie of another account, or one that is too old', async () => {
    const { call, attacker, known, pass, browserAt } = await withAccount();
    await call('SignUp', { Username: 'mallory@example.com', Password: password });
    await signInBySrp(attacker.call, 'mallory@example.com', password);
    const [[own] = ['']] = [...known.cookies];
    const [[, foreign] = ['', '']] = [...attacker.cookies];
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    attacker.cookies.set(own, foreign);
    expect(await isSignedIn(attacker)).toBe(false);
    pass(401 * 24 * 60 * MINUTE);
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    expect(await isSignedIn(known)).toBe(false);
  });

  it('rejects a cookie from before a password change, and sets a new one', async () => {
    const { known, unknown, codeFor, browserAt } = await withAccount();
    await unknown.call('ForgotPassword', { Username: email });
    await reset(unknown, codeFor(email));
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    expect(await isSignedIn(known, 'a brand new password')).toBe(false);
    expect(await isSignedIn(unknown, 'a brand new password')).toBe(true);
    const { AccessToken } = (await signInBySrp(unknown.call, email, 'a brand new password')).body
      .AuthenticationResult!;
    const change = { AccessToken, PreviousPassword: 'a brand new password', ProposedPassword: password };
    expect((await unknown.call('ChangePassword', change)).status).toBe(200);
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    expect(await isSignedIn(unknown)).toBe(true);
  });

  it('hides the cookie from scripts, other sites and other paths, and from plain HTTP if HTTPS is used', async () => {
    const { known } = await withAccount();
    expect(known.setCookies[0]).toMatch(/; Max-Age=34560000; Path=\/idp; HttpOnly; SameSite=Strict$/);
    const secure = createTestProvider({ keys, config: { publicOrigin: 'https://notes.example.org' } });
    const browser = createBrowser(secure.provider.routes, '198.51.100.1');
    await browser.call('SignUp', { Username: email, Password: password });
    await signInBySrp(browser.call, email, password);
    expect(browser.setCookies[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('allows a password reset while the account is locked, which unlocks it', async () => {
    const { attacker, unknown, browserAt, codeFor } = await withAccount();
    for (const host of [1, 2, 3]) await guess(browserAt(`203.0.113.${host}`), 3);
    for (let round = 0; round < 9; round += 1) {
      await attacker.call('ForgotPassword', { Username: email });
      await reset(attacker, '000000');
    }
    expect((await unknown.call('ForgotPassword', { Username: email })).status).toBe(200);
    expect((await reset(unknown, codeFor(email))).status).toBe(200);
    expect(await isSignedIn(unknown, 'a brand new password')).toBe(true);
  });

  it('limits guesses of a mailed code from many addresses together', async () => {
    const { browserAt, codeFor, known } = await withAccount();
    await known.call('ForgotPassword', { Username: email });
    for (const host of [1, 2, 3]) {
      const browser = browserAt(`203.0.113.${host}`);
      for (const code of ['000001', '000002']) await reset(browser, code);
    }
    expect((await reset(browserAt('203.0.113.4'), codeFor(email))).body.__type).toBe(
      'TooManyFailedAttemptsException',
    );
    expect((await reset(known, codeFor(email))).status).toBe(200);
  });

  it('stores no network address', async () => {
    const keysSeen: string[] = [];
    const { store, attacker } = await withAccount();
    const count = store.countAttempt;
    store.countAttempt = (key, now, windowMs) => {
      keysSeen.push(key);
      return count(key, now, windowMs);
    };
    await guess(attacker, 1);
    await attacker.call('SignUp', { Username: 'mallory@example.com', Password: password });
    await attacker.call('ForgotPassword', { Username: email });
    expect(keysSeen.length).toBeGreaterThanOrEqual(4);
    expect(keysSeen.join('\n')).not.toContain('203.0.113');
  });
});
