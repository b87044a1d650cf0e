import { and, asc, eq, sql } from 'drizzle-orm';
import type { Evidence } from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import type { NotesSection } from '#contract/notes.ts';
import {
  type Timeline,
  type TimelineDate,
  type TimelineEvening,
  type TimelineScene,
  type TimelineStop,
  timelineLimits,
} from '#contract/timeline.ts';
import type { Visibility } from '#contract/visibility.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import type { DateEdit, ThreadPlace } from '#contract/world.ts';
import { datesIn, mayDate } from '#server/campaigns/dates.ts';
import { type Noted, type NotedDate, scenesIn } from '#server/campaigns/scenes.ts';
import { datesFor } from '#server/campaigns/set-dates.ts';
import { wholeWords } from '#server/campaigns/whole-words.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments } from '#server/recordings/tables.ts';
import { type Index, indexOf } from './entries.ts';
import { isOfTheGame, narratorOf } from './said.ts';
import { isDuring, playedResult, type SourceSession, type Sources, sourcesOf, viewsOf } from './sources.ts';
import type { ShownTo } from './story.ts';

type Section = Pick<NotesSection, 'key' | 'body' | 'lines'>;

/**
 * Made when it is read, so nothing that is deleted, hidden or erased is in it. Players and everyone get what their page
 * shows: scenes and dates of those notes, places that they name, and dates that were set for these scenes.
 */
export async function timelineOf(
  orm: Orm,
  shownTo: ShownTo,
  { userId, campaignId, audience }: { userId: string; campaignId: string; audience: Visibility },
): Promise<Timeline> {
  const sources = await sourcesOf(orm, campaignId);
  const index = await indexOf(sources);
  const shown = audience === 'gm' ? null : await shownTo(userId, campaignId, audience);
  const sessions = sources.sessions.filter(({ id }) => shown === null || (shown.get(id) ?? []).length > 0);
  const evenings: TimelineEvening[] = [];
  for (const session of sessions) {
    const sections = shown?.get(session.id);
    evenings.push(
      sections === undefined
        ? await ofGameMaster(orm, sources, index, session)
        : ofReaders(sources, index, session, sections),
    );
    await breath();
  }
  return { sessions: viewsOf(sessions), evenings };
}

async function ofGameMaster(
  orm: Orm,
  sources: Sources,
  index: Index,
  session: SourceSession,
): Promise<TimelineEvening> {
  return eveningOf(sources, session, allScenes(session), await saidIn(orm, session), stopsOf(index, session));
}

function ofReaders(
  sources: Sources,
  index: Index,
  session: SourceSession,
  sections: readonly Section[],
): TimelineEvening {
  const words = sections.map(({ body }) => withoutMarkup(body)).join(' ');
  const stops = stopsOf(index, session).filter(
    ({ name, isThere }) => isThere && new RegExp(wholeWords([name]), 'iu').test(words),
  );
  return eveningOf(sources, session, scenesIn(sections), [], stops);
}

/** Of the notes; else as a model wrote them; else the chapters of the page. */
function allScenes({ sections, results }: SourceSession): Noted {
  const noted = scenesIn(sections);
  if (noted.scenes.length > 0) return noted;
  const written = results.flatMap(({ scenes }) => scenes);
  const chapters =
    results.find(({ evening }) => (evening?.chapters.length ?? 0) > 0)?.evening?.chapters ?? [];
  const scenes =
    written.length > 0
      ? written
      : chapters.map((chapter, at) => ({ title: chapterTitle(chapter, at), evidence: chapter.evidence }));
  return { ...noted, scenes: scenes.map(({ title, evidence }) => ({ title, evidence, dates: [] })) };
}

interface SaidDate extends NotedDate {
  evidence: Evidence;
}

/** What the narrator says during play; where nobody narrates, what anybody says. */
async function saidIn(orm: Orm, session: SourceSession): Promise<SaidDate[]> {
  const played = playedResult(session);
  if (played === undefined) return [];
  const narrator = narratorOf(played);
  const { chapters } = played.evening ?? { chapters: [] };
  const lines = await orm
    .select({
      id: segments.id,
      startMs: segments.startMs,
      endMs: segments.endMs,
      text: segments.text,
    })
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, played.transcriptId),
        narrator === null ? undefined : eq(segments.speakerId, narrator),
        sql`${segments.text} ~* ${mayDate}`,
      ),
    )
    .orderBy(asc(segments.ordinal));
  return lines
    .filter(({ startMs }) => chapters.length === 0 || isDuring(chapters, startMs))
    .flatMap(({ id, startMs, endMs, text }) =>
      datesIn(text, isOfTheGame).map((date) => ({ ...date, evidence: { segmentIds: [id], startMs, endMs } })),
    );
}

