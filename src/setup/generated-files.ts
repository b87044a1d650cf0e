import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface GeneratedFile {
  path: string;
  content: string;
}

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** @returns one line per outdated file (none when writing) */
export function settleFiles(files: readonly GeneratedFile[], onlyCheck: boolean): string[] {
  return files.flatMap(({ path, content }) => {
    const absolute = join(projectRoot, path);
    const current = existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
    if (current === content) {
      return [];
    }
    if (onlyCheck) {
      return [`${path} ${current === undefined ? 'is missing' : 'is out of date'}: run npm run generated`];
    }
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    return [];
  });
}

/** Sorted, relative to the project. */
export function filesBelow(folder: string): string[] {
  const absolute = join(projectRoot, folder);
  return (existsSync(absolute) ? readdirSync(absolute, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/** Removes or reports files that are no longer generated. */
export function settleFolder(folder: string, paths: readonly string[], onlyCheck: boolean): string[] {
  const wanted = new Set(paths);
  const stray = filesBelow(folder).filter((path) => !wanted.has(path));
  if (!onlyCheck) {
    for (const path of stray) {
      rmSync(join(projectRoot, path));
    }
    return [];
  }
  return stray.map((path) => `${path} is not generated from anything: run npm run generated`);
}
