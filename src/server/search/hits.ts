import { and, eq, inArray } from 'drizzle-orm';
import { mayNameVoice } from '#contract/labels.ts';
import { recognized, wordsOf } from '#contract/recognized-text.ts';
import type { SearchHit, SearchLine } from '#contract/search.ts';
import { withoutMarkers } from '#contract/visibility-markers.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { sessionsWithSound, withVoicesNow } from '#server/campaigns/cast.ts';
import { type CastNow, namingOf, sectionsWithCast } from '#server/campaigns/cast-in-texts.ts';
import { emptyCast, shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts } from '#server/recordings/tables.ts';
import type { Asked, Unit } from './asked.ts';
import type { searchPassages } from './tables.ts';

export type Row = Pick<
  typeof searchPassages.$inferSelect,
  | 'digest'
  | 'campaignId'
  | 'sessionId'
  | 'transcriptId'
  | 'kind'
  | 'section'
  | 'title'
  | 'turns'
  | 'startMs'
  | 'text'
> & { score: number; marked: string };

/** Around words that were found. */
export const MARK = { open: '\ue000', close: '\ue001' };

/** By campaign. */
export type Casts = Map<string, CastNow>;

/** By session: what transcripts call those who are shown by this name. */
export async function labelsOf(orm: Orm, casts: Casts, speaker: string): Promise<Map<string, string[]>> {
  const wanted = recognized(speaker);
  const labels = new Map<string, string[]>();
  for (const { id, names } of await shownNames(orm, casts, null)) {
    const own = [...names].flatMap(([label, shown]) => (recognized(shown) === wanted ? [label] : []));
    if (own.length > 0) labels.set(id, own);
  }
  return labels;
}

/** Of each session: its voices' labels, and how they are shown. */
async function shownNames(
  orm: Orm,
  casts: Casts,
  sessionIds: readonly string[] | null,
): Promise<{ id: string; names: Map<string, string> }[]> {
  const rows = await orm
    .select({ id: sessions.id, campaignId: sessions.campaignId, speakers: transcripts.speakers })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(
      and(
        inArray(sessions.campaignId, [...casts.keys()]),
        sessionIds === null ? undefined : inArray(sessions.id, [...sessionIds]),
        isCurrentTranscript,
      ),
    );
  return rows.flatMap(({ id, campaignId, speakers }) => {
    const cast = casts.get(campaignId);
    if (cast === undefined) return [];
    const shown = shownSpeakers(cast, id, speakers);
    return [{ id, names: new Map(speakers.map(({ label }, at) => [label, shown[at]?.label ?? label])) }];
  });
}

export async function hitsOf(
  orm: Orm,
  { campaigns, filters, reader }: Asked,
  casts: Casts,
  rows: readonly Row[],
  units: readonly Unit[],
): Promise<{ hits: SearchHit[]; unshown: Map<string, string[]> }> {
  const unshown = new Map<string, string[]>();
  if (rows.length === 0) return { hits: [], unshown };
  const sessionIds = [...new Set(rows.map(({ sessionId }) => sessionId))];
  const about = await orm
    .select({ id: sessions.id, title: sessions.title, playedAt: sessions.playedAt })
    .from(sessions)
    .where(inArray(sessions.id, sessionIds));
  const isGameMaster = reader.audience === 'gm';
  const hasSound = isGameMaster ? await sessionsWithSound(orm, sessionIds) : new Set<string>();
  const named = isGameMaster
    ? new Map((await shownNames(orm, casts, sessionIds)).map(({ id, names }) => [id, names]))
    : new Map<string, Map<string, string>>();
  const withNames = await namedIn(orm, casts, rows);
  const ofSession = new Map(about.map((session) => [session.id, session]));
  const hits = rows.flatMap((row): SearchHit[] => {
    const session = ofSession.get(row.sessionId);
    const campaign = campaigns.find(({ id }) => id === row.campaignId);
    if (session === undefined || campaign === undefined) return [];
    const marked = markedLines(row, units);
    const lines = marked.map((line, at): SearchLine => {
      const turn = row.turns[at];
      const label = turn?.label ?? '';
      const text = withNames(row, line.text);
      return {
        text,
        marks: text === line.text ? line.marks : placesOf(text, units, markedWords(line)),
        speaker: label === '' ? null : (named.get(row.sessionId)?.get(label) ?? label),
        startMs: isGameMaster ? (turn === undefined ? row.startMs : turn.startMs) : null,
        lineId: isGameMaster ? (turn?.id ?? null) : null,
      };
    });
    if (!isGameMaster) {
      const words = new Set(lines.flatMap(({ text }) => wordsOf(text)));
      unshown.set(
        row.digest,
        wordsOf(row.text).filter((word) => !words.has(word)),
      );
    }
    const wanted = filters.speaker === null ? null : recognized(filters.speaker);
    const isWanted = (line: SearchLine) =>
      wanted === null || (line.speaker !== null && recognized(line.speaker) === wanted);
    const best = bestOf(lines, isWanted);
    if (best === null) return [];
    return [
      {
        id: row.digest,
        kind: row.kind,
        campaign: { id: campaign.id, title: campaign.title },
        session: { ...session, playedAt: session.playedAt?.toISOString() ?? null },
        title: row.title,
        lines,
        best,
        playFromMs: hasSound.has(row.sessionId) ? (lines[best]?.startMs ?? null) : null,
      },
    ];
  });
  return { hits, unshown };
}

