import { keyOf } from './labels.ts';
import { linesOf } from './markdown/pieces.ts';
import {
  type Block,
  blocksOf,
  contentOf,
  isLoneMarker,
  joined,
  markerStart,
  onOneLine,
  remarked,
  suspicious,
  textOf,
  type Visibility,
} from './note-blocks.ts';
import type { NotesSection } from './notes.ts';
import { resultParts } from './result-parts.ts';
import { whisperName } from './visibility-markers.ts';

export type { Visibility };

/** Players read what is theirs or public. */
export type Audience = Visibility;

/** Evidence never leaves the server. */
export type SharedSection = Pick<NotesSection, 'key' | 'title' | 'body' | 'visibility' | 'source'>;

/** What is inside a hidden list item or below a hidden heading is hidden, too. */
export interface Item {
  index: number;
  kind: Block['kind'];
  text: string;
  line: number;
  /** On one line, without bullet or heading signs; null if rewording could change the surroundings. */
  content: string | null;
  own: Visibility | null;
  /** The characters to whom it is whispered. */
  whisper: readonly string[];
  visibility: Visibility;
}

const ranks: Record<Visibility, number> = { gm: 0, players: 1, public: 2 };
const stricter = (one: Visibility, other: Visibility) => (ranks[one] < ranks[other] ? one : other);

export const isFor = (audience: Audience, visibility: Visibility) => ranks[visibility] >= ranks[audience];

/** Uses the catalogue's title for a hidden section with visible items, because its own may be a secret. */
export function visibleSections(sections: readonly SharedSection[], audience: Audience): SharedSection[] {
  return sections.flatMap((section) => {
    // Questions to the game master, whatever the section is marked for.
    if (section.key === 'toConfirm' && audience !== 'gm') return [];
    const body = visibleBody(section, audience);
    if (isFor(audience, section.visibility)) {
      const { key, title, visibility, source } = section;
      return body === '' && section.body.trim() !== '' ? [] : [{ key, title, body, visibility, source }];
    }
    return body === '' ? [] : [underNeutralTitle(section, body, audience)];
  });
}

function underNeutralTitle(section: SharedSection, body: string, audience: Audience): SharedSection {
  const known = resultParts.find(({ key }) => key === section.key);
  const { key, title } = known ?? { key: 'more', title: 'More' };
  return { key, title, body, visibility: audience, source: section.source };
}

const hasLooseBlanks = /^[ \t]+$|\r/m;

/** Without a marker, nothing has to be read. */
function visibleBody(section: Pick<SharedSection, 'body' | 'visibility'>, audience: Audience): string {
  const { body } = section;
  if (!suspicious.test(body) && !hasLooseBlanks.test(body))
    return isFor(audience, section.visibility) ? body.replace(/^\n+|\n+$/g, '') : '';
  const blocks = blocksOf(body);
  const decided = visibilities(blocks, section.visibility);
  const shown = blocks.flatMap((block, index) => {
    const text = textOf(block);
    if (text === '' || !isFor(audience, decided[index] ?? 'gm')) return [];
    const isBehindHidden = index > 0 && !isFor(audience, decided[index - 1] ?? 'gm');
    return { text, blanks: isBehindHidden && block.kind !== 'listItem' ? 1 : block.blanks };
  });
  return joined(shown);
}

export function itemsOf(section: Pick<SharedSection, 'body' | 'visibility'>): Item[] {
  const blocks = blocksOf(section.body);
  const decided = visibilities(blocks, section.visibility);
  return blocks.map((block, index) => ({
    index,
    kind: block.kind,
    text: textOf(block),
    line: block.line,
    content: contentOf(block),
    own: block.marker,
    whisper: block.whisper,
    visibility: decided[index] ?? 'gm',
  }));
}

/** Of each line, as a rank: for whom it is in a section for the game master, for the players, and for everyone. */
export function readersOfLines(body: string): number[][] {
  const blocks = blocksOf(body);
  const decided = (['gm', 'players', 'public'] as const).map((section) => visibilities(blocks, section));
  let at = -1;
  return Array.from(linesOf(body), (_, line) => {
    while ((blocks[at + 1]?.line ?? line + 1) <= line) at += 1;
    return decided.map((each) => ranks[each[at] ?? 'gm']);
  });
}

const rewritten = (blocks: readonly Block[], write: (block: Block, index: number) => string): string =>
  joined(blocks.map((block, at) => ({ blanks: block.blanks, text: write(block, at) })));

const asItIs = ({ lines }: Block) => lines.join('\n');

/** As a character’s player may read it: what was whispered to them is marked as the players’, what was whispered to others stays the game master’s. */
export function heardBy<Section extends Pick<SharedSection, 'body'>>(
  sections: readonly Section[],
  names: readonly string[],
): Section[] {
  if (names.length === 0) return [...sections];
  const theirs = new Set(names.map((name) => keyOf(whisperName(name))));
  const isTheirs = ({ isSuspect, whisper }: Block) =>
    !isSuspect && whisper.some((name) => theirs.has(keyOf(name)));
  return sections.map((section) =>
    /whisper:/i.test(section.body)
      ? {
          ...section,
          body: rewritten(blocksOf(section.body), (block) =>
            isTheirs(block) ? remarked(block, 'players') : asItIs(block),
          ),
        }
      : section,
  );
}

