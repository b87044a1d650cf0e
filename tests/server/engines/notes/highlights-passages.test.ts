import { describe, expect, it } from 'vitest';
import { chapterTitles } from '#server/engines/notes/highlights/chapter-titles.ts';
import { isCutSpeech } from '#server/engines/notes/highlights/lines.ts';
import { choosePassages } from '#server/engines/notes/highlights/passages.ts';
import { prepare } from '#server/engines/notes/reading/prepare.ts';
import { salienceOf } from '#server/engines/notes/reading/salience.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { hasSharedSessions, readSharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';
import { makeSession } from '../../../../src/setup/demo/demo.ts';

interface Said {
  speaker: string | null;
  text: string;
}

const evening: Said[] = [...smallSession, ...longSession(9000)];

async function pageOf(turns: readonly Said[], budget = 400) {
  const transcript = transcriptOf([...turns]);
  const prepared = await prepare(transcript, noCampaign);
  const salience = salienceOf(prepared);
  const passages = choosePassages(prepared, salience, budget);
  return { transcript, prepared, salience, passages, titles: chapterTitles(prepared, salience) };
}

const sampleEvening = async () => (await makeSession()).results.comprehensive.evening!;

const wordsOf = (passages: { wordCount: number }[]) =>
  passages.reduce((sum, { wordCount }) => sum + wordCount, 0);

