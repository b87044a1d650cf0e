import type { DetailLevel } from './common.ts';

/** What the levels of the evening in its own words differ in: at most about so many words, so many names, and a moment for each so many words of talk. */
export const eveningLengths: Readonly<
  Record<DetailLevel, { words: number; names: number; wordsOfMoment: number }>
> = {
  brief: { words: 500, names: 30, wordsOfMoment: 1500 },
  comprehensive: { words: 1500, names: 60, wordsOfMoment: 500 },
};
