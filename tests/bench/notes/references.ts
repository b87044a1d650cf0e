import type { TranscriptDocument } from '#contract/transcript.ts';
import { readSpeech } from '#server/engines/notes/reading/text.ts';
import { FUNCTION_WORDS } from '#server/engines/notes/reading/vocabulary.ts';
import type { SharedSession } from '#tests/support/sessions.ts';
import { synopsisOf } from './score.ts';

const WORDS = 1000;

export function referencesOf(transcript: TranscriptDocument, session: SharedSession): Record<string, string> {
  const speech = readSpeech(transcript);
  const sentences = speech.sentences.filter(({ words }) => words.length >= 5);
  const take = (order: number[]): string => {
    const chosen: number[] = [];
    let count = 0;
    for (const at of order) {
      if (count >= WORDS) break;
      chosen.push(at);
      count += sentences[at]!.words.length;
    }
    return chosen
      .sort((a, b) => a - b)
      .map((at) => sentences[at]!.text)
      .join(' ');
  };
  const indices = sentences.map((_, index) => index);
  return {
    lead: take(indices),
    random: take(shuffled(indices)),
    centroid: take(byCentroid(sentences)),
    oracle: take(byOracle(sentences, synopsisOf(session))),
  };
}

type Sentences = ReturnType<typeof readSpeech>['sentences'];

function shuffled(indices: number[]): number[] {
  let state = 7;
  const order = [...indices];
  for (let at = order.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

function byCentroid(sentences: Sentences): number[] {
  const counts = new Map<string, number>();
  const content = sentences.map(({ words }) =>
    words.map((word) => word.lower).filter((word) => !FUNCTION_WORDS.has(word)),
  );
  for (const words of content)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) =>
    Math.log1p(counts.get(word)!) * Math.log(sentences.length / counts.get(word)!);
  const score = content.map(
    (words) => [...new Set(words)].reduce((sum, word) => sum + weight(word), 0) / Math.sqrt(words.length + 4),
  );
  return sentences.map((_, index) => index).sort((a, b) => score[b]! - score[a]!);
}

function byOracle(sentences: Sentences, notes: string): number[] {
  const wanted = new Map<string, number>();
  for (const word of notes
    .toLowerCase()
    .match(/[\p{L}\p{N}']+/gu)
    ?.slice(0, WORDS) ?? [])
    wanted.set(word, (wanted.get(word) ?? 0) + 1);
  const left = new Map(wanted);
  const open = new Set(sentences.map((_, index) => index));
  const chosen: number[] = [];
  const gain = (at: number) => {
    const seen = new Map<string, number>();
    let sum = 0;
    for (const { lower } of sentences[at]!.words) {
      const used = seen.get(lower) ?? 0;
      if ((left.get(lower) ?? 0) > used) sum += FUNCTION_WORDS.has(lower) ? 0.3 : 1;
      seen.set(lower, used + 1);
    }
    return sum / sentences[at]!.words.length ** 0.9;
  };
  let pool = [...open].sort((a, b) => gain(b) - gain(a)).slice(0, 600);
  for (let count = 0; count < WORDS && pool.length > 0; ) {
    pool = pool.sort((a, b) => gain(b) - gain(a));
    const best = pool.shift()!;
    chosen.push(best);
    count += sentences[best]!.words.length;
    for (const { lower } of sentences[best]!.words) left.set(lower, (left.get(lower) ?? 0) - 1);
  }
  return chosen;
}
