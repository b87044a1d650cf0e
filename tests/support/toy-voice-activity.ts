import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadableModel } from '#server/engines/models/fetch-model.ts';
import { SILERO } from '#server/engines/speech/voice-activity.ts';
import { FLOAT, field, INT64, modelOf, node, tensor, value } from './onnx.ts';
import { TOY_WORD_HERTZ } from './toy-speech-model.ts';

const RATE = 16_000;
/** 512 samples and the 64 before them. */
const WINDOW = 576;
/** Between those of a faint word and of loud music at another height. */
const LEAST_ENERGY = 20;

/** A model that sherpa-onnx runs as Silero VAD 5; speech are the words of the toy speech model, whatever else sounds. */
export function toyVoiceActivity(): Buffer {
  const filters = new Float32Array(WINDOW * 2 * TOY_WORD_HERTZ.length);
  const columns = 2 * TOY_WORD_HERTZ.length;
  for (const [word, hertz] of TOY_WORD_HERTZ.entries())
    for (let at = 0; at < WINDOW; at += 1) {
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (WINDOW - 1));
      const angle = (2 * Math.PI * hertz * at) / RATE;
      filters[at * columns + 2 * word] = hann * Math.sin(angle);
      filters[at * columns + 2 * word + 1] = hann * Math.cos(angle);
    }
  return modelOf(
    [
      field(1, node('MatMul', ['input', 'filters'], 'waves')),
      field(1, node('Mul', ['waves', 'waves'], 'energies')),
      field(1, node('MatMul', ['energies', 'ones'], 'energy')),
      field(1, node('Sub', ['energy', 'least'], 'over')),
      field(1, node('Sigmoid', ['over'], 'output')),
      field(1, node('Identity', ['state'], 'stateN')),
      field(2, 'toy'),
      field(5, tensor('filters', [WINDOW, columns], filters)),
      field(5, tensor('ones', [columns, 1], new Float32Array(columns).fill(1))),
      field(5, tensor('least', [1], Float32Array.from([LEAST_ENERGY]))),
      field(11, value('input', FLOAT, [1, WINDOW])),
      field(11, value('state', FLOAT, [2, 1, 128])),
      field(11, value('sr', INT64, [])),
      field(12, value('output', FLOAT, [1, 1])),
      field(12, value('stateN', FLOAT, [2, 1, 128])),
    ],
    {},
  );
}

export async function writeToyVoiceActivity(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, SILERO.files[0]?.name ?? ''), toyVoiceActivity());
}

/** As a server would offer it. */
export function toyDownload(url: string): DownloadableModel {
  const content = toyVoiceActivity();
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: 'toy', url, files: [{ name: 'silero_vad.onnx', bytes: content.length, sha256 }] };
}
