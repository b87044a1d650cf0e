import { describe, expect, it, vi } from 'vitest';
import { isLasting, keyOf } from '#contract/labels.ts';
import { sectionsWithCast, sectionsWithoutCast } from '#server/campaigns/cast-in-texts.ts';
import { emptyCast, shownSpeakers, whoIs } from '#server/campaigns/cast-rules.ts';
import type { Cast } from '#server/campaigns/tables.ts';
import { expectNoHold, longestStretch } from '#tests/support/longest-stretch.ts';
import fc from '#tests/support/property.ts';

const session = '01890000-0000-7000-8000-000000000001';
const person = (id: string, player: string, characters: string[] = [], voices: string[] = []) => ({
  id,
  player,
  role: 'player' as const,
  characters,
  voices,
});
const cast: Cast = {
  ...emptyCast,
  people: [person('1', 'Liam Oakes', ['Pike', 'Keg']), person('2', 'Mira', ['Wren'], ['track two'])],
};

describe('a label', () => {
  it.each(['Liam', 'GM', 'DM', '1-liam', 'Mia', 'Al', 'Player Two', 'Guest star'])(
    '%s is lasting',
    (label) => {
      expect(isLasting(label)).toBe(true);
    },
  );
  it.each([
    'Speaker 1',
    'SPEAKER_00',
    'speaker-2',
    'Speaker A',
    'Player 3',
    'Unknown',
    'Unknown speaker',
    '7',
    'B',
  ])('%s is someone else each time', (label) => {
    expect(isLasting(label)).toBe(false);
  });

  it.each([
    ['LIAM', 'Liam Oakes', 'Pike'],
    ['liam oakes', 'Liam Oakes', 'Pike'],
    ['Keg', 'Liam Oakes', 'Keg'],
    ['Track Two', 'Mira', 'Wren'],
  ])('%s is %s, who plays %s', (label, player, character) => {
    expect(whoIs(cast, session, label)).toMatchObject({ person: { player }, character, source: 'known' });
  });

  it('that may mean two people means neither', () => {
    const two = { ...cast, people: [...cast.people, person('3', 'Liam Rowan')] };
    expect(whoIs(two, session, 'Liam')).toBeNull();
    expect(whoIs(two, session, 'Liam Rowan')).toMatchObject({ person: { id: '3' } });
  });
});

describe('the notes of a cast', () => {
  it('restore the stored text, whatever it is, if only the cast was displayed', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '- “No.” — Liam',
        '- “No.” — Mira (softly)',
        '- “No.” — Liam [1:02:03]',
        '- Does Liam play Pike?',
        '- Does Mira play Keg?',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('memorableMoments', 'toConfirm', 'summary'),
        fc.array(line, { maxLength: 8 }),
        (key, lines) => {
          const stored = [{ key, body: lines.join('\n') }];
          const shown = sectionsWithCast(cast, session, stored);
          expect(sectionsWithoutCast(cast, session, stored, shown)).toEqual(stored);
        },
      ),
    );
  });

  it('name the speaker of a quote, with its context and time', () => {
    const body = '- “No — never.” — Liam [1:02:03]\n- “No.” — Mira (softly) [2:00]\n- “Yes.” — Gilmore';
    expect(sectionsWithCast(cast, session, [{ key: 'memorableMoments', body }])[0]?.body).toBe(
      '- “No — never.” — Pike [1:02:03]\n- “No.” — Wren (softly) [2:00]\n- “Yes.” — Gilmore',
    );
  });
});

describe('a quotation', () => {
  it.each([
    [1000, 'Speaker 2'],
    [2000, 'Speaker 1'],
  ])('of a line from 1 s is called as that line is now, not as one from %i ms', (startMs, called) => {
    const told = {
      ...emptyCast,
      voices: {
        sessionId: session,
        labels: new Set(['Speaker 1', 'Speaker 2']),
        lines: new Map([['s1', { label: 'Speaker 2', speakerId: 'p2', startMs }]]),
        starts: new Map([['s1', startMs]]),
      },
    };
    const evidence = { segmentIds: ['s1'], startMs: 1000, endMs: 5000 };
    const own = {
      key: 'own',
      source: 'user',
      body: '> “We go.” — Speaker 1',
      lines: [{ text: '“We go.”', evidence }],
    };
    expect(sectionsWithCast(told, session, [own])[0]?.body).toBe(`> “We go.” — ${called}`);
  });
});

