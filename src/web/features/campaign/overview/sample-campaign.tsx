import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export interface SampleCampaignProps {
  busy: boolean;
  failure: string | null;
  onOpen: () => void;
}

export function SampleCampaign({ busy, failure, onOpen }: SampleCampaignProps) {
  return (
    <section className="sample-campaign" aria-labelledby="sample-campaign-title">
      <h2 id="sample-campaign-title">Nothing recorded yet?</h2>
      <p>
        Open a finished session from a made-up table: eight minutes of audio, with a transcript and notes. Try
        everything on it. It’s free, and you can delete it at any time.
      </p>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      <Button icon="book" busy={busy} onClick={onOpen}>
        See a sample session
      </Button>
    </section>
  );
}
