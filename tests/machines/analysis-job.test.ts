import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { AnalysisStage } from '#contract/analyses.ts';
import { AnalysisStage as stages } from '#contract/analyses.ts';
import { analysisJobMachine } from '#machines/analysis-job/analysis-job.machine.ts';
import { selectEnding } from '#machines/analysis-job/analysis-job.selectors.ts';
import { type StageInput, stageUnrecorded } from '#machines/analysis-job/analysis-job.setup.ts';
import { analysisJobStages } from '#machines/analysis-job/stages.ts';
import { implement } from '#machines/kit/implement.ts';
import { settle } from '#tests/support/settle.ts';

const analysisId = '01900000-0000-7000-8000-000000000001';

function run(options: {
  startAt?: AnalysisStage;
  needsSpeech?: boolean;
  needsVoices?: boolean;
  isLastAttempt?: boolean;
  fail?: Record<string, unknown[]>;
  hold?: string;
}) {
  const log: string[] = [];
  const fail = structuredClone(options.fail ?? {});
  const step = async (name: string, signal: AbortSignal) => {
    log.push(name);
    if (options.hold === name) {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    const errors = fail[name];
    if (errors?.length) throw errors.shift();
  };
  const stage =
    (name: AnalysisStage, work: string) =>
    async ({ input, signal }: { input: StageInput; signal: AbortSignal }) => {
      await step(`${name}${input.warning === null ? '' : ` (${input.warning})`}`, signal).catch(() => {
        throw { code: stageUnrecorded };
      });
      await step(work, signal);
    };
  const actor = createActor(
    implement(analysisJobMachine, ({ promise }) => ({
      ...promise('prepare', stage('preparing', 'prepare')),
      ...promise('transcribe', stage('transcribing', 'transcribe')),
      ...promise('diarize', stage('diarizing', 'diarize')),
      ...promise('extract', stage('extracting', 'extract')),
      ...promise('write', stage('writing', 'write')),
      ...promise('verify', stage('verifying', 'verify')),
      ...promise('recordCompletion', ({ signal }) => step('recordCompletion', signal)),
      ...promise('recordFailure', ({ input, signal }) => step(`recordFailure ${input.failure.code}`, signal)),
    })),
    {
      input: {
        analysisId,
        startAt: options.startAt ?? 'queued',
        needsSpeech: options.needsSpeech ?? true,
        needsVoices: options.needsVoices ?? false,
        isLastAttempt: options.isLastAttempt ?? false,
      },
    },
  ).start();
  return {
    log,
    actor,
    ended: () => waitFor(actor, (snapshot) => selectEnding(snapshot) !== null),
  };
}

it('its stages are the contract’s, in order, each a state of the chart', () => {
  expect(analysisJobStages.map(({ name }) => name)).toEqual(stages.options);
  for (const { name } of analysisJobStages.slice(1)) expect(analysisJobMachine.states).toHaveProperty(name);
});

it('the chart says of each stage what stands above the function that does it', () => {
  const functions = readFileSync('src/server/analyses/job/analysis-stages.ts', 'utf8');
  const documented = [...functions.matchAll(/\/\*\*([^/]*)\*\/\s+async (\w+)\(row/g)].map(
    ([, text = '', name]) => [name, text.replace(/\s*\*?\s+/g, ' ').trim()],
  );
  const charted = analysisJobStages.slice(1).map(({ name }) => {
    const { invoke, description } = analysisJobMachine.getStateNodeById(`analysisJob.${name}`);
    return [invoke[0]?.src, description];
  });
  expect(documented).toEqual(charted);
});

describe('on the way to the notes', () => {
  it('records each stage before its work', async () => {
    const job = run({});
    expect(selectEnding(await job.ended())).toBe('completed');
    expect(job.log).toEqual([
      'preparing',
      'prepare',
      'transcribing',
      'transcribe',
      'diarizing',
      'diarize',
      'extracting',
      'extract',
      'writing',
      'write',
      'verifying',
      'verify',
      'recordCompletion',
    ]);
  });

  it('[D8] starts at extracting if there is a transcript', async () => {
    const job = run({ needsSpeech: false });
    await job.ended();
    expect(job.log.slice(0, 2)).toEqual(['extracting', 'extract']);
    const voiceless = run({ needsSpeech: false, needsVoices: true });
    await voiceless.ended();
    expect(voiceless.log.slice(0, 3)).toEqual(['diarizing', 'diarize', 'extracting']);
  });

  it.each(analysisJobStages.slice(1).map(({ name }) => name))(
    'resumes at %s after a restart there',
    async (startAt) => {
      const job = run({ startAt });
      expect(selectEnding(await job.ended())).toBe('completed');
      expect(job.log[0]).toBe(startAt);
    },
  );
});

it('warns once about indistinguishable speakers', async () => {
  const job = run({ fail: { diarize: [new Error('no model')] } });
  expect(selectEnding(await job.ended())).toBe('completed');
  expect(job.log).toContain('extracting (speakersUnknown)');
});

describe('failures', () => {
  it('count as stopped and retryable if they were unforeseen', async () => {
    const job = run({ fail: { write: [new Error('bug')] } });
    const { context } = await job.ended();
    expect(context.failure).toEqual({ stage: 'writing', code: 'stopped', message: null, retryable: true });
    expect(job.log.at(-1)).toBe('recordFailure stopped');
  });

  it('keep an engine’s code and message', async () => {
    const job = run({ fail: { transcribe: [{ code: 'noSpeech', retryable: false, message: 'Silence.' }] } });
    const { context } = await job.ended();
    expect(context.failure).toMatchObject({ stage: 'transcribing', message: 'Silence.', retryable: false });
    expect(job.log.at(-1)).toBe('recordFailure noSpeech');
  });

  it('interrupt the run if they cannot be recorded, so that the queue repeats it', async () => {
    const job = run({ fail: { transcribing: [new Error('database gone')] } });
    expect(selectEnding(await job.ended())).toBe('interrupted');
    expect(job.log).not.toContain('transcribe');
  });
});

describe('[D1] cancelling', () => {
  it('stops the work and records nothing more', async () => {
    const job = run({ hold: 'transcribe' });
    await settle();
    expect(job.log.at(-1)).toBe('transcribe');
    job.actor.send({ type: 'cancel' });
    expect(selectEnding(await job.ended())).toBe('cancelled');
    expect(job.log.at(-1)).toBe('transcribe');
  });

  it.each(['writing', 'verifying'] as const)('is rejected while %s', async (startAt) => {
    const job = run({ startAt, hold: startAt });
    expect(job.actor.getSnapshot().can({ type: 'cancel' })).toBe(false);
  });
});

it('[D8] gives up after the last attempt of the queue, and says why if it knows', async () => {
  const full = { code: 'unavailable' };
  const lost = run({ startAt: 'verifying', isLastAttempt: true, fail: { verifying: [full] } });
  await lost.ended();
  expect(lost.log).toEqual(['verifying', 'recordFailure stopped']);
  const unread = run({
    isLastAttempt: true,
    fail: {
      prepare: [{ code: 'audioUnreadable', retryable: false }],
      'recordFailure audioUnreadable': [full],
    },
  });
  await unread.ended();
  expect(unread.log.slice(-2)).toEqual(['recordFailure audioUnreadable', 'recordFailure audioUnreadable']);
  expect(selectEnding(unread.actor.getSnapshot())).toBe('failed');
});
