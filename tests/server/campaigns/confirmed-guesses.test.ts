import { describe, expect, it } from 'vitest';
import { sectionsWithCast, sectionsWithoutCast } from '#server/campaigns/cast-in-texts.ts';
import type { Cast } from '#server/campaigns/tables.ts';
import { newId } from '#server/platform/ids.ts';

const sessionId = newId();
const cast = (...characters: string[]): Cast => ({
  people: [{ id: newId(), player: 'Marisha', role: 'player', characters, voices: ['marisha'] }],
  chosen: [],
  rejected: [],
});
const stored = [
  {
    key: 'glance',
    body:
      '- **At the table**: Kiri (MARISHA) (guessed) [0:12]; Febron Keyes (guessed) [0:40]; Oda [1:00]\n' +
      '- **Fights**: Kiri (guessed) said so herself',
  },
  { key: 'summary', body: 'Kiri (guessed) is what the game master wrote.' },
];
const shown = (known: Cast) => sectionsWithCast(known, sessionId, stored).map(({ body }) => body);

describe('guesses in the notes', () => {
  it('[D7] lose their mark once the game master has confirmed them, and nothing else changes', () => {
    expect(shown(cast('Kiri'))).toEqual([
      '- **At the table**: Kiri (MARISHA) [0:12]; Febron Keyes (guessed) [0:40]; Oda [1:00]\n' +
        '- **Fights**: Kiri said so herself',
      stored[1]!.body,
    ]);
    expect(shown(cast('Kiri', 'Febron Keyes'))[0]).not.toMatch(/Keyes \(guessed\)/);
  });

  it('are marked again when the answer is undone, also after the notes were edited', () => {
    expect(shown(cast())).toEqual(stored.map(({ body }) => body));
    const edited = sectionsWithCast(cast('Kiri'), sessionId, stored).map((section) => ({
      ...section,
      body: `${section.body}\nA line of the game master.`,
    }));
    expect(sectionsWithoutCast(cast('Kiri'), sessionId, stored, edited)[0]?.body).toBe(
      `${stored[0]?.body}\nA line of the game master.`,
    );
  });
});
