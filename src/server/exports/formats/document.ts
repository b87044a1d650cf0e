import { dayOf as longDay } from '#contract/dates.ts';
import { otherHeadings } from '#contract/export-formats.ts';
import {
  type FileSection,
  type FileSession,
  longerReadSection,
  marksSection,
  type NotesFile,
  type SessionWithMarks,
} from '#contract/notes-file.ts';
import { hasText } from '#contract/place-in.ts';
import {
  highlightsLabel,
  losesLabel,
  resultParts,
  titlesOf,
  withoutQuestions,
} from '#contract/result-parts.ts';
import { clockTime, seenWithTimes, withTimes } from '#contract/said-times.ts';
import type { Mark } from '#contract/sessions.ts';
import type { Audience } from '#contract/visibility.ts';
import { closedBody, demoted } from './blocks.ts';

/** `address` is the session's page in the app, if the server knows its own. */
export type DocumentSession = FileSession & { address?: string | null };
export type NotesDocument = Omit<NotesFile, 'sessions'> & { sessions: DocumentSession[] };

/** As in the app. */
export const headingOf = ({ title }: Pick<FileSection, 'title'>): string => oneLine(title);

/** Null: a user's own section. */
export function sectionNamed(heading: string): Omit<FileSection, 'body'> | null {
  const wanted = heading.toLowerCase();
  const added = [marksSection, longerReadSection].find(({ title }) => title.toLowerCase() === wanted);
  if (added !== undefined) return added;
  const isCalled = (name: string | undefined) => name?.toLowerCase() === wanted;
  const part =
    resultParts.find(({ title }) => isCalled(title)) ??
    resultParts.find((one) => titlesOf(one).some(isCalled) || isCalled(otherHeadings[one.key]));
  return part === undefined ? null : { key: part.key, title: part.title, visibility: part.visibility };
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const trimmedBody = (body: string): string =>
  body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

export const dayOf = (playedAt: string): string => playedAt.slice(0, 10);

/** "27 November 2026", as on the pages of the app. */
export const dayInWords = (playedAt: string): string => longDay(Date.parse(playedAt), 'UTC');

/** The game master's copy keeps the markers of items, for a later import. */
export function documentFor(
  campaign: NotesDocument['campaign'],
  sessions: readonly (SessionWithMarks & Pick<DocumentSession, 'address'>)[],
  audience: Audience,
): NotesDocument {
  return {
    format: 'hearthscribe-notes',
    version: 1,
    audience,
    campaign: campaign && { title: campaign.title },
    sessions: sessions.map(({ title, order, playedAt, sections: all, marks = [], address = null }) => {
      const sections = seenBy(audience, withoutQuestions(all));
      return {
        title,
        order,
        playedAt,
        ...(address === null ? {} : { address }),
        sections: [...sections, ...(audience === 'gm' ? listed(marks) : [])],
      };
    }),
  };
}

const listed = (marks: readonly Mark[]): FileSection[] =>
  marks.length === 0
    ? []
    : [{ ...marksSection, body: marks.map((mark) => `- ${markLine(mark)}`).join('\n') }];

const markLine = ({ atMs, word }: Mark): string =>
  [clockTime(atMs), escapedWord(oneLine(word))].filter((part) => part !== '').join(' ');

/** Markdown's signs in a word are its letters. */
const escapedWord = (word: string): string => word.replace(/[\\`*_[\]<>#~|]/g, '\\$&');

const seenBy = (audience: Audience, sections: readonly FileSection[]): FileSection[] =>
  audience === 'gm'
    ? sections.map(({ key, title, body, visibility, times }) => ({
        key,
        title,
        body,
        visibility,
        ...timesIn(body, times),
      }))
    : labelled(shown(sections, audience), sections);

function labelled(seen: FileSection[], all: readonly FileSection[]): FileSection[] {
  const [first, ...rest] = seen;
  if (first === undefined || !losesLabel(all, seen)) return seen;
  return [{ ...first, body: `*${highlightsLabel}*\n\n${first.body}` }, ...rest];
}

export const insertedBody = (body: string): string => trimmedBody(demoted(closedBody(trimmedBody(body))));

export const readableSections = (session: FileSession, { audience }: NotesDocument): FileSection[] => {
  // Before removing markers: they separate a line from a heading below it.
  const sections = session.sections.map((section) => ({ ...section, body: insertedBody(section.body) }));
  return (audience === 'gm' ? shown(sections, 'gm') : sections)
    .filter(({ body }) => body !== '')
    .map(({ times, ...section }) => ({ ...section, body: withTimes(section.body, times) }));
};

const shown = (sections: readonly FileSection[], audience: Audience): FileSection[] =>
  sections.flatMap(({ times: all, ...section }) =>
    seenWithTimes({ ...section, source: 'user' }, all, audience).map(
      ({ key, title, body, visibility, times }) => ({
        key,
        title,
        body,
        visibility,
        ...(times.length === 0 ? {} : { times }),
      }),
    ),
  );

/** Only of lines that are there. */
const timesIn = (body: string, times: FileSection['times']): Pick<FileSection, 'times'> => {
  const there = times?.filter(({ text }) => hasText(body, text)) ?? [];
  return there.length === 0 ? {} : { times: there };
};
