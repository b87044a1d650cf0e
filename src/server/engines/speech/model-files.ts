import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DownloadableModel } from '../models/fetch-model.ts';
import { SpeechUnavailable } from './port.ts';

/** `languages`: tags of those that it transcribes. */
export interface SpeechModel extends DownloadableModel {
  languages?: readonly string[];
}

/** NVIDIA Parakeet TDT 0.6B v3 (CC BY 4.0), 25 European languages, as exported by the sherpa-onnx project. */
export const PARAKEET: SpeechModel = {
  languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '),
  name: 'parakeet-tdt-0.6b-v3',
  url: 'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78',
  files: [
    {
      name: 'encoder.int8.onnx',
      bytes: 652_184_281,
      sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
    },
    {
      name: 'decoder.int8.onnx',
      bytes: 11_845_275,
      sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
    },
    {
      name: 'joiner.int8.onnx',
      bytes: 6_355_277,
      sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
    },
    {
      name: 'tokens.txt',
      bytes: 93_939,
      sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
    },
  ],
};

/** The operator's, or in the data folder. */
export const speechFolderOf = (
  { modelFolder, dataFolder }: { modelFolder?: string | null | undefined; dataFolder: string },
  model: Pick<SpeechModel, 'name'> = PARAKEET,
): string => (modelFolder ? resolve(modelFolder) : join(dataFolder, 'models', model.name));

export type RecognizerModel =
  | { transducer: { encoder: string; decoder: string; joiner: string }; modelType: string; tokens: string }
  | { nemoCtc: { model: string }; tokens: string };

/** Finds a NeMo transducer or CTC model in a folder. @throws SpeechUnavailable */
export function modelIn(folder: string): RecognizerModel {
  const fileOf = (name: string) =>
    [`${name}.int8.onnx`, `${name}.onnx`].map((file) => join(folder, file)).find((path) => existsSync(path));
  const tokens = join(folder, 'tokens.txt');
  if (existsSync(tokens)) {
    const [encoder, decoder, joiner] = [fileOf('encoder'), fileOf('decoder'), fileOf('joiner')];
    if (encoder && decoder && joiner) {
      return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer', tokens };
    }
    const model = fileOf('model');
    if (model) return { nemoCtc: { model }, tokens };
  }
  throw new SpeechUnavailable(
    `There is no speech model in "${folder}". It must contain tokens.txt and either model.onnx or encoder.onnx, ` +
      'decoder.onnx and joiner.onnx (or *.int8.onnx). Set SPEECH_MODEL_DIR to such a folder, or SPEECH_URL to a speech service.',
  );
}
