import type { ActorRefFrom } from 'xstate';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import { watchUpload } from './watch-upload.ts';

/** Gives the file to the upload as soon as that can take one. Returns a function to stop. */
export function giveToUpload(
  open: () => ActorRefFrom<typeof uploadMachine>,
  file: ChosenFile,
  onEnd: (end: UploadEnd) => void,
): () => void {
  let stop = () => {};
  let isStopped = false;
  // The page is in the middle of a transition.
  queueMicrotask(() => {
    if (isStopped) return;
    const upload = open();
    const event = { type: 'file.chosen', file } as const;
    const give = () => {
      stop = watchUpload(upload, onEnd);
      upload.send(event);
    };
    if (upload.getSnapshot().can(event)) return give();
    const waiting = upload.subscribe((snapshot) => {
      if (!snapshot.can(event)) return;
      waiting.unsubscribe();
      queueMicrotask(() => isStopped || give());
    });
    stop = () => waiting.unsubscribe();
  });
  return () => {
    isStopped = true;
    stop();
  };
}
