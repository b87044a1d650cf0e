import process from 'node:process';
import { and, eq, sql } from 'drizzle-orm';
import { createServer } from '#server/app.ts';
import { openPayments } from '#server/billing/open-payments.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { TokenVerificationError } from '#server/identity/verify.ts';
import { listen } from '#server/listen.ts';
import { createLog } from '#server/log.ts';
import { createMailOutbox } from '#server/mail/outbox.ts';
import { closingSteps } from '#server/open-server.ts';
import { loadOperatorKey } from '#server/operator-key.ts';
import { closeOnSignal, watchProcess } from '#server/process.ts';
import { createSpeechEngine } from '#server/speech/create-engine.ts';
import { type Database, type Orm, openDatabase } from '#server/store/database.ts';
import { payments as paymentRows } from '#server/store/tables/billing.ts';
import { standInObjects } from '#server/store/tables/stand-in.ts';
import { analyses, analysisCheckpoints } from '#server/store/tables/work.ts';
import { createThreads } from '#server/threads/threads.ts';

/**
 * The whole server as a process of its own, but for two things: a token is the id of its user, and the process can be
 * told (DIE_AT) to kill itself with SIGKILL right after a commit, or right before it, at which an analysis stands at a
 * stage with a number of saved pieces, or a checkout is paid at the stand-in for Stripe, or its payment is taken in.
 */
type Death = { beforeCommit?: boolean } & (
  | { stage: string; pieces: number; billing?: undefined }
  | { billing: 'paid' }
  | { billing: 'takenIn' }
);
const dieAt = JSON.parse(process.env.DIE_AT ?? 'null') as Death | null;

const config = readConfig();
const log = createLog(config.logLevel);
watchProcess(log);
const database = await openDatabase({ ...config, log });
const usedDatabase = dieAt === null ? database : dying(database, dieAt);
const payments = openPayments(config, { database: usedDatabase, clock: systemClock, log });
const threads = createThreads(config);
const server = await createServer({
  config,
  database: usedDatabase,
  clock: systemClock,
  log,
  engines: {
    speech: createSpeechEngine({ ...config.speech, dataFolder: config.dataFolder }),
    notes: threads.notes(config.notes),
  },
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
          authTime: new Date(0),
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
    },
  },
  ...(payments === undefined ? {} : { payments }),
  mail: { port: createMailOutbox({ clock: () => systemClock.now() }) },
  web: null,
  version: 'test',
  connectTo: [],
  operatorKey: await loadOperatorKey(config.dataFolder),
  checkResponses: true,
});
await server.start();
const listening = await listen(server, config);
closeOnSignal(log, config.stopMs, closingSteps({ listening, server, database }));
process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);

async function isThere(orm: Orm, at: Death): Promise<boolean> {
  if (at.billing === 'paid') {
    const isPaid = sql`${standInObjects.body}->>'payment_status' = 'paid'`;
    return (await orm.$count(standInObjects, and(eq(standInObjects.type, 'checkout.session'), isPaid))) > 0;
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
