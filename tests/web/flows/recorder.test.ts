import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { type RecordingStep, selectRecordingStep } from '#machines/recording/recording.selectors.ts';
import type { KeptRecording, RecordingNotes } from '#machines/recording/recording.setup.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import { createChosenFiles } from '#web/effects/chosen-files.ts';
import type { UploadEnd } from '#web/effects/upload-end.ts';
import type { KeptRecordings, RecordedPart } from '#web/flows/recording/kept-recordings.ts';
import { provideRecording } from '#web/flows/recording/provide-recording.ts';
import { createRecorder, type RecorderPage } from '#web/flows/recording/recorder.ts';

const place = { sessionId: 's1', campaignId: 'c1', title: 'The inn: a brawl' };
const startedAt = '2026-03-12T19:02:00.000Z';

function memory(first: { seconds: number; parts: RecordedPart[]; isHandedOver?: boolean } | null = null) {
  let stored = first;
  let notes: RecordingNotes = { marks: [], introductions: [] };
  let isDiscarded = false;
  let room = Number.POSITIVE_INFINITY;
  const told = (): KeptRecording => ({
    startedAt,
    seconds: stored?.seconds ?? 0,
    sizeBytes: stored?.parts.reduce((sum, { sound }) => sum + sound.size, 0) ?? 0,
  });
  const recordings: KeptRecordings = {
    find: async () =>
      stored ? { ...told(), ...notes, isHandedOver: stored.isHandedOver ?? false, isDiscarded } : null,
    beginPart: async (_, { mimeType }) => {
      stored ??= { seconds: 0, parts: [] };
      return stored.parts.push({ mimeType, sound: new Blob([]) }) - 1;
    },
    addPiece: async (_, part, { sound, seconds }) => {
      if (sound.size > room) throw { code: 'browserFull', message: 'No room.' };
      room -= sound.size;
      const present = stored!.parts[part]!;
      stored!.parts[part] = { ...present, sound: new Blob([present.sound, sound]) };
      stored!.seconds += seconds;
      return told();
    },
    keepNotes: async (_, changed) => {
      if (room === 0) throw { code: 'browserFull', message: 'No room.' };
      notes = { ...notes, ...changed };
      isDiscarded = changed.isDiscarded ?? isDiscarded;
    },
    parts: async () => ({ title: place.title, startedAt, parts: stored!.parts }),
    handOver: async (_, part) => {
      stored = { seconds: stored!.seconds, parts: [part], isHandedOver: true };
    },
    remove: async () => {
      stored = null;
    },
    removeAll: async () => {},
  };
  return {
    recordings,
    marks: () => notes.marks,
    introductions: () => notes.introductions,
    has: () => stored !== null,
    leaveRoom: (bytes: number) => (room = bytes),
  };
}

class FakeRecorder extends EventTarget {
  static current: FakeRecorder;
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  readonly mimeType = 'audio/webm;codecs=opus';
  constructor() {
    super();
    FakeRecorder.current = this;
  }
  hear(text: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }));
  }
  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
    this.dispatchEvent(new Event('pause'));
  }
  resume() {
    this.state = 'recording';
    this.dispatchEvent(new Event('resume'));
  }
  requestData() {
    this.hear('before the pause');
  }
  stop() {
    this.state = 'inactive';
    this.hear('the end');
    this.dispatchEvent(new Event('stop'));
  }
}

let loudness = 0.5;
class FakeAudioContext {
  createAnalyser = () => ({
    fftSize: 8,
    getFloatTimeDomainData: (samples: Float32Array) => samples.fill(loudness),
  });
  createMediaStreamSource = () => ({ connect: () => {} });
  close = async () => {};
}

const webm = { mimeType: 'audio/webm;codecs=opus', sound: new Blob(['an evening']) };
const stopTrack = vi.fn();
const refreshSession = vi.fn();

