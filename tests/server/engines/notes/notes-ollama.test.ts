import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatSettings } from '#server/engines/notes/endpoint/connect.ts';
import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import { readParts } from '#server/engines/notes/ollama/ollama-transport.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext, type ModelUsed, type StageContext } from '#server/engines/stage-context.ts';
import { wordsIn } from '#server/engines/transcripts/words.ts';
import { type ChatServer, honestAnswer, realTokens, startChatServer } from '#tests/support/chat-server.ts';
import { coveredThirds, resultFaults } from '#tests/support/result-faults.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

const small = transcriptOf(smallSession);
const long = transcriptOf(longSession(12_000));

let ollama: ChatServer;
beforeEach(async () => {
  ollama = await startChatServer({
    software: 'ollama',
    models: [
      { name: 'nomic-embed-text:latest', contextTokens: 2048 },
      { name: 'qwen3:8b', contextTokens: 40_960, canThink: true },
    ],
  });
});
afterEach(() => ollama.close());

async function notes(
  transcript = small,
  settings: Partial<ChatSettings> = {},
  context: StageContext = inMemoryStageContext({}),
) {
  const engine = createEndpointNotesEngine({
    url: ollama.url,
    model: null,
    sleep: async () => {},
    ...settings,
  });
  const request = { transcript, detailLevel: 'comprehensive' as const, language: null, campaign: noCampaign };
  const result = await takeNotes(engine, request, context);
  expect(resultFaults(result, transcript)).toEqual([]);
  return result;
}

const codes = (result: { warnings: { code: string }[] }) => result.warnings.map(({ code }) => code);

