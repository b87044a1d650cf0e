import { MutationCache, QueryClient } from '@tanstack/react-query';
import { type ActorRefFrom, createActor } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { DetailLevel } from '#contract/common.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import type { Session } from '#contract/sessions.ts';
import type { accountDeletionMachine } from '#machines/account-deletion/account-deletion.machine.ts';
import type { agreementsMachine } from '#machines/agreements/agreements.machine.ts';
import type { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import type { authMachine } from '#machines/auth/auth.machine.ts';
import { selectAuthFailure, selectIsAuthBusy, selectUser } from '#machines/auth/auth.selectors.ts';
import type { copylessNoticeMachine } from '#machines/copyless-notice/copyless-notice.machine.ts';
import type { credentialsChangeMachine } from '#machines/credentials-change/credentials-change.machine.ts';
import type { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import type { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import type { feedbackMachine } from '#machines/feedback/feedback.machine.ts';
import { isPassing } from '#machines/kit/failure.ts';
import { loadingOverlayMachine } from '#machines/loading-overlay/loading-overlay.machine.ts';
import { modalsMachine } from '#machines/modals/modals.machine.ts';
import type { preferencesMachine } from '#machines/preferences/preferences.machine.ts';
import { selectPreferences } from '#machines/preferences/preferences.selectors.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { createQueries, queryKeys } from '#web/api/queries.ts';
import { type AlphaConsole, openAlphaFlag } from '#web/effects/alpha-flag.ts';
import { createChosenFiles } from '#web/effects/chosen-files.ts';
import { createCredentialEntries } from '#web/effects/credential-entries.ts';
import { inspectFile, type MeasureAudio, measureAudio } from '#web/effects/inspect-file.ts';
import { provideAnalysis } from '#web/effects/provide-analysis.ts';
import { provideAuth } from '#web/effects/provide-auth.ts';
import { provideFeedback } from '#web/effects/provide-feedback.ts';
import { provideSignIn, type SignInEntries } from '#web/effects/provide-sign-in.ts';
import { provideUpload } from '#web/effects/provide-upload.ts';
import { sourceInfoOf } from '#web/effects/source-info-of.ts';
import { trackingHeaders } from '#web/effects/tracking-headers.ts';
import { createTransfer, type Transfer } from '#web/effects/transfer.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import { arrivalOf, provideAccountFlows } from './account-flows.ts';
import { createSite, type Site, type SiteDependencies, type SiteOptions } from './create-site.ts';
import { createTracking } from './create-tracking.ts';
import { takeLinkedCode } from './linked-code.ts';
import type { LoadModalView, ModalName, ModalViews } from './modal-hooks.ts';
import { modalViews } from './modal-views.ts';
import { campaignPath, campaignPlaceOf } from './paths.ts';
import { createRootMachine } from './root-machine.ts';

export type { Navigate } from './create-site.ts';

/** What the app stands on; tests hand in others. */
export interface AppDependencies
  extends Pick<SiteDependencies, 'fetch' | 'page' | 'storage' | 'cookies' | 'navigate' | 'build'> {
  identity: IdentityPort;
  /** Empty for the page's own origin. */
  baseUrl: string;
  /** How the browser reads audio and sends bytes; both have a default. */
  measure?: MeasureAudio;
  transfer?: Transfer;
  /** The views of the modals; the app's own unless told otherwise. */
  modalViews?: ModalViews;
  /** What the page stands on already; without it the app makes a site of its own, which it starts and stops. */
  site?: Site;
}

/** A site that is made for an app, which is there from the start. */
function ownSite(dependencies: AppDependencies, options: SiteOptions): Site {
  return createSite(
    {
      ...dependencies,
      createTracking,
      importAccountPart: async () => {
        throw new Error('The account part is there already.');
      },
    },
    options,
  );
}

/** Mutations say here whether their own view tells of failures, beside the form, and whether they cover the page. */
export interface MutationMeta extends Record<string, unknown> {
  toldByView?: boolean;
  background?: boolean;
}

/** The composition root, outside React: one root actor, the client, the caches. Call `start` once. */
export function createApp(dependencies: AppDependencies, options: SiteOptions = {}) {
  const { identity, storage, page } = dependencies;
  const site = dependencies.site ?? ownSite(dependencies, options);
  const { clock: timers, notices } = site;

  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        staleTime: 10_000,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if ((mutation.meta as MutationMeta | undefined)?.toldByView) return;
        const failure = error instanceof ApiFailure ? error : new ApiFailure('unexpected', { cause: error });
        notices.show(failure.message);
      },
    }),
  });

  const onUnauthorized = () => auth().send({ type: 'unauthorized' });
  const calls = {
    fetch: dependencies.fetch,
    identityToken: () => identity.idToken(),
    trackingHeaders: () => trackingHeaders(dependencies.cookies()),
    onUnauthorized,
    timers,
  };
  const client = createApiClient({ ...calls, baseUrl: dependencies.baseUrl });

  const openAnalysis = ({ sessionId, analysisId }: { sessionId: string; analysisId: string }) => {
    const place = campaignPlaceOf(page.location.search);
    // Whoever looks at something else meanwhile is not dragged away.
    if (page.location.pathname !== '/campaign' || place.sessionId !== sessionId) return;
    dependencies.navigate(campaignPath({ ...place, sessionId, analysisId }));
  };
  const announceChange = ({ sessionId, analysisId }: { sessionId: string; analysisId?: string }) => {
    const changed = [
      queryKeys.session(sessionId),
      queryKeys.allSessions,
      queryKeys.analyses(sessionId),
      queryKeys.notes(sessionId),
      queryKeys.campaigns,
      ...(analysisId === undefined ? [] : [queryKeys.analysis(analysisId)]),
    ];
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
    auth().send({ type: 'refresh.requested' });
  };

  const credentialEntries = createCredentialEntries();
  let signIns = 0;
  const signingIn = async <Value>(work: Promise<Value>): Promise<Value> => {
    signIns += 1;
    try {
      return await work;
    } finally {
      signIns -= 1;
    }
  };

  const files = createChosenFiles();
  const measure = dependencies.measure ?? measureAudio;
  const analysisEffects = { client, openAnalysis, announceChange };
  const actorOptions = {
    clock: timers,
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
  };
  /** What scripts leave on the window, ours and others'. */
  const scripts = page as { alphaFeatures?: AlphaConsole; promotekit_referral?: unknown };
  const alphaFlag = openAlphaFlag({ storage, window: scripts }, actorOptions);
  const root = createActor(
    createRootMachine({
      auth: provideAuth({
        client,
        identity,
        isSigningIn: () => signIns > 0,
        sourceInfo: () =>
          sourceInfoOf(storage, { cookies: dependencies.cookies(), referral: scripts.promotekit_referral }),
        navigate: dependencies.navigate,
        currentPath: () => page.location.pathname,
        forgetUser: () => {
          queryClient.clear();
          root.send({ type: 'user.left' });
        },
      }),
      ...provideAccountFlows({
        client,
        identity,
        page,
        storage,
        userId: () => selectUser(auth().getSnapshot())?.userId ?? null,
        demand: (modal) => modals().send({ type: 'modal.demanded', modal }),
        settle: (modal) => modals().send({ type: 'modal.settled', modal }),
        endSession: () => {
          modals().send({ type: 'user.left' });
          onUnauthorized();
        },
        secrets: credentialEntries,
        refreshUser: () => auth().send({ type: 'refresh.requested' }),
      }),
      feedback: provideFeedback({
        client,
        place: () => campaignPlaceOf(page.location.search),
        leaveModal: () => {
          if (modals().getSnapshot().context.opened === 'feedback') modals().send({ type: 'modal.closed' });
        },
      }),
      loadingOverlay: loadingOverlayMachine,
      modals: modalsMachine,
      analysis: provideAnalysis(analysisEffects),
      upload: provideUpload({
        ...analysisEffects,
        files,
        page,
        inspect: (file) => inspectFile(file, { measure, timers }),
        transfer:
          dependencies.transfer ??
          createTransfer({
            baseUrl: dependencies.baseUrl,
            authorization: client.authorization,
            onUnauthorized,
            timers,
          }),
      }),
    }),
    actorOptions,
  );

  type Children = Readonly<Record<string, unknown>>;
  const child = (id: string): unknown => (root.getSnapshot().children as Children)[id];
  const auth = (): ActorRefFrom<typeof authMachine> => child('auth') as ActorRefFrom<typeof authMachine>;
  const accountDeletion = () => child('accountDeletion') as ActorRefFrom<typeof accountDeletionMachine>;
  const agreements = () => child('agreements') as ActorRefFrom<typeof agreementsMachine>;
  const copylessNotice = () => child('copylessNotice') as ActorRefFrom<typeof copylessNoticeMachine>;
  const credentialsChange = () => child('credentialsChange') as ActorRefFrom<typeof credentialsChangeMachine>;
  const dataExport = () => child('dataExport') as ActorRefFrom<typeof dataExportMachine>;
  const emailVerification = () => child('emailVerification') as ActorRefFrom<typeof emailVerificationMachine>;
  const preferences = () => child('preferences') as ActorRefFrom<typeof preferencesMachine>;
  const feedback = () => child('feedback') as ActorRefFrom<typeof feedbackMachine>;
  const overlay = () => child('loadingOverlay') as ActorRefFrom<typeof loadingOverlayMachine>;
  const modals = () => child('modals') as ActorRefFrom<typeof modalsMachine>;
  /** The campaign's own level goes before the user's; both are where one starts from (R3.4). */
  function usualLevel(sessionId: string): DetailLevel {
    const { campaignId = null } = queryClient.getQueryData<Session>(queryKeys.session(sessionId)) ?? {};
    const campaign = queryClient.getQueryData<Campaign>(queryKeys.campaign(campaignId));
    return (
      campaign?.detailLevel ??
      selectPreferences(preferences().getSnapshot())?.default_detail_level ??
      defaultPreferences.default_detail_level
    );
  }

  function upload(sessionId: string): ActorRefFrom<typeof uploadMachine> {
    const id = `upload:${sessionId}`;
    if (child(id) === undefined) {
      root.send({ type: 'upload.opened', id, input: { sessionId, detailLevel: usualLevel(sessionId) } });
    }
    return child(id) as ActorRefFrom<typeof uploadMachine>;
  }

  type AnalysisRef = ActorRefFrom<typeof analysisMachine>;
  let analysesOpened = 0;
  const holders = new Map<string, number>();

  /** The flow that stands at this analysis; with null the one that is about to start one. */
  function analysis(sessionId: string, analysisId: string | null, hasSource: boolean): AnalysisRef {
    const standing = (Object.entries(root.getSnapshot().children as Children) as [string, AnalysisRef][])
      .filter(([id]) => id.startsWith('analysis:'))
      .map(([, ref]) => ref)
      .find((ref) => {
        const { context } = ref.getSnapshot();
        return context.sessionId === sessionId && context.analysisId === analysisId;
      });
    if (standing !== undefined) return standing;
    analysesOpened += 1;
    const id = `analysis:${analysesOpened}`;
    root.send({
      type: 'analysis.opened',
      id,
      input: { sessionId, analysisId, hasSource, detailLevel: usualLevel(sessionId) },
    });
    return child(id) as AnalysisRef;
  }

  /** Keeps an analysis's flow running while a view shows it; the last one to let go ends it. */
  function hold(ref: AnalysisRef): () => void {
    holders.set(ref.id, (holders.get(ref.id) ?? 0) + 1);
    return () => {
      holders.set(ref.id, (holders.get(ref.id) ?? 1) - 1);
      // The next view of the same analysis takes hold in the same turn.
      queueMicrotask(() => {
        if (holders.get(ref.id) !== 0) return;
        holders.delete(ref.id);
        if (child(ref.id) !== undefined) root.send({ type: 'analysis.closed', id: ref.id });
      });
    };
  }

  /** The flow of one sign-in dialog, whose form holds what was typed. */
  const openSignIn = (entered: () => SignInEntries) =>
    provideSignIn({
      identity,
      entered,
      signingIn,
      announceLogin: () => auth().send({ type: 'login.completed' }),
    });

  const views = dependencies.modalViews ?? modalViews;
  const loadedViews = new Map<ModalName, ReturnType<LoadModalView>>();
  let viewsLoading = 0;

  /** Loads the view of a modal once; a load that failed is tried again when it is next asked for. */
  function loadModalView(name: ModalName): ReturnType<LoadModalView> {
    const known = loadedViews.get(name);
    if (known !== undefined) return known;
    const load = views[name];
    if (load === undefined) return Promise.reject(new Error(`The modal "${name}" has no view.`));
    viewsLoading += 1;
    const loading = load().finally(() => {
      viewsLoading -= 1;
      coverWork();
    });
    loadedViews.set(name, loading);
    loading.catch(() => loadedViews.delete(name));
    coverWork();
    return loading;
  }

  let coverWork = () => {};
  let stopWatching = () => {};

  /** Tells what goes wrong with the login, and covers the page over work that takes long (R4.18). */
  function start(): void {
    if (dependencies.site === undefined) {
      // Whoever draws a page with an app of its own hands on the app as well.
      site.account.attach({ app, Scope: ({ children }) => children });
      site.start();
    }
    root.start();
    alphaFlag.start();
    let told = selectAuthFailure(auth().getSnapshot());
    let isWorking = false;
    coverWork = () => {
      const mutations = queryClient
        .getMutationCache()
        .getAll()
        .some(
          ({ state, meta }) =>
            state.status === 'pending' && (meta as MutationMeta | undefined)?.background !== true,
        );
      const isBusy = mutations || viewsLoading > 0 || selectIsAuthBusy(auth().getSnapshot());
      if (isBusy === isWorking) return;
      isWorking = isBusy;
      overlay().send({ type: isBusy ? 'work.started' : 'work.finished' });
    };
    let arrived: string | null = null;
    const welcome = (user: SignedInSession | null) => {
      if (user?.userId === arrived) return;
      arrived = user?.userId ?? null;
      if (user === null) return;
      const code = takeLinkedCode(page.location, dependencies.navigate);
      if (code !== null) credentialEntries.put({ kind: 'code', code });
      root.send(arrivalOf(storage, user, code !== null));
    };
    const watching = auth().subscribe((snapshot) => {
      const failure = selectAuthFailure(snapshot);
      if (failure !== told && failure !== null) notices.show(failure.message);
      told = failure;
      welcome(selectUser(snapshot));
      site.tracking.identify(selectUser(snapshot)?.userEmail ?? null);
      coverWork();
    });
    const unsubscribe = queryClient.getMutationCache().subscribe(coverWork);
    stopWatching = () => {
      watching.unsubscribe();
      unsubscribe();
    };
    coverWork();
  }

  const app = {
    /** What every page stands on. */
    site,
    start,
    stop: () => {
      stopWatching();
      alphaFlag.stop();
      root.stop();
      if (dependencies.site === undefined) site.stop();
      queryClient.clear();
    },
    auth,
    accountDeletion,
    agreements,
    copylessNotice,
    credentialsChange,
    credentialEntries,
    dataExport,
    emailVerification,
    preferences,
    alphaFlag: () => alphaFlag.actor,
    feedback,
    overlay,
    upload,
    analysis,
    hold,
    modals,
    modalViews: views,
    loadModalView,
    openSignIn,
    identity,
    openClickGate: site.openClickGate,
    clock: timers,
    inspect: options.inspect,
    root,
    client,
    queries: createQueries(client),
    queryClient,
    notices,
    files,
    navigate: dependencies.navigate,
  };
  return app;
}

export type App = ReturnType<typeof createApp>;
