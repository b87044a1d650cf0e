import { isSubtitlePhrase } from '../speech/subtitle-phrases.ts';
import { count, type DraftLine, type LeftOut } from './draft-lines.ts';

/** People say "Thank you for watching" once, at the end of a stream. */
const FEWEST_AT_THE_END = 3;
/** People do say "no" ten times in a row. */
const FEWEST_REPEATS = 10;

/** Without what speech models make up after the end and in silence. */
export function withoutPhrases(
  lines: DraftLine[],
  answers: Readonly<Record<string, string>>,
): { lines: DraftLine[]; leftOut: LeftOut[] } {
  if (answers.phrases === 'keep') return { lines, leftOut: [] };
  const phrases = lines.map(({ text }) => isSubtitlePhrase(text));
  const out = new Set<number>();
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    const isPhrase = phrases[from] === true;
    const text = lines[from]?.text;
    while (to < lines.length && (isPhrase ? phrases[to] : lines[to]?.text === text)) to += 1;
    const isInvented = isPhrase
      ? to - from >= FEWEST_AT_THE_END
      : to === lines.length && to - from >= FEWEST_REPEATS && from >= to - from && isShort(text);
    if (isInvented) for (let at = isPhrase ? from : from + 1; at < to; at += 1) out.add(at);
    from = to;
  }
  if (out.size === 0 || out.size === lines.length) return { lines, leftOut: [] };
  return {
    lines: lines.filter((_, index) => !out.has(index)),
    leftOut: [
      {
        code: 'phrasesLeftOut',
        count: out.size,
        sentence: `${count(out.size, 'line')} that speech recognition invents in silence (“${firstOf(lines, out)}”) ${out.size === 1 ? 'is' : 'are'} left out.`,
      },
    ],
  };
}

const isShort = (text = '') => text.split(/\s+/).length <= 6;

function firstOf(lines: DraftLine[], out: Set<number>): string {
  const [first = 0] = out;
  return (lines[first]?.text ?? '').slice(0, 60);
}
