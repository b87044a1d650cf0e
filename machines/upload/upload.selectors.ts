import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { uploadMachine } from './upload.machine.ts';

type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;

export type UploadStep =
  | 'restoring'
  | 'idle'
  | 'choosing'
  | 'awaitingFile'
  | 'inspecting'
  | 'rejected'
  | 'arranging'
  | 'inspected'
  | 'estimated'
  | 'creating'
  | 'sending'
  | 'retrying'
  | 'paused'
  | 'offline'
  | 'verifying'
  | 'confirming'
  | 'pricing'
  | 'discarding'
  | 'failed';

export function selectUploadStep(snapshot: UploadSnapshot): UploadStep {
  for (const step of [
    'restoring',
    'idle',
    'choosing',
    'awaitingFile',
    'inspecting',
    'rejected',
    'arranging',
    'inspected',
    'estimated',
    'creating',
    'confirming',
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

export function selectFraction({ context }: UploadSnapshot): number {
  const size = context.upload?.sizeBytes ?? context.file?.sizeBytes ?? 0;
  return size === 0 ? 0 : Math.min(1, context.sentBytes / size);
}
