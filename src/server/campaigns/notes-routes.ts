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
  mount(readNotes, ({ user, params }) => notes.read(user.userId, params.sessionId));
  mount(
    changeNotes,
    ({ user, params, headers, body }) =>
      notes.change(user.userId, params.sessionId, revisionOf(headers['if-match']), body.sections),
    { maxBodyBytes: MOST_NOTES_BYTES },
  );
  mount(takeRecaps, ({ user }) => recaps.take(user.userId));
  mount(listNotesVersions, ({ user, params }) => versions.list(user.userId, params.sessionId));
  mount(readNotesVersion, ({ user, params }) =>
    versions.read(user.userId, params.sessionId, Number(params.revision)),
  );
  mount(restoreNotesVersion, ({ user, params, headers }) =>
    versions.restore(user.userId, params.sessionId, Number(params.revision), revisionOf(headers['if-match'])),
  );
}
