import { type Nodes, parsedMarkdown, type RootContent } from '#contract/markdown/tree.ts';
import { textLimits } from '#contract/text-limits.ts';

interface Mark {
  open: string;
  close: string;
}

export interface Word {
  text: string;
  marks: readonly Mark[];
  isApart: boolean;
  isCut?: boolean;
}

export interface DiscordLine {
  first: string;
  rest: string;
  words: readonly Word[];
  isApart: boolean;
  isHeading?: boolean;
}

const longestWord = textLimits.wordCharacters.most;
const longestCode = 1800;
const deepestIndent = 16;

/** Discord supports less markup and notifies people who are named. */
export function discordLines(markdown: string): DiscordLine[] {
  const root = parsedMarkdown(markdown, 'file');
  return root.children.flatMap((block) => blockLines(block, '', ''));
}

function blockLines(block: RootContent, first: string, rest: string): DiscordLine[] {
  switch (block.type) {
    case 'heading':
      return block.depth <= 3
        ? paragraphLines(block, `${first}### `, rest).map((line) => ({ ...line, isHeading: true }))
        : paragraphLines({ ...block, children: [{ type: 'strong', children: block.children }] }, first, rest);
    case 'list':
      return block.children.flatMap((item, index) => {
        const mark = block.ordered ? `${(block.start ?? 1) + index}. ` : '- ';
        const inner = rest.length > deepestIndent ? rest : `${rest}${' '.repeat(mark.length)}`;
        const lines = item.children.flatMap((child, at) =>
          blockLines(child, at === 0 ? `${index === 0 ? first : rest}${mark}` : inner, inner),
        );
        return lines.map((line, at) => ({ ...line, isApart: index === 0 && at === 0 && line.isApart }));
      });
    case 'blockquote': {
      const quote = (prefix: string) => (prefix.includes('>') ? prefix : `${prefix}> `);
      return block.children.flatMap((child) => blockLines(child, quote(first), quote(rest)));
    }
    case 'code':
      return codeLines(block.value);
    case 'thematicBreak':
      return [{ first, rest, words: [plain('───')], isApart: true }];
    case 'definition':
      return [];
    case 'html':
      return paragraphLines({ type: 'paragraph', children: [block] }, first, rest);
    default:
      return paragraphLines(block, first, rest);
  }
}

function paragraphLines(block: RootContent, first: string, rest: string): DiscordLine[] {
  const lines: Word[][] = [[]];
  for (const word of wordsOf(block, [])) {
    if (word === 'break') lines.push([]);
    else lines.at(-1)?.push(...shortened(word));
  }
  return lines
    .filter((words) => words.length > 0)
    .map((words, index) => ({ first: index === 0 ? first : rest, rest, words, isApart: index === 0 }));
}

function codeLines(code: string): DiscordLine[] {
  const chunks: string[] = [];
  const safe = unpinged(code).replaceAll('```', '`\u200b``');
  for (const line of safe.split('\n').flatMap((one) => pieces(one, longestCode))) {
    const last = chunks.at(-1);
    if (last === undefined || last.length + line.length + 1 > longestCode) chunks.push(line);
    else chunks[chunks.length - 1] = `${last}\n${line}`;
  }
  return chunks.map((chunk) => ({
    first: '',
    rest: '',
    words: [plain(`\`\`\`\n${chunk}\n\`\`\``)],
    isApart: true,
  }));
}

function wordsOf(node: Nodes, marks: readonly Mark[]): (Word | 'break')[] {
  const inside = (mark: Mark | null) => {
    const isOpen = mark === null || marks.some(({ open }) => open === mark.open);
    return 'children' in node
      ? node.children.flatMap((child) => wordsOf(child, isOpen ? marks : [...marks, mark]))
      : [];
  };
  switch (node.type) {
    case 'strong':
      return inside({ open: '**', close: '**' });
    case 'emphasis':
      return inside({ open: '*', close: '*' });
    case 'link':
      return linkWords(node.url, inside(null), marks);
    case 'image':
      return linkWords(node.url, textWords(node.alt ?? '', marks, safeWord), marks);
    case 'inlineCode':
      return textWords(node.value.replaceAll('`', "'"), [...marks, { open: '`', close: '`' }], unpinged);
    case 'break':
      return ['break'];
    case 'html':
      return textWords(node.value.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), marks, safeWord);
    case 'text':
      return textWords(node.value, marks, safeWord);
    default:
      return inside(null);
  }
}

