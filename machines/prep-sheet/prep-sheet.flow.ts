import { defineFlow } from '../kit/catalogue.ts';
import { unreachable } from '../kit/outcomes.ts';
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
    'lines.left': [{ name: 'the user leaves the field', event: { type: 'lines.left' } }],
    'lines.dropped': [{ name: 'the user takes the other lines', event: { type: 'lines.dropped' } }],
    retry: [{ name: 'the user tries again', event: { type: 'retry' } }],
    'pin.requested': [{ name: 'the user pins the sheet', event: { type: 'pin.requested' } }],
    'unpin.requested': [{ name: 'the user unpins the sheet', event: { type: 'unpin.requested' } }],
    'undo.requested': [{ name: 'the user puts the copy back', event: { type: 'undo.requested' } }],
    'pin.retried': [{ name: 'the user tries again to pin or unpin', event: { type: 'pin.retried' } }],
    'pin.found': [{ name: 'another tab has pinned the sheet', event: { type: 'pin.found' } }],
    'pin.lost': [{ name: 'another tab has unpinned the sheet', event: { type: 'pin.lost' } }],
  },
  outcomes: {
    saveLines: [
      { name: 'the lines are saved', type: 'done', output: undefined },
      {
        name: 'another tab saved meanwhile',
        type: 'error',
        error: { code: 'staleRevision', message: 'This was changed in another tab or by someone else.' },
      },
      unreachable,
    ],
    changePin: [{ name: 'the server has it', type: 'done', output: undefined }, unreachable],
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
