import { expect, it } from 'vitest';
import { withoutLine } from '#server/campaigns/quoted-lines.ts';

const line = { text: 'The bell rang.', evidence: { segmentIds: ['s1'], startMs: 0, endMs: 1, quote: '' } };

it.each([
  ['- The bell rang.\nThey left.', 'They left.'],
  ['  2)  The bell rang. <!-- gm -->\nThey left.', '  2)   <!-- gm -->\nThey left.'],
  ['a\rb\n- The bell rang.\n- other', 'a\nb\n- other'],
  ['Para\n* The bell rang.', 'Para'],
  ['## <!-- gm --> The bell rang.\n\nsecret', '## <!-- gm -->\n\nsecret'],
  ['- <!-- gm --> The bell rang.\n  - secret', '- <!-- gm -->\n  - secret'],
  ['- <!-- gm --> The bell rang.\n- told', '- told'],
  ['- The bell rang. <!-- public --> secret', '-  <!-- gm --> secret'],
  ['- The bell rang. Twice.\nThey left.', '-  Twice.\nThey left.'],
  [`-${' '.repeat(100_000)}The bell rang.${' '.repeat(100_000)}x`, `-${' '.repeat(200_000)}x`],
])('the row of a quoted line leaves with it, unless something else is written there (%#)', (body, left) => {
  expect(withoutLine({ body, lines: [line] }, line)).toEqual({ body: left, lines: [] });
});
