import { NotesFile } from '#contract/notes-file.ts';
import type { NotesDocument } from './document.ts';

/** Where the session is in the app is only for a vault. */
const withoutAddress = (key: string, value: unknown) => (key === 'address' ? undefined : value);

export const renderJson = (document: NotesDocument): string =>
  `${JSON.stringify(document, withoutAddress, 2)}\n`;

export function readJson(text: string): NotesDocument | null {
  try {
    const file = NotesFile.parse(JSON.parse(text));
    return {
      ...file,
      sessions: file.sessions.map((session) => ({
        ...session,
        sections: session.sections.map(({ times: _, ...section }) => section),
      })),
    };
  } catch {
    return null;
  }
}
