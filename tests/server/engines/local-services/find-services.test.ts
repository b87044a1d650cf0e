import { describe, expect, it } from 'vitest';
import { findNotesService, findSpeechService } from '#server/engines/local-services/find-services.ts';
import { createSpeechEngine } from '#server/engines/speech/create-engine.ts';
import type { NotesSettings, SpeechSettings } from '#server/platform/config.ts';

const notes: NotesSettings = { url: 'auto', key: null, model: null };
const speech: SpeechSettings = {
  dataFolder: '/nowhere',
  url: 'auto',
  key: null,
  model: 'whisper-1',
  concurrency: 3,
  chunkSeconds: 300,
  modelFolder: null,
  modelUrl: null,
};

function computer(pages: Record<string, unknown>): typeof fetch & { asked: string[] } {
  const asked: string[] = [];
  const ask: typeof fetch = async (input) => {
    const address = String(input);
    asked.push(address);
    const { origin } = new URL(address);
    if (!Object.keys(pages).some((page) => page.startsWith(origin))) throw new TypeError('fetch failed');
    const page = pages[address];
    if (page === 'hangs') return new Promise(() => {});
    if (page === undefined) return new Response('{"error":"not found"}', { status: 404 });
    return new Response(typeof page === 'string' ? page : JSON.stringify(page));
  };
  return Object.assign(ask, { asked });
}

const OLLAMA = 'http://127.0.0.1:11434';
const ollama = (...models: string[]) => ({
  [`${OLLAMA}/api/tags`]: { models: models.map((name) => ({ name, details: { family: 'llama' } })) },
  [`${OLLAMA}/api/show`]: { model_info: { 'llama.context_length': 131_072 } },
});
const lmStudio = {
  'http://127.0.0.1:1234/api/v0/models': {
    data: [{ id: 'qwen', type: 'llm', state: 'loaded', loaded_context_length: 12_000 }],
  },
};
const llamaCpp = {
  'http://127.0.0.1:8081/props': { default_generation_settings: { n_ctx: 8192 }, total_slots: 1 },
  'http://127.0.0.1:8081/v1/models': { data: [{ id: 'model.gguf' }] },
};
const find = (pages: Record<string, unknown>, settings = notes) =>
  findNotesService(settings, { ownPort: 8080, fetch: computer(pages), limitMs: 50 });

describe('NOTES_URL=auto', () => {
  it.each([
    [
      'Ollama',
      { ...ollama('qwen3:8b'), ...lmStudio },
      'qwen3:8b',
      /Found Ollama at 127\.0\.0\.1:11434, model qwen3:8b, with a context of 16384 tokens/,
    ],
    [
      'LM Studio',
      lmStudio,
      'qwen',
      /Found LM Studio at 127\.0\.0\.1:1234, model qwen, with a context of 12000/,
    ],
    ['llama.cpp', llamaCpp, 'model.gguf', /Found llama\.cpp at 127\.0\.0\.1:8081, model model\.gguf/],
  ])('finds %s, its model and its context', async (_, pages, model, text) => {
    const found = await find(pages);
    expect(found).toMatchObject({ isFound: true, settings: { model } });
    expect(found.settings.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(found.text).toMatch(text);
  });

  it.each([
    ['nothing answers', {}, /Neither Ollama.*LM Studio.*llama\.cpp/],
    ['Ollama has no model', ollama(), /Ollama answers, but has no model.*ollama pull/],
    ['only something else answers', { 'http://127.0.0.1:8081/': '<html>' }, /Neither Ollama/],
    ['something hangs', { [`${OLLAMA}/api/tags`]: 'hangs' }, /Neither Ollama/],
  ])('falls back to Highlights, and says so, if %s', async (_, pages, text) => {
    const found = await findNotesService(notes, {
      ownPort: 8080,
      limitMs: 50,
      fetch: Object.assign(
        (input: string, init?: RequestInit) =>
          Promise.race([
            computer(pages)(input, init),
            new Promise<never>((_resolve, reject) => {
              init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
            }),
          ]),
        {},
      ) as typeof fetch,
    });
    expect(found).toMatchObject({ isFound: false, settings: { url: null } });
    expect(found.text).toMatch(/embedded engine picks highlights/);
    expect(found.text).toMatch(text);
  });

  it('names the others that could be taken', async () => {
    expect((await find({ ...ollama('qwen3:8b'), ...lmStudio, ...llamaCpp })).text).toMatch(
      / NOTES_URL=http:\/\/127\.0\.0\.1:1234 takes the one found there instead\. NOTES_URL=http:\/\/127\.0\.0\.1:8081 /,
    );
  });

  it('continues with the next service if the first has too little context', async () => {
    const pages = { ...ollama('tiny'), [`${OLLAMA}/api/show`]: { model_info: { 'a.context_length': 2048 } } };
    expect(await find({ ...pages, ...lmStudio })).toMatchObject({
      isFound: true,
      settings: { model: 'qwen' },
    });
    expect((await find(pages)).text).toMatch(/tiny a context of 2048/);
  });

  it('says nothing of what was not asked for, and how to decline what was found', async () => {
    const byDefault = { ...notes, isAutoByDefault: true };
    expect(await find({}, byDefault)).toMatchObject({ isFound: true, text: '', settings: { url: null } });
    expect((await find(lmStudio, byDefault)).text).toMatch(/Found LM Studio.*NOTES_URL=none leaves it alone/);
    expect((await find(ollama(), byDefault)).text).toMatch(/Ollama answers, but has no model/);
  });

  it('does not mistake this server for a model, and keeps a given address', async () => {
    const here = computer({});
    await findNotesService(notes, { ownPort: 8081, fetch: here });
    expect(here.asked.some((address) => address.includes(':8081'))).toBe(false);
    const set = { ...notes, url: 'http://gpu.example' };
    expect(await find({}, set)).toEqual({ settings: set, text: '', isFound: true });
  });
});

describe('SPEECH_URL=auto', () => {
  const findSpeech = (pages: Record<string, unknown>) =>
    findSpeechService(speech, { ownPort: 8090, fetch: computer(pages), limitMs: 50 });

  it.each([
    [
      'whisper.cpp',
      { 'http://127.0.0.1:8080/': '<html><body><h1>Whisper.cpp Server</h1>' },
      { url: 'http://127.0.0.1:8080/inference', model: 'whisper.cpp' },
    ],
    [
      'LocalAI',
      { 'http://127.0.0.1:8080/v1/models': { data: [{ id: 'llama' }, { id: 'whisper-large' }] } },
      { url: 'http://127.0.0.1:8080', model: 'whisper-large' },
    ],
    [
      'speaches',
      {
        'http://127.0.0.1:8000/v1/models': {
          data: [
            { id: 'kokoro', task: 'text-to-speech' },
            { id: 'Systran/faster-whisper-small', task: 'automatic-speech-recognition' },
          ],
        },
      },
      { url: 'http://127.0.0.1:8000', model: 'Systran/faster-whisper-small' },
    ],
  ])('finds %s', async (_, pages, settings) => {
    expect(await findSpeech(pages)).toMatchObject({ isFound: true, settings });
  });

  it('falls back to the embedded engine, and says so', async () => {
    const found = await findSpeech({ 'http://127.0.0.1:8080/v1/models': { data: [{ id: 'llama' }] } });
    expect(found).toMatchObject({ isFound: false, settings: { url: null } });
    expect(found.text).toMatch(/embedded engine transcribes/);
    expect(createSpeechEngine(speech).id).toContain('sherpa-onnx');
  });
});
