import type { NotesSection } from '#contract/notes.ts';
import { placeOfSentence } from '#contract/sentences.ts';
import { type Item, isFor, itemsOf, withItemContent } from '#contract/visibility.ts';
import { isWholeSection } from './standings.ts';

/** `written`: as the item then reads. */
export type Reworded = { body: string; written: string } | 'outdated' | 'unfit';

/** The body of a section once other words have replaced an item, one sentence of an item, or all of it. */
export function reworded(
  section: Pick<NotesSection, 'body' | 'visibility'>,
  { before, after }: { before: string; after: string },
): Reworded {
  if (isWholeSection(section, before)) {
    const body = withoutMarkers(after);
    return body === null ? 'unfit' : { body, written: body };
  }
  const item = itemWith(section, (content) => content === before);
  if (item !== undefined) {
    const body = withItemContent(section, item.index, after);
    if (body === null) return 'unfit';
    return { body, written: itemsOf({ ...section, body })[item.index]?.content ?? after };
  }
  return sentenceReplaced(section, { before, after });
}

function sentenceReplaced(
  section: Pick<NotesSection, 'body' | 'visibility'>,
  { before, after }: { before: string; after: string },
): Reworded {
  const item = itemWith(section, (content) => placeOfSentence(content, before) !== null);
  const at = placeOfSentence(item?.content ?? '', before);
  if (item?.content == null || at === null) return 'outdated';
  const [start, end] = [item.content.slice(0, at), item.content.slice(at + before.length)];
  const body = withItemContent(section, item.index, start + after + end);
  if (body === null) return 'unfit';
  const content = itemsOf({ ...section, body })[item.index]?.content ?? '';
  // Only then can an undo find it again.
  if (!content.startsWith(start) || !content.endsWith(end)) return 'unfit';
  const written = content.slice(start.length, content.length - end.length);
  return placeOfSentence(content, written) === null ? 'unfit' : { body, written };
}

/** Null if the words of a player would decide who reads what. */
function withoutMarkers(words: string): string | null {
  const items = itemsOf({ body: words, visibility: 'players' });
  return items.every(({ own, visibility }) => own === null && visibility === 'players') ? words : null;
}

function itemWith(
  section: Pick<NotesSection, 'body' | 'visibility'>,
  isIt: (content: string) => boolean,
): Item | undefined {
  const same = itemsOf(section).filter(({ content }) => content !== null && isIt(content));
  return same.find(({ visibility }) => isFor('players', visibility)) ?? same[0];
}
