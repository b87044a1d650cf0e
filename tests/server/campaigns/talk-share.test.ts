import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { emptyCast } from '#server/campaigns/cast-rules.ts';
import { talkShare } from '#server/campaigns/talk-share.ts';

const sessionIds = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const;
const minutes = (label: string, talked: number): Speaker => ({
  id: label,
  label,
  role: 'unknown',
  playerCharacterId: null,
  talkMs: talked * 60_000,
});

describe('who spoke how long', () => {
  const cast = {
    ...emptyCast,
    people: [
      { id: '1', player: 'Dana', role: 'gm' as const, characters: [], voices: [] },
      { id: '2', player: 'Liam', role: 'player' as const, characters: ['Pike'], voices: ['track two'] },
    ],
  };

  it('adds up a person’s labels, and shares only evenings when they were there', () => {
    const { people, evenings, unnamedMs } = talkShare(cast, [
      {
        sessionId: sessionIds[0],
        speakers: [minutes('Dana', 30), minutes('Liam', 20), minutes('track two', 10)],
      },
      {
        sessionId: sessionIds[1],
        speakers: [minutes('Dana', 30), minutes('Mira', 10), minutes('Speaker 4', 20)],
      },
    ]);
    expect(evenings).toBe(2);
    expect(
      people.map(({ name, talkMs, share, evenings: there }) => [name, talkMs / 60_000, share, there]),
    ).toEqual([
      ['Dana', 60, 50, 2],
      ['Liam', 30, 50, 1],
      ['Mira', 10, 17, 1],
    ]);
    expect(people[1]).toMatchObject({ role: 'player', characters: ['Pike'] });
    expect(unnamedMs).toBe(20 * 60_000);
  });

  it('counts nobody twice where several speak at once, and has nothing to say of nobody', () => {
    const { people } = talkShare(emptyCast, [
      {
        sessionId: sessionIds[0],
        speakers: [minutes('Ann', 30), minutes('Bob', 10), minutes('Ann & Bob', 50)],
      },
    ]);
    expect(people.map(({ name, share }) => [name, share])).toEqual([
      ['Ann', 75],
      ['Bob', 25],
    ]);
    expect(talkShare(emptyCast, [])).toEqual({ evenings: 0, people: [], unnamedMs: 0 });
  });
});
