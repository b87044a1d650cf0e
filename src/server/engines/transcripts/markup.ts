import type { Draft } from './draft-lines.ts';
import { unreadable } from './errors.ts';
import { draftOf } from './json.ts';
import { speakerOf } from './json-list.ts';
import { singleSpaced } from './single-spaced.ts';

/** What is between them is no speech. */
const HIDDEN = ['head', 'script', 'style', 'svg', 'template'];
const BLOCK =
  /^(?:p|div|section|article|body|br|hr|tr|li|ul|ol|dl|dt|dd|h[1-6]|blockquote|table|text|cite|time|figure|header|footer|main|nav|aside)$/;
const VOID = /^(?:br|hr|img|meta|link|input|col|area|base|wbr|source)$/;
const TIME = /^(?:begin|start|from|t|time|timestamp|start_?time)$/i;
const TIME_VALUE = /^(?:PT)?\d[\d:.,;]*\s?(?:ms|[smhtf])?$/i;
const TOKEN = /<[^<>]*>|[^<]+|</g;
const ATTRIBUTE = /\s([\w:.-]{1,40})\s{0,3}=\s{0,3}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,200}))/g;
const DEEPEST = 200;
const LONGEST_NAME = 80;
/** Less than this share of the text within times: they are not those of the speech. */
const TIMED_SHARE = 0.5;

interface Element {
  name: string;
  attributes: Record<string, string>;
  parent: Element | null;
  /** Of the element, or of one around it. */
  speaker: string | null;
  from: number;
  to: number | null;
}

/** TTML, SAMI, YouTube's captions, web pages: a text that begins and ends with an element, or says that it is markup. */
export function isMarkup(text: string): boolean {
  const start = text.slice(0, 500).trimStart();
  if (/^<(?:!doctype|html|\?xml|!--)/i.test(start)) return true;
  if (/^<[a-z]/i.test(start) && (text.slice(0, 4000).match(/<\//g)?.length ?? 0) >= 3) return true;
  const root = /^<([a-z][\w:-]{0,40})[\s>]/i.exec(start)?.[1];
  return root !== undefined && text.slice(-200).trimEnd().toLowerCase().endsWith(`</${root.toLowerCase()}>`);
}

/** Elements with times as lines; null if the markup has none. `plain` is its text, a block a line. */
export function readMarkup(markup: string): { draft: Draft | null; plain: string } {
  const isPage = /<(?:html|sami)[\s>]/i.test(markup.slice(0, 2000));
  const { text, elements } = parsed(withoutHidden(markup, isPage ? HIDDEN : []));
  const plain = text.replace(/[^\S\n\t]+/g, ' ').replace(/[ \t]*\n ?/g, '\n');
  const wordsOf = ({ from, to }: Element) => singleSpaced(text.slice(from, to ?? text.length)).trim();
  const timed = elements.filter(isTimed);
  const areTimed = new Set(timed);
  const spoken = timed.reduce((sum, element) => sum + wordsOf(element).length, 0);
  if (spoken < singleSpaced(text).length * TIMED_SHARE) return { draft: null, plain };
  const settings = elements[0]?.attributes ?? {};
  const areMs = /^<(?:\?xml[^>]*>\s*<)?(?:sami|timedtext)\b/i.test(markup.trimStart());
  const lists: Record<string, Record<string, string>[]> = {};
  for (const element of timed) {
    const key = `timed ${element.name}`;
    lists[key] = lists[key] ?? [];
    lists[key].push({
      ...timesIn(element.attributes, settings, areMs),
      ...(element.speaker === null ? {} : { speaker: element.speaker }),
      text: wordsOf(element),
    });
  }
  lists.voices = elements.flatMap((element) => {
    const { id, name = wordsOf(element) } = element.attributes;
    const isVoice = id !== undefined && !areTimed.has(element) && name !== '' && name.length <= LONGEST_NAME;
    return isVoice ? [{ id, name }] : [];
  });
  return { draft: { ...draftOf(lists), format: 'markup' }, plain };
}

const isTimed = ({ attributes }: Element) => timeKey(attributes) !== undefined;

const timeKey = (attributes: Record<string, string>) =>
  Object.keys(attributes).find((key) => TIME.test(key) && TIME_VALUE.test((attributes[key] ?? '').trim()));

function timesIn(
  attributes: Record<string, string>,
  settings: Record<string, string>,
  areMs: boolean,
): Record<string, string> {
  const key = timeKey(attributes);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const kind = name === key ? 'start' : /^d(?:ur(?:ation)?)?$/.test(name) ? 'duration' : name;
      const isMs = areMs && (kind === 'start' || kind === 'duration');
      return [isMs ? `${kind}_ms` : kind, inSeconds(value.trim(), settings)];
    }),
  );
}

