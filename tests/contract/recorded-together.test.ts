import { describe, expect, it } from 'vitest';
import { kindBySound } from '#contract/recorded-together.ts';
import { simulatedMix, simulatedTracks } from '#tests/support/simulated-table.ts';

const seeds = Array.from({ length: 12 }, (_, at) => 1 + 7_919 * at);

/** How often each answer is given. */
function answers(recordings: (seed: number) => Float32Array[]) {
  const given = seeds.map((seed) => kindBySound(recordings(seed)));
  return {
    tracks: given.filter((kind) => kind === 'tracks').length,
    parts: given.filter((kind) => kind === 'parts').length,
  };
}

describe('whether recordings were made together, by their sound', () => {
  it.each([
    [2, 0],
    [2, 0.05],
    [3, 0.3],
    [5, 0.05],
  ])(
    '[D4] knows the tracks of %i people who take turns, with %f of the others in each microphone',
    (players, bleed) => {
      const given = answers((seed) => simulatedTracks({ players, minutes: 12, seed, bleed, noise: 20 }));
      expect(given.tracks).toBeGreaterThanOrEqual(10);
      expect(given.parts).toBe(0);
    },
  );

  it.each([2, 3])('[D4] knows %i parts of an evening', (count) => {
    const given = answers((seed) =>
      Array.from({ length: count }, (_, at) =>
        simulatedMix({ players: 4, minutes: 12, seed: seed + 101 * at, noise: 20 }),
      ),
    );
    expect(given.parts).toBeGreaterThanOrEqual(9);
    expect(given.tracks).toBe(0);
  });

  it.each([
    [
      'of three minutes, two quiet microphones',
      (seed: number) => simulatedTracks({ players: 2, minutes: 3, seed, bleed: 0.3 }),
    ],
    [
      'a recording and silence',
      (seed: number) => [simulatedMix({ players: 4, minutes: 12, seed }), new Float32Array(2_880)],
    ],
    ['of half a minute, anything', (seed: number) => simulatedTracks({ players: 3, minutes: 0.5, seed })],
  ] as const)('says nothing that is wrong %s', (_, recordings) => {
    expect(answers((seed) => [...recordings(seed)]).parts).toBe(0);
  });

  it('says nothing of silence, of a steady tone, or of one recording', () => {
    const steady = new Float32Array(4_800).fill(5_000);
    expect(kindBySound([steady, steady])).toBeNull();
    expect(kindBySound([new Float32Array(4_800), new Float32Array(4_800)])).toBeNull();
    expect(kindBySound([simulatedMix({ players: 3, minutes: 12, seed: 3 })])).toBeNull();
    expect(kindBySound([])).toBeNull();
  });
});
