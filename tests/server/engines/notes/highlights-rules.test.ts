import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { CampaignKnowledge } from '#server/engines/notes/port.ts';
import { type Prepared, prepare } from '#server/engines/notes/reading/prepare.ts';
import { settingOf } from '#server/engines/notes/reading/titles.ts';
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

  it('has evidence for everything', () => {
    expect(resultFaults(result, transcript)).toEqual([]);
  });

  it('lists people whom the party meets, and never a played character', () => {
    expect(result.npcs).toMatchObject([{ name: 'Marwen', presence: 'met' }]);
  });

  it('shows the recap of the previous session verbatim, as "Previously"', () => {
    expect(result.previouslyOn).toMatch(/^Last time we left off, Corin and Thessaly had crossed the pass/);
  });

  it('marks played characters only if the campaign says so, and asks about guesses', async () => {
    const playedIn = ({ evening: page }: AnalysisResult) =>
      page?.names.flatMap(({ name, isPlayed }) => (isPlayed ? name : [])).sort();
    expect(playedIn(result)).toEqual(['Corin', 'Thessaly']);
    const unknown = await takeNotes(
      createHighlightsEngine(),
      {
        transcript: transcriptOf([...evening, ...evening.slice(1), ...evening.slice(1)]),
        detailLevel: 'comprehensive',
        language: 'en',
        campaign: noCampaign,
      },
      inMemoryStageContext({}),
    );
    expect(playedIn(unknown)).toEqual([]);
    expect(unknown.toConfirm.filter(({ kind }) => kind === 'cast').length).toBeGreaterThan(0);
    expect(JSON.stringify(unknown.glance)).not.toContain('At the table');
  });

  it('shows no statement twice, and scenes without statements beside the summary', () => {
    const all = [
      ...result.lines.summary,
      ...result.scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
    ];
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    expect(result.scenes.every(({ description }) => description === '')).toBe(true);
  });
});

