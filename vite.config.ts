import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { flowsInDevelopment } from './src/setup/flows-site/plugin.ts';
import { precompress } from './src/setup/precompress.ts';

const clientOnly = { environment: 'jsdom' as const, setupFiles: ['tests/support/setup-web.ts'] };

export default defineConfig({
  plugins: [react(), precompress(), flowsInDevelopment()],
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
    projects: [
      {
        extends: true,
        test: { name: 'machines', include: ['tests/machines/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], ...clientOnly } },
    ],
  },
});
