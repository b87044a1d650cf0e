import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { listSegments } from '#contract/transcripts.ts';
import { keyOf } from './query-keys.ts';

type SegmentPage = z.infer<(typeof listSegments.responses)[200]>;

export function putLines(
  queryClient: QueryClient,
  { removedIds, segments, afterId, transcript }: ReplacedLines,
): void {
  queryClient.setQueryData(keyOf('readTranscript', { transcriptId: transcript.id }), transcript);
  queryClient.setQueryData<InfiniteData<SegmentPage>>(
    keyOf('listSegments', { transcriptId: transcript.id }),
    (data) => {
      if (data === undefined) return data;
      const removed = new Set(removedIds);
      let isPut = false;
      const pages = data.pages.map((page) => {
        const at = afterId === null ? -1 : page.segments.findIndex(({ id }) => id === afterId);
        const holds = !isPut && (afterId === null || at >= 0);
        if (!holds && !page.segments.some(({ id }) => removed.has(id))) return page;
        const put = holds
          ? [...page.segments.slice(0, at + 1), ...segments, ...page.segments.slice(at + 1)]
          : page.segments;
        isPut ||= holds;
        const added = new Set(holds ? segments : []);
        return { ...page, segments: put.filter((line) => added.has(line) || !removed.has(line.id)) };
      });
      return { ...data, pages };
    },
  );
}
