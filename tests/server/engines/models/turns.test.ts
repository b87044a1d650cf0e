import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurns } from '#server/engines/models/turns.ts';
import { openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import { createWriterHere, type WriterHere } from '#server/engines/notes/embedded/writer-here.ts';
import { startWriter } from '#server/engines/notes/embedded/writer-process.ts';
import { createEmbeddedSpeech } from '#server/engines/speech/embedded.ts';
import { inTurnOf, type SpeechEngine } from '#server/engines/speech/port.ts';
import { startRecognizer } from '#server/engines/speech/recognizer-process.ts';
import { createGate } from '#tests/support/fake-engines.ts';
import { toyLanguageModel } from '#tests/support/toy-language-model.ts';
import { sayToyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';

const { signal } = new AbortController();

describe('turns of heavy work', () => {
  it('are shared by those of one kind, and come in the order of asking', async () => {
    const turns = createTurns();
    const [heard, alsoHeard, written] = [createGate(), createGate(), createGate()];
    const begun: string[] = [];
    const stopped: string[] = [];
    turns.makesRoom('speech', async () => void stopped.push('speech'));
    turns.makesRoom('notes', async () => void stopped.push('notes'));
    const use = (kind: string, name: string, gate: ReturnType<typeof createGate>) =>
      turns.use(kind, { signal, waits: () => begun.push(`${name} waits`) }, async () => {
        begun.push(name);
        await gate.pass(signal);
      });
    const all = [use('speech', 'first', heard), use('speech', 'second', alsoHeard)];
    all.push(use('notes', 'notes', written), use('speech', 'third', heard));
    await expect.poll(() => begun).toEqual(['notes waits', 'third waits', 'first', 'second']);
    heard.open();
    alsoHeard.open();
    await expect.poll(() => begun.at(-1)).toBe('notes');
    expect(stopped).toEqual(['notes', 'notes', 'speech']);
    written.open();
    await Promise.all(all);
    expect(begun.at(-1)).toBe('third');
  });

  it('are left by whoever no longer wants them, and given back by a failure', async () => {
    const turns = createTurns();
    const gate = createGate();
    const busy = turns.use('speech', { signal }, async () => {
      await gate.pass(signal);
      throw new Error('The recognizer crashed.');
    });
    const wish = new AbortController();
    const left = turns.use('notes', { signal: wish.signal }, async () => 'written');
    wish.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    gate.open();
    await expect(busy).rejects.toThrow('The recognizer crashed.');
    expect(await turns.use('notes', { signal }, async () => 'written')).toBe('written');
  });

  it('are not taken by one who yields, whoever came first, also of its own kind; only when nobody is there', async () => {
    const turns = createTurns();
    const gate = createGate();
    const recap = turns.use('notes', { signal }, () => gate.pass(signal));
    const trial = () => {
      const wish = new AbortController();
      const yields = () => wish.abort(new Error('left'));
      return turns.use('notes', { signal: wish.signal, yields }, async () => {
        wish.signal.throwIfAborted();
        return 'measured';
      });
    };
    await expect(trial()).rejects.toThrow('left');
    gate.open();
    await recap;
    expect(await trial()).toBe('measured');
    const [left, written] = [trial(), turns.use('notes', { signal }, async () => 'written')];
    await expect(left).rejects.toThrow('left');
    expect(await written).toBe('written');
  });
});

describe('speech and the language model on one computer', () => {
  let folder: string;
  let speech: SpeechEngine;
  let writer: WriterHere;
  const children: { readonly ended: boolean }[] = [];
  const together: number[] = [];
  /** Counts those that run beside it once it has started. */
  const kept = <Child extends { readonly ended: boolean }>(child: Child): Child => {
    children.push(child);
    together.push(children.filter(({ ended }) => !ended).length);
    return child;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-turns-'));
    await writeToyModel(join(folder, 'speech'));
    await writeFile(join(folder, 'toy.gguf'), toyLanguageModel());
    const turns = createTurns();
    speech = createEmbeddedSpeech({
      dataFolder: folder,
      modelFolder: join(folder, 'speech'),
      threads: 1,
      turns,
      start: async (...given) => kept(await startRecognizer(...given)),
    });
    const settings = { allowed: 'yes' as const, model: null, modelFolder: folder, modelUrl: null };
    writer = createWriterHere({
      here: openModelHere({ settings: { ...settings, dataFolder: folder } }),
      turns,
      start: async (file, options) => kept(await startWriter(file, { ...options, priority: 0 })),
    });
  });
  afterAll(async () => {
    await Promise.all([speech.close(), writer.close()]);
    await rm(folder, { recursive: true });
  });

  it('a recording is transcribed, its notes are written, the next is transcribed: never two processes at a time', async () => {
    const said: string[] = [];
    const context = {
      signal,
      progress: (fraction: number, message?: string) => void said.push(message ?? `begins at ${fraction}`),
    };
    const hears = () =>
      inTurnOf(speech, context, async () => {
        await speech.prepare(context);
        const samples = sayToyWords(['here']);
        const chunk = { index: 0, startMs: 0, endMs: samples.length / 16, forced: false, samples };
        const { segments } = await speech.hear(chunk, { signal, language: null, vocabulary: [] });
        return segments[0]?.text;
      });
    const writes = () =>
      writer.turn({ signal, waits: () => said.push('notes wait') }, async () => {
        await writer.connect({ signal, progress: () => undefined });
        const schema = { type: 'object', properties: { holds: { type: 'boolean' } } };
        return writer.send([{ role: 'user', content: 'Well?' }], schema, signal);
      });
    const [first, notes, second] = await Promise.all([hears(), writes(), hears()]);
    expect([first, second]).toEqual(['here', 'here']);
    expect(notes).toMatchObject({ kind: 'content' });
    expect(said).toEqual(
      expect.arrayContaining([
        'notes wait',
        'Waiting until the notes of another session are written',
        'begins at 0',
      ]),
    );
    expect(together).toEqual([1, 1, 1]);
  });
});