describe('Ollama', () => {
  it('is called with a schema, a fixed context and no silent cut', async () => {
    const result = await notes();
    expect(result).toMatchObject({ kind: 'notes', warnings: [] });
    expect(ollama.requests[0]).toMatchObject({
      path: '/api/chat',
      body: {
        model: 'qwen3:8b',
        stream: true,
        think: false,
        truncate: false,
        shift: false,
        options: { num_ctx: 16_384 },
        format: { type: 'object', required: expect.arrayContaining(['events']) },
      },
    });
    expect(new Set(ollama.requests.map(({ body }) => body.options?.num_ctx)).size).toBe(1);
  });

  it('is recognized by any of its addresses', async () => {
    for (const path of ['/v1', '/api', '/v1/chat/completions', '/'])
      await notes(small, { url: `${ollama.url}${path}` });
    expect(new Set(ollama.requests.map(({ path }) => path))).toEqual(new Set(['/api/chat']));
  });

  it('[D12] never gets a question that does not fit, with 8,000 tokens', async () => {
    ollama.models = [{ name: 'small-model:latest', contextTokens: 8000 }];
    const result = await notes(long);
    expect(codes(result)).toEqual([]);
    expect(coveredThirds(result, long)).toEqual([true, true, true]);
    for (const { body, kind } of ollama.requests) {
      const tokens = body.messages.reduce((sum, { content }) => sum + realTokens(content), 0);
      expect(body.options?.num_ctx).toBe(8000);
      expect(tokens + 2000).toBeLessThanOrEqual(8000);
      if (kind !== 'story') expect(body.options?.num_predict).toBeGreaterThanOrEqual(2000);
    }
  });

  it('uses as much context as NOTES_CONTEXT and the model allow, with fewer calls', async () => {
    await notes(long, { contextTokens: 8000 });
    const callsWithLittle = ollama.requests.filter(({ kind }) => kind === 'part').length;
    ollama.requests.length = 0;
    await notes(long, { contextTokens: 100_000 });
    expect(ollama.requests[0]!.body.options?.num_ctx).toBe(40_960);
    expect(ollama.requests.filter(({ kind }) => kind === 'part').length).toBeLessThan(callsWithLittle);
  });

  it('halves a part that does not fit, or whose answer was cut', async () => {
    ollama.answer = (request) => (request.number === 0 ? 'cut' : honestAnswer(request));
    const result = await notes();
    expect(codes(result)).toEqual([]);
    expect(ollama.requests.filter(({ kind }) => kind === 'part')).toHaveLength(3);
  });

  it('treats a prompt that filled the context as cut, as older versions cut silently', () => {
    const done = (tokens: number) =>
      `{"message":{"content":"{}"},"done":true,"done_reason":"stop","prompt_eval_count":${tokens},"eval_count":3}\n`;
    expect(readParts(done(8000), 8000)).toMatchObject({ kind: 'tooLong' });
    expect(readParts(done(5000), 8000)).toMatchObject({
      kind: 'content',
      inputTokens: 5000,
      outputTokens: 3,
    });
    expect(readParts('{"error":"llama runner process has terminated"}\n', 8000)).toMatchObject({
      kind: 'wait',
    });
    expect(readParts('{"message":{"content":"half"},"done":false}\n', 8000)).toMatchObject({ kind: 'wait' });
  });

  it('downloads a missing model first, with progress, and resumes after an interruption', async () => {
    const told: string[] = [];
    const context = inMemoryStageContext({ onProgress: (_, message) => told.push(message ?? '') });
    ollama.pullBreaksAt = 1_000_000;
    await expect(notes(small, { model: 'llama3.2' }, context)).rejects.toMatchObject({
      code: 'notesUnavailable',
      retryable: true,
      message: expect.stringMatching(/llama3\.2.*connection was lost/),
    });
    ollama.pullBreaksAt = null;
    expect(codes(await notes(small, { model: 'llama3.2' }, context))).toEqual([]);
    expect(ollama.pulls).toEqual(['llama3.2', 'llama3.2']);
    expect(told).toContain('Downloading the model llama3.2 (4 MB, once): 25 %');
    expect(ollama.requests[0]!.body.model).toBe('llama3.2');
  });

  it.each([
    ['pull model manifest: file does not exist', /file does not exist.*NOTES_MODEL/],
    ['write /root/.ollama: no space left on device', /no space left on device.*disk/],
  ])('says why a model cannot be downloaded: %s', async (error, words) => {
    ollama.pullError = error;
    await expect(notes(small, { model: 'llama9' })).rejects.toMatchObject({
      code: 'notesUnavailable',
      message: expect.stringMatching(words),
    });
  });

  it.each([
    [
      'a model with too little context',
      [{ name: 'tiny', contextTokens: 2048 }],
      /tiny a context of 2048.*8000/,
    ],
    ['no model at all', [], /has no model.*ollama pull/],
  ])('rejects %s, and says what to do', async (_, models, words) => {
    ollama.models = models;
    await expect(notes()).rejects.toMatchObject({
      code: 'notesUnavailable',
      retryable: false,
      message: expect.stringMatching(words),
    });
  });

  it('uses the first model with enough context, unless NOTES_MODEL names one', async () => {
    ollama.models.unshift({ name: 'tinyllama', contextTokens: 2048 });
    expect(codes(await notes())).toEqual([]);
    expect(ollama.requests[0]!.body.model).toBe('qwen3:8b');
    await expect(notes(small, { model: 'tinyllama' })).rejects.toThrow(/tinyllama a context of 2048/);
  });

  it('counts calls, tokens and time, and tells the words of the part that was read', async () => {
    const uses: ModelUsed[] = [];
    let now = 0;
    const clock = () => {
      now += 500;
      return now;
    };
    await notes(small, { now: clock }, inMemoryStageContext({ onUsed: (use) => uses.push(use) }));
    const asked = uses.filter(({ calls }) => calls > 0);
    expect(asked).toHaveLength(ollama.requests.length);
    expect(asked.every(({ model, milliseconds }) => model === 'qwen3:8b' && milliseconds === 500)).toBe(true);
    const told = uses.filter(({ calls }) => calls === 0);
    expect(told).toEqual([expect.objectContaining({ model: 'qwen3:8b', milliseconds: 0 })]);
    expect(told[0]!.words).toBeGreaterThan(0);
    expect(asked[0]!.inputTokens).toBe(
      ollama.requests[0]!.body.messages.reduce((sum, { content }) => sum + realTokens(content), 0),
    );
    expect(asked[0]!.outputTokens).toBeGreaterThan(0);
  });

  it('counts the words of a part that was read as those of a transcript are counted, without spaces, too', async () => {
    const line = '門番は銀の鍵を渡し、夜明けまでに戻れと言った。';
    const japanese = {
      ...small,
      language: 'ja',
      segments: small.segments.map((segment) => ({ ...segment, text: line })),
    };
    let words = 0;
    const context = inMemoryStageContext({ onUsed: (use) => (words += use.words ?? 0) });
    await notes(japanese, {}, context);
    expect(words).toBe(japanese.segments.length * wordsIn(line));
    expect(wordsIn(line)).toBeGreaterThan(10);
  });
});

