import { changeNotes, readNotes } from '#contract/notes.ts';
import type { Mount } from '#server/http/mount.ts';
import type { NotesService } from './notes.ts';

/** Notes of a long session (no other limit would reject 100 sections of 200,000 characters). */
const MOST_NOTES_BYTES = 8 * 1024 * 1024;

export function notesRoutes(mount: Mount, { notes }: { notes: NotesService }): void {
  mount(readNotes, async ({ user, params }) => ({
    status: 200,
    body: await notes.read(user.userId, params.sessionId),
  }));
  mount(
    changeNotes,
    async ({ user, params, headers, body }) => ({
      status: 200,
      body: await notes.change(
        user.userId,
        params.sessionId,
        Number(headers['if-match'].replaceAll('"', '')),
        body.sections,
      ),
    }),
    { maxBodyBytes: MOST_NOTES_BYTES },
  );
}
