import { NotesFile } from '#contract/notes-file.ts';
import type { NotesDocument } from './document.ts';

export const renderJson = (document: NotesDocument): string => `${JSON.stringify(document, null, 2)}\n`;

export function readJson(text: string): NotesDocument | null {
  try {
    return NotesFile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