function openFlow({
  kept = memory(),
  microphone = async () => ({ getTracks: () => [{ stop: stopTrack }] }),
  locked = false,
  audio = null as { sizeBytes: number } | null,
  answer = async (_body: unknown): Promise<unknown> => ({ audio }),
} = {}) {
  const page = {
    addEventListener: () => {},
    document: { visibilityState: 'visible', addEventListener: () => {} },
    navigator: {
      mediaDevices: { getUserMedia: microphone },
      locks: {
        request: (_name: string, _options: object, work: (lock: object | null) => unknown) =>
          Promise.resolve(work(locked ? null : {})),
      },
    },
  } as unknown as RecorderPage;
  const ticks: (() => void)[] = [];
  const timers = { setTimeout: (work: () => void) => ticks.push(work), clearTimeout: () => {} };
  const handedOver: ChosenFile[] = [];
  const files = createChosenFiles();
  const clock = new SimulatedClock();
  let tellUpload: (end: UploadEnd) => void = () => {};
  const actor = createActor(
    provideRecording({
      client: { call: (async (_: unknown, { body }: { body?: unknown }) => answer(body)) as never },
      userId: () => 'u1',
      files,
      recorder: createRecorder({ page, recordings: kept.recordings, timers }),
      recordings: kept.recordings,
      refreshSession,
      handOver: (_, file) => handedOver.push(file),
      watchUpload: (_, onEnd) => {
        tellUpload = onEnd;
        return () => {};
      },
    }),
    { clock },
  );
  actor.start();
  actor.send({ type: 'recording.opened', place });
  return {
    actor,
    clock,
    files,
    handedOver,
    tellUpload: (end: UploadEnd) => tellUpload(end),
    look: (times: number) => {
      for (let count = 0; count < times; count += 1) for (const tick of ticks.splice(0)) tick();
    },
  };
}

const stateIs = (actor: AnyActorRef, state: object | string) =>
  vi.waitFor(() => expect(actor.getSnapshot().matches(state)).toBe(true));

beforeEach(() => {
  loudness = 0.5;
  stopTrack.mockClear();
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
});

describe('recording with the microphone', () => {
  it('stores each piece as it arrives, and the last one before it ends', async () => {
    const { actor } = openFlow();
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: { recording: 'heard' } });
    FakeRecorder.current.hear('first');
    await vi.waitFor(() => expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(5));
    actor.send({ type: 'pause' });
    await vi.waitFor(() => expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(21));
    actor.send({ type: 'resume' });
    actor.send({ type: 'stop' });
    await stateIs(actor, 'kept');
    expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(28);
    expect(stopTrack).toHaveBeenCalledOnce();
  });

  it('ends a minute short of 12 hours of sound, however often it is paused, and says so', async () => {
    const hour = 3_600_000;
    const { actor, clock } = openFlow({ kept: memory({ seconds: 11 * 3600, parts: [webm] }) });
    await stateIs(actor, 'kept');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    actor.send({ type: 'pause' });
    clock.increment(20 * hour);
    actor.send({ type: 'resume' });
    clock.increment(58 * 60_000);
    expect(actor.getSnapshot().matches({ capturing: 'recording' })).toBe(true);
    clock.increment(60_000);
    await stateIs(actor, 'kept');
    expect(actor.getSnapshot().context.failure?.message).toContain('almost 12 hours');
  });

  it.each([
    ['NotAllowedError', 'microphoneRefused'],
    ['NotFoundError', 'noMicrophone'],
    ['NotReadableError', 'microphoneBusy'],
  ])('says what to do after %s', async (name, code) => {
    const { actor } = openFlow({ microphone: () => Promise.reject(new DOMException('', name)) });
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await vi.waitFor(() => expect(actor.getSnapshot().context.failure?.code).toBe(code));
    expect(actor.getSnapshot().matches('ready')).toBe(true);
  });

  it('records in one tab at a time', async () => {
    const { actor } = openFlow({ locked: true });
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await vi.waitFor(() => expect(actor.getSnapshot().context.failure?.code).toBe('recordingElsewhere'));
  });

  it('keeps what it has when the microphone is disconnected or storage is full', async () => {
    const kept = memory();
    const { actor } = openFlow({ kept });
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    FakeRecorder.current.hear('first');
    FakeRecorder.current.stop();
    await stateIs(actor, 'kept');
    expect(actor.getSnapshot().context.failure?.code).toBe('microphoneLost');
    expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(12);
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    kept.leaveRoom(0);
    FakeRecorder.current.hear('more');
    await stateIs(actor, 'kept');
    expect(actor.getSnapshot().context.failure?.code).toBe('browserFull');
    expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(12);
    expect(stopTrack).toHaveBeenCalledTimes(2);
  });

  it('warns after twenty seconds without a sound, until something is heard', async () => {
    const { actor, look, clock } = openFlow();
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: { recording: 'heard' } });
    const isIn = (sound: RecordingStep) => expect(selectRecordingStep(actor.getSnapshot())).toBe(sound);
    loudness = 0;
    look(15);
    clock.increment(19_999);
    isIn('heard');
    clock.increment(1);
    isIn('silent');
    loudness = 0.1;
    look(1);
    isIn('heard');
  });

  it('warns of faint and of distorted sound, not of a dropped die, and for ten seconds after it is better', async () => {
    const { actor, look, clock } = openFlow();
    const isIn = (sound: RecordingStep) => expect(selectRecordingStep(actor.getSnapshot())).toBe(sound);
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: { recording: 'heard' } });
    loudness = 0.01;
    look(15);
    loudness = 0;
    look(15);
    clock.increment(30_000);
    isIn('quiet');
    loudness = 0.2;
    look(1);
    clock.increment(9_999);
    isIn('quiet');
    clock.increment(1);
    isIn('heard');
    loudness = 1;
    look(3);
    loudness = 0.2;
    look(15);
    isIn('heard');
    loudness = 1;
    look(4);
    isIn('clipping');
    loudness = 0.01;
    look(15);
    clock.increment(10_000);
    isIn('heard');
    look(1);
    clock.increment(30_000);
    isIn('quiet');
    loudness = 0.2;
    look(1);
    clock.increment(10_000);
    isIn('heard');
  });

  it('closes the microphone when the user signs out', async () => {
    const { actor } = openFlow();
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    actor.send({ type: 'user.left' });
    await vi.waitFor(() => expect(stopTrack).toHaveBeenCalledOnce());
  });
});

