import { Fragment, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useIsAnalysisMissing } from '#web/flows/analysis/use-analysis.ts';
import { useDeletion } from '#web/flows/deletion/use-deletion.ts';
import { useStopHearing } from '#web/flows/player/use-player.ts';
import { useRecordingOf } from '#web/flows/recording/use-recording-state.ts';
import { useTour } from '#web/flows/tour/use-tour.ts';
import { useTranscriptState } from '#web/flows/transcript-import/use-transcript-state.ts';
import { useUploadState } from '#web/flows/upload/use-upload-state.ts';
import { useDeleteRecording, useDeleteSession, useNotes, useSession } from '#web/hooks/data-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { campaignPath } from '#web/hooks/paths.ts';
import { useNavigate } from '#web/hooks/site-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useMarkdown } from '#web/ui/late-markdown.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { YourMarks } from '../marks/late-marks.tsx';
import { PostingState } from '../posting/posting-state.tsx';
import { NotFoundPanel } from '../workspace/not-found-panel.tsx';
import { idsOf } from './session-fields.ts';
import { SessionHeader } from './session-header.tsx';
import { SessionRun } from './session-run.tsx';
import './session.css';

const TranscriptFacts = lateView(
  async () => (await import('../file-facts/imported-file-facts.tsx')).TranscriptFacts,
);
const LeftOutOfTranscript = lateView(
  async () => (await import('../upload/left-out.tsx')).LeftOutOfTranscript,
);
const LeftOutOfRecording = lateView(async () => (await import('../upload/left-out.tsx')).LeftOutOfRecording);
const RecordingPlace = lateView(async () => (await import('../recording/recording-card.tsx')).RecordingPlace);
const UploadPlace = lateView(async () => (await import('../upload/upload-place.tsx')).UploadPlace, {
  meanwhile: <Skeleton label="Looking for an upload to resume" heading />,
});

interface SessionScreenProps {
  campaignId: string;
  campaignIsThere: boolean;
  sessionId: string;
  analysisId: string | null;
}

const uploadEnded: readonly string[] = ['restoring', 'idle', 'choosing'];

const asksForFile: readonly string[] = ['idle', 'choosing', 'awaitingFile', 'rejected'];

export function SessionScreen({ campaignId, campaignIsThere, sessionId, analysisId }: SessionScreenProps) {
  const session = useSession(sessionId);
  useMarkdown();
  const notFound = <NotFoundPanel what="session" campaignId={campaignIsThere ? campaignId : undefined} />;
  if (session.error?.status === 404) return notFound;
  // What was read before stays, and with it what is written on the page.
  if (session.error && !session.data) {
    return (
      <div className="session">
        <LoadFailure message={session.error.message} onRetry={() => session.refetch()} />
      </div>
    );
  }
  if (!session.data) return <Skeleton label="Loading the session" heading lines={6} />;
  if (session.data.campaignId !== campaignId) return notFound;
  return (
    <LoadedSession
      key={sessionId}
      session={session.data}
      analysisId={analysisId}
      onReload={async () => (await session.refetch({ throwOnError: true })).data}
    />
  );
}

interface LoadedSessionProps {
  session: Session;
  analysisId: string | null;
  onReload: () => Promise<Session | undefined>;
}

