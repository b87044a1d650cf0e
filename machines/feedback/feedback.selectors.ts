import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { feedbackMachine } from './feedback.machine.ts';

type FeedbackSnapshot = SnapshotFrom<typeof feedbackMachine>;

type FeedbackStep = 'closed' | 'editing' | 'commentMissing' | 'sending' | 'failed' | 'thanked';

export function selectFeedbackStep(snapshot: FeedbackSnapshot): FeedbackStep {
  if (!snapshot.hasTag(tag.modal)) return 'closed';
  if (snapshot.hasTag(tag.waiting)) return 'commentMissing';
  if (snapshot.hasTag(tag.busy)) return 'sending';
  if (snapshot.hasTag(tag.failed)) return 'failed';
  return snapshot.hasTag(tag.done) ? 'thanked' : 'editing';
}