/** How notes and results show what was found in them: with the names of voices. */
async function namedIn(
  orm: Orm,
  casts: Casts,
  rows: readonly Row[],
): Promise<(row: Row, line: string) => string> {
  const wanted = rows.filter(({ kind, text }) => kind !== 'transcript' && mayNameVoice(text));
  const shown = new Map<
    string,
    { keys: Set<string>; lines: Map<string, string>; named: (text: string) => string }
  >();
  for (const { campaignId, sessionId } of wanted) {
    if (shown.has(sessionId)) continue;
    await breath();
    const [written] = await orm
      .select({ sections: notes.sections })
      .from(notes)
      .where(eq(notes.sessionId, sessionId));
    const sections = written?.sections ?? [];
    const cited = sections.flatMap(({ lines }) => lines);
    const cast = await withVoicesNow(orm, casts.get(campaignId) ?? emptyCast, sessionId, cited);
    const lines = new Map<string, string>();
    for (const section of sectionsWithCast(cast, sessionId, sections)) {
      const stored = sections.find(({ key }) => key === section.key);
      if (stored === undefined || stored === section || section.key === 'toConfirm') continue;
      const named = section.body.split('\n');
      for (const [at, line] of stored.body.split('\n').entries())
        if (line !== named[at]) lines.set(plain(line), plain(named[at] ?? line));
    }
    const keys = new Set(sections.map(({ key }) => key));
    shown.set(sessionId, { keys, lines, named: namingOf(cast, sessionId) });
  }
  return ({ kind, sessionId, section }, line) => {
    const found = kind === 'transcript' ? undefined : shown.get(sessionId);
    if (found === undefined) return line;
    // Of a result, unless the notes have it.
    if (kind === 'entry' && !found.keys.has(section)) return found.named(line);
    return found.lines.get(line) ?? line;
  };
}

const plain = (line: string) => withoutMarkup(withoutMarkers(line).trim());

/** The line with the most different words that were looked for. With a speaker, only that speaker's count. */
function bestOf(lines: readonly SearchLine[], isWanted: (line: SearchLine) => boolean): number | null {
  let best: { at: number; found: number } | null = null;
  for (const [at, line] of lines.entries()) {
    if (!isWanted(line)) continue;
    const found = new Set(line.marks.map(([start, end]) => recognized(line.text.slice(start, end)))).size;
    if (best === null || found > best.found) best = { at, found };
  }
  return best?.at ?? null;
}

function markedLines(
  { kind, text, marked }: Row,
  units: readonly Unit[],
): Pick<SearchLine, 'text' | 'marks'>[] {
  const linesOf = (words: string) => words.split('\n').map(kind === 'transcript' ? asIs : withoutMarkup);
  const lines = linesOf(marked).map(unmarked);
  const hasMarks = lines.some(({ marks }) => marks.length > 0);
  return hasMarks ? lines : linesOf(text).map((line) => ({ text: line, marks: placesOf(line, units) }));
}

const asIs = (line: string) => line;

function unmarked(marked: string): Pick<SearchLine, 'text' | 'marks'> {
  const marks: [number, number][] = [];
  let text = '';
  let start: number | null = null;
  for (const letter of marked) {
    if (letter === MARK.open) start = text.length;
    else if (letter === MARK.close) {
      if (start !== null) marks.push([start, text.length]);
      start = null;
    } else text += letter;
  }
  return { text, marks };
}

const markedWords = ({ text, marks }: Pick<SearchLine, 'text' | 'marks'>): ReadonlySet<string> =>
  new Set(marks.map(([start, end]) => recognized(text.slice(start, end))));

/**
 * Of words that PostgreSQL reads differently: with accents, or of scripts without spaces.
 * @param also words that it found, before voices got their names
 */
function placesOf(
  line: string,
  units: readonly Unit[],
  also: ReadonlySet<string> = new Set(),
): [number, number][] {
  const wanted = units.flatMap(({ ways }) => ways.flat());
  const marks: [number, number][] = [];
  for (const { index, 0: word } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plain = recognized(word);
    if (also.has(plain) || wanted.some((each) => plain.startsWith(each) || wordsOf(word).includes(each)))
      marks.push([index, index + word.length]);
  }
  return marks;
}
