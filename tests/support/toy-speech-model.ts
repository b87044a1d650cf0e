import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLOAT, field, INT64, integer, integers, modelOf, node, tensor, value } from './onnx.ts';

/** Each word has its own tone, found by a linear layer over the mel bins. */
export const TOY_WORDS = ['dragon', 'sleeps', 'here'];

/** Without the repetitions that count as a loop. */
export const toyWords = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => TOY_WORDS[(at * 7 + (at % 5) * (at % 11)) % TOY_WORDS.length]!);

const MEL_BINS = 80;
const WORD_BINS = [20, 40, 60];
/** Of each word. */
export const TOY_WORD_HERTZ = WORD_BINS.map(melBinCentre);
/** Log energies of a tone are above, those of silence and other bins below. */
const BLANK_LEVEL = -4;

export async function writeToyModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx'), toyModel());
  const tokens = [...TOY_WORDS.map((word) => `▁${word}`), '<blk>'];
  await writeFile(join(folder, 'tokens.txt'), tokens.map((token, id) => `${token} ${id}\n`).join(''));
}

export function sayToyWords(words: string[]): Int16Array {
  const rate = 16_000;
  const samples = new Int16Array((0.2 + words.length * 0.5) * rate);
  for (const [index, word] of words.entries()) {
    const hertz = melBinCentre(WORD_BINS[TOY_WORDS.indexOf(word)]!);
    const start = Math.round((0.2 + index * 0.5) * rate);
    for (let at = 0; at < 0.3 * rate; at += 1) {
      samples[start + at] = Math.round(20_000 * Math.sin((2 * Math.PI * hertz * at) / rate));
    }
  }
  return samples;
}

function melBinCentre(bin: number): number {
  const step = Math.log(6.4) / 27;
  const top = 15 + Math.log(8) / step;
  const mel = (top * (bin + 1)) / (MEL_BINS + 1);
  return mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(step * (mel - 15));
}

function toyModel(): Buffer {
  const vocabulary = TOY_WORDS.length + 1;
  const weights = new Float32Array(MEL_BINS * vocabulary);
  for (const [word, bin] of WORD_BINS.entries()) weights[bin * vocabulary + word] = 1;
  const bias = new Float32Array(vocabulary);
  bias[vocabulary - 1] = BLANK_LEVEL;
  const graph = [
    node('Transpose', ['audio_signal'], 'frames', [integers('perm', [0, 2, 1])]),
    node('MatMul', ['frames', 'weights'], 'energies'),
    node('Add', ['energies', 'bias'], 'logits'),
    node('LogSoftmax', ['logits'], 'logprobs', [integer('axis', 2)]),
  ].map((one) => field(1, one));
  const parts = [
    ...graph,
    field(2, 'toy'),
    field(5, tensor('weights', [MEL_BINS, vocabulary], weights)),
    field(5, tensor('bias', [vocabulary], bias)),
    field(11, value('audio_signal', FLOAT, ['batch', MEL_BINS, 'time'])),
    field(11, value('length', INT64, ['batch'])),
    field(12, value('logprobs', FLOAT, ['batch', 'time', vocabulary])),
  ];
  const metadata = {
    vocab_size: String(vocabulary),
    subsampling_factor: '1',
    normalize_type: 'NA',
    model_type: 'EncDecCTCModelBPE',
  };
  return modelOf(parts, metadata);
}
