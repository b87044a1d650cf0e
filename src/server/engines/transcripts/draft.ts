import type { Segment, Speaker, TranscriptDocument, Warning } from '#contract/transcript.ts';
import { empty, refuseBeyond } from './errors.ts';

export interface DraftLine {
  speaker: string | null;
  text: string;
  startMs: number | null;
  endMs: number | null;
  confidence?: number | null;
}

export interface Draft {
  format: string;
  language?: string | null;
  lines: DraftLine[];
  unreadable?: Map<string, number>;
  warnings?: Warning[];
}

/** 150 words a minute. */
const MS_PER_WORD = 400;
const LONGEST_LABEL = 120;
/** A thousand hours; later times are invalid. */
export const LATEST_MS = 3_600_000_000;

/** Estimates missing times; unreadable parts become a warning (D12). @throws TranscriptImportError */
export function documentOf(draft: Draft): TranscriptDocument {
  const lines: DraftLine[] = [];
  for (const line of draft.lines) {
    const text = tidy(line.text);
    if (text === '') continue;
    lines.push({ ...line, text, speaker: tidy(line.speaker ?? '') || null });
    refuseBeyond('segments', lines.length);
  }
  if (lines.length === 0) {
    throw empty();
  }
  const warnings = [...(draft.warnings ?? []), ...unreadableWarnings(draft.unreadable ?? new Map())];
  const timedLines = lines.filter((line) => line.startMs !== null).length;
  const isTimed = timedLines * 2 > lines.length;
  if (isTimed && timedLines < lines.length) {
    const untimed = lines.length - timedLines;
    warnings.push(
      warningOf('timesMissing', `${count(untimed, 'line')} had no time; placed after the line before.`),
    );
  }
  const timed = isTimed ? inOrder(placeUntimed(lines)) : estimateTimes(lines);
  const speakers = speakersOf(timed);
  const idOf = new Map(speakers.map((speaker) => [speaker.label, speaker.id]));
  const segments: Segment[] = timed.map((line, index) => ({
    id: `s${index + 1}`,
    startMs: line.startMs,
    endMs: line.endMs,
    speakerId: line.speaker === null ? null : (idOf.get(line.speaker.slice(0, LONGEST_LABEL)) ?? null),
    text: line.text,
    originalText: null,
    confidence: line.confidence ?? null,
  }));
  return {
    source: 'import',
    timing: isTimed ? 'measured' : 'estimated',
    engine: draft.format,
    language: draft.language ?? null,
    durationMs: segments.reduce((latest, segment) => Math.max(latest, segment.endMs), 0),
    speakers,
    segments,
    warnings,
  };
}

type TimedLine = DraftLine & { startMs: number; endMs: number };

function estimateTimes(lines: DraftLine[]): TimedLine[] {
  let atMs = 0;
  return lines.map((line) => {
    const startMs = atMs;
    atMs += durationOf(line.text);
    return { ...line, startMs, endMs: atMs };
  });
}

function placeUntimed(lines: DraftLine[]): TimedLine[] {
  let lastEndMs = 0;
  return lines.map((line, index) => {
    const startMs = line.startMs ?? lastEndMs;
    const nextStartMs = lines[index + 1]?.startMs ?? null;
    const guessedEndMs = startMs + durationOf(line.text);
    const endMs =
      line.endMs ??
      (nextStartMs !== null && nextStartMs > startMs ? Math.min(nextStartMs, guessedEndMs) : guessedEndMs);
    lastEndMs = Math.max(startMs, endMs);
    return { ...line, startMs: Math.round(startMs), endMs: Math.round(lastEndMs) };
  });
}

function inOrder(lines: TimedLine[]): TimedLine[] {
  return lines.sort((first, second) => first.startMs - second.startMs);
}

function durationOf(text: string): number {
  return text.split(/\s+/).length * MS_PER_WORD;
}

function speakersOf(lines: TimedLine[]): Speaker[] {
  const speakers = new Map<string, Speaker>();
  for (const line of lines) {
    if (line.speaker === null) continue;
    const label = line.speaker.slice(0, LONGEST_LABEL);
    const speaker = speakers.get(label) ?? {
      id: `p${speakers.size + 1}`,
      label,
      role: 'unknown' as const,
      playerCharacterId: null,
      talkMs: 0,
    };
    speaker.talkMs += line.endMs - line.startMs;
    speakers.set(label, speaker);
  }
  return [...speakers.values()];
}

function unreadableWarnings(unreadable: Map<string, number>): Warning[] {
  return [...unreadable].map(([what, number]) =>
    warningOf(
      'linesUnreadable',
      `${count(number, what)} could not be read and ${number === 1 ? 'is' : 'are'} missing.`,
    ),
  );
}

export function warningOf(code: string, message: string): Warning {
  return { code, message, startMs: null, endMs: null };
}

/** "1 cue without valid times", "3 cues …": the first word takes the plural. */
export function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : what.replace(/^\S+/, '$&s')}`;
}

function tidy(text: string): string {
  return text
    .replace(/[\p{Cc}\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export function secondsToMs(seconds: unknown): number | null {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return null;
  const ms = Math.round(value * 1000);
  return ms <= LATEST_MS ? ms : null;
}

/** Reads "1:02:03.450", "02:03,450" or "2:03"; null if invalid. */
export function clockToMs(text: string): number | null {
  const match = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes, seconds, fraction = '0'] = match;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1000 + Number(fraction.padEnd(3, '0'));
  return ms <= LATEST_MS ? ms : null;
}
