import type { useUpload } from '#web/flows/upload/use-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { byteSize, roughly } from '#web/ui/text.ts';
import { useTransferSpeed } from './use-transfer-speed.ts';

type Upload = ReturnType<typeof useUpload>;

const words: Partial<Record<Upload['step'], { heading: string; text: string }>> = {
  creating: { heading: 'Getting ready to upload', text: 'One moment …' },
  sending: {
    heading: 'Uploading',
    text: 'You can keep working here. Leaving the site pauses the upload; you can resume it later.',
  },
  retrying: {
    heading: 'Trying again',
    text: 'The connection was lost. The upload will resume automatically.',
  },
  paused: { heading: 'Paused', text: 'We kept what you have uploaded. Resume within seven days.' },
  offline: {
    heading: 'You are offline',
    text: 'The upload resumes when you are back online. Nothing is lost.',
  },
  verifying: {
    heading: 'Checking the recording',
    text: 'The upload is complete. The server is measuring the length and checking that it can read the audio.',
  },
  discarding: { heading: 'Discarding', text: 'Removing the upload …' },
};

export function TransferCard({ upload }: { upload: Upload }) {
  const { step, file, sentBytes, sizeBytes, fraction, can } = upload;
  const speed = useTransferSpeed(sentBytes, step === 'sending');
  const text = words[step];
  const secondsLeft = speed && speed > 0 ? (sizeBytes - sentBytes) / speed : null;

  return (
    <Card className="transfer" aria-labelledby="transfer-heading">
      <div role="status">
        <h2 id="transfer-heading">{text?.heading}</h2>
        <p className="muted">{text?.text}</p>
      </div>
      <p className="transfer-file">{file?.name ?? upload.openUpload?.fileName}</p>
      <ProgressBar value={step === 'verifying' ? null : fraction} label="Upload" />
      <p className="transfer-figures">
        <span>
          {Math.floor(fraction * 100)} % · {byteSize(sentBytes)} of {byteSize(sizeBytes)}
        </span>
        {speed !== null && speed > 0 ? <span>{byteSize(speed)}/s</span> : null}
        {secondsLeft !== null ? <span>{roughly(secondsLeft)} left</span> : null}
      </p>
      <div className="button-row">
        {can.pause ? (
          <Button icon="pause" onClick={upload.pause}>
            Pause
          </Button>
        ) : null}
        {can.resume ? (
          <Button kind="primary" icon="play" onClick={upload.resume}>
            Resume
          </Button>
        ) : null}
        {can.retry ? (
          <Button kind="primary" onClick={upload.retry}>
            Try now
          </Button>
        ) : null}
        {can.discard ? (
          <Button kind="danger" icon="trash" onClick={upload.discard}>
            Discard
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