/** All that the game master reads, but what was whispered to others than these characters, and what is inside it. */
export function withoutWhispersToOthers<Section extends Pick<SharedSection, 'body'>>(
  sections: readonly Section[],
  names: readonly string[],
): Section[] {
  const isOfAll = ({ marker, whisper, isSuspect }: Block) =>
    marker !== null && whisper.length === 0 && !isSuspect;
  return sections.map((section) => {
    if (!/whisper/i.test(section.body)) return section;
    const body = rewritten(blocksOf(section.body), (block) =>
      isOfAll(block) ? remarked(block, 'players') : asItIs(block),
    );
    const heard = heardBy([{ body }], names).map((each) =>
      visibleBody({ ...each, visibility: 'players' }, 'players'),
    );
    return { ...section, body: heard.join('') };
  });
}

/** Null removes the marker. Replaces a malformed one. */
export function withItemVisibility(
  body: string,
  index: number,
  visibility: Visibility | `whisper: ${string}` | null,
): string {
  return rewritten(blocksOf(body), (block, at) =>
    at === index ? remarked(block, visibility) : asItIs(block),
  );
}

/** Keeps the bullet and marker. Null if the words cannot be one line, or would change more than the item. */
export function withItemContent(
  section: Pick<SharedSection, 'body' | 'visibility'>,
  index: number,
  words: string,
): string | null {
  const content = onOneLine(words);
  const escaped = content.replace(/^(?=[-*+#>=~`|[])/, '\\').replace(/^(\d{1,9})(?=[.)])/, '$1\\');
  return reworded(section, index, content) ?? reworded(section, index, escaped);
}

function reworded(
  section: Pick<SharedSection, 'body' | 'visibility'>,
  index: number,
  content: string,
): string | null {
  const blocks = blocksOf(section.body);
  const block = blocks[index];
  if (block === undefined || contentOf(block) === null || content === '') return null;
  const full = asItIs(block);
  const bare = textOf(block);
  const head = full.slice(0, full.length - bare.slice(markerStart(bare)).length);
  const body = rewritten(blocks, (each, at) => (at === index ? head + content : asItIs(each)));
  const before = itemsOf(section);
  const after = itemsOf({ ...section, body });
  const isKept =
    before.length === after.length &&
    before.every((item, at) => {
      const now = after[at];
      return (
        now?.kind === item.kind &&
        now.own === item.own &&
        now.visibility === item.visibility &&
        (at === index ? now.content === content : now.text === item.text)
      );
    });
  return isKept ? body : null;
}

interface MarkedHeading {
  level: number;
  within: number | null;
  visibility: Visibility;
}

/** From markers, the list items and headings around, and the section. If in doubt, the stricter. */
function visibilities(blocks: readonly Block[], section: Visibility): Visibility[] {
  const decided: Visibility[] = [];
  let headings: MarkedHeading[] = [];
  /** Of marked text, for the list that follows it in the same place. */
  const lists = new Map<number | null, { sure: Visibility; unsure: Visibility; isAlone: boolean }>();
  for (const block of blocks) {
    const { kind, within, level, blanks, marker, isSuspect } = block;
    headings = headings.filter(
      (one) =>
        isInside(blocks, within, one.within) &&
        (kind !== 'heading' || one.within !== within || one.level < level),
    );
    const around =
      headings.findLast((one) => one.within === within)?.visibility ??
      (within === null ? undefined : decided[within]);
    const list = lists.get(within);
    const isListed = list !== undefined && kind === 'listItem' && (blanks === 0 || list.isAlone);
    if (!isListed) lists.delete(within);
    const scope = isListed ? (blanks === 0 ? list.sure : list.unsure) : around;
    const own = isSuspect ? 'gm' : (marker ?? scope ?? section);
    const most = scope === undefined && !block.hasCode ? own : stricter(own, scope ?? section);
    // Without a blank line, it may be meant as a part of what is above.
    const isBelow = kind === 'text' && blanks === 0 && blocks[decided.length - 1]?.kind !== 'heading';
    const visibility = isBelow ? stricter(most, decided.at(-1) ?? 'public') : most;
    decided.push(visibility);
    if (marker === null && !isSuspect) continue;
    if (kind === 'heading') headings.push({ level, within, visibility });
    if (kind === 'text')
      lists.set(within, {
        sure: visibility,
        unsure: stricter(visibility, scope ?? section),
        isAlone: isLoneMarker(block),
      });
  }
  return decided;
}

export function isInside(blocks: readonly Block[], within: number | null, item: number | null): boolean {
  for (let around = within; around !== item; around = blocks[around]?.within ?? null)
    if (around === null) return false;
  return true;
}
