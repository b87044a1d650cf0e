import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Analysis } from '#contract/analyses.ts';
import type { Evening } from '#contract/analysis-result.ts';
import type { EveningChanges, KeptPassages } from '#contract/evening-changes.ts';
import {
  type Answers,
  gameMasterQuestions,
  isLineOf,
  keptSection,
  quotation,
} from '#contract/evening-text.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { hasText } from '#contract/place-in.ts';
import { resultParts } from '#contract/result-parts.ts';
import { castOfSession, withVoicesNow } from '#server/campaigns/cast.ts';
import { eveningWithCast } from '#server/campaigns/cast-in-texts.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { withLine, withoutLine } from '#server/campaigns/quoted-lines.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseLongNotes } from '#server/platform/text-limits.ts';
import { analysisView, changeAnalysis, selectAnalysis } from './analysis-rows.ts';
import { editedResult, sectionsAfter } from './evening-edits.ts';
import { analyses } from './tables.ts';

/** What a game master does by hand with the page of an evening. */
export type EveningService = ReturnType<typeof createEveningService>;

const gone = () =>
  new Refusal('conflict', {
    message: 'This page has changed. Reload it and try again.',
  });

export function createEveningService(deps: { database: Database; notes: NotesService }) {
  const { database, notes } = deps;

  async function ownAnalysis(tx: Orm, userId: string, analysisId: string) {
    const row = await selectAnalysis(tx, analysisId);
    if (row === null || row.userId !== userId) throw new Refusal('notFound');
    return row;
  }

  const saving = async (
    userId: string,
    sessionId: string,
    revision: number,
    change: (tx: Orm, sections: NotesSection[]) => Promise<NotesSection[]>,
  ): Promise<Notes> => {
    await database.transaction(async (tx) => {
      await ownSession(tx, userId, sessionId, { forUpdate: true });
      await notes.rewrite(tx, sessionId, { revision, cause: 'edit' }, async (sections) => {
        const after = await change(tx, sections);
        refuseLongNotes(after);
        return after;
      });
    });
    return notes.read(userId, sessionId);
  };

  return {
    /** @throws Refusal notFound, conflict if it has no such passage or chapter, staleRevision */
    async change(userId: string, analysisId: string, changes: EveningChanges): Promise<Analysis> {
      const { sessionId } = await ownAnalysis(database.orm, userId, analysisId);
      const row = await database.transaction(async (tx) => {
        await ownSession(tx, userId, sessionId, { forUpdate: true });
        const found = await ownAnalysis(tx, userId, analysisId);
        const result = found.result && editedResult(found.result, changes);
        if (found.result === null || result === null) throw gone();
        const before = found.result;
        const isOther = ({ at, ownTitle, from }: EveningChanges['chapters'][number]) =>
          from !== undefined && ![from, ownTitle].includes(before.evening?.chapters[at]?.ownTitle ?? null);
        if (changes.chapters.some(isOther)) throw new Refusal('staleRevision');
        await notes.rewrite(tx, sessionId, { revision: null, cause: 'edit' }, async (sections) =>
          sectionsAfter(sections, before, result),
        );
        return changeAnalysis(database, tx, analysisId, { result });
      });
      return analysisView(database.orm, row);
    },

    /** @throws Refusal notFound, staleRevision, notesTooLong, conflict if there is no such passage or section */
    async keep(
      userId: string,
      sessionId: string,
      revision: number,
      { analysisId, keep, drop, section: key = keptSection.key, title }: KeptPassages,
    ): Promise<Notes> {
      return saving(userId, sessionId, revision, async (tx, sections) => {
        const row = await ownAnalysis(tx, userId, analysisId);
        if (row.sessionId !== sessionId) throw new Refusal('notFound');
        const passages = new Map(row.result?.evening?.passages.map((passage) => [passage.id, passage]));
        const found = (ids: readonly string[]) =>
          ids.map((id) => {
            const passage = passages.get(id);
            if (passage === undefined) throw gone();
            return passage;
          });
        const at = sections.findIndex((each) => each.key === key);
        const present = sections[at];
        const made = key === keptSection.key ? keptSection.title : title;
        if (present === undefined && made === undefined) throw gone();
        let section: NotesSection = present ?? {
          key,
          title: made ?? key,
          body: '',
          visibility: 'gm',
          source: 'user',
          lines: [],
        };
        for (const passage of found(drop))
          for (const line of section.lines.filter((each) => isLineOf(each, passage)))
            section = withoutLine(section, line);
        for (const passage of found(keep))
          if (!section.lines.some((line) => isLineOf(line, passage)))
            section = withLine(section, quotation(passage));
        if (present !== undefined && section.body.trim() === '' && made !== undefined)
          return sections.toSpliced(at, 1);
        return present === undefined ? [...sections, section] : sections.with(at, section);
      });
    },

    /** @throws Refusal notFound, staleRevision, notesTooLong */
    answer: (userId: string, sessionId: string, revision: number, answers: Answers) =>
      saving(userId, sessionId, revision, async (_tx, sections) => answered(sections, answers)),
  };
}

function answered(sections: readonly NotesSection[], answers: Answers): NotesSection[] {
  let after = [...sections];
  for (const { field, key } of gameMasterQuestions) {
    const body = answers[field].trim();
    const at = after.findIndex((section) => section.key === key);
    const present = after[at];
    if (body === '') {
      if (present !== undefined && present.source !== 'analysis') after = after.toSpliced(at, 1);
      continue;
    }
    if (present?.body.trim() === body) continue;
    const part = resultParts.find((each) => each.key === key);
    const section: NotesSection = {
      key,
      title: present?.title ?? part?.title ?? key,
      visibility: present?.visibility ?? 'gm',
      source: 'user',
      body,
      lines: (present?.lines ?? []).filter(({ text }) => hasText(body, text)),
    };
    after = present === undefined ? [...after, section] : after.with(at, section);
  }
  const order: string[] = gameMasterQuestions.map(({ key }) => key).reverse();
  const rank = ({ key, source }: NotesSection) =>
    source !== 'analysis' && order.includes(key) ? order.indexOf(key) : order.length;
  return after
    .map((section, at) => ({ section, at }))
    .sort((a, b) => rank(a.section) - rank(b.section) || a.at - b.at)
    .map(({ section }) => section);
}

/** As its game master sees it, with the names of its voices; null if there is none. */
export async function shownEvening(orm: Orm, sessionId: string): Promise<Evening | null> {
  const evening = await earlierEvening(orm, sessionId);
  if (evening === undefined) return null;
  const cast = await castOfSession(orm, sessionId);
  const cited = [...evening.passages, ...evening.pointers];
  return eveningWithCast(await withVoicesNow(orm, cast, sessionId, cited), sessionId, evening);
}

/** The evening of the session's last finished analysis before this one. */
export async function earlierEvening(tx: Orm, sessionId: string) {
  const [row] = await tx
    .select({ result: analyses.result })
    .from(analyses)
    .where(
      and(eq(analyses.sessionId, sessionId), eq(analyses.status, 'completed'), isNotNull(analyses.result)),
    )
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(1);
  return row?.result?.evening;
}
