import { useEffect, useRef } from 'react';
import type { NotesEngineShown, NotesModelFailure } from '#contract/notes-engines.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { useNotesModel } from './use-notes-model.ts';
import './model-field.css';

const failures: Record<NotesModelFailure, string> = {
  noSpace: 'There isn’t enough free space on this computer. Free some, then try again.',
  noMemory: 'This computer hasn’t enough memory for a language model.',
  unreachable: 'The download stopped. What has arrived is kept, and it continues from there.',
  damaged: 'The file arrived damaged, and was deleted. Download it again.',
  cannotRun: 'The model can’t run on this computer.',
};

const size = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function about({ model, state, downloadBytes, memoryBytes }: NotesEngineShown): string {
  if (state.state === 'absent' && downloadBytes === 0)
    return 'The folder for your own model has no GGUF file yet.';
  const name = model ?? 'a language model';
  const needs = memoryBytes > 0 ? ` It needs ${size(memoryBytes)} of memory while it writes.` : '';
  return downloadBytes > 0
    ? `${name}: downloaded once (${size(downloadBytes)}), and nothing of your sessions leaves this computer.${needs}`
    : `${name} is on this computer. Nothing of your sessions leaves it.${needs}`;
}

/** The language model on this computer: offered, being downloaded, or there. */
export function ModelField({ onReady }: { onReady?: () => void }) {
  const { step, here, failure, can, fetch, cancel, remove, look } = useNotesModel();
  const isReady = here?.state.state === 'ready';
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current && here !== null) onReady?.();
    if (here !== null) wasReady.current = isReady;
  }, [isReady, here, onReady]);

  const lookAgain = (
    <Button busy={step === 'reading'} onClick={look}>
      Look again
    </Button>
  );
  if (here === null)
    return failure === null ? null : (
      <div className="model-here">
        <p>Who can write your notes could not be read. {failure.message}</p>
        {lookAgain}
      </div>
    );
  const { state } = here;
  const fetching = step === 'fetching' || step === 'cancelling';
  return (
    <section className="model-here" aria-labelledby="model-here">
      <h3 id="model-here">A language model on this computer</h3>
      <p>{about(here)}</p>
      {state.state === 'failed' ? <Notice kind="error">{failures[state.code]}</Notice> : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {fetching && state.state === 'fetching' ? (
        <>
          <ProgressBar value={state.progress} label="Download of the language model" />
          <p className="muted" role="status">
            {Math.floor(state.progress * 100)} %. You can close this page; the download continues.
          </p>
        </>
      ) : null}
      <div className="button-row">
        {can.fetch || step === 'starting' ? (
          <Button busy={step === 'starting'} onClick={fetch}>
            {here.downloadBytes > 0 ? 'Download the model' : 'Try the model again'}
          </Button>
        ) : null}
        {can.cancel || step === 'cancelling' ? (
          <Button busy={step === 'cancelling'} onClick={cancel}>
            Cancel the download
          </Button>
        ) : null}
        {failure && (can.look || step === 'reading') ? lookAgain : null}
        {can.remove || step === 'removing' ? (
          <Button kind="quiet" busy={step === 'removing'} onClick={remove}>
            Remove the model
          </Button>
        ) : null}
      </div>
    </section>
  );
}
