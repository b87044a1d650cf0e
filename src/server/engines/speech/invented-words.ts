import type { HeardChunk, HeardSegment } from './port.ts';
import { bare } from './subtitle-phrases.ts';

export interface Invented {
  kind: 'silence' | 'loop' | 'hint' | 'phrase';
  startMs: number;
  endMs: number;
  /** Of a phrase. */
  text?: string | undefined;
}

const LONGEST_LOOP_WORDS = 12;
const KEPT_REPEATS = 1;
/** People do say "no" ten times in a row. */
const repeatsOfLoop = (words: number): number => (words <= 2 ? 14 : 6);
const HINT_TERMS = 3;

/** Removes words in silence, the repeated hint, and loops except one round. */
export function withoutInvented(
  heard: HeardChunk,
  options: { vocabulary: readonly string[]; isQuiet(startMs: number, endMs: number): boolean },
): { heard: HeardChunk; invented: Invented[] } {
  const invented: Invented[] = [];
  const hint = ` ${options.vocabulary.map(bare).join(' ')} `;
  const segments = heard.segments.flatMap((segment) => {
    const words = bare(segment.text);
    const quiet = options.isQuiet(segment.startMs, segment.endMs);
    const isHint =
      options.vocabulary.length >= HINT_TERMS &&
      segment.text.split(/[,;]/).length >= HINT_TERMS &&
      hint.includes(` ${words} `);
    if (quiet || isHint) {
      invented.push({ kind: isHint ? 'hint' : 'silence', startMs: segment.startMs, endMs: segment.endMs });
      return [];
    }
    return [withoutLoops(segment, invented)];
  });
  return { heard: { ...heard, segments: withoutRepeatedSegments(segments, invented) }, invented };
}

function withoutLoops(segment: HeardSegment, invented: Invented[]): HeardSegment {
  const tokens = segment.text.split(/\s+/).filter(Boolean);
  const words = tokens.map(bare);
  for (let length = 1; length <= LONGEST_LOOP_WORDS; length += 1) {
    for (let from = 0; from + length * repeatsOfLoop(length) <= words.length; from += 1) {
      let to = from + length;
      while (to < words.length && words[to] === words[to - length]) to += 1;
      const rounds = Math.floor((to - from) / length);
      if (rounds < repeatsOfLoop(length)) continue;
      const keepTo = from + length * KEPT_REPEATS;
      const cutTo = from + rounds * length;
      const kept = (at: number) => at < keepTo || at >= cutTo;
      const times = segment.words?.length === tokens.length ? segment.words : null;
      invented.push({
        kind: 'loop',
        startMs: times?.[keepTo]?.startMs ?? segment.startMs,
        endMs: times?.[cutTo - 1]?.endMs ?? segment.endMs,
      });
      const rest: HeardSegment = {
        ...segment,
        text: tokens.filter((_, at) => kept(at)).join(' '),
        words: times === null ? null : times.filter((_, at) => kept(at)),
      };
      return withoutLoops(rest, invented);
    }
  }
  return segment;
}

function withoutRepeatedSegments(segments: HeardSegment[], invented: Invented[]): HeardSegment[] {
  const kept: HeardSegment[] = [];
  const said = segments.map(({ text }) => bare(text));
  for (let from = 0; from < segments.length; ) {
    const words = said[from] ?? '';
    let to = from + 1;
    while (words !== '' && said[to] === words) to += 1;
    const isLoop = to - from >= repeatsOfLoop(words.split(' ').length);
    kept.push(...segments.slice(from, isLoop ? from + KEPT_REPEATS : to));
    const [first] = segments.slice(from + KEPT_REPEATS, to);
    const last = segments[to - 1];
    if (isLoop && first && last) invented.push({ kind: 'loop', startMs: first.startMs, endMs: last.endMs });
    from = to;
  }
  return kept;
}
