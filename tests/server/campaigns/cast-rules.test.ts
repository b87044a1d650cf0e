import { describe, expect, it, vi } from 'vitest';
import { isLasting } from '#contract/labels.ts';
import {
  emptyCast,
  sectionsWithCast,
  sectionsWithoutCast,
  shownSpeakers,
  whoIs,
} from '#server/campaigns/cast-rules.ts';
import type { Cast } from '#server/campaigns/tables.ts';
import { longestStretch } from '#tests/support/longest-stretch.ts';
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
    const { milliseconds } = await longestStretch(async () =>
      sectionsWithCast(large, session, [
        { key: 'memorableMoments', body: lines },
        story,
        { key: 'toConfirm', body: questions },
      ]),
    );
    expect(milliseconds).toBeLessThan(500);
  });
});
