import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Agreement } from '#contract/agreements.ts';
import type { AppConfig } from '#contract/app-config.ts';
import type { Call } from '#contract/call.ts';
import { isProbe } from '#contract/server.ts';
import type { Hearing } from '#contract/status.ts';
import { createAccountDeletion } from '#server/accounts/account-deletion.ts';
import { accountRoutes } from '#server/accounts/account-routes.ts';
import { type AccountDependencies, createAccounts } from '#server/accounts/accounts.ts';
import { agreementRoutes } from '#server/accounts/agreement-routes.ts';
import { createAgreements } from '#server/accounts/agreements.ts';
import { alphaTesterRoute } from '#server/accounts/alpha-tester-routes.ts';
import { createFeedbackBox } from '#server/accounts/feedback.ts';
import { feedbackRoutes } from '#server/accounts/feedback-routes.ts';
import { createLogins, type Logins } from '#server/accounts/logins.ts';
import { createPreferences } from '#server/accounts/preferences.ts';
import { preferencesRoutes } from '#server/accounts/preferences-routes.ts';
import { recentModelUse } from '#server/analyses/model-use.ts';
import { pricePercentOf } from '#server/analyses/quotes.ts';
import { backupRoute } from '#server/backups/backup-routes.ts';
import { type Billing, createBilling, type PaymentsEngine } from '#server/billing/billing.ts';
import { campaignRoutes } from '#server/campaigns/campaign-routes.ts';
import { createCampaigns } from '#server/campaigns/campaigns.ts';
import { createCast } from '#server/campaigns/cast.ts';
import { castRoutes } from '#server/campaigns/cast-routes.ts';
import { sessionRoutes } from '#server/campaigns/session-routes.ts';
import { createSessions } from '#server/campaigns/sessions.ts';
import { createCreditHistory } from '#server/credits/credit-history.ts';
import { creditHistoryRoute } from '#server/credits/credit-history-routes.ts';
import { type Credits, createCredits } from '#server/credits/credits.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import { createThreads, type Threads } from '#server/engines/threads/threads.ts';
import { createNotesImports } from '#server/exports/imports/notes-imports.ts';
import { createNotesExports } from '#server/exports/notes-exports.ts';
import { notesExportRoutes } from '#server/exports/notes-routes.ts';
import { createNotesThreads, type NotesThreads } from '#server/exports/threads/notes-threads.ts';
import { createUserExport } from '#server/exports/user-export.ts';
import { userExportRoute } from '#server/exports/user-export-routes.ts';
import { createAddressLimit } from '#server/http/address-limit.ts';
import { answeredHosts } from '#server/http/answered-hosts.ts';
import { createAuthenticator } from '#server/http/authenticator.ts';
import { createClientAddress } from '#server/http/client-address.ts';
import { createDoor } from '#server/http/door.ts';
import { answerFailure } from '#server/http/failures.ts';
import { createGate } from '#server/http/gate.ts';
import { type App, createMount } from '#server/http/mount.ts';
import { answerPages } from '#server/http/pages.ts';
import { requestLog } from '#server/http/request-log.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { TokenVerifier } from '#server/http/token-verifier.ts';
import { trackerSources } from '#server/http/tracker-policy.ts';
import type { WebFiles } from '#server/http/web-files.ts';
import { legalRoute } from '#server/legal/legal-routes.ts';
import type { LegalTexts } from '#server/legal/legal-texts.ts';
import { createGlossary } from '#server/names/glossary.ts';
import { namesRoutes } from '#server/names/names-routes.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config, ModelPrices } from '#server/platform/config.ts';
import { whereaboutsOf } from '#server/platform/countries.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { createJobQueue, type JobQueue } from '#server/platform/job-queue.ts';
import type { Logger } from '#server/platform/log.ts';
import { sendAddressChanged } from '#server/platform/mail/address-changed.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import { limitOfCalls, limitText } from '#server/platform/quotas.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { releaseVersion } from '#server/platform/release-version.ts';
import type { SecretBox } from '#server/platform/secret-box.ts';
import { noTelemetry, type Telemetry } from '#server/platform/telemetry.ts';
import { createPosting, type PostingDependencies } from '#server/posting/posting.ts';
import { createQuestions } from '#server/questions/questions.ts';
import { questionsRoutes } from '#server/questions/questions-routes.ts';
import { audioFolders } from '#server/recordings/audio-files.ts';
import { findMissingRecordings } from '#server/recordings/missing-recordings.ts';
import { createSampleCampaigns } from '#server/sample/sample-campaigns.ts';
import { sampleRoutes } from '#server/sample/sample-routes.ts';
import { createPageAnswers } from '#server/sharing/page-answers.ts';
import { publicPageRoutes } from '#server/sharing/page-routes.ts';
import { createPreviews } from '#server/sharing/preview/previews.ts';
import { createProposalBox } from '#server/sharing/proposal-box.ts';
import { proposalRoutes } from '#server/sharing/proposal-routes.ts';
import { createProposals } from '#server/sharing/proposals.ts';
import { createPublicPages } from '#server/sharing/public-pages.ts';
import { createShareLinks } from '#server/sharing/share-links.ts';
import { createSharedNotes } from '#server/sharing/shared-content.ts';
import { sharingRoutes } from '#server/sharing/sharing-routes.ts';
import { createAbouts } from '#server/sharing/table-abouts.ts';
import { tableRoutes } from '#server/sharing/table-routes.ts';
import { createPageThreads, type PageThreads } from '#server/sharing/threads/page-threads.ts';
import { createAnnouncements } from '#server/status/announcements.ts';
import type { Finding } from '#server/status/checks.ts';
import { devStatusRoute, type UseShown } from '#server/status/dev-status-routes.ts';
import { serverRoutes } from '#server/status/server-routes.ts';
import { trackerRoute } from '#server/status/tracker-routes.ts';
import { createWork } from './work.ts';

