import { expect, it } from 'vitest';
import { hideNames } from '#server/sharing/pseudonyms.ts';

it('hides names with a hyphen or any other sign', () => {
  const hidden = hideNames([
    { label: 'Mary-Jane', role: 'player' },
    { label: '- **a** (new)', role: 'player' },
  ]);
  expect(hidden('Then Mary-Jane fell.')).toBe('Then Player 1 fell.');
});
