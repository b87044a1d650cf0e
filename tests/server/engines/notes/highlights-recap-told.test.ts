import { describe, expect, it } from 'vitest';
import { toldRecap } from '#server/engines/notes/highlights/recap-told.ts';

/** Each list is a turn of the game master; somebody else spoke in between. */
const told = (...turns: string[][]): string[] =>
  toldRecap(turns.flatMap((texts, turn) => texts.map((text) => ({ text, turn })))).map(({ text }) => text);

const marsh = 'Last we left off, the company had crossed the salt marsh and found the ferry burned.';
const abbey =
  'They reached the abbey, were received coldly, and discovered that the abbot had sold the bell.';

describe('the recap as it is read', () => {
  it('is word for word what the game master told', () => {
    expect(told([marsh, abbey])).toEqual([marsh, abbey]);
  });

  it.each([
    'Hey, everyone.',
    'Anyway.',
    '(laughs)',
    'So, without further ado, let’s kick into the recap.',
    'Let’s go ahead and do a little recap of what happened last week.',
    'So, to get you guys up to speed with what has happened, those especially that are tuning in for the first time.',
    'What would you like to do?',
    'You guys are up first.',
    'And that is where we left off.',
    'Sorry about that little issue there.',
    'I believe the ferry was green.',
  ])('has nothing that was said to the table: %s', (aside) => {
    expect(told([marsh, aside, abbey])).toEqual([marsh, abbey]);
    expect(told([marsh, abbey, aside])).toEqual([marsh, abbey]);
  });

  it.each([
    'Yes, with the gray sails.',
    'No, they did not.',
    'It’s the big one, with the horns.',
  ])('has no answers to players: %s', (answer) => {
    expect(told([marsh], [answer, abbey])).toEqual([marsh, abbey]);
  });

  it('keeps short sentences that tell what happened, and how it was left', () => {
    const left = 'And that is where we left off, as the abbot barred the gate and lit the beacon.';
    expect(told([marsh, 'Everyone survived, barely.', left])).toEqual([
      marsh,
      'Everyone survived, barely.',
      left,
    ]);
  });

  it('makes one sentence of the parts in between which a player spoke', () => {
    const sentences = [
      { text: 'They gave chase through the orchard to', turn: 0 },
      { text: 'Yes.', turn: 1 },
      { text: 'the gates of Amberfall, (laughs) and lost him.', turn: 1 },
    ];
    expect(toldRecap(sentences)).toEqual([
      {
        text: 'They gave chase through the orchard to the gates of Amberfall, and lost him.',
        sentences: [sentences[0], sentences[2]],
      },
    ]);
    expect(told(['The abbot, the great, swollen,'], ['Corvane had barred the gate against them.'])).toEqual([
      'The abbot, the great, swollen, Corvane had barred the gate against them.',
    ]);
  });

  it('has no beginnings that break off, unless they say something', () => {
    const forehead = 'They took his servant and burned the crest of the abbey into his--';
    expect(told([marsh, 'Percy was--', forehead, abbey])).toEqual([marsh, forehead, abbey]);
  });

  it('is empty if nothing was told', () => {
    expect(told()).toEqual([]);
    expect(told(['So.', 'Hey, everyone.'])).toEqual([]);
  });
});