describe('marks of a recording', () => {
  it('are stored as they are made, worded and removed, and a removal can be undone', async () => {
    const kept = memory();
    const { actor } = openFlow({ kept });
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    for (const atMs of [61_000, 9000]) actor.send({ type: 'mark', atMs });
    actor.send({ type: 'mark.worded', atMs: 61_000, word: 'the bell rings' });
    const both = [
      { atMs: 9000, word: '' },
      { atMs: 61_000, word: 'the bell rings' },
    ];
    await vi.waitFor(() => expect(kept.marks()).toEqual(both));
    actor.send({ type: 'mark.removed', atMs: 61_000 });
    await vi.waitFor(() => expect(kept.marks()).toEqual(both.slice(0, 1)));
    FakeRecorder.current.hear('the evening');
    actor.send({ type: 'stop' });
    await stateIs(actor, { kept: 'offered' });
    actor.send({ type: 'mark.restored' });
    await stateIs(actor, { kept: 'offered' });
    expect(kept.marks()).toEqual(both);
    const { actor: reloaded } = openFlow({ kept });
    await stateIs(reloaded, 'kept');
    expect(reloaded.getSnapshot().context.marks).toEqual(both);
  });

  it('end the recording like the sound does when the browser has no room for them', async () => {
    const kept = memory();
    const { actor } = openFlow({ kept });
    await stateIs(actor, 'ready');
    actor.send({ type: 'record' });
    await stateIs(actor, { capturing: 'recording' });
    FakeRecorder.current.hear('first');
    await vi.waitFor(() => expect(actor.getSnapshot().context.kept?.sizeBytes).toBe(5));
    kept.leaveRoom(0);
    actor.send({ type: 'mark', atMs: 4000 });
    await stateIs(actor, 'kept');
    expect(actor.getSnapshot().context.failure?.code).toBe('browserFull');
  });

  it('names that were said are stored with the sound and outlive a reload, also if the page goes in the middle', async () => {
    const kept = memory();
    const { actor, clock, look } = openFlow({ kept });
    await stateIs(actor, 'ready');
    const [dana, mira] = ['d', 'm'].map((personId) => ({ personId, player: personId, characters: [] }));
    actor.send({ type: 'introduce', people: [dana!, mira!] });
    await stateIs(actor, { capturing: { introducing: 'called' } });
    actor.send({ type: 'speak', atMs: 1500 });
    // Only a pause that ends it: what was said until then is nobody's.
    actor.send({ type: 'pause' });
    await stateIs(actor, { capturing: 'paused' });
    actor.send({ type: 'resume' });
    await stateIs(actor, { capturing: { introducing: 'called' } });
    actor.send({ type: 'speak', atMs: 4000 });
    clock.increment(5_000);
    await stateIs(actor, { capturing: { introducing: 'called' } });
    FakeRecorder.current.hear('first');
    const introduced = [{ personId: 'd', fromMs: 4000, toMs: 9000 }];
    await vi.waitFor(() => expect(kept.introductions()).toEqual(introduced));
    const reloaded = openFlow({ kept }).actor;
    await stateIs(reloaded, 'kept');
    expect(reloaded.getSnapshot().context.introductions).toEqual(introduced);

    // Its loudness is judged anew where warnings are shown.
    loudness = 0;
    look(15);
    actor.send({ type: 'skip' });
    look(1);
    await stateIs(actor, { capturing: { recording: { heard: 'pausing' } } });
    loudness = 0.5;
  });

  it.each(['after the upload', 'after a reload'])(
    '%s go to the server before the browser lets go of the recording, at a second attempt if need be',
    async (when) => {
      const isLate = when === 'after a reload';
      const kept = memory({ seconds: 12, parts: [webm], isHandedOver: isLate });
      const notes = {
        marks: [{ atMs: 9000, word: 'dawn' }],
        introductions: [{ personId: 'p1', fromMs: 2000, toMs: 7000 }],
      };
      await kept.recordings.keepNotes({ userId: 'u1', sessionId: 's1' }, notes);
      const sent: unknown[] = [];
      let isDown = true;
      const answer = async (body: unknown) => {
        if (body === undefined) return { audio: { sizeBytes: 10 } };
        if (isDown) throw { code: 'network', message: 'The server cannot be reached.' };
        sent.push(body);
        return body;
      };
      const { actor, tellUpload } = openFlow({ kept, answer });
      if (!isLate) {
        await stateIs(actor, 'kept');
        actor.send({ type: 'use' });
        await stateIs(actor, 'handedOver');
        tellUpload('stored');
      }
      await stateIs(actor, 'notesUnsent');
      expect(kept.has()).toBe(true);
      isDown = false;
      actor.send({ type: 'retry' });
      await stateIs(actor, 'ready');
      expect(sent).toEqual([notes]);
      expect(kept.has()).toBe(false);
      expect(actor.getSnapshot().context.marks).toEqual([]);
    },
  );
});

