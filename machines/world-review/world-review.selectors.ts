import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { worldReviewMachine } from './world-review.machine.ts';

type WorldReviewSnapshot = SnapshotFrom<typeof worldReviewMachine>;

export const selectIsChanging = (snapshot: WorldReviewSnapshot) => snapshot.hasTag(tag.busy);

export const selectCanUndo = (snapshot: WorldReviewSnapshot) => snapshot.matches({ settled: 'changed' });

export const selectCanRetry = (snapshot: WorldReviewSnapshot) =>
  snapshot.matches({ settled: 'failed' }) || snapshot.matches({ settled: 'undoFailed' });
