import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#contract/transcript.ts';
import { segments, transcript } from '#tests/support/web-fixtures.ts';
import { putLines } from '#web/api/put-lines.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { citedLines } from '#web/features/campaign/transcript/cited-lines.ts';

const line = (id: string, joinedIds?: string[]): Segment => ({
  ...segments[0]!,
  id,
  ...(joinedIds === undefined ? {} : { joinedIds }),
});
const ids = (list: ReadonlySet<string>) => [...list];

describe('[D11] cited lines after edits', () => {
  it('are both parts of a split line, and the line that absorbed a joined one', () => {
    const edited = [line('s1'), line('s2'), line('s2.1'), line('s3', ['s4', 's4.1']), line('s12')];
    expect(ids(citedLines(edited, ['s1']))).toEqual(['s1']);
    expect(ids(citedLines(edited, ['s2']))).toEqual(['s2', 's2.1']);
    expect(ids(citedLines(edited, ['s2.1']))).toEqual(['s2.1']);
    expect(ids(citedLines(edited, ['s4']))).toEqual(['s3']);
    expect(ids(citedLines(edited, ['s1', 's4.1']))).toEqual(['s1', 's3']);
  });

  it('are the whole line after an undone split, and none after a deletion', () => {
    const edited = [line('s1'), line('s2')];
    expect(ids(citedLines(edited, ['s2.1']))).toEqual(['s2']);
    expect(ids(citedLines(edited, ['s3']))).toEqual([]);
    expect(ids(citedLines(edited, []))).toEqual([]);
  });
});

describe('edited lines', () => {
  const key = keyOf('listSegments', { transcriptId: transcript.id });
  function shown(replaced: {
    removedIds: string[];
    segments: Segment[];
    afterId: string | null;
  }): string[][] {
    const cache = new QueryClient();
    const pages = [
      { segments: [line('s1'), line('s2')], segmentCount: 4, next: 2 },
      { segments: [line('s3'), line('s4')], segmentCount: 4, next: null },
    ];
    cache.setQueryData(key, { pages, pageParams: [0, 2] });
    putLines(cache, { ...replaced, transcript });
    expect(cache.getQueryData(keyOf('readTranscript', { transcriptId: transcript.id }))).toEqual(transcript);
    const data = cache.getQueryData<{ pages: { segments: Segment[] }[] }>(key);
    return data?.pages.map((page) => page.segments.map(({ id }) => id)) ?? [];
  }

  it.each([
    [
      'changed',
      { removedIds: ['s2'], segments: [line('s2')], afterId: 's1' },
      [
        ['s1', 's2'],
        ['s3', 's4'],
      ],
    ],
    [
      'split',
      { removedIds: ['s2'], segments: [line('s2'), line('s2.1')], afterId: 's1' },
      [
        ['s1', 's2', 's2.1'],
        ['s3', 's4'],
      ],
    ],
    [
      'joined over a page',
      { removedIds: ['s2', 's3'], segments: [line('s2')], afterId: 's1' },
      [['s1', 's2'], ['s4']],
    ],
    ['deleted', { removedIds: ['s1'], segments: [], afterId: null }, [['s2'], ['s3', 's4']]],
    [
      'put back at the beginning',
      { removedIds: [], segments: [line('s0')], afterId: null },
      [
        ['s0', 's1', 's2'],
        ['s3', 's4'],
      ],
    ],
    [
      'put back behind the first page',
      { removedIds: [], segments: [line('s2.5')], afterId: 's2' },
      [
        ['s1', 's2', 's2.5'],
        ['s3', 's4'],
      ],
    ],
    [
      'first of the second page',
      { removedIds: ['s3'], segments: [line('s3')], afterId: 's2' },
      [['s1', 's2', 's3'], ['s4']],
    ],
  ])('keep their place: %s', (_, replaced, expected) => expect(shown(replaced)).toEqual(expected));

  it('are not shown if the transcript has not been read', () => {
    const cache = new QueryClient();
    putLines(cache, { removedIds: ['s1'], segments: [], afterId: null, transcript });
    expect(cache.getQueryData(key)).toBeUndefined();
  });
});
