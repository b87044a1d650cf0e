import { describe, expect, it } from 'vitest';
import type { TalkShare } from '#contract/speakers.ts';
import { quietest, spokenTime, spotlight } from '#web/features/campaign/overview/talk-share.ts';

const person = (name: string, share: number, evenings = 5, role: 'gm' | 'player' = 'player') => ({
  name,
  role,
  characters: [],
  evenings,
  talkMs: share * 60_000,
  share,
});
const of = (...people: TalkShare['people']): TalkShare => ({ evenings: 5, people, unnamed: null });

describe('who was quiet', () => {
  it('is a player with less than half of the players’ mean, over three evenings', () => {
    const table = [person('Dana', 50, 5, 'gm'), person('Ann', 20), person('Bob', 20)];
    expect(quietest(of(...table, person('Cy', 5)))?.name).toBe('Cy');
    expect(quietest(of(...table, person('Cy', 5, 2)))).toBeNull();
    expect(quietest(of(...table, person('Cy', 12)))).toBeNull();
    expect(quietest(of(person('Dana', 90, 5, 'gm'), person('Ann', 2), person('Bob', 8)))).toBeNull();
  });

  it('a character’s time is said where a player had several', () => {
    const pike = { name: 'Pike', talkMs: 120 * 60_000 };
    expect([spotlight([]), spotlight([pike]), spotlight([pike, { name: 'Brom', talkMs: 60_000 }])]).toEqual([
      '',
      'Pike',
      'Pike 2 hours, Brom 1 minute',
    ]);
  });

  it('time is said in hours and minutes, and in seconds below a minute', () => {
    expect([1, 5_000, 59_700, 65 * 60_000, 120 * 60_000].map(spokenTime)).toEqual([
      '1 second',
      '5 seconds',
      '1 minute',
      '1 hour 5 minutes',
      '2 hours',
    ]);
  });
});
