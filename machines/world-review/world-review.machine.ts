import { changeStates } from './change-states.ts';
import { nothingChanged, worldReviewSetup } from './world-review.setup.ts';

export const worldReviewMachine = worldReviewSetup.createMachine({
  id: 'worldReview',
  context: nothingChanged,
  ...changeStates(
    'worldReview',
    {
      settled:
        'The game master reads the index and its suggestions, and may change them or keep a line as a thread.',
      outdated:
        'Somebody changed the same entry meanwhile, so this change, or taking it back, was not saved. The page shows the entry as it is now.',
    },
    {},
  ),
});