/** TTML counts in ticks and frames too. */
function inSeconds(value: string, settings: Record<string, string>): string {
  const rate = Number(settings.frameRate) || 30;
  const frames = /^(\d+):(\d\d):(\d\d):(\d\d)$/.exec(value)?.slice(1).map(Number);
  if (frames !== undefined) {
    const [hours = 0, minutes = 0, seconds = 0, frame = 0] = frames;
    return `${hours * 3600 + minutes * 60 + seconds + frame / rate}s`;
  }
  const [, number, unit] = /^([\d.]+)(t|f|ms|m|h)$/.exec(value) ?? [];
  if (number === undefined) return value;
  const scale = { t: 1 / (Number(settings.tickRate) || 1), f: 1 / rate, ms: 0.001, m: 60, h: 3600 }[
    unit ?? ''
  ];
  return `${Number(number) * (scale ?? 1)}s`;
}

function parsed(markup: string): { text: string; elements: Element[] } {
  const pieces: string[] = [];
  const elements: Element[] = [];
  const open: Element[] = [];
  let length = 0;
  let point: Element | null = null;
  const add = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const closeFrom = (at: number) => {
    for (const element of open.splice(at)) {
      element.to ??= length;
      if (point?.parent === element) point.to ??= length;
    }
  };
  for (const [token] of markup.matchAll(TOKEN)) {
    const [, end, name = ''] = /^<(\/?)([a-z][\w:.-]{0,40})/i.exec(token) ?? [];
    if (end === undefined) {
      if (!/^<[!?]/.test(token)) add(unescaped(token));
      continue;
    }
    const tag = name.replace(/^.*:/, '').toLowerCase();
    if (/^t[dh]$/.test(tag) && end === '/') add('\t');
    if (end === '/') {
      const at = open.findLastIndex((element) => element.name === tag);
      if (at >= 0) closeFrom(at);
      if (BLOCK.test(tag)) add('\n');
      continue;
    }
    if (BLOCK.test(tag)) add('\n');
    const attributes = attributesOf(token);
    const isPoint = token.endsWith('/>');
    const hasTime = timeKey(attributes) !== undefined;
    const same = hasTime && !isPoint ? open.findLastIndex((each) => each.name === tag) : -1;
    const isUnclosed = open[same] !== undefined && isTimed(open[same]);
    if (isUnclosed) closeFrom(same);
    const parent = open.at(-1) ?? null;
    const { role: _, ...named } = attributes;
    const speaker = speakerOf(named) ?? parent?.speaker ?? null;
    const element: Element = { name: tag, attributes, parent, speaker, from: length, to: null };
    if (elements.length === 0 || hasTime || attributes.id !== undefined) elements.push(element);
    if (VOID.test(tag) || (isPoint && !hasTime)) {
      element.to = length;
      continue;
    }
    if (isPoint) {
      if (point !== null) point.to ??= length;
      point = element;
      continue;
    }
    if (open.length >= DEEPEST) throw unreadable('its elements are nested too deeply.');
    open.push(element);
  }
  closeFrom(0);
  return { text: pieces.join(''), elements };
}

function attributesOf(tag: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of tag.slice(0, 4000).matchAll(ATTRIBUTE))
    found[name.replace(/^.*:/, '').replace(/^Start$/, 'start')] = unescaped(double ?? single ?? bare ?? '');
  return found;
}

/** Comments and parts without speech are cut, character data is escaped. */
function withoutHidden(markup: string, hidden: readonly string[]): string {
  const lower = markup.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  for (const { index, 0: start } of lower.matchAll(
    new RegExp(['<!--', '<!\\[cdata\\[', ...hidden.map((name) => `<${name}(?=[\\s>])`)].join('|'), 'g'),
  )) {
    if (index < at) continue;
    const end = start === '<!--' ? '-->' : start === '<![cdata[' ? ']]>' : `</${start.slice(1)}>`;
    const to = lower.indexOf(end, index);
    kept.push(markup.slice(at, index));
    at = to < 0 ? markup.length : to + end.length;
    if (start === '<![cdata[')
      kept.push(markup.slice(index + start.length, to < 0 ? undefined : to).replace(/[<&]/g, escaped));
  }
  kept.push(markup.slice(at));
  return kept.join('');
}

const escaped = (sign: string) => (sign === '<' ? '&lt;' : '&amp;');

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

/** YouTube escapes twice. */
const unescaped = (text: string) =>
  unescapedOnce(text.includes('&amp;') ? text.replace(/&amp;(?=#?\w{2,7};)/g, '&') : text);

function unescapedOnce(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return signs[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
