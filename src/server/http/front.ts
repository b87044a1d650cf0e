import { Hono } from 'hono';
import type { Call } from '#contract/call.ts';
import { isProbe } from '#contract/server.ts';
import type { Trackers } from '#contract/trackers.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { limitOfCalls } from '#server/platform/quotas.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import type { Telemetry } from '#server/platform/telemetry.ts';
import { createAddressLimit } from './address-limit.ts';
import { answeredHosts } from './answered-hosts.ts';
import { createAuthenticator, type OpenLogins } from './authenticator.ts';
import { createClientAddress } from './client-address.ts';
import { createDoor } from './door.ts';
import { answerFailure } from './failures.ts';
import { createGate, createTurns } from './gate.ts';
import { type App, createMount } from './mount.ts';
import { answerPages } from './pages.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import type { TokenVerifier } from './token-verifier.ts';
import { trackerSources } from './tracker-policy.ts';
import type { WebFiles } from './web-files.ts';

/** Of a user, and of a visitor's address; more wait for each other: three long exports leave room for one more call. */
const CALLS_AT_ONCE = 4;

/** What each request passes before it reaches a room. */
export function createFront(deps: {
  config: Pick<
    Config,
    'callsAtOnce' | 'addressCallsPerMinute' | 'quotas' | 'trackers' | 'publicUrl' | 'host' | 'trustedProxies'
  > & { trackers: Trackers };
  verifier: TokenVerifier;
  logins: Pick<OpenLogins, 'userOf'>;
  /** Null: no content security policy (development). */
  connectTo: readonly string[] | null;
  checkResponses: boolean;
  operatorKey: string | null;
  database: Database;
  clock: Clock;
  log: Logger;
  telemetry: Telemetry;
}) {
  const { config, database, clock } = deps;
  const app: App = new Hono();
  const mounted: Call[] = [];
  const authenticator = createAuthenticator(deps);
  const clientAddress = createClientAddress(config.trustedProxies);
  app.use(requestLog(deps.log, deps.telemetry));
  app.use(securityHeaders(deps.connectTo, trackerSources(config.trackers), config.publicUrl));
  app.use(answeredHosts(config));
  app.use(
    createDoor({
      // Not the places of calls, so that visitors never wait for users, nor users for visitors.
      gate: createGate(config.callsAtOnce),
      turns: createTurns(CALLS_AT_ONCE, config.addressCallsPerMinute),
      limit: createAddressLimit({ perMinute: config.addressCallsPerMinute, clock }),
      clientAddress,
    }),
  );
  app.onError(answerFailure);
  return {
    app,
    authenticator,
    clientAddress,
    mount: createMount({
      app,
      authenticator,
      checkResponses: deps.checkResponses,
      mounted,
      operatorKey: deps.operatorKey,
      calls: createRateLimit({ database, clock }, 'calls', limitOfCalls(config.quotas)),
      gate: createGate(config.callsAtOnce),
      turns: createTurns(CALLS_AT_ONCE, config.callsAtOnce),
    }),
    /** For a process that only runs jobs. */
    fetchHealth: ((request, ...rest) =>
      isProbe(new URL(request.url).pathname)
        ? app.fetch(request, ...rest)
        : new Response('This process only runs jobs.\n', { status: 404 })) satisfies App['fetch'],
    /** Call it last: pages and files answer what no room has mounted. */
    answerRest(web: WebFiles | null): void {
      app.notFound(answerPages({ web, mounted }));
    },
  };
}
