import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { present } from '#contract/unknown-values.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { type FaultBench, openFaultBench, type Staged } from './fault-bench.ts';
import { type EngineFault, faultKinds, faultyEngines } from './faults-page.ts';
import { stageHighlights, stageModel, stageModelHere } from './stage-notes.ts';
import { stageEmbeddedSpeech, stageSpeechService } from './stage-speech.ts';
import { stageVoices } from './stage-voices.ts';

let bench: FaultBench;
beforeAll(async () => {
  bench = await openFaultBench();
});
afterAll(() => bench.close());
afterEach(() => bench.clear());

type Stage = (bench: FaultBench, row: EngineFault) => Promise<Staged>;
const stages: Partial<Record<string, Stage>> = {
  Ollama: stageModel,
  'Chat service': stageModel,
  'Model on this computer': async (of, row) => ({
    ...(await stageModelHere(of, row)),
    sessionId: await of.sessionWithTranscript(3000),
  }),
  Highlights: stageHighlights,
  'Speech service': stageSpeechService,
  'whisper.cpp': stageSpeechService,
  'Embedded speech': stageEmbeddedSpeech,
  'Voices on one recording': stageVoices,
};

const engineFaults = faultyEngines.flatMap(({ faults }) => faults);
const elsewhere = engineFaults.flatMap(({ proof, ...row }) => (proof ? { ...row, proof } : []));

/** Of a call outside of an analysis. */
const ON_THIS_COMPUTER = 'on this computer: ';
const isShort = ({ fault }: EngineFault) => fault.startsWith(ON_THIS_COMPUTER);

/** Of each engine and of each kind the first; `npm run test:all` tries all. */
const isFirst = (row: EngineFault) =>
  [
    engineFaults.find(({ engine }) => engine === row.engine),
    engineFaults.find(({ kind }) => kind === row.kind),
  ].includes(row);

describe.each(engineFaults.filter((row) => !row.proof && !isShort(row)))('$engine: $fault', (row) => {
  const ends = row.charged === 'once' ? 'completes' : 'fails';
  it(`${ends}, shows ${row.seen ?? 'nothing'}, and charges ${row.charged} [D1][D8]`, {
    tags: isFirst(row) ? [] : ['everything'],
  }, async () => {
    const stage = present(stages[row.engine], row.engine);
    const staged = await stage(bench, row);
    onTestFinished(async () => staged.close?.());
    const before = await bench.credits();
    const id = await bench.start(staged.sessionId);
    const analysis = await bench.ended(id);
    const { status, error, warnings, result } = analysis;
    expect({ status, error }).toMatchObject({ status: ends === 'completes' ? 'completed' : 'failed' });
    if (staged.expectedWaits) expect(bench.waits).toEqual(staged.expectedWaits);
    expect(bench.timers.waiting()).toBe(0);
    if (ends === 'completes') {
      const shown = [...warnings, ...result.warnings].map(({ message }: { message: string }) => message);
      const seen = [...shown, ...(staged.progress?.() ?? [])];
      if (row.seen === null) {
        const expected = /identify the speakers|quotation was not word for word in the transcript/;
        expect(seen.filter((message) => !expected.test(message))).toEqual([]);
      } else expect(seen.join('\n')).toContain(row.seen);
      if (staged.speakers !== undefined) {
        const { body } = await bench.json('GET', `/transcripts/${analysis.transcriptId}`);
        expect(body.speakers).toHaveLength(staged.speakers);
      }
      expect(analysis.chargedCredits).toBeGreaterThan(0);
      expect(await bench.credits()).toBe(before - analysis.chargedCredits);
      return;
    }
    expect(error.message).toContain(row.seen);
    expect(error.message).toMatch(/You were not charged( for written notes)?\./);
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

const ofNotes = ['Bryce opens the gate of the mill.', 'She finds the bell under the stairs.', 'Oda sings.'];

describe.each(engineFaults.filter(isShort))('$engine: $fault', (row) => {
  const ask = async () => {
    const context = { signal: new AbortController().signal, progress: () => undefined };
    if (row.engine === 'Recaps by style') {
      const statements = ofNotes.map((text) => ({ text, evidence: null }));
      const sections = [{ title: 'Story', statements }];
      const given = { style: 'A ballad', character: null, language: 'en', passages: [], sections };
      const made = await bench.notes.recap?.(given, context);
      return made?.isOtherLanguage ? 'other language' : (made?.text ?? '');
    }
    const sections = [{ title: 'Story', items: ofNotes }];
    const made = await bench.notes.change?.(
      { instruction: 'Say it again', language: 'en', sections },
      context,
    );
    return made?.changes.map(({ text }) => text).join(' ') ?? '';
  };

  it(`${row.seen === null ? 'completes' : 'fails'}, charges ${row.charged}, and can be asked again [D8]`, {
    tags: isFirst(row) ? [] : ['everything'],
  }, async () => {
    const staged = await stageModelHere(
      bench,
      { ...row, fault: row.fault.slice(ON_THIS_COMPUTER.length) },
      true,
    );
    onTestFinished(async () => staged.close?.());
    const before = await bench.credits();
    if (row.kind === 'wrong language') expect(await ask()).toBe('other language');
    else if (row.seen === null) expect(await ask()).toContain('Bryce opens the gate of the mill.');
    else await expect(ask()).rejects.toBeInstanceOf(NotesUnavailable);
    if (staged.expectedWaits) expect(bench.waits).toEqual(staged.expectedWaits);
    expect(bench.timers.waiting()).toBe(0);
    expect(await bench.credits()).toBe(before);
    await staged.lift();
    expect(await ask()).toContain('Bryce opens the gate of the mill.');
  });
});

describe('the table of faults', () => {
  it.each(elsewhere)('$engine: $fault is proved by another test', ({ proof }) => {
    expect(readFileSync(proof.file, 'utf8')).toContain(proof.title);
  });

  it.each(faultyEngines)(
    '$engine has each kind of fault, or a reason why it cannot happen',
    ({ faults, impossible }) => {
      const possible = new Set(faults.map(({ kind }) => kind));
      expect([...possible, ...impossible].filter((kind) => kind !== 'other').sort()).toEqual(
        [...faultKinds].sort(),
      );
    },
  );

  it('has no duplicate row', () => {
    const keys = engineFaults.map(({ engine, fault }) => `${engine}: ${fault}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
