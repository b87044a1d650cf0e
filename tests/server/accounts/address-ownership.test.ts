import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsOf, codeIn, signInBySrp } from '#tests/support/identity-client.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const password = 'the old mill road';
const origin = 'http://localhost';
const googleExists = 'An account with this email already exists. Please sign in with Google.';
const passwordExists = 'This address already has a password. Sign in with your email and password.';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ onlyProviderSessions: true });
});
afterAll(() => server.close());

const idp = (action: string, input: object) =>
  callsOf(server.identityProvider.routes)(action, input, { host: 'localhost' });
const refusal = async (action: string, input: object) => (await idp(action, input)).body.__type;

let X = '';
let Y = '';
beforeEach(() => {
  X = `x-${randomUUID()}@example.org`;
  Y = `y-${randomUUID()}@example.org`;
});

interface Tokens {
  AccessToken: string;
  RefreshToken: string;
  IdToken: string;
}
const signIn = async (email: string, given = password) =>
  (await signInBySrp(idp, email, given)).body.AuthenticationResult as Tokens;
async function signUp(email: string, given = password): Promise<Tokens> {
  expect((await idp('SignUp', { Username: email, Password: given })).status).toBe(200);
  return signIn(email, given);
}
const mailedCode = (email: string) =>
  vi.waitUntil(() => /^\d{6}$/.exec(codeIn(server.outbox, email))?.[0], { timeout: 20_000 });

