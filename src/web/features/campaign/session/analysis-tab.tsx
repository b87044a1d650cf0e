import type { ReactNode } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useAnalysisResult } from '#web/hooks/data-hooks.ts';
import { useComparison } from '#web/hooks/use-comparison.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Campfire } from '#web/ui/illustrations/campfire.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FixNameButton } from '../names/fix-name-button.tsx';
import { FoldedTools } from '../notes/folded-tools.tsx';
import { ComparisonView } from '../result/comparison-view.tsx';
import { CopyToNotes } from '../result/copy-to-notes.tsx';
import { ResultView } from '../result/result-view.tsx';
import { goToRuns } from './run-list.tsx';
import { TabFailure, ToTop } from './tab-parts.tsx';

interface AnalysisTabProps {
  session: Session;
  finishedRun: string | null;
  result: ReturnType<typeof useAnalysisResult>;
  access: EvidenceAccess;
  onCopied: () => void;
  again: (() => void) | null;
  /** What to say of an analysis that is not the newest. */
  older: ReactNode;
  hasOthers: boolean;
}

export function AnalysisTab({
  session,
  finishedRun,
  result,
  access,
  onCopied,
  again,
  older,
  hasOthers,
}: AnalysisTabProps) {
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
  if (result.error && !result.data)
    return <TabFailure message={result.error.message} onRetry={() => result.refetch()} />;
  if (!result.data?.result) return <Skeleton label="Loading the analysis" heading lines={10} />;
  const shown = { ...result.data, result: result.data.result };
  if (comparison.comparedWith !== null && comparison.comparedWith !== finishedRun) {
    if (other.error) return <TabFailure message={other.error.message} onRetry={() => other.refetch()} />;
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
    <>
      <FoldedTools label="Tools for this analysis" className="tab-tools">
        <CopyToNotes kind="quiet" analysisId={finishedRun} sessionId={session.id} onCopied={onCopied} />
        <FixNameButton kind="quiet" campaignId={session.campaignId} />
        {again ? (
          <Button kind="quiet" onClick={again}>
            Analyze again
          </Button>
        ) : null}
        {hasOthers ? (
          <Button kind="quiet" onClick={goToRuns}>
            Other analyses
          </Button>
        ) : null}
      </FoldedTools>
      {older}
      <ResultView session={session} analysis={shown} access={access} />
    </>
  );
}
