import { creditsPerHour, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import type { useUpload } from '#web/flows/upload/use-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { byteSize, clock, countOf, credits } from '#web/ui/text.ts';
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
  const { file, estimate, contents, streams, promisedSeconds, detailLevel, can } = upload;
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
      {contents ? <ArrangementChoice upload={upload} contents={contents} /> : null}
      {streams ? (
        <p>
          This file has {countOf(streams.names.length, 'audio track')}:{' '}
          <strong>{streams.names.join(', ')}</strong>. Each one with sound becomes a speaker. You pay for the
          longest, not for each.
        </p>
      ) : null}
      {promisedSeconds !== null && estimate ? (
        <Notice kind="warning">
          This file says it is {clock(promisedSeconds)} long, but we can read only{' '}
          {clock(estimate.durationSeconds)}. You pay only for what we can read. If the download was cut off,
          download the file again.
        </Notice>
      ) : null}
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

/** Only the user knows whether the recordings play at the same time. */
export function ArrangementCard({ upload }: { upload: Upload }) {
  const { file, contents } = upload;
  return (
    <Card className="quote" aria-labelledby="arrangement-heading">
      <h2 id="arrangement-heading">How do these recordings go together?</h2>
      {file ? <p className="transfer-file">{file.name}</p> : null}
      {contents ? (
        <p>
          We can’t tell from <strong>{contents.names.join(', ')}</strong> whether they were recorded at the
          same time, one for each speaker, or one after another.
        </p>
      ) : null}
      {contents ? <ArrangementChoice upload={upload} contents={contents} /> : null}
      {upload.can.discard ? (
        <div className="button-row">
          <Button kind="quiet" onClick={upload.discard}>
            Choose another file
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Brief and comprehensive. */
const pricesOf = ({ brief, comprehensive }: NonNullable<Upload['estimate']>) =>
  brief === comprehensive ? credits(brief) : `${brief} or ${credits(comprehensive)}`;

const arrangements = { tracks: 'At the same time', parts: 'One after another' } as const;

function ArrangementChoice({
  upload,
  contents,
}: {
  upload: Upload;
  contents: NonNullable<Upload['contents']>;
}) {
  const isAsked = upload.step === 'arranging';
  return (
    <fieldset className="button-row arrangement">
      <legend className="visually-hidden">How the recordings go together</legend>
      {(['tracks', 'parts'] as const).map((arrangement) => {
        const estimate = contents.estimates[arrangement];
        return (
          <Button
            key={arrangement}
            aria-pressed={!isAsked && contents.kind === arrangement}
            disabled={!upload.can.arrange}
            onClick={() => upload.arrange(arrangement)}
          >
            {arrangements[arrangement]}
            {estimate ? `: ${clock(estimate.durationSeconds)}, ${pricesOf(estimate)}` : ''}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** What was found in the recording, before its price. */
export function AccountCard({ upload }: { upload: Upload }) {
  const { account, can } = upload;
  const label = account?.questions[0]?.choices.find(({ id }) => id === 'use')?.label;
  return (
    <Card className="quote" aria-labelledby="account-heading">
      <h2 id="account-heading">Before we show the price</h2>
      {account?.questions.map(({ id, sentence }) => (
        <p key={id}>{sentence}</p>
      ))}
      <div className="button-row">
        {can.accept ? (
          <Button kind="primary" onClick={upload.accept}>
            {label ?? 'Use what we can read'}
          </Button>
        ) : null}
        {can.discard ? (
          <Button kind="quiet" onClick={upload.discard}>
            Upload another recording
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

function Contents({ broken, ...contents }: NonNullable<Upload['contents']>) {
  return (
    <>
      <Recordings {...contents} />
      {broken.length > 0 ? (
        <Notice kind="warning">
          We can’t read <strong>{broken.join(', ')}</strong>. Upload without{' '}
          {broken.length === 1 ? 'it' : 'them'}, or choose the files again.
        </Notice>
      ) : null}
    </>
  );
}

function Recordings({ kind, names }: Pick<NonNullable<Upload['contents']>, 'kind' | 'names'>) {
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
        They are in order of file name. Is the order wrong? Rename the files and choose them again.
      </p>
    </div>
  );
}
