import { isByGameMaster, type Sentence, type Speech, stem } from './text.ts';
import { FUNCTION_WORDS, TRANSITION } from './vocabulary.ts';
import type { Zones } from './zones.ts';

export interface Stretch {
  from: number;
  to: number;
}

interface Block {
  from: number;
  to: number;
  wordCount: number;
  stems: Map<string, number>;
}

const BLOCK_WORDS = 60;
const WINDOW = 8;
const SCENE_WORDS = 2200;
const SHORTEST_SCENE_WORDS = 500;

const contentStems = (sentence: Sentence): string[] =>
  sentence.words.filter((word) => !FUNCTION_WORDS.has(word.lower)).map((word) => stem(word.lower));

function readBlocks(speech: Speech, { zones }: Zones): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  for (const sentence of speech.sentences) {
    if (zones[sentence.index] !== 'play') continue;
    if (!block || block.wordCount >= BLOCK_WORDS) {
      block = { from: sentence.index, to: sentence.index, wordCount: 0, stems: new Map() };
      blocks.push(block);
    }
    block.to = sentence.index + 1;
    block.wordCount += sentence.words.length;
    for (const each of contentStems(sentence)) block.stems.set(each, (block.stems.get(each) ?? 0) + 1);
  }
  return blocks;
}

function cohesion(blocks: Block[], gap: number): number {
  const sum = (from: number, to: number) => {
    const counts = new Map<string, number>();
    for (const block of blocks.slice(Math.max(0, from), to))
      for (const [word, count] of block.stems) counts.set(word, (counts.get(word) ?? 0) + count);
    return counts;
  };
  const before = sum(gap - WINDOW, gap);
  const after = sum(gap, gap + WINDOW);
  let dot = 0;
  let left = 0;
  let right = 0;
  for (const [word, count] of before) {
    dot += count * (after.get(word) ?? 0);
    left += count * count;
  }
  for (const count of after.values()) right += count * count;
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
}

function cue(speech: Speech, zones: Zones, block: Block): number {
  let best = 0;
  for (let at = block.from; at < block.to; at += 1) {
    const sentence = speech.sentences[at]!;
    if (!isByGameMaster(sentence, zones.gameMasterId)) continue;
    if (TRANSITION.test(sentence.text)) best = Math.max(best, sentence.words.length > 12 ? 0.14 : 0.08);
  }
  return best;
}

/** Scenes by lexical cohesion and the game master's cues; linear except for sorting the gaps. */
export function findScenes(speech: Speech, zones: Zones): Stretch[] {
  const blocks = readBlocks(speech, zones);
  if (blocks.length === 0) return [];
  const words = blocks.reduce((sum, block) => sum + block.wordCount, 0);
  const wanted = Math.max(1, Math.round(words / SCENE_WORDS), Math.min(3, Math.floor(words / 300)));
  const similarity = blocks.map((_, gap) => (gap === 0 ? 1 : cohesion(blocks, gap)));
  const depth = similarity.map((value, gap) => {
    const around = similarity.slice(Math.max(1, gap - WINDOW), gap + WINDOW + 1);
    return Math.max(...around, value) - value;
  });
  const scores = depth.map((value, gap) => {
    const pause = gap > 0 && blocks[gap]!.from - blocks[gap - 1]!.to > 3 ? 0.3 : 0;
    return value + cue(speech, zones, blocks[gap]!) + pause;
  });
  const near = Math.max(2, Math.ceil(Math.min(SHORTEST_SCENE_WORDS, words / (wanted * 2)) / BLOCK_WORDS));
  const ranked = scores.map((_, index) => index).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const taken = new Set<number>();
  const bounds: number[] = [];
  const take = (gap: number) => {
    if (gap < near || gap > blocks.length - near) return;
    for (let at = gap - near + 1; at < gap + near; at += 1) if (taken.has(at)) return;
    taken.add(gap);
    bounds.push(gap);
  };
  for (const gap of ranked) if (bounds.length < wanted - 1) take(gap);
  const longest = Math.ceil((SCENE_WORDS * 2) / BLOCK_WORDS);
  for (let from = 0, index = 0; from < blocks.length; ) {
    bounds.sort((a, b) => a - b);
    const to = bounds[index] ?? blocks.length;
    if (to - from <= longest) {
      from = to;
      index += 1;
      continue;
    }
    const middle = from + Math.floor((to - from) / 2);
    let best = middle;
    for (
      let gap = Math.max(from + near, middle - longest / 2);
      gap <= Math.min(to - near, middle + longest / 2);
      gap += 1
    )
      if (scores[Math.floor(gap)]! > scores[best]!) best = Math.floor(gap);
    bounds.push(best);
  }
  bounds.sort((a, b) => a - b);
  return [0, ...bounds].map((first, index) => {
    const last = bounds[index] ?? blocks.length;
    return { from: blocks[first]!.from, to: blocks[last - 1]!.to };
  });
}
