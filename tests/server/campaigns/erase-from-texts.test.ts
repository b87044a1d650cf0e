import { expect, it } from 'vitest';
import { sectionsWithout } from '#server/campaigns/erase-from-texts.ts';

const said = (text: string, segmentId: string) => ({
  text,
  evidence: { segmentIds: [segmentId], startMs: 0, endMs: 1 },
});

it.each([
  ['- The bell rang.\n- They left.', '- They left.'],
  ['- <!-- gm --> The bell rang.\n- They left.', '- They left.'],
  ['- <!-- whisper: Wren --> **Oda**: The bell rang.\n- They left.', '- They left.'],
  ['> 1. The bell rang. Twice.\n- They left.', '> 1. Twice.\n- They left.'],
])('a line of an erased voice leaves with its signs, marker and name: %j', (body, left) => {
  const lines = [said('The bell rang.', 'gone'), said('They left.', 'kept')];
  const section = {
    key: 'summary',
    title: 'Summary',
    visibility: 'gm',
    source: 'analysis',
    body,
    lines,
  } as const;
  const erased = {
    isGone: (id: string) => id === 'gone',
    spanOf: () => undefined,
    isVoice: () => false,
    repeats: () => false,
  };
  expect(sectionsWithout([section], erased)).toEqual([{ ...section, body: left, lines: lines.slice(1) }]);
});
