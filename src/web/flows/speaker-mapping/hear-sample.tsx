import type { CastSheet, CastSpeaker } from '#contract/speakers.ts';
import { useClip } from '#web/flows/player/use-clip.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { Mapping } from './use-speaker-mapping.ts';

interface HearSampleProps {
  mapping: Pick<Mapping, 'campaignId' | 'session'>;
  sheet: Pick<CastSheet, 'canBeHeard'>;
  label: string;
  sample: Pick<CastSpeaker['samples'][number], 'startMs' | 'endMs'>;
}

/** Nothing where the recording is gone. */
export function HearSample({ mapping: { campaignId, session }, sheet, label, sample }: HearSampleProps) {
  const hear = useClip();
  if (!sheet.canBeHeard || campaignId === null || session === null) return null;
  return (
    <Button
      kind="quiet"
      icon="play"
      onClick={() => hear({ sessionId: session.id, campaignId, title: session.title }, sample)}
    >
      <VisuallyHidden>Hear {label} at </VisuallyHidden>
      {clock(sample.startMs / 1000)}
    </Button>
  );
}
