import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export interface SampleCampaignProps {
  busy: boolean;
  failure: string | null;
  onOpen: () => void;
}

export function OpenSample({
  busy,
  failure,
  onOpen,
  kind = 'secondary',
}: SampleCampaignProps & Pick<ButtonProps, 'kind'>) {
  return (
    <>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      <Button kind={kind} icon="book" busy={busy} onClick={onOpen}>
        See a sample session
      </Button>
    </>
  );
}

export function SampleCampaign(sample: SampleCampaignProps) {
  return (
    <section className="sample-campaign" aria-labelledby="sample-campaign-title">
      <h2 id="sample-campaign-title">Nothing recorded yet?</h2>
      <p>
        Open a finished session from a made-up table: eight minutes of audio, with a transcript and notes. Try
        everything on it. It’s free, and you can delete it at any time.
      </p>
      <OpenSample {...sample} />
    </section>
  );
}
