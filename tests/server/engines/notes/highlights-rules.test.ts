import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { findAddressees } from '#server/engines/notes/highlights/addressee.ts';
import { isWorthTelling } from '#server/engines/notes/highlights/choose.ts';
import { type Scene, scenesOfEmptyThirds } from '#server/engines/notes/highlights/compose.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { findCandidates } from '#server/engines/notes/highlights/features.ts';
import { saysEnough } from '#server/engines/notes/highlights/narration.ts';
import { findPassages, isThin } from '#server/engines/notes/highlights/passages.ts';
import type { Passage } from '#server/engines/notes/highlights/select.ts';
import type { Told } from '#server/engines/notes/highlights/tell.ts';
import type { CampaignKnowledge } from '#server/engines/notes/port.ts';
import { type Prepared, prepare } from '#server/engines/notes/reading/prepare.ts';
import type { Sentence } from '#server/engines/notes/reading/text.ts';
import { settingOf, titleOf } from '#server/engines/notes/reading/titles.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { resultFaults } from '#tests/support/result-faults.ts';
import { transcriptOf } from '#tests/support/sessions.ts';

const evening = [
  {
    speaker: 'Gil',
    text: 'Last time we left off, Corin and Thessaly had crossed the pass with a stolen mule. They slept in a barn, and the barn burned. And that is where we left off.',
  },
  { speaker: 'Gil', text: 'Corin, what do you do?' },
  { speaker: 'Ann', text: 'I open the iron box with my knife.' },
  {
    speaker: 'Gil',
    text: 'You open the iron box, and a cold wind rises from the ground. Corin, you see a map on the lid.',
  },
  { speaker: 'Bo', text: 'Corin, careful with that.' },
  { speaker: 'Gil', text: 'Thessaly, what do you do?' },
  { speaker: 'Bo', text: 'I ask Marwen who made the box.' },
  {
    speaker: 'Gil',
    text: 'Marwen folds her hands and turns toward the window. "The smiths of Harrowgate made that box for the old duke."',
  },
  { speaker: 'Bo', text: 'Marwen, who paid for it?' },
  {
    speaker: 'Gil',
    text: '"The duke never paid a coin for it, and Harrowgate never forgot the debt." Marwen nods slowly.',
  },
  {
    speaker: 'Gil',
    text: 'You all leave the house of Marwen, and the road leads you into Harrowgate by nightfall.',
  },
  { speaker: 'Gil', text: 'Thessaly, what do you do?' },
  { speaker: 'Bo', text: 'I look for an inn.' },
  { speaker: 'Gil', text: 'Corin, you are up.' },
  { speaker: 'Ann', text: 'I follow Thessaly, and I keep the map dry.' },
  { speaker: 'Gil', text: 'Thessaly, roll a check for me.' },
  { speaker: 'Bo', text: 'That is a twelve.' },
  { speaker: 'Gil', text: 'Corin, it is your turn. What do you do?' },
  { speaker: 'Ann', text: 'I wait.' },
  { speaker: 'Gil', text: 'The lamps of Harrowgate go out, and the street is empty.' },
];
const campaign: CampaignKnowledge = {
  ...noCampaign,
  playerCharacters: [
    { name: 'Corin', playedBy: 'Ann', aliases: [] },
    { name: 'Thessaly', playedBy: 'Bo', aliases: [] },
  ],
};

/** Comprehensive notes. @param given `names` are those that the campaign knows */
const notesOf = (
  said: { speaker: string; text: string }[],
  {
    transcript = transcriptOf(said),
    language = null,
    names = campaign.names,
  }: { transcript?: TranscriptDocument; language?: string | null; names?: CampaignKnowledge['names'] } = {},
): Promise<AnalysisResult> =>
  takeNotes(
    createHighlightsEngine(),
    { transcript, detailLevel: 'comprehensive', language, campaign: { ...campaign, names } },
    inMemoryStageContext({}),
  );

