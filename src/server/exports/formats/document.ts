import { exportNames } from '#contract/export-formats.ts';
import type { FileSection, FileSession, NotesFile } from '#contract/notes-file.ts';
import { resultParts } from '#contract/result-parts.ts';
import { type Audience, visibleSections } from '#contract/visibility.ts';
import { closedBody, demoted } from './blocks.ts';

export type NotesDocument = NotesFile;

/** The heading of a section: a name that other tools read, or the section’s own title. */
export const headingOf = ({ key, title }: Pick<FileSection, 'key' | 'title'>): string =>
  exportNames[key] ?? oneLine(title);

/** The section that a heading names, as in the catalogue; null for a user's own section. */
export function sectionNamed(heading: string): Omit<FileSection, 'body'> | null {
  const wanted = heading.toLowerCase();
  const part = resultParts.find(
    ({ key, title }) => title.toLowerCase() === wanted || exportNames[key]?.toLowerCase() === wanted,
  );
  return part === undefined ? null : { key: part.key, title: part.title, visibility: part.visibility };
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A body without surrounding blank lines, with \n line ends. */
export const trimmedBody = (body: string): string =>
  body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

/** The day a session was played on, as written in exports: 2026-03-12. */
export const dayOf = (playedAt: string): string => playedAt.slice(0, 10);

/**
 * What an audience may see of some sessions. The game master’s copy keeps the markers of items, so that it
 * can be imported again.
 */
export function documentFor(
  campaign: NotesDocument['campaign'],
  sessions: readonly FileSession[],
  audience: Audience,
): NotesDocument {
  return {
    format: 'hearthscribe-notes',
    version: 1,
    audience,
    campaign: campaign && { title: campaign.title },
    sessions: sessions.map(({ title, order, playedAt, sections }) => ({
      title,
      order,
      playedAt,
      sections:
        audience === 'gm'
          ? sections.map(({ key, title: name, body, visibility }) => ({ key, title: name, body, visibility }))
          : shown(sections, audience),
    })),
  };
}

/** A body for a document: its headings are below the section’s own, and it cannot affect what follows. */
export const insertedBody = (body: string): string => trimmedBody(demoted(closedBody(trimmedBody(body))));

/** The sections of a session for readers: without markers, and without empty ones. */
export const readableSections = (session: FileSession, { audience }: NotesDocument): FileSection[] => {
  // Adjusted with its markers: without them, a line that is a heading below one would be part of its item.
  const sections = session.sections.map((section) => ({ ...section, body: insertedBody(section.body) }));
  return (audience === 'gm' ? shown(sections, 'gm') : sections).filter(({ body }) => body !== '');
};

const shown = (sections: readonly FileSection[], audience: Audience): FileSection[] =>
  visibleSections(
    sections.map((section) => ({ ...section, source: 'user' })),
    audience,
  ).map(({ key, title, body, visibility }) => ({ key, title, body, visibility }));
