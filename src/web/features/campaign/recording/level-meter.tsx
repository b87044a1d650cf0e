import type { KeptRecording } from '#machines/recording/recording.setup.ts';
import { useLevel, useSecondsSinceKept } from '#web/flows/recording/use-recording.ts';
import { clock } from '#web/ui/text.ts';

export function RecordedTime({ kept }: { kept: KeptRecording | null }) {
  return <span className="recording-time">{clock((kept?.seconds ?? 0) + useSecondsSinceKept())}</span>;
}

export function LevelMeter() {
  const level = useLevel();
  return (
    <meter
      className="recording-level"
      aria-label="Loudness"
      min={0}
      max={1}
      high={0.98}
      optimum={0.5}
      value={level}
    >
      {Math.round(level * 100)} %
    </meter>
  );
}
