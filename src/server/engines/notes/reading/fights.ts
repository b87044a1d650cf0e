import type { Speech } from './text.ts';
import type { Zones } from './zones.ts';

/** From the call for initiative to the last talk of turns, as numbers of sentences. */
export interface Fight {
  from: number;
  to: number;
}

const TURN_TALK =
  /\b(initiative|damage|to hit|(does|that) (a )?\d+ hits?|attacks?|saving throw|(your|next|his|her|its|their) turn|hit points?|end of (your|my) turn|how do you want to do this|sneak attack|reaction|bonus action|you're up|on deck|that hits|that misses|top of the round|brings us to)\b/i;
const BEGINS =
  /\b(roll (for )?(me )?(some )?initiative|initiative,? (everyone|everybody|please|guys|order)|rolling initiative|initiative rolls?)\b/i;
const QUIET_WORDS = 450;
const FEWEST_MARKS = 10;

/** Fights, from the call for initiative until the table no longer talks about turns. */
export function findFights(speech: Speech, { zones }: Zones): Fight[] {
  const fights: Fight[] = [];
  let open: (Fight & { marks: number }) | null = null;
  let quiet = 0;
  const close = () => {
    if (open && open.marks >= FEWEST_MARKS) fights.push({ from: open.from, to: open.to });
    open = null;
  };
  for (const sentence of speech.sentences) {
    if (zones[sentence.index] === 'recap') continue;
    quiet += sentence.words.length;
    if (open && TURN_TALK.test(sentence.text)) {
      open.to = sentence.index;
      open.marks += 1;
      quiet = 0;
    } else if (open && quiet > QUIET_WORDS) close();
    if (!open && BEGINS.test(sentence.text)) {
      open = { from: sentence.index, to: sentence.index, marks: 1 };
      quiet = 0;
    }
  }
  close();
  return fights;
}
