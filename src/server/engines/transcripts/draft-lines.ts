import type { IntakeAccount } from '#contract/intake-account.ts';
import type { Warning } from '#contract/transcript.ts';

/** Times in milliseconds, or, with unit `numbers`, as the file has them. */
export interface DraftLine {
  speaker: string | null;
  text: string;
  start: number | null;
  end: number | null;
  confidence?: number | null;
}

export type DraftUnit = 'clock' | 'frames' | 'numbers' | 'seconds' | 'milliseconds';

export type LeftOut = IntakeAccount['leftOut'][number];

export interface Draft {
  format: string;
  language?: string | null;
  lines: DraftLine[];
  /** `numbers`: the unit has to be found. Other units say how the file wrote them. */
  unit?: DraftUnit;
  isTimeOfDay?: boolean;
  /** Words that the reader found and did not put into `lines`. */
  otherWords?: number;
  found?: { times: number; names: number };
  leftOut?: LeftOut[];
  unreadable?: Map<string, number>;
  warnings?: Warning[];
}

export function warningOf(code: string, message: string): Warning {
  return { code, message, startMs: null, endMs: null };
}

/** "1 cue without valid times", "3 cues …": the first word takes the plural. */
export function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : what.replace(/^\S+/, '$&s')}`;
}
