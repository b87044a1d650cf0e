import { type ReactNode, useState } from 'react';
import type { Spent } from '#contract/analyses.ts';
import type { useAnalysis } from '#web/flows/analysis/use-analysis.ts';
import { moneyText } from '#web/results/writer-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { roughly } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import './analysis.css';

type AnalysisControl = ReturnType<typeof useAnalysis>;

const stateWords = {
  done: 'done',
  current: 'in progress',
  upcoming: 'not started',
} as const;

export function JobProgress({
  analysis,
  meanwhile = null,
}: {
  analysis: AnalysisControl;
  meanwhile?: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const { progress, stages, can, failure, connection } = analysis;
  const percent = progress ? Math.floor(progress.progress * 100) : 0;
  const cancelling = analysis.step === 'cancelling';
  const isWriting = progress?.writer !== undefined && progress.writer !== 'page';
  const pageFirst = progress?.writtenBy != null;

  return (
    <Card className="job" aria-labelledby="job-heading">
      <div className="job-head">
        <h2 id="job-heading">Writing your notes</h2>
        <p className="job-percent">{percent} %</p>
      </div>
      <ProgressBar value={progress?.progress ?? null} label="Analysis" />
      <p className="job-message" role="status">
        {cancelling ? 'Cancelling …' : (progress?.stageMessage ?? 'One moment …')}
      </p>
      <p className="muted">
        {progress?.etaSeconds != null
          ? `${capital(roughly(progress.etaSeconds))} left. `
          : isWriting && progress.status === 'extracting'
            ? 'The first part shows how long it takes here. '
            : ''}
        {progress?.spent ? spentText(progress.spent) : ''}
        {isWriting ? 'Until then you can read the page in its own words. ' : ''}
        {pageFirst ? 'The page in its own words comes first; a language model then writes the notes. ' : ''}
        You can close this page; the analysis continues, and this page shows it when you return.
        {connection === 'polling' ? ' The live connection is down; this page checks every few seconds.' : ''}
      </p>
      <ol className="job-stages">
        {stages.map((stage) => (
          <li
            key={stage.name}
            data-state={stage.state}
            aria-current={stage.state === 'current' ? 'step' : undefined}
          >
            <span className="job-stage-mark">{stage.state === 'done' ? <Icon name="check" /> : null}</span>
            <span>
              {stage.title}
              <VisuallyHidden> ({stateWords[stage.state]})</VisuallyHidden>
            </span>
          </li>
        ))}
      </ol>
      {meanwhile}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {can.cancel || cancelling ? (
        <div className="button-row">
          <Button busy={cancelling} onClick={() => setAsking(true)}>
            Cancel the analysis
          </Button>
        </div>
      ) : (
        <p className="muted">We’re already writing the notes, so you can no longer cancel.</p>
      )}
      <Dialog
        open={asking && can.cancel}
        title="Cancel the analysis?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it running</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                analysis.cancel();
              }}
            >
              Cancel it
            </Button>
          </>
        }
      >
        <p>
          {isWriting
            ? 'The page that quotes the evening stays, and you won’t be charged for written notes. You can have them written at any time.'
            : 'You won’t be charged. We keep the recording, so you can start again at any time.'}
        </p>
      </Dialog>
    </Card>
  );
}

function spentText({ soFar, expected }: Spent): string {
  const known =
    expected === null ? '' : `, and will have cost ${moneyText(expected)} when the notes are done`;
  return `The service’s calls have cost ${moneyText(soFar)} in its currency so far${known}. `;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