describe('an evening whose cast the campaign knows', () => {
  const transcript = transcriptOf(evening);
  let result: AnalysisResult;
  beforeAll(async () => {
    result = await notesOf(evening, { language: 'en' });
  });
  const told = () => result.lines.summary.map(({ text }) => text).join('\n');

  it('has evidence for everything', () => {
    expect(resultFaults(result, transcript)).toEqual([]);
  });

  it('retells what the game master said to a player as the character’s, and keeps the original words', () => {
    const line = result.lines.summary.find(({ text }) => text.startsWith('Corin opens the iron box'));
    expect(line?.text).toBe(
      'Corin opens the iron box, and a cold wind rises from the ground. Corin sees a map on the lid.',
    );
    expect(line?.original).toContain('You open the iron box');
  });

  it('has no "you" outside quotation marks', () => {
    expect(told().replace(/“[^”]*”/g, '')).not.toMatch(/\byou/i);
  });

  it('attributes what a person says only in that person’s own words', () => {
    expect(told()).toContain('Marwen: “The smiths of Harrowgate made that box for the old duke.”');
  });

  it('lists people whom the party meets, and never a played character', () => {
    expect(result.npcs).toMatchObject([{ name: 'Marwen', presence: 'met' }]);
  });

  it('shows the recap of the previous session verbatim, as "Previously"', () => {
    expect(result.previouslyOn).toMatch(/^Last time we left off, Corin and Thessaly had crossed the pass/);
  });

  it('shows the cast at a glance', () => {
    const row = result.glance.find(({ label }) => label === 'At the table');
    expect(row?.entries.map(({ text, guessed }) => [text, guessed])).toEqual([
      ['Corin (Ann)', false],
      ['Thessaly (Bo)', false],
    ]);
  });

  it('shows no statement twice, and scenes without statements beside the summary', () => {
    const all = [
      ...result.lines.summary,
      ...result.scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
    ];
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    expect(result.scenes.every(({ description }) => description === '')).toBe(true);
  });

  it('has a short summary of at most 60 words', () => {
    expect(result.shortSummary.split(/\s+/).length).toBeLessThanOrEqual(60);
  });
});

describe('a guessed party', () => {
  let prepared: Prepared;
  beforeAll(async () => {
    const turns = [...evening, ...evening.slice(1), ...evening.slice(1), ...evening.slice(1)];
    prepared = await prepare(transcriptOf(turns), noCampaign);
  });
  const nameAt = (index: number) => prepared.names.all[index]!.name;

  it('is those whom the game master addresses', () => {
    expect([...prepared.party.members.values()].map(nameAt).sort()).toEqual(['Corin', 'Thessaly']);
  });

  it('assigns each voice the character for which it answers, as a question to confirm', () => {
    const voices = [...prepared.party.voices].map(([voice, index]) => [
      prepared.labels.get(voice),
      nameAt(index),
    ]);
    expect(Object.fromEntries(voices)).toEqual({ Ann: 'Corin', Bo: 'Thessaly' });
    expect(prepared.guessedCast).toHaveLength(2);
  });
});

describe('titles of scenes', () => {
  const name = (text: string) => ({ name: text }) as Parameters<typeof titleOf>[0]['people'][number];
  const bare = { place: null, fight: null, people: [], named: [] };

  it.each([
    [{ ...bare, place: name('Harrowgate'), people: [name('Marwen')] }, 'Harrowgate'],
    [{ ...bare, fight: { from: 0, to: 9, foes: ['a troll'], blows: [], downs: [] } }, 'Scene 4'],
    [{ ...bare, people: [name('Marwen'), name('Odo')] }, 'Marwen and Odo'],
    [bare, 'Scene 4'],
  ])('are a name of a place or of people, or a number', (setting, expected) => {
    expect(titleOf(setting, 4, true)).toBe(expected);
  });

  const titleAfter = async (told: string[]) => {
    const turns = told.flatMap((text) => [
      { speaker: 'Gil', text },
      { speaker: 'Ann', text: 'I walk on and look around for the others.' },
    ]);
    const prepared = await prepare(transcriptOf(turns), noCampaign);
    const stretch = { from: 0, to: prepared.speech.sentences.length };
    return titleOf(
      settingOf({ ...prepared, zones: { ...prepared.zones, gameMasterId: 'p1' } }, stretch),
      4,
      true,
    );
  };

  it.each([
    ['Odo', 'The innkeeper is Odo.', 'Odo'],
    [
      'not a name cut out of a longer one',
      "You have heard of Odo's Respite and Odo's Bridge and Odo's Gate.",
      'Scene 4',
    ],
    ['not a thing, which has an article', 'You hold the Odo in your hand.', 'Scene 4'],
    ['not a word of the language', 'You hear the word odo again.', 'Scene 4'],
  ])('name a person: %s', async (_, first, expected) => {
    const shown = [
      'Odo nods and says, "Come in, the stew is hot." Odo smiles at you and he walks away.',
      'Odo turns and says, "You may stay." He looks tired.',
      'Odo opens the door and says, "Good night." His hands shake.',
    ];
    expect(await titleAfter([first, ...shown])).toBe(expected);
  });
});

