import type { EquivalentMutants, Invariant } from '../kit/catalogue.ts';
import type { ThreadBoardContext } from './thread-board.setup.ts';

export const threadBoardInvariants: readonly Invariant<ThreadBoardContext>[] = [
  {
    name: 'changes only what the game master asks for',
    holds: ({ started, cause }) =>
      !started.includes('saveChanges') ||
      ['change.requested', 'undo.requested', 'retry'].includes(cause ?? ''),
  },
  {
    name: 'offers to undo exactly what was saved',
    holds: ({ isIn, context }) => !isIn('changes.settled.changed') || context.undo.length > 0,
  },
  {
    name: 'says why a change was not saved',
    requirement: 'R8.10',
    holds: ({ isIn, context }) =>
      (isIn('changes.settled.failed') ||
        isIn('changes.settled.undoFailed') ||
        isIn('changes.settled.outdated')) ===
      (context.failure !== null),
  },
  {
    name: 'reads the board again after every change, and after one that came too late',
    holds: ({ started, cause }) =>
      !['saveChanges: the change is saved', 'saveChanges: somebody changed it meanwhile'].includes(
        cause ?? '',
      ) || started.includes('readBoard'),
  },
  {
    name: 'says why the board could not be read',
    requirement: 'R8.10',
    holds: ({ isIn, context }) => isIn('board.unavailable') === (context.readFailure !== null),
  },
  {
    name: 'says that there is no thread only when there is none',
    holds: ({ isIn, context }) =>
      (!isIn('board.empty') || context.threads?.length === 0) &&
      (!isIn('board.shown') || (context.threads ?? []).length > 0),
  },
];

export const threadBoardEquivalents: readonly EquivalentMutants[] = [
  {
    mutants: [
      'extra transition: threadBoard.changes.settled.failed --board.changed--> threadBoard.changes.settled.undoFailed',
      'extra transition: threadBoard.changes.settled.undoFailed --board.changed--> threadBoard.changes.settled.ready',
      'extra transition: threadBoard.changes.saving --board.changed--> threadBoard.changes.undoing',
      'extra transition: threadBoard.changes.undoing --board.changed--> threadBoard.changes.settled',
    ],
    reason:
      'The machine raises this event itself once a change is saved, undone or came too late, and nothing else sends it.',
  },
];
