import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');

const serverFolder = join(root, 'dist', 'server');

/** Sources of the threads and child programs by name, which the server finds beside itself. */
export const ownPrograms = {
  'thread-program': 'src/server/engines/threads/thread-program.ts',
  'notes-program': 'src/server/exports/threads/notes-program.ts',
  'page-program': 'src/server/sharing/threads/page-program.ts',
  'draw-program': 'src/server/sharing/preview/draw-program.ts',
  'recognizer-child': 'src/server/engines/speech/recognizer-child.ts',
  'voice-activity-child': 'src/server/engines/speech/voice-activity-child.ts',
  'writer-child': 'src/server/engines/notes/embedded/writer-child.ts',
  'voices-child': 'src/server/engines/voices/voices-child.ts',
};

/** They look for files beside their own, so they are not bundled. */
export const leftAlone = ['@electric-sql/pglite', 'sherpa-onnx-node', 'node-llama-cpp', 'pino', 'pg'];

/** Here only, `import.meta.url` says where the compiled server is. */
const ownProgram = join(root, 'src/server/platform/own-program.ts');

/** Modules find files beside their sources. */
function ownPlace(folder: string): Plugin {
  return {
    name: 'own-place',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || id === ownProgram) return null;
      if (!code.includes('import.meta.')) return null;
      const own = (path: string) => `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url)`;
      const replaced = code.replace(/import\.meta\.(url|dirname)/g, (_, what: string) =>
        what === 'url' ? `${own(id)}.href` : `pathOfThisModule(${own(dirname(id))})`,
      );
      return `import { fileURLToPath as pathOfThisModule } from 'node:url';\n${replaced}`;
    },
  };
}

/**
 * In tests, threads and child programs are those that `packThreads` packed: from its sources each start takes 1.5 s of
 * processor time.
 */
export const packedThreads = (): Plugin => ({
  name: 'packed-threads',
  enforce: 'pre',
  apply: () => process.env.VITEST !== undefined,
  transform: (code, id) =>
    id === ownProgram
      ? code.replaceAll('import.meta.url', '(process.env.THREADS_TEST ?? import.meta.url)')
      : null,
});

/** V8 keeps each character of a file in two bytes if one is beyond Latin-1, so those are escaped. */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** Transpiling hundreds of modules would slow every start. @param programs source paths by name */
export async function buildPrograms(
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownPlace(folder), narrow],
    ssr: { noExternal: true, external: leftAlone },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries({ ...ownPrograms, ...programs }).map(([name, path]) => [name, join(root, path)]),
        ),
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

if (process.argv[1] === import.meta.filename) {
  await buildPrograms(serverFolder, { main: 'src/server/main.ts' });
}