it('lists no byname of a played character among the people', async () => {
  const joking = [
    { speaker: 'Bo', text: 'Spider Corin, can you hear me?' },
    {
      speaker: 'Gil',
      text: 'Spider Corin crawls along the beam and looks down at Marwen, who screams at Spider Corin.',
    },
    { speaker: 'Gil', text: 'Marwen throws a shoe at Spider Corin, and Spider Corin drops to the floor.' },
    { speaker: 'Bo', text: 'Spider Corin, run!' },
  ];
  const { npcs } = await notesOf([...evening, ...joking]);
  expect(npcs.map(({ name }) => name)).toContain('Marwen');
  expect(npcs.filter(({ name }) => name.includes('Corin'))).toEqual([]);
});

it('asks about a frequent name that nothing explains', async () => {
  const idle = 'they talk for a while of the weather and of what they had for supper on the day before';
  const long = Array.from({ length: 300 }, (_, at) => ({
    speaker: at % 3 === 0 ? 'Gil' : 'Bo',
    text: `${at % 2 === 0 ? 'So' : 'Well'} ${idle}${at % 40 === 0 ? ' and about Ilvarane because nobody knows more' : ''}.`,
  }));
  const asked = async (names: CampaignKnowledge['names']) => {
    const { toConfirm } = await notesOf([...evening, ...long], { names });
    return toConfirm.filter(({ kind }) => kind === 'nameKind').map(({ text }) => text);
  };
  expect(await asked([])).toEqual(['What is “Ilvarane”?']);
  expect(await asked([{ term: 'Ilvarane', kind: 'location', heardAs: [] }])).toEqual([]);
});

describe('people of a long evening', () => {
  const long = Array.from({ length: 300 }, (_, at) =>
    at % 3 === 0
      ? {
          speaker: 'Gil',
          text: 'So you talk for a while of the weather and of what you had for supper on the day before, and you hear that it may rain again before you sleep.',
        }
      : { speaker: 'Bo', text: 'That sounds like a plan to me.' },
  );
  const gil = (...texts: string[]) => texts.map((text) => ({ speaker: 'Gil', text }));
  const listed = async (said: { speaker: string; text: string }[]) => {
    const { npcs } = await notesOf([...evening, ...said, ...long, ...said, ...long]);
    return npcs.map(({ name, presence }) => `${name}: ${presence}`);
  };

  it('are met if the game master shows them and says "he" or "she"', async () => {
    const shown = gil(
      'Old Brannoc opens the gate and lowers his lamp.',
      'Brannoc nods and says, "Come in before the fog does."',
      'Brannoc looks at his goose and sighs.',
    );
    expect(await listed(shown)).toContain('Brannoc: met');
  });

  it('are not met by what somebody else says of them', async () => {
    const spoken = gil(
      'The warden wrings his hands and says, "At dawn old Brannoc opens the gate, and he lowers his lamp."',
      'The warden sighs and says, "They say Brannoc looks at his goose and sighs."',
      'The warden nods and says, "At night Brannoc walks alone, for he fears the fog."',
    );
    expect(await listed(spoken)).not.toContain('Brannoc: met');
  });

  it('are not met if two sentences show them and the game master never speaks as them', async () => {
    const seen = (...more: string[]) => [
      ...gil('Old Brannoc opens the gate and lowers his lamp, for he is tired.', ...more),
      { speaker: 'Bo', text: 'So that is Brannoc. I wonder whether he has a goose.' },
    ];
    const once = async (said: { speaker: string; text: string }[]) => {
      const { npcs } = await notesOf([...evening, ...long, ...said, ...long]);
      return npcs.map(({ name, presence }) => `${name}: ${presence}`);
    };
    const idle = 'Brannoc looks at his goose and sighs over it.';
    expect(await once(seen(idle))).not.toContain('Brannoc: met');
    expect(await once(seen(idle, 'Brannoc picks it up and walks off.'))).toContain('Brannoc: met');
    expect(await once(seen(idle, 'Brannoc says, "Come in before the fog does."'))).toContain('Brannoc: met');
  });

  it('names of things that only players mention are not listed at a glance', async () => {
    const also = async (speaker: string) => {
      const said = (text: string) => ({ speaker, text });
      const song = [said('And then there was that song about Ilvarane.'), ...long];
      const { glance } = await notesOf([
        ...evening,
        ...long,
        ...song,
        { speaker: 'Bo', text: 'I like that song about Ilvarane.' },
        ...long,
      ]);
      return glance.find(({ label }) => label === 'Also named')?.entries.map(({ text }) => text) ?? [];
    };
    expect(await also('Gil')).toContain('Ilvarane');
    expect(await also('Ann')).not.toContain('Ilvarane');
  });

  it('are not owners in the name of a thing', async () => {
    const boots = gil(
      "Corin pulls on Sprinter's Boots, and Sprinter's Boots pull him along.",
      "Sprinter's Boots have a hole, and he sees it.",
      "Corin drops Sprinter's Boots.",
    );
    expect((await listed(boots)).filter((each) => /Sprinter/.test(each))).toEqual([]);
  });
});

