import type { useUpload } from '#web/app/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { byteSize, clock } from '#web/ui/text.ts';
import { LevelChoice } from '../analysis/level-choice.tsx';

type Upload = ReturnType<typeof useUpload>;

/** What the analysis will cost, before a byte is sent. Uploading itself is free (D1). */
export function EstimateCard({ upload }: { upload: Upload }) {
  const { file, estimate, detailLevel, can } = upload;
  return (
    <Card className="quote" aria-labelledby="estimate-heading">
      <h2 id="estimate-heading">Before you upload</h2>
      {file ? (
        <p className="transfer-file">
          {file.name} · {byteSize(file.sizeBytes)}
          {estimate ? ` · ${clock(estimate.durationSeconds)}` : ''}
        </p>
      ) : null}
      {estimate ? (
        <>
          <p>Uploading is free. An analysis of a recording this long costs about:</p>
          <LevelChoice
            costs={{ brief: { credits: estimate.brief }, comprehensive: { credits: estimate.comprehensive } }}
            selected={detailLevel}
            disabled={!can.chooseLevel}
            onChoose={upload.chooseLevel}
          />
        </>
      ) : (
        <p>
          Uploading is free. Your browser cannot tell how long this recording is; the server measures it, and
          shows the exact cost before anything is charged: 60 credits an hour for a brief analysis, 100 for a
          comprehensive one.
        </p>
      )}
      <div className="button-row">
        <Button
          kind="primary"
          icon="upload"
          disabled={!can.confirm}
          busy={upload.isBusy}
          onClick={upload.confirm}
        >
          Upload for free
        </Button>
        {can.discard ? (
          <Button kind="quiet" onClick={upload.discard}>
            Choose another file
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
