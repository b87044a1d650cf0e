import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Evening, Line } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { stem } from '#server/engines/notes/reading/text.ts';
import { FUNCTION_WORDS } from '#server/engines/notes/reading/vocabulary.ts';
import type { SharedSession } from '#tests/support/sessions.ts';
import type { Scores } from './score.ts';

const Alignments = z.record(z.string(), z.array(z.tuple([z.number(), z.number(), z.number(), z.string()])));
export type Alignments = z.infer<typeof Alignments>;

/** Which turns people's notes rest on, in a file beside the corpus; none without it. */
export function readAlignments(folder: string): Alignments {
  const file = join(folder, '..', 'crd3-alignments', 'alignments.json.gz');
  return existsSync(file)
    ? Alignments.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))
    : {};
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];

export const contentOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (FUNCTION_WORDS.has(word) || word.length < 3 ? [] : [stem(word)])));

const fours = (text: string): Set<string> => {
  const words = wordsOf(text);
  return new Set(words.slice(3).map((_, at) => words.slice(at, at + 4).join(' ')));
};

export interface Event {
  from: number;
  to: number;
  words: ReadonlySet<string>;
}

const IS_SHOW = /announce|pre-?show|post-?show|break/i;
const IS_RECAP = /^(?:previously|recap)/i;

export const isRecapHeading = (heading: string): boolean => IS_RECAP.test(heading);
const LEAST_WORDS = 3;

/** Two sentences each of people's account of the evening itself, with the turns that they rest on. */
export function eventsOf(session: SharedSession, alignments: Alignments): Event[] {
  const partsOf = (isWanted: (heading: string) => boolean) =>
    fours(
      session.synopsis
        .filter(({ heading }) => isWanted(heading))
        .map(({ text }) => text)
        .join(' '),
    );
  const isOwn = (heading: string) => !IS_SHOW.test(heading) && !IS_RECAP.test(heading);
  const own = partsOf(isOwn);
  const other = partsOf((heading) => !isOwn(heading));
  return (alignments[session.episode] ?? []).flatMap(([from, to, , text]) => {
    const here = [...fours(text)];
    const inOwn = here.filter((each) => own.has(each)).length;
    const words = contentOf(text);
    if (inOwn === 0 || inOwn <= here.filter((each) => other.has(each)).length || words.size < LEAST_WORDS)
      return [];
    return [{ from, to, words }];
  });
}

/** An event counts if the page has this share of its words, in the turns that it rests on. */
const SHARE_OF_EVENT = 0.3;

function sharedEvents(
  events: readonly Event[],
  lines: readonly Pick<Line, 'text' | 'evidence'>[],
  transcript: TranscriptDocument,
) {
  const turnOf = new Map(transcript.segments.map(({ id }, turn) => [id, turn]));
  const shown = new Map<number, Set<string>>();
  for (const { text, evidence } of lines)
    for (const id of evidence.segmentIds) {
      const turn = turnOf.get(id);
      if (turn === undefined) continue;
      const said = contentOf(transcript.segments[turn]?.text ?? '');
      const words = shown.get(turn) ?? new Set<string>();
      for (const word of contentOf(text)) if (said.has(word)) words.add(word);
      shown.set(turn, words);
    }
  const isShown = ({ from, to, words }: Event) => {
    const there = new Set<string>();
    for (let turn = from; turn <= to; turn += 1) for (const word of shown.get(turn) ?? []) there.add(word);
    return [...words].filter((word) => there.has(word)).length >= SHARE_OF_EVENT * words.size;
  };
  return events.length === 0 ? null : events.filter(isShown).length / events.length;
}

/** Whole turns at random, as many words as the page has: what chance gives. */
function randomLines(transcript: TranscriptDocument, words: number): Pick<Line, 'text' | 'evidence'>[] {
  let state = 7;
  const order = transcript.segments
    .map((segment) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return { segment, key: state };
    })
    .sort((a, b) => a.key - b.key);
  const lines: Pick<Line, 'text' | 'evidence'>[] = [];
  let taken = 0;
  for (const { segment } of order) {
    const own = wordsOf(segment.text).length;
    if (own < 5) continue;
    if (taken >= words) break;
    taken += own;
    lines.push({
      text: segment.text,
      evidence: { segmentIds: [segment.id], startMs: segment.startMs, endMs: segment.endMs },
    });
  }
  return lines;
}

