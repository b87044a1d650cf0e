import { present } from './unknown-values.ts';

export const audioFormats = {
  mp3: { mimeType: 'audio/mpeg', name: 'MP3', endings: ['mp3', 'mp2'] },
  aac: { mimeType: 'audio/aac', name: 'AAC', endings: ['aac'] },
  m4a: { mimeType: 'audio/mp4', name: 'M4A', endings: ['m4a', 'm4b'] },
  mp4: { mimeType: 'video/mp4', name: 'MP4 and MOV', endings: ['mp4', 'm4v', 'mov', '3gp'] },
  wav: { mimeType: 'audio/wav', name: 'WAV', endings: ['wav', 'bwf', 'rf64'] },
  aiff: { mimeType: 'audio/aiff', name: 'AIFF', endings: ['aif', 'aiff', 'aifc'] },
  caf: { mimeType: 'audio/x-caf', name: 'CAF', endings: ['caf'] },
  flac: { mimeType: 'audio/flac', name: 'FLAC', endings: ['flac'] },
  ogg: {
    mimeType: 'audio/ogg',
    name: 'Ogg (Opus, Vorbis, FLAC, Speex)',
    endings: ['ogg', 'oga', 'opus', 'spx'],
  },
  webm: { mimeType: 'audio/webm', name: 'WebM', endings: ['webm', 'weba'] },
  matroska: { mimeType: 'video/x-matroska', name: 'Matroska', endings: ['mkv', 'mka'] },
  asf: { mimeType: 'audio/x-ms-wma', name: 'WMA', endings: ['wma', 'asf'] },
  amr: { mimeType: 'audio/amr', name: 'AMR', endings: ['amr', '3ga'] },
} as const;
export type AudioFormat = keyof typeof audioFormats;

/** Without dots. */
export const audioEndings: readonly string[] = Object.values(audioFormats).flatMap(({ endings }) => endings);

export const sniffBytes = 16_384;

/** Detects the format from the first bytes, never from the name (R1.7); page and server read the same. */
export function sniffFormat(head: Uint8Array): AudioFormat | null {
  return formatOf(head);
}

const mostPaddingBytes = 1024 * 1024;

/** Looks behind a long tag, and behind zeros. @param read up to `sniffBytes` bytes from an offset */
export async function sniffContent(
  read: (offset: number) => Promise<Uint8Array>,
): Promise<AudioFormat | null> {
  let head = await read(0);
  for (let offset = 0; offset < mostPaddingBytes && isPadding(head); head = await read(offset))
    offset += head.length;
  const first = head.findIndex((byte) => byte !== 0);
  if (first >= LEAST_PADDING_BYTES) head = head.subarray(first);
  const found = sniffFormat(head);
  const tagBytes = id3Bytes(head);
  return found === 'mp3' && tagBytes >= head.length ? contentFormat(await read(tagBytes)) : found;
}

/** The size of an MP4's first box begins with fewer zeros. */
const LEAST_PADDING_BYTES = 8;

const isPadding = (head: Uint8Array) => head.length > 0 && head.every((byte) => byte === 0);

function formatOf(head: Uint8Array): AudioFormat | null {
  const tag = (offset: number, length = 4) =>
    String.fromCharCode(...head.subarray(offset, Math.min(offset + length, head.length)));
  const first = tag(0);
  if (first === 'fLaC') return 'flac';
  if (first === 'OggS') return 'ogg';
  if ((first === 'RIFF' || first === 'RF64' || first === 'BW64') && tag(8) === 'WAVE') return 'wav';
  if (first === '\x1a\x45\xdf\xa3') return matroskaDocType(tag(0, 256));
  if (tag(4) === 'ftyp') return mp4Brand(tag(8));
  if (tag(4) === 'moov' || tag(4) === 'mdat' || tag(4) === 'wide') return 'mp4';
  if (first === 'FORM' && /^AIF[FC]$/.test(tag(8))) return 'aiff';
  if (first === 'caff') return 'caf';
  if (first === '\x30\x26\xb2\x75') return 'asf';
  if (tag(0, 5) === '#!AMR') return 'amr';
  if (tag(0, 3) === 'ID3') return contentFormat(head.subarray(id3Bytes(head)));
  if (isKnownOther(first, head)) return null;
  return framesOf(head);
}

