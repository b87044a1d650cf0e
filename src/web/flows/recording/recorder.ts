import type { KeptRecording, RecordingNotes, RecordingPlace } from '#machines/recording/recording.setup.ts';
import type { Timers } from '#web/api/timers.ts';
import { createWatched } from '#web/effects/watched.ts';
import type { KeptRecordings, RecordingKey } from './kept-recordings.ts';

export type Loudness = 'silent' | 'quiet' | 'good' | 'clipping';

interface CaptureHandlers {
  onBegun: () => void;
  /** When it changes. */
  onSound: (sound: Loudness) => void;
  onKept: (kept: KeptRecording) => void;
  onEnded: () => void;
  onFailed: (error: unknown) => void;
}

export type Recorder = ReturnType<typeof createRecorder>;

export interface RecorderPage {
  addEventListener: Window['addEventListener'];
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
  navigator: {
    mediaDevices?: MediaDevices;
    locks?: LockManager;
    storage?: StorageManager;
    wakeLock?: WakeLock;
  };
}

/** Milliseconds: a crash loses no more. */
const pieceTime = 5000;
const levelTime = 200;
/** About -56 dB of full scale: between a muted microphone and a quiet room. */
const silence = 0.0015;
/** About -36 dB: people who speak beside the device are ten times as loud. */
const quiet = 0.016;
const full = 0.99;
/** Looks: three seconds. */
const judgedLooks = 15;
/** Of them, that are at full scale: a dropped die is one or two. */
const clippedLooks = 4;
/** Speech in Opus; an hour is 29 MB. */
const audioBitsPerSecond = 64_000;
const mimeTypes = ['audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

const failure = (code: string, message: string) => ({ code, message });

function failureOfMicrophone(error: unknown): unknown {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return failure(
        'microphoneRefused',
        'Your browser is not allowed to use the microphone. Allow it for this page, next to the address, then record again.',
      );
    case 'NotFoundError':
    case 'OverconstrainedError':
      return failure('noMicrophone', 'No microphone was found. Connect one, then record again.');
    case 'NotReadableError':
      return failure(
        'microphoneBusy',
        'The microphone could not be opened. Close other programs that use it, then record again.',
      );
    default:
      return error;
  }
}

const lost = failure(
  'microphoneLost',
  'The microphone was disconnected. We kept what was recorded until then. Connect it again, then ' +
    'continue recording.',
);
const elsewhere = failure(
  'recordingElsewhere',
  'Another tab is recording. Stop it there before you record here.',
);

/** Null if another tab is running it. */
async function alone<Value>(page: RecorderPage, work: () => Promise<Value>): Promise<Value | null> {
  if (page.navigator.locks === undefined) return work();
  return page.navigator.locks.request('hearthscribe-recording', { ifAvailable: true }, (lock) =>
    lock === null ? null : work(),
  );
}

/** @param looks the largest sample of each */
function loudnessOf(looks: readonly number[]): Loudness {
  const loudest = Math.max(...looks);
  if (looks.filter((each) => each >= full).length >= clippedLooks) return 'clipping';
  if (loudest >= quiet || looks.length < judgedLooks) return 'good';
  return loudest < silence ? 'silent' : 'quiet';
}