const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/(?<=[a-z,;] )\p{Lu}[\p{L}'’]{2,}/gu)].map(([name]) =>
      name.toLowerCase().replace(/['’]s$/, ''),
    ),
  );

function namesOn(lines: readonly { text: string }[], session: SharedSession): number | null {
  const account = session.synopsis
    .filter(({ heading }) => !IS_SHOW.test(heading) && !IS_RECAP.test(heading))
    .map(({ text }) => text)
    .join(' ');
  const wanted = namesIn(`a ${account}`);
  const there = new Set(lines.flatMap(({ text }) => wordsOf(text)).map((word) => word.replace(/'s$/, '')));
  return wanted.size === 0 ? null : [...wanted].filter((name) => there.has(name)).length / wanted.size;
}

/** What people say in a minute. */
const MINUTE_WORDS = 150;

/** The share of events within a minute of one of these lines. */
function pointedAt(
  events: readonly Event[],
  segmentIds: readonly string[],
  { segments }: TranscriptDocument,
): number | null {
  if (events.length === 0) return null;
  const before: number[] = [0];
  for (const { text } of segments) before.push(before.at(-1)! + wordsOf(text).length);
  const turnOf = new Map(segments.map(({ id }, turn) => [id, turn]));
  const places = segmentIds.flatMap((id) => before[turnOf.get(id) ?? -1] ?? []);
  const isNear = ({ from, to }: Event) =>
    places.some(
      (place) =>
        place >= before[from]! - MINUTE_WORDS && place <= (before[to + 1] ?? Infinity) + MINUTE_WORDS,
    );
  return events.filter(isNear).length / events.length;
}

/** Passages of the longer read, and pointers, against the same events and names, and what chance gives. */
export function eveningCoverage(
  evening: Evening | undefined,
  session: SharedSession,
  transcript: TranscriptDocument,
  alignments: Alignments,
): Scores {
  if (evening === undefined) return {};
  const events = eventsOf(session, alignments);
  const words = evening.passages.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  const chance = randomLines(transcript, words);
  const moments = evening.pointers.filter(({ kind }) => kind === 'moment');
  const anywhere = randomLines(transcript, Infinity).slice(0, moments.length);
  const linesOf = (lines: readonly Pick<Line, 'evidence'>[]) =>
    lines.flatMap(({ evidence }) => evidence.segmentIds[0] ?? []);
  return {
    'longer words': words,
    'longer events': sharedEvents(events, evening.passages, transcript),
    'longer events by chance': sharedEvents(events, chance, transcript),
    'longer names': namesOn(evening.passages, session),
    'longer names by chance': namesOn(chance, session),
    pointers: moments.length,
    'events near a pointer': pointedAt(events, linesOf(moments), transcript),
    'events near a pointer by chance': pointedAt(events, linesOf(anywhere), transcript),
    'result bytes': JSON.stringify(evening).length,
  };
}

/** How much of the evening the page holds, and what as many words at random would. */
export function coverageOf(
  lines: readonly Line[],
  session: SharedSession,
  transcript: TranscriptDocument,
  alignments: Alignments,
): Scores {
  const events = eventsOf(session, alignments);
  const words = lines.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  const all = transcript.segments.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  const chance = randomLines(transcript, words);
  const tenth = new Map(
    transcript.segments.map(({ id }, at) => [id, Math.floor((at * 10) / transcript.segments.length)]),
  );
  return {
    'page words': words,
    'page words per 30,000': (words * 30_000) / Math.max(1, all),
    events: sharedEvents(events, lines, transcript),
    'events by chance': sharedEvents(events, chance, transcript),
    'names on the page': namesOn(lines, session),
    'names by chance': namesOn(chance, session),
    tenths:
      new Set(lines.flatMap(({ evidence }) => evidence.segmentIds.map((id) => tenth.get(id)))).size / 10,
  };
}
