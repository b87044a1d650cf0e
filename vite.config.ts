import { availableParallelism } from 'node:os';
import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { blogPosts } from './src/setup/blog/plugin.ts';
import { flowsInDevelopment } from './src/setup/flows-site/plugin.ts';
import { precompress } from './src/setup/precompress.ts';
import { prerender } from './src/setup/prerender/plugin.ts';

const clientOnly = { environment: 'jsdom' as const, setupFiles: ['tests/support/setup-web.ts'] };

/** Files of one project follow each other in the same process: what they import is read once. They replace no modules. */
const sharedProcess = { environment: 'node' as const, isolate: false };

export default defineConfig({
  plugins: [react(), blogPosts(), prerender(), precompress(), flowsInDevelopment()],
  // The page compares it with what the server says it runs (R4.8).
  define: { __BUILD__: JSON.stringify(process.env.HEARTHSCRIBE_BUILD ?? '') },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    // Trusted Types and a strict script-src: no inline module preload polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // React changes rarely: a file of its own stays in the browser's cache over our releases.
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
  test: {
    // Vitest leaves one core to itself; it needs none, and two cores are what there is.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'machines', include: ['tests/machines/**/*.test.ts'], ...sharedProcess },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...sharedProcess },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          ...sharedProcess,
          // Optimising the code of the embedded database takes longer than these tests run.
          execArgv: ['--liftoff-only'],
          globalSetup: ['tests/support/pack-programs.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], ...clientOnly } },
    ],
  },
});
