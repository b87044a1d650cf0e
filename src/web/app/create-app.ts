import { MutationCache, QueryClient } from '@tanstack/react-query';
import { createActor } from 'xstate';
import type { SignedInSession } from '#contract/account.ts';
import type { Choice } from '#contract/choices.ts';
import type { Session } from '#contract/sessions.ts';
import { keysOf } from '#contract/unknown-values.ts';
import type { AnalysisEnd } from '#machines/analysis/analysis.setup.ts';
import {
  selectAuthFailure,
  selectIsAuthAwaited,
  selectIsAuthBusy,
  selectUser,
} from '#machines/auth/auth.selectors.ts';
import { isPassing } from '#machines/kit/failure.ts';
import { selectTopModal } from '#machines/modals/modals.selectors.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Queries } from '#web/api/late-queries.ts';
import { putLines } from '#web/api/put-lines.ts';
import { createFirstQueries, queryKeys, textKeys } from '#web/api/queries.ts';
import { createChosenFiles } from '#web/effects/chosen-files.ts';
import { createCredentialEntries } from '#web/effects/credential-entries.ts';
import { createPaymentJourney } from '#web/effects/payment-journey.ts';
import { saveFile } from '#web/effects/save-file.ts';
import { sourceInfoOf } from '#web/effects/source-info-of.ts';
import { trackingHeaders } from '#web/effects/tracking-headers.ts';
import { type AlphaConsole, openAlphaFlag } from '#web/flows/alpha-flag/open-alpha-flag.ts';
import type { LastingFlow, LastingFlowActors } from '#web/hooks/app-port.ts';
import { partNotLoaded } from '#web/hooks/late-view.tsx';
import type { ModalViews } from '#web/hooks/modal-views.ts';
import { campaignPath, campaignPlaceOf, isAppPath, type Tab } from '#web/hooks/paths.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import { type ComposedSite, createSite, type SiteDependencies, type SiteOptions } from './create-site.ts';
import { earlyFlows, lateNames } from './lasting-flows.ts';
import { createLateLoader } from './late-loader.ts';
import type { composeLatePart, LateDependencies, LatePart } from './late-part.ts';
import { takeLinkedCode } from './linked-code.ts';
import { createModalLoader } from './modal-loader.ts';
import { modalViews } from './modal-views.ts';
import type { Children } from './open-analyses.ts';
import { createRootMachine, readyFlows } from './root-machine.ts';
import type { Surroundings } from './surroundings.ts';

export interface AppDependencies
  extends Pick<
      SiteDependencies,
      'fetch' | 'page' | 'storage' | 'cookies' | 'navigate' | 'build' | 'createTracking'
    >,
    LateDependencies {
  identity: IdentityPort;
  /** For an app that does not load them on demand. */
  composeLatePart?: typeof composeLatePart;
  modalViews?: ModalViews;
  site?: ComposedSite;
}

function ownSite(dependencies: AppDependencies, options: SiteOptions): ComposedSite {
  return createSite(
    {
      ...dependencies,
      importAccountPart: async () => {
        throw new Error('The account part is already loaded.');
      },
    },
    options,
  );
}

