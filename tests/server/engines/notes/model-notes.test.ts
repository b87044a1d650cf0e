import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { partsInOrder } from '#contract/result-parts.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { budgetOf } from '#server/engines/notes/endpoint/budget.ts';
import { createChat } from '#server/engines/notes/endpoint/chat.ts';
import { citedIn } from '#server/engines/notes/endpoint/cited.ts';
import type { Connection } from '#server/engines/notes/endpoint/connect.ts';
import { extractAll } from '#server/engines/notes/endpoint/extract.ts';
import { SaidNames } from '#server/engines/notes/endpoint/said-names.ts';
import { CHARACTERS_OF_TOKEN, type ChatTransport } from '#server/engines/notes/endpoint/transport.ts';
import { writeAll } from '#server/engines/notes/endpoint/write.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { noCampaign } from '#server/engines/notes/run.ts';
import { noStamp, notesParts } from '#server/engines/notes/sections.ts';
import { verifyResult } from '#server/engines/notes/verify.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { numberedIn, realTokens } from '#tests/support/chat-server.ts';
import { oneOf } from '#tests/support/everything.ts';
import { resultFaults } from '#tests/support/result-faults.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';
import { hasModelAnswers, type Replayed, readModelAnswers, replay } from './model-replay.ts';

async function notesBy(connection: Connection, transcript: TranscriptDocument): Promise<AnalysisResult> {
  const request = {
    transcript,
    detailLevel: 'comprehensive' as const,
    language: null,
    campaign: {
      ...noCampaign,
      playerCharacters: ['Wren Priya', 'Torvin Marcus', 'Iseult Lena'].map((pair) => {
        const [name = '', playedBy = ''] = pair.split(' ');
        return { name, playedBy, aliases: [] };
      }),
    },
  };
  const context = inMemoryStageContext({});
  const extracted = await extractAll(request, connection, context, 'test');
  const result = verifyResult(await writeAll(request, extracted, connection, context, 'test'), transcript);
  expect(resultFaults(result, transcript)).toEqual([]);
  return result;
}

describe('references as models write them', () => {
  it.each([
    [
      ['s1', 's2'],
      ['s1', 's2'],
    ],
    ['s1, s2', ['s1', 's2']],
    ['s1-s3', ['s1', 's2', 's3']],
    [
      ['[S12]', '13'],
      ['s12', 's13'],
    ],
    [
      [4, 's5–7'],
      ['s4', 's5', 's6', 's7'],
    ],
    ['s12.1 and s13', ['s12.1', 's13']],
    ['nowhere', []],
    [null, []],
  ])('%j', (written, ids) => expect(citedIn(written, 's')).toEqual(ids));

  it('more than forty are cut, not dropped', () => {
    expect(citedIn('s1-s900', 's')).toHaveLength(40);
    expect(
      citedIn(
        Array.from({ length: 90 }, (_, at) => `s${at}`),
        's',
      ),
    ).toHaveLength(40);
  });
});

describe('names that were not said', () => {
  const said = new SaidNames(
    [
      'Mira Vale met Tobin at the Gray Heron Inn, and the wizards had a quarrel with a puppy at home.',
      'She was coming back, and Captain Ruben Oake followed her.',
    ],
    'en',
  );

  it.each([
    ['Gandalf hands the party a map.', 'Gandalf'],
    ['The party met Brunhilde at the inn.', 'Brunhilde'],
    ['They met Mira Oake at home.', 'Oake'],
    ['Mira Vale met Captain Ruben Oake.', null],
    ['Afterwards, the party rested.', null],
    ['Carefully they followed her.', null],
    ['The captain gave Mira Tobin’s letter.', null],
    ['On Monday they met the Wizards.', null],
  ])('%s', (statement, invented) => expect(said.inventedIn(statement)).toBe(invented));

  it.each([
    ['A Quarrel and a Puppy', null],
    ['Homecoming to the Gray Heron', null],
    ['The Sorrows of Winter', null],
    ['The letter of Ravenloft', 'Ravenloft'],
    ['Strahd’s Gift', 'Strahd’s'],
    ['Gandalf and the Map', 'Gandalf'],
  ])('in a title: %s', (title, invented) => {
    said.inventedIn('They met Gandalf.');
    expect(said.inventedInTitle(title)).toBe(invented);
  });

  it('German nouns are no names', () => {
    const german = new SaidNames(['Mira geht zur Brücke und findet den alten Schlüssel im Wasser.'], 'de');
    for (const statement of [
      'Mira fand an der Brücke einen verrosteten Gegenstand.',
      'Die Gruppe überquerte das Wasser.',
      'Der Händler verkaufte Waffen und ein altes Buch.',
    ])
      expect(german.inventedIn(statement), statement).toBeNull();
    expect(german.inventedIn('Mira traf dort Gandalf, der ihr half.')).toBe('Gandalf');
  });
});

