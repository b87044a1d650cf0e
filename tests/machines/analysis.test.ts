import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import type { AnalysisProgress, AnalysisStatus } from '#contract/analyses.ts';
import { analysisMachine } from '#machines/analysis/analysis.machine.ts';
import { selectAnalysisStep, selectConnection, selectStages } from '#machines/analysis/analysis.selectors.ts';
import type { AnalysisEvent } from '#machines/analysis/analysis.setup.ts';
import { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import { quote } from '#machines/analysis-start/example-quotes.ts';
import { implement } from '#machines/kit/implement.ts';
import { settle } from '#tests/support/settle.ts';

const sessionId = '01900000-0000-7000-8000-00000000c001';
const analysisId = '01900000-0000-7000-8000-00000000a001';

const standing = (status: AnalysisStatus, error: AnalysisProgress['error'] = null): AnalysisProgress => ({
  id: analysisId,
  status,
  progress: 0.5,
  etaSeconds: null,
  stageMessage: '',
  error,
});

const failedWriting = standing('failed', {
  stage: 'writing',
  code: 'stopped',
  message: 'The analysis stopped. You were not charged. Try again.',
  retryable: true,
});

interface Refusal {
  code: string;
  message: string;
}

let clock: SimulatedClock;
let actor: ActorRefFrom<typeof analysisMachine>;
let answers: {
  read: AnalysisProgress | Refusal;
  cancel: AnalysisProgress | Refusal;
  retry: AnalysisProgress | Refusal;
};
let log: string[];
let streams: number;
let send: (event: AnalysisEvent) => void;

const step = () => selectAnalysisStep(actor.getSnapshot());
const answer = async (value: AnalysisProgress | Refusal) => {
  if ('code' in value) throw value;
  return value;
};

async function open(id: string | null, hasSource = true) {
  clock = new SimulatedClock();
  const machine = implement(analysisMachine, ({ callback, promise }) => ({
    ...promise('readAnalysis', () => {
      log.push('read');
      return answer(answers.read);
    }),
    analysisStart: implement(analysisStartMachine, ({ promise }) => ({
      ...promise('quote', async () => {
        log.push('quote');
        return quote;
      }),
      ...promise('startAnalysis', async ({ input }) => {
        log.push(`start ${input.quoteId} ${input.detailLevel}`);
        return standing('queued');
      }),
    })),
    ...callback('followProgress', (given) => {
      streams += 1;
      send = given.send;
    }),
    ...promise('cancelAnalysis', () => answer(answers.cancel)),
    ...promise('retryAnalysis', () => answer(answers.retry)),
  })).provide({
    actions: {
      openAnalysis: (_, params) => void log.push(`open ${params.analysisId}`),
      announceChange: () => void log.push('changed'),
      announceEnd: (_, { outcome }) => void log.push(`ended: ${outcome}`),
    },
  });
  actor = createActor(machine, {
    clock,
    input: { sessionId, analysisId: id, hasSource, detailLevel: 'brief' },
  }).start();
  await settle();
}

beforeEach(() => {
  log = [];
  streams = 0;
  answers = {
    read: standing('transcribing'),
    cancel: standing('cancelled'),
    retry: standing('queued'),
  };
});

describe('starting', () => {
  it('requests no price before there is something to analyze', async () => {
    await open(null, false);
    expect(step()).toBe('awaitingSource');
    expect(log).toEqual([]);
    actor.send({ type: 'source.changed' });
    await settle();
    expect(step()).toBe('pricing');
    actor.send({ type: 'source.changed' });
    await settle();
    expect(log).toEqual(['quote', 'quote']);
  });

  it('[D2] follows and opens an analysis started at its price', async () => {
    await open(null);
    expect(step()).toBe('pricing');
    actor.getSnapshot().children.analysisStart?.send({ type: 'start.confirmed' });
    await settle();
    expect(step()).toBe('following');
    expect(log).toEqual(['quote', `start ${quote.id} brief`, `open ${analysisId}`, 'changed']);
  });
});

describe('following', () => {
  it('continues after a reload in the middle', async () => {
    await open(analysisId);
    expect(step()).toBe('following');
    expect(selectConnection(actor.getSnapshot())).toBe('stream');
    send({ type: 'progress.received', progress: standing('extracting') });
    const stages = () => selectStages(actor.getSnapshot()).map(({ name, state }) => `${name} ${state}`);
    expect(stages()).toEqual([
      'queued done',
      'preparing done',
      'transcribing done',
      'diarizing done',
      'extracting current',
      'writing upcoming',
      'verifying upcoming',
    ]);
    send({
      type: 'progress.received',
      progress: {
        ...standing('extracting'),
        stages: ['queued', 'extracting', 'verifying'],
      },
    });
    expect(stages()).toEqual(['queued done', 'extracting current', 'verifying upcoming']);
    send({
      type: 'progress.received',
      progress: { ...standing('writing'), stages: ['queued', 'verifying'] },
    });
    expect(stages()).toEqual(['queued done', 'verifying current']);
    send({ type: 'progress.received', progress: standing('diarizing') });
    expect(stages().filter((stage) => !stage.endsWith('done'))).toEqual([
      'diarizing current',
      'extracting upcoming',
      'writing upcoming',
      'verifying upcoming',
    ]);
    send({ type: 'progress.received', progress: standing('completed') });
    expect(step()).toBe('completed');
    expect(log).toEqual(['read', 'changed', 'ended: completed']);
  });

  it('polls every 3 seconds once the stream is lost, and retries the stream after 30', async () => {
    await open(analysisId);
    send({ type: 'stream.failed' });
    expect(selectConnection(actor.getSnapshot())).toBe('polling');
    await settle();
    expect(log).toHaveLength(2);
    clock.increment(2999);
    await settle();
    expect(log).toHaveLength(2);
    answers.read = { code: 'network', message: 'The server cannot be reached.' };
    clock.increment(1);
    await settle();
    expect(log).toHaveLength(3);
    clock.increment(26_999);
    expect(streams).toBe(1);
    clock.increment(1);
    expect(streams).toBe(2);
    expect(selectConnection(actor.getSnapshot())).toBe('stream');
  });

  it('asks a server that is gone less and less often, and at once when the user comes back', async () => {
    await open(analysisId);
    answers.read = { code: 'network', message: 'The server cannot be reached.' };
    send({ type: 'stream.failed' });
    await settle();
    const asked: number[] = [];
    for (let second = 1; second <= 120; second += 1) {
      const before = log.length;
      clock.increment(1000);
      await settle();
      if (selectConnection(actor.getSnapshot()) === 'stream') send({ type: 'stream.failed' });
      await settle();
      if (log.length > before) asked.push(second);
    }
    expect(asked).toEqual([6, 18, 30, 60, 90, 120]);
    clock.increment(5000);
    expect(streams).toBe(5);
    actor.send({ type: 'page.returned' });
    expect(streams).toBe(6);
  });

  it('also learns of the end by polling', async () => {
    await open(analysisId);
    answers.read = standing('completed');
    send({ type: 'stream.failed' });
    await settle();
    expect(step()).toBe('completed');
  });
});

describe('stopping', () => {
  it('[D1] cancels before writing, never after', async () => {
    await open(analysisId);
    send({ type: 'progress.received', progress: standing('writing') });
    expect(actor.getSnapshot().can({ type: 'cancel.requested' })).toBe(false);
    send({ type: 'progress.received', progress: standing('extracting') });
    actor.send({ type: 'cancel.requested' });
    await settle();
    expect(step()).toBe('cancelled');
  });

  it('continues if it was too late to cancel, and says so', async () => {
    answers.cancel = { code: 'notCancellable', message: 'Too late.' };
    await open(analysisId);
    actor.send({ type: 'cancel.requested' });
    await settle();
    expect(step()).toBe('following');
    expect(actor.getSnapshot().context.failure?.message).toBe('Too late.');
  });

  it('[D8] continues after a retryable failure', async () => {
    answers.read = failedWriting;
    await open(analysisId);
    expect(step()).toBe('failed');
    actor.send({ type: 'retry' });
    await settle();
    expect(step()).toBe('following');
  });

  it('offers a new analysis instead of a retry if a retry cannot help', async () => {
    answers.read = standing('failed', {
      stage: 'transcribing',
      code: 'noSpeech',
      message: 'We found no speech in this file. You were not charged.',
      retryable: false,
    });
    await open(analysisId);
    expect(actor.getSnapshot().can({ type: 'retry' })).toBe(false);
    actor.send({ type: 'again.requested' });
    await settle();
    expect(step()).toBe('pricing');
    expect(actor.getSnapshot().context.analysisId).toBeNull();
  });
});
