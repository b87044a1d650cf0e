import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Evidence } from '#contract/analysis-result.ts';
import type { Session } from '#contract/sessions.ts';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { useHeard, usePlayFrom } from '#web/flows/player/use-player.ts';
import { useTranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { useAllSegments, useAnalysisResult, useNotes, useTranscript } from '#web/hooks/data-hooks.ts';
import { useBeside } from '#web/hooks/use-beside.ts';
import { useCited } from '#web/hooks/use-cited.ts';
import { useComparison } from '#web/hooks/use-comparison.ts';
import { useTab } from '#web/hooks/use-tab.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { knownNames } from '#web/results/known-names.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { Campfire } from '#web/ui/illustrations/campfire.tsx';
import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { KnownNames } from '#web/ui/name-card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { PleaseCheckButton } from '../check/please-check-button.tsx';
import { YourMarks } from '../marks/your-marks.tsx';
import { FixNameButton } from '../names/fix-name-button.tsx';
import type { FoundNames } from '../notes/mentions.ts';
import { NotesView } from '../notes/notes-view.tsx';
import { ComparisonView } from '../result/comparison-view.tsx';
import { CopyToNotes } from '../result/copy-to-notes.tsx';
import { ResultView } from '../result/result-view.tsx';
import { heardSegment } from '../transcript/heard-segment.ts';
import {
  type TranscriptRecording,
  type TranscriptTarget,
  TranscriptView,
} from '../transcript/transcript-view.tsx';
import { useQuoting } from '../transcript/use-quoting.tsx';
import { AfterAnalysis } from './after-analysis.tsx';
import type { ListedAnalysis } from './run-list.tsx';
import { TitleSuggestion } from './title-suggestion.tsx';
import { TranscriptBeside } from './transcript-beside.tsx';

type Tab = ReturnType<typeof useTab>[0];

interface SessionTabsProps {
  session: Session;
  analysis: ReturnType<typeof useAnalysis>;
  finishedRun: string | null;
  analyses: readonly ListedAnalysis[];
  runs: ReactNode;
  older: ReactNode;
}

function usePlacePerTab(tab: Tab) {
  const places = useRef(new Map<Tab, number>());
  const stoodOn = useRef(new Map<Tab, HTMLElement>());
  const shown = useRef(tab);
  useLayoutEffect(() => {
    if (shown.current !== tab) {
      const focused = document.activeElement;
      const panel = focused?.closest('[role=tabpanel]');
      if (panel && focused instanceof HTMLElement) {
        stoodOn.current.set(shown.current, focused);
        stoodOn.current.get(tab)?.focus({ preventScroll: true });
      }
      shown.current = tab;
      const place = places.current.get(tab);
      if (place !== undefined) window.scrollTo({ top: place, behavior: 'instant' });
    }
    const remember = () => places.current.set(tab, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [tab]);
}

/** D9. Evidence opens the transcript, in wide windows beside the text. */
export function SessionTabs({ session, analysis, finishedRun, analyses, runs, older }: SessionTabsProps) {
  const [tab, setTab] = useTab();
  const [target, setTarget] = useState<TranscriptTarget | null>(null);
  usePlacePerTab(tab);
  const beside = useBeside();
  const cited = useCited();
  useEffect(() => {
    if (cited) setTarget((before) => ({ segmentIds: cited, visit: (before?.visit ?? 0) + 1 }));
  }, [cited]);

  const result = useAnalysisResult(finishedRun);
  const transcriptId = result.data?.transcriptId ?? session.transcriptId;
  const transcript = useTranscript(transcriptId);

  const access: EvidenceAccess = {
    timing: transcript.data?.timing ?? null,
    deletedIds: transcript.data?.deletedIds ?? [],
    check: <PleaseCheckButton campaignId={session.campaignId} sessionId={session.id} isInPart />,
    open: (evidence: Evidence) => {
      if (beside.hasRoom) return beside.open(evidence.segmentIds);
      setTarget((before) => ({ segmentIds: evidence.segmentIds, visit: (before?.visit ?? 0) + 1 }));
      setTab('transcript');
    },
  };

  const names = knownNames(result.data?.result ?? null, access);
  const isBeside = beside.lines !== null && tab !== 'transcript';

  return (
    <div className="session-parts" data-beside={isBeside || undefined}>
      <TitleSuggestion session={session} title={result.data?.result?.title ?? null} />
      <KnownNames.Provider value={names}>
        <Tabs
          label="Parts of the session"
          selected={tab}
          onSelect={setTab}
          items={[
            {
              key: 'notes',
              label: 'Notes',
              content: (
                <>
                  <AfterAnalysis
                    sessionId={session.id}
                    analyses={analyses}
                    shown={result.data ?? null}
                    again={analysis.can.again ? analysis.again : null}
                    onLook={() => setTab('analysis')}
                    onCopied={() => setTab('notes')}
                  />
                  <NotesTab
                    session={session}
                    access={access}
                    found={result.data?.result ?? null}
                    onOpenAnalysis={finishedRun ? () => setTab('analysis') : null}
                  />
                </>
              ),
            },
            {
              key: 'analysis',
              label: 'Analysis',
              content: (
                <div className="session">
                  {runs}
                  {older}
                  <AnalysisTab
                    session={session}
                    finishedRun={finishedRun}
                    result={result}
                    access={access}
                    onCopied={() => setTab('notes')}
                    again={analysis.can.again ? analysis.again : null}
                  />
                </div>
              ),
            },
            {
              key: 'transcript',
              label: 'Transcript',
              content: (
                <TranscriptTab
                  session={session}
                  transcript={transcript}
                  visible={tab === 'transcript'}
                  target={target}
                />
              ),
            },
          ]}
        />
      </KnownNames.Provider>
      {isBeside ? (
        <TranscriptBeside onClose={beside.close}>
          <TranscriptTab session={session} transcript={transcript} visible target={beside.lines} />
        </TranscriptBeside>
      ) : null}
    </div>
  );
}

function ToTop({ children }: { children: string }) {
  const go = () => focusHeading(document)?.scrollIntoView?.({ block: 'center' });
  return (
    <div className="button-row">
      <Button kind="primary" onClick={go}>
        {children}
      </Button>
    </div>
  );
}

function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="session">
      <Notice kind="error">{message}</Notice>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}

function NotesTab({
  session,
  access,
  found,
  onOpenAnalysis,
}: {
  session: Session;
  access: EvidenceAccess;
  found: FoundNames | null;
  onOpenAnalysis: (() => void) | null;
}) {
  const notes = useNotes(session.id);
  if (notes.data) {
    return (
      <NotesView
        sessionTitle={session.title}
        campaignId={session.campaignId}
        notes={notes.data}
        access={access}
        found={found}
        onReload={async () => (await notes.refetch()).data}
        onOpenAnalysis={onOpenAnalysis}
      />
    );
  }
  if (notes.error) return <LoadFailure message={notes.error.message} onRetry={() => notes.refetch()} />;
  return <Skeleton label="Loading the notes" heading lines={8} />;
}

interface AnalysisTabProps {
  session: Session;
  finishedRun: string | null;
  result: ReturnType<typeof useAnalysisResult>;
  access: EvidenceAccess;
  onCopied: () => void;
  again: (() => void) | null;
}

function AnalysisTab({ session, finishedRun, result, access, onCopied, again }: AnalysisTabProps) {
  const comparison = useComparison();
  const other = useAnalysisResult(comparison.comparedWith);
  if (!finishedRun && session.latestAnalysisId === null) {
    const hasSource = session.transcriptId !== null || session.audio?.deletedAt === null;
    return (
      <EmptyState
        illustration={<Campfire />}
        title="Nothing to read yet"
        text={
          hasSource
            ? 'Start an analysis: what it writes about this session appears here.'
            : 'Add a recording or a transcript, then start an analysis: what it writes appears here.'
        }
      >
        <ToTop>{hasSource ? 'Go to the analysis' : 'Add a recording or transcript'}</ToTop>
      </EmptyState>
    );
  }
  if (!finishedRun) {
    return (
      <EmptyState
        illustration={<Campfire />}
        title="Nothing to read yet"
        text="The analysis appears here when it is finished. Its progress is shown above."
      />
    );
  }
  if (result.error) return <LoadFailure message={result.error.message} onRetry={() => result.refetch()} />;
  if (!result.data?.result) return <Skeleton label="Loading the analysis" heading lines={10} />;
  const shown = { ...result.data, result: result.data.result };
  if (comparison.comparedWith !== null && comparison.comparedWith !== finishedRun) {
    if (other.error) return <LoadFailure message={other.error.message} onRetry={() => other.refetch()} />;
    if (!other.data?.result) return <Skeleton label="Loading the other analysis" heading lines={10} />;
    return (
      <ComparisonView
        one={shown}
        two={{ ...other.data, result: other.data.result }}
        access={access}
        onClose={comparison.close}
      />
    );
  }
  return (
    <ResultView
      analysis={shown}
      access={access}
      actions={
        <>
          <CopyToNotes analysisId={finishedRun} sessionId={session.id} onCopied={onCopied} />
          <FixNameButton campaignId={session.campaignId} />
          {again ? <Button onClick={again}>Analyze again</Button> : null}
        </>
      }
    />
  );
}

/** Only lines of the session's current recording can be played. */
function recordingOf(
  { audio, transcriptId }: Session,
  { id, source }: { id: string; source: string },
): TranscriptRecording['state'] {
  if (audio === null || source !== 'speech' || id !== transcriptId) return 'none';
  return audio.deletedAt === null ? 'there' : 'deleted';
}

interface TranscriptTabProps {
  session: Session;
  transcript: ReturnType<typeof useTranscript>;
  visible: boolean;
  target: TranscriptTarget | null;
}

function TranscriptTab({ session, transcript, visible, target }: TranscriptTabProps) {
  const playFrom = usePlayFrom();
  const editing = useTranscriptEditing();
  const [wanted, setWanted] = useState(visible);
  if (visible && !wanted) setWanted(true);
  const segments = useAllSegments(wanted ? (transcript.data?.id ?? null) : null);
  const heard = useHeard(session.id, (seconds) =>
    heardSegment(segments.data?.segments ?? [], seconds * 1000),
  );
  const quoting = useQuoting(
    session.id,
    transcript.data && segments.data && transcript.data.id === session.transcriptId
      ? { segments: segments.data.segments, speakers: transcript.data.speakers }
      : null,
  );
  if (transcript.error) {
    return <LoadFailure message={transcript.error.message} onRetry={() => transcript.refetch()} />;
  }
  if (segments.error)
    return <LoadFailure message={segments.error.message} onRetry={() => segments.refetch()} />;
  if (!transcript.data && !transcript.isLoading) {
    const isStored = session.audio?.deletedAt === null;
    return (
      <EmptyState
        illustration={<MicrophoneAndRecorder />}
        title="No transcript yet"
        text={
          isStored
            ? 'It appears here once the recording has been transcribed, which is the first step of an analysis.'
            : 'Add a recording or a transcript of this session, and its lines appear here.'
        }
      >
        <ToTop>{isStored ? 'Go to the analysis' : 'Add a recording or transcript'}</ToTop>
      </EmptyState>
    );
  }
  if (!transcript.data || !segments.data) return <Skeleton label="Loading the transcript" lines={12} />;
  const recording = recordingOf(session, transcript.data);
  const lines = segments.data.segments;
  const lineAt = (atMs: number) => lines[heardSegment(lines, atMs) ?? -1] ?? null;
  return (
    <>
      <div className="button-row">
        <FixNameButton campaignId={session.campaignId} />
      </div>
      {recording === 'none' ? null : (
        <YourMarks session={session} lineAt={(atMs) => lineAt(atMs)?.text ?? null} />
      )}
      {quoting.notice}
      {quoting.dialog}
      <TranscriptView
        transcript={transcript.data}
        segments={lines}
        marks={recording === 'none' ? [] : (session.audio?.marks ?? [])}
        visible={visible}
        target={target}
        editing={editing}
        onQuote={quoting.quote}
        recording={{
          state: recording,
          heard,
          play: (seconds) =>
            playFrom(
              { sessionId: session.id, campaignId: session.campaignId, title: session.title },
              seconds,
            ),
        }}
      />
    </>
  );
}
