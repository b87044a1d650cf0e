import type { Introduction } from '#contract/sessions.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';

/** A speaker of a transcript, and whose name was said in that voice; `personId` null: the game master, who is not in the cast. */
export interface NamedSpeaker {
  label: string;
  personId: string | null;
}

/**
 * The speakers that the speech engine found, by who speaks longest where somebody says their name; if two speak equally long, neither.
 * One as whom two people introduce themselves has both voices, and gets no name.
 */
export function introducedSpeakers(
  { speakers, segments }: Pick<TranscriptDocument, 'speakers' | 'segments'>,
  introductions: readonly Introduction[],
): NamedSpeaker[] {
  const found = introductions.flatMap(({ personId, fromMs, toMs }) => {
    const spokenMs = (speakerId: string) =>
      segments
        .filter((segment) => segment.speakerId === speakerId)
        .reduce(
          (sum, { startMs, endMs }) => sum + Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs)),
          0,
        );
    const [longest, next] = speakers
      .map(({ id, label }) => ({ label, milliseconds: spokenMs(id) }))
      .toSorted((one, other) => other.milliseconds - one.milliseconds);
    return longest && longest.milliseconds > (next?.milliseconds ?? 0)
      ? [{ label: longest.label, personId }]
      : [];
  });
  return found.filter(({ label, personId }) =>
    found.every((other) => other.label !== label || other.personId === personId),
  );
}
