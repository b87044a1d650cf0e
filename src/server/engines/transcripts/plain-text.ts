import { clockToMs, type Draft, type DraftLine } from './draft.ts';
import { refuseBeyond } from './errors.ts';
import { speakersAmong, splitNamedLine } from './speaker-names.ts';

/** So that evidence points to a place, not a page. */
const MOST_WORDS = 150;
/** As whisper.cpp prints it: "[00:00:01.000 --> 00:00:04.000] words". */
const SPAN_LINE = /^\[?([\d:.,]{4,14})\s*-->\s*([\d:.,]{4,14})\]?\s*(.*)$/s;
const SPOKEN = /[^\s\p{Cc}]/u;

interface ReadLine {
  words: string;
  name: string | null;
  startMs: number | null;
  endMs: number | null;
  isLed: boolean;
}

/** Reads "Speaker: words", paragraphs, Otter or whisper.cpp. Other lines continue the speaker. */
export function readPlainText(text: string): Draft {
  const read = readLines(text.split('\n').map((line) => line.trim()));
  const turns: { speaker: string | null; words: string[]; startMs: number | null; endMs: number | null }[] =
    [];
  let speaker: string | null = null;
  let afterBlank = true;
  let spoken = 0;
  for (const line of read) {
    if (line === null) {
      afterBlank = true;
      continue;
    }
    speaker = line.name ?? speaker;
    const last = turns.at(-1);
    const words = line.words === '' ? [] : [line.words];
    const goesOn = !line.isLed && last && (!afterBlank || last.words.length === 0);
    if (goesOn) last.words.push(...words);
    else {
      turns.push({ speaker, words, startMs: line.startMs, endMs: line.endMs });
      if (SPOKEN.test(line.words)) spoken += 1;
      refuseBeyond('segments', spoken);
    }
    afterBlank = false;
  }
  const lines = turns.map(({ words, ...turn }): DraftLine => ({ ...turn, text: words.join(' ') }));
  const hasTimes = lines.some((line) => line.startMs !== null);
  const hasNames = read.some((line) => line?.name);
  return { format: hasNames ? 'text' : 'plain text', lines: hasTimes ? lines : lines.flatMap(inPieces) };
}

function readLines(lines: string[]): (ReadLine | null)[] {
  const spans = lines.map((line) => (line.includes('-->') ? SPAN_LINE.exec(line) : null));
  const rests = lines.map((line, index) => spans[index]?.[3] ?? line);
  const named = rests.map((rest) => (rest === '' ? null : splitNamedLine(rest)));
  const speakers = speakersAmong(named);
  return rests.map((rest, index) => {
    if (lines[index] === '') return null;
    const [span, own] = [spans[index], named[index]];
    const isNamed = own != null && speakers.has(own.name);
    const clock = span?.[1] ?? (isNamed ? own.clock : null);
    return {
      words: isNamed ? own.words : rest,
      name: isNamed ? own.name : null,
      startMs: clock === null ? null : clockToMs(clock),
      endMs: span?.[2] === undefined ? null : clockToMs(span[2]),
      isLed: isNamed || span != null,
    };
  });
}

function inPieces(line: DraftLine): DraftLine[] {
  const words = line.text.split(/\s+/);
  if (words.length <= MOST_WORDS) return [line];
  let piece: string[] = [];
  const pieces = [piece];
  for (const word of words) {
    piece.push(word);
    const isFull = piece.length >= MOST_WORDS / 2 && /[.!?…]["'”’)]*$/.test(word);
    if (!isFull && piece.length < MOST_WORDS) continue;
    piece = [];
    pieces.push(piece);
  }
  return pieces.filter(({ length }) => length > 0).map((piece) => ({ ...line, text: piece.join(' ') }));
}
