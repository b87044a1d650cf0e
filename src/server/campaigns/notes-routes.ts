import {
  changeNotes,
  listNotesVersions,
  readNotes,
  readNotesVersion,
  restoreNotesVersion,
} from '#contract/notes.ts';
import { takeRecaps } from '#contract/recaps.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { NotesService } from './notes.ts';
import type { NotesVersions } from './notes-versions.ts';
import type { createRecaps } from './recaps.ts';

/** No other limit would reject 100 sections of 200,000 characters. */
const MOST_NOTES_BYTES = 8 * 1024 * 1024;

export function notesRoutes(
  mount: Mount,
  {
    notes,
    versions,
    recaps,
  }: { notes: NotesService; versions: NotesVersions; recaps: ReturnType<typeof createRecaps> },
): void {
  mount(readNotes, async ({ user, params }) => ({
    status: 200,
    body: await notes.read(user.userId, params.sessionId),
  }));
  mount(
    changeNotes,
    async ({ user, params, headers, body }) => ({
      status: 200,
      body: await notes.change(user.userId, params.sessionId, revisionOf(headers['if-match']), body.sections),
    }),
    { maxBodyBytes: MOST_NOTES_BYTES },
  );
  mount(takeRecaps, async ({ user }) => ({ status: 200, body: await recaps.take(user.userId) }));
  mount(listNotesVersions, async ({ user, params }) => ({
    status: 200,
    body: await versions.list(user.userId, params.sessionId),
  }));
  mount(readNotesVersion, async ({ user, params }) => ({
    status: 200,
    body: await versions.read(user.userId, params.sessionId, Number(params.revision)),
  }));
  mount(restoreNotesVersion, async ({ user, params, headers }) => ({
    status: 200,
    body: await versions.restore(
      user.userId,
      params.sessionId,
      Number(params.revision),
      revisionOf(headers['if-match']),
    ),
  }));
}
