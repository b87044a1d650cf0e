import type { SnapshotFrom } from 'xstate';
import type { playerMachine } from './player.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

const open = ['none', 'deleted', 'unmade', 'remaking', 'unreachable', 'unplayable', 'preparing'] as const;
const loaded = ['waiting', 'playing', 'paused', 'lost', 'ended'] as const;

type PlayerStep = 'closed' | 'asking' | (typeof open)[number] | (typeof loaded)[number];

export function selectPlayerStep(snapshot: PlayerSnapshot): PlayerStep {
  if (snapshot.matches('closed')) return 'closed';
  // A later question whether it is ready looks the same as waiting.
  if (snapshot.matches({ open: 'asking' })) return snapshot.context.questions > 0 ? 'preparing' : 'asking';
  return (
    loaded.find((one) => snapshot.matches({ open: { loaded: { sound: one } } })) ??
    open.find((one) => snapshot.matches({ open: one })) ??
    'asking'
  );
}

export const selectHeardSession = (snapshot: PlayerSnapshot): string | null =>
  snapshot.matches({ open: 'loaded' }) ? (snapshot.context.place?.sessionId ?? null) : null;
