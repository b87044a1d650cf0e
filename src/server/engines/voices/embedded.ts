import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { messageOf } from '#contract/unknown-values.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import type { StartTimer } from '../engine-service.ts';
import { bytesOf, type DownloadableModel, fetchModel } from '../models/fetch-model.ts';
import { keepProcess, type Report } from '../models/kept-process.ts';
import { loading, type ModelChild, startModelChild } from '../models/model-child.ts';
import type { Turns } from '../models/turns.ts';
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
  startModelChild<ToVoices, FromVoices>(ownProgram('voices-child', import.meta.url), 'The voices’ process');

/** Runs sherpa-onnx in a process of its own; downloads the models (36 MB) on first use. */
export function createEmbeddedVoices(settings: EmbeddedVoicesSettings): VoicesEngine {
  const { models = VOICE_MODELS } = settings;
  const folder = voicesFolderOf(settings);
  const threads = settings.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  async function fetchModels(signal: AbortSignal, report: Report): Promise<void> {
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
          report(
            share,
            `Fetching the models that tell voices apart (${megabytes} MB, once): ${Math.floor(share * 100)} %`,
          );
        },
        ...(settings.fetch ? { fetch: settings.fetch } : {}),
      });
      before += bytesOf(model);
    }
  }

  async function start(signal: AbortSignal, report: Report): Promise<ModelChild<ToVoices, FromVoices>> {
    if (!settings.modelFolder)
      await fetchModels(signal, report).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new VoicesUnavailable(
          `The models that tell voices apart could not be downloaded (${messageOf(error)}). Set VOICES_MODEL_DIR to a folder ` +
            'that contains them, VOICES_MODEL_URL to an address to download them from, or VOICES=no.',
          { cause: error },
        );
      });
    const files = voiceModelsIn(folder);
    const child = (settings.start ?? startChild)();
    await loading(child, { load: files, threads }, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new VoicesUnavailable(
        `The models in "${folder}" could not be loaded: ${messageOf(error)}. Replace them, set VOICES_MODEL_DIR, or VOICES=no.`,
        { cause: error },
      );
    });
    return child;
  }

  const voices = keepProcess({ start, idleMs: IDLE_MS, startTimer: settings.startTimer });
  settings.turns?.makesRoom('voices', voices.stop);

  const inTurn = <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
    settings.turns === undefined ? work() : settings.turns.use('voices', { signal }, work);

  function ask(question: ToVoices, signal: AbortSignal): Promise<FromVoices> {
    const parts = 'tell' in question ? [question.tell] : 'parts' in question ? question.parts : [];
    const pieceMs = (parts.reduce((sum, { length }) => sum + length, 0) / VOICE_SAMPLE_RATE) * 1000;
    const hangsAfterMs = Math.max(LEAST_HANG_MS, pieceMs * HANGS_AT_REAL_TIMES);
    return voices.use({ signal, hangsAfterMs }, async (child) => {
      // Nothing else stops it in the middle of a piece.
      const stop = () => void child.stop();
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await child.ask(question);
      } catch (error) {
        throw new VoicesFailed(messageOf(error), { cause: error });
      } finally {
        signal.removeEventListener('abort', stop);
      }
    });
  }

  return {
    id: `sherpa-onnx ${settings.modelFolder ? basename(folder) : 'pyannote 3.0, CAM++'}`,
    prepare: voices.prepare,
    async spans(samples, { signal }) {
      const answer = await inTurn(signal, () => ask({ tell: samples }, signal));
      if (answer === null || !('spans' in answer))
        throw new VoicesFailed('The voices’ process gave no spans.');
      return answer.spans.map(({ start: from, end, print }) => ({
        startMs: Math.round(from * 1000),
        endMs: Math.round(end * 1000),
        print: print === null ? null : ofLengthOne(print),
      }));
    },
    async prints(parts, { signal }) {
      const answer = await inTurn(signal, () => ask({ parts: [...parts] }, signal));
      if (answer === null || !('prints' in answer))
        throw new VoicesFailed('The voices’ process gave no prints.');
      return answer.prints.map((print) => print && ofLengthOne(print));
    },
    async link(spans, { people, most, seeds, signal }) {
      const answer = await inTurn(signal, () => ask({ link: [...spans], people, most, seeds }, signal));
      if (answer === null || !('linked' in answer))
        throw new VoicesFailed('The voices’ process linked nothing.');
      return answer.linked;
    },
    close: voices.stop,
  };
}
