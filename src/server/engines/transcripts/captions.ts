import { clockToMs } from './clock.ts';
import type { Draft, DraftLine } from './draft-lines.ts';
import { withoutRolling } from './rolling.ts';
import { singleSpaced } from './single-spaced.ts';
import { nameByPrefix } from './speaker-names.ts';
import { wordsIn } from './words.ts';

export type CaptionFormat = 'vtt' | 'srt' | 'sbv';

export interface Cue {
  start: number | null;
  end: number | null;
  /** Of Webex, which has it beside the number of the cue. */
  speaker?: string | null;
  /** As in the file, markup included. */
  lines: string[];
}

const TIME = String.raw`\d{1,4}(?:\s?:\s?\d{1,2}){1,3}(?:[.,]\s?\d{1,9})?`;
const SPACE = String.raw`[^\S\n]`;
/** A clock may be damaged, the arrow not. */
const ARROW = new RegExp(
  String.raw`^${SPACE}*([\w:.,;?][\w:.,;? ]{2,27}?)${SPACE}*-+>${SPACE}*([\w:.,;?]{3,20})?(?:${SPACE}+[\w-]+:\S{0,80})*${SPACE}*$`,
);
const LONGEST_HIGHLIGHT_PAUSE_MS = 2000;
/** The pattern is slow with endless settings. */
const LONGEST_TIMING_LINE = 500;
const SBV = new RegExp(String.raw`^\s*(${TIME})\s*,\s*(${TIME})\s*$`);
const IS_CLOCK = /\d:|:\d/;

/** Editors turn "-->" into "→" and "–>". */
const withArrow = (line: string) =>
  /^\s*\d/.test(line) ? line.replace(/\s?(?:[–—]>|→|⇒)\s?/, ' --> ') : line;

export function captionTiming(row: string): { start: number | null; end: number | null } | null {
  const line = withArrow(row);
  if (!line.includes('>') && !line.includes(',')) return null;

  const cut = tight(
    line.length > LONGEST_TIMING_LINE ? line.slice(0, LONGEST_TIMING_LINE).replace(/\S+$/, '') : line,
  );
  const [, sbvStart, sbvEnd] = SBV.exec(line.slice(0, 80)) ?? [];
  const [, arrowStart = '', arrowEnd = ''] = line.includes('>') ? (ARROW.exec(cut) ?? []) : [];
  const [from, to] = sbvStart === undefined ? [arrowStart, arrowEnd] : [sbvStart, sbvEnd ?? ''];
  if (!IS_CLOCK.test(from) && !IS_CLOCK.test(to)) return null;
  return { start: timeOf(from), end: timeOf(to) };
}

/** "00 : 00 : 03 , 5 --> …" and "00.00.03,500 --> …" */
const tight = (line: string) =>
  /^[\d\s:.,;]+-+>[\d\s:.,;]+$/.test(line)
    ? line
        .replace(/(\d)\s{0,3}([:.,;])\s{0,3}(?=\d)/g, '$1$2')
        .replace(/\b(\d{1,2})\.(\d{2})\.(\d{2})(?=[,.:]\d)/g, '$1:$2:$3')
    : line;

const timeOf = (text: string) =>
  clockToMs(text.replace(/\s/g, '').replace(/^(\d+:\d+:\d+)[:;](\d{3})$/, '$1.$2'));

/** Speakers come from `<v Name>` or a recurring "Name:". Nothing between two timing lines is lost. */
export function readCaptions(text: string, type: CaptionFormat): Draft {
  const cues = cuesOf(text, type);
  const spoken = cues.map((cue) => ({
    ...cue,
    parts: partsOf(cue.lines.join('\n'), type, cue.speaker ?? null),
  }));
  const rolled = withoutRolling(withoutHighlights(spoken));
  const lines = rolled.flatMap(({ start, end, parts }): DraftLine[] =>
    parts.map((part) => ({ ...part, start, end })),
  );
  const named = nameByPrefix(lines);
  const words = (some: { parts: Part[] }[]) =>
    some.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + wordsIn(part.text), 0), 0);
  const repeated = words(spoken) - words(rolled);
  return {
    format: type,
    lines: named,
    otherWords: repeated,
    ...(repeated > 0
      ? {
          leftOut: [
            {
              code: 'repeatsLeftOut',
              count: repeated,
              sentence: 'These captions repeat their lines, as they appear on a screen. Each is used once.',
            },
          ],
        }
      : {}),
  };
}

type SpokenCue = Cue & { parts: Part[] };