describe('passages', () => {
  it('know whether a speech in them goes on beyond them', async () => {
    const text = '“We leave at dawn, all of us. The gate opens for no one.” He nods to the guards.';
    const { prepared } = await pageOf([{ speaker: 'Matt', text }]);
    const cutIn = (from: number, to: number) =>
      isCutSpeech(prepared, prepared.speech.sentences.slice(from, to));
    expect(prepared.speech.sentences).toHaveLength(3);
    expect([cutIn(0, 1), cutIn(0, 2), cutIn(1, 2), cutIn(2, 3)]).toEqual([true, false, true, false]);
  });

  it('are neighboring sentences of one turn of play, in the order of the session, none twice', async () => {
    const { prepared, passages } = await pageOf(evening);
    expect(passages.length).toBeGreaterThan(5);
    const sentences = passages.flatMap((passage) => passage.sentences);
    expect(sentences.map(({ index }) => index)).toEqual(
      [...new Set(sentences.map(({ index }) => index))].sort((a, b) => a - b),
    );
    for (const { sentences: own } of passages) {
      expect(new Set(own.map(({ turn }) => turn)).size).toBe(1);
      expect(own.map(({ index }) => index)).toEqual(own.map((_, at) => own[0]!.index + at));
      for (const { index } of own) expect(prepared.zones.zones[index]).toBe('play');
    }
  });

  it('fill the page that is asked for, and give every chapter room', async () => {
    for (const budget of [200, 400, 900]) {
      const { prepared, passages } = await pageOf(evening, budget);
      expect(wordsOf(passages)).toBeGreaterThan(budget * 0.85);
      expect(wordsOf(passages)).toBeLessThan(budget * 1.15 + 90);
      if (budget === 900)
        expect(new Set(passages.map(({ chapter }) => chapter)).size).toBe(prepared.scenes.length);
    }
  });

  it.each<[string, (turns: readonly Said[]) => Said[]]>([
    ['names of speakers', (turns) => turns.map(({ text }) => ({ speaker: null, text }))],
    [
      'names that say more than a number',
      (turns) => turns.map(({ speaker, text }) => ({ speaker: `SPEAKER_${speaker?.length}`, text })),
    ],
    [
      'capitals and punctuation',
      (turns) =>
        turns.map(({ speaker, text }) => ({ speaker, text: text.toLowerCase().replace(/[^a-z' ]/g, '') })),
    ],
    [
      'English',
      (turns) => turns.map(({ speaker, text }) => ({ speaker, text: text.replace(/[aeiou]/g, 'ø') })),
    ],
  ])('need no %s', async (_, change) => {
    const { passages } = await pageOf(change(evening));
    expect(wordsOf(passages)).toBeGreaterThan(300);
  });

  it('quote from unpunctuated stretches marked for the engines: at pauses of speech', async () => {
    const third = Math.floor(evening.length / 3);
    const bare = (text: string) => text.toLowerCase().replace(/[^a-z' ]/g, '');
    const { prepared, passages } = await pageOf(
      evening.map(({ speaker, text }, at) => ({
        speaker,
        text: at >= third && at < 2 * third ? bare(text) : text,
      })),
    );
    const marked = prepared.speech.sentences.filter(({ isPunctuated }) => !isPunctuated);
    expect(marked.filter(({ text }) => text === bare(text)).length).toBeGreaterThan(0.9 * marked.length);
    const share = marked.length / prepared.speech.sentences.length;
    expect([share > 0.25, share < 0.45]).toEqual([true, true]);
    expect(wordsOf(passages.filter(({ sentences }) => marked.includes(sentences[0]!)))).toBeGreaterThan(20);
  });

  it('of a table that hardly speaks in whole turns are shorter', async () => {
    const short = Array.from({ length: 200 }, (_, at) => ({
      speaker: at % 2 === 0 ? 'Dana' : 'Priya',
      text: `The ${['lamp', 'gate', 'bridge', 'tower', 'boat'][at % 5]} number ${at} burns near the mill.`,
    }));
    const { passages } = await pageOf(short, 200);
    expect(wordsOf(passages)).toBeGreaterThan(150);
  });

  it('leave out what a recognizer repeats', async () => {
    const loop = Array.from({ length: 30 }, () => ({
      speaker: 'Dana',
      text: 'The old tower of Oldmere collapses into the river while the abbot of Amberfall rings his silver bell.',
    }));
    const { passages } = await pageOf([...evening.slice(0, 100), ...loop, ...evening.slice(100)], 900);
    expect(
      passages.filter(({ sentences }) => sentences.some(({ text }) => text.includes('collapses into'))),
    ).toEqual([]);
  });

  it('of the longer read show what somebody does with what comes of it, in turns of their own', async () => {
    const deed = 'I cut the rope of the ferry with the axe of Oldmere.';
    const outcome =
      'The ferry sinks with captain Vorathrax and all her soldiers, and the abbot of Amberfall is dead.';
    const half = Math.floor(evening.length / 2);
    const turns = [
      ...evening.slice(0, half),
      { speaker: 'Priya', text: deed },
      { speaker: 'Dana', text: outcome },
      ...evening.slice(half),
    ];
    const { prepared, salience, passages } = await pageOf(turns, 30);
    const more = choosePassages(prepared, salience, 1500, passages);
    const texts = more.map(({ sentences }) => sentences.map(({ text }) => text).join(' '));
    expect(texts[texts.indexOf(deed) + 1]).toBe(outcome);
  });

  const dice = Array.from({ length: 12 }, () => [
    { speaker: 'Dana', text: 'That is 9 points of damage. Your turn, roll for a saving throw.' },
    { speaker: 'Lena', text: 'My bonus action, and a 17 plus 5 for melee.' },
  ]).flat();
  it.each<[string, Said[], string, string, string, number]>([
    [
      'a move in a fight',
      dice,
      'Priya',
      'I attack the abbot of Amberfall beside the drowned bell.',
      'I amuse the abbot of Amberfall beside the drowned bell.',
      1,
    ],
    [
      'whose turn it is',
      [],
      'Dana',
      "Torvin, you're up, and the drowned bell cracks in two.",
      "Torvin, you're mad, and the drowned bell cracks in two.",
      0.5,
    ],
  ])('of the longer read are less often %s', async (_, around, speaker, worse, better, most) => {
    const half = Math.floor(evening.length / 2);
    const worth = async (text: string) => {
      const turns = [
        ...evening.slice(0, half),
        ...around,
        { speaker, text },
        ...around,
        ...evening.slice(half),
      ];
      const { prepared, salience, passages } = await pageOf(turns, 30);
      return choosePassages(prepared, salience, 9000, passages).find(
        ({ sentences: [first] }) => first!.text === text,
      )!.value;
    };
    expect((await worth(worse)) / (await worth(better))).toBeLessThan(most);
  });

  it('are not the seam between recap and play where no recap was found', async () => {
    const isShownAfter = async (opening: string) => {
      const text = `${opening} the dragon Vorathrax killed the king before his daughter, burned the city and took the crown of the dead to the mountain.`;
      const half = Math.floor(evening.length / 2);
      const turns = [...evening.slice(0, half), { ...evening[0]!, text }, ...evening.slice(half)];
      const { passages } = await pageOf(turns, 2000);
      return passages.some(({ sentences }) => sentences.some((each) => each.text === text));
    };
    expect(await isShownAfter('On that day we carried on,')).toBe(true);
    for (const seam of ['Last time we left off,', 'In Harrowgate, where we had left off,'])
      expect(await isShownAfter(seam), seam).toBe(false);
  });

  it('prefer what happens to dice and questions about the rules', async () => {
    const { passages } = await pageOf(evening, 300);
    const text = passages.flatMap(({ sentences }) => sentences.map((sentence) => sentence.text)).join(' ');
    expect(text).not.toMatch(/roll (?:a|an|for)|plus \w+\./i);
  });
});

describe('titles of chapters', () => {
  it('are clauses that the game master said, each once', async () => {
    const { prepared, titles } = await pageOf(smallSession);
    const named = titles.filter((title) => title !== null);
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named.map(({ text }) => text)).size).toBe(named.length);
    const said = prepared.speech.sentences
      .filter(({ speakerId }) => speakerId === prepared.zones.gameMasterId)
      .map(({ text }) => text.toLowerCase())
      .join('\n');
    for (const title of named) {
      expect(title.text).not.toMatch(/["“”]/u);
      expect(said).toContain(title.text.toLowerCase());
    }
  });

  it('are more than a gesture, and may say when one comes where', async () => {
    const { chapters } = await sampleEvening();
    expect(chapters[0]?.title?.text).toBe('It is dusk when you reach Candlewick');
    for (const { title } of chapters) expect(title?.text).not.toMatch(/ (?:looks? up|nods|turns around)$/);
  });
});

describe.skipIf(!hasSharedSessions)('a real evening (needs ../shared/data/crd3)', () => {
  it('has a page in its own words without speakers, capitals and punctuation, too', async () => {
    const { turns } = readSharedSession('C2E020');
    const bare = turns.map(({ text }) => ({
      speaker: null,
      text: text.toLowerCase().replace(/[^a-z' ]/g, ''),
    }));
    for (const said of [turns, bare]) {
      const { prepared, passages } = await pageOf(said, 1000);
      expect(wordsOf(passages)).toBeGreaterThan(900);
      const tenths = passages.map(({ sentences }) =>
        Math.floor((sentences[0]!.index * 10) / prepared.speech.sentences.length),
      );
      expect(new Set(tenths).size).toBeGreaterThanOrEqual(8);
    }
  });
});
