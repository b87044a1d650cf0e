import type { Evidence } from '#contract/analysis-result.ts';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';

interface Token {
  text: string;
  start: number;
  end: number;
}

const ALIKE = 0.9;

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0].toLowerCase().replaceAll('’', "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export class TranscriptIndex {
  readonly transcript: TranscriptDocument;
  readonly #byId: Map<string, number>;
  #byWord: Map<string, number[]> | undefined;

  constructor(transcript: TranscriptDocument) {
    this.transcript = transcript;
    this.#byId = new Map(transcript.segments.map((segment, index) => [segment.id, index]));
  }

  indexOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  evidence(indices: Iterable<number>): Evidence | null {
    const segments = [...new Set(indices)]
      .sort((a, b) => a - b)
      .map((index) => present(this.transcript.segments[index], `segment ${index}`));
    if (segments.length === 0) return null;
    return {
      segmentIds: segments.map((segment) => segment.id),
      startMs: segments.reduce((least, segment) => Math.min(least, segment.startMs), Number.MAX_SAFE_INTEGER),
      endMs: segments.reduce((most, segment) => Math.max(most, segment.endMs), 0),
    };
  }

  repair(evidence: Evidence): Evidence | null {
    return this.evidence(evidence.segmentIds.flatMap((id) => this.indexOf(id) ?? []));
  }

  text(evidence: Evidence): string {
    return evidence.segmentIds
      .map((id) => this.transcript.segments[this.indexOf(id) ?? -1]?.text ?? '')
      .join(' ');
  }

  closest(text: string, share: number): Evidence | null {
    const words = new Set(tokensOf(text).map((token) => token.text));
    if (words.size < 4) return null;
    const counts = new Map<number, number>();
    for (const word of words)
      for (const index of this.#words().get(word) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
    let best = -1;
    let most = 0;
    for (const [index, count] of counts)
      if (count > most || (count === most && index < best)) {
        best = index;
        most = count;
      }
    return most / words.size >= share ? this.evidence([best]) : null;
  }

  locate(quote: string): Evidence | null {
    const words = tokensOf(quote).map((token) => token.text);
    if (words.length < 3) return null;
    const lists = words.map((word) => this.#words().get(word) ?? []);
    const rarest = lists.reduce((least, list) => (list.length < least.length ? list : least));
    for (const index of rarest.slice(0, 2000)) {
      const around = [index - 1, index, index + 1].filter(
        (each) => this.transcript.segments[each] !== undefined,
      );
      for (const cited of [[index], around]) {
        const evidence = this.evidence(cited);
        if (evidence && quoteIn(this.text(evidence), quote)?.exact) return evidence;
      }
    }
    return null;
  }

  #words(): Map<string, number[]> {
    if (this.#byWord) return this.#byWord;
    const byWord = new Map<string, number[]>();
    this.transcript.segments.forEach((segment: Segment, index) => {
      for (const word of new Set(tokensOf(segment.text).map((token) => token.text))) {
        const list = byWord.get(word);
        if (list) list.push(index);
        else byWord.set(word, [index]);
      }
    });
    this.#byWord = byWord;
    return byWord;
  }
}

/** `words` is the text's version; not `exact` means at least 0.9 similar. */
export function quoteIn(text: string, quote: string): { words: string; exact: boolean } | null {
  const wanted = tokensOf(quote).map((token) => token.text);
  const tokens = tokensOf(text);
  if (wanted.length === 0) return null;
  const cut = (from: number, to: number) => {
    const { end } = present(tokens[to], 'last word of the quote');
    const tail = /^[.!?…]+/.exec(text.slice(end))?.[0] ?? '';
    return text.slice(present(tokens[from], 'first word of the quote').start, end) + tail;
  };
  for (let at = 0; at + wanted.length <= tokens.length; at += 1) {
    let length = 0;
    while (length < wanted.length && tokens[at + length]?.text === wanted[length]) length += 1;
    if (length === wanted.length) return { words: cut(at, at + length - 1), exact: true };
  }
  return closestWindow(tokens, wanted, cut);
}

function closestWindow(
  tokens: Token[],
  wanted: string[],
  cut: (from: number, to: number) => string,
): { words: string; exact: false } | null {
  if (wanted.length < 4 || wanted.length > 80) return null;
  const set = new Set(wanted);
  const phrase = wanted.join(' ');
  let best: { from: number; to: number; alike: number } | null = null;
  for (const [at, { text }] of tokens.entries()) {
    if (!set.has(text)) continue;
    for (const length of [wanted.length, wanted.length - 1, wanted.length + 1]) {
      const window = tokens.slice(at, at + length).map((token) => token.text);
      if (window.length < length) continue;
      const shared = window.filter((word) => set.has(word)).length;
      if (shared < wanted.length * 0.6) continue;
      const alike = similarity(window.join(' '), phrase);
      if (alike >= ALIKE && (best === null || alike > best.alike))
        best = { from: at, to: at + length - 1, alike };
    }
  }
  return best && { words: cut(best.from, best.to), exact: false };
}

const far = (distances: readonly number[], at: number): number => distances[at] ?? Infinity;

function similarity(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(far(row, j) + 1, far(next, j - 1) + 1, far(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return 1 - far(row, b.length) / (Math.max(a.length, b.length) || 1);
}