function LoadedSession({ session, analysisId, onReload }: LoadedSessionProps) {
  const { mutateAsync: removeSession } = useDeleteSession();
  const { mutateAsync: removeRecording } = useDeleteRecording();
  const navigate = useNavigate();
  const [stepsRecalled, setStepsRecalled] = useState(0);
  const [transcriptFile, setTranscriptFile] = useState<File | null>(null);
  const stopHearing = useStopHearing();
  // A browser that keeps loading would find the recording gone.
  const sessionDeletion = useDeletion(() => {
    stopHearing(session.id);
    return removeSession({
      id: session.id,
      campaignId: session.campaignId,
      leave: () => navigate(campaignPath({ campaignId: session.campaignId })),
    });
  }, idsOf(session));
  const recordingDeletion = useDeletion(() => {
    stopHearing(session.id);
    return removeRecording(session);
  });
  const tour = useTour();
  const [hintsAsked, setHintsAsked] = useState(0);

  const hasResult = session.transcriptId !== null || session.latestAnalysisId !== null;
  const isStored = session.audio?.deletedAt === null;
  const hasSource = isStored || hasResult;
  const notes = useNotes(session.id);
  // Words first: what an earlier visit left in this browser is looked for once they are there.
  const hasWords = !notes.isPending;
  const upload = useUploadState(session.id, hasWords);
  const transcripts = useTranscriptState(session.id);
  const recording = useRecordingOf(
    { sessionId: session.id, campaignId: session.campaignId, title: session.title },
    hasWords,
  );
  const isRecordingHere = recording?.isCapturing ?? false;
  const hasTabs = hasResult || (notes.data?.sections.length ?? 0) > 0;
  const isRefused = upload.step === 'rejected';
  const isMissing = useIsAnalysisMissing(session.id, analysisId);
  if (isMissing) {
    return <NotFoundPanel what="analysis" campaignId={session.campaignId} sessionId={session.id} />;
  }

  const replacing = upload.step === 'choosing';
  const uploading = !isRefused && !uploadEnded.includes(upload.step);
  const isImporting = transcripts.step !== 'idle' && transcripts.step !== 'done';
  const panel =
    !hasSource || isImporting || uploading || isRefused || replacing || isRecordingHere ? 'upload' : 'run';
  const isAsking = transcripts.step === 'asking';
  const mayRecord = asksForFile.includes(upload.step) && !transcripts.isBusy && !isAsking;
  const notesFirst =
    panel === 'upload' &&
    hasTabs &&
    !hasSource &&
    !isImporting &&
    !uploading &&
    !isRefused &&
    !isRecordingHere;
  const hasUnused = recording?.step === 'kept';
  const hasUnsentNotes = recording?.step === 'notesUnsent';

  // After hours of recording, the recording itself is the page, not a place to drop another.
  const isKeptThePage =
    hasUnused && panel === 'upload' && upload.step === 'idle' && !isAsking && !transcripts.hasFailed;
  const recordingCard =
    isRecordingHere || hasUnsentNotes || (panel === 'upload' && mayRecord) ? (
      <RecordingPlace session={session} />
    ) : null;

  const run =
    panel === 'run' || hasTabs ? (
      <SessionRun
        session={session}
        analysisId={analysisId}
        hasTabs={hasTabs}
        showPanel={panel === 'run'}
        onReplaceSource={upload.replace}
        stepsRecalled={stepsRecalled}
        hintsAsked={hintsAsked}
      />
    ) : null;

  function stateHere(): string | null {
    if (session.state !== 'empty') return null;
    if (isRecordingHere) return 'Recording';
    if (hasUnused) return 'Recorded, not uploaded yet';
    return !hasSource && hasTabs ? 'Notes without a recording' : null;
  }

  function keepPresentSource() {
    upload.keepSource();
    transcripts.forget();
  }

  const sourceParts = (
    <Fragment key="source">
      {panel === 'upload' && !isRecordingHere && !isKeptThePage ? (
        <UploadPlace sessionId={session.id} onTranscript={setTranscriptFile} />
      ) : null}
      {hasUnused || hasUnsentNotes ? null : recordingCard}
      {(replacing || isRefused || isImporting) &&
      hasSource &&
      !uploading &&
      !isRecordingHere &&
      !transcripts.isBusy &&
      !isAsking ? (
        <div className="button-row">
          <Button kind="quiet" onClick={keepPresentSource}>
            Keep the current recording
          </Button>
        </div>
      ) : null}
      {panel === 'run' && session.latestAnalysisId === null ? (
        <LeftOutOfTranscript transcriptId={session.transcriptId} />
      ) : null}
      {session.state === 'audioReady' && session.transcriptId === null && !replacing ? (
        <LeftOutOfRecording audio={session.audio} />
      ) : null}
    </Fragment>
  );
  // With a key, because its flow goes on when the order changes.
  const shownRun = <Fragment key="run">{run}</Fragment>;

  return (
    <div className="session" data-hint={tour.hint ?? undefined}>
      <SessionHeader
        session={session}
        state={stateHere()}
        items={[
          ...(hasTabs
            ? [
                {
                  key: 'hints',
                  label: 'Show the hints',
                  icon: 'info' as const,
                  onChoose: () => {
                    tour.begin();
                    setHintsAsked((before) => before + 1);
                  },
                },
              ]
            : []),
          ...(session.latestAnalysisId === null
            ? []
            : [
                {
                  key: 'steps',
                  label: 'Show the next steps',
                  icon: 'check' as const,
                  onChoose: () => {
                    tour.close();
                    setStepsRecalled(stepsRecalled + 1);
                  },
                },
              ]),
          ...(upload.canReplace && panel === 'run'
            ? [
                {
                  key: 'replace',
                  label: 'Replace the recording',
                  icon: 'upload' as const,
                  onChoose: upload.replace,
                },
                ...(isStored
                  ? [
                      {
                        key: 'deleteRecording',
                        label: 'Delete the recording',
                        icon: 'trash' as const,
                        onChoose: recordingDeletion.request,
                      },
                    ]
                  : []),
              ]
            : []),
        ]}
        onReload={onReload}
        onDelete={sessionDeletion.request}
      />
      <PostingState sessionId={session.id} />
      {transcripts.step === 'done' && transcriptFile !== null ? (
        <TranscriptFacts session={session} file={transcriptFile} />
      ) : null}
      {panel === 'run' && hasUnused ? (
        <Notice kind="information" title="A recording of this session is kept in this browser">
          <p>It was not uploaded.</p>
          <Button onClick={upload.replace}>Look at it</Button>
        </Notice>
      ) : null}
      {hasUnused || hasUnsentNotes ? recordingCard : null}
      {isKeptThePage ? (
        <div className="button-row">
          <Button kind="quiet" onClick={upload.replace}>
            Add a file instead
          </Button>
        </div>
      ) : null}
      {notesFirst ? [shownRun, sourceParts] : [sourceParts, shownRun]}
      {panel === 'run' && !hasTabs ? <YourMarks session={session} /> : null}
      <ConfirmDialog {...recordingDeletion} title="Delete the recording?" action="Delete recording">
        {session.transcriptId === null
          ? 'It is deleted immediately, and you can’t undo this. Without it there is nothing to analyze until ' +
            'you add another recording or a transcript.'
          : 'It is deleted immediately, and you can’t undo this. Transcript, analyses and notes stay, and you ' +
            'can still analyze the transcript.'}
      </ConfirmDialog>
      <ConfirmDialog {...sessionDeletion} title={`Delete “${session.title}”?`} action="Delete session">
        Its recording, transcript, analyses and notes will be deleted too. You can’t undo this.
      </ConfirmDialog>
    </div>
  );
}
