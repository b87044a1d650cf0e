import type { PrepLine, PrepPart, PrepSheet } from '#contract/prep.ts';
import { countOf } from '#web/ui/count-of.ts';
import { plainMarkdown } from '#web/ui/plain-markdown.ts';
import { clock, day } from '#web/ui/text.ts';

const SILENT = 3;

/** In the order of the sheet. */
export const prepParts: readonly { part: PrepPart; title: string }[] = [
  { part: 'stopped', title: 'Where you stopped' },
  { part: 'promise', title: 'Promises' },
  { part: 'said', title: 'From the last evening' },
  { part: 'plan', title: 'Said near the end' },
  { part: 'thread', title: 'Open threads' },
  { part: 'person', title: 'People to have ready' },
  { part: 'name', title: 'Names to pronounce' },
  { part: 'knows', title: 'What not everyone knows' },
];

export const isSilent = ({ silentFor }: Pick<PrepLine, 'silentFor'>): boolean => (silentFor ?? 0) >= SILENT;

/** How long a thread has not been touched. */
export const silence = ({ silentFor }: Pick<PrepLine, 'silentFor'>): string =>
  silentFor === null || silentFor === 0 ? '' : `Not mentioned for ${countOf(silentFor, 'session')}`;

export const absence = ({ note }: Pick<PrepLine, 'note'>): string => `Missing: ${note}`;

/** What has quotation marks already, as people who speak for somebody else, gets no more. */
export const quoted = (text: string): string => (text === '' || /["“”„«»]/u.test(text) ? text : `“${text}”`);

/** One line of the sheet in words. */
function wordsOf(line: PrepLine, sessions: PrepSheet['sessions']): string {
  const { part, name, text, note, place } = line;
  const title = sessions.find(({ id }) => id === place?.sessionId)?.title ?? '';
  const at = place?.startMs == null ? '' : `, ${clock(place.startMs / 1000)}`;
  const from = title === '' ? '' : ` (${title}${at})`;
  switch (part) {
    case 'stopped':
      return `${name === '' ? '' : `${name}: `}${text}${from}`;
    case 'said':
    case 'plan':
      return `${name}: ${quoted(text)}${from}`;
    case 'thread':
    case 'promise':
      return [text, silence(line)].filter(Boolean).join(' – ') + from;
    case 'person':
    case 'name':
      return [name, note, quoted(text)].filter(Boolean).join(' – ') + (text === '' ? '' : from);
    case 'knows':
      return `${name}: ${text}${from} ${absence(line)}`;
  }
}

interface Written {
  title: string;
  items: string[];
}

function written({ lines, sessions, own }: PrepSheet): Written[] {
  const parts = prepParts.map(({ part, title }) => ({
    title,
    items: lines.filter((line) => line.part === part).map((line) => wordsOf(line, sessions)),
  }));
  const ownItems = own.split('\n').map((line) => line.trim());
  return [...parts, { title: 'Your lines', items: ownItems }]
    .map(({ title, items }) => ({ title, items: items.filter((item) => item !== '') }))
    .filter(({ items }) => items.length > 0);
}

const headOf = (campaign: string, { pinnedAt }: PrepSheet): string =>
  `${campaign}: next evening${pinnedAt === null ? '' : ` (as of ${day(pinnedAt)})`}`;

/** To paste anywhere. */
export const prepAsText = (campaign: string, sheet: PrepSheet): string =>
  [
    headOf(campaign, sheet),
    ...written(sheet).map(({ title, items }) => `${title}\n${items.map((item) => `- ${item}`).join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n');

export const prepAsMarkdown = (campaign: string, sheet: PrepSheet): string =>
  [
    `# ${plainMarkdown(headOf(campaign, sheet))}`,
    ...written(sheet).map(
      ({ title, items }) => `## ${title}\n\n${items.map((item) => `- ${plainMarkdown(item)}`).join('\n')}`,
    ),
  ]
    .join('\n\n')
    .concat('\n');
