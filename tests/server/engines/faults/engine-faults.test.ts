import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type EngineFault,
  engineFaults,
  faultKinds,
  faultsPage,
  impossible,
} from '../../../../src/setup/faults/engine-faults.ts';
import { type FaultBench, openFaultBench, type Staged } from './fault-bench.ts';
import { stageHighlights, stageModel, stageModelHere } from './stage-notes.ts';
import { stageEmbeddedSpeech, stageSpeechService } from './stage-speech.ts';

let bench: FaultBench;
beforeAll(async () => {
  bench = await openFaultBench();
});
afterAll(() => bench.close());
afterEach(() => bench.clear());

type Stage = (bench: FaultBench, row: EngineFault) => Promise<Staged>;
const elsewhere: Stage = async (_, { fault }) => {
  throw new Error(`“${fault}” is proved by another test.`);
};
const stages: Record<EngineFault['engine'], Stage> = {
  Ollama: stageModel,
  'Chat service': stageModel,
  'Model on this computer': stageModelHere,
  'Changes on an instruction': elsewhere,
  'Recaps by style': elsewhere,
  Highlights: stageHighlights,
  'Speech service': stageSpeechService,
  'whisper.cpp': stageSpeechService,
  'Embedded speech': stageEmbeddedSpeech,
};

const here = engineFaults.filter(({ proof }) => proof === undefined);
describe.each(here)('$engine: $fault', (row) => {
  it(`${row.ends}, shows ${row.seen ?? 'nothing'}, and charges ${row.ends === 'completes' ? 'once' : 'nothing'} [D1][D8]`, async () => {
    const staged = await stages[row.engine](bench, row);
    onTestFinished(async () => staged.close?.());
    const before = await bench.credits();
    const id = await bench.start(staged.sessionId);
    const analysis = await bench.ended(id);
    const { status, error, warnings, result } = analysis;
    expect({ status, error }).toMatchObject({ status: row.ends === 'completes' ? 'completed' : 'failed' });
    if (staged.expectedWaits) expect(bench.waits).toEqual(staged.expectedWaits);
    expect(bench.timers.waiting()).toBe(0);
    if (row.ends === 'completes') {
      const shown = [...warnings, ...result.warnings].map(({ message }: { message: string }) => message);
      const seen = [...shown, ...(staged.progress?.() ?? [])];
      if (row.seen === null) {
        const expected = /identify the speakers|quotation was not word for word in the transcript/;
        expect(seen.filter((message) => !expected.test(message))).toEqual([]);
      } else expect(seen.join('\n')).toContain(row.seen);
      expect(analysis.chargedCredits).toBeGreaterThan(0);
      expect(await bench.credits()).toBe(before - analysis.chargedCredits);
      return;
    }
    expect(error.message).toContain(row.seen);
    expect(error.message).toMatch(/You were not charged\./);
    expect(analysis.chargedCredits).toBe(0);
    expect(await bench.credits()).toBe(before);

    if (!error.retryable) {
      expect((await bench.json('POST', `/analyses/${id}/retry`)).status).toBe(409);
      return;
    }
    const doneBefore = [...(staged.done?.() ?? [])];
    await staged.lift();
    expect((await bench.json('POST', `/analyses/${id}/retry`)).status).toBeLessThan(300);
    const again = await bench.ended(id);
    expect(again).toMatchObject({ status: 'completed', error: null });
    expect(await bench.credits()).toBe(before - again.chargedCredits);
    const doneAfter = staged.done?.().slice(doneBefore.length) ?? [];
    expect(doneAfter.filter((each) => doneBefore.includes(each))).toEqual([]);
  });
});

describe('the table of faults', () => {
  it('is docs/faults.md', () => {
    expect(readFileSync('docs/faults.md', 'utf8')).toBe(faultsPage());
  });

  it.each(engineFaults.filter(({ proof }) => proof !== undefined))(
    '$engine: $fault is proved by another test',
    ({ proof }) => {
      expect(readFileSync(proof!.file, 'utf8')).toContain(proof!.title);
    },
  );

  it.each(Object.keys(impossible))('%s has each kind of fault, or a reason why it cannot happen', (name) => {
    const engine = name as EngineFault['engine'];
    const possible = engineFaults.filter((row) => row.engine === engine).map(({ kind }) => kind);
    const reasons = impossible[engine].flatMap(({ kinds }) => kinds);
    expect([...new Set(possible), ...reasons].filter((kind) => kind !== 'other').sort()).toEqual(
      [...faultKinds].sort(),
    );
  });

  it('has no duplicate row', () => {
    const keys = engineFaults.map(({ engine, fault }) => `${engine}: ${fault}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