const evening = transcriptOf(smallSession, { language: 'en' });
const idOf = (words: string): string => {
  const segment = evening.segments.find(({ text }) => text.includes(words));
  if (segment === undefined) throw new Error(`Nobody said “${words}”.`);
  return segment.id;
};

interface Planted {
  kind: string;
  text: string;
  /** Words of the turn that it cites. */
  cites: string;
  words?: string;
  wrongId?: string;
  /** What the transcript says instead, for a second look. */
  truth?: string;
}

const planted: Planted[] = [
  { kind: 'name first', text: 'Gandalf hands the party a map.', cites: 'low iron door' },
  { kind: 'name first', text: 'Mordecai opened the iron door.', cites: 'low iron door' },
  { kind: 'name inside', text: 'The innkeeper Brunhilde served porridge.', cites: 'four bowls' },
  { kind: 'name inside', text: 'The letter had the seal of Strahd.', cites: 'the seal of the Duke' },
  { kind: 'small number', text: 'Sella set six bowls of porridge before the party.', cites: 'four bowls' },
  {
    kind: 'small number',
    text: 'At the tower stood five men with crossbows.',
    cites: 'two men with crossbows',
  },
  {
    kind: 'big number',
    text: 'The party climbed 312 steps in the tower.',
    cites: 'a hundred and twelve steps',
  },
  { kind: 'big number', text: 'The chapel was unseen for nine hundred years.', cites: 'a hundred years' },
  {
    kind: 'negation',
    text: 'Sella said that others had come out of the mill.',
    cites: 'Nobody came but you',
    truth: 'Nobody came but you',
  },
  {
    kind: 'negation',
    text: 'The silver bell hung at the top of the tower.',
    cites: 'At the top there is no bell',
    truth: 'there is no bell',
  },
  {
    kind: 'planned',
    text: 'The party took the night road and reached Amberfall.',
    cites: 'take the night road',
    truth: 'We are going to take',
  },
  {
    kind: 'planned',
    text: 'The party brought the bell back to its tower.',
    cites: 'We will bring the bell back',
    truth: 'We will bring',
  },
  {
    kind: 'doer',
    text: 'Torvin hid the brass key inside his boot.',
    cites: 'I hide the brass key',
    truth: 'Priya: I hide',
  },
  {
    kind: 'doer',
    text: 'Iseult tied the red scarf around her own neck.',
    cites: 'I take the scarf',
    truth: 'Marcus: I take the scarf',
  },
  {
    kind: 'secret',
    text: 'The abbot was secretly the father of Wren.',
    cites: 'I am Abbot Corvane',
    truth: 'I am Abbot Corvane',
  },
  { kind: 'quotation', text: 'Corvane said, “Bring me the heart of the duke.”', cites: 'I am Abbot Corvane' },
  {
    kind: 'ids',
    text: 'Wren remembered the song of her grandmother.',
    words: "your grandmother's song comes back to you",
    cites: "grandmother's song comes back",
    wrongId: 's58',
  },
];
const wrongSpeaker = {
  text: 'We are going to take the night road to Amberfall and be there before the barge.',
  speaker: 'Lena',
  context: '',
  ids: [idOf('take the night road')],
};
const honest = [
  'four bowls',
  'I hide the brass key',
  'I take the scarf',
  'Burn the mill',
  'two men with crossbows',
].map((cites) => ({
  words: '',
  text: evening.segments.find(({ id }) => id === idOf(cites))!.text,
  ids: [idOf(cites)],
}));

/** A model that plants these errors, and that looks over them honestly: it says no if it is shown what was said instead. */
function plantingModel(looks: boolean): Connection {
  const answers: Record<string, (user: string) => unknown> = {
    part: () => ({
      events: [
        ...honest,
        ...planted.map(({ text, cites, words = '', wrongId }) => ({
          words,
          text,
          ids: [wrongId ?? idOf(cites)],
        })),
      ],
      quotes: [wrongSpeaker],
    }),
    closing: () => ({}),
    story: (user) => ({
      paragraphs: [
        {
          heading: 'The Drowned Chapel',
          place: null,
          sentences: numberedIn(user, 'e').map(({ number, text }) => ({ text, events: [number] })),
        },
      ],
    }),
    look: (user) => ({
      checks: numberedIn(user, 'c').map(({ number, text }) => {
        const turns = new RegExp(`^c${number}: .*\\n((?:(?!c\\d+: ).+\\n?)*)`, 'm').exec(user)?.[1] ?? '';
        const truth = planted.find((each) => each.text === text)?.truth;
        return { n: number, holds: looks && truth !== undefined && turns.includes(truth) ? 'no' : 'yes' };
      }),
    }),
  };
  return {
    chat: { ask: async ({ name, user, schema }) => schema.parse(answers[name]!(user)) },
    model: 'planting',
    budget: budgetOf(65_536),
    concurrency: 1,
  };
}

