import { createLogins } from '#server/accounts/logins.ts';
import { createAccountsRoom } from '#server/accounts/room.ts';
import { createAnalysesRoom } from '#server/analyses/room.ts';
import { createWorkOfSessions } from '#server/analyses/work-of-sessions.ts';
import { createBackups } from '#server/backups/room.ts';
import { type Billing, createBilling } from '#server/billing/room.ts';
import { createCampaignsRoom } from '#server/campaigns/room.ts';
import type { Credits } from '#server/credits/credits.ts';
import { createCreditsRoom } from '#server/credits/room.ts';
import { createThreads } from '#server/engines/threads/threads.ts';
import { createExports } from '#server/exports/room.ts';
import { createFront } from '#server/http/front.ts';
import type { App } from '#server/http/mount.ts';
import type { Room } from '#server/http/room.ts';
import { createLegal } from '#server/legal/room.ts';
import { createNames } from '#server/names/room.ts';
import type { Config } from '#server/platform/config.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { createJobQueue, type JobQueue } from '#server/platform/job-queue.ts';
import { limitText } from '#server/platform/quotas.ts';
import { noTelemetry } from '#server/platform/telemetry.ts';
import { createPosting } from '#server/posting/room.ts';
import { createQuestionsRoom } from '#server/questions/room.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { createRecordings } from '#server/recordings/room.ts';
import { createSample } from '#server/sample/room.ts';
import { createSearch } from '#server/search/room.ts';
import { createSharing } from '#server/sharing/room.ts';
import { shownModels } from '#server/status/notes-engine-routes.ts';
import { createStatus } from '#server/status/room.ts';
import { createVoicesRoom } from '#server/voices/room.ts';
import type { ServerDependencies } from './dependencies.ts';
import { createHousekeeping } from './housekeeping.ts';
import { archived, roomTexts } from './texts.ts';

export interface Server {
  app: App;
  fetch: App['fetch'];
  credits: Credits;
  queue: Pick<JobQueue, 'depths'>;
  billing: Pick<Billing, 'keepHouse'>;
  start(): Promise<void>;
  closeStreams(): Promise<void>;
  close(): Promise<void>;
}

export async function createServer(deps: ServerDependencies): Promise<Server> {
  const { config, database, clock, log, secrets, telemetry = noTelemetry, operatorKey = null } = deps;
  const { quotas, publicUrl } = config;
  await limitText(database.orm, quotas);
  const queue = createJobQueue(database, { log, telemetry });
  const store = deps.store ?? openDiskFiles(config.dataFolder, audioFolders);
  const threads = deps.threads ?? createThreads(threadsFor(config));
  const mail = deps.mail.port;
  const shared = { database, queue, store, threads, secrets, clock, log, telemetry, operatorKey, mail };
  const logins = await createLogins(shared);
  const front = createFront({ ...deps, ...shared, verifier: deps.identity.verifier, logins });
  const { authenticator } = front;

  const { credits, ...creditsRoom } = createCreditsRoom(shared);
  const settings = { ...config, ...config.limits };
  const recordings = createRecordings({ ...shared, settings, authenticator });
  const { files, tidy } = recordings;
  const sessionWork = createWorkOfSessions({ ...shared, files, credits });
  const campaigns = createCampaignsRoom({ ...shared, sessionWork, most: quotas.campaigns });
  const { notes, cast } = campaigns;
  const names = createNames({ ...shared, texts: roomTexts });
  const { corrections } = names;
  const exports = createExports({
    publicUrl,
    ...shared,
    threads: deps.notesThreads,
    archived,
    files,
    sessionWork,
    most: quotas.imports,
  });
  const posting = createPosting({
    ...shared,
    exports: exports.exports,
    settings: config.webhooks,
    ...deps.posting,
  });
  const isPrivate = config.role === 'all' && isForThisMachine(config);
  const writers = { settings: { url: null, model: null }, here: null, ...deps.writers, isPrivate };
  const analyses = createAnalysesRoom({
    ...shared,
    isPrivate,
    shown: shownModels(writers, config.speech),
    ...(deps.canHear === undefined ? {} : { canHear: deps.canHear }),
    settings,
    engines: deps.engines,
    files,
    credits,
    notes,
    corrections,
    logins,
    tidy,
    letters: { mail, publicUrl },
    notesFilled: posting.notesFilled,
    modelPrices: deps.modelPrices,
  });
  const billing = createBilling({
    ...shared,
    engine: deps.payments ?? null,
    credits,
    publicUrl,
    missingRecordings: recordings.findMissing,
  });
  const rooms: readonly Room[] = [
    await createStatus({
      ...shared,
      config,
      version: deps.version,
      identity: deps.identity.config,
      hearing: deps.hearing ?? (() => null),
      pricePercent: analyses.pricePercent,
      check: deps.check,
      modelUse: analyses.modelUse,
      writers: { ...writers, secondsPerThousandWords: analyses.measuredSeconds },
    }),
    createLegal(deps.legal ?? { text: () => null }),
    createBackups({ ...shared, dataFolder: config.dataFolder }),
    createAccountsRoom({
      ...shared,
      credits,
      logins,
      authenticator,
      sessionWork,
      billing,
      identity: deps.identity,
      agreements: deps.agreements,
      welcome: { freeAnalyses: config.freeAnalyses, credits: config.welcomeCredits },
      countries: config.countries,
    }),
    analyses,
    recordings,
    createVoicesRoom({ ...shared, files, texts: roomTexts }),
    exports,
    campaigns,
    names,
    createQuestionsRoom({ ...shared, cast, corrections, notes }),
    createSample({ ...shared, files, notes }),
    createSharing({
      ...shared,
      threads: deps.pageThreads,
      notes,
      web: deps.web,
      publicOrigin: publicUrl,
      clientAddress: front.clientAddress,
    }),
    createSearch({ ...shared, texts: roomTexts }),
    creditsRoom,
    posting,
  ];
  createHousekeeping({ ...shared, rooms });

  const { app, mount } = front;
  for (const room of rooms) room.routes?.(mount, app);
  billing.routes(mount, app);
  deps.identity.mount?.(app, logins);
  deps.mail.mount?.(app);
  front.answerRest(deps.web);

  return {
    app,
    fetch: config.role === 'worker' ? front.fetchHealth : app.fetch,
    credits,
    queue,
    billing,
    async start() {
      await queue.start({ takesWork: config.role !== 'web' });
      for (const room of rooms) await room.start?.();
      if (config.role !== 'worker') await billing.start(async (request) => app.fetch(request));
    },
    closeStreams: () => analyses.stop(),
    async close() {
      await analyses.stop();
      await billing.stop();
      await queue.stop();
      await threads.close();
      for (const room of rooms) await room.stop?.();
      await deps.engines.speech.close();
    },
  };
}

/** One more than `workers`, for a user whose analyses don't run. */
export const threadsFor = ({ workers }: Pick<Config, 'workers'>) => ({ analysesAtOnce: workers + 1 });
