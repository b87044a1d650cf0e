import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { selectNotesEngine } from '#server/engines/notes/select.ts';
import { readConfig } from '#server/platform/config.ts';
import { refuse } from './options.ts';

export function engineNamed(name: string): NotesEngine {
  if (name === 'highlights') return createHighlightsEngine();
  if (name !== 'configured') refuse(`--engine is "${name}", not "highlights" or "configured"`);
  const { notes } = readConfig(process.env);
  if (!notes.url) refuse('--engine configured needs NOTES_URL');
  return selectNotesEngine(notes);
}
