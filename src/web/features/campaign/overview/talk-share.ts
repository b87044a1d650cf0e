import type { TalkShare } from '#contract/speakers.ts';
import { countOf } from '#web/ui/count-of.ts';

const ENOUGH_EVENINGS = 3;
/** Of what each player would speak if all spoke alike. */
const QUIET = 0.5;

/** The player who spoke less than half of what players speak on average, over at least three evenings; null: nobody. */
export function quietest({ people }: TalkShare): TalkShare['people'][number] | null {
  const players = people.filter(({ role }) => role === 'player');
  if (players.length < 3) return null;
  const mean = players.reduce((sum, { share }) => sum + share, 0) / players.length;
  const quiet = players
    .filter(({ share, evenings }) => evenings >= ENOUGH_EVENINGS && share < QUIET * mean)
    .sort((one, other) => one.share - other.share);
  return quiet[0] ?? null;
}

/** Of several characters each with its time. */
export function spotlight(characters: TalkShare['people'][number]['characters']): string {
  const isOne = characters.length < 2;
  return characters.map(({ name, talkMs }) => (isOne ? name : `${name} ${spokenTime(talkMs)}`)).join(', ');
}

/** "1 hour 5 minutes"; less than a minute in seconds. */
export function spokenTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return countOf(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [countOf(hours, 'hour')] : []),
    ...(rest > 0 ? [countOf(rest, 'minute')] : []),
  ].join(' ');
}