async function told(...turns: [speaker: string, text: string][]): Promise<string> {
  const said = turns.map(([speaker, text]) => ({ speaker, text }));
  return (await notesOf([...evening, ...said], { language: 'en' })).summary;
}

const box = 'The lid falls back. You find a silver key under the torn velvet of the old duke.';
const found = 'finds a silver key under the torn velvet of the old duke.';

it('"you" is the player who has just said "I"', async () => {
  expect(await told(['Gil', 'What now?'], ['Ann', 'I lift the lid.'], ['Gil', box])).toContain(
    `Corin ${found}`,
  );
});

it.each<[string, [string, string][]]>([
  [
    'two players say "I"',
    [
      ['Bo', 'I hold my lamp up.'],
      ['Ann', 'I lift the lid.'],
      ['Gil', box],
    ],
  ],
  [
    'a player says "we" and "I"',
    [
      ['Ann', 'We wait. I lift the lid.'],
      ['Gil', box],
    ],
  ],
  [
    'no player says either',
    [
      ['Ann', 'What is in there?'],
      ['Gil', box],
    ],
  ],
  [
    'another of the party is named before it',
    [
      ['Gil', 'What now?'],
      ['Ann', 'I lift the lid.'],
      ['Gil', `Thessaly turns pale at the sight. ${box}`],
    ],
  ],
  ['some of them are addressed', [['Gil', `Both of you lean over the box. ${box}`]]],
])('leaves out a "you" if %s', async (_, turns) => {
  expect(await told(...turns)).not.toContain(found);
});

describe('who was there', () => {
  const known = ['Ashford', 'Greymoor', 'Nantucket'].map((term) => ({ term, kind: 'location', heardAs: [] }));
  const noted = async (
    turns: [speaker: string, text: string][],
    names: CampaignKnowledge['names'] = known,
  ) => {
    const said = [...evening, ...turns.map(([speaker, text]) => ({ speaker, text }))];
    return notesOf(said, { language: 'en', names });
  };
  const ashford: [string, string][] = [
    ['Gil', 'The old woman says that the road to Ashford is closed since the flood.'],
    ['Bo', 'Then how do we get to Ashford?'],
  ];
  const greymoor: [string, string][] = [
    ['Gil', 'The carters go by way of Greymoor now.'],
    ['Bo', 'Nobody goes to Greymoor, there once was a man from Nantucket.'],
    ['Ann', 'There was a man from Nantucket, and he kept all his cash in a bucket.'],
  ];

  it('is told with the names that the game master says, and cites their sentences', async () => {
    const { lines, summary } = await noted([...ashford, ...greymoor]);
    const also = lines.summary.find(({ text }) => /Ashford/.test(text))!;
    expect(also.text).toMatch(/Also named: [^.]*Ashford and Greymoor\./);
    expect(summary).not.toContain('Nantucket');
    expect(also.evidence.segmentIds).toEqual(
      expect.arrayContaining([evening.length + 1, evening.length + 3].map((number) => `s${number}`)),
    );
    expect(also.evidence.segmentIds).not.toContain(`s${evening.length + 2}`);
  });

  it('does not list as only named a person who may be there', async () => {
    const names = [...known, { term: 'Osric', kind: 'person', heardAs: [] }];
    const there = async (text: string) => {
      const said: [string, string][] = [
        ['Gil', text],
        ['Bo', 'I wonder what Osric knows of it.'],
      ];
      const prepared = await prepare(
        transcriptOf([...evening, ...said.map(([speaker, text]) => ({ speaker, text }))]),
        {
          ...campaign,
          names,
        },
      );
      return settingOf(prepared, { from: 0, to: prepared.speech.sentences.length }).named.map(
        ({ name }) => name,
      );
    };
    expect(await there('Nobody has heard of Osric since the flood.')).toContain('Osric');
    expect(await there('Osric opens the shutters, and the rain comes in.')).not.toContain('Osric');
  });
});

