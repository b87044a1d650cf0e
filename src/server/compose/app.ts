import { createAccountsRoom, createLogins } from '#server/accounts/room.ts';
import { createAnalysesRoom, createWorkOfSessions } from '#server/analyses/room.ts';
import { createBackups } from '#server/backups/room.ts';
import { createBilling } from '#server/billing/room.ts';
import { createCampaignsRoom } from '#server/campaigns/room.ts';
import { createCreditsRoom } from '#server/credits/room.ts';
import { createErasureRoom } from '#server/erasure/room.ts';
import { createExports } from '#server/exports/room.ts';
import { createFront } from '#server/http/front.ts';
import type { Room } from '#server/http/room.ts';
import { createSlowAnswers } from '#server/http/slow-answers.ts';
import { createLegal } from '#server/legal/room.ts';
import { createNames } from '#server/names/room.ts';
import { createPosting } from '#server/posting/room.ts';
import { createQuestionsRoom } from '#server/questions/room.ts';
import { createRecordings } from '#server/recordings/room.ts';
import { createSample } from '#server/sample/room.ts';
import { trialText } from '#server/sample/sample-campaigns.ts';
import { createSearch, forgetIndexed } from '#server/search/room.ts';
import { countWaitingChanges, createSharing, proposeChanges } from '#server/sharing/room.ts';
import { createStatus } from '#server/status/room.ts';
import { createWorld, memoryOf, readOpenThreads } from '#server/world/room.ts';
import type { ServerDependencies } from './dependencies.ts';
import { createHousekeeping } from './housekeeping.ts';
import { openShared, writersOf } from './shared.ts';
import { archived, roomTexts } from './texts.ts';

export type Server = Awaited<ReturnType<typeof createServer>>;

export async function createServer(deps: ServerDependencies) {
  const { config } = deps;
  const { quotas, publicUrl } = config;
  const shared = await openShared(deps);
  const { queue, threads, mail } = shared;
  const logins = await createLogins(shared);
  const front = createFront({ ...deps, ...shared, verifier: deps.identity.verifier, logins });
  const { authenticator } = front;

  const { credits, ...creditsRoom } = createCreditsRoom(shared);
  const settings = { ...config, ...config.limits };
  const remembersVoices = config.voices.remembered && deps.engines.voices != null;
  const recordings = createRecordings({ ...shared, settings, authenticator, remembersVoices });
  const { files, tidy } = recordings;
  const sessionWork = createWorkOfSessions({
    ...shared,
    files,
    credits,
    forgetIndexed: (sessionId) => forgetIndexed(deps.database, sessionId),
  });
  const campaigns = createCampaignsRoom({
    ...shared,
    sessionWork,
    most: quotas.campaigns,
    remembersVoices,
    tellsVoicesApart: deps.engines.voices != null,
  });
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
  const { isPrivate, writers, shown } = writersOf(deps);
  const analyses = createAnalysesRoom({
    ...shared,
    isPrivate,
    shown,
    ...(deps.canHear === undefined ? {} : { canHear: deps.canHear }),
    settings,
    engines: deps.engines,
    remembersVoices,
    files,
    credits,
    notes,
    corrections,
    logins,
    tidy,
    letters: { mail, publicUrl },
    notesFilled: posting.notesFilled,
    propose: proposeChanges(shared),
    countWaiting: countWaitingChanges,
    notesShown: async (userId, sessionId, audience) =>
      (await sharing.shownNotes(userId, sessionId, { audience })).parts,
    memory: (sessionId) => memoryOf(deps.database.orm, sessionId),
    modelPrices: deps.modelPrices,
    trial: { text: trialText, isHere: () => writers.here?.shown().state.state === 'ready' },
  });
  const billing = createBilling({
    ...shared,
    engine: deps.payments ?? null,
    credits,
    publicUrl,
    missingRecordings: recordings.findMissing,
  });
  const slowAnswers = createSlowAnswers();
  const search = createSearch({
    ...shared,
    texts: roomTexts,
    answerer: analyses.answerer,
    openThreads: (campaign) => readOpenThreads(deps.database.orm, campaign),
    slowAnswers,
  });
  const sharing = createSharing({
    ...shared,
    threads: deps.pageThreads,
    notes,
    web: deps.web,
    publicOrigin: publicUrl,
    clientAddress: front.clientAddress,
    search: search.shared,
    slowAnswers,
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
      writers: { ...writers, measured: analyses.measured },
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
      endLinks: sharing.endLinks,
      identity: deps.identity,
      agreements: deps.agreements,
      welcome: { freeAnalyses: config.freeAnalyses, credits: config.welcomeCredits },
      countries: config.countries,
    }),
    analyses,
    recordings,
    createErasureRoom({ ...shared, files, texts: roomTexts }),
    exports,
    campaigns,
    names,
    createQuestionsRoom({ ...shared, cast, corrections, notes }),
    createSample({ ...shared, files, notes }),
    sharing,
    search,
    createWorld({ ...shared, shownTo: sharing.shownTo }),
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
    async start(): Promise<void> {
      await queue.start({ takesWork: config.role !== 'web' });
      for (const room of rooms) await room.start?.();
      if (config.role !== 'worker') await billing.start(async (request) => app.fetch(request));
    },
    closeStreams: async (): Promise<void> => {
      slowAnswers.end();
      await analyses.stop();
    },
    async close(): Promise<void> {
      await analyses.stop();
      await billing.stop();
      await queue.stop();
      await threads.close();
      for (const room of rooms) await room.stop?.();
      await deps.engines.speech.close();
      await deps.engines.voices?.close();
    },
  };
}
