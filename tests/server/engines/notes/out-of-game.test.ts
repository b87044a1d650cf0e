import { describe, expect, it } from 'vitest';
import { choosePassages } from '#server/engines/notes/highlights/passages.ts';
import { outOfGame } from '#server/engines/notes/reading/out-of-game.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { salienceOf } from '#server/engines/notes/reading/salience.ts';
import { readSpeech } from '#server/engines/notes/reading/text.ts';
import { findZones } from '#server/engines/notes/reading/zones.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';

interface Said {
  speaker: string;
  text: string;
}

const as = (speaker: string, ...texts: string[]): Said[] => texts.map((text) => ({ speaker, text }));
const gifts = [
  ...as(
    'Dana',
    'So, Javabook donated $50 to the library, thank you so much, that is fantastic, you are amazing.',
    'Marlow of Hollow Street writes: I started a game with my friends after watching the show every Thursday.',
    'And the winner of the giveaway tonight gets a signed poster, so stay in the chat and tell your friends.',
  ),
  ...as(
    'Lena',
    'I love that poster. The printer in the Third Lane made it from an old film that we all like.',
  ),
  ...as(
    'Dana',
    'Ute donated $25, Benno donated $100, and a very generous somebody donated $250, so thank you for watching.',
    'The next episode is on the channel next week, and you can find the stream on Twitch and on YouTube.',
  ),
];
const play = longSession(6000);
const shownOf = async (turns: Said[]) => {
  const prepared = await prepare(transcriptOf(turns), noCampaign);
  return choosePassages(prepared, salienceOf(prepared), 700)
    .flatMap(({ sentences }) => sentences.map(({ text }) => text))
    .join('\n');
};
const outIn = (turns: Said[], english: boolean) => {
  const speech = readSpeech(transcriptOf(turns));
  const out = outOfGame(speech, english);
  return speech.sentences.filter(({ index }) => out.has(index)).map(({ text }) => text);
};

describe('talk that is not of the game', () => {
  it.each([
    ['before the game', [...gifts, ...play]],
    ['in the middle', [...play.slice(0, 60), ...gifts, ...play.slice(60)]],
    ['after the game', [...play, ...gifts]],
  ])('%s is no passage, nor what is said in between', async (_, turns) => {
    expect(outIn(turns, true).join('\n')).toContain('The printer in the Third Lane');
    expect(await shownOf(turns)).not.toMatch(/donated|watching the show|Third Lane|giveaway/);
  });

  it('one word of it does not end a scene, and a game without it has none', () => {
    expect(outIn(play, true)).toEqual([]);
    const asides = play.map((turn, at) =>
      at % 40 === 7 ? { ...turn, text: `${turn.text} That is like in the movie.` } : turn,
    );
    expect(outIn(asides, true)).toEqual([]);
  });

  it('is found by brands, money and addresses where the language is not known', () => {
    const werbung = as(
      'Dana',
      'Danke an Benno für 20 € auf Patreon, und an Ute für 5 € auf Twitch.',
      'Alles weitere auf www.example.org, auf YouTube und auf Instagram.',
      'Unser Sponsor hat auf Kickstarter schon 4000 € beisammen, und es gibt Merch.',
    );
    const spiel = play.map(({ speaker }, at) => ({
      speaker,
      text: `Der Nebel zieht über das Moor, und Laterne ${at} geht aus.`,
    }));
    expect(outIn([...spiel.slice(0, 50), ...werbung, ...spiel.slice(50)], false)).toHaveLength(3);
  });
});

const zonesIn = (turns: Said[]) => {
  const transcript = transcriptOf(turns);
  const speech = readSpeech(transcript);
  const { zones } = findZones(speech, transcript);
  return speech.sentences.map(({ index, text }) => [text, zones[index]] as const);
};

describe('the end of an evening', () => {
  const raid = Array.from({ length: 14 }, (_, at) => ({
    speaker: at % 2 === 0 ? 'Dana' : 'Lena',
    text: `The raiders come through gate ${at}, and Master Quill bars the hall with a bench.`,
  }));
  const playAfter = (text: string) =>
    zonesIn([...play, ...as('Dana', text), ...raid]).filter(
      ([said, zone]) => said.startsWith('The raiders') && zone === 'play',
    );

  it.each([
    '“Good night, everyone,” the innkeeper says to the hall.',
    'The road bends north, and where we leave the horses is a hollow full of ferns.',
    'The captain waves. "That is where we stop for tonight. We pick this up next week."',
    'Good night, everyone who sleeps at the Amber Cup, says the sign.',
    'Back at the Amber Cup, you share a last cup of wine and bring the evening to a close.',
    'The bells of the harbour bring the night to its end.',
  ])('is not what the story says of its own: %s', (text) => {
    expect(playAfter(text)).toHaveLength(raid.length);
  });

  it.each([
    'And that is where we will end tonight.',
    'With that, as it is late, we will bring this session to a close.',
    'We will bring this session to an end.',
    'And that’s where we’ll end, and bring tonight’s session to a close.',
  ])('is what the game master says to the table: %s', (text) => {
    expect(playAfter(text)).toEqual([]);
  });
});

describe('a break', () => {
  const scene = as('Dana', 'You see the toll road, and Bertrand Voss is counting coins beside the well.');
  const pause = as('Dana', 'We take a short break.');
  const back = as('Dana', 'All right, welcome back.');
  const talk = as('Lena', 'The kettle is on, and somebody has eaten the last of the cake.');

  it('ends when the game master is back, each on its own, and no speech of the story is one', () => {
    const first = [...pause, ...talk, ...back];
    const second = [...pause, ...pause, ...talk, ...back];
    const spoken = as('Dana', '“We take a break here,” the guide says.', '“Welcome back,” says the guide.');
    const turns = [...first, ...scene, ...second, ...spoken, ...scene];
    const before = play.slice(0, 60);
    const zones = zonesIn([...before, ...turns, ...play.slice(60)])
      .slice(zonesIn(before).length)
      .map(([, zone]) => zone);
    expect(zones.slice(0, 8)).toEqual([
      ...['outside', 'outside', 'outside', 'play'],
      ...['outside', 'outside', 'outside', 'outside'],
    ]);
    expect(new Set(zones.slice(8, 11))).toEqual(new Set(['play']));
  });

  it('is looked for once in each sentence, however often one is called', () => {
    const transcript = transcriptOf([...play, ...Array.from({ length: 2000 }, () => pause[0]!)]);
    const speech = readSpeech(transcript);
    let read = 0;
    const sentences = speech.sentences.map((sentence) => ({
      ...sentence,
      get words() {
        read += 1;
        return sentence.words;
      },
    }));
    findZones({ ...speech, sentences }, transcript);
    expect(read).toBeLessThan(10 * sentences.length);
  });
});
