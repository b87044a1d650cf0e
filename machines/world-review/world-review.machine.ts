import { changeStates } from './change-states.ts';
import { nothingChanged, worldReviewSetup } from './world-review.setup.ts';

export const worldReviewMachine = worldReviewSetup.createMachine({
  id: 'worldReview',
  context: nothingChanged,
  ...changeStates(
    'worldReview',
    {
      settled:
        'The game master reads the index and its suggestions, and may change them, keep a line as a thread, or change dates of the timeline.',
      outdated:
        'The same entry was changed meanwhile, by somebody or by a try whose answer was lost, so this change, or taking it back, was not saved. The page shows the entry as it is now.',
    },
    {},
  ),
});