describe('a stored recording', () => {
  it('is uploaded with the name and time of its session, and removed once the server has it', async () => {
    const kept = memory({ seconds: 12, parts: [webm] });
    const { actor, files, handedOver, tellUpload } = openFlow({ kept });
    await stateIs(actor, 'kept');
    actor.send({ type: 'use' });
    await stateIs(actor, 'handedOver');
    const file = files.take(handedOver[0]!);
    expect([file.name, file.lastModified, file.size]).toEqual([
      'The inn a brawl 2026-03-12.webm',
      Date.parse(startedAt),
      10,
    ]);
    tellUpload('dropped');
    await stateIs(actor, 'kept');
    actor.send({ type: 'use' });
    await stateIs(actor, 'handedOver');
    tellUpload('stored');
    await stateIs(actor, 'ready');
    expect(kept.has()).toBe(false);
  });

  it('that was discarded stays so after a reload, can be restored for a minute, and is then removed', async () => {
    const kept = memory({ seconds: 12, parts: [webm] });
    const { actor } = openFlow({ kept });
    await stateIs(actor, 'kept');
    actor.send({ type: 'discard' });
    actor.stop();
    const reloaded = openFlow({ kept }).actor;
    await stateIs(reloaded, 'discarded');
    reloaded.send({ type: 'undo' });
    reloaded.stop();
    const restored = openFlow({ kept }).actor;
    await stateIs(restored, 'kept');
    restored.send({ type: 'discard' });
    restored.send({ type: 'user.left' });
    restored.send({ type: 'recording.opened', place });
    await stateIs(restored, 'discarded');
    restored.stop();
    const last = openFlow({ kept });
    await stateIs(last.actor, 'discarded');
    expect(kept.has()).toBe(true);
    last.clock.increment(60_000);
    await stateIs(last.actor, 'ready');
    expect(kept.has()).toBe(false);
  });

  it('is removed if the server had it before the page was left, and kept otherwise', async () => {
    const kept = memory({ seconds: 12, parts: [webm], isHandedOver: true });
    await stateIs(openFlow({ kept, audio: { sizeBytes: 9 } }).actor, 'kept');
    expect(kept.has()).toBe(true);
    await stateIs(openFlow({ kept, audio: { sizeBytes: 10 } }).actor, 'ready');
    expect(kept.has()).toBe(false);
  });
});
