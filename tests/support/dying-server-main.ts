import process from 'node:process';
import { and, eq } from 'drizzle-orm';
import { createServer } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { TokenVerificationError } from '#server/identity/verify.ts';
import { listen } from '#server/listen.ts';
import { createLog } from '#server/log.ts';
import { createMailOutbox } from '#server/mail/outbox.ts';
import { selectNotesEngine } from '#server/notes/select.ts';
import { closeOnSignal } from '#server/process.ts';
import { createSpeechEngine } from '#server/speech/create-engine.ts';
import { type Database, type Orm, openDatabase } from '#server/store/database.ts';
import { analyses, analysisCheckpoints } from '#server/store/tables/work.ts';

/**
 * The whole server as a process of its own, but for two things: a token is the id of its user, and the process can be
 * told (DIE_AT) to kill itself with SIGKILL right after a commit at which an analysis stands at a stage with a number
 * of saved pieces, or right before it.
 */
interface Death {
  stage: string;
  pieces: number;
  beforeCommit?: boolean;
}
const dieAt = JSON.parse(process.env.DIE_AT ?? 'null') as Death | null;

const config = readConfig();
const log = createLog(config.logLevel);
const database = await openDatabase({ ...config, log });
const server = await createServer({
  config,
  database: dieAt === null ? database : dying(database, dieAt),
  clock: systemClock,
  log,
  engines: {
    speech: createSpeechEngine({ ...config.speech, dataFolder: config.dataFolder }),
    notes: selectNotesEngine(config.notes),
  },
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
  mail: { port: createMailOutbox({ clock: () => systemClock.now() }) },
  web: null,
  version: 'test',
  connectTo: [],
  checkResponses: true,
});
await server.start();
const listening = await listen(server, config);
closeOnSignal(log, async () => {
  await listening.close();
  await server.close();
  await database.close();
});
process.stdout.write(`Hearthscribe is ready at ${listening.url}\n`);

function dying(database: Database, at: Death): Database {
  async function dieIfThere(orm: Orm): Promise<void> {
    const [analysis] = await orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(eq(analyses.status, at.stage as 'queued'));
    if (analysis === undefined) return;
    const pieces = await orm.$count(
      analysisCheckpoints,
      and(eq(analysisCheckpoints.analysisId, analysis.id), eq(analysisCheckpoints.stage, at.stage)),
    );
    if (pieces >= at.pieces) process.kill(process.pid, 'SIGKILL');
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