it('cites both parts of a sentence of the recap in which a player spoke', async () => {
  const [first, ...rest] = evening;
  const parts = [
    'And after that, the mule ran away to the',
    'Oh no.',
    'gates of Harrowgate, where it was sold.',
  ];
  const broken = parts.map((text, at) => ({ speaker: at === 1 ? 'Bo' : 'Gil', text }));
  const opening = { ...first!, text: first!.text.replace(/ And that is .*/, '') };
  const closing = { speaker: 'Gil', text: 'And that is where we left off.' };
  const { lines } = await notesOf([opening, ...broken, closing, ...rest], { language: 'en' });
  const joined = lines.previouslyOn.find(({ text }) => /mule ran away/.test(text))!;
  expect(joined.text).toBe(
    'And after that, the mule ran away to the gates of Harrowgate, where it was sold.',
  );
  expect(joined.evidence.segmentIds).toEqual(['s2', 's4']);
});

it('leaves a recap in another language as it was said: the words that tell asides are English', async () => {
  const recapIn = async (language: string) => {
    const transcript = { ...transcriptOf(evening), language };
    return (await notesOf(evening, { transcript, language })).previouslyOn;
  };
  expect(await recapIn('en')).not.toContain('And that is where we left off.');
  expect(await recapIn('de')).toContain('And that is where we left off.');
});

it('shows narration that names someone and needs nothing before it word for word', async () => {
  const arrival =
    'As you reach Harrowgate by the southern road, you see the roofs of the old market and a tall tower with a broken bell above the snow.';
  expect(await told(['Bo', 'Onward to the market.'], ['Gil', `Okay. ${arrival}`])).toContain(
    `- “${arrival}”`,
  );
});

it('does not show as narration to the party what answers one player', async () => {
  const leap =
    'You land on the roofs of Harrowgate and slide down the old tiles toward the broken tower and the snow of the market below, where the lamps burn.';
  expect(await told(['Gil', 'You all wait.'], ['Bo', 'We wait.'], ['Gil', leap])).toContain(`“${leap}”`);
  for (const answer of ['That is 25.', 'I jump.'])
    expect(await told(['Gil', 'You all wait.'], ['Bo', answer], ['Gil', leap])).not.toContain(`- “${leap}”`);
});

it.each([
  'The interior glows with the light of many lamps, and along the walls of Harrowgate the guards of the old duke stand in two long and silent rows.',
  'Beyond that you can see the roofs of Harrowgate, the broken tower above the market, and the long line of guards who march out into the snow.',
])('leaves out narration that leans on what was said before: %s', async (text) => {
  expect(await told(['Gil', 'You all wait.'], ['Bo', 'We wait.'], ['Gil', text])).not.toContain(
    `“${text.slice(0, 20)}`,
  );
});

const wind =
  'The lamps go out, and the wind rises until nothing is left but the water and the stones that roll over one another in the dark far below.';
