import { createHash, randomBytes } from 'node:crypto';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { IdentityProviderConfig } from '#server/stand-ins/cognito/config.ts';
import type { SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { createIdentityProvider } from '#server/stand-ins/cognito/provider.ts';
import {
  G,
  N,
  power,
  privateKeyOf,
  scramblerOf,
  serverPublicValue,
  sessionKey,
  signatureOf,
  toNumber,
} from '#server/stand-ins/cognito/srp.ts';
import type { IdentityStore } from '#server/stand-ins/cognito/store.ts';
import { createMailOutbox } from '#tests/support/mail-outbox.ts';
import { createMemoryIdentityStore } from '#tests/support/memory-identity-store.ts';
import { silentLog } from './database.ts';

export const CLIENT_ID = 'hearthscribe-web';

export function createTestProvider(options: {
  keys: SigningKeys;
  store?: IdentityStore;
  mail?: MailPort;
  config?: Partial<IdentityProviderConfig>;
}) {
  let now = new Date('2026-11-21T06:00:00.000Z');
  const clock = () => now;
  const outbox = createMailOutbox({ clock });
  const store = options.store ?? createMemoryIdentityStore();
  const provider = createIdentityProvider({
    store,
    keys: options.keys,
    clock,
    mail: options.mail ?? outbox,
    logger: silentLog,
    config: { environment: {}, ...options.config },
  });
  return {
    provider,
    store,
    outbox,
    call: callsOf(provider.routes),
    clock,
    pass(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds);
    },
    codeFor: (email: string) => codeIn(outbox, email),
  };
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & {
    __type?: string;
    message?: string;
    AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken?: string };
    ChallengeParameters?: Record<string, string>;
  };
}

export function callsOf(routes: { request(url: string, init: RequestInit): Response | Promise<Response> }) {
  return async function call(
    action: string,
    input: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await routes.request('http://localhost/', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        ...headers,
      },
      body: JSON.stringify({ ClientId: CLIENT_ID, ...input }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}

export function answerChallenge(challenge: Record<string, string>, password: string, clientSecret: bigint) {
  const identity = { poolName: 'hearthscribe', userId: challenge.USER_ID_FOR_SRP! };
  const serverValue = BigInt(`0x${challenge.SRP_B}`);
  const k = serverPublicValue(1n, 0n) - 1n;
  const x = privateKeyOf(identity, password, BigInt(`0x${challenge.SALT}`));
  const u = scramblerOf(power(G, clientSecret), serverValue);
  const base = (((serverValue - k * power(G, x)) % N) + N) % N;
  const key = sessionKey(power(base, clientSecret + u * x), u);
  const timestamp = 'Sat Nov 21 6:05:04 UTC 2026';
  const secretBlock = challenge.SECRET_BLOCK!;
  return {
    USERNAME: identity.userId,
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
    PASSWORD_CLAIM_SIGNATURE: signatureOf(key, identity, Buffer.from(secretBlock, 'base64'), timestamp),
    TIMESTAMP: timestamp,
  };
}

export function createBrowser(
  routes: { request(url: string, init: RequestInit, env: object): Response | Promise<Response> },
  address: string,
) {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  const call = callsOf({
    async request(url, init) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
      const answer = await routes.request(
        url,
        { ...init, headers },
        { incoming: { socket: { remoteAddress: address } } },
      );
      for (const given of answer.headers.getSetCookie()) {
        setCookies.push(given);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
  });
  return { call, cookies, setCookies };
}

export function codeIn(
  outbox: { messages(): readonly { to: string; text: string }[] },
  email: string,
): string {
  const mail = outbox.messages().find(({ to }) => to === email);
  return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'no mail';
}

export async function signInBySrp(
  call: ReturnType<typeof callsOf>,
  email: string,
  password: string,
): Promise<Answer> {
  const clientSecret = toNumber(createHash('sha512').update(randomBytes(64)).digest());
  const started = await call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: power(G, clientSecret).toString(16) },
  });
  if (!started.body.ChallengeParameters) return started;
  return call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: answerChallenge(started.body.ChallengeParameters, password, clientSecret),
  });
}

/** Signs up new users. Signs in each time; a restarted server also accepts tokens of earlier sessions. */
export async function identityTokenAt(url: string, email = 'mira@example.org'): Promise<string> {
  const password = 'the old mill road';
  const call = callsOf({ request: (_, init) => fetch(`${url}/idp/`, init) });
  await call('SignUp', { Username: email, Password: password });
  const { body } = await signInBySrp(call, email, password);
  if (!body.AuthenticationResult) throw new Error(`Nobody is signed in: ${JSON.stringify(body)}`);
  return body.AuthenticationResult.IdToken;
}
