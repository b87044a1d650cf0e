import { creditsPerHour, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { useUpload } from '#web/flows/upload/use-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { byteSize, clock, countOf } from '#web/ui/text.ts';
import { LevelChoice, type LevelCost } from '../analysis/level-choice.tsx';
import { HearingNotice, hearingOf } from './hearing-notice.tsx';

type Upload = ReturnType<typeof useUpload>;

export interface Balance {
  credits: number;
  freeAnalyses: number;
}

function costFor(durationSeconds: number, credits: number, balance: Balance | null): LevelCost {
  if (balance === null) return { credits };
  if (balance.freeAnalyses > 0 && durationSeconds <= freeAnalysisMaxSeconds) return { credits, free: true };
  return { credits, missing: Math.max(0, credits - balance.credits) };
}

interface EstimateCardProps {
  upload: Upload;
  balance: Balance | null;
  hearing: unknown;
}

export function EstimateCard({ upload, balance, hearing }: EstimateCardProps) {
  const { file, estimate, contents, detailLevel, can } = upload;
  const isDeaf = hearingOf(hearing)?.state === 'unavailable';
  return (
    <Card className="quote" aria-labelledby="estimate-heading">
      <h2 id="estimate-heading">Before you upload</h2>
      {file ? (
        <p className="transfer-file">
          {file.name} · {byteSize(file.sizeBytes)}
          {estimate ? ` · ${clock(estimate.durationSeconds)}` : ''}
        </p>
      ) : null}
      {contents ? <Contents {...contents} /> : null}
      <HearingNotice hearing={hearing} />
      {isDeaf ? null : estimate ? (
        <>
          <p>Uploading is free. Analyzing a recording this long costs about:</p>
          <LevelChoice
            costs={{
              brief: costFor(estimate.durationSeconds, estimate.brief, balance),
              comprehensive: costFor(estimate.durationSeconds, estimate.comprehensive, balance),
            }}
            selected={detailLevel}
            disabled={!can.chooseLevel}
            onChoose={upload.chooseLevel}
          />
        </>
      ) : (
        <p>
          Uploading is free. Your browser can’t measure this recording; the server does, and shows the exact
          cost before anything is charged: {creditsPerHour.brief} credits an hour for a brief analysis,{' '}
          {creditsPerHour.comprehensive} for a comprehensive one.
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
          {isDeaf ? 'Upload and keep for free' : 'Upload for free'}
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

function Contents({ kind, names }: NonNullable<Upload['contents']>) {
  if (kind === 'tracks') {
    return (
      <p>
        {countOf(names.length, 'track')} of one evening, each with its own speaker:{' '}
        <strong>{names.join(', ')}</strong>. You pay for the length of the evening, not for each track.
      </p>
    );
  }
  return (
    <div>
      <p>{names.length} parts, one after another:</p>
      <ol>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order does not change.
          <li key={index}>{name}</li>
        ))}
      </ol>
      <p className="muted">
        They follow the names of the files. Is the order wrong? Rename them and choose again.
      </p>
    </div>
  );
}
