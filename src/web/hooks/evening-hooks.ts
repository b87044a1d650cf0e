import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Analysis } from '#contract/analyses.ts';
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
import { keepNotes } from './save-notes.ts';
import { useApp } from './site-provider.tsx';

/** What the game master does by hand with the page of an evening; each call keeps the caches right. */
export function useEveningCalls(sessionId: string, analysisId: string) {
  const { client } = useApp();
  const cache = useQueryClient();
  return useMemo(() => {
    /** Onto the newest notes, once more if someone else was faster; what `bodyFor` throws is not tried again. */
    const onNotes = async <Body>(
      bodyFor: (present: Notes) => Body,
      send: (body: Body, headers: { 'if-match': string }) => Promise<Notes>,
      isAgain = false,
    ): Promise<Notes> => {
      const present = await client.call(readNotes, { params: { sessionId } });
      const body = bodyFor(present);
      try {
        return keepNotes(cache, await send(body, { 'if-match': String(present.revision) }));
      } catch (error) {
        if (isAgain || recordOf(error).code !== 'staleRevision') throw error;
        return onNotes(bodyFor, send, true);
      }
    };
    return {
      readAgain: async () => {
        const queryKey = keyOf('readAnalysis', { analysisId });
        await cache.refetchQueries({ queryKey });
        return cache.getQueryData<Analysis>(queryKey)?.result?.evening;
      },
      change: async (changes: EveningChanges) => {
        const analysis = await client.call(changeEvening, { params: { analysisId }, body: changes });
        cache.setQueryData(keyOf('readAnalysis', { analysisId }), analysis);
        await cache.invalidateQueries({ queryKey: keyOf('readNotes', { sessionId }) });
      },
      keep: (passages: { keep?: string[]; drop?: string[]; section?: string; title?: string }) =>
        onNotes(
          () => ({ analysisId, keep: [], drop: [], ...passages }),
          (body, headers) => client.call(keepPassages, { params: { sessionId }, headers, body }),
        ),
      answer: (answers: (present: Notes) => Answers) =>
        onNotes(answers, (body, headers) =>
          client.call(answerQuestions, { params: { sessionId }, headers, body }),
        ),
      write: (change: (present: Notes) => SavedSection[]) =>
        onNotes(change, (sections, headers) =>
          client.call(changeNotes, { params: { sessionId }, headers, body: { sections } }),
        ),
    };
  }, [client, cache, sessionId, analysisId]);
}

export type EveningCalls = ReturnType<typeof useEveningCalls>;
