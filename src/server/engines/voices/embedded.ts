import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { messageOf } from '#contract/unknown-values.ts';
import { type StartTimer, startTimer } from '../engine-service.ts';
import { bytesOf, type DownloadableModel, fetchModel } from '../models/fetch-model.ts';
import { type ModelChild, startModelChild } from '../models/model-child.ts';
import type { Turns } from '../models/turns.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { ofLengthOne } from './cluster.ts';
import { VOICE_SAMPLE_RATE, type VoicesEngine, VoicesFailed, VoicesUnavailable } from './port.ts';
import { VOICE_MODELS, voiceModelsIn } from './voice-models.ts';
import type { FromVoices, ToVoices } from './voices-protocol.ts';

export interface EmbeddedVoicesSettings {
  dataFolder: string;
  modelFolder?: string | null;
  /** Mirror that has both files. */
  modelUrl?: string | null;
  threads?: number;
  models?: readonly DownloadableModel[];
  fetch?: typeof fetch;
  start?: () => ModelChild<ToVoices, FromVoices>;
  startTimer?: StartTimer;
  turns?: Turns;
}

const IDLE_MS = 120_000;
const LEAST_HANG_MS = 120_000;
const HANGS_AT_REAL_TIMES = 20;

/** The operator's, or in the data folder. */
export const voicesFolderOf = ({
  modelFolder,
  dataFolder,
}: Pick<EmbeddedVoicesSettings, 'modelFolder' | 'dataFolder'>): string =>
  modelFolder ? resolve(modelFolder) : join(dataFolder, 'models', 'voices');

const startChild = () =>
  startModelChild<ToVoices, FromVoices>(new URL('./voices-child.ts', import.meta.url), 'The voices’ process');

/** Runs sherpa-onnx in a process of its own; downloads the models (36 MB) on first use. */
export function createEmbeddedVoices(settings: EmbeddedVoicesSettings): VoicesEngine {
  const { models = VOICE_MODELS } = settings;
  const folder = voicesFolderOf(settings);
  const threads = settings.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const startAfter = settings.startTimer ?? startTimer;
  let starting: Promise<ModelChild<ToVoices, FromVoices>> | null = null;
  let closing = new AbortController();
  let users = 0;
  let cancelIdle = () => {};

  async function fetchModels(
    signal: AbortSignal,
    progress: (fraction: number, message: string) => void,
  ): Promise<void> {
    const total = models.reduce((sum, model) => sum + bytesOf(model), 0);
    const megabytes = Math.round(total / 1e6);
    let before = 0;
    for (const model of models) {
      await fetchModel({
        model,
        folder,
        url: settings.modelUrl ?? null,
        signal,
        progress: (fraction) => {
          const share = (before + fraction * bytesOf(model)) / total;
          progress(
            share,
            `Fetching the models that tell voices apart (${megabytes} MB, once): ${Math.floor(share * 100)} %`,
          );
        },
        ...(settings.fetch ? { fetch: settings.fetch } : {}),
      });
      before += bytesOf(model);
    }
  }

  async function load(
    signal: AbortSignal,
    progress: (fraction: number, message: string) => void,
  ): Promise<ModelChild<ToVoices, FromVoices>> {
    if (!settings.modelFolder)
      await fetchModels(signal, progress).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new VoicesUnavailable(
          `The models that tell voices apart could not be downloaded (${messageOf(error)}). Set VOICES_MODEL_DIR to a folder ` +
            'that contains them, VOICES_MODEL_URL to an address to download them from, or VOICES=no.',
          { cause: error },
        );
      });
    const files = voiceModelsIn(folder);
    const child = (settings.start ?? startChild)();
    const stop = () => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await child.ask({ load: files, threads });
      return child;
    } catch (error) {
      stop();
      signal.throwIfAborted();
      throw new VoicesUnavailable(
        `The models in "${folder}" could not be loaded: ${messageOf(error)}. Replace them, set VOICES_MODEL_DIR, or VOICES=no.`,
        { cause: error },
      );
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Callers share one start; a failed start is not kept. */
  async function running(
    signal: AbortSignal,
    progress: (fraction: number, message: string) => void,
  ): Promise<ModelChild<ToVoices, FromVoices>> {
    const current = starting;
    if (current !== null) {
      const child = await unlessAborted(current, signal);
      if (!child.ended) return child;
      if (starting === current) starting = null;
    }
    starting ??= load(closing.signal, progress);
    const mine = starting;
    mine.catch(() => {
      if (starting === mine) starting = null;
    });
    return unlessAborted(mine, signal);
  }

  async function stop(): Promise<void> {
    closing.abort();
    closing = new AbortController();
    const current = starting;
    starting = null;
    await (await current?.catch(() => null))?.stop();
  }

  settings.turns?.makesRoom('voices', stop);

  const inTurn = <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
    settings.turns === undefined ? work() : settings.turns.use('voices', { signal }, work);

  async function using<Value>(work: () => Promise<Value>): Promise<Value> {
    users += 1;
    cancelIdle();
    try {
      return await work();
    } finally {
      users -= 1;
      if (users === 0) cancelIdle = startAfter(IDLE_MS, () => void stop());
    }
  }

  async function ask(samples: Int16Array, signal: AbortSignal): Promise<FromVoices> {
    const pieceMs = (samples.length / VOICE_SAMPLE_RATE) * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const child = await running(signal, () => {});
      let hangs = false;
      const abort = () => void child.stop();
      signal.addEventListener('abort', abort, { once: true });
      const cancel = startAfter(Math.max(LEAST_HANG_MS, pieceMs * HANGS_AT_REAL_TIMES), () => {
        hangs = true;
        abort();
      });
      try {
        return await child.ask({ tell: samples });
      } catch (error) {
        signal.throwIfAborted();
        if (child.ended && !hangs && attempt === 1) continue;
        throw new VoicesFailed(messageOf(error), { cause: error });
      } finally {
        cancel();
        signal.removeEventListener('abort', abort);
      }
    }
  }

  return {
    id: `sherpa-onnx ${settings.modelFolder ? basename(folder) : 'pyannote 3.0, CAM++'}`,
    prepare: ({ signal, progress }) =>
      using(async () => {
        await running(signal, progress);
      }),
    spans: (samples, { signal }) =>
      using(async () =>
        ((await inTurn(signal, () => ask(samples, signal))) ?? []).map(({ start, end, print }) => ({
          startMs: Math.round(start * 1000),
          endMs: Math.round(end * 1000),
          print: print === null ? null : ofLengthOne(print),
        })),
      ),
    async close() {
      cancelIdle();
      await stop();
    },
  };
}
