import { and, desc, eq, sql } from 'drizzle-orm';
import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import type { NotesSection } from '#contract/notes.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import type { ThreadPlace } from '#contract/world.ts';
import { analyses } from '#server/analyses/tables.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { SourceSession } from './sources.ts';

export interface Statement {
  text: string;
  /** Null: somebody wrote it without a quote. */
  place: ThreadPlace | null;
}

/** What happened in a session, in its own words. */
export interface SessionStory {
  sessionId: string;
  short: Statement[];
  long: Statement[];
}

type Written = Pick<AnalysisResult['lines'], 'shortSummary' | 'summary'>;

const SENTENCES_IN_SHORT = 2;
const CHAPTERS_IN_SHORT = 2;
const listed = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)+/u;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The newest written summary of each session. */
export async function writtenSummaries(orm: Orm, campaignId: string): Promise<Map<string, Written>> {
  const rows = await orm
    .selectDistinctOn([analyses.sessionId], {
      sessionId: analyses.sessionId,
      lines: sql<AnalysisResult['lines'] | null>`${analyses.result} -> 'lines'`,
    })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .where(
      and(
        eq(sessions.campaignId, campaignId),
        eq(analyses.status, 'completed'),
        sql`${analyses.result} ->> 'kind' = 'notes'`,
      ),
    )
    .orderBy(analyses.sessionId, desc(analyses.finishedAt), desc(analyses.id));
  return new Map(rows.flatMap(({ sessionId, lines }) => (lines === null ? [] : [[sessionId, lines]])));
}

/** What its notes say, else what an analysis wrote, else the page's chapters with their first passages. */
export function storyOf(session: SourceSession, written: Written | undefined): SessionStory {
  const { id: sessionId, results, sections } = session;
  const notes = storyInNotes(session, sections);
  if (notes !== null) return notes;
  const isMeasured = results.some((result) => result.isMeasured);
  if (written !== undefined && written.shortSummary.length + written.summary.length > 0) {
    const [short, long] = [written.shortSummary, written.summary].map((lines) =>
      lines.map(({ text, evidence }) => ({
        text: withoutMarkup(text).trim(),
        place: placeOf(sessionId, isMeasured, evidence),
      })),
    );
    return inBoth(sessionId, short ?? [], long ?? []);
  }
  const page = results.find(({ evening }) => evening !== null);
  const chapters = (page?.evening?.chapters ?? []).map(({ title, ownTitle, evidence }, at): Statement[] => {
    const heading = ownTitle ?? title?.text;
    const passage = page?.evening?.passages.find(({ chapter, hidden }) => chapter === at && !hidden);
    const place = (from: Evidence) => placeOf(sessionId, page?.isMeasured ?? false, from);
    return [
      ...(heading === undefined ? [] : [{ text: `“${heading}”`, place: place(title?.evidence ?? evidence) }]),
      ...(passage === undefined ? [] : [{ text: `“${passage.text}”`, place: place(passage.evidence) }]),
    ];
  });
  return {
    sessionId,
    short: chapters.slice(0, CHAPTERS_IN_SHORT).flatMap((each) => each.slice(0, 1)),
    long: chapters.flat(),
  };
}

/** Null: they have no summary. */
export function storyInNotes(
  { id, results }: Pick<SourceSession, 'id' | 'results'>,
  sections: readonly Pick<NotesSection, 'key' | 'body' | 'lines'>[],
): SessionStory | null {
  const isMeasured = results.some((result) => result.isMeasured);
  const of = (key: string) => {
    const section = sections.find((each) => each.key === key);
    return section === undefined ? [] : statementsOf(section, (from) => placeOf(id, isMeasured, from));
  };
  const summary = of('summary');
  const story = inBoth(id, of('shortSummary'), summary.length > 0 ? summary : of('ownWords'));
  return story.long.length === 0 ? null : story;
}

const inBoth = (sessionId: string, short: Statement[], long: Statement[]): SessionStory => ({
  sessionId,
  short: short.length > 0 ? short : long.slice(0, SENTENCES_IN_SHORT),
  long: long.length > 0 ? long : short,
});

const placeOf = (sessionId: string, isMeasured: boolean, { segmentIds, startMs }: Evidence): ThreadPlace => ({
  sessionId,
  lineId: segmentIds[0] ?? null,
  startMs: isMeasured ? startMs : null,
});

/** Sentence by sentence, each with the evidence of the line that it is in. */
function statementsOf(
  { body, lines }: Pick<NotesSection, 'body' | 'lines'>,
  place: (evidence: Evidence) => ThreadPlace,
): Statement[] {
  const cited = lines.map(({ text, evidence }: Line) => ({ text: withoutMarkup(text).trim(), evidence }));
  return body
    .split('\n')
    .filter((row) => !/^\s*#/u.test(row))
    .map((row) => withoutMarkup(row.replace(listed, '')).trim())
    .flatMap((row) => [...sentences.segment(row)].map(({ segment }) => segment.trim()))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map((text) => {
      const line = cited.find((each) => each.text.includes(text) || text.includes(each.text));
      return { text, place: line === undefined ? null : place(line.evidence) };
    });
}
