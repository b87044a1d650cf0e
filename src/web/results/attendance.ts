import { combinedVoices } from '#contract/combined-voices.ts';
import { isLasting, shownLabel } from '#contract/labels.ts';
import type { Speaker } from '#contract/transcript.ts';
import { countOf } from '#web/ui/count-of.ts';

/** How many voices are shown before the rest is asked for. */
export const FIRST_VOICES = 6;

const of = new Intl.ListFormat('en');

export interface Attendance {
  /** "At the table: Ines (game master), Pike (Liam), and 2 more voices". */
  all: string;
  /** The first six with the number of the others; null if nobody is left out. */
  short: { text: string; more: number } | null;
}

function voicesIn(speakers: readonly Speaker[]): Speaker[] {
  const voicesOf = combinedVoices(speakers.map(({ label }) => label));
  return speakers.filter(({ label }) => voicesOf(label) === null);
}

/** How many voices have only a number. */
export const unnamedVoices = (speakers: readonly Speaker[]): number =>
  voicesIn(speakers).filter(({ label }) => !isLasting(label)).length;

/** Named voices, the most talkative first. Null if no speaker is named. */
export function attendance(speakers: readonly Speaker[]): Attendance | null {
  const voices = voicesIn(speakers);
  const named = voices
    .filter(({ label }) => isLasting(label))
    .sort((one, other) => other.talkMs - one.talkMs)
    .map(({ label, role }) => shownLabel(label) + (role === 'gm' ? ' (game master)' : ''));
  if (named.length === 0) return null;
  const unnamed = voices.length - named.length;
  const all = unnamed === 0 ? named : [...named, countOf(unnamed, 'more voice')];
  return {
    all: `At the table: ${of.format(all)}`,
    short:
      named.length <= FIRST_VOICES
        ? null
        : {
            text: `At the table: ${named.slice(0, FIRST_VOICES).join(', ')}`,
            more: voices.length - FIRST_VOICES,
          },
  };
}
