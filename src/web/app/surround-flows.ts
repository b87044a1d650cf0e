import type { Session } from '#contract/sessions.ts';
import { selectUser } from '#machines/auth/auth.selectors.ts';
import { selectTopModal } from '#machines/modals/modals.selectors.ts';
import { selectPreferences } from '#machines/preferences/preferences.selectors.ts';
import * as queries from '#web/api/queries.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { forgetHere } from '#web/effects/form-drafts.ts';
import type { Uploads } from '#web/hooks/flow-port.ts';
import { partNotLoaded } from '#web/hooks/late-view.tsx';
import { campaignPath, campaignPlaceOf, type Tab } from '#web/hooks/paths.ts';
import type { Instruments, Surroundings } from '#web/hooks/surroundings.ts';
import { createCacheRules } from './cache-rules.ts';
import type { ComposedSite } from './create-site.ts';
import type { AppSurroundings, Replaceable } from './flows.ts';
import type { RunningFlows } from './run-flows.ts';

type Given = Pick<
  Surroundings,
  | 'client'
  | 'identity'
  | 'baseUrl'
  | 'queryClient'
  | 'journey'
  | 'secrets'
  | 'files'
  | 'sourceInfo'
  | 'isSigningIn'
  | 'onUnauthorized'
  | 'steps'
>;

interface Parts extends Replaceable, Given {
  site: ComposedSite;
  instruments: Partial<Instruments>;
  /** They run only after they are surrounded. */
  running: () => RunningFlows;
}

/** What flows may do to the app, to its page and to one another. */
export function surroundFlows({ site, instruments, running, ...given }: Parts): AppSurroundings {
  const { client, queryClient } = given;
  const { page, storage, cookies, navigate } = site.dependencies;
  const { notices } = site;
  const auth = () => running().accessors.auth();
  const modals = () => running().accessors.modals();
  const preferences = () => running().accessors.preferences();
  const send: RunningFlows['flows']['send'] = (name, event) => running().flows.send(name, event);

  const refreshUser = () => {
    auth().send({ type: 'refresh.requested' });
    void queryClient.invalidateQueries({ queryKey: keyOf('listCreditEvents') });
  };

  const showAnalysis = (shown: { sessionId: string; analysisId: string }, tab?: Tab) => {
    const place = campaignPlaceOf(page.location.search);
    if (page.location.pathname !== '/campaign' || place.sessionId !== shown.sessionId) return;
    navigate(campaignPath({ ...place, ...shown, tab }));
  };

  function withUploads(begin: (uploads: Uploads) => () => void, failed = () => {}): () => void {
    const { upload } = running().spawned;
    const loaded = upload.get();
    if (loaded !== null) return begin(loaded);
    let isStopped = false;
    let stop = () => {};
    upload.load().then(
      (uploads) => {
        if (!isStopped) stop = begin(uploads);
      },
      () => {
        notices.show(partNotLoaded);
        failed();
      },
    );
    return () => {
      isStopped = true;
      stop();
    };
  }
  const toUpload = (sessionId: string, event: Parameters<ReturnType<Uploads['of']>['send']>[0]) =>
    void withUploads((uploads) => {
      uploads.of(sessionId).send(event);
      return () => {};
    });

  return {
    ...given,
    page,
    storage,
    cookies,
    navigate,
    notices,
    timers: site.clock,
    adapt: site.adapt,
    pricePercent: () => site.serverFacts.get().pricePercent,
    userId: () => selectUser(auth().getSnapshot())?.userId ?? null,

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
      given.onUnauthorized();
    },
    forgetUser: () => {
      queryClient.clear();
      forgetHere(storage);
      running().send({ type: 'user.left' });
    },
    refreshUser,

    ...createCacheRules(queryClient, {
      refreshUser,
      preferredLevel: () => selectPreferences(preferences().getSnapshot())?.default_detail_level,
    }),

    openAnalysis: (opened) => {
      // A user who comes back before the session is read again must not be asked to start an analysis.
      queryClient.setQueryData<Session>(
        keyOf('readSession', { sessionId: opened.sessionId }),
        (session) => session && { ...session, latestAnalysisId: opened.analysisId },
      );
      showAnalysis(opened);
    },
    showResult: (shown) => showAnalysis(shown, 'analysis'),
    announceEnd: async (ended) => {
      const { sessionId } = ended;
      if (queryClient.getQueryData(keyOf('readSession', { sessionId })) === undefined)
        await queryClient.fetchQuery(queries.session(client, sessionId)).catch(() => undefined);
      if (ended.outcome === 'completed') send('recapNotice', { type: 'analysis.completed' });
      send('readyNotice', {
        type: 'analysis.ended',
        ...ended,
        isHidden: page.document.visibilityState === 'hidden' || !page.document.hasFocus(),
        isOnScreen:
          page.location.pathname === '/campaign' &&
          campaignPlaceOf(page.location.search).sessionId === sessionId,
      });
    },
    followAnalysis: ({ sessionId, analysisId }) =>
      // The upload is in the middle of a transition.
      queueMicrotask(() =>
        running()
          .spawned.analysis.load()
          .then(
            (analyses) => analyses.hold(analyses.of(sessionId, analysisId, true))(),
            () => notices.show(partNotLoaded),
          ),
      ),
    changePreferences: (change) => preferences().send({ type: 'preference.changed', change }),
    stopHearing: (sessionId) => {
      const player = running().flows.get('player');
      if (player?.getSnapshot().context.place?.sessionId === sessionId)
        player.send({ type: 'player.closed' });
    },
    playFrom: (place, at) => send('player', { type: 'player.opened', place, at }),
    openWebhook: (campaignId) => send('campaignWebhook', { type: 'webhook.opened', place: { campaignId } }),
    removeRecordings: async (userId) => {
      const { createKeptRecordings } = await import('#web/flows/recording/kept-recordings.ts');
      await createKeptRecordings().removeAll(userId);
    },

    share: (shared) => Object.assign(instruments, shared),
    spawn: (id, machine, input) => running().spawn(id, machine, input),
    isRunning: (id) => running().children()[id] !== undefined,
    stop: (id) => running().send({ type: 'flow.closed', id }),

    handOver: (sessionId, file) => toUpload(sessionId, { type: 'file.chosen', file }),
    keepSource: (sessionId) => toUpload(sessionId, { type: 'source.kept' }),
    uploadFile: (sessionId, file, onEnd) =>
      withUploads(
        (uploads) => uploads.give(sessionId, file, onEnd),
        () => onEnd('dropped'),
      ),
    watchUpload: (sessionId, onEnd) =>
      withUploads(
        (uploads) => uploads.watch(sessionId, onEnd),
        () => onEnd('dropped'),
      ),
  };
}
