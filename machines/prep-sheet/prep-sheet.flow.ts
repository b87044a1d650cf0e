import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { prepSheetMachine } from './prep-sheet.machine.ts';
import { prepSheetEquivalents, prepSheetInvariants } from './prep-sheet.rules.ts';

export const prepSheetFlow = defineFlow({
  name: 'prep-sheet',
  title: 'Preparing the next evening',
  group: 'Sessions and notes',
  paragraph:
    'The page “Next evening” of a campaign shows where the last session stopped, what is open and who may come back. The game master writes ' +
    'lines of their own, which are saved while they write, and can pin the page: then it stays as it is until they unpin it.',
  requirements: ['R8.10'],
  story: [
    'copy.unknown',
    'copy.live',
    'lines.kept',
    'lines.typing',
    'lines.saving',
    'lines.saved',
    'copy.changing',
    'copy.pinned',
  ],
  synonyms: { pin: ['freeze', 'keep as it is'] },
  machine: prepSheetMachine,
  scenarios: [
    { name: 'page opened', input: { isPinned: false } },
    { name: 'pinned page opened', input: { isPinned: true } },
  ],
  events: {
    'lines.typed': [
      { name: 'the user writes', event: { type: 'lines.typed', text: 'Map of the mill' } },
      { name: 'the user writes on', event: { type: 'lines.typed', text: 'Map of the mill, two candles' } },
    ],
    'lines.left': 'the user leaves the field',
    'lines.dropped': 'the user takes the other lines',
    retry: 'the user tries again',
    'pin.requested': 'the user pins the sheet',
    'unpin.requested': 'the user unpins the sheet',
    'undo.requested': 'the user puts the copy back',
    'pin.retried': 'the user tries again to pin or unpin',
    'pin.found': 'another tab has pinned the sheet',
    'pin.lost': 'another tab has unpinned the sheet',
  },
  outcomes: {
    saveLines: [
      done('the lines are saved', undefined),
      fails(
        'another tab saved meanwhile',
        'staleRevision',
        'This was changed in another tab or by someone else.',
      ),
      unreachable,
    ],
    changePin: [done('the server has it', undefined), unreachable],
  },
  alike: {
    saveLines: { 'the server cannot be reached': ['notFound', 'preconditionRequired'] },
    changePin: { 'the server cannot be reached': ['notFound', 'conflict'] },
  },
  byHand: { 'another tab saved meanwhile': 'Change the lines in a second tab first.' },
  guards: {
    isStale: 'The lines were changed in another tab.',
    hasMore: 'The game master went on writing meanwhile.',
    isPinned: 'The sheet is pinned, or was to be pinned.',
  },
  invariants: prepSheetInvariants,
  equivalents: prepSheetEquivalents,
});
