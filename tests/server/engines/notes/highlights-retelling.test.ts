import { describe, expect, it } from 'vitest';
import {
  type Addressee,
  hasLooseVerb,
  isSentence,
  retell,
  speaksToYou,
} from '#server/engines/notes/highlights/retell.ts';
import { isLeftBroken, joinedClauses } from '#server/engines/notes/highlights/tell.ts';
import fc from '#tests/support/property.ts';

const mira: Addressee = { kind: 'one', name: 'Mira', pronoun: 'she' };
const unknown: Addressee = { kind: 'one', name: 'Mira', pronoun: null };
const party: Addressee = { kind: 'party' };

describe('retelling what the game master says to one character', () => {
  it.each([
    ['You open the gate and step inside.', 'Mira opens the gate and steps inside.'],
    ['As you approach the well, you see a light.', 'As Mira approaches the well, she sees a light.'],
    ['You drop your pack and start looking for it.', 'Mira drops her pack and starts looking for it.'],
    ['The guard gives you a nod.', 'The guard gives Mira a nod.'],
    ['You watch the beam fall and break.', 'Mira watches the beam fall and break.'],
    ['You manage to climb up and take a seat.', 'Mira manages to climb up and take a seat.'],
    ["You're standing in a hall of ice.", 'Mira is standing in a hall of ice.'],
    ['The path you took is gone.', 'The path Mira took is gone.'],
    ['You can see the lamps of the harbor.', 'Mira can see the lamps of the harbor.'],
  ])('%s', (said, expected) => {
    expect(retell(said, mira)).toBe(expected);
  });
});

describe('retelling what the game master says to “you guys” and the like', () => {
  it('"you guys" is the party, also before "off"', () => {
    expect(retell('The keeper leads you guys off the stage.', party)).toBe(
      'The keeper leads the party off the stage.',
    );
  });

  it('a shared body belongs to no one', () => {
    expect(retell('The chains begin to snake up each of your bodies.', mira)).toBeNull();
  });
});

describe('a character whose pronoun is unknown', () => {
  it('is named', () => {
    expect(retell('You step up to the well.', unknown)).toBe('Mira steps up to the well.');
  });

  it.each([
    'As you approach the well, you see a light.',
    'You lower your lantern slowly.',
    'You open your eyes.',
    'You find yourself in a cellar.',
    'You see the door close behind you.',
  ])('is left out if neither reads well: %s', (said) => {
    expect(retell(said, unknown)).toBeNull();
  });
});

describe('retelling what the game master says to everyone', () => {
  it.each([
    ['You make your way down the stair.', 'The party makes their way down the stair.'],
    [
      'You guys enter the hall, and the doors close behind you.',
      'The party enters the hall, and the doors close behind them.',
    ],
    ['As you reach the bridge, you hear bells.', 'As the party reaches the bridge, they hear bells.'],
  ])('%s', (said, expected) => {
    expect(retell(said, party)).toBe(expected);
  });

  it.each(['You feel a hand on your shoulder.', 'You draw your sword.'])(
    'leaves out what only one of them can have: %s',
    (said) => {
      expect(retell(said, party)).toBeNull();
    },
  );

  it.each(['Each of you takes a chair.', 'You two stay here.'])(
    'leaves out parts of the party: %s',
    (said) => {
      expect(retell(said, party)).toBeNull();
    },
  );
});

it('never leaves a "you" in a retold sentence', () => {
  const part = fc.constantFrom(
    'you',
    'your',
    'yourself',
    "you're",
    'open',
    'the',
    'door',
    'and',
    'see',
    'as',
    'behind',
    'run',
    ',',
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(mira, unknown, party),
      (words, to) => {
        const told = retell(`${words.join(' ')}.`, to);
        expect(told === null || !speaksToYou(told)).toBe(true);
      },
    ),
  );
});

it('finds a bare verb that "and" joins to a singular one', () => {
  expect(hasLooseVerb('The interior turns to water and begin to spill out.')).toBe(false);
  expect(hasLooseVerb('The guard opens the gate and listen at it.')).toBe(true);
  expect(hasLooseVerb('The guard opens the gate and listens.')).toBe(false);
});

describe('a sentence', () => {
  it.each([
    'The man nods and walks away.',
    'A dwarf stands beside the fire.',
    'The streets are empty at this hour.',
    'With a loud crack, the beam falls.',
    'As it arcs, it lands in the snow.',
    'The two of them begin to argue.',
  ])('is a statement: %s', (text) => {
    expect(isSentence(text)).toBe(true);
  });

  it.each([
    'A tall door with runes carved.',
    'As the old man nods.',
    'The many steps of the tower.',
    'Looks like a door to me.',
    'Grabs the rope and climbs.',
    'His blade clattering in the dirt.',
  ])('needs a subject and a finite verb: %s', (text) => {
    expect(isSentence(text)).toBe(false);
  });
});

describe('two sentences joined only by a comma', () => {
  it.each([
    [
      'The party gets more drinks, they begin to wander the city.',
      'The party gets more drinks, and they begin to wander the city.',
    ],
    [
      'The wall crumbles slowly to dust, Grog steps through the hole.',
      'The wall crumbles slowly to dust, and Grog steps through the hole.',
    ],
    [
      'The doors shift and one side opens up, the same guard walks out.',
      'The doors shift and one side opens up, and the same guard walks out.',
    ],
  ])('%s', (spoken, written) => {
    expect(joinedClauses(spoken)).toBe(written);
  });

  it.each([
    'As Grog looks up, he can see frost beginning to build.',
    'The little gnome takes it in her gut, grins, wipes the edge of her chin.',
    'On the porch sits an old woman called Mother Sedge, who guts eels without looking at them.',
    'The party continues down the stairs, and as they slowly move around, they can see a faint light.',
    'The party imagines, based on the distance they traveled, they have about a mile to go.',
    'The wings expand, and with a great leap, the creature disappears into the dark.',
    'Built into the side of a mountain, it goes down like two giant steps.',
    'She pulls her over to the side, and she gets dragged across the ground.',
  ])('does not change: %s', (text) => {
    expect(joinedClauses(text)).toBe(text);
  });
});

describe('leaves out a sentence that breaks off', () => {
  it.each([
    'As the company looks up and they hear the bell, and two stones come down from the tower towards Mira.',
    'Heading north along the dyke, and then there is a ferry that leads to the abbey.',
    'Everyone looks at the table where Mira is all sitting.',
    'Mira walks around. and there are lanterns being sold.',
    'The company notices an and stops in place.',
    'The company begins to, carefully, climb the wall.',
    'The company sees three, and then a fourth one comes out of the cart.',
    'The ceiling from the blast of the fire, is looking fragile.',
    'A short rope is easy to buy, that is two coins.',
  ])('%s', (text) => {
    expect(isLeftBroken(text)).toBe(true);
  });

  it.each([
    'As the company looks up, two stones come down from the tower, and the bell rings.',
    'The company sees a river stone, about that big, that is giving a faint glow.',
    'The guard, who has one eye, is looking at Mira.',
    'Mira finds three keys in the drawer, and the drawer closes by itself.',
  ])('but keeps: %s', (text) => {
    expect(isLeftBroken(text)).toBe(false);
  });

  it('says “there are” for several', () => {
    expect(joinedClauses("There's spatters of mud all across the floor.")).toBe(
      'There are spatters of mud all across the floor.',
    );
    expect(joinedClauses("There's glass of many colors.")).toBe("There's glass of many colors.");
  });
});