function matroskaDocType(start: string): AudioFormat | null {
  if (start.includes('webm')) return 'webm';
  return start.includes('matroska') ? 'matroska' : null;
}

function mp4Brand(brand: string): AudioFormat | null {
  if (/^(M4A|M4B|F4A)/.test(brand)) return 'm4a';
  return /^(hei|hev|mif1|msf1|avi[fs]|crx|jp2|jpx)/.test(brand) ? null : 'mp4';
}

/** Of the tag at the beginning. */
export function id3Bytes(head: Uint8Array): number {
  if (String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((head[index] ?? 0) & 0x7f), 0);
}

function contentFormat(content: Uint8Array): AudioFormat {
  if (content.length >= 4 && String.fromCharCode(...content.subarray(0, 4)) === 'fLaC') return 'flac';
  return framesOf(content) ?? 'mp3';
}

const OTHER_SIGNATURES = [
  'PK',
  'MZ',
  '\x7fELF',
  '%PDF',
  'GIF8',
  '\x89PNG',
  '\xff\xd8\xff',
  '\x1f\x8b',
  'BZh',
  '7z',
  'Rar!',
  'RIFF',
];

/** Never scan these: archives, pictures and documents may contain bytes that look like frame headers. */
function isKnownOther(first: string, head: Uint8Array): boolean {
  return OTHER_SIGNATURES.some((signature) => first.startsWith(signature)) || isText(head);
}

function isText(head: Uint8Array): boolean {
  const start = head.subarray(0, 512);
  return (
    start.length > 0 && start.every((byte) => (byte >= 0x20 && byte < 0xf5) || (byte >= 9 && byte <= 13))
  );
}

/** Requires three consecutive frames, with or without leading junk. */
function framesOf(head: Uint8Array): AudioFormat | null {
  for (let offset = 0; offset + 4 <= head.length; offset += 1) {
    for (const [format, frameLength] of [
      ['mp3', mpegFrameLength],
      ['aac', adtsFrameLength],
    ] as const) {
      const { frames, reachedEnd } = framesInARow(head, offset, frameLength);
      if (frames >= 3 || (reachedEnd && frames >= 1 && offset === 0 && head.length >= 1000)) return format;
    }
  }
  return null;
}

function framesInARow(
  head: Uint8Array,
  start: number,
  frameLength: (head: Uint8Array, offset: number) => number,
): { frames: number; reachedEnd: boolean } {
  let offset = start;
  let frames = 0;
  while (frames < 3 && offset + 6 <= head.length) {
    const length = frameLength(head, offset);
    if (length === 0) return { frames, reachedEnd: false };
    offset += length;
    frames += 1;
  }
  return { frames, reachedEnd: true };
}

const BIT_RATES: Record<string, number[]> = {
  '1.2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1.3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

interface MpegFrame {
  bytes: number;
  /** Of frames like it: some have a byte more. */
  averageBytes: number;
  seconds: number;
}

/** The MPEG audio frame at `offset` (ISO 11172-3, 13818-3; layers 2 and 3). */
export function mpegFrame(head: Uint8Array, offset: number): MpegFrame | null {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return null;
  const version = (kind >> 3) & 3;
  const layer = 4 - ((kind >> 1) & 3);
  const sampleRateIndex = (rates >> 2) & 3;
  if (version === 1 || layer === 4 || layer === 1 || sampleRateIndex === 3) return null;
  const table = version === 3 ? `1.${layer}` : '2';
  const bitRate = (BIT_RATES[table]?.[rates >> 4] ?? 0) * 1000;
  if (bitRate === 0) return null;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const sampleRate = present([44_100, 48_000, 32_000][sampleRateIndex], 'such sample rate') / divisor;
  const padding = (rates >> 1) & 1;
  const seconds = (layer === 3 && version !== 3 ? 576 : 1152) / sampleRate;
  const averageBytes = (seconds * bitRate) / 8;
  return { bytes: Math.floor(averageBytes) + padding, averageBytes, seconds };
}

const mpegFrameLength = (head: Uint8Array, offset: number) => mpegFrame(head, offset)?.bytes ?? 0;

/** Bytes of the ADTS frame at `offset` (ISO 13818-7), or 0. */
function adtsFrameLength(head: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, rate = 0, high = 0, middle = 0, low = 0] = head.subarray(offset, offset + 6);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || ((rate >> 2) & 15) > 12) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : 0;
}