describe('voices named after characters', () => {
  const asCharacter: Record<string, string> = { Ann: 'CORIN', Bo: 'Thessaly (Bo)' };
  const cast: CampaignKnowledge = {
    ...noCampaign,
    playerCharacters: [
      { name: 'Corin Vale', playedBy: 'Ann Sorrel', aliases: [] },
      { name: 'Thessaly', playedBy: 'Bo', aliases: [] },
      { name: 'Ondrej', playedBy: 'Cy', aliases: [] },
    ],
  };
  const renamed = [
    ...evening.map(({ speaker, text }) => ({ speaker: asCharacter[speaker] ?? speaker, text })),
    { speaker: '\u202bOndrej\u202c', text: 'I hold the torch up high and say nothing at all.' },
    ...Array.from({ length: 3 }, () => [
      { speaker: 'Gil', text: 'Well, we should ask Ann Sorrel and then Ann Quill about the snacks.' },
      { speaker: 'Gil', text: 'I think Bo Quill met Marwen on the road, and Cy was late.' },
    ]).flat(),
  ];
  let result: AnalysisResult;
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare(transcriptOf(renamed), cast);
    result = await takeNotes(
      createHighlightsEngine(),
      { transcript: transcriptOf(renamed), detailLevel: 'comprehensive', language: 'en', campaign: cast },
      inMemoryStageContext({}),
    );
  });

  it('are members of the party, by first name, with the player beside it, and without being called by anyone', () => {
    const party = [...prepared.party.voices].map(([voice, index]) => [
      prepared.labels.get(voice),
      prepared.names.all[index]?.name,
    ]);
    expect(Object.fromEntries(party)).toEqual({
      Corin: 'Corin Vale',
      'Thessaly (Bo)': 'Thessaly',
      '\u202bOndrej\u202c': 'Ondrej',
    });
    const played = result.evening?.names.filter(({ isPlayed }) => isPlayed).map(({ name }) => name);
    expect(played?.sort()).toEqual(['Corin Vale', 'Thessaly']);
  });

  it('leave the private names of their players out of the characters and people', () => {
    const listed = result.evening?.names.map(({ name }) => name) ?? [];
    expect(listed).toContain('Marwen');
    for (const text of listed) expect(text).not.toMatch(/\b(Ann|Sorrel|Bo|Quill|Cy)\b/);
    expect(
      prepared.names.all.map(({ name }) => name).filter((name) => /Ann|Bo|Quill|Sorrel|Cy/.test(name)),
    ).toEqual([]);
  });

  it('keep a known cast of players as it is', async () => {
    const plain = await prepare(transcriptOf(evening), campaign);
    expect([...plain.party.voices.keys()].map((voice) => plain.labels.get(voice)).sort()).toEqual([
      'Ann',
      'Bo',
    ]);
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

describe('the people of a stretch', () => {
  const peopleAfter = async (told: string[]) => {
    const turns = told.flatMap((text) => [
      { speaker: 'Gil', text },
      { speaker: 'Ann', text: 'I walk on and look around for the others.' },
    ]);
    const prepared = await prepare(transcriptOf(turns), noCampaign);
    const stretch = { from: 0, to: prepared.speech.sentences.length };
    const { people } = settingOf({ ...prepared, zones: { ...prepared.zones, gameMasterId: 'p1' } }, stretch);
    return people.map(({ name }) => name);
  };

  it.each([
    ['Odo', 'The innkeeper is Odo.', ['Odo']],
    [
      'not a name cut out of a longer one',
      "You have heard of Odo's Respite and Odo's Bridge and Odo's Gate.",
      [],
    ],
    ['not a thing, which has an article', 'You hold the Odo in your hand.', []],
    ['not a word of the language', 'You hear the word odo again.', []],
  ])('are those who are there: %s', async (_, first, expected) => {
    const shown = [
      'Odo nods and says, "Come in, the stew is hot." Odo smiles at you and he walks away.',
      'Odo turns and says, "You may stay." He looks tired.',
      'Odo opens the door and says, "Good night." His hands shake.',
    ];
    expect(await peopleAfter([first, ...shown])).toEqual(expected);
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

it('calls nothing a person that only is, has or lies somewhere', async () => {
  const told = [
    'You hear that Vesrah is a place of tall towers. Vesrah has a wall of coral around it.',
    'And Vesrah lies far to the south. It takes weeks, and the Cobalt Reserve is on the way.',
    'Nobody knows why, but Vesrah is quiet these days. You think of the Cobalt Reserve again.',
  ].map((text) => ({ speaker: 'Gil', text }));
  const { evening: page } = await notesOf([...evening, ...told]);
  const kindOf = (name: string) => page?.names.find((each) => each.name === name)?.kind;
  expect([kindOf('Vesrah'), kindOf('Cobalt Reserve'), kindOf('Marwen')]).toEqual([
    'other',
    'location',
    'person',
  ]);
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
  const metIn = async (said: { speaker: string; text: string }[]) => {
    const { names, presence } = await prepare(transcriptOf(said), campaign);
    return names.all.flatMap(({ name, kind }, at) =>
      kind === 'person' && presence[at]!.length > 0 ? name : [],
    );
  };
  const listed = (said: { speaker: string; text: string }[]) =>
    metIn([...evening, ...said, ...long, ...said, ...long]);

  it('are met if the game master shows them and says "he" or "she"', async () => {
    const shown = gil(
      'Old Brannoc opens the gate and lowers his lamp.',
      'Brannoc nods and says, "Come in before the fog does."',
      'Brannoc looks at his goose and sighs.',
    );
    expect(await listed(shown)).toContain('Brannoc');
  });

  it('are not met by what somebody else says of them', async () => {
    const spoken = gil(
      'The warden wrings his hands and says, "At dawn old Brannoc opens the gate, and he lowers his lamp."',
      'The warden sighs and says, "They say Brannoc looks at his goose and sighs."',
      'The warden nods and says, "At night Brannoc walks alone, for he fears the fog."',
    );
    expect(await listed(spoken)).not.toContain('Brannoc');
  });

  it('are not met if two sentences show them and the game master never speaks as them', async () => {
    const seen = (...more: string[]) => [
      ...gil('Old Brannoc opens the gate and lowers his lamp, for he is tired.', ...more),
      { speaker: 'Bo', text: 'So that is Brannoc. I wonder whether he has a goose.' },
    ];
    const once = (said: { speaker: string; text: string }[]) =>
      metIn([...evening, ...long, ...said, ...long]);
    const idle = 'Brannoc looks at his goose and sighs over it.';
    expect(await once(seen(idle))).not.toContain('Brannoc');
    expect(await once(seen(idle, 'Brannoc picks it up and walks off.'))).toContain('Brannoc');
    expect(await once(seen(idle, 'Brannoc says, "Come in before the fog does."'))).toContain('Brannoc');
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

describe('names that fell', () => {
  const known = ['Ashford', 'Greymoor', 'Nantucket'].map((term) => ({ term, kind: 'location', heardAs: [] }));
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
  const said = [opening, ...broken, closing, ...rest];
  const { speakers, ...others } = transcriptOf(said);
  const roles = speakers.map((each) => (each.label === 'Gil' ? { ...each, role: 'gm' as const } : each));
  const transcript = { ...others, language: 'en', speakers: roles };
  const { lines } = await notesOf(said, { transcript, language: 'en' });
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
