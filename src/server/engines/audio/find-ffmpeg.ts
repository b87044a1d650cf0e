import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { DecoderMissing } from './errors.ts';

/** `FFMPEG_PATH`, else the system's, else that of @ffmpeg-installer/ffmpeg. @throws DecoderMissing */
export function findFfmpeg(environment: NodeJS.ProcessEnv = process.env): string {
  const chosen = environment.FFMPEG_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new DecoderMissing(`FFMPEG_PATH is "${chosen}", which is not a program that can be run.`);
  }
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const found = (environment.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
  const path = found ?? packagedFfmpeg();
  if (path === null) {
    throw new DecoderMissing('ffmpeg was not found. Install it, or set FFMPEG_PATH to its path.');
  }
  return path;
}

/** Null where it is not installed, as in the container's image. */
export function packagedFfmpeg(): string | null {
  try {
    const { path }: { path: string } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg');
    return isExecutable(path) ? path : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
