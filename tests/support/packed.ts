import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { inject } from 'vitest';
import { optimizeLate } from '../../src/setup/optimize-late.ts';
import type { programs } from './pack-programs.ts';

const root = join(import.meta.dirname, '..', '..');

/** Node's arguments. The program runs for seconds, so optimizing its code does not pay. */
export function packed(program: keyof typeof programs): string[] {
  return ['--liftoff-only', ...optimizeLate(1_000_000), join(inject('packedPrograms'), `${program}.js`)];
}

interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs a command to its end. */
export const runPacked = (
  program: keyof typeof programs,
  env: Record<string, string>,
  ...argv: string[]
): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
    execFile(process.execPath, [...packed(program), ...argv], options, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
  });
