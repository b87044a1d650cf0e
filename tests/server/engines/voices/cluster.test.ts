import { describe, expect, it } from 'vitest';
import { linkVoices, ofLengthOne, voiceOf, voicesOfSpans } from '#server/engines/voices/cluster.ts';
import { voicesOfWords } from '#server/engines/voices/voice-words.ts';

const findVoices = (all: ReturnType<typeof prints>, people: number | null) =>
  linkVoices(all)
    .voices(people)
    .map(({ print }) => print);

/** Around one axis each, from the same numbers every time. */
function prints(voices: number, each: number, spread: number) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: voices * each }, (_, at) => ({
    milliseconds: 2_000,
    print: ofLengthOne(
      Float32Array.from({ length: 24 }, (_value, axis) => (axis === at % voices ? 1 : 0) + spread * random()),
    ),
  }));
}

describe('whose voice is whose', () => {
  it('finds as many voices as speak, told or not, whoever talks most first', () => {
    for (const people of [null, 4]) {
      const all = prints(4, 60, 0.5);
      const found = findVoices(all, people);
      expect(found).toHaveLength(4);
      const members = all.map(({ print }) => voiceOf(print, found));
      for (const [at, voice] of members.entries()) expect(voice).toBe(members[at % 4]);
    }
  });

  it('leaves out coughs, and takes the number that it is told where voices are near each other', () => {
    const cough = {
      milliseconds: 1_500,
      print: ofLengthOne(Float32Array.from({ length: 24 }, (_, axis) => (axis === 20 ? 1 : 0))),
    };
    expect(findVoices([...prints(3, 50, 0.4), cough], null)).toHaveLength(3);
    const near = prints(2, 50, 0.2).map(({ print, milliseconds }) => ({
      milliseconds,
      print: ofLengthOne(print.map((value, axis) => value + (axis === 10 ? 1.2 : 0))),
    }));
    expect([findVoices(near, null).length, findVoices(near, 2).length]).toEqual([1, 2]);
  });

  it('keeps those apart who said who they are, however near their voices and whatever number is given', () => {
    const spans = prints(2, 50, 0.2).map(({ print }) => ({
      milliseconds: 2_000,
      print: ofLengthOne(print.map((value, axis) => value + (axis === 10 ? 1.2 : 0))),
    }));
    const [one, other] = spans.map(({ print }) => print);
    const found = (people: number | null, seeds: (Float32Array | null)[]) => {
      const { voices, choices, seeded } = voicesOfSpans(spans, { people, most: 3, seeds });
      return { voices: new Set(voices).size, fewest: new Set(choices[0]).size, seeded };
    };
    expect(found(null, [])).toEqual({ voices: 1, fewest: 1, seeded: [] });
    for (const people of [null, 1, 2])
      expect(found(people, [other!, null, one!])).toEqual({ voices: 2, fewest: 2, seeded: [1, null, 0] });
    // One person pressed for both.
    expect(found(null, [one!, one!])).toEqual({ voices: 1, fewest: 1, seeded: [null, null] });
    const spoke = {
      milliseconds: 900,
      print: Float32Array.from({ length: 24 }, (_, axis) => Number(axis === 20)),
    };
    const rare = voicesOfSpans([...spans, spoke], { people: null, most: 3, seeds: [spoke.print] });
    expect([rare.voices.at(-1), rare.seeded]).toEqual([1, [1]]);
  });

  it('knows what each other number of people would give', () => {
    const sizes = (most: number) =>
      linkVoices(prints(4, 40, 0.5))
        .choices(most)
        .map(({ length }) => length);
    expect([sizes(4), sizes(2), linkVoices([]).choices(5)]).toEqual([[1, 2, 3, 4], [1, 2], []]);
  });

  it('says nothing of a print between two voices, or far from all', () => {
    const axis = (at: number) => Float32Array.from({ length: 3 }, (_, index) => (index === at ? 1 : 0));
    const known = [axis(0), axis(1)];
    expect(voiceOf(ofLengthOne(Float32Array.from([1, 1, 0])), known)).toBeNull();
    expect(voiceOf(axis(2), known)).toBeNull();
    expect(voiceOf(ofLengthOne(Float32Array.from([1, 0.3, 0])), known)).toBe(0);
    expect([findVoices([], 3), voiceOf(axis(0), [])]).toEqual([[], null]);
  });

  it('thousands of prints of an evening are found in memory that is known', () => {
    expect(findVoices(prints(5, 240, 0.6), 5)).toHaveLength(5);
  });
});

describe('the voice of each word', () => {
  const turns = [
    { startMs: 0, endMs: 2_000, voice: 0 },
    { startMs: 2_100, endMs: 4_000, voice: 1 },
    { startMs: 6_000, endMs: 7_000, voice: null },
    { startMs: 7_000, endMs: 9_000, voice: 1 },
  ];
  const word = (startMs: number) => ({ startMs, endMs: startMs + 200 });

  it('is the one that speaks during it, or beside it', () => {
    expect(voicesOfWords([word(100), word(1_950), word(2_150), word(4_150)], turns)).toEqual([0, 0, 1, 1]);
  });

  it('is nobody’s in doubt, unless both neighbours are one person’s', () => {
    expect(voicesOfWords([word(6_100), word(6_500)], turns)).toEqual([null, null]);
    const between = [
      { startMs: 0, endMs: 1_000, voice: 0 },
      { startMs: 1_000, endMs: 1_600, voice: null },
      { startMs: 1_600, endMs: 3_000, voice: 0 },
    ];
    expect(voicesOfWords([word(700), word(1_200), word(1_700)], between)).toEqual([0, 0, 0]);
  });
});
