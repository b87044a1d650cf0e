import process from 'node:process';
import { and, eq, sql } from 'drizzle-orm';
import { deletedIdentities } from '#server/accounts/tables.ts';
import { analyses, analysisCheckpoints } from '#server/analyses/tables.ts';
import { payments as paymentRows } from '#server/billing/tables.ts';
import { createServer } from '#server/compose/app.ts';
import { listen } from '#server/compose/listen.ts';
import { openPayments } from '#server/compose/open-payments.ts';
import { closingSteps } from '#server/compose/open-server.ts';
import { openWriters } from '#server/compose/open-writers.ts';
import { threadsFor } from '#server/compose/shared.ts';
import { createTurns } from '#server/engines/models/turns.ts';
import { startWriter } from '#server/engines/notes/embedded/writer-process.ts';
import { createSpeechEngine } from '#server/engines/speech/create-engine.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import { openVoices } from '#server/engines/voices/open-voices.ts';
import { TokenVerificationError } from '#server/http/token-verifier.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { loadOperatorKey } from '#server/platform/operator-key.ts';
import { closeOnSignal, watchProcess } from '#server/platform/process.ts';
import { openSecretBox } from '#server/platform/secret-box.ts';
import { openStore } from '#server/recordings/open-store.ts';
import { standInObjects } from '#server/stand-ins/stripe/tables.ts';
import { createMailOutbox } from '#tests/support/mail-outbox.ts';

/** The whole server; but a token is its user's id, and DIE_AT kills it right before or after a commit. */
type Death = { beforeCommit?: boolean } & (
  | { stage: string; pieces: number; billing?: undefined }
  | { billing: 'paid' }
  | { billing: 'takenIn' }
  | { billing: 'deleting'; table: 'segments' | 'users'; left: number }
);
const dieAt = JSON.parse(process.env.DIE_AT ?? 'null') as Death | null;

const config = readConfig();
const log = createLog(config.logLevel);
watchProcess(log);
const database = await openDatabase({ ...config, log });
const usedDatabase = dieAt === null ? database : dying(database, dieAt);
const payments = openPayments(config, { database: usedDatabase, clock: systemClock, log });
const threads = createThreads(threadsFor(config));
const turns = createTurns();
const modelHere = openModelHere();
const secrets = await openSecretBox(config);
const server = await createServer({
  config,
  database: usedDatabase,
  store: await openStore(config, log),
  clock: systemClock,
  log,
  secrets,
  engines: {
    speech: createSpeechEngine({ ...config.speech, dataFolder: config.dataFolder }, turns),
    voices: openVoices(config, turns),
    notes: modelHere?.notes ?? threads.notes(config.notes),
    ...(modelHere ? { writers: modelHere.writers } : {}),
  },
  ...(modelHere ? { writers: { settings: config.notes, here: modelHere.here } } : {}),
  threads,
  identity: {
    verifier: {
      async verify(token) {
        if (!/^[0-9a-f-]{36}$/.test(token))
          throw new TokenVerificationError('unauthorized', 'invalid', 'Not a test token.');
        return {
          issuer: 'test',
          sub: token,
          email: `${token}@example.test`,
          emailVerified: true,
          method: 'password',
          originJti: token,
          authTime: new Date(),
          expiresAt: new Date(8.64e15),
        };
      },
    },
    config: {
      region: 'local',
      userPoolId: 'local_test',
      userPoolClientId: 'test',
      userPoolEndpoint: null,
      insecure: true,
      oauthDomain: null,
      passwordMinimumLength: 8,
      mailPage: null,
    },
  },
  ...(payments === undefined ? {} : { payments }),
  mail: { port: createMailOutbox({ clock: () => systemClock.now() }) },
  web: null,
  version: 'test',
  connectTo: [],
  operatorKey: await loadOperatorKey({ database, secrets, log }, config.dataFolder),
  checkResponses: true,
});
await server.start();
const listening = await listen(server, config);
closeOnSignal(
  log,
  config.stopMs,
  closingSteps({
    listening,
    server: { close: () => Promise.all([server.close(), modelHere?.writer?.close()]).then(() => undefined) },
    database,
  }),
);
process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);

/** MODEL_HERE: `url` and `file` of a toy, and `idleMs`. The test waits for the model, so it has the priority of the test. */
function openModelHere(): ReturnType<typeof openWriters> | null {
  if (process.env.MODEL_HERE === undefined) return null;
  const { url, file, idleMs } = JSON.parse(process.env.MODEL_HERE);
  const toy = { id: 'qwen3-4b', name: 'Toy', url, files: [file], computerBytes: 1, memoryBytes: 1 } as const;
  const start: typeof startWriter = (path, options) => startWriter(path, { ...options, priority: 0 });
  return openWriters(config, { threads, turns, models: [toy], idleMs, start });
}

async function isThere(orm: Orm, at: Death): Promise<boolean> {
  if (at.billing === 'paid') {
    const isPaid = sql`${standInObjects.body}->>'payment_status' = 'paid'`;
    return (await orm.$count(standInObjects, and(eq(standInObjects.type, 'checkout.session'), isPaid))) > 0;
  }
  if (at.billing === 'deleting') {
    const { rows } = await orm.execute(sql`select 1 from ${sql.identifier(at.table)} limit ${at.left + 1}`);
    return rows.length === at.left && (await orm.$count(deletedIdentities)) > 0;
  }
  if (at.billing === 'takenIn') return (await orm.$count(paymentRows)) > 0;
  const [analysis] = await orm
    .select({ id: analyses.id })
    .from(analyses)
    .where(eq(analyses.status, at.stage as 'queued'));
  if (analysis === undefined) return false;
  const pieces = await orm.$count(
    analysisCheckpoints,
    and(eq(analysisCheckpoints.analysisId, analysis.id), eq(analysisCheckpoints.stage, at.stage)),
  );
  return pieces >= at.pieces;
}

function dying(database: Database, at: Death): Database {
  async function dieIfThere(orm: Orm): Promise<void> {
    if (await isThere(orm, at)) process.kill(process.pid, 'SIGKILL');
  }
  return {
    ...database,
    get orm() {
      return database.orm;
    },
    async transaction(work) {
      const result = await database.transaction(async (tx) => {
        const done = await work(tx);
        if (at.beforeCommit) await dieIfThere(tx);
        return done;
      });
      if (!at.beforeCommit) await dieIfThere(database.orm);
      return result;
    },
  };
}
