import type { ReactNode } from 'react';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { JobProgress } from './job-progress.tsx';
import type { OfferCredits } from './quote-card.tsx';
import { StartPanel } from './start-panel.tsx';

type AnalysisControl = ReturnType<typeof useAnalysis>;

interface RunPanelProps {
  analysis: AnalysisControl;
  onReplaceSource: () => void;
  onLackingCredits?: OfferCredits | undefined;
  meanwhile?: ReactNode;
}

export function RunPanel({ analysis, onReplaceSource, onLackingCredits, meanwhile }: RunPanelProps) {
  const { step, failure, can, progress } = analysis;
  const isWriting = progress?.writer !== undefined && progress.writer !== 'page';

  switch (step) {
    case 'pricing':
      return (
        <StartPanel
          actor={analysis.start}
          onLackingCredits={onLackingCredits}
          onImportTranscript={onReplaceSource}
        />
      );
    case 'following':
    case 'cancelling':
    case 'retrying':
      return <JobProgress analysis={analysis} meanwhile={meanwhile} />;
    case 'cancelled':
      return (
        <div className="run-ended">
          <Notice kind="information" title="The analysis was cancelled">
            {isWriting
              ? 'The page that quotes the evening stays. You were not charged for written notes.'
              : 'You were not charged. The recording is still here.'}
          </Notice>
          <AgainButton analysis={analysis} />
        </div>
      );
    case 'failed':
      return (
        <div className="run-ended">
          <Notice kind="error" title="The analysis did not finish">
            {analysis.progress?.error?.message ?? failure?.message}
            {isWriting ? (
              <p>
                The page that quotes the evening stays.
                {progress?.error ? null : ' You were not charged for written notes.'}
              </p>
            ) : null}
          </Notice>
          {analysis.progress?.error && failure ? <Notice kind="error">{failure.message}</Notice> : null}
          <div className="button-row">
            {can.retry ? (
              <Button kind="primary" onClick={analysis.retry}>
                Try again
              </Button>
            ) : null}
            {can.again && !can.retry ? <AgainButton analysis={analysis} /> : null}
            <Button onClick={onReplaceSource}>Choose another file</Button>
          </div>
        </div>
      );
    case 'stuck':
      return (
        <div className="run-ended">
          <Notice kind="error">{failure?.message}</Notice>
          <div className="button-row">
            {can.retry ? (
              <Button kind="primary" onClick={analysis.retry}>
                Try again
              </Button>
            ) : null}
          </div>
        </div>
      );
    case 'recalling':
    case 'awaitingSource':
    case 'missing':
    case 'completed':
      return null;
  }
}

function AgainButton({ analysis }: { analysis: AnalysisControl }) {
  if (!analysis.can.again) return null;
  return (
    <Button kind="primary" onClick={analysis.again}>
      Start a new analysis
    </Button>
  );
}
