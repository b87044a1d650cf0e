import { describe, expect, it } from 'vitest';
import { readableRecap } from '#server/engines/notes/highlights/readable-recap.ts';

/** Each list is a turn of the game master; somebody else spoke in between. */
const said = (...turns: string[][]) =>
  turns.flatMap((texts, turn) =>
    texts.map((text, at) => ({
      text,
      index: turns.slice(0, turn).flat().length + turn + at,
      speakerId: 'gm',
      inSpeech: false,
    })),
  );
const readable = (...turns: string[][]): string[] => readableRecap(said(...turns)).map(({ text }) => text);

const marsh = 'Last we left off, the company had crossed the salt marsh and found the ferry burned.';
const abbey =
  'They reached the abbey, were received coldly, and discovered that the abbot had sold the bell.';

describe('the recap as it is read', () => {
  it('is word for word what the game master told', () => {
    expect(readable([marsh, abbey])).toEqual([marsh, abbey]);
  });

  it.each([
    'Hey, everyone.',
    'Anyway.',
    '(laughs)',
    'So, without further ado, let’s kick into the recap.',
    'Last we left off on this adventure-- enough, Liam.',
    'To get all of you up to speed.',
    'Let’s go ahead and do a little recap of what happened last week.',
    'So, to get you guys up to speed with what has happened, those especially that are tuning in for the first time.',
    'What would you like to do?',
    'You guys are up first.',
    'And that is where we left off.',
    'And that was where we had left off.',
    'Sorry about that little issue there.',
    'I believe the ferry was green.',
    'I posted the marks for them after the fight, if any of you guys got a chance to see it.',
    'Last we had left off-- let’s see if I can get some music here that is situated well for this.',
    'Now that you have crossed the whole of the marsh and reached the gates, what would you like to do?',
  ])('has nothing that was said to the table: %s', (aside) => {
    expect(readable([marsh, aside, abbey])).toEqual([marsh, abbey]);
    expect(readable([marsh, abbey, aside])).toEqual([marsh, abbey]);
  });

  it.each(['Yes, with the gray sails.', 'No, they did not.', 'It’s the big one, with the horns.'])(
    'has no answers to players: %s',
    (answer) => {
      expect(readable([marsh], [answer, abbey])).toEqual([marsh, abbey]);
    },
  );

  it('keeps short sentences that tell what happened, and how it was left', () => {
    const left = 'And that is where we left off, as the abbot barred the gate and lit the beacon.';
    expect(readable([marsh, 'Everyone survived, barely.', left])).toEqual([
      marsh,
      'Everyone survived, barely.',
      left,
    ]);
  });

  it.each([
    'Percy fled.',
    'Percy died.',
    'The deed was done.',
    'No-one in the village had seen the ferry.',
    'Oh, and the miller was shot.',
    'Last time we left off, you had just killed the wyrm.',
    'The scout brought them up to speed on the siege.',
    'And now you stand before the gate of Amberfall.',
    'You put a rod within its stomach, which held it up, and the hunter shot it, to kill it or to put it out of its misery?',
    'No one in the village had seen the ferry.',
    'Right before dawn, the abbot fled with the bell.',
    'The abbot said, “I sold the bell to the duke.”',
    'The abbot smiled and asked, "Where is the bell?"',
    'In our last session the company was captured.',
    'The guards caught up with them at the bridge.',
    'They found a hidden panel behind the altar, opened it, and came upon the bell.',
    'Upon leaving the abbey, the miller, who I believe was poisoned, fell into the river and was carried off by it.',
  ])('keeps sentences of the story, whatever words they contain: %s', (sentence) => {
    expect(readable([marsh, sentence, abbey])).toEqual([marsh, sentence, abbey]);
  });

  it('keeps what is so in the present, unless it answers a player', () => {
    const present = 'The bell is still in the barge.';
    expect(readable([marsh, present, abbey])).toEqual([marsh, present, abbey]);
    expect(readable([marsh], [present, abbey])).toEqual([marsh, abbey]);
  });

  it('makes one sentence of the parts in between which a player spoke', () => {
    const sentences = said(
      ['They gave chase through the orchard to'],
      ['Yes, I know, let me finish this.', 'the gates of Amberfall (laughs), and lost him.'],
    );
    const joined = readableRecap([sentences[0]!, { ...sentences[2]!, index: 9 }]);
    expect(joined).toMatchObject([
      { text: 'They gave chase through the orchard to the gates of Amberfall, and lost him.' },
    ]);
    expect(joined[0]!.sentences.map(({ index }) => index)).toEqual([0, 9]);
    expect(readable(['They gave chase through the orchard to'], ['Amberfall, where they lost him.'])).toEqual(
      ['They gave chase through the orchard to Amberfall, where they lost him.'],
    );
    expect(readable(['The abbot was --'], ['-- burned at the stake by the duke.'])).toEqual([
      'The abbot was burned at the stake by the duke.',
    ]);
  });

  it('keeps a quotation whole, or leaves it out whole', () => {
    const quoted = (...texts: string[]) =>
      readableRecap(said(texts).map((each, at) => ({ ...each, inSpeech: at > 0 }))).map(({ text }) => text);
    const asked = ['The abbot asked, “Where is the bell?', 'Did I not lock the gate?', 'I did.”'];
    expect(quoted(...asked)).toEqual(asked);
    expect(quoted('What do I say?', '“Where is the bell?”')).toEqual([]);
  });

  it('joins no two sentences of which the first just stops', () => {
    const [first, second] = ['They found the bell in the crypt', 'The duke had escaped by boat.'];
    expect(readable([marsh, `${first} under the old mill and took it away`], [second])).toEqual([
      marsh,
      `${first} under the old mill and took it away`,
      second,
    ]);
    expect(
      readable(['The company fled to the old abbey and the mill there and'], ['what was it called?']),
    ).toEqual(['The company fled to the old abbey and the mill there and']);
  });

  it('makes one sentence of the parts of a long one, but not of two speakers; speech without punctuation stays in parts', () => {
    const parts = [
      'They crossed the marsh and found the ferry burned and went on,',
      'reached the abbey and slept there.',
    ];
    expect(readable(parts)).toEqual([parts.join(' ')]);
    expect(readable([parts[0]!, 'Reached the abbey and slept there.'])).toHaveLength(2);
    const [first, second] = said([parts[0]!], [parts[1]!]);
    expect(readableRecap([first!, { ...second!, speakerId: 'other' }])).toHaveLength(2);
    const endless = Array.from(
      { length: 40 },
      () => 'they crossed the marsh and found the ferry burned and went on',
    );
    const texts = readable(endless);
    expect(texts.join(' ')).toBe(endless.join(' '));
    for (const text of texts) expect(text.split(' ').length).toBeLessThanOrEqual(160);
  });

  it('has no beginnings that break off, unless they say something', () => {
    const forehead = 'They took his servant and burned the crest of the abbey into his--';
    expect(readable([marsh, 'Percy was--', forehead, abbey])).toEqual([marsh, forehead, abbey]);
  });

  it('is empty if nothing was told', () => {
    expect(readable()).toEqual([]);
    expect(readable(['So.', 'Hey, everyone.'])).toEqual([]);
  });
});
