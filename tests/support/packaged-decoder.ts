import process from 'node:process';
import { findFfmpeg } from '#server/engines/audio/find-ffmpeg.ts';

/**
 * ffmpeg from the package starts with a tenth of the CPU of the system's, which has two hundred shared libraries. What
 * decodes differently is tested with the system's: see system-decoder.ts.
 */
export default function usePackagedDecoder(): void {
  try {
    process.env.FFMPEG_PATH ??= findFfmpeg({ PATH: '' });
  } catch {
    // Not for this platform.
  }
}
