import type { SnapshotFrom } from 'xstate';
import type { readyNoticeMachine } from './ready-notice.machine.ts';

const steps = ['unsupported', 'off', 'asking', 'on', 'blocked'] as const;
export type ReadyNoticeStep = (typeof steps)[number];

/** Whether this browser tells of finished notes; null: nobody is signed in. */
export function selectReadyNotice(snapshot: SnapshotFrom<typeof readyNoticeMachine>): ReadyNoticeStep | null {
  return steps.find((present) => snapshot.matches({ present })) ?? null;
}
