import { describe, expect, it } from 'vitest';
import { isSurelyGrammatical } from '#server/engines/notes/highlights/grammar.ts';

describe('a sentence that is surely one', () => {
  it.each([
    'Beside her stands the largest goose Mira has ever seen.',
    'The company climbs through the window, and the stairs lead them down to the chapel.',
    'On the porch sits an old woman, who guts eels without looking at them.',
    'As the bell rings, the ferryman turns around and drops the lamp.',
    'The fog closes behind Mira, and the lamps go out, one after another.',
    'There are three keys in the drawer.',
    'The smith walks to the door, pulls out a key, and opens it.',
    'Mira can see there is a hole in the roof.',
    'The pieces they need are in the cellar.',
    'Brannoc turns into a large, gray heron.',
  ])('keeps: %s', (text) => {
    expect(isSurelyGrammatical(text)).toBe(true);
  });

  it.each([
    ['a list of clauses without "and"', 'The door closes, it puts the stone away.'],
    ['no main clause', 'As the lamp swings, casting shadows, and Mira stumbles back.'],
    ['a clause inside an object', 'Mira sees the rope snaps and drifts down the river.'],
    ['verbs of two numbers', 'They all step aside and keeps a quiet watch.'],
    ['"are" after one subject', 'The company enters the hall and are met by the abbot.'],
    ['"is" before several', "There's lanterns and there's ropes on the wall."],
    ['"are" before one', 'There are copper flung from the balcony.'],
    ['a word used as a verb that is not inflected', 'Mira walks up and oil the hinge.'],
    ['a verb in front', 'Splinters part of the table, which is now at an angle.'],
    ['a phrase that leads nowhere', 'The orb vanishes, and with a flick of the wrist, and he is gone.'],
    ['a subject said twice', 'The bell that has been sitting there, it begins to shake.'],
    ['an end cut off', 'The keeper gives back the lamps that they do.'],
    ['a noun without its article', 'Little cloud of dust rises to the sides.'],
    ['nothing after "watching as"', 'Mira is at the door, watching as more plumes of smoke.'],
    ['"not" after an article', 'In the hall there looks to be a not in use, narrow stage.'],
    ['a second clause without a comma', 'Four lamps two of them are red hang from the beam.'],
    ['a subject that leads nowhere', 'As Mira looks around, the two cellars, the doors are closed.'],
    ['nothing told', 'Mira gathers, based on the letters of the abbot over the past week.'],
    [
      'a noun between two clauses',
      'The heron leans forward and the old bird, and the company can see its eyes.',
    ],
    ['one word after a comma', 'Mira feels her fingers tighten up, instant.'],
  ])('leaves out: %s', (_, text) => {
    expect(isSurelyGrammatical(text)).toBe(false);
  });
});
