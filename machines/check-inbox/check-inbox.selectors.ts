import type { SnapshotFrom } from 'xstate';
import type { checkInboxMachine } from './check-inbox.machine.ts';
import { questionAt } from './check-inbox.setup.ts';

type CheckInboxSnapshot = SnapshotFrom<typeof checkInboxMachine>;

const steps = ['loading', 'unread', 'shown', 'answering', 'undoing'] as const;
const outcomes = ['answered', 'undone', 'outdated', 'failed', 'finished'] as const;

type CheckInboxStep = 'closed' | (typeof steps)[number];

export const selectCheckStep = (snapshot: CheckInboxSnapshot): CheckInboxStep =>
  steps.find((open) => snapshot.matches({ open })) ?? 'closed';

/** Null: nothing to say. */
export const selectCheckOutcome = (snapshot: CheckInboxSnapshot) =>
  outcomes.find((shown) => snapshot.matches({ open: { shown } })) ?? null;

export const selectCheckInbox = ({ context }: CheckInboxSnapshot) => ({
  ...context,
  question: questionAt(context),
});
