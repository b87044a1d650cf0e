import type { QueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '#contract/call.ts';
import { changeNotes, type Notes, readNotes } from '#contract/notes.ts';
import { recordOf } from '#contract/unknown-values.ts';
import type { ApiClient } from '#web/api/api-client.ts';
import { keyOf } from '#web/api/query-keys.ts';

/** Shows these notes at once; a pending response could be older. */
export function keepNotes(cache: QueryClient, notes: Notes): Notes {
  const queryKey = keyOf('readNotes', { sessionId: notes.sessionId });
  void cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, notes);
  return notes;
}

/** Null: nothing to save. */
export type NotesChange = (present: Notes) => BodyInputOf<typeof changeNotes>['sections'] | null;

/** Reads the notes and saves them changed; once more if they were changed meanwhile. */
export async function saveNotes(
  client: Pick<ApiClient, 'call'>,
  { sessionId, change, signal }: { sessionId: string; change: NotesChange; signal?: AbortSignal },
): Promise<Notes> {
  const aborted = signal === undefined ? {} : { signal };
  const save = async () => {
    const present = await client.call(readNotes, { params: { sessionId }, ...aborted });
    const sections = change(present);
    if (sections === null) return present;
    return client.call(changeNotes, {
      params: { sessionId },
      headers: { 'if-match': String(present.revision) },
      body: { sections },
      ...aborted,
    });
  };
  try {
    return await save();
  } catch (error) {
    if (recordOf(error).code !== 'staleRevision') throw error;
    return await save();
  }
}
