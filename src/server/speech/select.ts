import type { SpeechSettings } from '../config.ts';
import { createSpeechEndpoint } from './endpoint.ts';
import { type SpeechEngine, SpeechUnavailable } from './port.ts';

/**
 * The speech engine that the settings ask for.
 * @throws SpeechUnavailable with a message that says what to set
 */
export function selectSpeechEngine(settings: SpeechSettings): SpeechEngine {
  if (settings.url) {
    const { url, key, model, concurrency, chunkSeconds } = settings;
    return createSpeechEndpoint({ url, key, model, concurrency, chunkSeconds });
  }
  throw new SpeechUnavailable('Set SPEECH_URL to a speech service, so that recordings can be heard.');
}
