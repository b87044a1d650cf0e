import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildPrograms } from '../../src/setup/server-build.ts';

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'hearthscribe-tests');

/** For `packedThreads` of vite.config.ts. @returns what removes them */
export default async function packThreads(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'threads-'));
  await buildPrograms(folder, {});
  process.env.THREADS_TEST = `${pathToFileURL(folder)}/`;
  project.onTestsRerun(() => buildPrograms(folder, {}));
  return () => rm(folder, { recursive: true, force: true });
}
