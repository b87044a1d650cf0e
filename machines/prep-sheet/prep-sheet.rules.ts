import { type EquivalentMutants, type Invariant, remembering } from '../kit/catalogue.ts';
import type { PrepSheetContext } from './prep-sheet.setup.ts';

export const prepSheetInvariants: readonly Invariant<PrepSheetContext>[] = [
  remembering<PrepSheetContext, { text: string | null; isLost: boolean }>({
    name: 'loses lines only when the game master takes those of the other tab',
    start: { text: null, isLost: false },
    after: ({ text }, { context, cause }) => ({
      text: context.draft,
      isLost: text !== null && text !== context.draft && cause !== 'lines.typed' && cause !== 'lines.dropped',
    }),
    holds: (_, { isLost }) => !isLost,
  }),
  {
    name: 'says that lines are saved only when all of them are',
    holds: ({ isIn, context }) => !isIn('lines.saved') || context.draft === context.sent,
  },
  {
    name: 'says why lines were not saved',
    holds: ({ isIn, context }) =>
      (isIn('lines.failed') || isIn('lines.outdated')) === (context.failure !== null),
  },
  {
    name: 'never saves over lines of another tab without being asked',
    holds: ({ started, cause }) =>
      !started.includes('saveLines') || cause !== 'saveLines: another tab saved meanwhile',
  },
  {
    name: 'says why the sheet was not pinned',
    holds: ({ isIn, context }) => isIn('copy.failed') === (context.pinFailure !== null),
  },
  {
    name: 'pins and unpins only when it is asked to',
    holds: ({ started, cause }) =>
      !started.includes('changePin') ||
      ['pin.requested', 'unpin.requested', 'undo.requested', 'pin.retried'].includes(cause ?? ''),
  },
];

export const prepSheetEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: ['stay: prepSheet.lines.typing --lines.typed#0--> prepSheet.lines.typing'],
    reason:
      'Paths wait until something is due and never in between. tests/machines/prep-sheet.test.ts checks that every key ' +
      'restarts the second, with two keys 999 milliseconds apart.',
  },
];