it.each([
  ['names a place and its kind', 'You see the lamps of Harrowgate go out, street by street.', true],
  ['says what kind of place it is', `You reach the old tower. ${wind}`, true],
  ['says what time of day it is', `You wait for the morning. ${wind}`, true],
  ['says that something decisive happens', `You see how the bridge collapses. ${wind}`, true],
  ['only names a place', `You think of Harrowgate. ${wind}`, false],
  [
    'says what kind of place it is, but little',
    'You reach the old tower. The lamps go out one by one.',
    false,
  ],
  ['names a place, and you only see it', `You see Harrowgate. ${wind}`, true],
  ['is only heard', `You hear a sound from the old tower. ${wind}`, false],
  ['says "it" before what it is', `You reach it and the old tower. ${wind}`, false],
  ['begins with "There"', `There you see the old tower. ${wind}`, false],
  ['says none of this', `You wait. ${wind}`, false],
  [
    'says none of this, but is very long',
    `You wait. ${wind} A bell begins to toll far away, and it tolls for so long that the oldest of the birds on the roofs takes off.`,
    true,
  ],
  ['has no “you”, about a person', `A tall woman stands on the bridge. ${wind}`, true],
  ['has no “you”, about things', `The bridge is empty. ${wind}`, false],
])('in a long session, narration says enough or not: it %s', (_, text, isEnough) => {
  const sentences = text.split(/(?<=\.) /).map((each, index) => ({ text: each, index }));
  const prepared = {
    speech: { wordCount: 30_000 },
    party: { members: new Map() },
    names: {
      inSentence: new Map(text.includes('Harrowgate') ? [[0, [0]]] : []),
      all: [{ name: 'Harrowgate' }],
    },
  } as unknown as Prepared;
  const parts = sentences.map((sentence) => ({ sentence, text: sentence.text })) as unknown as Told[];
  expect(saysEnough(prepared, parts, text)).toBe(isEnough);
});

const vision =
  'You feel a cold draft across the back of your neck, and the roofs of Harrowgate grow pale and distant until only the tall broken tower is left above the silent snow.';

it('says to which character narration was said, and leaves out its first "So"', async () => {
  const summary = await told(
    ['Gil', 'What now?'],
    ['Ann', 'I close my eyes.'],
    ['Gil', `So, ${vision.replace('You', 'you')}`],
  );
  expect(summary).toContain(`- To Corin: “${vision}”`);
});

it('leaves out narration to one character if no one can know to which', async () => {
  const summary = await told(['Gil', 'What now?'], ['Gil', vision]);
  expect(summary).not.toContain(`- “${vision}”`);
  expect(summary).not.toMatch(/To \p{L}+: “/u);
});

it.each([
  'The people of Harrowgate seem, as more and more of them come together at the foot of the old tower, a little less afraid of the long winter night.',
  'As you reach Harrowgate, about a hundred feet from the old southern gate and its broken tower, and there you see the lamps of the market above the snow.',
  'The tower of Harrowgate rising above the roofs and the snow of the old market, you see the lamps go out along the wall in every single window.',
])('leaves out narration that loses its thread: %s', async (text) => {
  expect(await told(['Gil', text])).not.toContain(`“${text.slice(0, 20)}`);
});

it.each([
  [
    'rules',
    'As you reach the bell tower of Harrowgate, the shadow over the market gives you disadvantage on all attacks against the two guards.',
  ],
  [
    'a plan',
    'As you reach the bell tower of Harrowgate, you are going to want to look for the shadow that lies across the market of Harrowgate.',
  ],
])('does not show as narration %s', async (_, text) => {
  expect(await told(['Gil', text])).not.toContain('“As you reach');
});

it.each([
  ['Corin walks up to Marwen.', [1, 2], true],
  ['The party sees smoke over the hills.', [], true],
  ['“Marwen still has the lantern in place.”', [1], true],
  ['Corin gives Marwen the silver key.', [1, 2], false],
])('a short line says little: %s', (text, names, isThinLine) => {
  const sentences = [{ text }] as unknown as Sentence[];
  expect(isThin({ text, names, sentences, wordCount: text.split(' ').length })).toBe(isThinLine);
  expect(isThin({ text, names, sentences, wordCount: 25 })).toBe(false);
});

