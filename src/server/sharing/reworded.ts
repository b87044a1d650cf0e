import type { NotesSection } from '#contract/notes.ts';
import { type Item, isFor, itemsOf, withItemContent } from '#contract/visibility.ts';
import { isWholeSection } from './standings.ts';

/** `written`: as the item then reads. */
export type Reworded = { body: string; written: string } | 'outdated' | 'unfit';

/** The body of a section once a player's words have replaced an item, or all of it. */
export function reworded(
  section: Pick<NotesSection, 'body' | 'visibility'>,
  { before, after }: { before: string; after: string },
): Reworded {
  if (isWholeSection(section, before)) {
    const body = withoutMarkers(after);
    return body === null ? 'unfit' : { body, written: body };
  }
  const item = itemWith(section, before);
  if (item === undefined) return 'outdated';
  const body = withItemContent(section, item.index, after);
  if (body === null) return 'unfit';
  return { body, written: itemsOf({ ...section, body })[item.index]?.content ?? after };
}

/** Null if the words of a player would decide who reads what. */
function withoutMarkers(words: string): string | null {
  const items = itemsOf({ body: words, visibility: 'players' });
  return items.every(({ own, visibility }) => own === null && visibility === 'players') ? words : null;
}

function itemWith(section: Pick<NotesSection, 'body' | 'visibility'>, content: string): Item | undefined {
  const same = itemsOf(section).filter((item) => item.content === content);
  return same.find(({ visibility }) => isFor('players', visibility)) ?? same[0];
}
