import type { WorldChange, WorldThread } from '#contract/world.ts';
import { implement } from '#machines/kit/implement.ts';
import { threadBoardMachine } from '#machines/thread-board/thread-board.machine.ts';

export interface ThreadBoardEffects {
  read: (signal: AbortSignal) => Promise<readonly WorldThread[]>;
  save: (changes: readonly WorldChange[]) => Promise<readonly WorldChange[]>;
  /** Of the other pages of the world. */
  refresh: () => void;
}

export function provideThreadBoard(effects: () => ThreadBoardEffects): typeof threadBoardMachine {
  return implement(threadBoardMachine, ({ promise }) => ({
    ...promise('readBoard', ({ signal }) => effects().read(signal)),
    // The board is read again by its machine, and the other pages of the world whether it was saved or came too late.
    ...promise('saveChanges', ({ input }) => effects().save(input).finally(effects().refresh)),
  }));
}