describe('services with OpenAI’s calls', () => {
  it('LM Studio: uses the loaded model with its context', async () => {
    await ollama.close();
    ollama = await startChatServer({
      software: 'lmStudio',
      models: [
        { name: 'text-embedding-nomic', contextTokens: 2048, loadedTokens: 2048 },
        { name: 'not-loaded', contextTokens: 131_072 },
        { name: 'loaded', contextTokens: 131_072, loadedTokens: 8192 },
      ],
    });
    expect(codes(await notes(long))).toEqual([]);
    expect(ollama.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      body: { model: 'loaded', stream: true, response_format: { type: 'json_schema' } },
    });
    expect(JSON.stringify(ollama.requests[0]!.body.response_format)).not.toMatch(
      /maxLength|maxItems|\$schema/,
    );
    await expect(notes(small, { model: 'not-loaded' })).rejects.toMatchObject({
      message: expect.stringMatching(/LM Studio has not loaded not-loaded/),
    });
    ollama.models[2]!.loadedTokens = 4096;
    await expect(notes()).rejects.toMatchObject({
      code: 'notesUnavailable',
      message: expect.stringMatching(/LM Studio gives loaded a context of 4096.*Load it again/),
    });
  });

  it('llama.cpp: uses the context of a slot', async () => {
    await ollama.close();
    ollama = await startChatServer({
      software: 'llamaCpp',
      models: [{ name: 'model.gguf', contextTokens: 131_072, loadedTokens: 8192 }],
    });
    expect(codes(await notes(long))).toEqual([]);
    ollama.models[0]!.loadedTokens = 4096;
    await expect(notes()).rejects.toMatchObject({
      message: expect.stringMatching(/llama\.cpp gives model\.gguf a context of 4096.*-c 16384/),
    });
  });

  it('halves a part if a service has less context than assumed', async () => {
    await ollama.close();
    ollama = await startChatServer({ models: [{ name: 'old', contextTokens: 3600 }] });
    const result = await notes(long);
    expect(codes(result)).toEqual([]);
    expect(coveredThirds(result, long)).toEqual([true, true, true]);
  });

  it('retries with less, and says where the events are instead', async () => {
    await ollama.close();
    ollama = await startChatServer();
    ollama.answer = (request) =>
      request.kind === 'closing' && ollama.requests.filter(({ kind }) => kind === 'closing').length < 3
        ? 'cut'
        : honestAnswer(request);
    expect(codes(await notes())).toEqual([]);
    const asked = ollama.requests.filter(({ kind }) => kind === 'closing').map(({ user }) => user.length);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toBeLessThan(asked[0]!);
    ollama.answer = (request) =>
      request.user.includes('What was found in the session') ? 'no' : honestAnswer(request);
    const result = await notes();
    expect(codes(result)).toEqual(['writtenFromEvents']);
    expect(result.summary).not.toBe('');
  });

  it('uses highlights for a part that the model declines, without a second request', async () => {
    await ollama.close();
    ollama = await startChatServer();
    const parts = () => ollama.requests.filter(({ kind }) => kind === 'part').length;
    ollama.answer = (request) =>
      request.number === 0 ? { refusal: 'I cannot help with fights.' } : honestAnswer(request);
    const result = await notes(long);
    expect(codes(result)).toEqual(['partFromHighlights']);
    const before = parts();
    ollama.answer = honestAnswer;
    ollama.requests.length = 0;
    await notes(long);
    expect(parts()).toBe(before);
  });
});