/** The errors that a reader would believe. */
async function believed(looks: boolean): Promise<string[]> {
  const result = await notesBy(plantingModel(looks), evening);
  for (const { text } of honest) expect(result.summary).toContain(text);
  const wrong = planted.filter(({ text, wrongId }) => {
    const line = result.lines.summary.find((each) => each.text === text);
    return line !== undefined && (wrongId === undefined || line.evidence.segmentIds.includes(wrongId));
  });
  const quote = result.memorableMoments.find(({ description }) => description === wrongSpeaker.text);
  return [...wrong.map(({ kind }) => kind), ...(quote?.speaker === 'Torvin' ? [] : ['speaker'])];
}

describe('of eighteen errors that a model plants', () => {
  it('[D11] eleven are caught without a second look', async () => {
    expect(planted.length + 1).toBe(18);
    expect(await believed(false)).toEqual([
      'negation',
      'negation',
      'planned',
      'planned',
      'doer',
      'doer',
      'secret',
    ]);
  });

  it('the page begins with the story, in scenes, and ends with what to check', async () => {
    const result = await notesBy(plantingModel(true), evening);
    expect(result.summary).toMatch(/^### The drowned chapel\n\n\S/i);
    expect(partsInOrder(result).at(-1)?.key).toBe('toConfirm');
    result.openThreads = result.lines.summary.slice(0, 1);
    const titles = notesParts(result, noStamp).map(({ title }) => title);
    expect(titles).toContain('For next time');
    expect(titles.at(-1)).toBe('Please check');
    expect(titles.indexOf('The story')).toBeLessThan(titles.indexOf('For next time'));
  });

  it('has people with one entry each: who they are, what they want, and the turns of both', async () => {
    const model = plantingModel(true);
    const about = (name: string, description: string, words: string) => ({
      name,
      kind: 'npc',
      description,
      ids: [idOf(words)],
    });
    const names = [
      about('Corvane', 'The abbot who kept the chapel when the river still ran above.', 'I am Abbot Corvane'),
      about('Corvane', 'Kept this chapel.', 'I am Abbot Corvane'),
      about('Abbot Corvane', 'Wants the silver bell back before the new moon.', 'bring the silver bell back'),
      about('Sella Marsh', 'The innkeeper.', 'innkeeper, a broad woman'),
    ];
    const { chat } = model;
    const ask: typeof chat.ask = async (question) => {
      if (question.name === 'closing') {
        const numbered = numberedIn(question.user, 'n');
        const abbot = numbered.flatMap(({ number, text }) => (text.includes('Corvane') ? [number] : []));
        const all = numbered.map(({ number }) => number);
        return question.schema.parse({ names: all, same: [{ names: abbot }], met: all });
      }
      const answer = await chat.ask(question);
      return question.name === 'part' ? question.schema.parse({ ...(answer as object), names }) : answer;
    };
    const result = await notesBy({ ...model, chat: { ask } }, evening);
    const abbots = result.npcs.filter(({ name }) => /Corvane/.test(name));
    expect(abbots).toHaveLength(1);
    expect(abbots[0]?.description).toMatch(/the abbot who kept the chapel .*; wants the silver bell back/);
    expect(abbots[0]?.evidence.segmentIds).toEqual(
      expect.arrayContaining([idOf('I am Abbot Corvane'), idOf('bring the silver bell back')]),
    );
    const people = notesParts(result, noStamp).find(({ key }) => key === 'npcs')?.body ?? '';
    expect(people.match(/Corvane\*\*/g)).toHaveLength(1);
    expect(people).toMatch(/wants the silver bell back[\s\S]*\*\*Sella Marsh\*\*: The innkeeper/);
  });

  it('[D11] all are caught with one that answers honestly, and are asked about', async () => {
    expect(await believed(true)).toEqual([]);
    const { toConfirm } = await notesBy(plantingModel(true), evening);
    expect(toConfirm.map(({ text }) => text).join()).toContain(
      'The silver bell hung at the top of the tower.',
    );
  });
});

const documents = readFileSync(new URL('../../../../docs/model-notes.md', import.meta.url), 'utf8');

/** Calls and tokens of an evening, as docs/model-notes.md has them. */
function documented(context: number) {
  const row = new RegExp(`^\\| ${context.toLocaleString('en')} \\|(.*)\\|$`, 'm').exec(documents)?.[1] ?? '';
  const [calls, read, written] = row.split('|').map((cell) => Number(cell.replaceAll(',', '')));
  return { calls, read, written };
}

const countOf = (calls: Replayed['calls']) => {
  const about = (tokens: number[], unit: number) =>
    Math.round(tokens.reduce((sum, each) => sum + each, 0) / unit) * unit;
  return {
    calls: calls.length,
    read: about(
      calls.map(({ promptTokens }) => promptTokens),
      1000,
    ),
    written: about(
      calls.map(({ answerTokens }) => answerTokens),
      100,
    ),
  };
};

it('documents at most twelve calls and 12,000 written tokens from 16,384 tokens of context on', () => {
  for (const context of [16_384, 65_536, 200_000]) {
    const { calls, written } = documented(context);
    expect(calls).toBeLessThanOrEqual(12);
    expect(written).toBeLessThanOrEqual(12_000);
  }
});

/** Never ends an answer by itself. @param misfit which answers are prose, or of `long` parts cut too early, and how long they are, of what they may be */
function endlessModel(
  contextTokens: number,
  concurrency: number,
  misfit?: { which: 'all' | 'first' | 'long'; length: number },
) {
  const written: number[] = [];
  let mostTurns = 0;
  const numberedItems: Record<string, (user: string) => [string, unknown[]]> = {
    part: (user) => [
      '{"events":[',
      [...user.slice(user.lastIndexOf('<transcript>')).matchAll(/^\[(s\d+)\] (?:[^:]*: )?(.*)$/gm)].map(
        ([, id, text = '']) => ({ words: text.split(' ').slice(0, 4).join(' '), text, ids: [id] }),
      ),
    ],
    closing: () => ['{"same":[', [{ names: [1, 2] }]],
    story: (user) => [
      '{"paragraphs":[{"sentences":[',
      numberedIn(user, 'e').map(({ number, text }) => ({ text, events: [number] })),
    ],
    look: (user) => ['{"checks":[', numberedIn(user, 'c').map(({ number }) => ({ n: number, holds: 'yes' }))],
  };
  const transport: ChatTransport = {
    async send([, user, repaired], { name, mostTokens }) {
      const [begun, items] = numberedItems[name]!(user!.content);
      if (name === 'part') mostTurns ||= items.length;
      const isLong = name === 'part' && items.length > mostTurns * 0.6;
      const fits = misfit === undefined || !{ all: true, first: !repaired, long: isLong }[misfit.which];
      const isProse = !fits && misfit.which !== 'long';
      const isCut = fits || misfit.which !== 'first';
      const room = Math.floor(mostTokens! * (fits ? 1 : misfit.length)) * CHARACTERS_OF_TOKEN;
      const spoken = items.map((item) => JSON.stringify(item)).join(',');
      const content = (isProse ? 'Well, ' : `${begun}${spoken},`)
        .padEnd(room, isProse ? 'and so on ' : `${spoken},`)
        .slice(0, room);
      written.push(realTokens(content));
      return {
        kind: 'content',
        content,
        isCut,
        refusal: null,
        inputTokens: 0,
        outputTokens: 0,
      };
    },
  };
  const connection: Connection = {
    chat: createChat({ transport }),
    model: 'endless',
    budget: budgetOf(contextTokens),
    concurrency,
  };
  return { connection, written };
}

describe('a model that never ends by itself', () => {
  const long = transcriptOf(longSession(32_000), { language: 'en' });

  it.each(
    oneOf([
      [16_384, 1],
      [16_384, 4],
      [65_536, 1],
      [200_000, 1],
    ]),
  )(
    '[D12] at %i, %i at once: twelve calls and 12,000 tokens at most, and the evening to its end',
    async (context, concurrency) => {
      const { connection, written } = endlessModel(context, concurrency);
      const { lines, warnings } = await notesBy(connection, long);
      expect(written.length).toBeLessThanOrEqual(12);
      expect(written.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(12_000);
      expect(warnings.map(({ code }) => code)).toContain('partFromHighlights');
      const end = Math.max(...long.segments.map(({ endMs }) => endMs));
      expect(Math.max(...lines.summary.map(({ evidence }) => evidence.endMs))).toBeGreaterThan(end * 0.9);
    },
  );

  it.each([
    { which: 'first', length: 0.5, concurrency: 1 },
    { which: 'first', length: 1, concurrency: 4 },
    { which: 'long', length: 0.5, concurrency: 1 },
  ] as const)(
    '[D12] answers that cannot be used, $which, of $length, $concurrency at once: 3,000 tokens more at most, and each part is written',
    async ({ concurrency, ...misfit }) => {
      const { connection, written } = endlessModel(16_384, concurrency, misfit);
      const { lines, warnings } = await notesBy(connection, long);
      expect(written.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(15_000);
      expect(warnings.filter(({ message }) => message.includes('failed'))).toEqual([]);
      const end = Math.max(...long.segments.map(({ endMs }) => endMs));
      expect(Math.max(...lines.summary.map(({ evidence }) => evidence.endMs))).toBeGreaterThan(end * 0.9);
    },
  );

  it('without one item: is asked once more for each of the first four parts, then gives up', async () => {
    const { connection, written } = endlessModel(16_384, 1, { which: 'all', length: 1 });
    await expect(notesBy(connection, long)).rejects.toThrow(NotesUnavailable);
    expect(written).toHaveLength(8);
  });
});

describe.skipIf(!hasModelAnswers)(
  'answers of a capable reader to the prompts of one evening, replayed',
  () => {
    const { transcript, answers } = hasModelAnswers
      ? readModelAnswers()
      : {
          transcript: evening,
          answers: {
            parts: [],
            scenes: [],
            overview: { title: '', shortSummary: [], summary: [], previouslyOn: [] },
          },
        };
    const said = new Map(transcript.segments.map(({ id, text }) => [id, text]));
    const textOf = (id: string) => said.get(id) ?? '';

    it.each([false, true])(
      '[D11] loses nothing of them and asks nothing, citing and telling at length: %s',
      async (longCiting) => {
        const { connection, calls } = replay(answers, 65_536, textOf, { longCiting, isLong: longCiting });
        const result = await notesBy(connection, transcript);
        const { summary, title, openThreads, npcs, scenes, warnings, toConfirm, lines } = result;
        expect(toConfirm.filter(({ kind }) => kind === 'fact')).toEqual([]);
        expect(warnings.filter(({ code }) => code !== 'statementsWithoutEvidence')).toEqual([]);
        expect(title).toBe(answers.overview.title);
        if (!longCiting) {
          expect(summary).toContain("“No, that's preposterous.”".slice(1, -1));
          expect(scenes.map((each) => each.title)).toEqual(
            expect.arrayContaining(answers.scenes.map((scene) => scene.title)),
          );
        }
        expect(summary).not.toMatch(/Bryce|Gustav/);
        const threads = openThreads.map(({ text }) => text).join(' ');
        expect(threads).toContain("Is Marius LePual at the Wayfarer's Cove");
        expect(npcs.filter(({ name }) => /Marion|Ruby/.test(name))).toHaveLength(1);
        expect(result.glance[0]?.entries.map(({ text }) => text.split(' (')[0])).toEqual(
          expect.arrayContaining(['Jester', 'Fjord', 'Caleb', 'Nott', 'Beau', 'Caduceus']),
        );
        expect(new Set(lines.summary.map(({ text }) => text)).size).toBe(lines.summary.length);
        const events = numberedIn(calls.find(({ name }) => name === 'story')!.user, 'e').map(
          ({ text }) => text,
        );
        const recap = new Set(['s87', 's88']);
        const expected = answers.parts
          .flatMap((part) => part.events)
          .filter(({ ids }) => !ids.every((id) => recap.has(id)))
          .map(({ text }) => text);
        expect(expected.filter((text) => !events.includes(text))).toEqual([]);
        if (!longCiting) expect(countOf(calls)).toEqual(documented(65_536));
      },
    );

    it.each(oneOf([16_384, 65_536, 200_000]))(
      'writes at most 12,000 tokens at %i, also by a model that ignores how long the story should be, whose end is then told by its events',
      async (context) => {
        const { connection, calls } = replay(answers, context, textOf, { isLong: true });
        const { lines, warnings } = await notesBy(connection, transcript);
        expect(countOf(calls).written).toBeLessThanOrEqual(12_000);
        expect(warnings.filter(({ code }) => code === 'writtenFromEvents')).toEqual([]);
        const end = Math.max(...transcript.segments.map(({ endMs }) => endMs));
        expect(Math.max(...lines.summary.map(({ evidence }) => evidence.endMs))).toBeGreaterThan(end * 0.9);
      },
    );

    it.each([6000, 16_384, 200_000])('takes the calls and tokens that we document at %i', async (context) => {
      const { connection, calls } = replay(answers, context, textOf);
      await notesBy(connection, transcript);
      expect(countOf(calls)).toEqual(documented(context));
    });
  },
);
