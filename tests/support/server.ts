import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createServer, type Server } from '#server/compose/app.ts';
import type { ServerDependencies } from '#server/compose/dependencies.ts';
import { openEmbeddedIdentity } from '#server/compose/embedded-identity.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { generateSigningKeys, type SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import type { IdentityProvider } from '#server/stand-ins/cognito/provider.ts';
import { createMailOutbox, type MailOutbox } from '#tests/support/mail-outbox.ts';
import { openTestDatabase, silentLog } from './database.ts';
import { sharedNotesThreads, sharedPageThreads, sharedThreads } from './shared-threads.ts';
import { createTestIssuer, type TestClaims, type TestIssuer } from './test-issuer.ts';
import type { TypedResponse } from './typed-answer.ts';

export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function manualClock(start: Date): ManualClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

export interface TestUser {
  userId: string;
  token: string;
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TypedResponse<Method, Path>>;
}

export interface TestServer extends Server {
  database: Database;
  clock: ManualClock;
  issuer: TestIssuer;
  identityProvider: IdentityProvider;
  outbox: MailOutbox;
  dataFolder: string;
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TypedResponse<Method, Path>>;
  signIn(claims?: TestClaims): Promise<TestUser>;
}

export interface TestServerOptions {
  config?: Partial<ServerDependencies['config']>;
  overrides?: Partial<
    Pick<
      ServerDependencies,
      | 'agreements'
      | 'engines'
      | 'web'
      | 'log'
      | 'mail'
      | 'telemetry'
      | 'connectTo'
      | 'version'
      | 'checkResponses'
      | 'operatorKey'
      | 'hearing'
      | 'writers'
      | 'canHear'
      | 'check'
      | 'threads'
      | 'notesThreads'
      | 'pageThreads'
      | 'posting'
      | 'secrets'
    >
  >;
  onlyProviderSessions?: boolean;
  hosted?: boolean;
  payments?: (deps: { database: Database; clock: Clock }) => NonNullable<ServerDependencies['payments']>;
  database?: Database;
  issuer?: TestIssuer;
  now?: Date;
}

const noSpeech: ServerDependencies['engines']['speech'] = {
  id: 'none',
  maxChunkSeconds: 30,
  concurrency: 1,
  prepare: () => Promise.reject(new SpeechUnavailable('There is no speech recognition in this test.')),
  hear: () => Promise.reject(new SpeechUnavailable('There is no speech recognition in this test.')),
  close: async () => undefined,
};

// Not in close(): background work may still write there.
const dataFolders = new Set<string>();
process.once('exit', () => {
  for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true });
});

/** Of all test servers of a process: making them takes 0.1 s of CPU. */
let keys: Promise<SigningKeys> | undefined;

function issuerOfAll(): Promise<TestIssuer> {
  keys ??= generateSigningKeys();
  return keys.then((made) => createTestIssuer({ keys: made }));
}

/** In process, in memory, with the identity provider at `/idp`. Call `start()` for its jobs. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const clock = manualClock(options.now ?? new Date());
  const dataFolder = mkdtempSync(join(tmpdir(), 'hearthscribe-test-'));
  dataFolders.add(dataFolder);
  const issuer = options.issuer ?? (await issuerOfAll());
  const outbox = createMailOutbox({ clock: clock.now });
  const { provider: identityProvider, identity } = openEmbeddedIdentity({
    database,
    keys: issuer.keys,
    clock,
    mail: outbox,
    log: options.overrides?.log ?? silentLog,
    config: { googleStandIn: true },
  });
  const { facts, ...withoutFacts } = identity;
  const defaults: Config = readConfig({});
  const server = await createServer({
    config: {
      ...defaults,
      // The clock does not move by itself.
      quotas: { ...defaults.quotas, callsPerMinute: 10_000_000 },
      dataFolder,
      ...options.config,
    },
    database,
    clock,
    log: silentLog,
    secrets: createSecretBox([randomBytes(32)]),
    engines: { speech: noSpeech, notes: createHighlightsEngine() },
    identity: {
      ...(options.hosted ? { config: withoutFacts.config } : withoutFacts),
      verifier: createTokenVerifier(issuer.verifierConfig),
      ...(options.onlyProviderSessions && facts ? { facts } : {}),
    },
    mail: { port: outbox },
    ...(options.payments === undefined ? {} : { payments: options.payments({ database, clock }) }),
    web: null,
    agreements: [],
    threads: sharedThreads(),
    notesThreads: sharedNotesThreads(),
    pageThreads: sharedPageThreads(),
    version: 'test',
    connectTo: [],
    checkResponses: true,
    ...options.overrides,
  });

  async function call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TypedResponse<Method, Path>> {
    return server.app.request(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  return {
    ...server,
    database,
    clock,
    issuer,
    identityProvider,
    outbox,
    dataFolder,
    call,
    async signIn(claims = {}) {
      const token = await issuer.idToken({ email: `${randomUUID()}@example.org`, ...claims });
      const answer = await call('POST', '/login', { idToken: token });
      if (answer.status !== 200) throw new Error(`/login answered ${answer.status}: ${await answer.text()}`);
      const { userId } = await answer.json();
      return {
        userId,
        token,
        call: (method, path, body, headers) =>
          call(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
      };
    },
    async close() {
      await server.close();
      if (options.database === undefined) await database.close();
    },
  };
}
