import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { publicOrigin } from '../contract/pages.ts';

const compressible = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;
const smallest = 1024;

/** So that the server does not compress them. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'hearthscribe-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      // A failed build has its own message.
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        if (!compressible.test(name) || statSync(path).size < smallest) continue;
        const content = readFileSync(path);
        // The server inserts its origin into these and compresses them then.
        if (/\.(html|xml|txt)$/.test(name) && content.includes(publicOrigin)) continue;
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        );
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
