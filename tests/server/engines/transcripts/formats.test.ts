import { describe, expect, it } from 'vitest';
import { transcriptFormats } from '#contract/transcript-formats.ts';
import { readExample } from '../../../../src/setup/transcript-formats-page.ts';

describe('the table of formats', () => {
  it.each(transcriptFormats.map((format) => [format.name, format] as const))(
    '[D12] %s: the reader finds every word, time and speaker of its example',
    (_, format) => {
      expect(readExample(format)).toEqual({
        words: { inFile: 28, inResult: 28 },
        times: [1, 5, 9, 13],
        speakers: ['Mira', 'Jonas'],
      });
    },
  );
});
