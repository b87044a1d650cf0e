import type { Session } from '#contract/sessions.ts';
import type { FlowOutcome } from '#flows/flow.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type {
  AnalysisStanding,
  AnalysisStartInput,
  AnalysisStartOutput,
} from '#machines/analysis-start/analysis-start.setup.ts';
import { quote, repeatedQuote } from '#machines/analysis-start/example-quotes.ts';
import { uploadFlow } from '#machines/upload/upload.flow.ts';
import { analysis as finished, notes, session } from '#tests/support/web-fixtures.ts';
import { type Answer, failed, json } from '../support/held-backend.ts';
import { campaignId, emptySession, flowSessionId, ordinaryAnswer, signedIn } from './background.ts';
import { createChromiumDriver } from './chromium-driver.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const recorded: Session = {
  ...emptySession,
  state: 'ready',
  audio: session.audio,
  transcriptId: session.transcriptId,
};

function whole(standing: AnalysisStanding) {
  const isComplete = standing.status === 'completed';
  return { ...finished, sessionId: flowSessionId, result: isComplete ? finished.result : null, ...standing };
}

const answered = (method: string, path: RegExp, body: (output: never) => Answer) => ({
  by: async ({ answer }: Surroundings, outcome: FlowOutcome) => {
    if (outcome.type === 'emits') return false;
    const { type } = outcome;
    await answer(
      method,
      path,
      type === 'error' ? failed(outcome.error as { code: string }) : body(outcome.output as never),
    );
    return true;
  },
});

const startActors: ChromiumFlow['actors'] = {
  quote: answered('POST', /\/quote$/, (output) => json(output)).by,
  startAnalysis: answered('POST', /\/analyses$/, (output) => json(whole(output), 201)).by,
};

const measured = uploadFlow.outcomes.findOpenUpload[2]!;
const accepted = uploadFlow.outcomes.readUpload[0];
const outputOf = (outcome: FlowOutcome) => (outcome.type === 'done' ? outcome.output : null);

function withRecording(count: number): Session {
  const id = `01900000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  return { ...recorded, audio: { ...session.audio!, id } };
}

let recordings = 0;

let isArriving = false;

export async function startsAsUser(around: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  const { detailLevel, started, existingId } = outputOf(outcome) as AnalysisStartOutput;
  const driver = await createChromiumDriver(around.page, around.harness, 30_000, () => 0);
  const press = (role: 'button' | 'radio', name: string | RegExp) => driver.click({ role, name });
  const isComprehensive = detailLevel === 'comprehensive';
  const asked = existingId === null ? quote : repeatedQuote;
  const levels = quote.levels.map((level) => ({ ...level, affordable: true, missingCredits: 0 }));
  const offered = isComprehensive
    ? { ...asked, levels, writers: asked.writers.map((writer) => ({ ...writer, levels })) }
    : asked;
  await around.answer('POST', /\/quote$/, json(offered));
  await press('radio', isComprehensive ? /^Comprehensive/ : /^Brief/);
  if (existingId !== null) await press('button', 'Open them');
  else if (started === null) await press('button', 'Later');
  else {
    await press('button', /^Start analysis/);
    await around.answer('POST', /\/analyses$/, json(whole(started), 201));
  }
  return true;
}

export const analysisStart: ChromiumFlow = {
  settings: ({ start }) => {
    isArriving = (start.input as AnalysisStartInput).canWait;
    return { signedIn: true, patient: false };
  },
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (path.startsWith(`/sessions/${flowSessionId}/uploads`)) {
      return json({ uploads: isArriving ? [outputOf(measured)] : [] });
    }
    if (isArriving && method === 'GET' && path.startsWith('/uploads/')) return json(outputOf(accepted));
    return ordinaryAnswer(method, path, isArriving ? emptySession : recorded);
  },
  prepare: ({ arrive, harness }) => arrive('the flow', () => harness('isRunning', 'analysisStart')),
  actors: startActors,
};

let isEmpty = false;

export const analysis: ChromiumFlow = {
  settings: ({ start }) => {
    recordings = 0;
    isEmpty = !(start.input as AnalysisInput).hasSource;
    return { signedIn: true };
  },
  address: ({ start }) => {
    const { analysisId } = start.input as { analysisId: string | null };
    const run = analysisId === null ? '' : `&analysisId=${analysisId}`;
    return `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}${run}#analysis`;
  },
  background: (method, path, running) => {
    if (path === '/check-session') return signedIn;
    const isResult = method === 'GET' && /^\/analyses\/[^/]+$/.test(path);
    if (isResult && !running.includes('readAnalysis')) {
      return json({ ...finished, id: path.split('/')[2], sessionId: flowSessionId });
    }
    // With notes, the session shows its tabs before there is a recording.
    if (isEmpty && method === 'GET' && path === `/sessions/${flowSessionId}/notes`) {
      return json({ ...notes, sessionId: flowSessionId });
    }
    if (recordings > 0) return ordinaryAnswer(method, path, withRecording(recordings));
    return ordinaryAnswer(method, path, isEmpty ? emptySession : recorded);
  },
  prepare: ({ arrive, harness }) => arrive('the flow', () => harness('isRunning', 'analysis')),
  events: {
    'source.changed': async ({ harness }) => {
      recordings += 1;
      await harness('readAnew');
      return true;
    },
  },
  actors: {
    readAnalysis: answered('GET', /^\/analyses\/[^/]+$/, (output) => json(whole(output))).by,
    analysisStart: startsAsUser,
    cancelAnalysis: answered('POST', /\/cancel$/, (output) => json(whole(output))).by,
    retryAnalysis: answered('POST', /\/retry$/, (output) => json(whole(output))).by,
    followProgress: async (around, outcome) => {
      if (outcome.type !== 'emits') return false;
      const stream = await around.stream(/\/events$/);
      if (outcome.event.type === 'stream.failed') stream.end();
      else {
        const { progress } = outcome.event as unknown as { progress: unknown };
        stream.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
      }
      return true;
    },
  },
};
