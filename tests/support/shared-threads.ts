import { createThreads, type Threads } from '#server/engines/threads/threads.ts';
import { createNotesThreads, type NotesThreads } from '#server/exports/threads/notes-threads.ts';
import { createPageThreads, type PageThreads } from '#server/sharing/threads/page-threads.ts';

let threads: Threads | undefined;

/** Of all servers of a process, which ends them: starting one from its source takes half a second of CPU. */
export function sharedThreads(): Threads {
  threads ??= createThreads({ analysesAtOnce: 2 });
  return { ...threads, close: async () => undefined };
}

let notesThreads: NotesThreads | undefined;

/** As `sharedThreads`. */
export function sharedNotesThreads(): NotesThreads {
  notesThreads ??= createNotesThreads();
  return { ...notesThreads, close: async () => undefined };
}

let pageThreads: PageThreads | undefined;

/** As `sharedThreads`. */
export function sharedPageThreads(): PageThreads {
  pageThreads ??= createPageThreads();
  return { ...pageThreads, close: async () => undefined };
}
