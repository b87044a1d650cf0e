import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { leftAlone } from '../server-build.ts';

/** The compiled server finds these by name and contains all others; ffmpeg is the image's own. */
export const runtimePackages = [...leftAlone, '@resvg/resvg-wasm'];

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** With all that the packages need. */
export function closureOf(root: string, packages: readonly string[]): string[] {
  const found = new Set<string>();
  function add(name: string, from: string): void {
    let place = from;
    while (!existsSync(join(root, place, 'node_modules', name, 'package.json'))) {
      // An optional package of another platform.
      if (place === '') return;
      place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '';
    }
    const folder = join(place, 'node_modules', name);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies }: Manifest = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  }
  for (const name of packages) add(name, '');
  return [...found].sort();
}

/** Usage: runtime-modules.ts FOLDER */
if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..', '..', '..');
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error('Usage: runtime-modules.ts FOLDER');
  for (const folder of closureOf(root, runtimePackages))
    cpSync(join(root, folder), join(target, folder), { recursive: true });
}
