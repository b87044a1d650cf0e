import { createHash } from 'node:crypto';
import type { DownloadableModel } from '#server/engines/models/fetch-model.ts';

/**
 * A language model that writes: GGUF of the llama architecture, one layer without weights, tokens of one byte. What comes next does not depend on what
 * was before, only on how often a letter is used in English, so only a grammar makes sense of it.
 */
export function toyLanguageModel(options: { likes?: string } = {}): Buffer {
  const likes = options.likes ?? '"{';
  const width = 64;
  const tokens = [
    ['<unk>', 2],
    ['<s>', 3],
    ['</s>', 3],
    ...Array.from({ length: 256 }, (_, byte) => [
      `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      6,
    ]),
  ] as [string, number][];
  const size = tokens.length;
  const heads = 4;
  const metadata = [
    text('general.architecture', 'llama'),
    text('general.name', 'toy'),
    number('general.file_type', 0),
    number('llama.context_length', 65_536),
    number('llama.embedding_length', width),
    number('llama.block_count', 1),
    number('llama.feed_forward_length', width),
    number('llama.attention.head_count', heads),
    number('llama.attention.head_count_kv', 1),
    float('llama.attention.layer_norm_rms_epsilon', 1e-5),
    number('llama.rope.dimension_count', width / heads),
    number('llama.vocab_size', size),
    text('tokenizer.ggml.model', 'llama'),
    list(
      'tokenizer.ggml.tokens',
      8,
      tokens.map(([token]) => string(token)),
    ),
    list(
      'tokenizer.ggml.scores',
      6,
      tokens.map(() => f32([0])),
    ),
    list(
      'tokenizer.ggml.token_type',
      5,
      tokens.map(([, kind]) => u32(kind)),
    ),
    number('tokenizer.ggml.bos_token_id', 1),
    number('tokenizer.ggml.eos_token_id', 2),
    number('tokenizer.ggml.unknown_token_id', 0),
    flag('tokenizer.ggml.add_space_prefix', false),
  ];
  const keyWidth = width / heads;
  const tensors: [name: string, shape: number[], values: Float32Array][] = [
    ['token_embd.weight', [width, size], filled(width * size, (at) => (at % width === 0 ? 1 : 0))],
    ['blk.0.attn_norm.weight', [width], filled(width, () => 1)],
    ['blk.0.attn_q.weight', [width, width], filled(width * width)],
    ['blk.0.attn_k.weight', [width, keyWidth], filled(width * keyWidth)],
    ['blk.0.attn_v.weight', [width, keyWidth], filled(width * keyWidth)],
    ['blk.0.attn_output.weight', [width, width], filled(width * width)],
    ['blk.0.ffn_norm.weight', [width], filled(width, () => 1)],
    ['blk.0.ffn_gate.weight', [width, width], filled(width * width)],
    ['blk.0.ffn_up.weight', [width, width], filled(width * width)],
    ['blk.0.ffn_down.weight', [width, width], filled(width * width)],
    ['output_norm.weight', [width], filled(width, () => 1)],
    [
      'output.weight',
      [width, size],
      filled(width * size, (at) => (at % width === 0 ? liking(Math.floor(at / width), likes) : 0)),
    ],
  ];
  let offset = 0;
  const described: Buffer[] = [];
  const data: Buffer[] = [];
  for (const [name, shape, values] of tensors) {
    described.push(string(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset));
    const bytes = padded(Buffer.from(values.buffer));
    data.push(bytes);
    offset += bytes.length;
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(metadata.length),
    ...metadata,
    ...described,
  ]);
  return Buffer.concat([padded(head), ...data]);
}

const FREQUENT = ' etaoinshrdlu';
const SCALE = 0.125;

/** In the tempered logits of the last layer: the liked character about as often as a word ends. */
function liking(token: number, likes: string): number {
  const character = String.fromCharCode(token - 3);
  if (likes.includes(character)) return SCALE;
  const rank = FREQUENT.indexOf(character);
  return rank >= 0 ? SCALE * (1 - rank * 0.01) : token < 3 ? -1 : 0;
}

export const toyFile = (bytes: Buffer): DownloadableModel['files'][number] => ({
  name: 'toy.gguf',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const ALIGNMENT = 32;
const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
const filled = (length: number, value: (at: number) => number = () => 0) =>
  Float32Array.from({ length }, (_, at) => value(at));

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f32 = (values: number[]) => Buffer.from(Float32Array.from(values).buffer);
const string = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const pair = (key: string, type: number, value: Buffer) => Buffer.concat([string(key), u32(type), value]);
const text = (key: string, value: string) => pair(key, 8, string(value));
const number = (key: string, value: number) => pair(key, 4, u32(value));
const float = (key: string, value: number) => pair(key, 6, f32([value]));
const flag = (key: string, value: boolean) => pair(key, 7, Buffer.from([value ? 1 : 0]));
const list = (key: string, type: number, values: Buffer[]) =>
  pair(key, 9, Buffer.concat([u32(type), u64(values.length), ...values]));
