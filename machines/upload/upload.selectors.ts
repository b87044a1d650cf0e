import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { uploadMachine } from './upload.machine.ts';

type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;

export type UploadStep =
  | 'restoring'
  | 'idle'
  | 'awaitingFile'
  | 'inspecting'
  | 'rejected'
  | 'inspected'
  | 'estimated'
  | 'creating'
  | 'sending'
  | 'retrying'
  | 'paused'
  | 'offline'
  | 'verifying'
  | 'pricing'
  | 'discarding'
  | 'failed';

export function selectUploadStep(snapshot: UploadSnapshot): UploadStep {
  for (const step of [
    'restoring',
    'idle',
    'awaitingFile',
    'inspecting',
    'rejected',
    'inspected',
    'estimated',
    'creating',
    'pricing',
    'discarding',
    'failed',
  ] as const) {
    if (snapshot.matches(step)) return step;
  }
  if (snapshot.matches({ transfer: 'waitingToRetry' })) return 'retrying';
  if (snapshot.matches({ transfer: 'paused' })) return 'paused';
  if (snapshot.matches({ transfer: 'offline' })) return 'offline';
  return snapshot.matches('completing') ? 'verifying' : 'sending';
}

export const selectIsUploadBusy = (snapshot: UploadSnapshot) => snapshot.hasTag(tag.busy);

/** Whether bytes are still to be sent, so leaving the page would interrupt the upload. */
export const selectIsTransferring = (snapshot: UploadSnapshot) => snapshot.hasTag(tag.cancellable);

/** 0..1 */
export function selectFraction({ context }: UploadSnapshot): number {
  const size = context.upload?.sizeBytes ?? context.file?.sizeBytes ?? 0;
  return size === 0 ? 0 : Math.min(1, context.sentBytes / size);
}
