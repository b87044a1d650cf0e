import { expect, it } from 'vitest';
import { cacheKey } from '../../src/setup/transform-cache.ts';

it.each([
  ['what a plugin makes of a file', '/src/posts/x.md?facts', '# A post'],
  ['what a plugin makes', '\0virtual:flow-data', 'export default {}'],
  ['a list of files', '/src/posts.ts', "import.meta.glob<Facts>('./posts/*.md')"],
])('Vitest does not keep %s', (_, id, sourceCode) => {
  expect(cacheKey({ id, sourceCode })).toBe(false);
});

it('Vitest keeps other modules, until tsconfig.json changes', () => {
  expect(cacheKey({ id: '/src/a.ts', sourceCode: 'export const a = 1;' })).toContain('compilerOptions');
});
