import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { uploadMachine } from './upload.machine.ts';

type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;

export function selectUploadStep(snapshot: UploadSnapshot) {
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
  if (snapshot.matches({ transfer: 'waitingToRetry' })) return 'retrying' as const;
  if (snapshot.matches({ transfer: 'paused' })) return 'paused' as const;
  if (snapshot.matches({ transfer: 'offline' })) return 'offline' as const;
  return snapshot.matches('completing') ? ('verifying' as const) : ('sending' as const);
}

export type UploadStep = ReturnType<typeof selectUploadStep>;

export const selectIsUploadBusy = (snapshot: UploadSnapshot) => snapshot.hasTag(tag.busy);

export function selectFraction({ context }: UploadSnapshot): number {
  const size = context.upload?.sizeBytes ?? context.file?.sizeBytes ?? 0;
  return size === 0 ? 0 : Math.min(1, context.sentBytes / size);
}
