import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateSigningKeys, type SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { CLIENT_ID, createTestProvider } from '#tests/support/identity-client.ts';

const host = 'localhost:8080';
const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const callback = `http://${host}/auth/callback`;
const verifier = randomBytes(96).toString('base64url');
const request = {
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: callback,
  identity_provider: 'Google',
  scope: 'openid email profile aws.cognito.signin.user.admin',
  state: 'state-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

let keys: SigningKeys;
beforeAll(async () => {
  keys = await generateSigningKeys();
});

function standIn(config: Parameters<typeof createTestProvider>[0]['config'] = {}) {
  const test = createTestProvider({ keys, config: { googleStandIn: true, ...config } });
  const { routes } = test.provider;
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    routes.request(
      `http://${host}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', host, ...headers },
        body: new URLSearchParams(fields).toString(),
      },
      here,
    );
  async function codeFor(email: string): Promise<string> {
    const answer = await form('/oauth2/authorize', { ...request, email, choice: 'continue' });
    return new URL(answer.headers.get('location')!).searchParams.get('code')!;
  }
  async function exchange(code: string, changes: Record<string, string> = {}) {
    const answer = await form('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
      ...changes,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }
  const open = (changes: Record<string, string> = {}, headers: Record<string, string> = {}, from = here) =>
    routes.request(
      `http://${host}/oauth2/authorize?${new URLSearchParams({ ...request, ...changes }).toString()}`,
      { headers: { host, ...headers } },
      from,
    );
  return { ...test, form, codeFor, exchange, open };
}

describe('the Google stand-in', () => {
  it('[R1.6] asks for an account, says that it is not Google, and returns with a code for tokens', async () => {
    const { open, codeFor, exchange, clock } = standIn();
    const page = await (await open({ login_hint: 'mira@example.com' })).text();
    expect(page).toContain('This is not Google');
    expect(page).toContain('value="mira@example.com"');
    const { status, body } = await exchange(await codeFor('Mira@Example.com'));
    expect(status).toBe(200);
    expect(decodeJwt(body.id_token!)).toMatchObject({
      email: 'mira@example.com',
      email_verified: true,
      token_use: 'id',
      auth_time: Math.floor(clock().getTime() / 1000),
    });
    expect(body.refresh_token).toEqual(expect.any(String));
  });

  it('recognizes the same person, separately from the password account with that address', async () => {
    const { codeFor, exchange, call } = standIn();
    const { body: signedUp } = await call('SignUp', {
      Username: 'mira@example.com',
      Password: 'the mill road',
    });
    const first = decodeJwt((await exchange(await codeFor('mira@example.com'))).body.id_token!);
    const second = decodeJwt((await exchange(await codeFor('MIRA@example.com'))).body.id_token!);
    expect(second.sub).toBe(first.sub);
    expect(first.sub).not.toBe(signedUp.UserSub);
    expect(second.origin_jti).not.toBe(first.origin_jti);
  });

  it('returns without a code when the user cancels', async () => {
    const { form } = standIn();
    const answer = await form('/oauth2/authorize', { ...request, email: '', choice: 'cancel' });
    expect(answer.status).toBe(303);
    const to = new URL(answer.headers.get('location')!);
    expect(`${to.origin}${to.pathname}`).toBe(callback);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ error: 'access_denied', state: 'state-1' });
  });

  it('rejects an invalid address, and never writes it into the page', async () => {
    const { form } = standIn();
    const email = '"><script>alert(1)</script>';
    const answer = await form('/oauth2/authorize', { ...request, state: email, email, choice: 'continue' });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('Enter an email address.');
    expect(page).not.toContain('<script>');
  });

  it.each([
    ['another page of the app', { redirect_uri: `http://${host}/campaign` }],
    ['another host', { redirect_uri: 'http://evil.example/auth/callback' }],
    ['the callback with something behind it', { redirect_uri: `${callback}/../x` }],
    ['the callback with user information', { redirect_uri: `http://evil@${host}/auth/callback` }],
    ['another client', { client_id: 'other' }],
    ['no proof key', { code_challenge: '' }],
    ['a plain proof key', { code_challenge_method: 'plain' }],
    ['tokens in the address', { response_type: 'token' }],
    ['another provider', { identity_provider: 'COGNITO' }],
    ['no state', { state: '' }],
  ])('redirects nowhere for %s', async (_, changes) => {
    const { open, form } = standIn();
    const shown = await open(changes);
    const sent = await form('/oauth2/authorize', {
      ...request,
      ...changes,
      email: 'mira@example.com',
      choice: 'continue',
    });
    for (const answer of [shown, sent]) {
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  it('is unavailable unless the server is only for this computer', async () => {
    const { open } = standIn({ googleStandIn: false });
    expect((await open()).status).toBe(400);
  });

  it('only accepts forms from its own page', async () => {
    const { form } = standIn();
    const fields = { ...request, email: 'mira@example.com', choice: 'continue' };
    expect((await form('/oauth2/authorize', fields, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await form('/oauth2/authorize', fields, { origin: `http://${host}` })).status).toBe(303);
  });

  it('exchanges a code once, in time, only for its requester', async () => {
    const { codeFor, exchange, pass } = standIn();
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    const code = await codeFor('mira@example.com');
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toEqual(refused);
    expect(await exchange(await codeFor('mira@example.com'), { code_verifier: 'x'.repeat(64) })).toEqual(
      refused,
    );
    const other = { redirect_uri: `http://${host}/` };
    expect(await exchange(await codeFor('mira@example.com'), other)).toEqual(refused);
    const late = await codeFor('mira@example.com');
    pass(5 * 60_000);
    expect(await exchange(late)).toEqual(refused);
    expect(await exchange('never given')).toEqual(refused);
    expect(await exchange('x', { client_id: 'other' })).toMatchObject({ body: { error: 'invalid_client' } });
    expect(await exchange('x', { code_verifier: '' })).toMatchObject({ body: { error: 'invalid_request' } });
  });

  it('passwords do not reveal who signs in with Google', async () => {
    const { codeFor, exchange, call } = standIn();
    await exchange(await codeFor('mira@example.com'));
    const answer = await call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'mira@example.com', PASSWORD: 'anything at all' },
    });
    expect(answer.body.__type).toBe('NotAuthorizedException');
  });
});
