import { z } from 'zod';
import { parsedMarkdown, type RootContent } from '#contract/markdown/tree.ts';
import { FileSection, type FileSession } from '#contract/notes-file.ts';
import { italicTime, withoutTimes, withTimes } from '#contract/said-times.ts';
import { definedOnly } from '#server/platform/defined-only.ts';
import { headingText, placeOf, sliceOf } from './blocks.ts';
import {
  dayInWords,
  dayOf,
  headingOf,
  insertedBody,
  type NotesDocument,
  oneLine,
  sectionNamed,
  trimmedBody,
} from './document.ts';
import { type Escape, escaped, unescaped } from './escapes.ts';

const closingSigns: Escape = { run: /(?<!\\)\\*#$/g, sign: '#' };

const SectionFacts = FileSection.omit({ body: true }).partial();
const factsPattern = /^<!-- hearthscribe: (\{.*\}) -->$/;
const playedPattern =
  /^\*Played on (?:(?<day>\d{4}-\d{2}-\d{2})(?:, (?<then>\S+))?|(?<words>\d{1,2} \p{L}+ \d{4}))\*(?: <!-- (?<moment>\S+) -->)?$/u;

export function* renderMarkdown(document: NotesDocument): Generator<string> {
  for (const [index, session] of document.sessions.entries())
    yield `${index === 0 ? '' : '\n'}${renderSession(session, document)}`;
}

export function renderSession(
  session: FileSession,
  { audience }: Pick<NotesDocument, 'audience'>,
  written = italicTime,
): string {
  const played = session.playedAt === null ? [] : [playedLine(session.playedAt)];
  const sections = session.sections.flatMap((section) => {
    const body = withTimes(insertedBody(section.body), section.times, written);
    if (body === '') return [];
    const facts = audience === 'gm' ? factsLine(section) : null;
    return [
      [`## ${headingLine(headingOf(section))}`, ...(facts === null ? [] : [facts]), '', body].join('\n'),
    ];
  });
  return `${[`# ${headingLine(session.title)}`, ...played, ...sections].join('\n\n')}\n`;
}

const headingLine = (title: string) => escaped(oneLine(title), closingSigns);

/** The exact time only for the import, not for the reader. */
const playedLine = (playedAt: string): string =>
  `*Played on ${dayInWords(playedAt)}* <!-- ${playedAt.replace('T00:00:00.000Z', '')} -->`;

function factsLine(section: FileSection): string | null {
  const known = sectionNamed(headingOf(section)) ?? ownSection(headingOf(section));
  const facts = Object.fromEntries(
    (['key', 'title', 'visibility'] as const)
      .filter((field) => section[field] !== known[field])
      .map((field) => [field, section[field]]),
  );
  if (Object.keys(facts).length === 0) return null;
  return `<!-- hearthscribe: ${JSON.stringify(facts).replace(/[>\u2028\u2029]/g, unicodeEscape)} -->`;
}

/** So that the character cannot end the comment or the line. */
const unicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The key follows from the title, so that a second import finds the first. */
function ownSection(title: string): Omit<FileSection, 'body'> {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return { key: `own-${[...words].slice(0, 30).join('')}`, title: cut(title, 200), visibility: 'gm' };
}

const cut = (text: string, most: number) =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();

export type ReadSession = Omit<FileSession, 'order'>;

/** Each H1 is a session, each H2 a section. Earlier text becomes a section named Notes. */
export function readMarkdown(text: string, otherwiseTitled: string): ReadSession[] {
  const source = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '');
  const sessions: ReadSession[] = [];
  let session: ReadSession | null = null;
  let heading: string | null = null;
  let from = 0;

  const opened = (): ReadSession => {
    session ??= { title: otherwiseTitled, playedAt: null, sections: [] };
    if (!sessions.includes(session)) sessions.push(session);
    return session;
  };
  const end = (to: number) => {
    const body = trimmedBody(source.slice(from, to));
    if (heading === null) {
      const { playedAt, rest } = playedFrom(body);
      if (playedAt !== null) opened().playedAt = playedAt;
      if (rest !== '') addSection(opened(), 'Notes', rest);
    } else addSection(opened(), heading, body);
  };

  for (const node of parsedMarkdown(source, 'file').children) {
    if (!isSplit(node)) continue;
    end(placeOf(node).start);
    from = placeOf(node).end;
    const title = titleIn(sliceOf(source, node));
    if (node.depth === 1) {
      session = { title: cut(title, 200) || otherwiseTitled, playedAt: null, sections: [] };
      heading = null;
      opened();
    } else heading = title || 'Notes';
  }
  end(source.length);
  return sessions;
}

const isSplit = (node: RootContent): node is Extract<RootContent, { type: 'heading' }> =>
  node.type === 'heading' && node.depth <= 2;

function titleIn(source: string): string {
  const [, opened] = /^#{2}[ \t]+([\s\S]*)$/.exec(source.trimEnd()) ?? [];
  const closed = opened?.endsWith('##') ? opened.slice(0, -2) : undefined;
  const words = closed !== undefined && /[ \t]$/.test(closed) ? closed.trimEnd() : headingText(source);
  return unescaped(words, closingSigns);
}

function playedFrom(body: string): { playedAt: string | null; rest: string } {
  const [first = '', ...others] = body.split('\n');
  const { day, then, words, moment } = playedPattern.exec(first)?.groups ?? {};
  const written = moment ?? then ?? day ?? dayWritten(words);
  const playedAt = z.iso.datetime().safeParse(written.length === 10 ? `${written}T00:00:00.000Z` : written);
  return playedAt.success
    ? { playedAt: playedAt.data, rest: trimmedBody(others.join('\n')) }
    : { playedAt: null, rest: body };
}

/** A user may have removed the comment with the exact time. */
function dayWritten(words = ''): string {
  const time = Date.parse(`${words} UTC`);
  return Number.isNaN(time) ? '' : dayOf(new Date(time).toISOString());
}

function addSection(session: ReadSession, heading: string, text: string): void {
  const [first = '', ...others] = text.split('\n');
  const facts = factsIn(first);
  const body = withoutTimes(facts === null ? text : trimmedBody(others.join('\n')));
  const section = { ...(sectionNamed(heading) ?? ownSection(heading)), ...definedOnly(facts ?? {}), body };
  session.sections.push({ ...section, key: freeKey(section.key, session) });
}

function factsIn(line: string): z.infer<typeof SectionFacts> | null {
  const [, json] = factsPattern.exec(line) ?? [];
  if (json === undefined) return null;
  try {
    return SectionFacts.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

function freeKey(key: string, { sections }: ReadSession): string {
  const isTaken = (one: string) => sections.some((section) => section.key === one);
  if (!isTaken(key)) return key;
  let number = 2;
  while (isTaken(`${key}-${number}`)) number += 1;
  return `${key}-${number}`;
}
