import { describe, expect, it } from 'vitest';
import { isWholeClause, verbsOf } from '#server/engines/notes/highlights/whole-clause.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { wordsOf } from '#server/engines/notes/reading/text.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { smallSession } from '#tests/support/small-session.ts';

/** The sentence, with the clause in brackets. */
const cases: readonly [sentence: string, isWhole: boolean][] = [
  ['[The vision fades back into darkness].', true],
  ['[Oda opens her other hand], and in it lies a lump of bronze.', true],
  ['[Forty candles burn on the altar], all of them blue.', true],
  ['[You put your lock pick inside].', true],
  ['[The daggers are not magic].', true],
  ['It dies; [the chain falls from the ceiling].', true],
  ['[The shimmering purple hue].', false],
  ['[Ruby of the Sea].', false],
  ['[The ogre and falls to the ground lifeless].', false],
  ['He waits, [holding a crossbow across his lap].', false],
  ['[Some brown leather turns to a bright], shining gold.', false],
  ['He is left [especially with the time limit you have].', false],
  ['[Slams its club into the ground].', false],
  ['[You knowing good amounts of money].', false],
  ['[Horris slaps the shoulder of Dolan and says], “Go.”', false],
  ['[Bryce walks over to the edge]... and his claws form a sigil.', false],
  ['As it burns... [the chain falls from the ceiling].', false],
  ['[-The chain falls from the ceiling].', false],
  ['[Bryce follows the road until eventually]: a mill.', false],
  ['[Bryce walks up to it].', false],
  ['[Bryce had already saved an additional seven].', false],
];

describe('a clause for a title', () => {
  it.each(cases)('“%s” is whole: %s', async (marked, isWhole) => {
    const { speech } = await prepare(transcriptOf([...smallSession]), noCampaign);
    const at = marked.indexOf('[');
    const text = marked.slice(at + 1, marked.indexOf(']'));
    const words = wordsOf(text).map(({ lower }) => lower);
    const sentence = marked.replace(/[[\]]/g, '');
    expect(isWholeClause(sentence, { at, text, words }, verbsOf(speech))).toBe(isWhole);
  });
});
