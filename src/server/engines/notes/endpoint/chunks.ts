import { shownLabel } from '#contract/labels.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';
import type { Prepared } from '../reading/prepare.ts';
import { addressedOf } from './addressed.ts';
import type { Budget } from './budget.ts';
import { estimatedTokens } from './transport.ts';

/** Segments from..to (exclusive) for one call, and some earlier ones for context. */
export interface Chunk {
  index: number;
  from: number;
  to: number;
  contextFrom: number;
  wordCount: number;
  characters: { from: number; to: number } | null;
}

const CONTEXT_SEGMENTS = 4;
const CONTEXT_WORDS = 200;
const CONTEXT_TOKENS = 500;
const LABEL_TOKENS = 8;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Which turns are play. Others are the recap, announcements, breaks and the farewell: models do not get them as a part of the evening. */
export function turnsOfPlay({ transcript, speech, zones }: Prepared): boolean[] {
  const isPlay = transcript.segments.map(() => true);
  for (const inPlay of [false, true])
    for (const { index, firstSegment, lastSegment } of speech.sentences)
      if ((zones.zones[index] === 'play') === inPlay) isPlay.fill(inPlay, firstSegment, lastSegment + 1);
  return isPlay;
}

/** Without the words of turns that are not play. */
export function playOf(prepared: Prepared, transcript = prepared.transcript): TranscriptDocument {
  const isPlay = turnsOfPlay(prepared);
  return {
    ...transcript,
    segments: transcript.segments.map((segment, at) => (isPlay[at] ? segment : { ...segment, text: '' })),
  };
}

/** Cuts the words of play, at the end of a scene if possible, and covers all of them (D12). */
export function makeChunks(prepared: Prepared, budget: Budget): Chunk[] {
  const { scenes, speech } = prepared;
  const transcript = playOf(prepared);
  const { segments } = transcript;
  const mostTokens = budget.materialTokens - CONTEXT_TOKENS;
  const sceneStarts = new Set(scenes.map((scene) => speech.sentences[scene.from]?.firstSegment));
  const counts = segments.map((segment) => wordsIn(segment.text));
  const chunks: Chunk[] = [];
  let from = 0;
  let wordCount = 0;
  let tokens = 0;
  const add = (chunk: Pick<Chunk, 'from' | 'to' | 'wordCount' | 'characters'>) =>
    chunks.push({ index: chunks.length, contextFrom: contextBefore(counts, chunk.from), ...chunk });
  const close = (to: number) => {
    if (wordCount > 0) {
      add({ from, to, wordCount, characters: null });
      from = to;
    }
    wordCount = 0;
    tokens = 0;
  };
  segments.forEach((segment, at) => {
    const count = counts[at] ?? 0;
    const cost = LABEL_TOKENS + estimatedTokens(segment.text);
    const isFull = wordCount + count > budget.mostWords || tokens + cost > mostTokens;
    if ((wordCount >= budget.fewestWords && sceneStarts.has(at)) || isFull) close(at);
    if (cost > mostTokens) {
      for (const characters of pieces(segment.text, mostTokens - LABEL_TOKENS))
        add({
          from: at,
          to: at + 1,
          wordCount: wordsIn(segment.text.slice(characters.from, characters.to)),
          characters,
        });
      from = at + 1;
      return;
    }
    wordCount += count;
    tokens += cost;
  });
  const last = chunks.at(-1);
  if (
    last?.characters === null &&
    wordCount > 0 &&
    last.wordCount + wordCount <= budget.mostWords &&
    tokensOf(transcript, last.from, segments.length) <= mostTokens
  ) {
    last.to = segments.length;
    last.wordCount += wordCount;
  } else close(segments.length);
  const end = chunks.at(-1);
  if (end?.characters === null) end.to = segments.length;
  return chunks;
}

const tokensOf = (transcript: TranscriptDocument, from: number, to: number): number =>
  transcript.segments
    .slice(from, to)
    .reduce((sum, segment) => sum + LABEL_TOKENS + estimatedTokens(segment.text), 0);

function pieces(text: string, mostTokens: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < text.length; ) {
    // UTF-8 has at most three bytes per UTF-16 unit.
    let to = Math.min(text.length, from + mostTokens);
    const space = to < text.length ? text.lastIndexOf(' ', to) : -1;
    if (space > from) to = space;
    found.push({ from, to });
    from = to;
  }
  return found;
}

/** Null for a single turn. */
export function halvesOf(
  transcript: TranscriptDocument,
  chunk: Pick<Chunk, 'from' | 'to' | 'characters'>,
): [Pick<Chunk, 'from' | 'to' | 'characters'>, Pick<Chunk, 'from' | 'to' | 'characters'>] | null {
  const { from, to } = chunk;
  if (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    return [
      { from, to: middle, characters: null },
      { from: middle, to, characters: null },
    ];
  }
  const { text } = present(transcript.segments[from], 'segment of the chunk');
  const span = chunk.characters ?? { from: 0, to: text.length };
  const middle = text.indexOf(' ', Math.floor((span.from + span.to) / 2));
  if (span.to - span.from < 400 || middle < 0 || middle >= span.to) return null;
  return [
    { from, to, characters: { from: span.from, to: middle } },
    { from, to, characters: { from: middle, to: span.to } },
  ];
}

function contextBefore(counts: number[], from: number): number {
  let start = from;
  let words = 0;
  for (const count of counts.slice(Math.max(0, from - CONTEXT_SEGMENTS), from).reverse()) {
    if (words + count > CONTEXT_WORDS) break;
    start -= 1;
    words += count;
  }
  return start;
}

export const WITHHELD = '(words addressed to the note-taker; left out)';

/** Formats turns as `[s12] Laura: words`, escaping what could end the fence. */
export function turnsText(
  transcript: TranscriptDocument,
  { from, to, characters }: Pick<Chunk, 'from' | 'to' | 'characters'>,
): string {
  const labels = new Map(
    transcript.speakers.map((speaker) => [
      speaker.id,
      speaker.role === 'gm' ? `${shownLabel(speaker.label)} (game master)` : shownLabel(speaker.label),
    ]),
  );
  const first = Math.max(0, from - 1);
  const isAddressed = addressedOf(transcript.segments.slice(first, to + 1).map(({ text }) => text));
  return transcript.segments
    .slice(from, to)
    .flatMap((segment, at) => {
      if (segment.text.trim() === '') return [];
      const speaker = segment.speakerId === null ? undefined : labels.get(segment.speakerId);
      const said = characters ? segment.text.slice(characters.from, characters.to) : segment.text;
      const text = isAddressed[from + at - first] ? WITHHELD : harmless(said);
      return `[${segment.id}] ${speaker ? `${harmless(speaker)}: ` : ''}${text}`;
    })
    .join('\n');
}

export const harmless = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[<>]/g, (mark) => (mark === '<' ? '‹' : '›'))
    .trim();
