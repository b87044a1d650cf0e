import { describe, expect, it } from 'vitest';
import { doubtOf, showingOf } from '#server/engines/notes/highlights/doubts.ts';
import type { Sentence, Turn } from '#server/engines/notes/reading/text.ts';

function shown(
  text: string,
  given: { own?: string; hasName?: boolean; isVerbatim?: boolean; saysWho?: boolean } = {},
) {
  const { own = text, hasName = false, saysWho = true } = given;
  const { isVerbatim = own === text } = given;
  const sentence = { index: 0, text: own } as Sentence;
  const turn = { from: 0, to: 2 } as Turn;
  const next = { index: 1, text: 'The rain goes on.' } as Sentence;
  const doubt = doubtOf({ text, own, hasName }, sentence, turn, [sentence, next]);
  return showingOf(text, doubt, isVerbatim, saysWho, hasName);
}

describe('a sentence of the game master', () => {
  it.each([
    'The party cannot tell which of the tracks is the freshest from the road.',
    'A third one goes arcing off towards the temple by the river.',
    'The numbers are thinning a little bit by the gate of the old mill.',
    'The road ends where that X meets the river below the old mill.',
    'There appear to be hints of fish inside.',
  ])('is left out if its noun stayed in the sentence before: %s', (text) => {
    expect(shown(text, { hasName: true })).toBeNull();
  });

  it.each([
    [
      'The party follows the ferryman down to the old mill by the river.',
      'You follow the ferryman down to the old mill by the river.',
    ],
    [
      'Mira sees a tall, bearded man with a lantern at the gate.',
      'You see a tall, bearded man with a lantern at the gate.',
    ],
  ])('is a line of the notes: %s', (text, own) => {
    expect(shown(text, { own })).toBe('line');
  });

  it('is for a third of the session that has few others if it does not say who acts', () => {
    const text = 'The abbot opens the gate, lights the lantern, and slowly leads the mule into the yard.';
    expect(shown(text, { saysWho: false })).toBe('spare');
  });

  it('is a quotation if it was said literally, unless it is as certain as a line can be', () => {
    const text = 'The abbot opens the gate and leads the mule into the yard.';
    expect(shown(text)).toBe('quotation');
    expect(shown(text, { isVerbatim: false })).toBe('line');
    expect(
      shown('The abbot opens the gate, lights the lantern, and slowly leads the mule into the yard.'),
    ).toBe('line');
  });

  it('is for a third of the session that has few others if it was retold, or is short, with less certainty', () => {
    const text = 'The abbot who keeps the books is writing a letter to the ferryman.';
    expect(shown(text)).toBe('quotation');
    expect(shown(text, { isVerbatim: false })).toBe('spare');
    expect(shown('The abbot who keeps the books is writing a letter.')).toBe('spare');
  });

  it.each([
    ['a participle that is none', 'Mira and the ferryman had began to climb the hill before the rain.'],
    ['a verb without its object', 'As the company begins carving, the abbot walks up to the gate.'],
    ['a way that is walked', 'Mira walks her way up the path to the old mill at noon.'],
    ['a comma before "where"', 'There is a brief moment, where the lamp flickers and the abbot stops.'],
    ['a finger that points', 'Mira takes the rope and climbs up to the ledge there.'],
    ['a part of a body without its owner', 'The hand reaches out and pulls the lantern from the wall.'],
    ['what the rules say', 'Mira has the Shield of Ash and the abbot is stunned for a while.'],
    ['one verb twice', 'Mira watches as the wheel stops, fills the whole channel and stops.'],
    ['an adverb before a bare verb', 'Mira lifts the lantern and slowly peel back the corner of the carpet.'],
    ['a room that enters', 'There is an odd smell of tar as soon as the room enters.'],
    [
      'an opening that depends on what was said before',
      'After which, Mira and the abbot fall asleep at the table.',
    ],
    ['a noun with a clause in place of a verb', 'The tall ferryman the party now sees in armor.'],
    [
      'an end without its verb',
      'Mira is used to the cold, even without a cloak, still fairly uncomfortable.',
    ],
    ['a sentence begun anew', 'The heavy shadow of the tower, you can see the ferryman pass below the wall.'],
    ['a clause without who acts', 'As the abbot reaches the gate, steps back and opens it for the mule.'],
    [
      'a relative clause that loses its thread',
      'Mira comes to the yard, which as you cross, the yard is full of smoke.',
    ],
    ['a clause without its verb', 'Mira finds a door with a row of locks that currently unlocked.'],
    ['a likeness that only the table knows', 'Mira vanishes into the dark on a Goonies-style slide of ice.'],
    ['a body whose owner is not named', 'The hammer strikes with a burst of fire around its chest.'],
  ])('is not shown: %s', (_, text) => {
    expect(shown(text, { hasName: true })).toBe(null);
  });

  it('is less certain right before a question, if it breaks off, and as an answer about the world', () => {
    const doubt = (text: string, sentences: string[], at = 0) =>
      doubtOf(
        { text, own: text, hasName: false },
        { index: at, text } as Sentence,
        { from: 0, to: sentences.length } as Turn,
        sentences.map((each, index) => ({ index, text: each }) as Sentence),
      );
    const text = 'The abbot opens the gate and leads the mule into the yard.';
    const alone = doubt(text, [text, 'The rain goes on.']);
    expect(doubt(text, [text, 'What do you do?'])).toBeGreaterThan(alone);
    expect(doubt(text, [text, 'And then the--'])).toBeGreaterThan(alone);
    const state = 'The gate of the abbey is closed for the whole winter, as ever.';
    expect(doubt(state, [state])).toBeGreaterThan(doubt(state, [state, 'The rain goes on.']));
  });
});
