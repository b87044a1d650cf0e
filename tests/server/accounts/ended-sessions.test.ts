import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeNotes, createFakeSpeech, createGate } from '#tests/support/fake-engines.ts';
import { callsOf, codeIn, signInBySrp } from '#tests/support/identity-client.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const password = 'the old mill road';
const DAY = 86_400_000;

const gate = createGate();
const waiting = createFakeNotes();
waiting.before = (_, signal) => gate.pass(signal);

let server: TestServer;
let restarted: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    onlyProviderSessions: true,
    overrides: { engines: { speech: createFakeSpeech().engine, notes: waiting.engine } },
  });
  await server.start();
  restarted = await createTestServer({
    onlyProviderSessions: true,
    database: server.database,
    issuer: server.issuer,
    now: server.clock.now(),
  });
});
afterAll(async () => {
  gate.open();
  await restarted.close();
  await server.close();
});

const idp = (action: string, input: object) =>
  callsOf(server.identityProvider.routes)(action, input, { host: 'localhost' });

interface Device {
  AccessToken: string;
  RefreshToken: string;
  IdToken: string;
}
async function signIn(email: string, given = password): Promise<Device> {
  const { AuthenticationResult } = (await signInBySrp(idp, email, given)).body;
  return AuthenticationResult as Device;
}
const login = (at: TestServer, { IdToken }: Device) => at.call('POST', '/login', { idToken: IdToken });
const call = (
  at: TestServer,
  { IdToken }: Device,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
) => at.call(method, path, body, { authorization: `Bearer ${IdToken}`, ...headers });
const statusOf = async (at: TestServer, device: Device) =>
  (await call(at, device, 'GET', '/campaigns')).status;

async function signedIn() {
  const email = `${crypto.randomUUID()}@example.org`;
  await idp('SignUp', { Username: email, Password: password });
  const own = await signIn(email);
  const other = await signIn(email);
  const third = await signIn(email);
  const { userId } = (await (await login(server, own)).json()) as { userId: string };
  await login(server, other);
  expect([await statusOf(server, own), await statusOf(server, other)]).toEqual([200, 200]);
  expect([await statusOf(restarted, own), await statusOf(restarted, other)]).toEqual([200, 200]);
  return { email, userId, own, other, third };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

async function follow(device: Device): Promise<{ ended: Promise<void> }> {
  const post = async (path: string, body?: unknown, headers = {}) =>
    (await (await call(server, device, 'POST', path, body, headers)).json()) as { id: string };
  const campaign = await post('/campaigns', { title: 'Oldmere' });
  const session = await post(`/campaigns/${campaign.id}/sessions`, { title: 'The mill' });
  await server.app.request(`/sessions/${session.id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.IdToken}`, 'content-type': 'application/octet-stream' },
    body: sampleTranscriptBytes(),
  });
  const quote = await post(`/sessions/${session.id}/quote`);
  const start = { quoteId: quote.id, detailLevel: 'brief' };
  const analysis = await post(`/sessions/${session.id}/analyses`, start, { 'idempotency-key': session.id });
  const response = await call(server, device, 'GET', `/analyses/${analysis.id}/events`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.getReader();
  await reader.read();
  async function readOn(): Promise<void> {
    while (!(await reader.read()).done);
  }
  return { ended: readOn() };
}

const endings: [
  string,
  { own: number; other: number; third: number },
  (user: SignedIn) => Promise<unknown>,
][] = [
  [
    'GlobalSignOut',
    { own: 401, other: 401, third: 401 },
    ({ own }) => idp('GlobalSignOut', { AccessToken: own.AccessToken }),
  ],
  [
    'a change of the password',
    { own: 200, other: 401, third: 401 },
    ({ own }) =>
      idp('ChangePassword', {
        AccessToken: own.AccessToken,
        PreviousPassword: password,
        ProposedPassword: 'a brand new password',
      }),
  ],
  [
    'a reset of the password',
    { own: 401, other: 401, third: 401 },
    async ({ email }) => {
      await idp('ForgotPassword', { Username: email });
      const ConfirmationCode = await vi.waitUntil(() => /\d{6}/.exec(codeIn(server.outbox, email))?.[0], {
        timeout: 20_000,
      });
      return idp('ConfirmForgotPassword', {
        Username: email,
        ConfirmationCode,
        Password: 'a brand new password',
      });
    },
  ],
  [
    'DeleteUser at the identity provider',
    { own: 401, other: 401, third: 401 },
    ({ own }) => idp('DeleteUser', { AccessToken: own.AccessToken }),
  ],
  [
    'the deletion of the account',
    { own: 401, other: 401, third: 401 },
    ({ own, userId }) => call(server, own, 'DELETE', `/users/${userId}`),
  ],
  [
    'RevokeToken for the other device',
    { own: 200, other: 401, third: 200 },
    ({ other }) => idp('RevokeToken', { Token: other.RefreshToken }),
  ],
  [
    '/logout on the other device',
    { own: 200, other: 401, third: 200 },
    ({ other }) => call(server, other, 'GET', '/logout'),
  ],
  [
    'the end of all other sessions',
    { own: 200, other: 401, third: 401 },
    async ({ own }) => {
      server.clock.advance(2_000);
      return call(server, own, 'POST', '/account/end-other-sessions');
    },
  ],
];

describe('ended sessions', () => {
  it.each(endings)('[R4.1] %s applies at once, and after a restart', async (_, expected, end) => {
    const user = await signedIn();
    const stream = await follow(user.other);
    await end(user);
    const { own, other, third } = expected;
    const seen = async (at: TestServer) => ({
      own: await statusOf(at, user.own),
      other: await statusOf(at, user.other),
      third: (await login(at, user.third)).status,
    });
    expect(await seen(server)).toEqual({ own, other, third });
    expect((await login(server, user.other)).status).toBe(401);
    await vi.waitFor(async () => expect(await seen(restarted)).toEqual({ own, other, third }), {
      timeout: 50_000,
    });
    expect((await login(restarted, user.other)).status).toBe(401);
    await stream.ended;
  });

  it('[R4.1] a new sign-in works after all sessions were ended', async () => {
    const { email, own } = await signedIn();
    await idp('GlobalSignOut', { AccessToken: own.AccessToken });
    const again = await signIn(email);
    expect((await login(server, again)).status).toBe(200);
    expect(await statusOf(restarted, again)).toBe(200);
  });

  it('[R4.1] the device that ended all others renews its tokens and stays signed in', async () => {
    const { own } = await signedIn();
    server.clock.advance(2_000);
    await call(server, own, 'POST', '/account/end-other-sessions');
    const renewed = await idp('GetTokensFromRefreshToken', { RefreshToken: own.RefreshToken });
    const tokens = renewed.body.AuthenticationResult as Device;
    expect((await login(server, tokens)).status).toBe(200);
    expect(await statusOf(server, tokens)).toBe(200);
  });

  it('[R4.1] neither users nor strangers can end sessions that are not theirs', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    await idp('GlobalSignOut', { AccessToken: mine.own.AccessToken });
    expect(await statusOf(server, theirs.own)).toBe(200);
  });

  it('[R4.1] an expired session of the identity provider opens none here', async () => {
    const { third } = await signedIn();
    const clock = server.clock.now().getTime();
    server.clock.advance(31 * DAY);
    const forged = await server.issuer.idToken({ issuedAt: server.clock.now() });
    expect((await login(server, { ...third, IdToken: forged })).status).toBe(401);
    server.clock.advance(clock - server.clock.now().getTime());
  });
});
