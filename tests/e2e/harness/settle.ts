import type { Call, NumberedCalls } from './numbered-calls.ts';
import { pageClock } from './page-clock.ts';

/** What the backend knows, and what the page should wait for. */
export interface SettleRequest {
  /** Calls that the backend has received since the last question. */
  arrived: readonly number[];
  /** Calls that it delays, and its open streams with the bytes written to each. */
  held: readonly number[];
  streams: readonly (readonly [call: number, bytes: number])[];
  /** How many transitions are known already, and how many more to wait for. */
  from: number;
  wanted: number;
  /** Time limits for the transitions, and in total, in milliseconds of real time. */
  patience: number;
  longest: number;
}

export interface Settled {
  /** Nothing more happens without time passing, and the expected transitions have come or timed out. */
  isQuiet: boolean;
  /** Ids of the new transitions. */
  taken: readonly string[];
  calls: readonly Call[];
}

const turnsOfQuiet = 3;
/** Yields the processor after this many turns. */
const turnsInARow = 20;

/**
 * Runs everything that is due without time passing: timers without delay, arriving answers, rendering.
 * Returns as soon as a call is open that the backend may not have received yet.
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
