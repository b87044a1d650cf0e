import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { AnalysisResult, Evening } from '#contract/analysis-result.ts';
import type { NameKind } from '#contract/names.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { DateEdit, EntryEdit, ThreadEdit, WorldSession } from '#contract/world.ts';
import { analyses } from '#server/analyses/tables.ts';
import { castOf, sessionsWithSound, withVoicesNow } from '#server/campaigns/cast.ts';
import {
  type CastNow,
  eveningWithCast,
  namingOf,
  sectionsWithCast,
} from '#server/campaigns/cast-in-texts.ts';
import { storedTitles } from '#server/campaigns/scenes.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import { names } from '#server/names/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { worldEdits } from './tables.ts';

const NAMES_IN_PART = 100;
/** Their results are read in 10 ms. */
const SESSIONS_IN_PART = 25;
const threadParts = ['openThreads', 'quests', 'decisions'] as const;
const isThreadPart = (key: string) => threadParts.some((part) => part === key);

type Named = AnalysisResult['npcs'];
type Edit<Kind> = { edit: Kind; revision: number };

/** What the index takes from a result. */
export interface SourceResult {
  transcriptId: string | null;
  isMeasured: boolean;
  evening: Pick<Evening, 'names' | 'chapters' | 'passages'> | null;
  npcs: Named;
  locations: Named;
  items: Named;
  factions: Named;
  openThreads: AnalysisResult['openThreads'];
  quests: AnalysisResult['quests'];
  decisions: AnalysisResult['decisions'];
  /** As a model wrote them. */
  scenes: Pick<AnalysisResult['scenes'][number], 'title' | 'evidence'>[];
  /** The summary that a model wrote. */
  lines: Pick<AnalysisResult['lines'], 'shortSummary' | 'summary'> | null;
  toConfirm: Pick<AnalysisResult['toConfirm'][number], 'text'>[];
}

export interface SourceSession {
  id: string;
  title: string;
  playedAt: Date | null;
  hasSound: boolean;
  results: SourceResult[];
  /** Of its notes; with the names of voices, except in threads. */
  sections: readonly NotesSection[];
  /** Whose voices the cited lines have now. */
  voices?: CastNow['voices'];
  /** Those of scenes as they are stored, by how they are shown. */
  titles: ReadonlyMap<string, string>;
}

export type PlayedResult = SourceResult & { transcriptId: string };

/** The result of which the lines are read: with a page in its own words, if there is one. */
export function playedResult({ results }: Pick<SourceSession, 'results'>): PlayedResult | undefined {
  const played = results.flatMap(({ transcriptId, ...result }) =>
    transcriptId === null ? [] : { transcriptId, ...result },
  );
  return played.find(({ evening }) => evening !== null) ?? played[0];
}

/** @param ms where it was said */
export const isDuring = (
  chapters: readonly Pick<Evening['chapters'][number], 'startMs' | 'endMs'>[],
  ms: number,
): boolean => chapters.some(({ startMs, endMs }) => startMs <= ms && ms <= endMs);

interface GlossaryName {
  term: string;
  kind: NameKind;
  aliases: string[];
  heardAs: string[];
  note: string;
}

export interface Sources {
  /** In the order in which they were played. */
  sessions: SourceSession[];
  glossary: GlossaryName[];
  cast: CastNow;
  /** Played characters. */
  characters: string[];
  edits: ReadonlyMap<string, Edit<EntryEdit>>;
  threads: ReadonlyMap<string, Edit<ThreadEdit>>;
  /** In-world dates that a person set. */
  dates: readonly (Edit<DateEdit> & { key: string })[];
}

/** Of a campaign, in the order in which they were played. */
async function listedSessions(orm: Orm, campaignId: string, before?: number) {
  const rows = await orm
    .select({ id: sessions.id, title: sessions.title, playedAt: sessions.playedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        before === undefined ? undefined : lt(sessions.position, before),
      ),
    )
    .orderBy(asc(sessions.position), asc(sessions.id));
  const heard = await sessionsWithSound(
    orm,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, hasSound: heard.has(row.id) }));
}

export const viewsOf = (
  rows: readonly Pick<SourceSession, 'id' | 'title' | 'playedAt' | 'hasSound'>[],
): WorldSession[] =>
  rows.map(({ id, title, playedAt, hasSound }) => ({
    id,
    title,
    playedAt: playedAt?.toISOString() ?? null,
    hasSound,
  }));

export const sessionsOf = async (orm: Orm, campaignId: string): Promise<WorldSession[]> =>
  viewsOf(await listedSessions(orm, campaignId));

/**
 * Everything that the index is made of, as it is now: nothing of it is kept, so what is deleted or erased is in none.
 *
 * @param before the position of a session: only of those before it
 */
