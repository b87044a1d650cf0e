import type { useTranscriptImport } from '#web/flows/transcript-import/use-transcript-import.ts';
import type { useUpload } from '#web/flows/upload/use-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { byteSize } from '#web/ui/text.ts';
import type { OfferCredits } from '../analysis/quote-card.tsx';
import { StartPanel } from '../analysis/start-panel.tsx';
import { DropZone } from './drop-zone.tsx';
import { AccountCard, ArrangementCard, type Balance, EstimateCard } from './estimate-card.tsx';
import { HeardLanguages, HearingNotice } from './hearing-notice.tsx';
import { TranscriptQuestion } from './transcript-question.tsx';
import { TransferCard } from './transfer-card.tsx';
import './upload.css';

type Upload = ReturnType<typeof useUpload>;
type TranscriptImport = ReturnType<typeof useTranscriptImport>;

interface UploadPanelProps {
  upload: Upload;
  transcripts: TranscriptImport;
  balance?: Balance | null;
  onLackingCredits?: OfferCredits | undefined;
  onStorageFull?: (() => void) | undefined;
  hearing?: unknown;
}

export function UploadPanel(props: UploadPanelProps) {
  const { upload, transcripts, balance = null, onLackingCredits, onStorageFull, hearing = null } = props;
  const dropZone = (action?: string) => (
    <DropZone
      disabled={transcripts.isBusy || !upload.can.chooseFile}
      {...(action ? { action } : {})}
      onRecordings={upload.chooseFiles}
      onTranscript={transcripts.chooseFile}
    />
  );

  if (transcripts.isBusy) {
    const does = transcripts.step === 'sending' ? 'Using your answer' : 'Reading the transcript';
    return (
      <div role="status" className="upload-step">
        <p>{does} …</p>
        <ProgressBar value={null} label={does} />
      </div>
    );
  }
  if (transcripts.step === 'asking') return <TranscriptQuestion transcripts={transcripts} />;

  switch (upload.step) {
    case 'restoring':
      return <Skeleton label="Looking for an upload to resume" heading />;
    case 'awaitingFile':
      return (
        <div className="upload-step">
          <AwaitedFile upload={upload} />
          {dropZone('Choose the file again')}
        </div>
      );
    case 'inspecting':
      return (
        <div role="status" className="upload-step">
          <p>Looking at {upload.file?.name ?? 'the file'} …</p>
          <ProgressBar value={null} label="Inspecting the file" />
        </div>
      );
    case 'arranging':
      return <ArrangementCard upload={upload} />;
    case 'confirming':
      return <AccountCard upload={upload} />;
    case 'inspected':
    case 'estimated':
      return <EstimateCard upload={upload} balance={balance} hearing={hearing} />;
    case 'creating':
    case 'sending':
    case 'retrying':
    case 'paused':
    case 'offline':
    case 'verifying':
    case 'discarding':
      return <TransferCard upload={upload} />;
    case 'pricing':
      return (
        <StartPanel
          actor={upload.start}
          onLackingCredits={onLackingCredits}
          onImportTranscript={upload.replace}
        />
      );
    case 'failed':
      return (
        <div className="upload-step">
          <UploadFailure upload={upload} onStorageFull={onStorageFull} />
          <div className="button-row">
            {upload.can.retry ? (
              <Button kind="primary" onClick={upload.retry}>
                Try again
              </Button>
            ) : null}
            {upload.can.discard ? (
              <Button kind="danger" icon="trash" onClick={upload.discard}>
                Discard
              </Button>
            ) : null}
          </div>
          {upload.can.chooseFile ? dropZone() : null}
        </div>
      );
    default:
      return (
        <div className="upload-step">
          {upload.step === 'rejected' && upload.failure ? (
            <Notice kind="error" title={upload.file ? `${upload.file.name} was not accepted` : undefined}>
              {upload.failure.message}
            </Notice>
          ) : null}
          <TranscriptEnd {...transcripts} />
          <HearingNotice hearing={hearing} />
          {dropZone(upload.step === 'rejected' ? 'Choose another file' : undefined)}
          <HeardLanguages hearing={hearing} />
        </div>
      );
  }
}

function TranscriptEnd({ step, failure, can, retry }: TranscriptImport) {
  if (step === 'cancelled')
    return <Notice kind="information">The transcript was not imported, and we kept none of it.</Notice>;
  if (failure === null) return null;
  return (
    <Notice
      kind="error"
      title={can.retry ? 'The transcript was not imported' : 'The transcript was not accepted'}
    >
      <p>{failure.message}</p>
      {can.retry ? <Button onClick={retry}>Try again</Button> : null}
    </Notice>
  );
}

function UploadFailure({ upload, onStorageFull }: Pick<UploadPanelProps, 'upload' | 'onStorageFull'>) {
  const { file, failure } = upload;
  const isOverQuota = failure?.code === 'quotaReached';
  const isStorageFull = isOverQuota && failure.details?.quota === 'storedBytes';
  const title = isOverQuota && file ? `${file.name} was not uploaded` : 'The upload stopped';
  return (
    <Notice kind="error" title={title}>
      <p>{failure?.message}</p>
      <p>Nothing was charged.</p>
      {isStorageFull && onStorageFull ? <Button onClick={onStorageFull}>See your storage</Button> : null}
    </Notice>
  );
}

function AwaitedFile({ upload }: { upload: Upload }) {
  const { openUpload, failure } = upload;
  return (
    <>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <Notice kind="information" title="Resume your upload">
        {openUpload ? (
          <p>
            {byteSize(openUpload.offset)} of {byteSize(openUpload.sizeBytes)} have arrived. Choose{' '}
            <strong>{openUpload.fileName}</strong> again to resume from there.
          </p>
        ) : (
          <p>Choose the same file again to resume the upload.</p>
        )}
      </Notice>
      {openUpload ? (
        <ProgressBar value={openUpload.offset / openUpload.sizeBytes} label="Uploaded so far" />
      ) : null}
      {upload.can.discard ? (
        <div className="button-row">
          <Button kind="danger" icon="trash" onClick={upload.discard}>
            Discard this upload
          </Button>
        </div>
      ) : null}
    </>
  );
}
