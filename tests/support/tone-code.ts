import { createHash } from 'node:crypto';

/** Each byte of UTF-8 is two DTMF tones of 60 ms with gaps of 40 ms; a 2,300 Hz mark precedes every word. */
export const TONE_SAMPLE_RATE = 16_000;

const TONE_MS = 60;
const GAP_MS = 40;
const MARK_HERTZ = 2300;
const LOW_HERTZ = [697, 770, 852, 941];
const HIGH_HERTZ = [1209, 1336, 1477, 1633];
const WINDOW_MS = 40;
const HOP_MS = 10;
const AMPLITUDE = 0.3;

export interface ToneWord {
  text: string;
  startMs: number;
  endMs: number;
}

export interface ToneRecording {
  samples: Int16Array;
  words: ToneWord[];
}

/** `pauseMs` follows each word, `sentencePauseMs` a line break or a full stop. */
export function encodeTones(
  text: string,
  options: { pauseMs?: number; sentencePauseMs?: number; leadMs?: number } = {},
): ToneRecording {
  const { pauseMs = 100, sentencePauseMs = 700, leadMs = 200 } = options;
  const blocks: Float64Array[] = [silence(leadMs)];
  const words: ToneWord[] = [];
  let atMs = leadMs;
  const add = (block: Float64Array, ms: number) => {
    blocks.push(block, silence(GAP_MS));
    atMs += ms + GAP_MS;
  };
  for (const line of text.split('\n')) {
    for (const word of line.split(/\s+/).filter(Boolean)) {
      const startMs = atMs;
      add(tone([MARK_HERTZ], TONE_MS), TONE_MS);
      for (const byte of new TextEncoder().encode(word)) {
        for (const nibble of [byte >> 4, byte & 15]) {
          add(tone([LOW_HERTZ[nibble >> 2]!, HIGH_HERTZ[nibble & 3]!], TONE_MS), TONE_MS);
        }
      }
      words.push({ text: word, startMs, endMs: atMs - GAP_MS });
      const pause = /[.!?]$/.test(word) ? sentencePauseMs : pauseMs;
      blocks.push(silence(pause));
      atMs += pause;
    }
  }
  return { samples: joined(blocks), words };
}

const decoded = new Map<string, readonly ToneWord[]>();

/** Skips words without their mark; times are within 20 ms. Tests send the same pieces again and again. */
export function decodeTones(samples: Int16Array): readonly ToneWord[] {
  const content = createHash('sha1').update(samples).digest('base64');
  const words = decoded.get(content) ?? wordsIn(samples);
  decoded.set(content, words);
  return words;
}

function wordsIn(samples: Int16Array): ToneWord[] {
  const words: ToneWord[] = [];
  let nibbles: number[] = [];
  let current: { startMs: number; endMs: number } | null = null;
  const finish = () => {
    if (current === null || nibbles.length < 2) return;
    const bytes = Uint8Array.from({ length: Math.floor(nibbles.length / 2) }, (_, index) => {
      return nibbles[index * 2]! * 16 + nibbles[index * 2 + 1]!;
    });
    words.push({ text: new TextDecoder().decode(bytes), ...current });
  };
  for (const { symbol, startMs, endMs } of symbolsIn(samples)) {
    if (symbol === 'mark') {
      finish();
      nibbles = [];
      current = { startMs, endMs };
    } else if (current !== null) {
      nibbles.push(symbol);
      current.endMs = endMs;
    }
  }
  finish();
  return words;
}

type ToneSymbol = 'mark' | number;

function symbolsIn(samples: Int16Array): { symbol: ToneSymbol; startMs: number; endMs: number }[] {
  const windowLength = (WINDOW_MS * TONE_SAMPLE_RATE) / 1000;
  const hopLength = (HOP_MS * TONE_SAMPLE_RATE) / 1000;
  const found: { symbol: ToneSymbol; startMs: number; endMs: number }[] = [];
  let run: { symbol: ToneSymbol; first: number; last: number } | null = null;
  const finish = () => {
    if (run === null || run.last === run.first) return;
    // The loudest windows are completely inside the tone.
    const middleMs = ((run.first + run.last) / 2) * HOP_MS + WINDOW_MS / 2;
    found.push({
      symbol: run.symbol,
      startMs: Math.max(0, Math.round(middleMs - TONE_MS / 2)),
      endMs: Math.round(middleMs + TONE_MS / 2),
    });
  };
  for (let hop = 0; hop * hopLength + windowLength <= samples.length; hop += 1) {
    const symbol = symbolOf(samples.subarray(hop * hopLength, hop * hopLength + windowLength));
    if (run !== null && symbol === run.symbol) {
      run.last = hop;
      continue;
    }
    finish();
    run = symbol === null ? null : { symbol, first: hop, last: hop };
  }
  finish();
  return found;
}

function symbolOf(window: Int16Array): ToneSymbol | null {
  let energy = 0;
  for (let at = 0; at < window.length; at += 1) energy += window[at]! * window[at]!;
  if (energy / window.length < 300 * 300) return null;
  const share = (hertz: number) => goertzel(window, hertz) / ((energy * window.length) / 2);
  if (share(MARK_HERTZ) > 0.5) return 'mark';
  const low = strongest(LOW_HERTZ.map(share));
  if (low.share <= 0.2) return null;
  const high = strongest(HIGH_HERTZ.map(share));
  return high.share > 0.2 ? low.index * 4 + high.index : null;
}

function strongest(shares: number[]): { index: number; share: number } {
  const share = Math.max(...shares);
  return { index: shares.indexOf(share), share };
}

function goertzel(window: Int16Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / TONE_SAMPLE_RATE);
  let previous = 0;
  let beforePrevious = 0;
  for (let at = 0; at < window.length; at += 1) {
    const next = window[at]! + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = next;
  }
  return previous * previous + beforePrevious * beforePrevious - coefficient * previous * beforePrevious;
}

function tone(hertz: number[], ms: number): Float64Array {
  const length = (ms * TONE_SAMPLE_RATE) / 1000;
  const fade = TONE_SAMPLE_RATE / 200;
  return Float64Array.from({ length }, (_, index) => {
    const envelope = Math.min(1, index / fade, (length - index) / fade);
    const sum = hertz.reduce(
      (total, one) => total + Math.sin((2 * Math.PI * one * index) / TONE_SAMPLE_RATE),
      0,
    );
    return (AMPLITUDE * envelope * sum) / Math.sqrt(hertz.length);
  });
}

function silence(ms: number): Float64Array {
  return new Float64Array(Math.round((ms * TONE_SAMPLE_RATE) / 1000));
}

function joined(blocks: Float64Array[]): Int16Array {
  const samples = new Int16Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let offset = 0;
  for (const block of blocks) {
    for (const value of block) {
      samples[offset] = Math.round(value * 32_767);
      offset += 1;
    }
  }
  return samples;
}