/** Both parts of a cut link lead to the address. */
function linkWords(url: string, words: (Word | 'break')[], marks: readonly Mark[]): (Word | 'break')[] {
  if (!/^https?:\/\/[^\s()<>]{1,500}$/i.test(url)) return words;
  const texts = words.map((word) => (word === 'break' ? ' ' : word.text));
  if (texts.length === 0 || texts.join('') === url) return [{ text: url, marks, isApart: false }];
  const mark = { open: '[', close: `](${url})` };
  return words.map((word) => (word === 'break' ? word : { ...word, marks: [mark, ...word.marks] }));
}

function textWords(text: string, marks: readonly Mark[], safe: (word: string) => string): Word[] {
  const words = [...text.matchAll(/(\s*)(\S+)/g)].map(([, space = '', word = '']) => ({
    text: safe(word),
    marks,
    isApart: space !== '',
  }));
  // A space at the end belongs to the next word.
  return /\S\s+$|^\s+$/.test(text) ? [...words, { text: '', marks: [], isApart: true }] : words;
}

const unpinged = (text: string) => text.replace(/@(?=everyone|here|[!&]?\d)/gi, '@\u200b');

function safeWord(word: string): string {
  if (/^https?:\/\//i.test(word)) return word;
  return unpinged(word)
    .replace(/[\\*_~|`<[\]]/g, '\\$&')
    .replace(/^[#>+-]/, '\\$&')
    .replace(/^(\d+)([.)])$/, '$1\\$2');
}

function shortened(word: Word): Word[] {
  return pieces(word.text, longestWord).map((text, index) =>
    index === 0 ? { ...word, text } : { ...word, text, isApart: false, isCut: true },
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Segments a window at a time: over a whole text, the segmenter takes the square of its length. */
function pieces(text: string, most: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const end = from + cutIn(text.slice(from, from + most + 1), most);
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** Between two characters, and not behind a backslash that escapes the next. */
function cutIn(window: string, most: number): number {
  let cut = 0;
  for (const { index } of graphemes.segment(window)) if (index <= most) cut = index;
  if (cut === 0) cut = /[\ud800-\udbff]/.test(window.charAt(most - 1)) ? most - 1 : most;
  const backslashes = window.slice(0, cut).length - window.slice(0, cut).replace(/(?<!\\)\\+$/, '').length;
  return backslashes % 2 === 1 && cut > 1 ? cut - 1 : cut;
}

const plain = (text: string): Word => ({ text, marks: [], isApart: false });

interface Rendering {
  text: string;
  open: readonly Mark[];
  isSpaced: boolean;
}

export const unrendered: Rendering = { text: '', open: [], isSpaced: false };

/** Markup that two neighbors share stays open. */
export function withWord(before: Rendering, word: Word): Rendering {
  const isSpaced = before.isSpaced || (word.isApart && before.text !== '');
  if (word.text === '') return { ...before, isSpaced };
  const shared = sharedMarks(before.open, word.marks);
  const opening = word.marks
    .slice(shared)
    .map((mark) => mark.open)
    .join('');
  const text = `${before.text}${closing(before.open.slice(shared))}${isSpaced ? ' ' : ''}${opening}${word.text}`;
  return { text, open: word.marks, isSpaced: false };
}

export const finished = ({ text, open }: Rendering): string => text + closing(open);

export const rendered = (words: readonly Word[]): string => finished(words.reduce(withWord, unrendered));

const closing = (marks: readonly Mark[]) =>
  marks
    .toReversed()
    .map((mark) => mark.close)
    .join('');

function sharedMarks(one: readonly Mark[], other: readonly Mark[]): number {
  const differs = one.findIndex((mark, index) => {
    const second = other[index];
    return second === undefined || mark.open !== second.open || mark.close !== second.close;
  });
  return differs < 0 ? one.length : differs;
}
