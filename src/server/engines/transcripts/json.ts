import { z } from 'zod';
import { TranscriptDocument } from '#contract/transcript.ts';
import { isRecord } from '#contract/unknown-values.ts';
import { languageTag } from '../speech/merge.ts';
import { clockToMs, type Draft, type DraftLine, LATEST_MS, secondsToMs } from './draft.ts';
import { empty, refuseBeyond, unreadable } from './errors.ts';

/** Hostile files nest a million times. */
const DEEPEST = 40;

/** Reads our own, verbose_json, whisperX, whisper.cpp and list forms. @throws TranscriptImportError */
export function readJson(text: string): Draft | TranscriptDocument {
  if (nestsTooDeep(text)) throw unreadable('this JSON is nested too deeply.');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw unreadable('this is not valid JSON.');
  }
  return ownDocument(content) ?? draftOf(content);
}

function ownDocument(content: unknown): TranscriptDocument | null {
  const candidate = fieldOf(content, 'transcript') ?? content;
  if (fieldOf(candidate, 'source') === undefined || fieldOf(candidate, 'timing') === undefined) return null;
  for (const of of ['segments', 'speakers', 'warnings'] as const) {
    const list = fieldOf(candidate, of);
    if (Array.isArray(list)) refuseBeyond(of, list.length);
  }
  const parsed = TranscriptDocument.safeParse(candidate);
  if (parsed.success) return checked(parsed.data);
  const issue = parsed.error.issues[0];
  throw unreadable(`${issue?.path.join('.') || 'the document'} is wrong (${issue?.message ?? 'invalid'}).`);
}

function checked(document: TranscriptDocument): TranscriptDocument {
  const speakers = new Set(document.speakers.map((speaker) => speaker.id));
  const segments = new Set(document.segments.map((segment) => segment.id));
  if (speakers.size < document.speakers.length) throw unreadable('two of its speakers have the same id.');
  if (segments.size < document.segments.length) throw unreadable('two of its segments have the same id.');
  for (const { id, speakerId, startMs, endMs } of document.segments) {
    if (speakerId !== null && !speakers.has(speakerId))
      throw unreadable(`segment ${id} has an unknown speaker.`);
    if (endMs < startMs || endMs > LATEST_MS) throw unreadable(`segment ${id} has impossible times.`);
  }
  if (document.segments.every((segment) => segment.text.trim() === '')) throw empty();
  // The length is billed (D2), so don't trust the file's.
  return {
    ...document,
    durationMs: document.segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
  };
}

const LIST_FIELDS = [
  'segments',
  'turns',
  'transcription',
  'utterances',
  'transcript',
  'results',
  'monologues',
];

function draftOf(content: unknown): Draft {
  const list = Array.isArray(content)
    ? content
    : LIST_FIELDS.map((name) => fieldOf(content, name)).find(Array.isArray);
  const language = fieldOf(content, 'language') ?? fieldOf(fieldOf(content, 'result'), 'language');
  const tag = typeof language === 'string' ? languageTag(language) : null;
  if (!list) {
    const text = fieldOf(content, 'text');
    if (typeof text !== 'string') throw unreadable('this JSON has no list of segments or turns.');
    return { format: 'json', language: tag, lines: [{ speaker: null, text, startMs: null, endMs: null }] };
  }
  refuseBeyond('segments', list.length);
  const lines: DraftLine[] = [];
  let strange = 0;
  for (const item of list) {
    const line = lineOf(item);
    if (line === null) strange += 1;
    else lines.push(line);
  }
  if (lines.length === 0 && strange > 0) throw unreadable('none of its entries has text.');
  return {
    format: 'json',
    language: tag,
    lines,
    unreadable: strange > 0 ? new Map([['item without text', strange]]) : new Map(),
  };
}

const Text = z.string();
const Name = z.union([z.string(), z.number().transform((number) => `Speaker ${number}`)]);

function lineOf(item: unknown): DraftLine | null {
  const text = Text.safeParse(firstOf(item, ['text', 'words', 'content', 'utterance', 'message']));
  if (!text.success) return null;
  const speaker = firstOf(item, ['speaker', 'speakerName', 'speaker_name', 'speaker_label', 'name']);
  const name = Name.safeParse(fieldOf(speaker, 'name') ?? speaker);
  const probability = fieldOf(item, 'avg_logprob');
  return {
    speaker: name.success ? name.data : null,
    text: text.data,
    startMs: timeOf(item, 'from', 'startMs', ['start', 'start_time', 'startTime', 'timestamp']),
    endMs: timeOf(item, 'to', 'endMs', ['end', 'end_time', 'endTime']),
    confidence: typeof probability === 'number' ? Math.max(0, Math.min(1, Math.exp(probability))) || 0 : null,
  };
}

/** whisper.cpp writes `offsets` in milliseconds, we `startMs`, all others seconds or a clock time. */
function timeOf(item: unknown, offsetName: string, msName: string, names: string[]): number | null {
  const ms = fieldOf(fieldOf(item, 'offsets'), offsetName) ?? fieldOf(item, msName);
  if (typeof ms === 'number') return secondsToMs(ms / 1000);
  const value = firstOf(item, names);
  return typeof value === 'string' && value.includes(':') ? clockToMs(value) : secondsToMs(value);
}

function firstOf(item: unknown, names: string[]): unknown {
  return names.map((name) => fieldOf(item, name)).find((value) => value !== undefined && value !== null);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
