import { lengthInTokens } from './transport.ts';

/** What an evening has beside its answers, for those that cannot be used. */
export interface Again {
  readonly most: number;
  left: number;
  /** Questions. */
  readonly atOnce: number;
}

/** @param used in earlier steps */
export function againOf(written: { again: number } | undefined, { used = 0, atOnce = 1 }): Again {
  const most = written?.again ?? Number.POSITIVE_INFINITY;
  return { most, left: Math.max(0, most - used), atOnce };
}

/**
 * Tokens that the answers to one question may have. What cannot be used comes from what the evening has for that. As that goes, a first answer may be only
 * half as long, so that there is room for a second one.
 */
export class Room {
  left: number;
  private readonly again: Again;
  private isUntouched = true;

  constructor(left: number, again: Again) {
    this.left = left;
    this.again = again;
  }

  /** Of the next answer; undefined: as many as the model has room for. */
  get most(): number | undefined {
    if (!Number.isFinite(this.left)) return undefined;
    const { most, left, atOnce } = this.again;
    const isWhole = !this.isUntouched || left === most;
    return Math.floor(isWhole ? this.left : Math.min(this.left, this.left / 2 + left / atOnce));
  }

  wrote(tokens: number, isUsed: boolean): void {
    const again = isUsed ? 0 : Math.min(tokens, this.again.left);
    this.isUntouched = false;
    this.again.left -= again;
    this.left -= tokens - again;
  }

  /** Counts an answer that may be of an earlier run. */
  kept(answer: unknown): void {
    if (this.isUntouched) this.wrote(lengthInTokens(answer), true);
  }

  /** Calls `use` with such a share of the room, and has back what it leaves. */
  async lend<Value>(share: number, use: (room: Room) => Promise<Value>): Promise<Value> {
    const lent = new Room(this.left * share, this.again);
    if (Number.isFinite(this.left)) this.left -= lent.left;
    this.isUntouched = false;
    try {
      return await use(lent);
    } finally {
      this.left += lent.left;
    }
  }
}
