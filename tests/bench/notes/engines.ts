import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { selectNotesEngine } from '#server/engines/notes/select.ts';
import { readConfig } from '#server/platform/config.ts';

export function engineNamed(name: string): NotesEngine {
  if (name === 'highlights') return createHighlightsEngine();
  const { notes } = readConfig(process.env);
  if (!notes.url) throw new Error('Set NOTES_URL to score a chat service, or choose --engine highlights.');
  return selectNotesEngine(notes);
}
