import { describe, expect, it } from 'vitest';
import type { Speaker } from '#contract/transcript.ts';
import { emptyCast } from '#server/campaigns/cast-rules.ts';
import { talkShare } from '#server/campaigns/talk-share.ts';

const sessions = [
  { id: '01890000-0000-7000-8000-000000000001', title: 'The bridge' },
  { id: '01890000-0000-7000-8000-000000000002', title: 'The gate' },
] as const;
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
    const { people, evenings, unnamed } = talkShare(cast, [
      {
        session: sessions[0],
        speakers: [minutes('Dana', 30), minutes('Liam', 20), minutes('track two', 10)],
      },
      {
        session: sessions[1],
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
    expect(people[1]).toMatchObject({
      role: 'player',
      characters: [{ name: 'Pike', talkMs: 30 * 60_000 }],
    });
    expect(unnamed).toEqual({ session: sessions[1], talkMs: 20 * 60_000 });
  });

  it('says how long each of a player’s characters was played', () => {
    const chosen = { sessionId: sessions[1].id, label: 'liam', personId: '2', character: 'Brom' };
    const { people } = talkShare({ ...cast, chosen: [chosen] }, [
      { session: sessions[0], speakers: [minutes('Liam', 20)] },
      { session: sessions[1], speakers: [minutes('Liam', 25), minutes('track two', 10)] },
    ]);
    expect(people[0]?.characters).toEqual([
      { name: 'Pike', talkMs: 30 * 60_000 },
      { name: 'Brom', talkMs: 25 * 60_000 },
    ]);
  });

  it('counts nobody twice where several speak at once, and has nothing to say of nobody', () => {
    const { people } = talkShare(emptyCast, [
      {
        session: sessions[0],
        speakers: [minutes('Ann', 30), minutes('Bob', 10), minutes('Ann & Bob', 50)],
      },
    ]);
    expect(people.map(({ name, share }) => [name, share])).toEqual([
      ['Ann', 75],
      ['Bob', 25],
    ]);
    expect(talkShare(emptyCast, [])).toEqual({ evenings: 0, people: [], unnamed: null });
  });
});