async function verify({ AccessToken }: Tokens, email: string): Promise<void> {
  await idp('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
  await giveCode(AccessToken, await mailedCode(email));
}
async function giveCode(AccessToken: string, Code: string): Promise<void> {
  expect((await idp('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).status).toBe(200);
}
const changeTo = (email: string, { AccessToken }: Tokens) =>
  idp('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value: email }] });

async function move(tokens: Tokens, to: string): Promise<Tokens> {
  expect((await changeTo(to, tokens)).status).toBe(200);
  await giveCode(tokens.AccessToken, await mailedCode(to));
  const renewed = await idp('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken });
  return { ...tokens, ...(renewed.body.AuthenticationResult as Tokens) };
}
async function renew(tokens: Tokens): Promise<Tokens> {
  const renewed = await idp('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken });
  return { ...tokens, ...(renewed.body.AuthenticationResult as Tokens) };
}
async function resetPassword(email: string, given = 'a brand new password'): Promise<Tokens> {
  await idp('ForgotPassword', { Username: email });
  // The answer does not wait for the mail.
  const ConfirmationCode = await vi.waitUntil(
    () => {
      const mails = server.outbox.messages().filter(({ subject }) => subject.startsWith('Reset'));
      return /^\d{6}$/.exec(codeIn({ messages: () => mails }, email))?.[0];
    },
    { timeout: 20_000 },
  );
  const reset = { Username: email, ConfirmationCode, Password: given };
  expect((await idp('ConfirmForgotPassword', reset)).status).toBe(200);
  return signIn(email, given);
}

async function google(email: string): Promise<Tokens> {
  const verifier = randomBytes(48).toString('base64url');
  const redirect_uri = `${origin}/auth/callback`;
  const post = (path: string, fields: Record<string, string>) =>
    server.identityProvider.routes.request(
      `${origin}${path}`,
      { method: 'POST', headers: { host: 'localhost' }, body: new URLSearchParams(fields) },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    );
  const chosen = await post('/oauth2/authorize', {
    response_type: 'code',
    client_id: 'hearthscribe-web',
    redirect_uri,
    identity_provider: 'Google',
    scope: 'openid',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    email,
    choice: 'continue',
  });
  const answer = await post('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: 'hearthscribe-web',
    code: new URL(chosen.headers.get('location')!).searchParams.get('code')!,
    redirect_uri,
    code_verifier: verifier,
  });
  const { id_token, access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  return { IdToken: id_token!, AccessToken: access_token!, RefreshToken: refresh_token! };
}

async function login({ IdToken }: Tokens): Promise<string> {
  const answer = await server.call('POST', '/login', { idToken: IdToken });
  const body = (await answer.json()) as { userId?: string; error?: { message: string } };
  return body.userId ?? `${answer.status} ${body.error?.message}`;
}
const emailOf = async ({ IdToken }: Tokens) => {
  const answer = await server.call('GET', '/check-session', undefined, {
    authorization: `Bearer ${IdToken}`,
  });
  return ((await answer.json()) as { userEmail: string }).userEmail;
};
const isUser = /^[\da-f]{8}-/;

const cases: {
  name: string;
  before: () => Promise<string | null>;
  owner: () => Promise<{ first: string; last: string }>;
  first: 'an account' | 'the account' | string;
  last: 'the account' | 'an account of their own';
}[] = [
  {
    name: 'signed up with X and never proved it; the owner resets the password',
    before: async () => login(await signUp(X, 'the password of a squatter')),
    owner: async () => {
      const first = (await refusal('SignUp', { Username: X, Password: password })) ?? '';
      return { first, last: await login(await resetPassword(X)) };
    },
    first: 'UsernameExistsException',
    last: 'the account',
  },
  {
    name: 'signed up with X and never proved it; the owner comes with Google',
    before: async () => login(await signUp(X, 'the password of a squatter')),
    owner: async () => {
      const first = await login(await google(X));
      return { first, last: await login(await google(X)) };
    },
    first: 'an account',
    last: 'an account of their own',
  },
  {
    name: 'moved from X to Y, which our server knows; the owner signs up with a password',
    before: async () => {
      const tokens = await signUp(X);
      await verify(tokens, X);
      const userId = await login(await renew(tokens));
      await login(await move(tokens, Y));
      return userId;
    },
    owner: () => signUpAndProve(),
    first: 'an account',
    last: 'an account of their own',
  },
  {
    name: 'moved from X to Y, and our server still has X; the owner signs up with a password',
    before: staleRow,
    owner: () => signUpAndProve(),
    first: 'an account',
    last: 'an account of their own',
  },
  {
    name: 'moved from X to Y, and our server still has X; the owner comes with Google',
    before: staleRow,
    owner: async () => {
      const first = await login(await google(X));
      return { first, last: await login(await google(X)) };
    },
    first: 'an account',
    last: 'an account of their own',
  },
  {
    name: 'deleted the identity with X, and our server still has the user; the owner signs up again',
    before: async () => {
      const tokens = await signUp(X);
      await verify(tokens, X);
      const userId = await login(await renew(tokens));
      await idp('DeleteUser', { AccessToken: tokens.AccessToken });
      return userId;
    },
    owner: () => signUpAndProve(),
    first: 'an account',
    last: 'an account of their own',
  },
  {
    name: 'has X with Google; the same person signs up with a password',
    before: async () => login(await google(X)),
    owner: async () => {
      const first = await login(await signUp(X));
      return { first, last: await login(await resetPassword(X)) };
    },
    first: `409 ${googleExists}`,
    last: 'the account',
  },
  {
    name: 'has X with Google; the same person had signed up with a password before and proves it now',
    before: async () => {
      await login(await signUp(X));
      return login(await google(X));
    },
    owner: async () => {
      const first = await login(await signIn(X));
      return { first, last: await login(await resetPassword(X)) };
    },
    first: `409 ${googleExists}`,
    last: 'an account of their own',
  },
  {
    name: 'has X with a password; the same person comes with Google, then with the password',
    before: async () => {
      const tokens = await signUp(X);
      await verify(tokens, X);
      return login(await renew(tokens));
    },
    owner: async () => ({ first: await login(await google(X)), last: await login(await signIn(X)) }),
    first: `409 ${passwordExists}`,
    last: 'the account',
  },
  {
    name: 'has X with a password that is forgotten; the same person comes with Google, then resets it',
    before: async () => {
      const tokens = await signUp(X);
      await verify(tokens, X);
      return login(await renew(tokens));
    },
    owner: async () => ({ first: await login(await google(X)), last: await login(await resetPassword(X)) }),
    first: `409 ${passwordExists}`,
    last: 'the account',
  },
  {
    name: 'moved from Y to X, which belongs to somebody with Google; both go on',
    before: async () => {
      const userId = await login(await google(X));
      const tokens = await signUp(Y);
      await verify(tokens, Y);
      await login(await renew(tokens));
      expect(await login(await move(tokens, X))).toMatch(isUser);
      return userId;
    },
    owner: async () => ({ first: await login(await google(X)), last: await login(await google(X)) }),
    first: 'the account',
    last: 'the account',
  },
];

async function staleRow(): Promise<string> {
  const tokens = await signUp(X);
  await verify(tokens, X);
  const userId = await login(await renew(tokens));
  await move(tokens, Y);
  return userId;
}
async function signUpAndProve(): Promise<{ first: string; last: string }> {
  const tokens = await signUp(X);
  const first = await login(tokens);
  await verify(tokens, X);
  const proved = await renew(tokens);
  const last = await login(proved);
  expect(await emailOf(proved)).toBe(X);
  return { first, last };
}

describe('ownership of an address', () => {
  it.each(cases.map((row) => [row.name, row] as const))(
    '[R8.5] a person who %s gets an account in the end',
    async (_, row) => {
      const before = await row.before();
      const { first, last } = await row.owner();
      if (row.first === 'the account') expect(first).toBe(before);
      else if (row.first === 'an account') expect(first).toMatch(isUser);
      else expect(first).toBe(row.first);
      expect(last).toMatch(isUser);
      expect(last === before).toBe(row.last === 'the account');
    },
  );

  it('[R8.5] a user who lost an address here keeps their current one', async () => {
    const tokens = await signUp(X);
    await verify(tokens, X);
    const userId = await login(await renew(tokens));
    const moved = await move(tokens, Y);
    await signUpAndProve();
    expect(await login(moved)).toBe(userId);
    expect(await emailOf(moved)).toBe(Y);
  });
});

const minutes = (count: number) => count * 60_000;

describe('a change of the address', () => {
  it.each([
    ['UpdateUserAttributes', (tokens: Tokens) => changeTo(Y, tokens)],
    ['DeleteUser', ({ AccessToken }: Tokens) => idp('DeleteUser', { AccessToken })],
  ])('[R4.15] %s needs a fresh sign-in', async (_, act) => {
    const tokens = await signUp(X);
    server.clock.advance(minutes(5) + 5_001);
    expect((await act(tokens)).body.__type).toBe('FreshSignInRequiredException');
    expect((await act(await renew(tokens))).body.__type).toBe('FreshSignInRequiredException');
    expect((await act(await signIn(X))).status).toBe(200);
  });

  it('resends the code without a fresh sign-in, only to the same new address', async () => {
    const tokens = await signUp(X);
    await changeTo(Y, tokens);
    await verify(tokens, Y);
    await changeTo(X, tokens);
    server.clock.advance(minutes(6));
    expect((await changeTo(X, tokens)).status).toBe(200);
    expect((await changeTo(`other-${X}`, tokens)).body.__type).toBe('FreshSignInRequiredException');
    await giveCode(tokens.AccessToken, await mailedCode(X));
    expect(await signIn(X)).toBeDefined();
  });

  it('notifies the former address afterward', async () => {
    const tokens = await signUp(X);
    await verify(tokens, X);
    const told = () =>
      server.outbox.messages().filter(({ to, subject }) => to === X && subject.includes('changed'));
    await changeTo(Y, tokens);
    expect(told()).toEqual([]);
    await giveCode(tokens.AccessToken, await mailedCode(Y));
    expect(told()).toHaveLength(1);
    expect(told()[0]!.text).toContain('y***@e***');
    expect(told()[0]!.text).not.toContain(Y);
  });

  it('[R4.12] of a mistyped, unverified address applies at once; the old code is void', async () => {
    const tokens = await signUp(X);
    await idp('GetUserAttributeVerificationCode', {
      AccessToken: tokens.AccessToken,
      AttributeName: 'email',
    });
    const oldCode = await mailedCode(X);
    expect((await changeTo(Y, tokens)).status).toBe(200);
    const newCode = await mailedCode(Y);
    if (oldCode !== newCode) {
      const give = { AccessToken: tokens.AccessToken, AttributeName: 'email', Code: oldCode };
      expect(await refusal('VerifyUserAttribute', give)).toBe('CodeMismatchException');
    }
    expect(await signIn(X)).toBeUndefined();
    const again = await signIn(Y);
    await giveCode(again.AccessToken, newCode);
    expect(await login(await renew(again))).toMatch(isUser);
    expect(
      server.outbox.messages().filter(({ to, subject }) => to === X && subject.includes('changed')),
    ).toEqual([]);
  });

  it('[R4.12] from a mistyped address to one with an account is rejected, and changes nothing', async () => {
    await signUp(Y);
    const tokens = await signUp(X);
    expect((await changeTo(Y, tokens)).body.__type).toBe('AliasExistsException');
    expect(server.outbox.messages().filter(({ to }) => to === Y)).toEqual([]);
    expect(await signIn(X)).toBeDefined();
  });

  it('voids a password code that was sent to the previous address', async () => {
    const tokens = await signUp(X);
    await idp('ForgotPassword', { Username: X });
    const ConfirmationCode = await mailedCode(X);
    await changeTo(Y, tokens);
    const reset = { Username: Y, ConfirmationCode, Password: 'a brand new password' };
    expect(await refusal('ConfirmForgotPassword', reset)).toBe('CodeMismatchException');
  });

  it('is limited, to prevent flooding an address', async () => {
    const tokens = await signUp(X);
    let refused: string | undefined;
    for (let turn = 0; turn < 11; turn += 1) refused = (await changeTo(`${turn}-${Y}`, tokens)).body.__type;
    expect(refused).toBe('LimitExceededException');
  });
});

describe('a hosted pool', () => {
  it('notifies the former address of a change found at the next sign-in', async () => {
    const { issuer } = server;
    const hosted = await createTestServer({
      issuer,
      hosted: true,
    });
    const token = (email: string) =>
      issuer.idToken({ sub: 'mover', originJti: 'moved', email, emailVerified: true });
    await hosted.call('POST', '/login', { idToken: await token(X) });
    await hosted.call('POST', '/login', { idToken: await token(Y) });
    await hosted.call('POST', '/login', { idToken: await token(Y) });
    const mails = hosted.outbox.messages();
    expect(mails.map(({ to }) => to)).toEqual([X]);
    await hosted.close();
  });

  it('gives an address to the user who proves it now, if another account had it with the same kind of sign-in', async () => {
    const hosted = await createTestServer({ issuer: server.issuer, hosted: true });
    const first = await hosted.signIn({ email: X, emailVerified: true });
    const unproved = await hosted.signIn({ sub: 'newcomer', email: X });
    const proved = await hosted.signIn({ sub: 'newcomer', email: X, emailVerified: true });
    expect(proved.userId).toBe(unproved.userId);
    expect(proved.userId).not.toBe(first.userId);
    await hosted.close();
  });
});
