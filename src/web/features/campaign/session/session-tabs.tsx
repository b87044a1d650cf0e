import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Evidence } from '#contract/analysis-result.ts';
import type { Session } from '#contract/sessions.ts';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { useAnalysisResult, useNotes, useTranscript } from '#web/hooks/data-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { useBeside } from '#web/hooks/use-beside.ts';
import { useCited } from '#web/hooks/use-cited.ts';
import { useTab } from '#web/hooks/use-tab.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { knownNames } from '#web/results/known-names.tsx';
import { KnownNames } from '#web/ui/name-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { PleaseCheckButton } from '../check/please-check-button.tsx';
import type { FoundNames } from '../notes/mentions.ts';
import { NotesView } from '../notes/notes-view.tsx';
import type { TranscriptTarget } from '../transcript/transcript-view.tsx';
import { AfterAnalysis } from './after-analysis.tsx';
import type { ListedAnalysis } from './run-list.tsx';
import { TabFailure } from './tab-parts.tsx';
import { TranscriptBeside } from './transcript-beside.tsx';

const AnalysisTab = lateView(async () => (await import('./analysis-tab.tsx')).AnalysisTab, {
  meanwhile: <Skeleton label="Loading the analysis" heading lines={10} />,
});

const TranscriptTab = lateView(async () => (await import('./transcript-tab.tsx')).TranscriptTab, {
  meanwhile: <Skeleton label="Loading the transcript" lines={12} />,
});

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
                    hasEvening={result.data?.result?.evening !== undefined}
                    onOpenAnalysis={finishedRun ? () => setTab('analysis') : null}
                  />
                </>
              ),
            },
            {
              key: 'analysis',
              label: 'Evening',
              content: (
                <div className="analysis-result">
                  <AnalysisTab
                    session={session}
                    finishedRun={finishedRun}
                    result={result}
                    access={access}
                    onCopied={() => setTab('notes')}
                    again={analysis.can.again ? analysis.again : null}
                    older={older}
                    hasOthers={analyses.length > 1}
                  />
                  {runs}
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

function NotesTab({
  session,
  access,
  found,
  hasEvening,
  onOpenAnalysis,
}: {
  session: Session;
  access: EvidenceAccess;
  found: FoundNames | null;
  hasEvening: boolean;
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
        hasEvening={hasEvening}
        onReload={async () => (await notes.refetch()).data}
        onOpenAnalysis={onOpenAnalysis}
      />
    );
  }
  if (notes.error) return <TabFailure message={notes.error.message} onRetry={() => notes.refetch()} />;
  return <Skeleton label="Loading the notes" heading lines={8} />;
}
