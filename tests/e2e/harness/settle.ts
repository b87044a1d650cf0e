import type { Call, NumberedCalls } from './numbered-calls.ts';
import { pageClock } from './page-clock.ts';

/** What the backend knows, and what the page is to wait for. */
export interface SettleRequest {
  /** Calls that the backend has got since it was asked last. */
  arrived: readonly number[];
  /** Calls that it holds, and its open streams with the bytes it has written to each. */
  held: readonly number[];
  streams: readonly (readonly [call: number, bytes: number])[];
  /** How many transitions are known already, and how many more are to be waited for. */
  from: number;
  wanted: number;
  /** How long to wait for the transitions, and in all; in milliseconds of the browser's own clock. */
  patience: number;
  longest: number;
}

export interface Settled {
  /** Nothing more happens by itself without time going by, and what was wanted has come or was waited for in vain. */
  isQuiet: boolean;
  /** Ids of the transitions taken beyond those that were known. */
  taken: readonly string[];
  /** The page's open calls. */
  calls: readonly Call[];
}

const turnsOfQuiet = 3;
/** After so many turns others get the processor. */
const turnsInARow = 20;

/**
 * Lets everything happen that is due without time going by: timers of no delay, answers on their way, rendering.
 * Returns as soon as a call is open that the backend may not have got yet.
 */
export async function settle(
  calls: NumberedCalls,
  takenSince: (from: number) => readonly string[],
  { arrived, held, streams, from, wanted, patience, longest }: SettleRequest,
): Promise<Settled> {
  const begin = pageClock.reallyNow();
  calls.noteArrivals(arrived);
  const written = new Map(streams);
  const isHeld = new Set(held);
  const waitsForBackend = ({ number, bytes }: Call) =>
    isHeld.has(number) || (written.has(number) && bytes >= written.get(number)!);
  const changes = new MutationObserver(() => {});
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  try {
    for (let turns = 1, quiet = 0; ; turns += 1) {
      await pageClock.turn(0);
      await pageClock.giveWay();
      const taken = takenSince(from);
      const open = calls.open();
      const isStill = changes.takeRecords().length === 0;
      if (open.some(({ hasArrived }) => !hasArrived)) return { isQuiet: false, taken, calls: open };
      const spent = pageClock.reallyNow() - begin;
      quiet = isStill && open.every(waitsForBackend) ? quiet + 1 : 0;
      const isWaitedFor = taken.length < wanted && spent < patience;
      if (quiet >= turnsOfQuiet && !isWaitedFor) return { isQuiet: true, taken, calls: open };
      if (spent > longest) return { isQuiet: false, taken, calls: open };
      if (turns > turnsInARow) await pageClock.reallyWait(1);
    }
  } finally {
    changes.disconnect();
  }
}