export async function sourcesOf(orm: Orm, campaignId: string, before?: number): Promise<Sources> {
  const rows = await listedSessions(orm, campaignId, before);
  const ids = rows.map(({ id }) => id);
  const cast = await castOf(orm, campaignId);
  const results = new Map<string, SourceResult[]>();
  const sections = new Map<string, readonly NotesSection[]>();
  const titles = new Map<string, ReadonlyMap<string, string>>();
  const voices = new Map<string, CastNow['voices']>();
  // One session's results at a time: they are large.
  for (const id of ids) {
    const read = await resultsOf(orm, id);
    const [written] = await orm
      .select({ sections: notes.sections })
      .from(notes)
      .where(eq(notes.sessionId, id));
    const stored = written?.sections ?? [];
    const now = await withVoicesNow(orm, cast, id, [
      ...stored.flatMap(({ lines }) => lines),
      ...read.flatMap((one) => [...(one.evening?.passages ?? []), ...linesOf(one), ...threadLinesOf(one)]),
    ]);
    voices.set(id, now.voices);
    results.set(
      id,
      read.map((one) => resultNamed(now, id, one)),
    );
    const named = sectionsWithCast(now, id, stored);
    const withNames = namingOf(now, id);
    const ofResults = read.flatMap(({ scenes }) =>
      scenes.map(({ title }) => [withNames(title), title] as const),
    );
    titles.set(id, new Map([...ofResults, ...storedTitles(stored, named)]));
    // Edits of threads are kept by their words.
    sections.set(
      id,
      named.map(
        (section) => (isThreadPart(section.key) && stored.find(({ key }) => key === section.key)) || section,
      ),
    );
    await breath();
  }
  return {
    sessions: rows.map((row) => ({
      ...row,
      results: results.get(row.id) ?? [],
      sections: sections.get(row.id) ?? [],
      titles: titles.get(row.id) ?? new Map(),
      voices: voices.get(row.id),
    })),
    glossary: await glossaryOf(orm, campaignId),
    cast,
    characters: cast.people.filter(({ role }) => role !== 'gm').flatMap(({ characters }) => characters),
    ...(await editsOf(orm, campaignId)),
  };
}

async function editsOf(orm: Orm, campaignId: string): Promise<Pick<Sources, 'edits' | 'threads' | 'dates'>> {
  const edits = new Map<string, Edit<EntryEdit>>();
  const threads = new Map<string, Edit<ThreadEdit>>();
  const dates: Sources['dates'][number][] = [];
  const changed = await orm.select().from(worldEdits).where(eq(worldEdits.campaignId, campaignId));
  for (const { key, edit, revision } of changed)
    if ('state' in edit) threads.set(key, { edit, revision });
    else if ('date' in edit) dates.push({ key, edit, revision });
    else edits.set(key, { edit, revision });
  return { edits, threads, dates };
}

/** What threads are made of. */
export type ThreadSources = Pick<Sources, 'threads' | 'cast'> & {
  sessions: readonly (Pick<SourceSession, 'id' | 'sections' | 'voices'> & {
    results: readonly Pick<SourceResult, 'transcriptId' | 'isMeasured' | (typeof threadParts)[number]>[];
  })[];
};

/** Only what threads are made of, several sessions at a time: all else of 200 takes ten times as long. */
export async function threadSourcesOf(orm: Orm, campaignId: string): Promise<ThreadSources> {
  const rows = await orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.campaignId, campaignId))
    .orderBy(asc(sessions.position), asc(sessions.id));
  const cast = await castOf(orm, campaignId);
  const found: ThreadSources['sessions'][number][] = [];
  for (let at = 0; at < rows.length; at += SESSIONS_IN_PART) {
    const ids = rows.slice(at, at + SESSIONS_IN_PART).map(({ id }) => id);
    const results = await threadResultsOf(orm, ids);
    const written = await orm
      .select({
        sessionId: notes.sessionId,
        sections: sql<
          NotesSection[] | null
        >`(select jsonb_agg(section) from jsonb_array_elements(${notes.sections}) as section
          where section ->> 'key' in ${[...threadParts]})`,
      })
      .from(notes)
      .where(inArray(notes.sessionId, ids));
    for (const id of ids) {
      const own = results.filter(({ sessionId }) => sessionId === id);
      const sections = written.find(({ sessionId }) => sessionId === id)?.sections ?? [];
      const cited = [...sections.flatMap(({ lines }) => lines), ...own.flatMap(threadLinesOf)];
      const quoting = cited.filter(({ text }) => text.includes(': “'));
      const { voices } = await withVoicesNow(orm, cast, id, quoting);
      found.push({ id, results: own, sections, voices });
    }
    await breath();
  }
  const { threads } = await editsOf(orm, campaignId);
  return { sessions: found, threads, cast };
}

