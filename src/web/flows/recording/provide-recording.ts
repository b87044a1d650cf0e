import { changeMarks, mostIntroductions, mostMarks, readSession } from '#contract/sessions.ts';
import { implement } from '#machines/kit/implement.ts';
import { recordingMachine } from '#machines/recording/recording.machine.ts';
import { saveFile } from '#web/effects/save-file.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { joinParts, seekable } from './join-parts.ts';
import type { KeptRecordings, RecordedPart } from './kept-recordings.ts';
import { createKeptRecordings } from './kept-recordings.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';

type RecordingEffects = Pick<
  Surroundings,
  'userId' | 'files' | 'handOver' | 'refreshSession' | 'watchUpload'
> & { client: Pick<Surroundings['client'], 'call'>; recorder: Recorder; recordings: KeptRecordings };

const extensions: readonly [type: string, extension: string][] = [
  ['webm', 'webm'],
  ['mp4', 'm4a'],
  ['ogg', 'ogg'],
];

export function provideRecording(effects: RecordingEffects): typeof recordingMachine {
  const { recorder, recordings, files } = effects;
  let sound: string | null = null;
  const releaseSound = () => {
    if (sound !== null) URL.revokeObjectURL(sound);
    sound = null;
  };
  const keyOf = (sessionId: string) => ({ userId: effects.userId() ?? '', sessionId });

  async function fileOf(
    sessionId: string,
    made: (parts: readonly RecordedPart[]) => Promise<RecordedPart>,
  ): Promise<File> {
    const { title, startedAt, parts } = await recordings.parts(keyOf(sessionId));
    const { mimeType, sound: joined } = await made(parts);
    const extension = extensions.find(([type]) => mimeType.includes(type))?.[1] ?? 'webm';
    const name = `${title.replace(/[\\/:*?"<>|\s]+/g, ' ').slice(0, 100)} ${startedAt.slice(0, 10)}.${extension}`;
    return new File([joined], name, { type: mimeType, lastModified: Date.parse(startedAt) });
  }

  return implement(recordingMachine, ({ callback, promise }) => ({
    ...promise('findKept', async ({ input: { sessionId }, signal }) => {
      const found = await recordings.find(keyOf(sessionId));
      if (found === null) return null;
      const { isHandedOver, ...kept } = found;
      if (!isHandedOver) return { ...kept, serverHasIt: false };
      const { audio } = await effects.client.call(readSession, { params: { sessionId }, signal });
      const serverHasIt = audio?.sizeBytes === kept.sizeBytes;
      return { ...kept, serverHasIt, isDiscarded: kept.isDiscarded && !serverHasIt };
    }),
    ...callback('capture', ({ input: { place }, send }) => {
      if (place === null) throw new Error('There is no session to record.');
      return recorder.capture(keyOf(place.sessionId), place, {
        onBegun: () => send({ type: 'sound.begun' }),
        onSound: (sound) => send({ type: `sound.${sound}` }),
        onKept: (kept) => send({ type: 'piece.kept', kept }),
        onEnded: () => send({ type: 'capture.ended' }),
        onFailed: (error) => send({ type: 'capture.failed', error }),
      });
    }),
    ...promise('keepNotes', ({ input: { sessionId, notes } }) =>
      recordings.keepNotes(keyOf(sessionId), notes),
    ),
    ...promise('makeSound', async ({ input: { sessionId }, signal }) => {
      const file = await fileOf(sessionId, seekable);
      if (signal.aborted) return '';
      releaseSound();
      sound = URL.createObjectURL(file);
      return sound;
    }),
    ...promise('saveSound', async ({ input: { sessionId }, signal }) => {
      const file = await fileOf(sessionId, seekable);
      if (!signal.aborted) saveFile(file, file.name);
    }),
    ...promise('joinPieces', async ({ input: { sessionId } }) => {
      const file = await fileOf(sessionId, joinParts);
      await recordings.handOver(keyOf(sessionId), { mimeType: file.type, sound: file });
      return files.keep(file);
    }),
    ...callback('watchUpload', ({ input: { sessionId }, send }) =>
      effects.watchUpload(sessionId, (end) => send({ type: `upload.${end}` })),
    ),
    ...promise('sendNotes', async ({ input: { place, notes }, signal }) => {
      if (place === null || notes.marks.length + notes.introductions.length === 0) return;
      const { sessionId } = place;
      const body = {
        marks: notes.marks.slice(0, mostMarks),
        introductions: notes.introductions.slice(0, mostIntroductions),
      };
      await effects.client.call(changeMarks, { params: { sessionId }, body, signal });
      effects.refreshSession(place);
    }),
    ...promise('removeKept', ({ input: { sessionId } }) => recordings.remove(keyOf(sessionId))),
  })).provide({
    actions: {
      pauseCapture: recorder.pause,
      resumeCapture: recorder.resume,
      endCapture: recorder.end,
      writeNotes: (_, notes) => recorder.writeNotes(notes),
      judgeAgain: recorder.judgeAgain,
      releaseSound,
      noteDiscarded: (_, { sessionId, isDiscarded }) =>
        void recordings.keepNotes(keyOf(sessionId), { isDiscarded }).catch(() => undefined),
      handOver: (_, { sessionId, file }) => effects.handOver(sessionId, file),
    },
  });
}

export const recording: Flow<typeof recordingMachine> = {
  provide: (around) => {
    const recordings = createKeptRecordings();
    const recorder = createRecorder({ page: around.page, recordings, timers: around.timers });
    around.share({ recorder });
    return provideRecording({ ...around, recorder, recordings });
  },
};
