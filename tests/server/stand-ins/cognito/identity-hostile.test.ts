import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import { promisedAnswers } from '#tests/support/hostile-requests.ts';
import { callsOf, codeIn, createBrowser, createTestProvider } from '#tests/support/identity-client.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { createTestIssuer } from '#tests/support/test-issuer.ts';

const logged: string[] = [];
let server: TestServer;
let user: TestUser;
let victim: TestUser;
const victimSub = randomUUID();
const password = 'the old mill road';
const origin = 'http://localhost';

beforeAll(async () => {
  server = await createTestServer({
    overrides: { log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) },
  });
  user = await server.signIn();
  victim = await server.signIn({ sub: victimSub });
});
afterAll(() => server.close());

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const withToken = (token: string, path = '/campaigns', method = 'GET', body?: unknown) =>
  server.call(method, path, body, { authorization: `Bearer ${token}` });

const idp = (action: string, input: object, headers: Record<string, string> = {}) =>
  callsOf(server.identityProvider.routes)(action, input, { host: 'localhost', ...headers });

async function told(answer: Response | { status: number; body: { __type?: string } }): Promise<string> {
  if (!(answer instanceof Response)) return `${answer.status} ${answer.body.__type ?? ''}`.trim();
  const body = (await answer.json().catch(() => ({}))) as {
    error?: { code?: string } | string;
    isAuthenticated?: boolean;
  };
  const code = typeof body.error === 'string' ? body.error : body.error?.code;
  return `${answer.status} ${code ?? ''}`.trim();
}

async function signedUp(email = `${randomUUID()}@example.org`) {
  await idp('SignUp', { Username: email, Password: password });
  return email;
}
const passwordTry = (email: string, given: string, address = '192.0.2.1', headers = {}) =>
  createBrowser(server.identityProvider.routes, address).call(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: given } },
    { host: 'localhost', ...headers },
  );

async function guessing() {
  const { call, pass, provider } = createTestProvider({ keys: server.issuer.keys });
  await call('SignUp', { Username: 'mira@example.com', Password: password });
  const guess = (PASSWORD: string, address = '203.0.113.66') =>
    createBrowser(provider.routes, address).call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'mira@example.com', PASSWORD },
    });
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    await guess(`wrong ${attempt}`);
    pass(attempt === 499 ? 60_001 : 0);
  }
  return { guess };
}

