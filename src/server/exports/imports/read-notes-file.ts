import type { ImportPreview } from '#contract/exports.ts';
import { FileSession, withoutAdded } from '#contract/notes-file.ts';
import { refuseUnstorable } from '#server/http/body.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { charactersIn, refuseBeyond, refuseLongNotes } from '#server/platform/text-limits.ts';
import { readJson } from '../formats/json.ts';
import { type ReadSession, readMarkdown } from '../formats/markdown.ts';
import { readVault } from '../vault/read-vault.ts';
import { unzipNotes } from './unzip-notes.ts';

export interface ReadNotes {
  kind: ImportPreview['kind'];
  sessions: ReadSession[];
  warnings: string[];
}

const zipStart = [0x50, 0x4b];

/** @throws Refusal notesUnreadable, notesTooLarge, notesTooLong */
export async function readNotesFile(bytes: Uint8Array): Promise<ReadNotes> {
  const read = zipStart.every((byte, index) => bytes[index] === byte)
    ? await fromZip(bytes)
    : fromText(textOf(bytes));
  const sessions = read.sessions
    .map((session) => ({ ...session, sections: withoutAdded(session.sections) }))
    .filter(({ sections }) => sections.length > 0);
  if (sessions.length === 0) throw new Refusal('notesUnreadable');
  refuseUnstorable(sessions);
  refuseBeyond('importSessions', sessions.length);
  refuseBeyond('importCharacters', charactersIn(sessions.flatMap(({ sections }) => sections)));
  for (const session of sessions) checkLimits(session);
  const empty = read.sessions.length - sessions.length;
  return {
    ...read,
    sessions,
    warnings:
      empty === 0 ? [] : [`${empty === 1 ? 'One session' : `${empty} sessions`} without notes left out.`],
  };
}

async function fromZip(bytes: Uint8Array): Promise<Omit<ReadNotes, 'warnings'>> {
  return { kind: 'obsidian', sessions: readVault(await unzipNotes(bytes)) };
}

function fromText(text: string): Omit<ReadNotes, 'warnings'> {
  if (!/^\ufeff?\s*\{/.test(text)) {
    refuseBeyond('importCharacters', text.length);
    refuseBeyond('importSessions', text.match(/^ {0,3}#(?=[ \t])/gm)?.length ?? 0);
    return { kind: 'markdown', sessions: readMarkdown(text, 'Imported notes') };
  }
  const document = readJson(text.replace(/^\ufeff/, ''));
  if (document === null) throw new Refusal('notesUnreadable');
  return { kind: 'json', sessions: document.sessions };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('notesUnreadable');
  }
}

function checkLimits(session: ReadSession): void {
  refuseLongNotes(session.sections);
  const checked = FileSession.omit({ order: true }).safeParse(session);
  if (checked.success) return;
  throw new Refusal('notesUnreadable');
}
