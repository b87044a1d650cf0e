import { createHash } from 'node:crypto';
import type { FlowOutcome } from '#flows/flow.ts';
import type { ArchiveContents, Inspection } from '#machines/upload/upload.setup.ts';
import { type Answer, failed, type HeldRequest, json, noContent } from '../support/held-backend.ts';
import { startsAsUser } from './analysis.ts';
import { campaignId, flowSessionId, ordinaryAnswer, signedIn } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const recording = { fileName: 'session-12.mp3', sizeBytes: 10 * 1024 * 1024 };

const filling = (fingerprint: string) => (fingerprint === 'the-recording' ? 0 : 1);

function fingerprintOf(fingerprint: string): string {
  const end = Buffer.alloc(1024 * 1024, filling(fingerprint));
  const hash = createHash('sha256').update(recording.fileName).update(end).update(end).digest('hex');
  return [recording.sizeBytes, 0, hash].join('-');
}

const whole = (upload: object) => ({ ...upload, fingerprint: fingerprintOf('the-recording') });

const secondsOf = ({ estimates: { tracks, parts } }: ArchiveContents) => ({
  tracks: tracks?.durationSeconds ?? null,
  parts: parts?.durationSeconds ?? null,
});

type Body = (output: never) => Answer;

const asks =
  (method: string, path: RegExp, body: Body) =>
  async ({ answer }: Surroundings, outcome: FlowOutcome) => {
    if (outcome.type === 'emits') return false;
    const isError = outcome.type === 'error';
    await answer(
      method,
      path,
      isError ? failed(outcome.error as { code: string }) : body(outcome.output as never),
    );
    return true;
  };

const held: Answer = {
  kind: 'text',
  status: 200,
  body: '',
  headers: {
    'upload-offset': '0',
    'upload-length': String(recording.sizeBytes),
    'tus-resumable': '1.0.0',
  },
};

const accepted = (offset: number): Answer => ({
  kind: 'text',
  status: 204,
  body: '',
  headers: { 'upload-offset': String(offset), 'tus-resumable': '1.0.0' },
});

async function pieceOf(around: Surroundings): Promise<HeldRequest> {
  const path = /^\/uploads\/tus\//;
  const request = await around.request(['HEAD', 'PATCH'], path);
  if (request.method === 'PATCH') return request;
  request.answer(held);
  return around.request(['PATCH'], path);
}

export const upload: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => (path === '/check-session' ? signedIn : ordinaryAnswer(method, path)),
  prepare: ({ arrive, harness }) => arrive('the flow', () => harness('isRunning', 'upload')),
  filling: ({ nextOutcome }) => {
    const next = nextOutcome('inspectFile');
    return filling(next?.type === 'done' ? (next.output as Inspection).fingerprint : 'the-recording');
  },
  actors: {
    findOpenUpload: asks('GET', /^\/sessions\/[^/]+\/uploads/, (output) =>
      json({ uploads: output === null ? [] : [whole(output)] }),
    ),
    inspectFile: async ({ harness, until }, outcome) => {
      if (outcome.type !== 'done') return false;
      const { estimate, contents } = outcome.output as Inspection;
      const found = {
        durationSeconds: estimate?.durationSeconds ?? null,
        ...(contents ? { contents: { ...contents, seconds: secondsOf(contents) } } : {}),
      };
      await until('file being measured', async () => (await harness('measured', found)) || undefined);
      return true;
    },
    createUpload: asks('POST', /\/uploads$/, (output) => json(whole(output), 201)),
    sendBytes: async (around, outcome) => {
      if (outcome.type !== 'emits') return false;
      const event = outcome.event as { type: string; offset?: number; error?: { code: string } };
      if (event.type === 'bytes.finished') return false;
      const piece = await pieceOf(around);
      piece.answer(event.error ? failed(event.error) : accepted(event.offset ?? 0));
      return true;
    },
    watchPage: async ({ page }, outcome) => {
      if (outcome.type !== 'emits') return false;
      const name = outcome.event.type === 'connection.lost' ? 'offline' : 'online';
      await page.evaluate((type) => void window.dispatchEvent(new Event(type)), name);
      return true;
    },
    readUpload: asks('GET', /^\/uploads\/[^/]+$/, (output) => json(whole(output))),
    cancelUpload: asks('DELETE', /^\/uploads\/[^/]+$/, () => noContent),
    analysisStart: startsAsUser,
  },
};