describe('what an analysis wrote of numbered voices', () => {
  const known: Cast = {
    ...cast,
    people: [...cast.people, person('3', 'Dana')],
    chosen: [
      ...['speaker 3', 'speaker_02', 'sprecher 4', '说话人 5', 'voice a', 'speaker 31'].map((label) => ({
        sessionId: session,
        label: keyOf(label),
        personId: '2',
        character: 'Wren',
      })),
      { sessionId: session, label: 'speaker 6', personId: '3', character: null },
      { sessionId: session, label: 'speaker 7', personId: null, character: null },
    ],
  };
  it('stays as it is if its ways of writing have different names, however many there are', () => {
    const ways = ['speaker 3', 'speaker-3', 'speaker3'].map((label, at) => ({
      sessionId: session,
      label,
      personId: at === 1 ? '3' : '2',
      character: at === 1 ? null : 'Wren',
    }));
    const [section] = sectionsWithCast({ ...known, chosen: ways }, session, [
      { key: 'summary', body: 'Speaker 3 leaves.', source: 'analysis' },
    ]);
    expect(section?.body).toBe('Speaker 3 leaves.');
  });

  const shown = (body: string, source = 'analysis') =>
    sectionsWithCast(known, session, [{ key: 'summary', body, source }])[0]?.body;

  it.each([
    ['Speaker 3 locks the door; speaker_02’s key.', 'Wren locks the door; Wren’s key.'],
    ['**SPEAKER_02** and SPEAKER\\_02, Sprecher 4, Voice A', '**Wren** and Wren, Wren, Wren'],
    ['于是说话人5打开了门。', '于是Wren打开了门。'],
    ['### Speaker 6 (the ranger) asks Speaker 3.', '### Dana (the ranger) asks Wren.'],
    ['At the table: Wren (Speaker 3); Pike (Speaker 3)', 'At the table: Wren; Wren'],
    ['Speaker 3 (Wren) and Speaker 3 (Mira) and Thorn (Speaker 3)', 'Wren and Wren and Thorn (Wren)'],
  ])('%s', (told, named) => {
    expect(shown(told)).toBe(named);
    expect(shown(told, 'mixed')).toBe(told);
    expect(shown(told, 'user')).toBe(told);
  });

  it.each([
    'Speaker 1 and Speaker 7 and Speaker 33 leave.',
    'Speaker 3 and 4, Speaker 3/4, Speaker 3, 4 and 5',
    'Speaker 3rd, Speaker 3.5, Speakers 3, a speaker 3 feet away, the voice a bard has',
    'He said: “Speaker 3 is loud”, "Speaker 3", „Speaker 3“.',
    '[door](https://example.test/Speaker-3#Speaker_02)',
    'Speaker 3 (part 2) leaves.',
  ])('%s stays', (told) => {
    expect(shown(told)).toBe(told);
  });

  it('stays named where it is cited in a section that a person changed, and as stored where they change something else', () => {
    const evidence = { segmentIds: ['s1'], startMs: 0, endMs: 1 };
    const [locks, runs] = ['Speaker 3 locks the door.', 'Speaker 6 runs.'];
    const stored = [
      {
        key: 'summary',
        source: 'mixed',
        body: `${locks} ${runs} Speaker 3 is mine.\n\nSpeaker 3: no`,
        lines: [locks, runs].map((text) => ({ text, evidence })),
      },
    ];
    const [seen] = sectionsWithCast(known, session, stored);
    expect(seen?.body).toBe('Wren locks the door. Dana runs. Speaker 3 is mine.\n\nSpeaker 3: no');
    expect(seen?.lines.map(({ text }) => text)).toEqual(['Wren locks the door.', 'Dana runs.']);
    const edited = [{ ...seen!, body: seen!.body.replace('mine', 'ours') }];
    expect(sectionsWithoutCast(known, session, stored, edited)[0]?.body).toBe(
      `${locks} ${runs} Speaker 3 is ours.\n\nSpeaker 3: no`,
    );
  });

  it('is stored as before where a draft was begun before the cast changed', () => {
    const evidence = { segmentIds: ['s1'], startMs: 0, endMs: 1 };
    const lock = 'Speaker 3: “Then I lock the door.”';
    const locks = 'Speaker 3 locks it.';
    const stored = [
      {
        key: 'summary',
        source: 'mixed',
        body: `- ${lock}; DANA: “No.”\n- ${locks}\n- ${locks} And more.`,
        lines: [lock, locks].map((text) => ({ text, evidence })),
      },
    ];
    const [read] = sectionsWithCast(known, session, stored);
    const renamed = {
      ...known,
      people: [person('2', 'Ana', ['Keg'])],
      chosen: known.chosen.map((each) => ({ ...each, character: 'Keg' })),
    };
    const draft = [{ ...read!, body: read!.body.replace('“No.”', '“Yes.”').replace('more', 'less') }];
    expect(read?.body).toContain('Wren (Mira): “Then');
    expect(
      sectionsWithoutCast(renamed, session, stored, draft, new Map([['summary', read!.body]]))[0]?.body,
    ).toBe(`- ${lock}; DANA: “Yes.”\n- ${locks}\n- ${locks} And less.`);
  });
});

