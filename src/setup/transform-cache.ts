import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';
import { projectRoot } from './generated-files.ts';

/** @returns what Vitest adds to the key of a transformed module; false: it depends on other files, so it is not kept */
export function cacheKey({ id, sourceCode }: { id: string; sourceCode: string }): string | false {
  const isMade = id.includes('?') || id.startsWith('\0') || sourceCode.includes('import.meta.glob');
  return isMade ? false : readFileSync(join(projectRoot, 'tsconfig.json'), 'utf8');
}

export function soundTransformCache(): Plugin {
  return {
    name: 'hearthscribe-transform-cache',
    configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) => defineKey(cacheKey),
  };
}
