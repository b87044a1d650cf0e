import { isLasting } from '#contract/labels.ts';
import type { Speaker } from '#contract/transcript.ts';
import { countOf } from '#web/ui/count-of.ts';

const of = new Intl.ListFormat('en');

/** "At the table: Ines (game master), Pike (Liam), and 2 more voices". Empty if no speaker is named. */
export function attendance(speakers: readonly Speaker[]): string {
  const named = [...speakers]
    .filter(({ label }) => isLasting(label))
    .sort((one, other) => other.talkMs - one.talkMs);
  if (named.length === 0) return '';
  const unnamed = speakers.length - named.length;
  const names = named.map(({ label, role }) => (role === 'gm' ? `${label} (game master)` : label));
  return `At the table: ${of.format(unnamed === 0 ? names : [...names, countOf(unnamed, 'more voice')])}`;
}
