import { describe, expect, it } from 'vitest';
import { AnalysisStage } from '#contract/analyses.ts';
import { type AnalysisWork, stagesWith } from '#machines/analysis-job/stages.ts';
import type { AnalysisRow } from '#server/analyses/analysis-rows.ts';
import { createEstimator, overallProgress } from '#server/analyses/job/progress.ts';
import { createProgressRecorder } from '#server/analyses/job/progress-recorder.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { createGate } from '#tests/support/fake-engines.ts';
import { createTestClock } from '#tests/support/work-server.ts';

const recording = stagesWith({ speech: true, speakers: true, model: false });

describe('progress over all stages', () => {
  it.each<[AnalysisWork, AnalysisStage[]]>([
    [{ speech: true, speakers: true, model: true }, []],
    [{ speech: true, speakers: false, model: false }, ['diarizing', 'writing']],
    [{ speech: false, speakers: false, model: true }, ['preparing', 'transcribing', 'diarizing']],
    [{ speech: false, speakers: true, model: false }, ['preparing', 'transcribing', 'writing']],
  ])('increases from 0 to 1 (%o)', (work, without) => {
    const stages = stagesWith(work);
    expect(AnalysisStage.options.filter((stage) => !stages.includes(stage))).toEqual(without);
    // Also in a stage that has nothing to do.
    const shares = AnalysisStage.options.flatMap((stage) =>
      [0, 0.5, 1].map((fraction) => overallProgress(stage, fraction, stages)),
    );
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBeCloseTo(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('stays within the stage', () => {
    expect(overallProgress('verifying', 7, recording)).toBe(1);
    expect(overallProgress('queued', -1, recording)).toBe(0);
  });
});

describe('the time left', () => {
  it('is null until there is enough data', () => {
    const clock = createTestClock();
    const estimator = createEstimator(clock, recording);
    estimator.begin('transcribing');
    expect(estimator.remaining(0)).toBeNull();
    clock.advance(4000);
    expect(estimator.remaining(0.001)).toBeNull();
  });

  it('follows from the measured speed of the stage and the shares of the later ones', () => {
    const clock = createTestClock();
    const estimator = createEstimator(clock, recording);
    estimator.begin('transcribing');
    estimator.remaining(0);
    clock.advance(60_000);
    // Nine minutes to go, and 21/66 of ten minutes for later stages.
    expect(estimator.remaining(0.1)).toBe(Math.round(540 + (600 * 21) / 66));
    clock.advance(60_000);
    expect(estimator.remaining(0.2)).toBe(Math.round(480 + (600 * 21) / 66));
  });

  it('is what was expected until it is measured, less what is done', () => {
    const clock = createTestClock();
    const estimator = createEstimator(clock, stagesWith({ speech: false, speakers: false, model: true }));
    estimator.begin('extracting', 2200);
    expect(estimator.remaining(0)).toBe(2200);
    clock.advance(1000);
    // Of 15 + 5 + 2 shares of the work, reading is 15.
    expect(estimator.remaining(0.5)).toBe(2200 - 750);
    clock.advance(60_000);
    expect(estimator.remaining(0.6)).toBe(Math.round(600 * (0.4 + 7 / 15)));
  });

  it('does not count the wait for a turn as slow work', () => {
    const clock = createTestClock();
    const estimator = createEstimator(clock, recording);
    estimator.begin('transcribing');
    estimator.remaining(0);
    clock.advance(1_800_000);
    expect(estimator.remaining(0)).toBeNull();
    clock.advance(60_000);
    expect(estimator.remaining(0.1)).toBe(Math.round(540 + (600 * 21) / 66));
  });

  it('does not count an earlier run’s work as fast work', () => {
    const clock = createTestClock();
    const estimator = createEstimator(clock, recording);
    estimator.begin('transcribing');
    clock.advance(100);
    expect(estimator.remaining(0.5)).toBeNull();
    clock.advance(60_000);
    expect(estimator.remaining(0.6)).toBe(Math.round(240 + (600 * 21) / 66));
  });
});

describe('progress that is written', () => {
  const row = {
    id: 'one',
    attempt: 1,
    progress: 0,
    writer: 'service',
    transcriptId: 'transcript',
    speechEngine: null,
    request: {},
  } as unknown as AnalysisRow;

  function openRecorder() {
    const clock = createTestClock();
    const written: { progress: number; stageMessage?: string }[] = [];
    let isReachable = Promise.resolve();
    const set = (change: (typeof written)[number]) => ({
      where: () => ({
        returning: async () => {
          written.push(change);
          return [];
        },
      }),
    });
    const transaction = async (work: (tx: unknown) => Promise<unknown>) => {
      await isReachable;
      return work({ update: () => ({ set }) });
    };
    const database = { transaction } as unknown as Database;
    const recorder = createProgressRecorder({ database, clock }, row, {} as Logger);
    recorder.begin('extracting', null);
    const gate = createGate();
    return {
      clock,
      recorder,
      written,
      shut: () => {
        isReachable = gate.pass(new AbortController().signal);
      },
      open: gate.open,
    };
  }
  const partOf22 = (fraction: number) => expect.closeTo((15 * fraction) / 22, 6);

  it('[D16] has each part that was read, also one that took less than a second', async () => {
    const { recorder, written } = openRecorder();
    recorder.report(0, 'Reading part 1 of 4');
    await recorder.settle();
    recorder.report(0.25, 'Read part 1 of 4');
    await recorder.settle();
    expect(written).toMatchObject([
      { progress: 0, stageMessage: 'Reading part 1 of 4' },
      { progress: partOf22(0.25), stageMessage: 'Read part 1 of 4' },
    ]);
  });

  it('[D16] has the last of those that were read while an earlier one was written', async () => {
    const { recorder, written, shut, open } = openRecorder();
    shut();
    for (const part of [0, 1, 2, 3]) recorder.report(part / 4);
    expect(written).toEqual([]);
    open();
    await recorder.settle();
    expect(written.map(({ progress }) => progress)).toEqual([0, partOf22(0.75)]);
  });

  it('is written once a second where it grows by less than a hundredth', async () => {
    const { clock, recorder, written } = openRecorder();
    for (let at = 0; at <= 40; at += 1) {
      recorder.report(at / 10_000);
      await recorder.settle();
      clock.advance(100);
    }
    expect(written).toHaveLength(5);
  });
});
