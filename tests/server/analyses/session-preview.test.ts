import { expect, it } from 'vitest';
import { previewOf } from '#server/analyses/work-of-sessions.ts';

it('ends a preview at a word with an ellipsis', () => {
  expect(previewOf('The keeper confessed.')).toBe('The keeper confessed.');
  const long = previewOf('The lantern keeper confessed at last. '.repeat(10));
  expect(long).toMatch(/^The lantern keeper .*(The|lantern|keeper|confessed|at|last\.) …$/);
  expect(long.length).toBeLessThanOrEqual(202);
});
