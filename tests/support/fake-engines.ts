import { z } from 'zod';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { NotesEngine, NotesRequest } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import type { ModelUsed, StageContext } from '#server/engines/stage-context.ts';
import { voicesOfSpans } from '#server/engines/voices/cluster.ts';
import { type VoicesEngine, VoicesUnavailable } from '#server/engines/voices/port.ts';

export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    open,
    arrived,
    async pass(signal: AbortSignal): Promise<void> {
      arrive();
      signal.throwIfAborted();
      await Promise.race([
        opened,
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
      ]);
    },
  };
}
export type Gate = ReturnType<typeof createGate>;

export function createFakeSpeech() {
  const heard: number[] = [];
  const state = {
    heard,
    before: async (_index: number, _signal: AbortSignal): Promise<void> => undefined,
    prepare: async (): Promise<void> => undefined,
    speaker: null as string | null,
  };
  const engine: SpeechEngine = {
    id: 'fake speech',
    maxChunkSeconds: 5,
    concurrency: 1,
    prepare: () => state.prepare(),
    async hear(chunk, { signal }) {
      await state.before(chunk.index, signal);
      heard.push(chunk.index);
      return {
        language: 'en',
        segments: [
          {
            startMs: 0,
            endMs: chunk.endMs - chunk.startMs,
            text: `In part ${chunk.index} the lantern keeper tells of the drowned bell.`,
            confidence: null,
            words: null,
            speaker: state.speaker,
          },
        ],
      };
    },
    close: async () => undefined,
  };
  return Object.assign(state, { engine });
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** How a voice of `createFakeVoices` sounds. */
export const soundOf = (voice: number) =>
  Float32Array.from({ length: 8 }, (_, axis) => Number(axis === voice));

/** Voices that take turns of so many seconds; none: they cannot be told apart. */
export function createFakeVoices() {
  const state = {
    voices: 0,
    turnSeconds: 2,
    pieces: 0,
    heard: [] as { samples: Int16Array; voices: number }[],
    before: async (_signal: AbortSignal): Promise<void> => undefined,
  };
  const engine: VoicesEngine = {
    id: 'fake voices',
    async prepare() {
      if (state.voices === 0) throw new VoicesUnavailable('No models. Set VOICES_MODEL_DIR.');
    },
    async spans(samples, { signal }) {
      await state.before(signal);
      state.pieces += 1;
      state.heard.push({ samples, voices: state.voices });
      const turns = Math.ceil(samples.length / 16_000 / state.turnSeconds);
      return Array.from({ length: turns }, (_, at) => ({
        startMs: at * state.turnSeconds * 1000,
        endMs: (at + 1) * state.turnSeconds * 1000,
        print: soundOf(at % state.voices),
      }));
    },
    async prints(parts) {
      return parts.map((part) => {
        for (const { samples, voices } of state.heard) {
          const from = bytesOf(samples).indexOf(bytesOf(part)) / 2;
          if (from < 0) continue;
          const at = Math.floor((from + part.length / 2) / 16_000 / state.turnSeconds);
          return soundOf(at % voices);
        }
        return null;
      });
    },
    link: async (spans, options) => voicesOfSpans(spans, options),
    close: async () => undefined,
  };
  return Object.assign(state, { engine });
}

export function createFakeNotes(options: { id?: string } = {}) {
  const extracted: number[] = [];
  const state = {
    extracted,
    requests: [] as NotesRequest[],
    written: 0,
    before: async (_step: string, _signal: AbortSignal): Promise<void> => undefined,
    findsNothing: false,
    /** What each of its four parts reports. */
    part: null as ModelUsed | null,
  };
  const engine: NotesEngine<{ found: number[] }> = {
    id: options.id ?? 'fake notes',
    kind: 'notes',
    extraction: z.object({ found: z.array(z.int()) }),
    async extract(request, context) {
      state.requests.push(request);
      return extractInChunks(context);
    },
    async write(request, _extraction, context) {
      await state.before('write', context.signal);
      state.written += 1;
      return { ...smallResult(request), kind: state.findsNothing ? 'highlights' : 'notes' };
    },
  };
  async function extractInChunks(context: StageContext) {
    const found: number[] = [];
    for (let chunk = 0; chunk < 4; chunk += 1) {
      found.push(
        await context.checkpoint(`chunk:${chunk}`, z.int(), async () => {
          await state.before(`extract:${chunk}`, context.signal);
          extracted.push(chunk);
          if (state.part !== null) context.used(state.part);
          return chunk;
        }),
      );
      context.progress((chunk + 1) / 4, `Chunk ${chunk + 1} of 4`);
    }
    return { found };
  }
  return Object.assign(state, { engine });
}

export function smallResult({ transcript, detailLevel }: NotesRequest): AnalysisResult {
  const first = transcript.segments[0]!;
  const evidence = { segmentIds: [first.id], startMs: first.startMs, endMs: first.endMs };
  const line = { text: first.text, evidence };
  return {
    kind: 'notes',
    detailLevel,
    title: 'The drowned bell',
    shortSummary: first.text,
    summary: first.text,
    previouslyOn: '',
    lines: { shortSummary: [line], summary: [line], previouslyOn: [] },
    glance: [],
    scenes: [],
    memorableMoments: [
      { description: first.text, isQuote: true, speaker: null, context: '', evidence },
      {
        description: 'Nobody ever said this in the whole evening.',
        isQuote: true,
        speaker: null,
        context: '',
        evidence,
      },
    ],
    npcs: [],
    locations: [],
    items: [],
    factions: [],
    quests: [],
    openThreads: [],
    decisions: [],
    characterMoments: [],
    combats: [],
    toConfirm: [],
    warnings: [],
  };
}

export function presentSpeech(present: () => { engine: SpeechEngine }): SpeechEngine {
  return {
    id: 'fake speech',
    maxChunkSeconds: 5,
    concurrency: 1,
    prepare: (options) => present().engine.prepare(options),
    hear: (chunk, options) => present().engine.hear(chunk, options),
    close: async () => undefined,
  };
}

export function presentNotes(present: () => { engine: NotesEngine }): NotesEngine {
  return {
    get id() {
      return present().engine.id;
    },
    kind: 'notes',
    get extraction() {
      return present().engine.extraction;
    },
    extract: (request, context) => present().engine.extract(request, context),
    write: (request, extraction, context) => present().engine.write(request, extraction, context),
  };
}
