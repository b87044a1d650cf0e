import type { SnapshotFrom } from 'xstate';
import type { threadBoardMachine } from './thread-board.machine.ts';

type ThreadBoardSnapshot = SnapshotFrom<typeof threadBoardMachine>;

export const selectIsChanging = (snapshot: ThreadBoardSnapshot) =>
  snapshot.matches({ changes: 'saving' }) || snapshot.matches({ changes: 'undoing' });

export const selectCanUndo = (snapshot: ThreadBoardSnapshot) =>
  snapshot.matches({ changes: { settled: 'changed' } });

export const selectCanRetry = (snapshot: ThreadBoardSnapshot) =>
  snapshot.matches({ changes: { settled: 'failed' } }) ||
  snapshot.matches({ changes: { settled: 'undoFailed' } });
