import { isSubtitlePhrase } from '../speech/subtitle-phrases.ts';
import { count, type DraftLine, type LeftOut } from './draft-lines.ts';

/** People say "Thank you for watching" once, at the end of a stream. */
const FEWEST_IN_A_ROW = 3;
/** People do say "no" ten times in a row. */
const FEWEST_REPEATS = 10;
const FEWEST_SLOW_REPEATS = 4;
const SLOW_STEP_MS = 8000;
/** Nobody answers that late. */
const LONELY_MS = 45_000;
const LONGEST_PHRASE_MS = 12_000;

type Placed = Pick<DraftLine, 'text'> & { startMs: number; endMs: number };

/** By their order alone, which lines a speech model has made up after the end and in silence. */
export function inventedInARow(lines: readonly DraftLine[]): Set<number> {
  const phrases = lines.map(({ text }) => isSubtitlePhrase(text));
  const out = new Set<number>();
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    const isPhrase = phrases[from] === true;
    const text = lines[from]?.text;
    while (to < lines.length && (isPhrase ? phrases[to] : lines[to]?.text === text)) to += 1;
    const isInvented = isPhrase
      ? to - from >= FEWEST_IN_A_ROW
      : to === lines.length && to - from >= FEWEST_REPEATS && from >= to - from && isShort(text);
    if (isInvented) for (let at = isPhrase ? from : from + 1; at < to; at += 1) out.add(at);
    from = to;
  }
  return out.size === lines.length ? new Set() : out;
}

/** By their times: phrases far from all speech, or slower than anybody speaks, and a short line again and again in silence. */
export function inventedInSilence(lines: readonly Placed[]): Set<number> {
  const phrases = lines.map(({ text }) => isSubtitlePhrase(text));
  const speech = phrases.flatMap((isPhrase, index) => (isPhrase ? [] : [index]));
  const out = new Set<number>();
  let next = 0;
  let repeats = 0;
  for (const [index, line] of lines.entries()) {
    while (next < speech.length && (speech[next] ?? 0) < index) next += 1;
    const [before, after] = [lines[speech[next - 1] ?? -1], lines[speech[next] ?? -1]];
    const isLonely =
      (!before || line.startMs - before.endMs >= LONELY_MS) &&
      (!after || after.startMs - line.endMs >= LONELY_MS);
    if (phrases[index] && (isLonely || line.endMs - line.startMs >= LONGEST_PHRASE_MS)) out.add(index);
    const last = lines[index - 1];
    const isAgain =
      last?.text === line.text && line.startMs - last.startMs >= SLOW_STEP_MS && isShort(line.text);
    repeats = isAgain ? repeats + 1 : 0;
    if (repeats + 1 === FEWEST_SLOW_REPEATS)
      for (let at = index - repeats + 1; at < index; at += 1) out.add(at);
    if (repeats + 1 >= FEWEST_SLOW_REPEATS) out.add(index);
  }
  return out.size === lines.length ? new Set() : out;
}

export function phrasesLeftOut(lines: readonly { text: string }[]): LeftOut[] {
  const [first] = lines;
  if (!first) return [];
  return [
    {
      code: 'phrasesLeftOut',
      count: lines.length,
      sentence: `${count(lines.length, 'line')} that speech recognition invents in silence (“${first.text.slice(0, 60)}”) ${lines.length === 1 ? 'is' : 'are'} left out.`,
    },
  ];
}

const isShort = (text = '') => text.split(/\s+/).length <= 6;
