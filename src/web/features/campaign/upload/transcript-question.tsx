import { useEffect, useRef } from 'react';
import type { useTranscriptImport } from '#web/flows/transcript-import/use-transcript-import.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type TranscriptImport = ReturnType<typeof useTranscriptImport>;

/** What only the user can know about a transcript, before its price. */
export function TranscriptQuestion({ transcripts }: { transcripts: TranscriptImport }) {
  const { file, question, can } = transcripts;
  const sentence = useRef<HTMLParagraphElement>(null);
  // The buttons of the question before are gone, and with them the focus.
  useEffect(() => {
    if (question) sentence.current?.focus();
  }, [question]);
  if (question === null) return null;
  return (
    <Card className="quote" aria-labelledby="transcript-question">
      <h2 id="transcript-question">Before we show the price</h2>
      {file ? <p className="transfer-file">{file.name}</p> : null}
      <p ref={sentence} tabIndex={-1} id="transcript-sentence">
        {question.sentence}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot take its name from a sentence outside of it. */}
      <div role="group" aria-labelledby="transcript-sentence" className="button-row transcript-choices">
        {question.choices.map(({ id, label }, position) => (
          <Button
            key={id}
            kind={id === question.assumed ? 'primary' : 'secondary'}
            onClick={() => transcripts.answer(position)}
          >
            <bdi>{label}</bdi>
          </Button>
        ))}
      </div>
      <div className="button-row">
        {can.back ? (
          <Button kind="quiet" onClick={transcripts.back}>
            Back
          </Button>
        ) : null}
        <Button kind="quiet" onClick={transcripts.cancel}>
          Cancel the import
        </Button>
      </div>
    </Card>
  );
}
