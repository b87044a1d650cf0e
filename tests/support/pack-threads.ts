import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildPrograms } from '../../src/setup/server-build.ts';

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'hearthscribe-tests');

/** For `packedThreads` of vite.config.ts. @param programs source paths by name, packed beside the threads */
export async function pack(
  project: TestProject,
  programs: Readonly<Record<string, string>>,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'programs-'));
  // Tests start the programs as another user, too.
  await chmod(folder, 0o755);
  await buildPrograms(folder, programs);
  process.env.THREADS_TEST = `${pathToFileURL(folder)}/`;
  project.onTestsRerun(() => buildPrograms(folder, programs));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** @returns what removes them */
export default async function packThreads(project: TestProject): Promise<() => Promise<void>> {
  return (await pack(project, {})).remove;
}
