import { useState } from 'react';
import type { Analysis } from '#contract/analyses.ts';
import type { Session } from '#contract/sessions.ts';
import { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { useCreditOffer } from '#web/flows/checkout/use-purchase.ts';
import { useFirstTour, useTour } from '#web/flows/tour/use-tour.ts';
import { useAnalyses } from '#web/hooks/data-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { useComparison } from '#web/hooks/use-comparison.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OlderAnalysisNotice, RunList } from './run-list.tsx';
import { SessionTabs } from './session-tabs.tsx';

const recalling = <Skeleton label="Calculating the exact cost" heading />;
const RunPanel = lateView(async () => (await import('../analysis/run-panel.tsx')).RunPanel, {
  meanwhile: recalling,
});
const ReadyChoices = lateView(async () => (await import('../analysis/ready-choices.tsx')).ReadyChoices);
const TourCard = lateView(async () => (await import('../tour/tour-card.tsx')).TourCard);

const NextStepsBar = lateView(async () => (await import('../next-steps/next-steps-bar.tsx')).NextStepsBar);

const showsNothing: readonly string[] = ['awaitingSource', 'missing', 'completed'];

interface SessionRunProps {
  session: Session;
  analysisId: string | null;
  hasTabs: boolean;
  showPanel: boolean;
  onReplaceSource: () => void;
  /** How often the user has called the next steps back. */
  stepsRecalled?: number;
  /** How often the user has asked for the hints. */
  hintsAsked?: number;
}

export function SessionRun({
  session,
  analysisId,
  hasTabs,
  showPanel,
  onReplaceSource,
  stepsRecalled = 0,
  hintsAsked = 0,
}: SessionRunProps) {
  const analyses = useAnalyses(session.id);
  const offerCredits = useCreditOffer();
  const comparison = useComparison();
  const tour = useTour();
  const askedRun = analysisId ?? session.latestAnalysisId;
  const shownRun = writingOf(analyses.data ?? [], askedRun) ?? askedRun;
  const analysis = useAnalysis({
    sessionId: session.id,
    analysisId: shownRun,
    source: session.audio?.id ?? session.transcriptId,
  });
  const finishedRun =
    analysis.step === 'completed'
      ? analysis.analysisId
      : (analyses.data?.find((run) => run.status === 'completed')?.id ?? null);

  // What is above the tabs would move them under the pointer.
  const [isRecalled, setRecalled] = useState(false);
  if (!isRecalled && analysis.step !== 'recalling') setRecalled(true);

  useFirstTour(hasTabs && finishedRun !== null);

  const listed = {
    campaignId: session.campaignId,
    sessionId: session.id,
    analyses: analyses.data ?? [],
  };
  const runs = (
    <RunList
      {...listed}
      shown={analysis.analysisId ?? shownRun}
      onCompare={hasTabs ? comparison.compareWith : undefined}
    />
  );
  return (
    <>
      {!showPanel || showsNothing.includes(analysis.step) ? null : analysis.step === 'recalling' ? (
        recalling
      ) : (
        <RunPanel
          analysis={analysis}
          meanwhile={<ReadyChoices />}
          onReplaceSource={onReplaceSource}
          onLackingCredits={offerCredits}
        />
      )}
      {!hasTabs ? (
        runs
      ) : isRecalled ? (
        <>
          <SessionTabs
            session={session}
            analysis={analysis}
            finishedRun={finishedRun}
            analyses={listed.analyses}
            runs={runs}
            older={<OlderAnalysisNotice {...listed} shown={finishedRun} />}
          />
          {tour.hint === null ? null : <TourCard asked={hintsAsked} />}
          {finishedRun !== null && tour.hint === null ? (
            <NextStepsBar session={session} recalls={stepsRecalled} />
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** Of a page, the analysis in which a model writes its notes, as long as it runs. */
function writingOf(
  analyses: readonly Pick<Analysis, 'id' | 'status' | 'writtenBy'>[],
  pageId: string | null,
): string | null {
  const page = analyses.find(({ id }) => id === pageId);
  const writing = analyses.find(({ id }) => id === page?.writtenBy);
  return writing === undefined || ['completed', 'failed', 'cancelled'].includes(writing.status)
    ? null
    : writing.id;
}
