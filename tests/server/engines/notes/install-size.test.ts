import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { present } from '#contract/unknown-values.ts';

const root = join(import.meta.dirname, '../../../..');
const Names = z.record(z.string(), z.string()).default({});
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        resolved: z.string().default(''),
        dependencies: Names,
        optionalDependencies: Names,
        devDependencies: Names,
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const model = 'node_modules/node-llama-cpp';

/** The folder that a package of this folder gets by this name. */
function folderOf(name: string, from: string): string | null {
  for (let inside = from; ; inside = inside.slice(0, Math.max(0, inside.lastIndexOf('/node_modules/')))) {
    const folder = join(inside, 'node_modules', name);
    if (packages[folder] !== undefined) return folder;
    if (inside === '') return null;
  }
}

/** All folders that are needed, also if `without` is not there. */
function needed(without: string | null): Set<string> {
  const found = new Set(['']);
  for (const at of found) {
    const { dependencies, optionalDependencies, devDependencies } = present(packages[at], at);
    const own = at === '' ? devDependencies : {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...own })) {
      const folder = folderOf(name, at);
      if (folder !== null && folder !== without) found.add(folder);
    }
  }
  return found;
}

const bytesOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return sum + lstatSync(path).size;
    return entry.name === 'node_modules' ? sum : sum + bytesOf(path);
  }, 0);

it('the model inside adds at most 110 MB to an installation', () => {
  const others = needed(model);
  const itsOwn = [...needed(null)].filter((folder) => !others.has(folder));
  expect(itsOwn).toContain(model);
  const installed = itsOwn.map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  const megabytes = installed.reduce((sum, folder) => sum + bytesOf(folder), 0) / 1_000_000;
  expect(megabytes).toBeGreaterThan(10);
  expect(megabytes).toBeLessThanOrEqual(110);
});

it('no package for graphics cards is installed, on whatever computer', () => {
  const forCards = Object.values(packages).filter(({ resolved }) => /cuda|vulkan|rocm/i.test(resolved));
  expect(forCards).toEqual([]);
});
