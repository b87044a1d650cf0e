import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { browserAliases } from '../../src/setup/aliases.ts';
import { serveFolder } from './static-site.ts';

export async function serveComponents(): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'hearthscribe-components-'));
  await build({
    root: join(import.meta.dirname, '..', 'e2e', 'components'),
    base: './',
    configFile: false,
    plugins: [react()],
    resolve: { alias: browserAliases },
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false, modulePreload: { polyfill: false } },
  });
  return serveFolder(outDir);
}
