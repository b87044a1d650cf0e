import process from 'node:process';
import { ReconciliationReport, reconcileBooks } from '#contract/reconciliation.ts';
import { createBillingService } from '#server/billing/room.ts';
import { openMail } from '#server/compose/open-mail.ts';
import { openPayments } from '#server/compose/open-payments.ts';
import { createCredits } from '#server/credits/credits.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { createLog } from '#server/platform/log.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { openSecretBox } from '#server/platform/secret-box.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createAudioFiles } from '#server/recordings/audio-files.ts';
import { findMissingRecordings } from '#server/recordings/missing-recordings.ts';
import { openStore } from '#server/recordings/open-store.ts';
import {
  type ReconciliationRequest,
  readReconciliationArguments,
  reconcileUsage,
  reportReconciliation,
} from './reconcile-report.ts';
import { runCommand } from './run-command.ts';
import { askServer, originOf } from './running-server.ts';

async function reconcile(config: Config, request: ReconciliationRequest): Promise<ReconciliationReport> {
  const key = config.databaseUrl === null ? await readOperatorKey(config.dataFolder) : null;
  const origin = originOf(config);
  const { since, mend } = request;
  const answer = key === null ? null : await askServer(origin, key, reconcileBooks, { since, mend });
  if (answer !== null) return ReconciliationReport.parse(answer);
  const log = createLog('warn');
  const clock = systemClock;
  const database = await openDatabase({ ...config, log }).catch((error: unknown) => {
    if (key === null || !(error instanceof StartError)) throw error;
    throw new StartError(
      `Nothing answers at ${origin}: set PORT to the running server’s port. ${error.message}`,
    );
  });
  try {
    const engine = openPayments(config, { database, clock, log: createLog('error') });
    if (engine === undefined)
      throw new StartError('Payments are off: set STRIPE_SECRET_KEY and the settings that go with it.');
    const queue = createJobQueue(database, { log });
    const files = createAudioFiles(await openStore(config, log));
    const service = createBillingService({
      port: engine.port,
      database,
      queue,
      credits: createCredits({ clock }),
      mail: openMail(config, { database, secrets: await openSecretBox(config), clock }).port,
      publicUrl: config.publicUrl,
      missingRecordings: () => findMissingRecordings(database.orm, files),
      clock,
      log,
    });
    await queue.start({ takesWork: false });
    const report = await service.reconcile({ since: since === undefined ? since : new Date(since), mend });
    await queue.stop();
    return report;
  } finally {
    await database.close();
  }
}

/** Exits with 1 if there are differences. */
await runCommand(reconcileUsage, async (argv) => {
  const request = readReconciliationArguments(argv);
  const report = await reconcile(readConfig({ ...process.env, NODE_ENV: '' }), request);
  if (report.differences.length > 0) process.exitCode = 1;
  return [request.asJson ? JSON.stringify(report, null, 2) : reportReconciliation(report)];
});
