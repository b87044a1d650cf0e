import { type AnalysisStartRef, useAnalysisStart } from '#web/flows/analysis-start/use-analysis-start.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { type OfferCredits, QuoteCard } from './quote-card.tsx';
import { ReadyChoices } from './ready-choices.tsx';

const ModelOffer = lateView(async () => (await import('./model-offer.tsx')).ModelOffer);

interface StartPanelProps {
  actor: AnalysisStartRef | undefined;
  onLackingCredits?: OfferCredits | undefined;
  onImportTranscript: () => void;
}

export function StartPanel({ actor, ...offers }: StartPanelProps) {
  return actor ? (
    <Start actor={actor} {...offers} />
  ) : (
    <Skeleton label="Calculating the exact cost" heading />
  );
}

function Start({
  actor,
  onLackingCredits,
  onImportTranscript,
}: StartPanelProps & { actor: AnalysisStartRef }) {
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
  if (step === 'waitingToHear') {
    return (
      <Card className="quote" aria-labelledby="waiting-heading">
        <h2 id="waiting-heading">Your recording is kept</h2>
        <p>
          This server can’t transcribe recordings right now, so there is nothing to buy yet. We keep the
          recording free of charge. You can analyze it as soon as the server can transcribe; this page checks
          every minute.
        </p>
        <ReadyChoices label="Email me when I can analyze it, and when my notes are ready" />
        <p>In a hurry? Import a transcript of the session instead.</p>
        <div className="button-row">
          <Button
            kind="primary"
            icon="upload"
            onClick={() => {
              if (can.keep) start.keep();
              onImportTranscript();
            }}
          >
            Import a transcript
          </Button>
          <Button busy={!can.retry} onClick={start.retry}>
            Check again
          </Button>
          {can.keep ? (
            <Button kind="quiet" onClick={start.keep}>
              Later
            </Button>
          ) : null}
        </div>
      </Card>
    );
  }
  if (quote === null || step === 'quoting') return <Skeleton label="Calculating the exact cost" heading />;
  return (
    <QuoteCard
      quote={quote}
      detailLevel={start.detailLevel}
      writer={start.writer}
      busy={step !== 'quoted'}
      canStart={can.start}
      failure={failure}
      hasWaited={start.hasWaited}
      onChooseLevel={start.chooseLevel}
      onChooseWriter={start.chooseWriter}
      people={
        quote.people == null ? null : (
          <PeopleChoice
            people={start.people}
            most={quote.people.most}
            disabled={step !== 'quoted'}
            onChoose={start.choosePeople}
          />
        )
      }
      offer={quote.mayFetchModel ? <ModelOffer onReady={start.askAgain} /> : null}
      onStart={start.start}
      onOpenExisting={start.openExisting}
      onKeep={can.keep ? start.keep : undefined}
      onLackingCredits={onLackingCredits}
    />
  );
}
