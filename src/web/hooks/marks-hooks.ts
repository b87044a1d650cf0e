import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeMarks, type Mark, readSession, type Session } from '#contract/sessions.ts';
import { present, recordOf } from '#contract/unknown-values.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { useApp } from './site-provider.tsx';

/** A removal is shown at once; a word only once the server has it, for until then it is kept as a draft. */
export interface MarksChange {
  /** Twice is as once. */
  to: (marks: readonly Mark[]) => readonly Mark[];
  isWord: boolean;
}

/** Each change is made to the marks as the server has them by then: it replaces them all, also those of another device. */
export function useChangeMarks(session: Pick<Session, 'id' | 'campaignId'>) {
  const { client } = useApp();
  const cache = useQueryClient();
  const queryKey = keyOf('readSession', { sessionId: session.id });
  const show = (to: MarksChange['to']) =>
    cache.setQueryData<Session>(
      queryKey,
      (before) =>
        before && {
          ...before,
          audio: before.audio && { ...before.audio, marks: [...to(before.audio.marks)] },
        },
    );
  return useMutation({
    meta: { background: true },
    scope: { id: `marks of ${session.id}` },
    mutationFn: async ({ to }: MarksChange) => {
      const params = { sessionId: session.id };
      const save = async () => {
        const { audio } = await client.call(readSession, { params });
        const { marks: read } = present(audio, 'recording');
        return client.call(changeMarks, { params, body: { marks: [...to(read)], read } });
      };
      return save().catch((error: unknown) => {
        if (recordOf(error).code !== 'staleRevision') throw error;
        return save();
      });
    },
    onMutate: ({ to, isWord }) => isWord || show(to),
    onSuccess: ({ marks }) => show(() => marks),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}
