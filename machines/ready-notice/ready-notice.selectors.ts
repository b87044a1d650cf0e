import type { SnapshotFrom } from 'xstate';
import type { readyNoticeMachine } from './ready-notice.machine.ts';

const steps = ['unsupported', 'off', 'asking', 'on', 'blocked'] as const;
type ReadyNoticeStep = (typeof steps)[number];

export function selectReadyNotice(snapshot: SnapshotFrom<typeof readyNoticeMachine>): ReadyNoticeStep | null {
  return steps.find((present) => snapshot.matches({ present })) ?? null;
}