export interface ServerDependencies {
  config: Pick<
    Config,
    | 'dataFolder'
    | 'limits'
    | 'workers'
    | 'quotas'
    | 'longestWaitSeconds'
    | 'callsAtOnce'
    | 'addressCallsPerMinute'
    | 'role'
    | 'freeAnalyses'
    | 'welcomeCredits'
    | 'trackers'
    | 'links'
    | 'operator'
    | 'countries'
    | 'publicUrl'
    | 'host'
    | 'trustedProxies'
    | 'webhooks'
  >;
  database: Database;
  clock: Clock;
  log: Logger;
  /** Default: the data folder. */
  store?: FileStore;
  telemetry?: Telemetry;
  secrets: SecretBox;
  posting?: Pick<PostingDependencies, 'resolve' | 'sendRequest'>;
  engines: { speech: SpeechEngine; notes: NotesEngine };
  threads?: Threads;
  notesThreads?: NotesThreads;
  pageThreads?: PageThreads;
  identity: {
    verifier: TokenVerifier;
    config: AppConfig['identity'];
    mount?: (app: App, logins: Pick<Logins, 'endWithin' | 'forgetHere'>) => void;
    forget?: (tx: Orm, subjects: readonly string[]) => Promise<void>;
    facts?: Pick<AccountDependencies, 'isSignInLive' | 'hasAddress'>;
  };
  hearing?: () => Hearing | null;
  canHear?: () => Promise<boolean>;
  check?: () => Promise<Finding[]>;
  modelPrices?: ModelPrices | undefined;
  payments?: PaymentsEngine;
  mail: {
    port: MailPort;
    mount?: (app: App) => void;
  };
  web: WebFiles | null;
  legal?: Pick<LegalTexts, 'text'>;
  agreements?: readonly Agreement[];
  version: string;
  /** Null: no content security policy (development). */
  connectTo: readonly string[] | null;
  operatorKey?: string;
  checkResponses: boolean;
}

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
  const { config, database, clock, log, telemetry = noTelemetry } = deps;
  const { quotas } = config;
  await limitText(database.orm, quotas);
  const logins = await createLogins({ database, clock });
  const authenticator = createAuthenticator({ verifier: deps.identity.verifier, logins });
  const credits = createCredits({ clock });
  const agreements = createAgreements({
    database,
    clock,
    ...(deps.agreements === undefined ? {} : { current: deps.agreements }),
  });
  const queue = createJobQueue(database, { log, telemetry });
  const threads = deps.threads ?? createThreads(threadsFor(config));
  const notesThreads = deps.notesThreads ?? createNotesThreads();
  const pageThreads = deps.pageThreads ?? createPageThreads();
  const exports = createNotesExports({ database, threads: notesThreads, clock });
  const posting = createPosting({
    database,
    queue,
    exports,
    secrets: deps.secrets,
    settings: config.webhooks,
    clock,
    log,
    ...deps.posting,
  });
  const work = createWork({
    notesFilled: posting.notesFilled,
    ...(deps.canHear === undefined ? {} : { canHear: deps.canHear }),
    letters: { mail: deps.mail.port, publicUrl: config.publicUrl },
    settings: {
      ...config.limits,
      workers: config.workers,
      quotas,
      longestWaitSeconds: config.longestWaitSeconds,
      callsAtOnce: config.callsAtOnce,
    },
    engines: deps.engines,
    threads,
    database,
    queue,
    store: deps.store ?? openDiskFiles(config.dataFolder, audioFolders),
    credits,
    secrets: deps.secrets,
    authenticator,
    logins,
    clock,
    log,
    telemetry,
  });
  const { sessionWork } = work;
  const billing = createBilling({
    engine: deps.payments ?? null,
    database,
    queue,
    credits,
    mail: deps.mail.port,
    publicUrl: config.publicUrl,
    operatorKey: deps.operatorKey ?? null,
    missingRecordings: () => findMissingRecordings(database.orm, work.files),
    clock,
    log,
  });
  const accounts = createAccounts({
    database,
    clock,
    credits,
    logins,
    agreements,
    welcome: { freeAnalyses: config.freeAnalyses, credits: config.welcomeCredits },
    followAddress: billing.followAddress,
    ...(deps.identity.mount === undefined
      ? { tellFormerAddress: (from, to) => sendAddressChanged({ mail: deps.mail.port, log }, { from, to }) }
      : {}),
    ...deps.identity.facts,
  });

  const app: App = new Hono();
  const mounted: Call[] = [];
  app.use(requestLog(log, telemetry));
  app.use(securityHeaders(deps.connectTo, trackerSources(config.trackers), config.publicUrl));
  app.use(answeredHosts(config));
  const clientAddress = createClientAddress(config.trustedProxies);
  app.use(
    createDoor({
      // Not the places of calls, so that visitors never wait for users, nor users for visitors.
      gate: createGate(config.callsAtOnce),
      limit: createAddressLimit({ perMinute: config.addressCallsPerMinute, clock }),
      clientAddress,
    }),
  );
  app.onError(answerFailure);

  const mount = createMount({
    app,
    authenticator,
    checkResponses: deps.checkResponses,
    mounted,
    calls: createRateLimit({ database, clock }, 'calls', limitOfCalls(quotas)),
    gate: createGate(config.callsAtOnce),
  });
  serverRoutes(mount, {
    version: deps.version,
    release: releaseVersion,
    securityEmail: config.operator?.email ?? null,
    appConfig: { apiBase: '', identity: deps.identity.config },
    isReady: () => isReady(database),
    announcements: await createAnnouncements({ database, log }),
    operatorKey: deps.operatorKey ?? null,
    links: config.links,
    hearing: deps.hearing ?? (() => null),
    pricePercent: pricePercentOf(deps.engines.notes, config.limits.highlightsPercent),
    whereabouts: (headers) => whereaboutsOf(config.countries, headers),
    clock,
  });
  trackerRoute(mount, config.trackers);
  legalRoute(mount, deps.legal ?? { text: () => null });
  feedbackRoutes(mount, {
    box: createFeedbackBox({ database, clock }),
    database,
    clock,
    operatorKey: deps.operatorKey ?? null,
  });
  backupRoute(mount, { database, dataFolder: config.dataFolder, operatorKey: deps.operatorKey ?? null });
  alphaTesterRoute(mount, { database, operatorKey: deps.operatorKey ?? null });
  const deletion = createAccountDeletion({
    database,
    clock,
    logins,
    sessionWork,
    forgetCustomer: billing.forget,
    mail: deps.mail.port,
    ...(deps.identity.forget === undefined ? {} : { forgetIdentities: deps.identity.forget }),
    log,
  });
  accountRoutes(mount, {
    accounts,
    deletion,
    logins,
    authenticator,
    countries: config.countries,
    database,
    clock,
  });
  creditHistoryRoute(mount, { history: createCreditHistory({ database, clock }) });
  agreementRoutes(mount, { database, agreements });
  const preferences = createPreferences({ database, clock });
  preferencesRoutes(mount, { database, preferences });
  userExportRoute(mount, {
    userExport: createUserExport({ database, files: work.files, preferences, clock }),
    database,
    clock,
  });
  notesExportRoutes(mount, {
    exports,
    imports: createNotesImports({
      database,
      threads: notesThreads,
      sessionWork,
      clock,
      log,
      most: quotas.imports,
    }),
  });
  namesRoutes(mount, { glossary: createGlossary({ database, clock }), corrections: work.corrections });
  castRoutes(mount, { cast: createCast({ database, clock }) });
  questionsRoutes(mount, {
    questions: createQuestions({ database, corrections: work.corrections, notes: work.notes, clock }),
  });
  sampleRoutes(mount, createSampleCampaigns({ database, files: work.files, notes: work.notes, clock }));
  campaignRoutes(mount, createCampaigns({ database, clock, sessionWork, most: quotas.campaigns }));
  sessionRoutes(mount, createSessions({ database, clock, sessionWork }));
  sharingRoutes(mount, {
    links: createShareLinks({ database, clock }),
    notes: createSharedNotes({ database, threads: pageThreads }),
  });
  proposalRoutes(mount, createProposals({ database, notes: work.notes, clock }));
  const previews = createPreviews();
  const answers = createPageAnswers({
    pages: createPublicPages({ database, threads: pageThreads }),
    threads: pageThreads,
    previews,
    web: deps.web,
    publicOrigin: config.publicUrl,
  });
  publicPageRoutes(app, answers);
  tableRoutes(app, {
    answers,
    abouts: createAbouts({ database, threads: pageThreads }),
    box: createProposalBox({ database, clock }),
    clientAddress,
    database,
    clock,
  });
  posting.routes(mount);
  work.routes(mount, app);
  billing.routes(mount, app);
  deps.identity.mount?.(app, logins);
  deps.mail.mount?.(app);
  if (deps.check !== undefined) devStatusRoute(app, deps.check, () => modelUseShown(deps));
  app.notFound(answerPages({ web: deps.web, mounted }));

  return {
    app,
    fetch: config.role === 'worker' ? onlyHealth(app) : app.fetch,
    credits,
    queue,
    billing,
    async start() {
      await queue.start({ takesWork: config.role !== 'web' });
      await work.start();
      await posting.start();
      if (config.role !== 'worker') await billing.start(async (request) => app.fetch(request));
    },
    closeStreams: () => work.stop(),
    async close() {
      await work.stop();
      await billing.stop();
      await queue.stop();
      await threads.close();
      await notesThreads.close();
      await pageThreads.close();
      await previews.close();
      await deps.engines.speech.close();
    },
  };
}

