import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { CorrectionHit, CorrectionPlace } from '#contract/corrections.ts';
import type { NotesSection } from '#contract/notes.ts';
import { analyses } from '#server/analyses/tables.ts';
import { type CampaignRow, notes, type SessionRow, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import type { Match } from './matching.ts';

export type CampaignText = { place: CorrectionPlace; sessionId: string | null; key: string } & (
  | {
      kind: 'segment';
      transcriptId: string;
      ordinal: number;
      text: string;
      originalText: string | null;
    }
  | { kind: 'section'; section: NotesSection; field: 'title' | 'body'; text: string }
  | { kind: 'result'; analysisId: string; result: AnalysisResult; strings: ResultString[] }
  | { kind: 'sessionTitle'; text: string }
  | { kind: 'campaign'; field: 'title' | 'description'; text: string }
);

export interface ResultString {
  path: (string | number)[];
  text: string;
}

export type Wanted = {
  sessionIds: ReadonlySet<string>;
  segments: ReadonlyMap<string, number[]> | 'all';
} | null;

const ROWS_AT_ONCE = 1000;
const EXCERPT = 48;
const NO_PROSE = new Set([
  'evidence',
  'kind',
  'detailLevel',
  'status',
  'presence',
  'speaker',
  'label',
  'code',
  'warnings',
  'id',
  'speakerId',
  'shown',
  'heard',
  'timeline',
  'missing',
]);

export async function* textsOf(
  orm: Orm,
  campaign: CampaignRow,
  wanted: Wanted = null,
): AsyncGenerator<CampaignText> {
  for (const field of ['title', 'description'] as const)
    yield {
      kind: 'campaign',
      field,
      text: campaign[field],
      sessionId: null,
      key: `campaign~~${field}`,
      place: { kind: 'campaign', session: null, label: '', startMs: null },
    };
  const rows = await orm
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.campaignId, campaign.id),
        wanted === null ? undefined : inArray(sessions.id, [...wanted.sessionIds]),
      ),
    )
    .orderBy(asc(sessions.position));
  for (const session of rows) {
    const placed = { id: session.id, title: session.title };
    yield {
      kind: 'sessionTitle',
      text: session.title,
      sessionId: session.id,
      key: `title~${session.id}`,
      place: { kind: 'sessionTitle', session: placed, label: '', startMs: null },
    };
    yield* notesOf(orm, session);
    yield* resultOf(orm, session);
    yield* transcriptOf(orm, session, wanted);
    await breath();
  }
}

async function* notesOf(orm: Orm, session: SessionRow): AsyncGenerator<CampaignText> {
  const [row] = await orm.select().from(notes).where(eq(notes.sessionId, session.id));
  for (const section of row?.sections ?? [])
    for (const field of ['title', 'body'] as const)
      yield {
        kind: 'section',
        section,
        field,
        text: section[field],
        sessionId: session.id,
        key: `section~${session.id}~${digest(section.key)}~${field}`,
        place: {
          kind: 'notes',
          session: { id: session.id, title: session.title },
          label: section.title,
          startMs: null,
        },
      };
}

async function* resultOf(orm: Orm, session: SessionRow): AsyncGenerator<CampaignText> {
  const [row] = await orm
    .select({ id: analyses.id, result: analyses.result })
    .from(analyses)
    .where(
      and(eq(analyses.sessionId, session.id), eq(analyses.status, 'completed'), isNotNull(analyses.result)),
    )
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(1);
  if (row?.result == null) return;
  yield {
    kind: 'result',
    analysisId: row.id,
    result: row.result,
    strings: [...stringsIn(row.result)],
    sessionId: session.id,
    key: `result~${session.id}~${row.id}`,
    place: {
      kind: 'results',
      session: { id: session.id, title: session.title },
      label: '',
      startMs: null,
    },
  };
}

