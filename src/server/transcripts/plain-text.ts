import { clockToMs, type Draft, type DraftLine } from './draft.ts';
import { type NamedLine, speakersAmong, splitNamedLine } from './speaker-names.ts';

/** A turn longer than this is cut at the ends of sentences, so that evidence points to a place, not to a page. */
const MOST_WORDS = 150;

/** Text with one "Speaker: words" a line, or plain paragraphs. Lines without a name go on with the speaker before. */
export function readPlainText(text: string): Draft {
  const raw = text.split('\n').map((line) => line.trim());
  const named = raw.map((line) => (line === '' ? null : splitNamedLine(line)));
  const speakers = speakersAmong(named);
  const lines: DraftLine[] = [];
  let speaker: string | null = null;
  let afterBlank = true;
  for (const [index, line] of raw.entries()) {
    if (line === '') {
      afterBlank = true;
      continue;
    }
    const own: NamedLine | null = named[index] ?? null;
    if (own && speakers.has(own.name)) {
      speaker = own.name;
      const startMs = own.clock === null ? null : clockToMs(own.clock);
      lines.push({ speaker, text: own.words, startMs, endMs: null });
    } else if (afterBlank || lines.length === 0) {
      lines.push({ speaker, text: line, startMs: null, endMs: null });
    } else {
      const last = lines.at(-1)!;
      last.text = `${last.text} ${line}`;
    }
    afterBlank = false;
  }
  const hasTimes = lines.some((line) => line.startMs !== null);
  return {
    format: speakers.size > 0 ? 'text' : 'plain text',
    lines: hasTimes ? lines : lines.flatMap(inPieces),
  };
}

function inPieces(line: DraftLine): DraftLine[] {
  if (line.text.split(/\s+/).length <= MOST_WORDS) return [line];
  const pieces: string[][] = [[]];
  for (const word of line.text.split(/\s+/)) {
    const piece = pieces.at(-1)!;
    piece.push(word);
    const isFull = piece.length >= MOST_WORDS / 2 && /[.!?…]["'”’)]*$/.test(word);
    if (isFull || piece.length >= MOST_WORDS) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => ({ ...line, text: piece.join(' ') }));
}
