import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { present } from '#contract/unknown-values.ts';
import { grammarOf } from '#server/engines/notes/embedded/grammar.ts';
import { startWriter, type WriterProcess } from '#server/engines/notes/embedded/writer-process.ts';
import { readJson } from '#server/engines/notes/endpoint/chat.ts';
import {
  Answered,
  Changed,
  Closed,
  Found,
  FoundBriefly,
  LookedOver,
  Written,
} from '#server/engines/notes/endpoint/schema.ts';
import { createTimers } from '#tests/support/timers.ts';
import { toyLanguageModel } from '#tests/support/toy-language-model.ts';

const signal = new AbortController().signal;
const schemas = { Found, FoundBriefly, Closed, Written, LookedOver, Changed, Answered };
const json = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output' });

let folder: string;
let writer: WriterProcess;
const timers = createTimers();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-embedded-notes-'));
  await writeFile(join(folder, 'toy.gguf'), toyLanguageModel());
  writer = await startWriter(join(folder, 'toy.gguf'), {
    contextTokens: 4096,
    threads: 1,
    signal,
    alive: () => undefined,
    startTimer: timers.start,
    // The test waits for it.
    priority: 0,
  });
});
afterAll(async () => {
  await writer.stop();
  await rm(folder, { recursive: true });
});
const asked = (user: string, system = 'House rules.') => [
  { role: 'system' as const, content: system },
  { role: 'user' as const, content: user },
];

describe('the grammar of an answer', () => {
  it.each(Object.entries(schemas))(
    '%s: what the model writes under it is of the schema',
    async (_, schema) => {
      const question = { messages: asked('Write.'), grammar: grammarOf(json(schema)), mostTokens: 3000 };
      const answer = await writer.write(question, { signal, alive: () => undefined });
      expect(answer).toMatchObject({ isCut: false, inputTokens: expect.any(Number) });
      if (!('content' in answer)) throw new Error('no answer');
      expect(JSON.parse(answer.content)).toBeTypeOf('object');
      expect(readJson<unknown>(answer.content, schema)).toHaveProperty('value');
    },
  );

  it('leaves room for a whole list in its order, and for six references of a sentence', () => {
    const sentence = {
      type: 'object',
      properties: { events: { type: 'array', items: { type: 'integer' } } },
    };
    const properties = { order: { type: 'array', items: { type: 'integer' } }, sentence };
    const grammar = grammarOf({ type: 'object', properties });
    expect([...grammar.matchAll(/\{0,(\d+)\}\)\?/g)].map(([, most]) => most)).toEqual(['39', '5']);
  });

  it('bounds what a model can repeat, and refuses what it does not know', () => {
    const grammar = grammarOf(json(Found));
    expect(grammar).toContain('"\\"s" [0-9]{1,5}');
    expect(grammar).not.toMatch(/\*|\+|\{\d+,\}/);
    expect(() => grammarOf({ type: 'object' })).toThrow('No grammar');
    expect(() => grammarOf({ type: 'number' })).toThrow('No grammar');
  });
});

describe('the process of the language model', () => {
  const short = { grammar: 'root ::= "yes"', mostTokens: 1000 };
  const quiet = { signal, alive: () => undefined };

  it('counts before it reads, and refuses what is too long', async () => {
    const tooLong = { ...short, messages: asked('x'.repeat(4200)) };
    const refused = await writer.write(tooLong, quiet);
    expect(refused).toMatchObject({ tooLong: expect.any(Number) });
    expect('tooLong' in refused && refused.tooLong).toBeGreaterThan(4200);
    expect(await writer.write({ ...short, messages: asked('Well?') }, quiet)).toMatchObject({
      content: 'yes',
    });
  });

  it('ends an answer that fills its room', async () => {
    const endless = { grammar: 'root ::= [a-z]{1900}', mostTokens: 80, messages: asked('Go on.') };
    expect(await writer.write(endless, quiet)).toMatchObject({ isCut: true, outputTokens: 80 });
  });

  it('does not read the beginning of a question again', async () => {
    const slices = async (user: string) => {
      let alive = 0;
      const heard = {
        signal,
        alive: () => {
          alive += 1;
        },
      };
      await writer.write({ ...short, messages: asked(user, 'The rules of the house. '.repeat(100)) }, heard);
      return alive;
    };
    expect(await slices('First part.')).toBeGreaterThan(15);
    expect(await slices('Second part.')).toBe(0);
  });

  it('stops when asked to, and is killed if it does not within two seconds', async () => {
    const endless = { grammar: 'root ::= [a-z]{1900}', mostTokens: 3000, messages: asked('Go on.') };
    const wish = new AbortController();
    const stopped = writer.write(endless, { signal: wish.signal, alive: () => wish.abort() });
    expect(await stopped).toEqual({ aborted: true });
    expect(writer.ended).toBe(false);

    const force = new AbortController();
    process.kill(present(writer.pid, 'process'), 'SIGSTOP');
    const killed = writer.write(endless, { signal: force.signal, alive: () => undefined });
    force.abort();
    timers.pass(2000);
    await expect(killed).rejects.toThrow('SIGKILL');
    expect(writer.ended).toBe(true);
  });
});
