import type { Evidence } from '#contract/analysis-result.ts';
import type { Speaker } from '#contract/transcript.ts';
import { type EvidenceAccess, placeOf as placeOfEvidence } from '#web/results/evidence.tsx';
import { voiceHue } from '#web/results/voice-hue.ts';
import { clock } from '#web/ui/text.ts';

/** How places and voices of the evening are shown. Times of a file without timestamps are not. */
export function wordsOf({ timing }: Pick<EvidenceAccess, 'timing'>, speakers: readonly Speaker[]) {
  const isMeasured = timing === 'measured';
  const hueOf = (speakerId: string | null) => voiceHue(speakers.findIndex(({ id }) => id === speakerId));
  return {
    isMeasured,
    placeOf: (evidence: Evidence, ms?: number) =>
      isMeasured && ms !== undefined ? clock(ms / 1000) : placeOfEvidence(evidence, timing),
    hueOf,
    speakerOf: (speakerId: string | null) => ({
      label: speakers.find(({ id }) => id === speakerId)?.label ?? 'Unknown speaker',
      hue: hueOf(speakerId),
    }),
  };
}
