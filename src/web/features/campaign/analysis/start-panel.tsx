import { type AnalysisStartRef, useAnalysisStart } from '#web/flows/analysis-start/use-analysis-start.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type OfferCredits, QuoteCard } from './quote-card.tsx';

interface StartPanelProps {
  actor: AnalysisStartRef | undefined;
  onLackingCredits?: OfferCredits | undefined;
}

export function StartPanel({ actor, onLackingCredits }: StartPanelProps) {
  return actor ? (
    <Start actor={actor} onLackingCredits={onLackingCredits} />
  ) : (
    <Skeleton label="Calculating the exact cost" heading />
  );
}

function Start({ actor, onLackingCredits }: StartPanelProps & { actor: AnalysisStartRef }) {
  const start = useAnalysisStart(actor);
  const { step, quote, failure, can } = start;
  if (step === 'stuck') {
    return (
      <div className="run-ended">
        <Notice kind="error">{failure?.message}</Notice>
        <div className="button-row">
          <Button kind="primary" onClick={start.retry}>
            Try again
          </Button>
          {can.askPrice ? <Button onClick={start.askPrice}>Back to the price</Button> : null}
          {can.keep ? (
            <Button kind="quiet" onClick={start.keep}>
              Later
            </Button>
          ) : null}
        </div>
      </div>
    );
  }
  if (quote === null || step === 'quoting') return <Skeleton label="Calculating the exact cost" heading />;
  return (
    <QuoteCard
      quote={quote}
      detailLevel={start.detailLevel}
      busy={step !== 'quoted'}
      canStart={can.start}
      failure={failure}
      onChooseLevel={start.chooseLevel}
      onStart={start.start}
      onOpenExisting={start.openExisting}
      onKeep={can.keep ? start.keep : undefined}
      onLackingCredits={onLackingCredits}
    />
  );
}
