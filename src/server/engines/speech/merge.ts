import { Language } from '#contract/common.ts';
import { isLasting } from '#contract/labels.ts';
import type { Segment, Speaker, TranscriptDocument } from '#contract/transcript.ts';
import type { VoiceTurn } from '../voices/port.ts';
import { voiceLabel, voicesOfWords } from '../voices/voice-words.ts';
import { type HeardWord, timeTokens } from './heard.ts';
import type { AudioChunk, HeardChunk } from './port.ts';

export type ChunkSpan = Pick<AudioChunk, 'index' | 'startMs' | 'endMs' | 'forced'>;

interface SpokenWord extends HeardWord {
  speaker: string | null;
  confidence: number | null;
}

const PAUSE_MS = 1000;
const SENTENCE_WORDS = 6;
const SENTENCE_PAUSE_MS = 250;
const MOST_WORDS = 60;
const COARSE_MS = 30_000;

/**
 * In overlaps, a word belongs to the side of its middle. `heard` has null for failed chunks.
 * @param turns who speaks when, known from the sound of the whole recording; the service's own speakers count without them
 */
export function mergeHeard(
  chunks: ChunkSpan[],
  heard: (HeardChunk | null)[],
  turns: readonly VoiceTurn[] | null = null,
): Pick<TranscriptDocument, 'segments' | 'speakers' | 'warnings'> {
  const isInParts =
    turns === null && heard.filter((chunk) => chunk?.segments.some(({ speaker }) => speaker)).length > 1;
  const spoken = chunks.flatMap((chunk, index) =>
    wordsOfChunk(
      chunks,
      index,
      isInParts ? inPart(heard[index] ?? null, index + 1) : (heard[index] ?? null),
      chunk,
    ),
  );
  const words = turns === null ? spoken : withVoices(spoken, turns);
  const { speakers, idOf } = speakersOf(words);
  const segments: Segment[] = groupWords(words).map((group, index) => ({
    id: `s${index + 1}`,
    startMs: group[0].startMs,
    endMs: Math.max(...group.map((word) => word.endMs)),
    speakerId: group[0].speaker === null ? null : (idOf.get(group[0].speaker) ?? null),
    text: group.map((word) => word.text).join(' '),
    originalText: null,
    confidence: meanConfidence(group),
  }));
  for (const speaker of speakers) {
    speaker.talkMs = segments
      .filter((segment) => segment.speakerId === speaker.id)
      .reduce((sum, segment) => sum + segment.endMs - segment.startMs, 0);
  }
  return { segments, speakers, warnings: warningsOf(heard, isInParts) };
}

function withVoices(words: readonly SpokenWord[], turns: readonly VoiceTurn[]): SpokenWord[] {
  const sorted = words.toSorted((one, other) => one.startMs - other.startMs);
  const voices = voicesOfWords(sorted, turns);
  return sorted.map((word, at) => {
    const voice = voices[at] ?? null;
    return { ...word, speaker: voice === null ? null : voiceLabel(voice) };
  });
}

/** Merges tracks by start time. The speaker of the first audio stream is always `p1`, of the second `p2`. */
export function mergeTracks(
  names: readonly string[],
  chunks: readonly (ChunkSpan & { track: number })[],
  heard: readonly (HeardChunk | null)[],
): Pick<TranscriptDocument, 'segments' | 'speakers' | 'warnings'> {
  const tracks = names.map((label, track) => {
    const own = chunks
      .map((chunk, index) => ({ chunk, heard: heard[index] ?? null }))
      .filter(({ chunk }) => chunk.track === track);
    const merged = mergeHeard(
      own.map(({ chunk }) => chunk),
      own.map((each) => withoutSpeakers(each.heard)),
    );
    const speakerId = `p${track + 1}`;
    const segments = merged.segments.map((segment) => ({ ...segment, speakerId }));
    const talkMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const speaker: Speaker = {
      id: speakerId,
      label: label.slice(0, 120),
      role: 'unknown',
      playerCharacterId: null,
      talkMs,
    };
    return { speaker, segments, warnings: merged.warnings };
  });
  return {
    speakers: tracks.map(({ speaker }) => speaker),
    segments: tracks
      .flatMap(({ segments }) => segments)
      .sort((first, second) => first.startMs - second.startMs)
      .map((segment, index) => ({ ...segment, id: `s${index + 1}` })),
    warnings: tracks.find(({ warnings }) => warnings.length > 0)?.warnings ?? [],
  };
}

/** A service that numbers voices begins anew in each part: its first speaker here is not its first one there. */
function inPart(heard: HeardChunk | null, part: number): HeardChunk | null {
  if (heard === null) return null;
  return {
    ...heard,
    segments: heard.segments.map((segment) => ({
      ...segment,
      speaker:
        segment.speaker === null || isLasting(segment.speaker)
          ? segment.speaker
          : `${segment.speaker.trim() || 'Speaker'} (part ${part})`,
    })),
  };
}

