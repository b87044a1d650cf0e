import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServices } from '#server/engines/local-services/find-services.ts';
import { createTurns } from '#server/engines/models/turns.ts';
import { createSpeechEngine } from '#server/engines/speech/create-engine.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import { openVoices } from '#server/engines/voices/open-voices.ts';
import { createClientAddress } from '#server/http/client-address.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import type { WebFiles } from '#server/http/web-files.ts';
import { type LegalTexts, legalProblem, openLegalTexts } from '#server/legal/legal-texts.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Logger } from '#server/platform/log.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import { loadOperatorKey } from '#server/platform/operator-key.ts';
import type { ClosingStep } from '#server/platform/process.ts';
import { openSecretBox, type SecretBox } from '#server/platform/secret-box.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checkStore } from '#server/recordings/check-store.ts';
import { openStore } from '#server/recordings/open-store.ts';
import { createKeyFile, type KeyFile, loadSigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { checksOf, runChecks, secretsOf } from '#server/status/checks.ts';
import { findHearing, watchHearing } from '#server/status/hearing.ts';
import { priceQuestion } from '#server/status/highlights-price.ts';
import { openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { createServer, type Server } from './app.ts';
import type { ServerDependencies } from './dependencies.ts';
import { openEmbeddedIdentity } from './embedded-identity.ts';
import { allowedCallers, cognitoIdentityConfig } from './identity-config.ts';
import type { Listening } from './listen.ts';
import { openMail } from './open-mail.ts';
import { openPayments } from './open-payments.ts';
import { openWriters } from './open-writers.ts';
import { threadsFor } from './shared.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export function buildVersion(): string {
  const path = join(root, 'dist', 'build-hash.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'dev';
}

export const builtWebFolder = join(root, 'dist', 'web');

async function embeddedIdentity(
  config: Config,
  shared: { database: Database; secrets: SecretBox; clock: Clock; log: Logger },
  mail: { port: MailPort; page: string | null },
  newKeys: Promise<KeyFile> | null,
): Promise<ServerDependencies['identity']> {
  const { identity } = openEmbeddedIdentity({
    ...shared,
    keys: await loadSigningKeys(shared, config.dataFolder, newKeys),
    mail: mail.port,
    mailPage: mail.page,
    config: { ...allowedCallers(config), clientAddress: createClientAddress(config.trustedProxies) },
  });
  shared.log.warn(
    'Users sign in with the embedded identity provider, which is meant for one computer and its owner.',
  );
  return identity;
}

function hostedIdentity(pool: NonNullable<Config['cognito']>): ServerDependencies['identity'] {
  return {
    verifier: createTokenVerifier({ kind: 'cognito', ...pool }),
    config: cognitoIdentityConfig(pool),
  };
}

const cognitoOrigins = ({ userPoolId, oauthDomain }: NonNullable<Config['cognito']>) => [
  `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com`,
  ...(oauthDomain === null ? [] : [`https://${oauthDomain}`]),
];

interface OpenServer extends Server {
  closingSteps(listening: Listening): ClosingStep[];
}

export function closingSteps(opened: {
  listening: Listening;
  server: Pick<Server, 'close'>;
  database: Pick<Database, 'close'>;
}): ClosingStep[] {
  const { listening, server, database } = opened;
  return [
    { name: 'requests', share: 0.45, close: (milliseconds) => listening.close(milliseconds * 0.9) },
    { name: 'jobs', share: 0.4, close: () => server.close() },
    { name: 'database', share: 0.15, close: () => database.close() },
  ];
}

/** Only real payments require a named operator. */
function openLegal(config: Config, log: Logger): LegalTexts {
  const problem = legalProblem(config);
  if (problem?.isLive) throw new StartError(problem.message);
  if (problem !== null) log.warn(problem.message);
  return openLegalTexts(config);
}

/** There is no database yet, and the embedded identity provider will need keys. */
const isFirstStart = ({ cognito, databaseUrl, dataFolder }: Config): boolean =>
  !cognito && !databaseUrl && !existsSync(databaseFolderOf(dataFolder));

/** @throws StartError */
export async function openServer(options: {
  config: Config;
  log: Logger;
  web: ((legal: LegalTexts) => WebFiles | null) | null;
  /** Vite's scripts violate a content security policy. */
  isDevelopment: boolean;
}): Promise<OpenServer> {
  const { log } = options;
  const found = await findServices(options.config);
  for (const { text, isFound } of [found.speech, found.notes])
    if (text !== '') log[isFound ? 'info' : 'warn'](text);
  const config = { ...options.config, speech: found.speech.settings, notes: found.notes.settings };
  const legal = openLegal(config, log);
  const price = priceQuestion(config);
  if (price !== null) log.warn(price);
  const newKeys = isFirstStart(config) ? createKeyFile() : null;
  newKeys?.catch(() => undefined);
  const database = await openDatabase({ ...config, log });
  const threads = createThreads(threadsFor(config));
  const telemetry = await openTelemetry({ ...config, version: buildVersion(), log });
  try {
    const secrets = await openSecretBox(config);
    const shared = { database, secrets, clock: systemClock, log };
    const store = await openStore(config, log);
    await checkStore({ ...shared, store }, config.s3?.bucket ?? join(config.dataFolder, 'audio'));
    const mail = openMail(config, shared);
    if (mail.page !== null && config.role !== 'worker')
      log.warn(`Emails are not sent but shown at ${mail.page}, for a day (SMTP_URL is not set).`);
    const payments = openPayments(config, { database, clock: systemClock, log });
    const hearing = watchHearing({
      find: (signal) => findHearing(config.speech, { signal }),
      now: () => systemClock.now(),
      found: ({ state, reason }) => log[state === 'unavailable' ? 'warn' : 'info']({ state }, reason),
    });
    const turns = createTurns();
    const { here, writer, notes, writers } = openWriters(config, { threads, turns });
    const server = await createServer({
      config,
      database,
      store,
      clock: systemClock,
      log,
      telemetry,
      secrets,
      engines: {
        speech: createSpeechEngine(config.speech, turns, (err) =>
          log.warn(
            { code: 'voiceActivityOff', err },
            'Silero VAD failed. Until the server is started again, loudness decides where somebody speaks, and music counts as speech. `npm run doctor` says more.',
          ),
        ),
        voices: openVoices(config, turns),
        notes,
        writers,
      },
      writers: { settings: config.notes, here },
      threads,
      hearing: hearing.current,
      canHear: hearing.canHear,
      check: () => runChecks(checksOf(options.config, { inUse: config }), { secrets: secretsOf(config) }),
      modelPrices: config.notes.prices,
      mail,
      ...(payments === undefined ? {} : { payments }),
      identity: config.cognito
        ? hostedIdentity(config.cognito)
        : await embeddedIdentity(config, shared, mail, newKeys),
      web: config.role === 'worker' ? null : (options.web?.(legal) ?? null),
      legal,
      version: buildVersion(),
      connectTo: options.isDevelopment ? null : config.cognito ? cognitoOrigins(config.cognito) : [],
      operatorKey: await loadOperatorKey(shared, config.dataFolder),
      checkResponses: !config.isProduction,
    });
    await telemetry.follow({ database, queue: server.queue, clock: systemClock });
    const close = async () => {
      await server.close();
      await writer?.close();
      await telemetry.close();
    };
    return {
      ...server,
      async close() {
        await close();
        await database.close();
      },
      closingSteps: (listening) => closingSteps({ listening, server: { close }, database }),
    };
  } catch (error) {
    await telemetry.close();
    await database.close();
    throw error;
  }
}