/** Whisper repeats a line for each of its words, with that word underlined. */
function withoutHighlights(cues: SpokenCue[]): SpokenCue[] {
  const kept: SpokenCue[] = [];
  const said = ({ parts }: SpokenCue) => parts.map(({ text }) => singleSpaced(text).trim()).join('\n');
  for (const cue of cues) {
    const last = kept.at(-1);
    const isAgain =
      last !== undefined &&
      said(last) === said(cue) &&
      isMarked(cue) &&
      last.lines.join('\n').trim() !== cue.lines.join('\n').trim() &&
      (cue.start === null || last.end === null || cue.start - last.end <= LONGEST_HIGHLIGHT_PAUSE_MS);
    if (isAgain) last.end = cue.end ?? last.end;
    else kept.push({ ...cue });
  }
  return kept;
}

const isMarked = ({ lines }: Cue) => lines.some((line) => /<(?:u|b|i|c|font)\b/.test(line));

function cuesOf(text: string, type: CaptionFormat): Cue[] {
  const cues: Cue[] = [];
  let cue: Cue | null = null;
  let lastNumber: number | null = null;
  let isComment = false;
  const lines = text.split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    const timing = captionTiming(line);
    if (timing) {
      isComment = false;
      if (cue) lastNumber = withoutId(cue.lines, type, lastNumber);
      else lastNumber = numberIn(lines[index - 1]);
      cue = { ...timing, lines: [], speaker: speakerInId(lines[index - 1] ?? '') };
      cues.push(cue);
    } else if (
      type === 'vtt' &&
      /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line) &&
      lines[index - 1]?.trim() === ''
    )
      isComment = true;
    else if (isComment && line !== '') continue;
    else {
      isComment = false;
      cue?.lines.push(line);
    }
  }
  return cues;
}

/** `1 "Marla Quint" (143539276)` */
const speakerInId = (line: string) => /^\s*\d*\s*"([^"]{1,100})"\s*\(\d+\)\s*$/.exec(line)?.[1] ?? null;

const numberIn = (line: string | undefined) => (line && /^\s*\d+\s*$/.test(line) ? Number(line) : null);

/** Takes the next cue's number or, in WebVTT, its name from the end of a cue's words. */
function withoutId(lines: string[], type: CaptionFormat, before: number | null): number | null {
  while (lines.at(-1) === '') lines.pop();
  if (speakerInId(lines.at(-1) ?? '') !== null) lines.pop();
  if (type === 'sbv') return null;
  const last = lines.at(-1);
  if (last === undefined) return before;
  const stands = lines.length === 1 ? false : lines.at(-2) === '';
  const number = numberIn(last);
  const isNext = number !== null && before !== null && number === before + 1;
  if (number !== null ? stands || isNext || before !== null : type === 'vtt' && stands) lines.pop();
  return number ?? before;
}

const VTT_TAG = /<\/?(?:c|i|b|u|v|ruby|rt|lang)(?:[.\s][^<>\n]{0,200})?>|<\d+(?::\d+)+[.,]?\d*>/g;
const SRT_TAG = /<\/?(?:i|b|u|s|font)(?:\s[^<>\n]{0,200})?>|\{\\an?\d\}/gi;
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^<>\n]{1,200})>/g;
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['apos', "'"],
  ['lrm', ''],
  ['rlm', ''],
]);

interface Part {
  speaker: string | null;
  text: string;
}

/** The words of a cue by voice, without markup. SubRip has no voices and no entities. */
function partsOf(text: string, type: CaptionFormat, known: string | null): Part[] {
  if (type !== 'vtt')
    return [{ speaker: null, text: text.replace(type === 'srt' ? SRT_TAG : /\[br\]/g, ' ').trim() }];
  const parts: Part[] = [];
  let speaker: string | null = known;
  let from = 0;
  const take = (to: number) => {
    const piece = text.slice(from, to);
    const closed = piece.indexOf('</v>');
    for (const [words, who] of closed < 0
      ? [[piece, speaker] as const]
      : [[piece.slice(0, closed), speaker] as const, [piece.slice(closed + 4), null] as const]) {
      const plain = plainText(words);
      const said = who !== null && plain.startsWith(`${who}: `) ? plain.slice(who.length + 2) : plain;
      if (said !== '') parts.push({ speaker: who, text: said });
    }
  };
  for (const match of text.matchAll(VOICE)) {
    take(match.index);
    speaker = unescaped(match[1] ?? '').trim() || null;
    from = match.index + match[0].length;
  }
  take(text.length);
  return parts;
}

const plainText = (text: string) => unescaped(text.replace(VTT_TAG, '')).trim();

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
