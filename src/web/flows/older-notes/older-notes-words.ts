import type { OlderNotesReason, OlderNotesRun } from '#contract/older-notes.ts';
import { countOf } from '#web/ui/count-of.ts';
import { credits } from '#web/ui/text.ts';

export const writtenText = ({ written, total }: OlderNotesRun) => `${written} of ${total} written`;

const reasons: Record<OlderNotesReason, string> = {
  insufficientCredits: 'Your credits ran out, so the rest wasn’t started. Buy credits, then write the rest.',
  writerAway: 'The language model can’t write right now, so the rest wasn’t started. Try again later.',
};

/** How a run ended, what stays, and what it cost. */
export function endText(run: OlderNotesRun): string {
  const { state, reason, failed, chargedCredits } = run;
  const said = [`Notes of older sessions: ${writtenText(run)}.`];
  if (state === 'cancelled') said.push('You stopped the rest.');
  if (reason !== null) said.push(reasons[reason]);
  if (failed > 0)
    said.push(
      `${countOf(failed, 'session')} couldn’t be written. Each keeps the page in its own words, and you weren’t charged for written notes.`,
    );
  said.push(chargedCredits === 0 ? 'You weren’t charged.' : `You were charged ${credits(chargedCredits)}.`);
  return said.join(' ');
}