async function* transcriptOf(orm: Orm, session: SessionRow, wanted: Wanted): AsyncGenerator<CampaignText> {
  const rows = await orm
    .select()
    .from(transcripts)
    .where(
      and(
        eq(transcripts.sessionId, session.id),
        eq(transcripts.complete, true),
        isNull(transcripts.replacedAt),
      ),
    );
  for (const transcript of rows) {
    const labels = new Map(transcript.speakers.map(({ id, label }) => [id, label]));
    const some = wanted?.segments ?? 'all';
    const ordinals = some === 'all' ? null : (some.get(transcript.id) ?? []);
    const pages = ordinals
      ? chunks(ordinals).map((some) => inArray(segments.ordinal, some))
      : Array.from({ length: Math.ceil(transcript.segmentCount / ROWS_AT_ONCE) }, (_, page) =>
          and(gte(segments.ordinal, page * ROWS_AT_ONCE), lt(segments.ordinal, (page + 1) * ROWS_AT_ONCE)),
        );
    for (const page of pages) {
      const found = await orm
        .select()
        .from(segments)
        .where(and(eq(segments.transcriptId, transcript.id), page))
        .orderBy(asc(segments.ordinal));
      for (const segment of found)
        yield {
          kind: 'segment',
          transcriptId: transcript.id,
          ordinal: segment.ordinal,
          text: segment.text,
          originalText: segment.originalText,
          sessionId: session.id,
          key: `segment~${session.id}~${transcript.id}~${segment.ordinal}`,
          place: {
            kind: 'transcript',
            session: { id: session.id, title: session.title },
            label: labels.get(segment.speakerId ?? '') ?? '',
            startMs: transcript.timing === 'measured' ? segment.startMs : null,
          },
        };
      await breath();
    }
  }
}

export function wantedBy(ids: readonly string[]): {
  sessionIds: ReadonlySet<string>;
  segments: ReadonlyMap<string, number[]>;
} {
  const sessionIds = new Set<string>();
  const ordinals = new Map<string, Set<number>>();
  for (const id of ids) {
    const [kind, sessionId = '', transcriptId = '', ordinal = ''] = id.split('~');
    if (UUID.test(sessionId)) sessionIds.add(sessionId);
    if (kind !== 'segment' || !UUID.test(transcriptId) || !/^\d{1,9}(?:\.\d{1,20})?$/.test(ordinal)) continue;
    ordinals.set(transcriptId, (ordinals.get(transcriptId) ?? new Set()).add(Number(ordinal)));
  }
  return {
    sessionIds,
    segments: new Map([...ordinals].map(([transcriptId, some]) => [transcriptId, [...some]])),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export interface FoundHit {
  hit: CorrectionHit;
  matches: readonly Match[];
}

/** Ids contain a hash of the text, so those of a changed text are unknown. */
export function hitsIn(text: CampaignText, find: (text: string) => Match[]): FoundHit[] {
  if (text.kind !== 'result') {
    const matches = find(text.text);
    if (matches.length === 0) return [];
    const mark = digest(text.text);
    return matches.map((match) => ({
      matches: [match],
      hit: {
        id: `${text.key}~${match.start}~${mark}`,
        place: text.place,
        count: 1,
        ...shown(text.text, match),
      },
    }));
  }
  const forms = new Map<string, { matches: Match[]; first: { text: string; match: Match } }>();
  for (const [string, each] of text.strings.entries())
    for (const match of find(each.text)) {
      const form = forms.get(match.text) ?? { matches: [], first: { text: each.text, match } };
      form.matches.push({ ...match, string });
      forms.set(match.text, form);
    }
  if (forms.size === 0) return [];
  const mark = digest(JSON.stringify(text.strings));
  return [...forms].map(([form, { matches, first }]) => ({
    matches,
    hit: {
      id: `${text.key}~${digest(form)}~${mark}`,
      place: text.place,
      count: matches.length,
      ...shown(first.text, first.match),
    },
  }));
}

function shown(text: string, { start, end, certainty, replacement, text: match }: Match) {
  const from = Math.max(0, start - EXCERPT);
  const to = Math.min(text.length, end + EXCERPT);
  const before = text.slice(from, start).replace(/\s+/gu, ' ');
  const after = text.slice(end, to).replace(/\s+/gu, ' ');
  return {
    certainty,
    match,
    replacement,
    before: from === 0 ? before : `…${before.replace(/^\S*\s?/u, '')}`,
    after: to === text.length ? after : `${after.replace(/\s?\S*$/u, '')}…`,
  };
}

function* stringsIn(value: unknown, path: (string | number)[] = []): Generator<ResultString> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value))
    for (const [index, each] of value.entries()) yield* stringsIn(each, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      if (!NO_PROSE.has(key)) yield* stringsIn(each, [...path, key]);
}

function chunks(all: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, page) =>
    all.slice(page * ROWS_AT_ONCE, (page + 1) * ROWS_AT_ONCE),
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
