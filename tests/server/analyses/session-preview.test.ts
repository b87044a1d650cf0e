import { expect, it } from 'vitest';
import { previewOf } from '#server/analyses/work-of-sessions.ts';

it('a preview ends with a whole word and says that it goes on', () => {
  expect(previewOf('The keeper confessed.')).toBe('The keeper confessed.');
  const long = previewOf('The lantern keeper confessed at last. '.repeat(10));
  expect(long).toMatch(/^The lantern keeper .*(The|lantern|keeper|confessed|at|last\.) …$/);
  expect(long.length).toBeLessThanOrEqual(202);
});
