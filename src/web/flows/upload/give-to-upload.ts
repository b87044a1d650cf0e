import type { EventFrom } from 'xstate';
import type { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { watchUpload } from './watch-upload.ts';

type Upload = FlowActor<'upload'>;

/** As soon as the upload can take it. Returns a function to stop. */
export function askUpload(
  open: () => Upload,
  event: EventFrom<typeof uploadMachine>,
  before: (upload: Upload) => void = () => {},
): () => void {
  let stop = () => {};
  let isStopped = false;
  // The page is in the middle of a transition.
  queueMicrotask(() => {
    if (isStopped) return;
    const upload = open();
    const send = () => {
      before(upload);
      upload.send(event);
    };
    if (upload.getSnapshot().can(event)) return send();
    const waiting = upload.subscribe((snapshot) => {
      if (!snapshot.can(event)) return;
      waiting.unsubscribe();
      queueMicrotask(() => isStopped || send());
    });
    stop = () => waiting.unsubscribe();
  });
  return () => {
    isStopped = true;
    stop();
  };
}

export function giveToUpload(
  open: () => Upload,
  file: ChosenFile,
  onEnd: (end: UploadEnd) => void,
): () => void {
  let stopWatching = () => {};
  const stopAsking = askUpload(open, { type: 'file.chosen', file }, (upload) => {
    stopWatching = watchUpload(upload, onEnd);
  });
  return () => {
    stopAsking();
    stopWatching();
  };
}
