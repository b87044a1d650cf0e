import type { QueryClient } from '@tanstack/react-query';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { Campaign } from '#contract/campaigns.ts';
import type { DetailLevel } from '#contract/common.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import type { Session } from '#contract/sessions.ts';
import type { AnalysisEnd } from '#machines/analysis/analysis.setup.ts';
import type { notesAutosaveMachine } from '#machines/notes-autosave/notes-autosave.machine.ts';
import { selectPreferences } from '#machines/preferences/preferences.selectors.ts';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import { createLateQueries, type Queries } from '#web/api/late-queries.ts';
import { queryKeys } from '#web/api/queries.ts';
import { lookUpClientId } from '#web/effects/client-id.ts';
import { provideAnalysis } from '#web/flows/analysis/provide-analysis.ts';
import { provideAnalysisStart } from '#web/flows/analysis-start/provide-analysis-start.ts';
import { openIncoming } from '#web/flows/incoming-recording/open-incoming.ts';
import { receiveShares } from '#web/flows/incoming-recording/receive-shares.ts';
import { provideNotesAutosave, readKeptDraft } from '#web/flows/notes-autosave/provide-notes-autosave.ts';
import { createSound, type Sound } from '#web/flows/player/sound.ts';
import { createKeptRecordings } from '#web/flows/recording/kept-recordings.ts';
import { createRecorder, type Recorder } from '#web/flows/recording/recorder.ts';
import { watchUpload } from '#web/flows/recording/watch-upload.ts';
import { inspectFile } from '#web/flows/upload/inspect-file.ts';
import { type MeasureAudio, measureAudio } from '#web/flows/upload/measure-audio.ts';
import { provideUpload } from '#web/flows/upload/provide-upload.ts';
import { createTransfer, type Transfer } from '#web/flows/upload/transfer.ts';
import type { LastingFlowActors } from '#web/hooks/app-port.ts';
import type { ComposedSite } from './create-site.ts';
import { lateFlows } from './late-flows.ts';
import { type Children, createOpenAnalyses } from './open-analyses.ts';
import { readyFlows } from './root-machine.ts';
import type { Surroundings } from './surroundings.ts';
import { uploadFile } from './upload-file.ts';

/** Optional ones default to the browser's own. */
export interface LateDependencies {
  baseUrl: string;
  cookies: () => string;
  measure?: MeasureAudio;
  transfer?: Transfer;
  sound?: Sound;
  recorder?: Recorder;
}

interface LatePartDeps {
  dependencies: LateDependencies;
  site: ComposedSite;
  around: Surroundings;
  queries: Queries;
  queryClient: QueryClient;
  onUnauthorized: () => void;
  children: () => Children;
  open: (flow: { id: string; machine: AnyStateMachine; input: unknown }) => void;
  close: (id: string) => void;
  preferences: LastingFlowActors['preferences'];
  openAnalysis: (opened: { sessionId: string; analysisId: string }) => void;
  showResult: (shown: { sessionId: string; analysisId: string }) => void;
  announceChange: (changed: { sessionId: string; analysisId?: string }) => void;
  announceEnd: (ended: AnalysisEnd) => void;
}

export type LatePart = ReturnType<typeof composeLatePart>;

/** For campaigns, sessions and most dialogs. */
export function composeLatePart(deps: LatePartDeps) {
  const { dependencies, site, around, queryClient, onUnauthorized, children, open } = deps;
  const { client, page, storage, files, userId } = around;
  const { clock: timers, adapt } = site;
  Object.assign(deps.queries, createLateQueries(client));
  const sound =
    dependencies.sound ??
    createSound({
      makeAudio: () => page.document.createElement('audio'),
      addressOf: (url) => `${dependencies.baseUrl}${url}`,
      mediaSession: page.navigator.mediaSession,
    });
  receiveShares(page.navigator.serviceWorker);
  const recordings = createKeptRecordings();
  const recorder = dependencies.recorder ?? createRecorder({ page, recordings, timers });
  const measure = dependencies.measure ?? measureAudio;

  const analysisEffects = {
    client,
    analysisStart: adapt(provideAnalysisStart(client)),
    openAnalysis: deps.openAnalysis,
    showResult: deps.showResult,
    announceChange: deps.announceChange,
  };
  const analysisMachine = adapt(provideAnalysis({ ...analysisEffects, announceEnd: deps.announceEnd }));
  const autosaveMachine = adapt(provideNotesAutosave({ client, queryClient, storage, page, userId }));
  const uploads = adapt(
    provideUpload({
      ...analysisEffects,
      openAnalysis: (opened) => {
        deps.openAnalysis(opened);
        followUnseen(opened);
      },
      files,
      page,
      inspect: (file) => inspectFile(file, { measure, timers, percent: site.serverFacts.get().pricePercent }),
      transfer:
        dependencies.transfer ??
        createTransfer({
          baseUrl: dependencies.baseUrl,
          authorization: client.authorization,
          onUnauthorized,
          timers,
        }),
    }),
  );

  function usualLevel(sessionId: string): DetailLevel {
    const { campaignId = null } = queryClient.getQueryData<Session>(queryKeys.session(sessionId)) ?? {};
    const campaign = queryClient.getQueryData<Campaign>(queryKeys.campaign(campaignId));
    return (
      campaign?.detailLevel ??
      selectPreferences(deps.preferences().getSnapshot())?.default_detail_level ??
      defaultPreferences.default_detail_level
    );
  }

  function upload(sessionId: string): ActorRefFrom<typeof uploadMachine> {
    const id = `upload:${sessionId}`;
    if (children()[id] === undefined)
      open({ id, machine: uploads, input: { sessionId, detailLevel: usualLevel(sessionId) } });
    return children()[id];
  }

  function notesAutosave(sessionId: string): ActorRefFrom<typeof notesAutosaveMachine> {
    const id = `notes:${sessionId}`;
    if (children()[id] === undefined) {
      const user = userId();
      const kept = user === null ? null : readKeptDraft(storage, user, sessionId);
      open({ id, machine: autosaveMachine, input: { sessionId, kept } });
    }
    return children()[id];
  }

  const { analysis, hold } = createOpenAnalyses({
    children,
    open: (id, input) => open({ id, machine: analysisMachine, input }),
    close: deps.close,
    usualLevel,
  });

  function followUnseen({ sessionId, analysisId }: { sessionId: string; analysisId: string }): void {
    // The upload is in the middle of a transition.
    queueMicrotask(() => hold(analysis(sessionId, analysisId, true))());
  }

  const flows = readyFlows(
    lateFlows,
    {
      ...around,
      sound,
      recorder,
      recordings,
      lookUpClientId: () => lookUpClientId(dependencies.cookies, timers),
      handOver: (sessionId, file) => upload(sessionId).send({ type: 'file.chosen', file }),
      showTranscript: (sessionId, transcript) => {
        around.keepTranscript(sessionId, transcript);
        upload(sessionId).send({ type: 'source.kept' });
      },
      openIncoming,
      uploadFile: (sessionId, file, onEnd) => uploadFile(() => upload(sessionId), file, onEnd),
      watchUpload: (sessionId, onEnd) => watchUpload(upload(sessionId), onEnd),
    },
    adapt,
  );
  return { flows, sound, recorder, upload, notesAutosave, analysis, hold };
}
