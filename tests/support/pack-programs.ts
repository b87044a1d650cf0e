import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

/** Programs that tests start as processes of their own, by name. */
export const programs = {
  /** What `npm start` runs. */
  main: 'src/server/main.ts',
  /** The same server with tokens for tests, that can kill itself. */
  dying: 'tests/support/dying-server-main.ts',
  notes: 'src/server/commands/notes.ts',
  announce: 'src/server/commands/announce.ts',
} as const;

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the packed programs: `<name>.js`. */
    packedPrograms: string;
  }
}

/** What a module says of its own place stays true in the file that holds them all. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(`file://${id}`));
  },
};

/** They find files of their own beside themselves, or are found missing, so they stay where they are. */
const leftAlone = ['@electric-sql/pglite', 'sherpa-onnx-node', 'pino', 'pg'];

/** Node's arguments for a packed program: it lives for seconds, for which optimising the database's code does not pay. */
export const shortLived = ['--liftoff-only'];

/**
 * Packs each program into one file: reading three hundred modules through tsx takes longer than all else that a server
 * does until it serves.
 * @returns the folder of the files, `<name>.js`
 */
export async function packInto(names: readonly (keyof typeof programs)[]): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'hearthscribe-tests');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'programs-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownPlace],
    ssr: { noExternal: true, external: leftAlone },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(root, programs[name])])),
      },
    },
  });
  return folder;
}

/** Packs all programs. That they run unpacked too is what lifecycle.test.ts and tests in Chromium show. */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const folder = await packInto(Object.keys(programs) as (keyof typeof programs)[]);
  project.provide('packedPrograms', folder);
  return () => rm(folder, { recursive: true, force: true });
}