const verifier = randomBytes(64).toString('base64url');
const authorization = {
  response_type: 'code',
  client_id: 'hearthscribe-web',
  redirect_uri: `${origin}/auth/callback`,
  identity_provider: 'Google',
  scope: 'openid',
  state: 's',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

const cases: Readonly<Record<string, () => Promise<string>>> = {
  'A token signed by another key': async () => {
    const stranger = await createTestIssuer();
    return told(await withToken(await stranger.idToken({ sub: victimSub })));
  },
  'A token signed by another key, with our key id': async () => {
    const stranger = await createTestIssuer();
    const keys = { ...stranger.keys, keyId: server.issuer.keys.keyId };
    const forger = await createTestIssuer({ keys });
    return told(await withToken(await forger.idToken({ sub: victimSub })));
  },
  'A token that has expired': async () =>
    told(await withToken(await server.issuer.idToken({ sub: victimSub, lifetimeSeconds: -1 }))),
  'A token whose payload was changed': async () => {
    const [header, payload, signature] = user.token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    return told(await withToken([header, base64({ ...claims, sub: victimSub }), signature].join('.')));
  },
  'A token for another client': async () => {
    const other = await createTestIssuer({ keys: server.issuer.keys, clientId: 'another-app' });
    return told(await withToken(await other.idToken({ sub: victimSub })));
  },
  'A token of another issuer, signed by our key': async () => {
    const other = await createTestIssuer({ keys: server.issuer.keys, issuer: 'https://evil.example/pool' });
    return told(await withToken(await other.idToken({ sub: victimSub })));
  },
  'A token without a signature (alg none)': async () => {
    const payload = user.token.split('.')[1]!;
    return told(await withToken(`${base64({ alg: 'none', typ: 'JWT' })}.${payload}.`));
  },
  'A token signed with the public key as a shared secret (HS256)': async () => {
    const payload = user.token.split('.')[1]!;
    const head = base64({ alg: 'HS256', typ: 'JWT', kid: server.issuer.keys.keyId });
    const secret = JSON.stringify(server.issuer.keys.publicJwk);
    const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
    return told(await withToken(`${head}.${payload}.${signature}`));
  },
  'An access token in place of an identity token': async () =>
    told(await withToken(await server.issuer.accessToken({ sub: victimSub }))),
  'A good token whose sign-in was ended by /logout': async () => {
    const gone = await server.signIn();
    await gone.call('GET', '/logout');
    return told(await gone.call('GET', '/campaigns'));
  },
  'A good token at another user’s campaign': async () => {
    const made = await victim.call('POST', '/campaigns', { title: 'Mine' });
    const { id } = (await made.json()) as { id: string };
    return told(await user.call('GET', `/campaigns/${id}`));
  },
  'A good token at another user’s preferences': async () =>
    told(await user.call('GET', `/users/${victim.userId}/preferences`)),
  'A good token that deletes another user': async () =>
    told(await withToken(await server.issuer.idToken(), `/users/${victim.userId}`, 'DELETE')),
  'A fresh sign-in of one user that deletes another': async () =>
    told(await user.call('DELETE', `/users/${victim.userId}`)),
  'A good token at another user’s data as an archive': async () =>
    told(await user.call('GET', `/users/${victim.userId}/export`)),
  'A deletion by a sign-in that was ended by /logout': async () => {
    const gone = await server.signIn();
    await gone.call('GET', '/logout');
    return told(await gone.call('DELETE', `/users/${gone.userId}`));
  },
  'A sign-in from before the deletion of its user': async () => {
    const gone = await server.signIn();
    await gone.call('DELETE', `/users/${gone.userId}`);
    return told(await server.call('POST', '/login', { idToken: gone.token }));
  },
  'An old sign-in that deletes its own user': async () => {
    const sub = randomUUID();
    const own = await server.signIn({ sub });
    const old = new Date(server.clock.now().getTime() - 306_000);
    return told(
      await withToken(await server.issuer.idToken({ sub, authTime: old }), `/users/${own.userId}`, 'DELETE'),
    );
  },
  'The 1,000th wrong password for one account from one network address': async () => {
    const { guess } = await guessing();
    return told(await guess('wrong'));
  },
  'The right password after ten wrong ones from the same network address': async () => {
    const email = await signedUp();
    for (let attempt = 0; attempt < 10; attempt += 1) await passwordTry(email, `wrong ${attempt}`);
    return told(await passwordTry(email, password));
  },
  'The right password from another network address, after a thousand wrong ones': async () => {
    const { guess } = await guessing();
    return told(await guess(password, '198.51.100.1'));
  },
  'The right password from a sixth network address, after ten wrong ones from each of five': async () => {
    const email = await signedUp();
    for (let attempt = 0; attempt < 50; attempt += 1)
      await passwordTry(email, `wrong ${attempt}`, `203.0.113.${attempt % 5}`);
    return told(await passwordTry(email, password, '198.51.100.1'));
  },
  'Ten wrong passwords, each with another forged X-Forwarded-For': async () => {
    const email = await signedUp();
    for (let attempt = 0; attempt < 10; attempt += 1)
      await passwordTry(email, `wrong ${attempt}`, '203.0.113.66', {
        'x-forwarded-for': `192.0.2.${attempt}`,
      });
    return told(await passwordTry(email, password, '203.0.113.66', { 'x-forwarded-for': '192.0.2.99' }));
  },
  'A password for an address without an account': async () =>
    told(await passwordTry('nobody@example.org', password)),
  'A new password for an address without an account': async () => {
    const answer = await idp('ForgotPassword', { Username: 'nobody@example.org' });
    return `${await told(answer)}, no mail: ${!server.outbox.messages().some(({ to }) => to === 'nobody@example.org')}`;
  },
  'A code of a mail, used twice': async () => {
    const email = await signedUp();
    await idp('ForgotPassword', { Username: email });
    const ConfirmationCode = await vi.waitUntil(() => /^\d{6}$/.exec(codeIn(server.outbox, email))?.[0], {
      timeout: 20_000,
    });
    const use = () => idp('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: password });
    await use();
    return told(await use());
  },
  'The sixth wrong code': async () => {
    const email = await signedUp();
    await idp('ForgotPassword', { Username: email });
    let last = '';
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const input = { Username: email, ConfirmationCode: `00000${attempt}`, Password: password };
      last = await told(await idp('ConfirmForgotPassword', input));
    }
    return last;
  },
  'A sign-in with Google that leads back to another site': async () => {
    const query = new URLSearchParams({
      ...authorization,
      redirect_uri: 'https://evil.example/auth/callback',
    });
    const answer = await server.identityProvider.routes.request(`${origin}/oauth2/authorize?${query}`);
    return `${answer.status}, leads nowhere: ${answer.headers.get('location') === null}`;
  },
  'An authorization code, used twice': async () => {
    const { routes } = createTestProvider({
      keys: server.issuer.keys,
      config: { googleStandIn: true },
    }).provider;
    const post = (path: string, fields: Record<string, string>) =>
      routes.request(
        `${origin}${path}`,
        {
          method: 'POST',
          headers: { host: new URL(origin).host },
          body: new URLSearchParams(fields),
        },
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      );
    const given = await post('/oauth2/authorize', {
      ...authorization,
      email: 'mira@example.org',
      choice: 'continue',
    });
    const use = () =>
      post('/oauth2/token', {
        grant_type: 'authorization_code',
        client_id: 'hearthscribe-web',
        redirect_uri: authorization.redirect_uri,
        code: new URL(given.headers.get('location')!).searchParams.get('code')!,
        code_verifier: verifier,
      });
    const first = await use();
    return `${first.status}, then ${await told(await use())}`;
  },
  'A form of another site that signs in with Google': async () => {
    const answer = await server.identityProvider.routes.request(`${origin}/oauth2/authorize`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ ...authorization, email: 'csrf@example.org', choice: 'continue' }),
    });
    return `${answer.status} ${((await answer.json()) as { __type: string }).__type}`;
  },
  'An authorization code that was never given': async () =>
    told(
      await server.identityProvider.routes.request(`${origin}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'hearthscribe-web',
          redirect_uri: authorization.redirect_uri,
          code: 'guessed',
          code_verifier: verifier,
        }),
      }),
    ),
  'An action of the identity provider from another origin': async () =>
    told(
      await idp(
        'SignUp',
        { Username: 'csrf@example.org', Password: password },
        { origin: 'https://evil.example' },
      ),
    ),
  'The identity provider under another host name': async () =>
    told(await idp('SignUp', { Username: 'dns@example.org', Password: password }, { host: 'evil.example' })),
  'A form of another site that posts to the API': async () =>
    told(
      await server.app.request('/campaigns', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
        body: 'title=Yours',
      }),
    ),
  'A script as the title of a campaign': async () => {
    const title = '<script>alert(1)</script>';
    const answer = await user.call('POST', '/campaigns', { title });
    const type = answer.headers.get('content-type');
    return `${answer.status}, kept as text: ${((await answer.json()) as { title: string }).title === title && type?.startsWith('application/json')}`;
  },
  'Any token while the key set cannot be reached': async () => {
    const cut = createTokenVerifier({
      kind: 'cognito',
      userPoolId: 'eu-west-1_Ab12Cd34E',
      clientId: 'client',
      fetchKeySet: () => Promise.reject(new Error('no network')),
    });
    const pool = await createTestIssuer({
      issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab12Cd34E',
      clientId: 'client',
    });
    return cut.verify(await pool.idToken()).then(
      () => 'accepted',
      (error: { code?: string }) =>
        error.code === 'identityUnavailable' ? '503 identityUnavailable' : String(error),
    );
  },
};

const promised = promisedAnswers('Sign-in and data');

describe('hostile requests', () => {
  it('match the documentation exactly', () => {
    expect([...promised.keys()].sort()).toEqual(Object.keys(cases).sort());
  });

  it.each(Object.keys(cases))('%s', async (name) => {
    expect(await cases[name]!()).toBe(promised.get(name));
  });

  it('leave no token, password or code in the log', () => {
    const text = logged.join('\n');
    expect(text).not.toBe('');
    expect(text).not.toMatch(/eyJ[\w-]+\./);
    expect(text).not.toContain(password);
    const codes = server.outbox.messages().flatMap(({ text: body }) => /\b\d{6}\b/.exec(body) ?? []);
    for (const code of codes) expect(text).not.toContain(`"${code}"`);
  });
});
