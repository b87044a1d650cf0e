import type { Notes, NotesSection, QuotedWords, SavedSection } from '#contract/notes.ts';
import type { Segment } from '#contract/transcript.ts';
import { sectionDraft, withoutBody } from '#machines/notes-autosave/section-draft.ts';

/** Its message is for the user. */
class QuoteRefused extends Error {
  readonly code = 'quoteRefused';
}

export interface Quote {
  markdown: string;
  words: QuotedWords[];
}

export const quotesSection = { key: 'own-quotes', title: 'Quotes' } as const;

/** `> “words” — Speaker`; consecutive lines of one speaker become one quote. */
export function quoteOf(
  segments: readonly Pick<Segment, 'id' | 'text' | 'speakerId'>[],
  speakerOf: (id: string) => string | undefined,
): Quote {
  const groups: { speakerId: string | null; words: QuotedWords }[] = [];
  for (const { id, text, speakerId } of segments) {
    const said = text.trim().replace(/\s+/gu, ' ');
    const last = groups.at(-1);
    if (said === '') continue;
    if (last !== undefined && last.speakerId === speakerId) {
      last.words = { text: `${last.words.text} ${said}`, segmentIds: [...last.words.segmentIds, id] };
    } else groups.push({ speakerId, words: { text: said, segmentIds: [id] } });
  }
  const lines = groups.map(({ speakerId, words }) => {
    const speaker = speakerId === null ? undefined : speakerOf(speakerId);
    return `> “${words.text}”${speaker === undefined ? '' : ` — ${speaker}`}`;
  });
  // With its markup, because short words may appear elsewhere, too.
  const words = groups.map(({ words: { text, segmentIds } }) => ({ text: `“${text}”`, segmentIds }));
  return { markdown: lines.join('\n>\n'), words };
}

export function withQuote({ sections }: Pick<Notes, 'sections'>, key: string, quote: Quote): SavedSection[] {
  const added = (section: Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility'>): SavedSection => ({
    ...sectionDraft(section),
    body: section.body.trim() === '' ? quote.markdown : `${section.body.trimEnd()}\n\n${quote.markdown}`,
    quotes: quote.words,
  });
  if (sections.some((section) => section.key === key)) {
    return sections.map((section) => (section.key === key ? added(section) : withoutBody(section)));
  }
  if (key !== quotesSection.key) throw new QuoteRefused('This section was removed. Choose another one.');
  return [...sections.map(withoutBody), added({ ...quotesSection, body: '', visibility: 'gm' })];
}

/** Anything written since stays. */
export function withoutQuote(
  { sections }: Pick<Notes, 'sections'>,
  key: string,
  { markdown }: Quote,
  before: string | null,
): SavedSection[] {
  const body = sections.find((section) => section.key === key)?.body;
  const at = body?.lastIndexOf(markdown) ?? -1;
  if (body === undefined || at < 0) {
    throw new QuoteRefused('The quote was changed in the notes in the meantime. Remove it there.');
  }
  const behind = body.slice(at + markdown.length);
  const left = `${body.slice(0, at).trimEnd()}${behind}`;
  const isAsBefore = left === (before ?? '').trimEnd();
  return sections.flatMap((section) => {
    if (section.key !== key) return withoutBody(section);
    if (isAsBefore && before === null) return [];
    return { ...sectionDraft(section), body: isAsBefore ? (before ?? '') : left };
  });
}
