import type { SnapshotFrom } from 'xstate';
import type { recapCollectionMachine } from './recap-collection.machine.ts';

type RecapCollectionSnapshot = SnapshotFrom<typeof recapCollectionMachine>;

const steps = ['reading', 'unread', 'shown', 'asking', 'ending'] as const;

export const selectRecapStep = (snapshot: RecapCollectionSnapshot): 'closed' | (typeof steps)[number] =>
  steps.find((step) => snapshot.matches({ open: step })) ?? 'closed';

export const selectRecaps = ({ context }: RecapCollectionSnapshot) => context;
