import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDING_FILE, SEGMENTATION_FILE } from '#server/engines/voices/voice-models.ts';
import { FLOAT, field, integer, integers, modelOf, node, tensor, value } from './onnx.ts';

const RATE = 16_000;
/** A voice is a steady tone; none is near those of the toy speech model's words. */
export const VOICE_HERTZ = [260, 440, 1_200, 2_500, 5_000, 6_400];
const RECEPTIVE = 991;
const SHIFT = 270;
const MEL_BINS = 80;

/** Models that sherpa-onnx runs as pyannote's segmentation and 3D-Speaker's embedding; they know the voices above. */
export async function writeToyVoices(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, SEGMENTATION_FILE), toySegmentation());
  await writeFile(join(folder, EMBEDDING_FILE), toyEmbedding());
}

/** For spoken voices: anybody who speaks is one speaker, and each sounds as its spectrum does. */
export async function writeToySpokenVoices(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const formants = Array.from({ length: 24 }, (_, at) => 300 + 100 * at);
  await writeFile(join(folder, SEGMENTATION_FILE), toySegmentation(formants, true, 0.0004));
  await writeFile(join(folder, EMBEDDING_FILE), toyEmbedding(new Float32Array(MEL_BINS).fill(1)));
}

/** Hears the energy of each tone, each a speaker of its own unless all are one. */
function toySegmentation(hertzes = VOICE_HERTZ, areOne = false, leastEnergy = 0.02): Buffer {
  const voices = hertzes.length;
  const speakers = areOne ? 2 : voices;
  const classesCount = 1 + speakers + (speakers * (speakers - 1)) / 2;
  const filters = new Float32Array(2 * voices * RECEPTIVE);
  for (const [voice, hertz] of hertzes.entries())
    for (let at = 0; at < RECEPTIVE; at += 1) {
      const hann = (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (RECEPTIVE - 1))) / (RECEPTIVE / 4);
      const angle = (2 * Math.PI * hertz * at) / RATE;
      filters[2 * voice * RECEPTIVE + at] = hann * Math.sin(angle);
      filters[(2 * voice + 1) * RECEPTIVE + at] = hann * Math.cos(angle);
    }
  // Nobody, each voice, each two of them.
  const classes = new Float32Array(classesCount * 2 * voices);
  for (let voice = 0; voice < voices; voice += 1) {
    const from = (1 + (areOne ? 0 : voice)) * 2 * voices + 2 * voice;
    classes.fill(1, from, from + 2);
  }
  const bias = new Float32Array(classesCount).fill(-100, 1 + (areOne ? 1 : voices));
  bias[0] = leastEnergy;
  return modelOf(
    [
      field(
        1,
        node('Conv', ['x', 'filters'], 'waves', [
          integers('strides', [SHIFT]),
          integers('kernel_shape', [RECEPTIVE]),
        ]),
      ),
      field(1, node('Mul', ['waves', 'waves'], 'energies')),
      field(1, node('Conv', ['energies', 'classes', 'bias'], 'scores', [integers('kernel_shape', [1])])),
      field(1, node('Transpose', ['scores'], 'y', [integers('perm', [0, 2, 1])])),
      field(2, 'toy'),
      field(5, tensor('filters', [2 * voices, 1, RECEPTIVE], filters)),
      field(5, tensor('classes', [classesCount, 2 * voices, 1], classes)),
      field(5, tensor('bias', [classesCount], bias)),
      field(11, value('x', FLOAT, ['N', 1, 'T'])),
      field(12, value('y', FLOAT, ['N', 'frames', classesCount])),
    ],
    {
      model_type: 'pyannote-segmentation-3.0',
      sample_rate: String(RATE),
      window_size: String(10 * RATE),
      receptive_field_size: String(RECEPTIVE),
      receptive_field_shift: String(SHIFT),
      num_speakers: String(speakers),
      powerset_max_classes: '2',
      num_classes: String(classesCount),
    },
  );
}

/** How loud each voice's mel bins are, whatever words it says. */
function toyEmbedding(voices = binsOfVoices()): Buffer {
  return modelOf(
    [
      field(1, node('Add', ['x', 'threshold'], 'above')),
      field(1, node('Relu', ['above'], 'loud')),
      field(1, node('Mul', ['loud', 'voices'], 'heard')),
      field(1, node('ReduceMean', ['heard'], 'embedding', [integers('axes', [1]), integer('keepdims', 0)])),
      field(2, 'toy'),
      field(5, tensor('threshold', [1], Float32Array.from([0]))),
      field(5, tensor('voices', [MEL_BINS], voices)),
      field(11, value('x', FLOAT, ['N', 'T', MEL_BINS])),
      field(12, value('embedding', FLOAT, ['N', MEL_BINS])),
    ],
    {
      framework: '3d-speaker',
      language: 'toy',
      output_dim: String(MEL_BINS),
      sample_rate: String(RATE),
      normalize_samples: '1',
      feature_normalize_type: '',
    },
  );
}

function binsOfVoices(): Float32Array {
  const voices = new Float32Array(MEL_BINS);
  for (const hertz of VOICE_HERTZ) {
    const at = (MEL_BINS + 1) * ((melOf(hertz) - melOf(20)) / (melOf(RATE / 2 - 400) - melOf(20))) - 1;
    voices.fill(1, Math.floor(at), Math.floor(at) + 2);
  }
  return voices;
}

const melOf = (hertz: number) => 1_127 * Math.log(1 + hertz / 700);

export interface ToyTurn {
  voice: number;
  seconds: number;
}

/** Turns one after another, each with a pause of 0.4 s at its end. @param words 16,000 samples a second to lay over them */
export function toyVoices(turns: readonly ToyTurn[], words: Int16Array = new Int16Array()): Int16Array {
  const seconds = turns.reduce((sum, turn) => sum + turn.seconds, 0);
  const samples = new Int16Array(Math.round(seconds * RATE));
  let from = 0;
  for (const { voice, seconds: length } of turns) {
    const hertz = VOICE_HERTZ[voice] ?? 0;
    for (let at = 0; at < (length - 0.4) * RATE; at += 1)
      samples[from + at] = 8_000 * Math.sin((2 * Math.PI * hertz * at) / RATE);
    from += Math.round(length * RATE);
  }
  return samples.map((sample, at) => sample + (words[at] ?? 0));
}
