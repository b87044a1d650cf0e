import type { WorldChange } from '#contract/world.ts';
import { implement } from '#machines/kit/implement.ts';
import { worldReviewMachine } from '#machines/world-review/world-review.machine.ts';

export interface WorldReviewEffects {
  save: (changes: readonly WorldChange[]) => Promise<readonly WorldChange[]>;
  refresh: () => void;
}

export function provideWorldReview(effects: () => WorldReviewEffects): typeof worldReviewMachine {
  return implement(worldReviewMachine, ({ promise }) =>
    promise('saveChanges', ({ input }) => effects().save(input)),
  ).provide({ actions: { refreshWorld: () => effects().refresh() } });
}
