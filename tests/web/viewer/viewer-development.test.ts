// @vitest-environment node
import { resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles } from '../../../src/setup/rooms/source-imports.ts';

async function plugins(command: 'build' | 'serve'): Promise<string[]> {
  const { plugins: resolved } = await resolveConfig({ logLevel: 'silent' }, command);
  return resolved.map(({ name }) => name);
}

describe('flows are at /flows only in development', () => {
  it('the development server has them', async () => {
    expect(await plugins('serve')).toContain('flows-in-development');
  });

  it('a production build does not have them, and the app never imports the viewer', async () => {
    expect(await plugins('build')).not.toContain('flows-in-development');
    const importers = sourceFiles('src/web')
      .flatMap(({ path, source }) => importsOf(path, source))
      .filter(({ to }) => to.startsWith('src/flows/') || to.startsWith('src/setup/'));
    expect(importers).toEqual([]);
  });
});
