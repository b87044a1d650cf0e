import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Server, type ServerDependencies } from './app.ts';
import { openPayments } from './billing/open-payments.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { WebFiles } from './http/web-files.ts';
import { allowedCallers, cognitoIdentityConfig, embeddedIdentityConfig } from './identity/app-config.ts';
import { loadSigningKeys } from './identity/provider/keys.ts';
import { createIdentityProvider } from './identity/provider/provider.ts';
import { createSqlIdentityStore } from './identity/provider/sql-store.ts';
import { createTokenVerifier } from './identity/verify.ts';
import type { Logger } from './log.ts';
import type { MailPort } from './mail/port.ts';
import { selectNotesEngine } from './notes/select.ts';
import { openMail } from './open-mail.ts';
import { loadOperatorKey } from './operator-key.ts';
import { createSpeechEngine } from './speech/create-engine.ts';
import { type Database, openDatabase } from './store/database.ts';

const root = join(import.meta.dirname, '..', '..');

/** The short hash that the build left, or `dev`. */
export function buildVersion(): string {
  const path = join(root, 'dist', 'build-hash.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'dev';
}

export const builtWebFolder = join(root, 'dist', 'web');

async function embeddedIdentity(
  config: Config,
  database: Database,
  mail: MailPort,
  log: Logger,
): Promise<ServerDependencies['identity']> {
  const clock = () => systemClock.now();
  const provider = createIdentityProvider({
    store: createSqlIdentityStore(database.orm),
    keys: await loadSigningKeys(config.dataFolder),
    clock,
    mail,
    logger: log,
    config: allowedCallers(config),
  });
  log.warn('Users sign in with the embedded identity provider, which is made for one machine and its owner.');
  return {
    verifier: createTokenVerifier({
      kind: 'embedded',
      issuer: provider.issuer,
      clientId: provider.clientId,
      jwks: provider.jwks,
    }),
    config: embeddedIdentityConfig(provider),
    mount(app) {
      app.route('/idp', provider.routes);
    },
    async forget(tx, subjects) {
      const store = createSqlIdentityStore(tx);
      for (const subject of subjects) await store.deleteUser(subject);
    },
  };
}

function hostedIdentity(pool: NonNullable<Config['cognito']>): ServerDependencies['identity'] {
  return {
    verifier: createTokenVerifier({ kind: 'cognito', ...pool }),
    config: cognitoIdentityConfig(pool),
  };
}

/** What the browser calls of a hosted pool: its region's address and, for Google, its own domain. */
const cognitoOrigins = ({ userPoolId, oauthDomain }: NonNullable<Config['cognito']>) => [
  `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com`,
  ...(oauthDomain === null ? [] : [`https://${oauthDomain}`]),
];

/**
 * Opens everything that the settings ask for, and the server on top of it.
 * @throws StartError with a clear line
 */
export async function openServer(options: {
  config: Config;
  log: Logger;
  web: WebFiles | null;
  /** In development the pages carry Vite's own scripts, so there is no content security policy. */
  isDevelopment: boolean;
}): Promise<Server> {
  const { config, log } = options;
  const database = await openDatabase({ ...config, log });
  const mail = openMail(config);
  try {
    const payments = openPayments(config, { database, clock: systemClock, log });
    const server = await createServer({
      config,
      database,
      clock: systemClock,
      log,
      engines: { speech: createSpeechEngine(config.speech), notes: selectNotesEngine(config.notes) },
      mail,
      ...(payments === undefined ? {} : { payments }),
      identity: config.cognito
        ? hostedIdentity(config.cognito)
        : await embeddedIdentity(config, database, mail.port, log),
      web: options.web,
      version: buildVersion(),
      connectTo: options.isDevelopment ? null : config.cognito ? cognitoOrigins(config.cognito) : [],
      operatorKey: await loadOperatorKey(config.dataFolder),
      checkResponses: !config.isProduction,
    });
    return {
      ...server,
      async close() {
        await server.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