describe('a thousand voices', () => {
  it('are read once each, not once for each other', () => {
    const voices = Array.from({ length: 1_000 }, (_, at) => ({
      id: `v${at}`,
      label: `Wanderer ${at} of the Coast`,
      talkMs: 1,
      playerCharacterId: null,
      role: 'unknown' as const,
    }));
    const reading = vi.spyOn(String.prototype, 'normalize');
    expect(shownSpeakers(cast, session, voices)).toEqual(voices);
    expect(reading.mock.calls.length).toBeLessThan(10 * voices.length);
    reading.mockRestore();
  });
});

describe('a cast of the greatest size', () => {
  it('is applied to thousands of lines without holding anybody up', async () => {
    const large: Cast = {
      people: Array.from({ length: 100 }, (_, at) =>
        person(
          `p${at}`,
          `Player ${at} Oakes`,
          Array.from({ length: 20 }, (_each, of) => `Hero ${at} ${of}`),
        ),
      ),
      chosen: Array.from({ length: 5000 }, (_, at) => ({
        sessionId: session,
        label: `voice ${at}`,
        personId: `p${at % 100}`,
        character: null,
      })),
      rejected: Array.from({ length: 5000 }, (_, at) => ({
        sessionId: null,
        label: `other ${at}`,
        character: `Hero ${at}`,
      })),
    };
    const lines = Array.from({ length: 8000 }, (_, at) => `> “Ring it.” — Someone ${at}`).join('\n');
    const questions = Array.from(
      { length: 4000 },
      (_, at) => `- Does “Someone ${at}” play “Hero ${at}”?`,
    ).join('\n');
    const said = Array.from({ length: 2000 }, (_, at) => ({
      text: `Voice ${at}: “Ring it.”`,
      evidence: { segmentIds: ['s1'], startMs: 0, endMs: 1 },
    }));
    const story = { key: 'summary', body: said.map(({ text }) => `- ${text}`).join('\n'), lines: said };
    const { result, milliseconds } = await longestStretch(async () =>
      sectionsWithCast(large, session, [
        { key: 'memorableMoments', body: lines },
        story,
        { key: 'toConfirm', body: questions },
      ]),
    );
    expect(result.map(({ body }) => body)).toEqual([
      lines,
      said.map((_, at) => `- Player ${at % 100} Oakes: “Ring it.”`).join('\n'),
      questions,
    ]);
    expectNoHold(milliseconds, 'the cast', 500);
  });
});
