import type { ActorRefFrom } from 'xstate';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import { selectUploadStep } from '#machines/upload/upload.selectors.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';

const ends: Readonly<Record<string, UploadEnd>> = {
  pricing: 'stored',
  idle: 'dropped',
  awaitingFile: 'dropped',
  rejected: 'dropped',
};

/** Returns a function to stop. */
export function watchUpload(
  upload: ActorRefFrom<typeof uploadMachine>,
  onEnd: (end: UploadEnd) => void,
): () => void {
  const subscription = upload.subscribe((snapshot) => {
    const end = ends[selectUploadStep(snapshot)];
    if (end !== undefined) onEnd(end);
  });
  return () => subscription.unsubscribe();
}
