import { createEmbeddedSpeech } from './embedded.ts';
import { createSpeechEndpoint } from './endpoint.ts';
import type { SpeechEngine } from './port.ts';

/** The settings of speech recognition, as the environment variables named beside them give them. */
export interface SpeechSettings {
  /** `HEARTHSCRIBE_DATA`: the embedded engine keeps its model in here. */
  dataFolder: string;
  /** `SPEECH_URL`: an OpenAI-compatible service. Not set: the embedded engine. */
  url?: string | null;
  /** `SPEECH_KEY` */
  key?: string | null;
  /** `SPEECH_MODEL`, `whisper-1` if not set. */
  model?: string | null;
  /** `SPEECH_CHUNK_SECONDS`: the longest chunk that is sent to the service. */
  chunkSeconds?: number | null;
  /** `SPEECH_CONCURRENCY`: how many chunks are sent at once. */
  concurrency?: number | null;
  /** `SPEECH_MODEL_DIR`: a folder that holds a model for the embedded engine. */
  modelFolder?: string | null;
  /** `SPEECH_MODEL_URL`: where the embedded engine's model is fetched from instead. */
  modelUrl?: string | null;
}

/** The service where one is set, else the engine on this machine. */
export function createSpeechEngine(settings: SpeechSettings): SpeechEngine {
  const { dataFolder, modelFolder = null, modelUrl = null } = settings;
  if (!settings.url) return createEmbeddedSpeech({ dataFolder, modelFolder, modelUrl });
  return createSpeechEndpoint({
    url: settings.url,
    key: settings.key ?? null,
    model: settings.model || 'whisper-1',
    ...(settings.chunkSeconds ? { chunkSeconds: settings.chunkSeconds } : {}),
    ...(settings.concurrency ? { concurrency: settings.concurrency } : {}),
  });
}