function withoutSpeakers(heard: HeardChunk | null): HeardChunk | null {
  if (heard === null) return null;
  return { ...heard, segments: heard.segments.map((segment) => ({ ...segment, speaker: null })) };
}

/** The language of most chunks as a tag; engines also return names such as "german". */
export function heardLanguage(heard: (HeardChunk | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const chunk of heard) {
    const tag = chunk?.language ? languageTag(chunk.language) : null;
    if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].sort(([, first], [, second]) => second - first)[0]?.[0] ?? null;
}

export function languageTag(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(wanted)) return Language.parse(name.trim());
  languageNames ??= allLanguageNames();
  return languageNames.get(wanted) ?? null;
}

let languageNames: Map<string, string> | undefined;

function allLanguageNames(): Map<string, string> {
  const display = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = display.of(code)?.toLowerCase();
    if (name && !names.has(name)) names.set(name, code);
  }
  return names;
}

function wordsOfChunk(
  chunks: ChunkSpan[],
  index: number,
  heard: HeardChunk | null,
  chunk: ChunkSpan,
): SpokenWord[] {
  const fromMs = seamMs(chunks[index - 1], chunk, Number.NEGATIVE_INFINITY);
  const untilMs = seamMs(chunk, chunks[index + 1], Number.POSITIVE_INFINITY);
  return (heard?.segments ?? [])
    .flatMap((segment) =>
      (segment.words ?? timeTokens(segment.text, [], segment)).map((word) => ({
        text: word.text,
        startMs: chunk.startMs + Math.round(word.startMs),
        endMs: chunk.startMs + Math.round(Math.max(word.startMs, word.endMs)),
        speaker: segment.speaker,
        confidence: segment.confidence,
      })),
    )
    .filter((word) => {
      const middleMs = (word.startMs + word.endMs) / 2;
      return middleMs >= fromMs && middleMs < untilMs;
    })
    .sort((first, second) => first.startMs - second.startMs);
}

function seamMs(before: ChunkSpan | undefined, after: ChunkSpan | undefined, otherwise: number): number {
  if (!before || !after || !before.forced) return otherwise;
  return (before.endMs + after.startMs) / 2;
}

type Group = [SpokenWord, ...SpokenWord[]];

function groupWords(words: SpokenWord[]): Group[] {
  const groups: Group[] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && !beginsSegment(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

function beginsSegment(group: Group, word: SpokenWord): boolean {
  const last = group.at(-1) ?? group[0];
  const pauseMs = word.startMs - last.endMs;
  if (word.speaker !== last.speaker || pauseMs >= PAUSE_MS || group.length >= MOST_WORDS) return true;
  const endsSentence = /[.!?…。！？]["'”’)»]*$/.test(last.text);
  return endsSentence && (group.length >= SENTENCE_WORDS || pauseMs >= SENTENCE_PAUSE_MS);
}

function speakersOf(words: SpokenWord[]): { speakers: Speaker[]; idOf: Map<string, string> } {
  const names = [...new Set(words.flatMap((word) => (word.speaker === null ? [] : [word.speaker])))];
  const idOf = new Map(names.map((name, index) => [name, `p${index + 1}`]));
  const speakers = names.map((name, index) => ({
    id: `p${index + 1}`,
    label: name.trim().slice(0, 120) || `Speaker ${index + 1}`,
    role: 'unknown' as const,
    playerCharacterId: null,
    talkMs: 0,
  }));
  return { speakers, idOf };
}

function meanConfidence(group: SpokenWord[]): number | null {
  const known = group.flatMap((word) => (word.confidence === null ? [] : [word.confidence]));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function warningsOf(heard: (HeardChunk | null)[], isInParts: boolean): TranscriptDocument['warnings'] {
  const warnings: TranscriptDocument['warnings'] = [];
  const add = (code: string, message: string) => warnings.push({ code, message, startMs: null, endMs: null });
  const isCoarse = heard.some((chunk) =>
    chunk?.segments.some((segment) => segment.words === null && segment.endMs - segment.startMs > COARSE_MS),
  );
  if (isCoarse) {
    add(
      'coarseTimes',
      'The speech service returned no word timestamps, so times in this transcript are approximate.',
    );
  }
  if (isInParts) {
    add(
      'speakersPerPart',
      'The speech service detected speakers separately in each part of the recording, so one person can have several ' +
        'labels, such as “Speaker 1 (part 2)”. Name them under Speakers: labels with the same name become one person.',
    );
  }
  return warnings;
}
