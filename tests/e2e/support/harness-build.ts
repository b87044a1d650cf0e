import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { blogPosts } from '../../../src/setup/blog/plugin.ts';

const root = join(import.meta.dirname, '..', 'harness');

export async function buildHarness(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    plugins: [blogPosts(), react()],
    logLevel: 'error',
    define: { __BUILD__: JSON.stringify(''), __VERSION__: JSON.stringify('0.0.0') },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
