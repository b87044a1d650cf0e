import { afterAll, beforeAll, vi } from 'vitest';

/** For tests about decoding. Others take ffmpeg from the package (packaged-decoder.ts). */
export function decodeWithSystem(): void {
  beforeAll(() => void vi.stubEnv('FFMPEG_PATH', undefined));
  afterAll(() => void vi.unstubAllEnvs());
}
