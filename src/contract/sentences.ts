import { hasText, placeIn } from '#contract/place-in.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** The segmenter copies all that it gets for each of its segments. */
const WINDOW = 1000;
const LONGEST_QUOTATION = 1000;

/** The sentences of a text, each as it is there. Those within quotation marks stay together, unless nothing closes them. */
export function sentencesOf(row: string): string[] {
  const parts: string[] = [];
  let open = '';
  let marks = 0;
  for (const segment of segmentsOf(row)) {
    open += segment;
    for (const mark of segment) marks += mark === '“' ? 1 : mark === '”' ? -1 : 0;
    if (marks > 0 && open.length < LONGEST_QUOTATION) continue;
    parts.push(open.trim());
    open = '';
    marks = 0;
  }
  return open.trim() === '' ? parts : [...parts, open.trim()];
}

/** Without the end of a sentence, a window ends between two words. */
function* segmentsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + WINDOW);
    const isLast = from + WINDOW >= text.length;
    const whole = isLast ? window : window.slice(0, window.lastIndexOf(' ') + 1) || window;
    const segments = Array.from(sentences.segment(whole), ({ segment }) => segment);
    const rest = segments.length > 1 && !isLast ? (segments.pop() ?? '') : '';
    yield* segments;
    from += whole.length - rest.length;
  }
}

/** Where a text has this sentence as one of its sentences; null if it has not, or nothing else. */
export function placeOfSentence(text: string, sentence: string): number | null {
  // Cutting a long text into sentences takes a while.
  if (text.length === sentence.length || !hasText(text, sentence)) return null;
  const all = sentencesOf(text);
  if (all.length < 2 || !all.includes(sentence)) return null;
  let from = 0;
  for (const each of all) {
    const at = placeIn(text, each, from);
    if (each === sentence) return at;
    from = at + each.length;
  }
  return null;
}
