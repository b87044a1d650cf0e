import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  answerQuestions,
  changeEvening,
  type EveningChanges,
  keepPassages,
} from '#contract/evening-changes.ts';
import type { Answers } from '#contract/evening-text.ts';
import { changeNotes, type Notes, readNotes, type SavedSection } from '#contract/notes.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** What the game master does by hand with the page of an evening; each call keeps the caches right. */
export function useEveningCalls(sessionId: string, analysisId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMemo(() => {
    const store = (notes: Notes) => {
      void cache.cancelQueries({ queryKey: keyOf('readNotes', { sessionId }) });
      cache.setQueryData(keyOf('readNotes', { sessionId }), notes);
      return notes;
    };
    /** Onto the newest notes, once more if someone else was faster. */
    const onNotes = async (save: (present: Notes, headers: { 'if-match': string }) => Promise<Notes>) => {
      const once = async () => {
        const present = await client.call(readNotes, { params: { sessionId } });
        return store(await save(present, { 'if-match': String(present.revision) }));
      };
      try {
        return await once();
      } catch (error) {
        if (recordOf(error).code !== 'staleRevision') throw error;
        return await once();
      }
    };
    return {
      change: async (changes: EveningChanges) => {
        const analysis = await client.call(changeEvening, { params: { analysisId }, body: changes });
        cache.setQueryData(keyOf('readAnalysis', { analysisId }), analysis);
        await cache.invalidateQueries({ queryKey: keyOf('readNotes', { sessionId }) });
      },
      keep: (passages: { keep?: string[]; drop?: string[]; section?: string; title?: string }) =>
        onNotes((_, headers) =>
          client.call(keepPassages, {
            params: { sessionId },
            headers,
            body: { analysisId, keep: [], drop: [], ...passages },
          }),
        ),
      answer: (answers: Answers) =>
        onNotes((_, headers) =>
          client.call(answerQuestions, { params: { sessionId }, headers, body: answers }),
        ),
      write: (change: (present: Notes) => SavedSection[]) =>
        onNotes((present, headers) =>
          client.call(changeNotes, { params: { sessionId }, headers, body: { sections: change(present) } }),
        ),
    };
  }, [client, cache, sessionId, analysisId]);
}

export type EveningCalls = ReturnType<typeof useEveningCalls>;
