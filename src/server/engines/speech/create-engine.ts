import { createEmbeddedSpeech } from './embedded.ts';
import { createSpeechEndpoint } from './endpoint.ts';
import type { SpeechEngine } from './port.ts';

/** The settings of speech recognition, by environment variable. */
export interface SpeechSettings {
  /** `HEARTHSCRIBE_DATA`: stores the embedded engine's model. */
  dataFolder: string;
  /** `SPEECH_URL`: an OpenAI-compatible service or whisper.cpp; default: the embedded engine. */
  url?: string | null;
  /** `SPEECH_KEY` */
  key?: string | null;
  /** `SPEECH_MODEL`, `whisper-1` if not set. */
  model?: string | null;
  /** `SPEECH_CHUNK_SECONDS`: longest chunk for the service. */
  chunkSeconds?: number | null;
  /** `SPEECH_CONCURRENCY`: parallel chunks. */
  concurrency?: number | null;
  /** `SPEECH_MODEL_DIR`: a folder with a model for the embedded engine. */
  modelFolder?: string | null;
  /** `SPEECH_MODEL_URL`: mirror for the embedded engine's model. */
  modelUrl?: string | null;
}

/** The service if configured, else the embedded engine. */
export function createSpeechEngine(settings: SpeechSettings): SpeechEngine {
  const { dataFolder, modelFolder = null, modelUrl = null } = settings;
  if (!settings.url || settings.url === 'auto')
    return createEmbeddedSpeech({ dataFolder, modelFolder, modelUrl });
  return createSpeechEndpoint({
    url: settings.url,
    key: settings.key ?? null,
    model: settings.model || 'whisper-1',
    ...(settings.chunkSeconds ? { chunkSeconds: settings.chunkSeconds } : {}),
    ...(settings.concurrency ? { concurrency: settings.concurrency } : {}),
  });
}