export function createRecorder({
  page,
  recordings,
  timers,
}: {
  page: RecorderPage;
  recordings: KeptRecordings;
  timers: Timers;
}) {
  /** 0 to 1. */
  const level = createWatched(0);
  const sinceKept = createWatched(0);
  let current: {
    recorder: MediaRecorder;
    end: () => void;
    keptUntil: number;
    writeNotes: (notes: RecordingNotes) => void;
    judgeAgain: () => void;
  } | null = null;

  function listen(stream: MediaStream, handlers: CaptureHandlers, signal: AbortSignal): void {
    const sound = new AudioContext();
    const analyser = sound.createAnalyser();
    sound.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let looks: number[] = [];
    let told: Loudness = 'good';
    let timer: unknown;
    const look = () => {
      timer = timers.setTimeout(look, levelTime);
      if (current?.recorder.state !== 'recording') {
        [looks, told] = [[], 'good'];
        return level.set(0);
      }
      sinceKept.set(Math.floor((performance.now() - current.keptUntil) / 1000));
      analyser.getFloatTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      level.set(Math.min(1, Math.round(loudest * 50) / 50));
      looks = [...looks.slice(1 - judgedLooks), loudest];
      const sound = loudnessOf(looks);
      if (sound !== told) handlers.onSound(sound);
      told = sound;
    };
    look();
    if (current)
      current.judgeAgain = () => {
        told = 'good';
      };
    signal.addEventListener('abort', () => {
      timers.clearTimeout(timer);
      level.set(0);
      sinceKept.set(0);
      void sound.close();
    });
  }

  function stayAwake(signal: AbortSignal): void {
    const { wakeLock } = page.navigator;
    if (wakeLock === undefined) return;
    const ask = () => {
      if (page.document.visibilityState !== 'visible') return;
      wakeLock.request('screen').then(
        (lock) => {
          if (signal.aborted) void lock.release();
          else signal.addEventListener('abort', () => void lock.release());
        },
        () => {},
      );
    };
    ask();
    page.document.addEventListener('visibilitychange', ask, { signal });
  }

  async function record(
    key: RecordingKey,
    place: RecordingPlace,
    handlers: CaptureHandlers,
    signal: AbortSignal,
  ): Promise<void> {
    const { mediaDevices, storage } = page.navigator;
    if (mediaDevices === undefined) throw failureOfMicrophone(null);
    const stream = await mediaDevices
      // Noise suppression for calls may remove people who sit far away.
      .getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true } })
      .catch((error: unknown) => {
        throw failureOfMicrophone(error);
      });
    const stopTracks = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (signal.aborted) return stopTracks();
    const mimeType = mimeTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond,
      ...(mimeType === undefined ? {} : { mimeType }),
    });
    let part: number;
    try {
      void storage?.persist?.().catch(() => {});
      part = await recordings.beginPart(key, {
        title: place.title,
        startedAt: new Date().toISOString(),
        mimeType: mimeType ?? recorder.mimeType,
      });
    } catch (error) {
      stopTracks();
      throw error;
    }
    if (signal.aborted) return stopTracks();

    let countedUntil = performance.now();
    let writing: Promise<void> = Promise.resolve();
    let isAsked = false;
    const end = () => {
      isAsked = true;
      if (recorder.state !== 'inactive') recorder.stop();
    };
    let fail: (error: unknown) => void = () => {};
    const writeNotes = (notes: RecordingNotes) => {
      writing = writing.then(() => recordings.keepNotes(key, notes));
      writing.catch(fail);
    };
    const ended = new Promise<void>((resolve, reject) => {
      fail = reject;
      const keep = ({ data: sound }: BlobEvent) => {
        const now = performance.now();
        const seconds = Math.max(0, now - countedUntil) / 1000;
        countedUntil = now;
        if (sound.size === 0) return;
        writing = writing.then(async () => {
          handlers.onKept(await recordings.addPiece(key, part, { sound, seconds }));
          if (current) current.keptUntil = now;
          sinceKept.set(0);
        });
        writing.catch(reject);
      };
      recorder.addEventListener('dataavailable', keep);
      recorder.addEventListener('resume', () => {
        countedUntil = performance.now();
        if (current) current.keptUntil = countedUntil;
      });
      recorder.addEventListener('error', () => reject(lost));
      recorder.addEventListener('stop', () =>
        writing.then(() => (isAsked ? resolve() : reject(lost)), reject),
      );
      signal.addEventListener('abort', end);
    });
    const finished = new AbortController();
    recorder.addEventListener('pause', () => recorder.requestData());
    page.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: finished.signal });
    current = { recorder, end, keptUntil: countedUntil, writeNotes, judgeAgain: () => {} };
    try {
      recorder.start(pieceTime);
      listen(stream, handlers, finished.signal);
      stayAwake(finished.signal);
      handlers.onBegun();
      await ended;
    } finally {
      finished.abort();
      stopTracks();
      current = null;
    }
  }

  return {
    level,
    sinceKept,
    canRecord: (): boolean =>
      page.navigator.mediaDevices?.getUserMedia !== undefined && typeof MediaRecorder !== 'undefined',
    capture(key: RecordingKey, place: RecordingPlace, handlers: CaptureHandlers): () => void {
      const stopped = new AbortController();
      alone(page, async () => {
        await record(key, place, handlers, stopped.signal);
        return true;
      }).then(
        (done) => {
          if (stopped.signal.aborted) return;
          if (done === null) handlers.onFailed(elsewhere);
          else handlers.onEnded();
        },
        (error: unknown) => {
          if (!stopped.signal.aborted) handlers.onFailed(error);
        },
      );
      return () => stopped.abort();
    },
    pause: (): void => current?.recorder.pause(),
    resume: (): void => current?.recorder.resume(),
    end: (): void => current?.end(),
    /** In turn with the sound. */
    writeNotes: (notes: RecordingNotes): void => current?.writeNotes(notes),
    /** Reports how loud it is also if that has not changed. */
    judgeAgain: (): void => current?.judgeAgain(),
    /** Milliseconds that were recorded and not yet kept. */
    unkeptMs: (): number =>
      current?.recorder.state === 'recording' ? Math.max(0, performance.now() - current.keptUntil) : 0,
  };
}
