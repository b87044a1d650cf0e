import type { IntakeAccount } from '#contract/intake-account.ts';
import { normalized } from '#contract/normalized.ts';
import type { Segment, Speaker, TranscriptDocument, Warning } from '#contract/transcript.ts';
import { count, type Draft, type DraftLine, warningOf } from './draft-lines.ts';
import { empty, refuseBeyond } from './errors.ts';
import { inventedInARow, inventedInSilence, phrasesLeftOut } from './phrases.ts';
import { singleSpaced } from './single-spaced.ts';
import { settleTimes } from './times.ts';
import { wordsIn } from './words.ts';

export interface Read {
  document: TranscriptDocument;
  account: IntakeAccount;
}

const LONGEST_LABEL = 120;
/** Characters: room for corrections and edits, see `mostLineCharacters`. */
const LONGEST_LINE = 8000;

/** Settles the times; what could not be read or used is in the account and the warnings (D12). @throws TranscriptImportError */
export function documentOf(draft: Draft, answers: Readonly<Record<string, string>> = {}): Read {
  const found: DraftLine[] = [];
  for (const line of draft.lines) {
    const text = tidy(line.text);
    if (text === '') continue;
    refuseBeyond('characters', text.length);
    found.push({ ...line, text, speaker: tidyName(line.speaker) });
    refuseBeyond('segments', found.length);
  }
  if (found.length === 0) throw empty();
  const { settled, lines, invented } = withoutInvented(draft, found, answers);
  const leftOut = [...(draft.leftOut ?? []), ...phrasesLeftOut(invented), ...settled.leftOut];
  const speakers = speakersOf(settled.lines);
  const idOf = new Map(speakers.map((speaker) => [speaker.label, speaker.id]));
  const segments: Segment[] = settled.lines.flatMap(inShortLines).map((line, index) => ({
    id: `s${index + 1}`,
    startMs: line.startMs,
    endMs: line.endMs,
    speakerId: line.speaker === null ? null : (idOf.get(line.speaker.slice(0, LONGEST_LABEL)) ?? null),
    text: line.text,
    originalText: null,
    confidence: line.confidence ?? null,
  }));
  refuseBeyond('segments', segments.length);
  const inResult = segments.reduce((sum, segment) => sum + wordsIn(segment.text), 0);
  const inFile =
    (draft.otherWords ?? 0) +
    (lines.length === found.length ? inResult : found.reduce((sum, { text }) => sum + wordsIn(text), 0));
  const times = found.filter(({ start }) => start !== null).length;
  const names = new Set(found.flatMap(({ speaker }) => speaker ?? [])).size;
  return {
    document: {
      source: 'import',
      timing: settled.isTimed ? 'measured' : 'estimated',
      engine: draft.format,
      language: draft.language ?? null,
      durationMs: settled.lengthMs,
      speakers,
      segments,
      warnings: [
        ...(draft.warnings ?? []),
        ...unreadableWarnings(draft.unreadable ?? new Map()),
        ...leftOut.map(({ code, sentence }) => warningOf(code, sentence)),
        ...settled.warnings,
      ],
    },
    account: {
      words: { inFile, inResult },
      clock: settled.clock,
      parts: [
        { part: 'times', found: draft.found?.times ?? times, used: settled.timesUsed },
        { part: 'names', found: draft.found?.names ?? names, used: speakers.length },
      ],
      length: { headerMs: null, containerMs: null, decodedMs: null, usedMs: settled.lengthMs },
      leftOut,
      questions: settled.questions,
    },
  };
}

/** Without what speech models make up after the end and in silence, which the times say if the order does not. */
function withoutInvented(draft: Draft, found: DraftLine[], answers: Readonly<Record<string, string>>) {
  const keepsAll = answers.phrases === 'keep';
  const inARow = keepsAll ? new Set<number>() : inventedInARow(found);
  let lines = found.filter((_, index) => !inARow.has(index));
  const invented = found.filter((_, index) => inARow.has(index));
  let settled = settleTimes({ ...draft, lines }, answers);
  const inSilence = keepsAll || !settled.isTimed ? new Set<number>() : inventedInSilence(settled.lines);
  if (inSilence.size > 0) {
    const out = new Set(settled.lines.flatMap(({ index }, at) => (inSilence.has(at) ? [index] : [])));
    invented.push(...lines.filter((_, index) => out.has(index)));
    lines = lines.filter((_, index) => !out.has(index));
    settled = settleTimes({ ...draft, lines }, answers);
  }
  return { settled, lines, invented };
}

/** Each can be edited, and is searched and corrected without keeping others waiting. Its parts share its time by their lengths. */
function inShortLines<Line extends { text: string; startMs: number; endMs: number }>(line: Line): Line[] {
  const { text, startMs, endMs } = line;
  const at = (index: number) => Math.round(startMs + ((endMs - startMs) * index) / text.length);
  const parts: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const limit = Math.min(from + LONGEST_LINE, text.length);
    const space = limit < text.length ? text.lastIndexOf(' ', limit) : limit;
    const isPaired = /^[\udc00-\udfff]/.test(text.charAt(limit));
    const to = space > from ? space : limit - (isPaired ? 1 : 0);
    const part = text.slice(from, to).trim();
    if (part !== '') parts.push({ ...line, text: part, startMs: at(from), endMs: at(to) });
    from = to;
  }
  return parts;
}

function speakersOf(lines: { speaker: string | null; startMs: number; endMs: number }[]): Speaker[] {
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

function tidy(text: string): string {
  return singleSpaced(text.replace(/[\p{Cc}\ufeff]/gu, ' ')).trim();
}

/** Two spellings of one name in Unicode, or marks of direction around it, are not two speakers. */
function tidyName(name: string | null): string | null {
  return tidy(normalized((name ?? '').replace(DIRECTION_MARKS, ''))) || null;
}

export const DIRECTION_MARKS = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
