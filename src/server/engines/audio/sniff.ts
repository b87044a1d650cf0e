import { open } from 'node:fs/promises';
import {
  type AudioFormat,
  audioFormats,
  sniffBytes,
  sniffContent,
  sniffFormat,
} from '#contract/audio-formats.ts';
import { UnsupportedAudio } from './errors.ts';

export type { AudioFormat };

interface SniffedAudio {
  format: AudioFormat;
  mimeType: string;
}

export const SNIFF_BYTES = sniffBytes;

const sniffed = (format: AudioFormat): SniffedAudio => ({ format, mimeType: audioFormats[format].mimeType });

/** @throws UnsupportedAudio */
export function sniffAudio(head: Uint8Array): SniffedAudio {
  const format = sniffFormat(head);
  if (format === null) throw new UnsupportedAudio();
  return sniffed(format);
}

export async function sniffAudioFile(path: string): Promise<SniffedAudio> {
  const file = await open(path, 'r');
  try {
    const read = async (offset: number) => {
      const bytes = new Uint8Array(SNIFF_BYTES);
      return bytes.subarray(0, (await file.read(bytes, 0, SNIFF_BYTES, offset)).bytesRead);
    };
    const format = await sniffContent(read);
    if (format === null) throw new UnsupportedAudio();
    return sniffed(format);
  } finally {
    await file.close();
  }
}
