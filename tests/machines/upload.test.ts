import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import type { Upload } from '#contract/uploads.ts';
import { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import { quote } from '#machines/analysis-start/example-quotes.ts';
import { implement } from '#machines/kit/implement.ts';
import { tag } from '#machines/kit/tags.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import { selectFraction, selectUploadStep } from '#machines/upload/upload.selectors.ts';
import type { Inspection, UploadEvent } from '#machines/upload/upload.setup.ts';
import { settle } from '#tests/support/settle.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';
const file = { key: 'file-1', name: 'evening.mp3', sizeBytes: 1000 };
const upload: Upload = {
  id: '01900000-0000-7000-8000-00000000e001',
  sessionId,
  fileName: 'evening.mp3',
  sizeBytes: 1000,
  offset: 0,
  fingerprint: 'same',
  status: 'open',
  error: null,
  tusUrl: '/uploads/tus/1',
  chunkBytes: 500,
  expiresAt: '2026-01-08T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const network = { code: 'network', message: 'The server cannot be reached.' };
const inspection: Inspection = {
  fingerprint: 'same',
  estimate: { durationSeconds: 3600, brief: 60, comprehensive: 100 },
};

let clock: SimulatedClock;
let actor: ActorRefFrom<typeof uploadMachine>;
let answers: {
  open: Upload | null;
  inspection: Inspection | { code: string; message: string };
  status: Upload;
  cancelling?: { code: string; message: string };
};
let asked: string[];
let attempts: number;
let send: (event: UploadEvent) => void;

const step = () => selectUploadStep(actor.getSnapshot());

beforeEach(() => {
  clock = new SimulatedClock();
  answers = { open: null, inspection, status: { ...upload, status: 'ready' } };
  asked = [];
  attempts = 0;
  const refusing = async <Value>(value: Value | { code: string; message: string }) => {
    if (typeof value === 'object' && value !== null && 'message' in value) throw value;
    return value as Value;
  };
  const machine = implement(uploadMachine, ({ callback, promise }) => ({
    ...promise('findOpenUpload', async () => answers.open),
    ...promise('inspectFile', async () => refusing(answers.inspection as Inspection)),
    ...promise('createUpload', async () => upload),
    ...callback('sendBytes', (given) => {
      attempts += 1;
      send = given.send;
    }),
    ...callback('watchPage', () => {}),
    ...promise('readUpload', async () => {
      asked.push('readUpload');
      return answers.status;
    }),
    ...promise('cancelUpload', async () => {
      asked.push('cancelUpload');
      if (answers.cancelling) throw answers.cancelling;
    }),
    analysisStart: implement(analysisStartMachine, ({ promise }) => ({
      ...promise('quote', async () => quote),
      ...promise('startAnalysis', async ({ input }) => {
        asked.push(`start ${input.quoteId === quote.id} ${input.detailLevel}`);
        return {
          id: 'analysis-1',
          status: 'queued',
          progress: 0,
          etaSeconds: null,
          stageMessage: '',
          error: null,
        };
      }),
    })),
  })).provide({
    actions: {
      openAnalysis: (_, params) => void asked.push(`open ${params.analysisId}`),
      announceChange: () => void asked.push('changed'),
    },
  });
  actor = createActor(machine, { clock, input: { sessionId, detailLevel: 'brief' } });
});

async function start() {
  actor.start();
  await settle();
}

async function startSending() {
  await start();
  actor.send({ type: 'file.chosen', file });
  await settle();
  actor.send({ type: 'upload.confirmed' });
  await settle();
}

describe('the upload of a recording', () => {
  it('[D1] shows both costs before sending a byte', async () => {
    await start();
    expect(step()).toBe('idle');
    actor.send({ type: 'file.chosen', file });
    await settle();
    expect(step()).toBe('estimated');
    expect(actor.getSnapshot().context.estimate).toEqual(inspection.estimate);
    expect(attempts).toBe(0);
  });

  it('ends with a started analysis, and opens it', async () => {
    await startSending();
    expect(step()).toBe('sending');
    send({ type: 'bytes.sent', offset: 500 });
    expect(selectFraction(actor.getSnapshot())).toBe(0.5);
    send({ type: 'bytes.finished' });
    await settle();
    expect(step()).toBe('pricing');
    actor.getSnapshot().children.analysisStart?.send({ type: 'start.confirmed' });
    await settle();
    expect(step()).toBe('idle');
    expect(asked).toEqual([
      'changed',
      'readUpload',
      'changed',
      'start true brief',
      'open analysis-1',
      'changed',
    ]);
  });

  it('ends with a recording if the analysis is left for later', async () => {
    await startSending();
    send({ type: 'bytes.finished' });
    await settle();
    actor.getSnapshot().children.analysisStart?.send({ type: 'keep' });
    expect(step()).toBe('idle');
    expect(asked).toEqual(['changed', 'readUpload', 'changed']);
  });

  it('polls every 3 seconds for 5 minutes until the server has measured', async () => {
    answers.status = { ...upload, status: 'verifying' };
    await startSending();
    send({ type: 'bytes.finished' });
    await settle();
    expect(step()).toBe('verifying');
    clock.increment(2999);
    await settle();
    expect(asked.filter((name) => name === 'readUpload')).toHaveLength(1);
    clock.increment(1);
    await settle();
    expect(asked.filter((name) => name === 'readUpload')).toHaveLength(2);
    clock.increment(5 * 60_000 - 3001);
    expect(step()).toBe('verifying');
    clock.increment(1);
    expect(step()).toBe('failed');
    expect(actor.getSnapshot().context.failure?.code).toBe('verificationTimedOut');
    answers.status = { ...upload, status: 'ready' };
    actor.send({ type: 'retry' });
    await settle();
    expect(step()).toBe('pricing');
  });

  it('shows why the server rejects a recording', async () => {
    answers.status = {
      ...upload,
      status: 'rejected',
      error: {
        code: 'audioUnreadable',
        message: 'We could not read this audio. Try MP3, or see Tips and Tricks.',
      },
    };
    await startSending();
    send({ type: 'bytes.finished' });
    await settle();
    expect(step()).toBe('rejected');
    expect(actor.getSnapshot().context.failure?.message).toMatch(/could not read this audio/);
  });

  it.each([
    ['cancelled', 'uploadNotOpen', /ended elsewhere/],
    ['expired', 'uploadExpired', /has expired/],
  ] as const)('says that it was %s while the server checked it', async (status, code, words) => {
    answers.status = { ...upload, status };
    await startSending();
    send({ type: 'bytes.finished' });
    await settle();
    expect(step()).toBe('rejected');
    expect(actor.getSnapshot().context.failure).toMatchObject({
      code,
      message: expect.stringMatching(words),
    });
  });
});

describe('attempts to send', () => {
  it('follow after 0, 3, 5, 10 and 20 seconds, then the user decides', async () => {
    await startSending();
    expect(attempts).toBe(1);
    send({ type: 'sending.failed', error: network });
    expect(attempts).toBe(2);
    let expected = 2;
    for (const pause of [3000, 5000, 10_000, 20_000]) {
      send({ type: 'sending.failed', error: network });
      expect(step()).toBe('retrying');
      clock.increment(pause - 1);
      expect(attempts).toBe(expected);
      clock.increment(1);
      expected += 1;
      expect(attempts).toBe(expected);
    }
    send({ type: 'sending.failed', error: network });
    expect(step()).toBe('failed');
    expect(actor.getSnapshot().context.failure).toEqual({ ...network, details: null });
    actor.send({ type: 'retry' });
    expect(step()).toBe('sending');
    expect(attempts).toBe(7);
  });

  it('restart once bytes arrive', async () => {
    await startSending();
    send({ type: 'sending.failed', error: network });
    send({ type: 'sending.failed', error: network });
    clock.increment(3000);
    send({ type: 'bytes.sent', offset: 500 });
    send({ type: 'sending.failed', error: network });
    expect(step()).toBe('sending');
  });

  it('wait for the connection, and for a user who paused', async () => {
    await startSending();
    actor.send({ type: 'connection.lost' });
    expect(step()).toBe('offline');
    clock.increment(60_000);
    expect(attempts).toBe(1);
    actor.send({ type: 'connection.restored' });
    expect(step()).toBe('sending');
    actor.send({ type: 'pause' });
    expect(step()).toBe('paused');
    actor.send({ type: 'connection.restored' });
    expect(step()).toBe('paused');
    actor.send({ type: 'resume' });
    expect(step()).toBe('sending');
  });

  it('end if the upload has expired', async () => {
    await startSending();
    send({ type: 'sending.failed', error: { code: 'uploadExpired', message: 'Start a new one.' } });
    expect(step()).toBe('rejected');
    expect(actor.getSnapshot().context.upload).toBeNull();
  });
});

describe('after a reload', () => {
  beforeEach(() => {
    answers.open = { ...upload, offset: 500 };
  });

  it('continues with the same file at the server’s offset', async () => {
    await start();
    expect(step()).toBe('awaitingFile');
    actor.send({ type: 'file.chosen', file });
    await settle();
    expect(step()).toBe('sending');
    expect(actor.getSnapshot().context.sentBytes).toBe(500);
  });

  it('rejects another file, and keeps the upload', async () => {
    answers.inspection = { ...inspection, fingerprint: 'other' };
    await start();
    actor.send({ type: 'file.chosen', file });
    await settle();
    expect(step()).toBe('awaitingFile');
    expect(actor.getSnapshot().context.failure?.code).toBe('differentFile');
    actor.send({ type: 'discard' });
    await settle();
    expect(step()).toBe('idle');
    expect(asked).toContain('cancelUpload');
  });

  it('has the session read again if it had ended before it was discarded', async () => {
    answers.cancelling = { code: 'uploadNotOpen', message: 'This upload is closed. Start a new one.' };
    await start();
    actor.send({ type: 'discard' });
    await settle();
    expect(step()).toBe('idle');
    expect(asked).toEqual(['cancelUpload', 'changed']);
  });

  it('needs no file for a recording that is being measured', async () => {
    answers.open = { ...upload, offset: 1000, status: 'verifying' };
    await start();
    expect(step()).toBe('pricing');
  });
});

it('can be cancelled only while bytes are being sent', async () => {
  await startSending();
  expect(actor.getSnapshot().hasTag(tag.cancellable)).toBe(true);
  send({ type: 'bytes.finished' });
  expect(actor.getSnapshot().hasTag(tag.cancellable)).toBe(false);
});
