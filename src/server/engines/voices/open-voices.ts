import type { Turns } from '../models/turns.ts';
import type { SpeechSettings } from '../speech/create-engine.ts';
import { createEmbeddedVoices, type EmbeddedVoicesSettings } from './embedded.ts';
import type { VoicesEngine } from './port.ts';

export interface VoicesSettings
  extends Pick<EmbeddedVoicesSettings, 'dataFolder' | 'modelFolder' | 'modelUrl'> {
  wanted: 'auto' | 'yes' | 'no';
}

/**
 * Null: voices are not told apart here. `auto`: where the embedded engine transcribes, unless the operator keeps its model in a folder, and so
 * wants nothing to be downloaded.
 */
export function openVoices(
  config: { voices: VoicesSettings; speech: SpeechSettings },
  turns: Turns,
): VoicesEngine | null {
  return areToldApart(config) ? createEmbeddedVoices({ ...config.voices, turns }) : null;
}

export function areToldApart({
  voices,
  speech,
}: {
  voices: VoicesSettings;
  speech: SpeechSettings;
}): boolean {
  if (voices.wanted !== 'auto') return voices.wanted === 'yes';
  return !speech.url && (!speech.modelFolder || Boolean(voices.modelFolder));
}