/** The composition root, outside React. Call `start` once. */
export function createApp(dependencies: AppDependencies, options: SiteOptions = {}) {
  const { identity, storage, page } = dependencies;
  const site = dependencies.site ?? ownSite(dependencies, options);
  const { clock: timers, notices, adapt } = site;

  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        staleTime: 10_000,
      },
      // Offline, a call fails at once. Otherwise it would wait behind the overlay and run hours later.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.toldByView) return;
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
  // biome-ignore lint/plugin: the late part adds its own, and only its views use those.
  const queries = createFirstQueries(client) as unknown as Queries;
  const showAnalysis = (shown: { sessionId: string; analysisId: string }, tab?: Tab) => {
    const place = campaignPlaceOf(page.location.search);
    if (page.location.pathname !== '/campaign' || place.sessionId !== shown.sessionId) return;
    dependencies.navigate(campaignPath({ ...place, ...shown, tab }));
  };
  const openAnalysis = (opened: { sessionId: string; analysisId: string }) => {
    // A user who comes back before the session is read again must not be asked to start an analysis.
    queryClient.setQueryData<Session>(
      queryKeys.session(opened.sessionId),
      (session) => session && { ...session, latestAnalysisId: opened.analysisId },
    );
    showAnalysis(opened);
  };
  const showResult = (shown: { sessionId: string; analysisId: string }) => showAnalysis(shown, 'analysis');
  const refreshUser = () => {
    auth().send({ type: 'refresh.requested' });
    void queryClient.invalidateQueries({ queryKey: queryKeys.credits });
  };
  const announceChange = ({ sessionId, analysisId }: { sessionId: string; analysisId?: string }) => {
    const changed = [
      queryKeys.session(sessionId),
      queryKeys.allSessions,
      queryKeys.analyses(sessionId),
      queryKeys.notes(sessionId),
      queryKeys.campaigns,
      // An analysis may have corrected names in the transcript.
      ...(analysisId === undefined
        ? []
        : [
            queryKeys.analysis(analysisId),
            queryKeys.allTranscripts,
            queryKeys.allSegments,
            queryKeys.allQuestions,
          ]),
    ];
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
    refreshUser();
  };

  function sessionAt(sessionId: string): { title: string; path: string } {
    const session = queryClient.getQueryData<Session>(queryKeys.session(sessionId));
    return {
      title: session?.title ?? 'your session',
      path: campaignPath({ campaignId: session?.campaignId, sessionId: session?.id }),
    };
  }
  const announceEnd = async (ended: AnalysisEnd) => {
    if (queryClient.getQueryData(queryKeys.session(ended.sessionId)) === undefined)
      await queryClient.fetchQuery(queries.session(ended.sessionId)).catch(() => undefined);
    readyNotice().send({
      type: 'analysis.ended',
      ...ended,
      isHidden: page.document.visibilityState === 'hidden' || !page.document.hasFocus(),
      isOnScreen:
        page.location.pathname === '/campaign' &&
        campaignPlaceOf(page.location.search).sessionId === ended.sessionId,
    });
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
  const actorOptions = {
    clock: timers,
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
  };
  // biome-ignore lint/plugin: other scripts may put these on the window.
  const scripts = page as { alphaFeatures?: AlphaConsole; promotekit_referral?: unknown };
  const sourceInfo = () =>
    sourceInfoOf(storage, { cookies: dependencies.cookies(), referral: scripts.promotekit_referral });
  const userId = () => selectUser(auth().getSnapshot())?.userId ?? null;
  const journey = createPaymentJourney(page, dependencies);
  const alphaFlag = openAlphaFlag({ storage, window: scripts }, actorOptions);
  const around: Surroundings = {
    client,
    identity,
    page,
    storage,
    navigate: dependencies.navigate,
    notices,
    journey,
    secrets: credentialEntries,
    userId,
    isSigningIn: () => signIns > 0,
    sourceInfo,
    demand: (modal) => modals().send({ type: 'modal.demanded', modal }),
    settle: (modal) => modals().send({ type: 'modal.settled', modal }),
    openModal: (modal) => modals().send({ type: 'modal.opened', modal }),
    closeModal: (modal) => {
      if (modals().getSnapshot().context.opened === modal) modals().send({ type: 'modal.closed' });
    },
    isModalOpen: () => selectTopModal(modals().getSnapshot()) !== null,
    signOut: () => auth().send({ type: 'logout.requested' }),
    endSession: () => {
      modals().send({ type: 'user.left' });
      onUnauthorized();
    },
    forgetUser: () => {
      queryClient.clear();
      root.send({ type: 'user.left' });
    },
    refreshUser,
    files,
    refreshNotes: () => {
      for (const key of ['campaigns', 'campaign', 'sessions', 'session', 'notes', 'import', 'proposals'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
    refreshTexts: () => {
      for (const key of textKeys) void queryClient.invalidateQueries({ queryKey: [key] });
    },
    showLines: (replaced) => putLines(queryClient, replaced),
    refreshSession: ({ sessionId, campaignId }) => {
      for (const queryKey of [queryKeys.session(sessionId), queryKeys.sessions(campaignId)])
        void queryClient.invalidateQueries({ queryKey });
    },
    keepTranscript: (sessionId, transcript) => {
      queryClient.setQueryData(queryKeys.transcript(transcript.id), transcript);
      for (const queryKey of [
        queryKeys.session(sessionId),
        queryKeys.allSessions,
        queryKeys.analyses(sessionId),
      ])
        void queryClient.invalidateQueries({ queryKey });
    },
    refreshPosts: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [first, , third] }) => first === 'notes' && third === 'posts',
      });
    },
    stopHearing: (sessionId) => {
      if (player().getSnapshot().context.place?.sessionId === sessionId)
        player().send({ type: 'player.closed' });
    },
    changePreferences: (change) => preferences().send({ type: 'preference.changed', change }),
    sessionAt,
    openWebhook: (campaignId) => campaignWebhook().send({ type: 'webhook.opened', place: { campaignId } }),
  };
  const composeLate = (compose: typeof composeLatePart): LatePart =>
    compose({
      dependencies,
      site,
      around,
      queries,
      queryClient,
      onUnauthorized,
      children,
      open: (flow) => root.send({ type: 'flow.opened', ...flow }),
      close: (id) => root.send({ type: 'flow.closed', id }),
      preferences: () => preferences(),
      openAnalysis,
      showResult,
      announceChange,
      announceEnd,
    });
  let latePart = dependencies.composeLatePart ? composeLate(dependencies.composeLatePart) : null;
  const late = (): LatePart => {
    if (latePart === null) throw new Error('The late part of the app is not loaded yet.');
    return latePart;
  };
  const lateLoader = createLateLoader(
    latePart !== null,
    () => import('./late-part.ts'),
    (loaded) => {
      latePart = composeLate(loaded.composeLatePart);
      root.send({ type: 'flows.loaded', flows: latePart.flows });
    },
  );

  const earlyReady = readyFlows<Surroundings>(earlyFlows, around, adapt);
  const running = () => [...earlyReady, ...(latePart?.flows ?? [])];
  const root = createActor(createRootMachine(running(), running), actorOptions);

  function children(): Children {
    return root.getSnapshot().children;
  }
  function actorOf(name: LastingFlow) {
    const actor = children()[name];
    if (actor === undefined) throw new Error(`The flow "${name}" is not loaded yet.`);
    return actor;
  }
  // biome-ignore lint/plugin: the two lists have just the names of the type.
  const flows = Object.fromEntries(
    [...keysOf(earlyFlows), ...lateNames].map((name) => [name, () => actorOf(name)]),
  ) as unknown as LastingFlowActors;
  const { auth, campaignWebhook, checkout, loadingOverlay, modals, player, preferences, readyNotice } = flows;

  function choose(choice: Choice | null): void {
    if (choice?.kind === 'freeAnalysis') {
      dependencies.navigate('/campaign', { replace: true });
      return;
    }
    // Then there is no choice to withdraw.
    if (choice === null && !lateLoader.isRequested()) return;
    const send = () =>
      checkout().send(
        choice === null ? { type: 'choice.withdrawn' } : { type: 'purchase.chosen', purchase: choice },
      );
    if (lateLoader.get()) send();
    else lateLoader.load().then(send, () => notices.show(partNotLoaded));
  }

  const signInEffects = { signingIn, announceLogin: () => auth().send({ type: 'login.completed' }) };

  const views = dependencies.modalViews ?? modalViews;
  const modalLoader = createModalLoader(views, lateLoader.load, () => coverWork());

  let coverWork = () => {};
  let stopWatching = () => {};

  function start(): void {
    if (dependencies.site === undefined) {
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
        .some(({ state, meta }) => state.status === 'pending' && meta?.background !== true);
      const authNow = auth().getSnapshot();
      const isAuthAwaited =
        selectIsAuthAwaited(authNow) || (selectIsAuthBusy(authNow) && isAppPath(page.location.pathname));
      const isBusy = mutations || modalLoader.isLoading() || isAuthAwaited;
      if (isBusy === isWorking) return;
      isWorking = isBusy;
      loadingOverlay().send({ type: isBusy ? 'work.started' : 'work.finished' });
    };
    let arrived: string | null = null;
    const welcome = (user: SignedInSession | null) => {
      if (user?.userId === arrived) return;
      arrived = user?.userId ?? null;
      if (user === null) return;
      const code = takeLinkedCode(page.location, dependencies.navigate);
      if (code !== null) credentialEntries.put({ kind: 'code', code });
      const paymentReturn = journey.findReturn(user.userId);
      root.send({ type: 'user.arrived', user, hasLinkedCode: code !== null, paymentReturn });
      if (paymentReturn.checkout !== null || paymentReturn.fromPortal)
        lateLoader.load().catch(() => notices.show(partNotLoaded));
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
    site,
    start,
    stop: () => {
      stopWatching();
      alphaFlag.stop();
      root.stop();
      if (dependencies.site === undefined) site.stop();
      queryClient.clear();
    },
    ...flows,
    choose,
    credentialEntries,
    alphaFlag: () => alphaFlag.actor,
    latePart: lateLoader,
    upload: (sessionId: string) => late().upload(sessionId),
    notesAutosave: (sessionId: string) => late().notesAutosave(sessionId),
    analysis: (...which: Parameters<LatePart['analysis']>) => late().analysis(...which),
    hold: (ref: Parameters<LatePart['hold']>[0]) => late().hold(ref),
    modalViews: views,
    loadModalView: modalLoader.load,
    signInEffects,
    identity,
    openClickGate: site.openClickGate,
    clock: timers,
    inspect: options.inspect,
    adapt,
    root,
    client,
    queries,
    queryClient,
    notices,
    files,
    get sound() {
      return late().sound;
    },
    get recorder() {
      return late().recorder;
    },
    saveFile,
    navigate: dependencies.navigate,
  };
  return app;
}

export type ComposedApp = ReturnType<typeof createApp>;
