import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { blogPosts } from '../../../src/setup/blog/plugin.ts';

const root = join(import.meta.dirname, '..', 'harness');

/** Builds the page of the harness, the product's app with inspection, into a folder outside of the product's build. */
export async function buildHarness(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    plugins: [blogPosts(), react()],
    logLevel: 'error',
    define: { __BUILD__: JSON.stringify('') },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      // In one file, so that no step of a path waits for a chunk that is still on its way.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
