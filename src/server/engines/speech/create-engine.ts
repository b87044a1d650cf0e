import type { Turns } from '../models/turns.ts';
import { createEmbeddedSpeech } from './embedded.ts';
import { createSpeechEndpoint } from './endpoint.ts';
import type { SpeechEngine } from './port.ts';
import { openVoiceActivity } from './voice-activity.ts';

export interface SpeechSettings {
  dataFolder: string;
  url?: string | null;
  key?: string | null;
  model?: string | null;
  chunkSeconds?: number | null;
  concurrency?: number | null;
  modelFolder?: string | null;
  modelUrl?: string | null;
}

/**
 * @param turns of the models on this computer
 * @param voiceActivityFailed once: from then on loudness decides where somebody speaks
 */
export function createSpeechEngine(
  settings: SpeechSettings,
  turns?: Turns,
  voiceActivityFailed?: (error: unknown) => void,
): SpeechEngine {
  const { dataFolder, modelFolder = null, modelUrl = null } = settings;
  if (!settings.url || settings.url === 'auto')
    return createEmbeddedSpeech({
      dataFolder,
      modelFolder,
      modelUrl,
      voiceActivityFailed,
      ...(turns ? { turns } : {}),
    });
  return createSpeechEndpoint({
    url: settings.url,
    key: settings.key ?? null,
    model: settings.model || 'whisper-1',
    ...(settings.chunkSeconds ? { chunkSeconds: settings.chunkSeconds } : {}),
    ...(modelFolder
      ? { activity: openVoiceActivity({ folder: modelFolder, download: null, failed: voiceActivityFailed }) }
      : {}),
    ...(settings.concurrency ? { concurrency: settings.concurrency } : {}),
  });
}
