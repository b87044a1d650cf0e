import { readSession } from '#contract/sessions.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { recordingMachine } from '#machines/recording/recording.machine.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import type { ChosenFiles } from '#web/effects/chosen-files.ts';
import { joinParts } from './join-parts.ts';
import type { KeptRecordings } from './kept-recordings.ts';
import type { Recorder } from './recorder.ts';

export type UploadEnd = 'stored' | 'dropped';

export interface RecordingEffects {
  client: Pick<ApiClient, 'call'>;
  userId: () => string | null;
  files: ChosenFiles;
  recorder: Recorder;
  recordings: KeptRecordings;
  handOver: (sessionId: string, file: ChosenFile) => void;
  watchUpload: (sessionId: string, onEnd: (end: UploadEnd) => void) => () => void;
}

const extensions: readonly [type: string, extension: string][] = [
  ['webm', 'webm'],
  ['mp4', 'm4a'],
  ['ogg', 'ogg'],
];

export function provideRecording(effects: RecordingEffects): typeof recordingMachine {
  const { recorder, recordings, files } = effects;
  const { callback, promise } = implement(recordingMachine);
  const keyOf = (sessionId: string) => ({ userId: effects.userId() ?? '', sessionId });

  return provideActors(recordingMachine, {
    ...promise('findKept', async ({ input: { sessionId }, signal }) => {
      const found = await recordings.find(keyOf(sessionId));
      if (found === null) return null;
      const { isHandedOver, ...kept } = found;
      if (!isHandedOver) return kept;
      // The page was left before it learned that the server has everything.
      const { audio } = await effects.client.call(readSession, { params: { sessionId }, signal });
      if (audio?.sizeBytes !== kept.sizeBytes) return kept;
      await recordings.remove(keyOf(sessionId));
      return null;
    }),
    ...callback('capture', ({ input: { place }, send }) => {
      if (place === null) throw new Error('There is no session to record.');
      return recorder.capture(keyOf(place.sessionId), place, {
        onBegun: () => send({ type: 'sound.begun' }),
        onSilence: () => send({ type: 'silence.begun' }),
        onHeard: () => send({ type: 'sound.heard' }),
        onKept: (kept) => send({ type: 'piece.kept', kept }),
        onEnded: () => send({ type: 'capture.ended' }),
        onFailed: (error) => send({ type: 'capture.failed', error }),
      });
    }),
    ...promise('joinPieces', async ({ input: { sessionId } }) => {
      const { title, startedAt, parts } = await recordings.parts(keyOf(sessionId));
      const joined = await joinParts(parts);
      await recordings.handOver(keyOf(sessionId), joined);
      const extension = extensions.find(([type]) => joined.mimeType.includes(type))?.[1] ?? 'webm';
      const name = `${title.replace(/[\\/:*?"<>|\s]+/g, ' ').slice(0, 100)} ${startedAt.slice(0, 10)}.${extension}`;
      const lastModified = Date.parse(startedAt);
      return files.keep(new File([joined.sound], name, { type: joined.mimeType, lastModified }));
    }),
    ...callback('watchUpload', ({ input: { sessionId }, send }) =>
      effects.watchUpload(sessionId, (end) => send({ type: `upload.${end}` })),
    ),
    ...promise('removeKept', ({ input: { sessionId } }) => recordings.remove(keyOf(sessionId))),
  }).provide({
    actions: {
      pauseCapture: recorder.pause,
      resumeCapture: recorder.resume,
      endCapture: recorder.end,
      handOver: (_, { sessionId, file }) => effects.handOver(sessionId, file),
    },
  });
}
