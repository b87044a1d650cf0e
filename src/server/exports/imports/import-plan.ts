import type { ImportChoice, ImportPreview } from '#contract/exports.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { FileSection } from '#contract/notes-file.ts';
import { insertedBody } from '../formats/document.ts';
import type { ReadSession } from '../formats/markdown.ts';
import { sameName } from '../vault/note-names.ts';

export interface PresentSession {
  id: string;
  title: string;
  playedAt: string | null;
  sections: readonly NotesSection[];
}

interface PlannedSection {
  section: FileSection;
  present: NotesSection | null;
  change: ImportPreview['sessions'][number]['sections'][number]['change'];
}

export interface PlannedSession {
  read: ReadSession;
  into: PresentSession | null;
  sections: PlannedSection[];
}

export function planImport(
  read: readonly ReadSession[],
  present: readonly PresentSession[],
): PlannedSession[] {
  const free = new Set(present);
  return read.map((session) => {
    const into = matching(session, [...free]);
    if (into !== null) free.delete(into);
    return planSession(session, into);
  });
}

export function planSession(read: ReadSession, into: PresentSession | null): PlannedSession {
  const free = new Set(into?.sections);
  const sections = read.sections.map((section) => {
    const byKey = [...free].find(({ key }) => key === section.key);
    const present =
      byKey ?? [...free].find(({ title }) => sameName(title) === sameName(section.title)) ?? null;
    if (present !== null) free.delete(present);
    return { section, present, change: changeOf(section, present) };
  });
  return { read, into, sections };
}

function matching(session: ReadSession, free: readonly PresentSession[]): PresentSession | null {
  const named = free.filter(({ title }) => sameName(title) === sameName(session.title));
  return named.find(({ playedAt }) => playedAt === session.playedAt) ?? named[0] ?? null;
}

function changeOf(section: FileSection, present: NotesSection | null): PlannedSection['change'] {
  if (present === null || present.body.trim() === '') return 'new';
  return insertedBody(present.body) === insertedBody(section.body) ? 'same' : 'changed';
}

export const previewOf = (planned: readonly PlannedSession[]): ImportPreview['sessions'] =>
  planned.map(({ read, into, sections }) => ({
    title: read.title,
    playedAt: read.playedAt,
    into: into && { id: into.id, title: into.title },
    sections: sections.map(({ section, present, change }) => ({
      title: section.title,
      change,
      text: section.body,
      present: change === 'changed' ? (present?.body ?? null) : null,
    })),
  }));

const ranks = { gm: 0, players: 1, public: 2 } as const;

/** Null if they stay unchanged. */
export function sectionsAfter(
  { into, sections }: PlannedSession,
  existing: ImportChoice,
): FileSection[] | null {
  const planned = new Map(sections.map((one) => [one.present?.key ?? null, one] as const));
  const isWritten = ({ change }: PlannedSection) =>
    change === 'new' || (change === 'changed' && existing !== 'keep');
  if (!sections.some(isWritten)) return null;
  const before = (into?.sections ?? []).map(({ key, title, body, visibility }) => ({
    key,
    title,
    body,
    visibility,
  }));
  const after = before.map((section) => {
    const one = planned.get(section.key);
    return one === undefined || !isWritten(one) ? section : combined(section, one, existing);
  });
  const keys = new Set(before.map(({ key }) => key));
  const added = sections
    .filter(({ present }) => present === null)
    .map(({ section }) => withFreeKey(section, keys));
  return [...after, ...added];
}

function withFreeKey(section: FileSection, keys: Set<string>): FileSection {
  let { key } = section;
  for (let number = 2; keys.has(key); number += 1) key = `${section.key.slice(0, 70)}-${number}`;
  keys.add(key);
  return { ...section, key };
}

/** Only for those who could see both parts before. */
function combined(
  before: FileSection,
  { section, change }: PlannedSection,
  existing: ImportChoice,
): FileSection {
  const isAdded = change === 'changed' && existing === 'append';
  return {
    ...before,
    body: isAdded ? `${before.body.trimEnd()}\n\n${section.body}` : section.body,
    visibility: ranks[before.visibility] < ranks[section.visibility] ? before.visibility : section.visibility,
  };
}