/** Dates where they belong, and what a person set. */
function eveningOf(
  { dates: set }: Sources,
  session: SourceSession,
  { scenes: noted, dates }: Noted,
  said: readonly SaidDate[],
  stops: TimelineStop[],
): TimelineEvening {
  const isMeasured = session.results.some((result) => result.isMeasured);
  const placeOf = ({ segmentIds, startMs }: Evidence): ThreadPlace => ({
    sessionId: session.id,
    lineId: segmentIds[0] ?? null,
    startMs: isMeasured ? startMs : null,
  });
  const viewOf = (from: TimelineDate['from'], { evidence, ...date }: NotedDate): TimelineDate => ({
    ...date,
    from,
    place: evidence === null ? null : placeOf(evidence),
  });
  const starts = noted.map(({ evidence }) => evidence?.startMs ?? null);
  const sceneAt = (ms: number) => starts.findLastIndex((start) => start !== null && start <= ms);
  const ofScenes = noted.map((scene) => scene.dates.map((date) => viewOf('notes', date)));
  const ofSession = dates.map((date) => viewOf('notes', date));
  for (const date of said) (ofScenes[sceneAt(date.evidence.startMs)] ?? ofSession).push(viewOf('said', date));
  const edits = set.filter(({ edit }) => edit.of.sessionId === session.id);
  const beginnings = allScenes(session).scenes.flatMap(({ evidence }) => evidence?.startMs ?? []);
  const dateFor = datesFor(edits, beginnings, session.titles);
  const dated = (of: DateEdit['of'], title: string) => {
    const { key, found } = dateFor(of, title);
    return { key, revision: found?.revision ?? 0, edit: found?.edit ?? null, of };
  };
  const scenes = noted.slice(0, timelineLimits.scenes).map(({ title, evidence }, at): TimelineScene => {
    const of = {
      sessionId: session.id,
      lineId: evidence?.segmentIds[0] ?? null,
      startMs: evidence?.startMs ?? null,
    };
    return {
      ...dated(of, title),
      title,
      place: evidence === null ? null : placeOf(evidence),
      dates: eachOnce(ofScenes[at] ?? []),
    };
  });
  return {
    ...dated({ sessionId: session.id, lineId: null, startMs: null }, ''),
    dates: eachOnce(ofSession),
    scenes,
    stops: stops.slice(0, timelineLimits.stops),
  };
}

/** The notes may say what was said. */
const eachOnce = (dates: readonly TimelineDate[]): TimelineDate[] =>
  [...new Map(dates.map((date) => [date.text.toLowerCase().replace(/^the /u, ''), date])).values()].slice(
    0,
    timelineLimits.dates,
  );

/** Where the party surely is, in order; then what was only spoken of. */
function stopsOf(index: Index, { id: sessionId, results }: SourceSession): TimelineStop[] {
  const found = results.flatMap(({ evening, locations, isMeasured }) => {
    const stop = (name: string, isThere: boolean, atMs = 0, lineId: string | null = null) => ({
      name,
      isThere,
      atMs,
      place: { sessionId, lineId, startMs: isMeasured ? atMs : null },
    });
    return [
      ...(evening?.chapters ?? []).flatMap(({ place, startMs, evidence }) =>
        place === null ? [] : [stop(place, true, startMs, evidence.segmentIds[0])],
      ),
      ...(evening?.names ?? []).map(({ name, isThere, heard }) =>
        stop(name, isThere, heard.startsMs[0], heard.segmentIds[0]),
      ),
      ...locations.map(({ name, presence, evidence }) =>
        stop(name, presence === 'met', evidence.startMs, evidence.segmentIds[0]),
      ),
    ];
  });
  const sure = new Set<string>();
  const spoken = new Map<string, TimelineStop>();
  const road: TimelineStop[] = [];
  for (const { name, isThere, place } of found.sort((one, other) => one.atMs - other.atMs)) {
    const entry = index.find(name);
    if (entry === null || entry.kind !== 'location' || entry.isHidden) continue;
    const stop = { key: entry.key, name: entry.name, isThere, place };
    if (isThere) sure.add(entry.key);
    if (!isThere) spoken.set(entry.key, spoken.get(entry.key) ?? stop);
    else if (road.at(-1)?.key !== entry.key) road.push(stop);
  }
  return [...road, ...[...spoken.values()].filter(({ key }) => !sure.has(key))];
}