/** One more than `workers`, for a user whose analyses don't run. */
export const threadsFor = ({ workers }: Pick<Config, 'workers'>) => ({ analysesAtOnce: workers + 1 });

const onlyHealth =
  (app: App): App['fetch'] =>
  (request, ...rest) =>
    isProbe(new URL(request.url).pathname)
      ? app.fetch(request, ...rest)
      : new Response('This process only runs jobs.\n', { status: 404 });

async function isReady(database: Database): Promise<boolean> {
  try {
    await database.orm.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

async function modelUseShown({
  database,
  clock,
  modelPrices = { input: 0, output: 0 },
}: Pick<ServerDependencies, 'database' | 'clock' | 'modelPrices'>): Promise<UseShown[]> {
  const { analyses, days, total } = await recentModelUse(database, clock, modelPrices);
  const shown = (what: string, use: typeof total): UseShown => ({
    what,
    model: use.model,
    calls: use.calls,
    inputTokens: use.inputTokens,
    outputTokens: use.outputTokens,
    minutes: (use.milliseconds / 60_000).toFixed(1),
    cost: use.cost.toFixed(2),
  });
  return [
    shown(`Last ${days} days`, total),
    ...analyses.map((use) => shown(`${use.lastUsedAt.toISOString().slice(0, 16)} ${use.analysisId}`, use)),
  ];
}
