import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadableModel } from '../models/fetch-model.ts';
import { VoicesUnavailable } from './port.ts';
import type { VoiceModelFiles } from './voices-protocol.ts';

export const SEGMENTATION_FILE = 'segmentation.onnx';
export const EMBEDDING_FILE = 'embedding.onnx';

/** pyannote's segmentation 3.0 (MIT), as exported by the sherpa-onnx project. */
const SEGMENTATION: DownloadableModel = {
  name: 'voices',
  url: 'https://huggingface.co/csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
  files: [
    {
      name: 'model.onnx',
      bytes: 5_992_913,
      sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
    },
  ],
};

/** CAM++ of 3D-Speaker, trained on VoxCeleb (Apache-2.0), as exported by the sherpa-onnx project. */
const EMBEDDING: DownloadableModel = {
  name: 'voices',
  url: 'https://huggingface.co/csukuangfj/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf',
  files: [
    {
      name: '3dspeaker_speech_campplus_sv_en_voxceleb_16k.onnx',
      bytes: 29_596_978,
      sha256: '357a834f702b80161e5b981182c038e18553c1f2ca752ed6cec2052365d4129b',
    },
  ],
};

export const VOICE_MODELS = [SEGMENTATION, EMBEDDING] as const;

/** Of a folder of the operator's, or of what was downloaded. @throws VoicesUnavailable */
export function voiceModelsIn(folder: string): VoiceModelFiles {
  const find = (...names: string[]) =>
    names.map((name) => join(folder, name)).find((path) => existsSync(path));
  const segmentation = find(SEGMENTATION_FILE, ...SEGMENTATION.files.map(({ name }) => name));
  const embedding = find(EMBEDDING_FILE, ...EMBEDDING.files.map(({ name }) => name));
  if (segmentation && embedding) return { segmentation, embedding };
  throw new VoicesUnavailable(
    `There are no models to tell voices apart in "${folder}". It must contain ${SEGMENTATION_FILE} and ${EMBEDDING_FILE}. ` +
      'Set VOICES_MODEL_DIR to such a folder, or VOICES=no.',
  );
}