it.each([
  ['a sentence of a low score', { score: 4.5 }, false],
  ['a short sentence', { score: 6, wordCount: 16 }, false],
  ['a blow of a fight', { score: 6, from: 1 }, false],
  ['a doubtful sentence in quotation marks', { score: 6, text: '“The gate is shut.”' }, false],
  ['a sentence of a higher score that names somebody of the world', { score: 6 }, true],
  ['a sentence that names only a played character', { score: 6, names: [0] }, false],
  [
    'a sentence that begins with what else happens',
    { score: 6, text: 'As Marwen waits, the gate is shut.' },
    false,
  ],
  ['what somebody of the story said', { score: 6, text: 'Marwen: “The gate is shut.”' }, false],
  ['two sentences', { score: 6, sentences: [{}, {}] }, false],
  ['what the party sees', { score: 6, text: 'The party sees the gate of Harrowgate.' }, false],
  [
    'what the party does on its way',
    { score: 6, text: 'The party enters Harrowgate and the party sees it.' },
    false,
  ],
  ['where the party begins to go', { score: 6, text: 'The party begins to head for Harrowgate.' }, true],
  ['where the party goes', { score: 6, text: 'The party slowly makes their way to Harrowgate.' }, true],
])('in a long session, is worth telling or not: %s', (_, given, isWorth) => {
  const passage = {
    text: 'The gate is shut.',
    act: false,
    from: 0,
    wordCount: 17,
    names: [1],
    sentences: [{}],
    ...given,
  } as unknown as Passage;
  const prepared = {
    fightAt: (sentence: number) => sentence === 1,
    party: { members: new Map([[0, 0]]) },
  } as unknown as Prepared;
  expect(isWorthTelling(prepared, passage, 5)).toBe(isWorth);
});

it('a short line of somebody in the story is as good as a long one', async () => {
  const prepared = await prepare(transcriptOf(evening), campaign);
  const candidates = findCandidates(prepared).map((each) => [each.sentence.index, each] as const);
  const said = findPassages(prepared, new Map(candidates), findAddressees(prepared)).filter(({ text }) =>
    text.startsWith('Marwen: “'),
  );
  expect(
    said.map(({ text, wordCount, isSpare }) => ({ text, isShort: wordCount < 12, isSpare })),
  ).toContainEqual({
    text: 'Marwen: “The smiths of Harrowgate made that box for the old duke.”',
    isShort: true,
    isSpare: false,
  });
});

it('"you" is the party if the game master says so', async () => {
  expect(await told(['Ann', 'What is there?'], ['Gil', `You guys gather around the box. ${box}`])).toContain(
    `The party ${found}`,
  );
});

it.each([
  ['a leg whose owner is not told', 'A small girl cries and clings to his leg.'],
  ['a number of what is not told', 'There are a couple more on the far side of the wall.'],
  ['an "it" that is nothing told before', 'There is some sort of contraption that opens it from the inside.'],
  [
    'a subject without a verb before "and"',
    'Marwen and the miller on the cart and are making their way down.',
  ],
  ['a rule', 'If the creature is on the far side, the portal opens and pulls the creature through.'],
  ['an article without its noun', 'A low light falls from the walls of the towards the base of the room.'],
])('leaves out %s', async (_, sentence) => {
  const summary = await told(['Gil', `${sentence} The candle on the table goes out with a hiss.`]);
  expect(summary).toContain('The candle on the table goes out');
  expect(summary).not.toContain(sentence.slice(0, -1));
});

it('leaves out what the game master retracts, and what a player doubts', async () => {
  const tale = 'The candle on the table goes out with a hiss.';
  expect(await told(['Gil', tale])).toContain(tale);
  expect(await told(['Gil', `${tale} The lamp beside it, I should say.`])).not.toContain(tale);
  expect(await told(['Gil', tale], ['Bo', "Wasn't the candle out already?"])).not.toContain(tale);
});

it('shows who was there and what was named in a third without a line, of its scene with the most names', () => {
  const segments = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => ({ id: `s${index}` }));
  const line = (id: string) => ({ text: id, evidence: { segmentIds: [id], startMs: 0, endMs: 1 } });
  const scene = (index: string | null, people: number, lines: string[]) =>
    ({
      index: index && line(index),
      setting: { people: Array(people), named: [] },
      lines: lines.map(line),
    }) as unknown as Scene;
  const scenes = [
    scene('s1', 3, []),
    scene('s2', 1, ['s3']),
    scene('s4', 1, []),
    scene('s6', 2, []),
    scene(null, 0, []),
  ];
  const outlined = scenesOfEmptyThirds({ transcript: { segments } } as unknown as Prepared, scenes);
  expect(scenes.map((each) => outlined.includes(each))).toEqual([false, false, false, true, false]);
});
