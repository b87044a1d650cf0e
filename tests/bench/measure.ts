import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Load } from './load.ts';

const run = promisify(execFile);

export async function measure(load: Load): Promise<number> {
  const script = join(import.meta.dirname, 'load.ts');
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, JSON.stringify(load)]);
  return Number(stdout);
}