const linesOf = ({ lines }: Pick<SourceResult, 'lines'>) => [
  ...(lines?.shortSummary ?? []),
  ...(lines?.summary ?? []),
];

export const threadLinesOf = ({
  openThreads,
  decisions,
}: Pick<SourceResult, 'openThreads' | 'decisions'>) => [...openThreads, ...decisions];

/** With the names of voices, except in threads: edits of those are kept by their words. */
function resultNamed(cast: CastNow, sessionId: string, result: SourceResult): SourceResult {
  const named = namingOf(cast, sessionId, linesOf(result));
  const lines = (all: AnalysisResult['openThreads']) =>
    all.map((line) => ({ ...line, text: named(line.text) }));
  return {
    ...result,
    evening: result.evening && eveningWithCast(cast, sessionId, result.evening),
    scenes: result.scenes.map((scene) => ({ ...scene, title: named(scene.title) })),
    lines: result.lines && {
      shortSummary: lines(result.lines.shortSummary),
      summary: lines(result.lines.summary),
    },
  };
}

/** In short statements: each name may have many forms. */
async function glossaryOf(orm: Orm, campaignId: string): Promise<GlossaryName[]> {
  const parts = rowsInParts(
    orm
      .select({
        id: names.id,
        term: names.term,
        kind: names.kind,
        aliases: names.aliases,
        heardAs: names.heardAs,
        note: names.note,
      })
      .from(names),
    names.id,
    eq(names.campaignId, campaignId),
    NAMES_IN_PART,
  );
  const glossary: GlossaryName[] = [];
  for await (const name of parts) glossary.push(name);
  return glossary;
}

const kind = sql`parts.kind`;
const part = <Part>(name: string) => sql<Part>`coalesce(parts.${sql.identifier(name)}, '[]')`;
const isMeasured = sql<boolean>`${transcripts.timing} is not distinct from 'measured'`;
/** The latest page without a model, and the latest notes of a model: the longer ones where there are both. */
const latestFirst = [
  kind,
  desc(sql`${analyses.detailLevel} = 'comprehensive'`),
  desc(analyses.finishedAt),
  desc(analyses.id),
] as const;

function threadResultsOf(orm: Orm, sessionIds: readonly string[]) {
  const parts = sql`jsonb_to_record(${analyses.result}) as parts (kind text, "openThreads" jsonb, quests jsonb, decisions jsonb)`;
  return orm
    .selectDistinctOn([analyses.sessionId, kind], {
      sessionId: analyses.sessionId,
      transcriptId: analyses.transcriptId,
      isMeasured,
      openThreads: part<SourceResult['openThreads']>('openThreads'),
      quests: part<SourceResult['quests']>('quests'),
      decisions: part<SourceResult['decisions']>('decisions'),
    })
    .from(analyses)
    .innerJoin(parts, sql`true`)
    .leftJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(and(inArray(analyses.sessionId, [...sessionIds]), eq(analyses.status, 'completed')))
    .orderBy(analyses.sessionId, ...latestFirst);
}

async function resultsOf(orm: Orm, sessionId: string): Promise<SourceResult[]> {
  // Read at once: each `->` would decompress the whole result again.
  const parts = sql`jsonb_to_record(${analyses.result}) as parts (kind text, evening jsonb, npcs jsonb, locations jsonb,
    items jsonb, factions jsonb, "openThreads" jsonb, quests jsonb, decisions jsonb, scenes jsonb, lines jsonb, "toConfirm" jsonb)`;
  return orm
    .selectDistinctOn([kind], {
      transcriptId: analyses.transcriptId,
      isMeasured,
      evening: sql<SourceResult['evening']>`parts.evening - 'pointers' - 'timeline' - 'missing'`,
      npcs: part<Named>('npcs'),
      locations: part<Named>('locations'),
      items: part<Named>('items'),
      factions: part<Named>('factions'),
      openThreads: part<SourceResult['openThreads']>('openThreads'),
      quests: part<SourceResult['quests']>('quests'),
      decisions: part<SourceResult['decisions']>('decisions'),
      scenes: sql<
        SourceResult['scenes']
      >`case when parts.kind = 'notes' then ${part('scenes')} else '[]' end`,
      lines: sql<SourceResult['lines']>`case when parts.kind = 'notes' then parts.lines - 'previouslyOn' end`,
      toConfirm: part<SourceResult['toConfirm']>('toConfirm'),
    })
    .from(analyses)
    .innerJoin(parts, sql`true`)
    .leftJoin(transcripts, eq(transcripts.id, analyses.transcriptId))
    .where(and(eq(analyses.sessionId, sessionId), eq(analyses.status, 'completed')))
    .orderBy(...latestFirst);
}
