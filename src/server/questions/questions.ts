import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import {
  type AnsweredQuestion,
  type CheckAnswer,
  type CheckSheet,
  checkLimits,
  type QuestionCounts,
  type UndoneSheet,
} from '#contract/check-questions.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { undoNames } from '#server/names/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Carriers, carryOut, correctionOf, holdSession, wrongName } from './carry-out.ts';
import { takeFromNotes } from './notes-additions.ts';
import { type OpenQuestion, openQuestions, withLines } from './question-rows.ts';
import { type AnswerRow, type AnswerUndo, answers } from './tables.ts';

export type Questions = ReturnType<typeof createQuestions>;

export function createQuestions({
  database,
  clock,
  ...carriers
}: Carriers & { database: Database; clock: Clock }) {
  const { corrections } = carriers;

  async function sheet(
    orm: Orm,
    campaignId: string,
    sessionId: string | null,
    open?: readonly OpenQuestion[],
  ): Promise<CheckSheet> {
    const asked = open ?? (await openQuestions(orm, campaignId, sessionId));
    return {
      open: await withLines(orm, campaignId, asked.slice(0, checkLimits.open)),
      openCount: asked.length,
      answered: await answeredQuestions(orm, campaignId, new Set(asked.map(({ id }) => id))),
    };
  }

  return {
    async count(userId: string, campaignId: string): Promise<QuestionCounts> {
      await ownCampaign(database.orm, userId, campaignId);
      const open = await openQuestions(database.orm, campaignId, null);
      const ids = new Set(open.map(({ id }) => id));
      const counts = new Map<string, number>();
      for (const { session } of open) counts.set(session.id, (counts.get(session.id) ?? 0) + 1);
      return {
        open: open.length,
        answered: (await answeredQuestions(database.orm, campaignId, ids)).length,
        sessions: [...counts].map(([sessionId, count]) => ({ sessionId, open: count })),
      };
    },

    async read(userId: string, campaignId: string, sessionId: string | null): Promise<CheckSheet> {
      await ownCampaign(database.orm, userId, campaignId);
      return sheet(database.orm, campaignId, sessionId);
    },

    /**
     * @throws Refusal questionChanged (with the sheet), analysisRunning, correctionUnfit, glossaryFull,
     * castFull
     */
    async answer(
      userId: string,
      campaignId: string,
      questionId: string,
      { version, answer, sessionId }: { version: number; answer: CheckAnswer; sessionId: string | null },
    ): Promise<CheckSheet> {
      const { orm } = database;
      /** Null if the same answer was given already. */
      async function asked(tx: Orm) {
        const open = await openQuestions(tx, campaignId, sessionId);
        const question = open.find(({ id }) => id === questionId);
        const before = await answersTo(tx, campaignId, questionId);
        const last = before.at(-1);
        if (question === undefined && last?.undoneAt === null) {
          const isSame = last.answer === answer && before.length - 1 === version;
          if (isSame) return null;
        }
        if (question === undefined || before.length !== version)
          throw new Refusal('questionChanged', {
            details: { current: await sheet(tx, campaignId, sessionId, open) },
          });
        if (!question.answers.includes(answer)) throw new Refusal('invalidRequest');
        return question;
      }
      async function keep(
        tx: Orm,
        question: OpenQuestion,
        done: { correctionId: string | null; undo: AnswerUndo },
      ): Promise<void> {
        const last = (await answersTo(tx, campaignId, questionId)).at(-1);
        // Undone elsewhere: in "Who is who", or among the corrections.
        if (last?.undoneAt === null) await markUndone(tx, last.id, clock.now());
        await tx.insert(answers).values({
          id: newId(),
          campaignId,
          userId,
          sessionId: question.session.id,
          questionId,
          kind: question.kind,
          text: question.text,
          about: question.about,
          answer,
          ...done,
          answeredAt: clock.now(),
        });
      }
      await ownCampaign(orm, userId, campaignId);
      const question = await asked(orm);
      const wrong = question && wrongName(question, answer);
      if (question !== null && wrong !== null) {
        const correction = await correctionOf(
          orm,
          corrections,
          { userId, campaignId },
          { question, asked: wrong },
        );
        const answered = corrections.apply(userId, campaignId, correction, async (tx, { id }) => {
          // The correction may have changed the question's words.
          if ((await answersTo(tx, campaignId, questionId)).length !== version)
            throw new Refusal('questionChanged', {
              details: { current: await sheet(tx, campaignId, sessionId) },
            });
          await keep(tx, question, { correctionId: id, undo: {} });
        });
        await answered.catch(async (error) => {
          const isAnswered = (await asked(orm)) === null;
          if (!isAnswered) throw error;
        });
      } else
        await database.transaction(async (tx) => {
          await ownCampaign(tx, userId, campaignId, { forUpdate: true });
          const present = await asked(tx);
          if (present === null) return;
          const undo = await carryOut({ tx, userId, campaignId, clock, ...carriers }, present, answer);
          await keep(tx, present, { correctionId: null, undo });
        });
      return sheet(orm, campaignId, sessionId);
    },

    async undo(
      userId: string,
      campaignId: string,
      answerId: string,
      sessionId: string | null,
    ): Promise<UndoneSheet> {
      const which = and(eq(answers.id, answerId), eq(answers.campaignId, campaignId));
      await ownCampaign(database.orm, userId, campaignId);
      const [answered] = await database.orm.select().from(answers).where(which);
      let isPartly = false;
      if (answered?.correctionId != null && answered.undoneAt === null)
        await corrections.undo(userId, answered.correctionId, async (tx, { left }) => {
          isPartly = left.length > 0;
          await markUndone(tx, answerId, clock.now());
        });
      return database.transaction(async (tx) => {
        await ownCampaign(tx, userId, campaignId, { forUpdate: true });
        const [row] = await tx.select().from(answers).where(which);
        if (row === undefined) throw new Refusal('notFound');
        if (row.undoneAt === null) {
          const { cast, names, notes: added } = row.undo;
          if (cast !== undefined) isPartly = await carriers.cast.takeBack(tx, userId, campaignId, cast);
          if (names !== undefined) await undoNames(tx, names, clock.now());
          if (added !== undefined) {
            await holdSession(tx, added.sessionId);
            isPartly = (await takeFromNotes(tx, carriers.notes, added)) || isPartly;
          }
          await markUndone(tx, answerId, clock.now());
        }
        return { ...(await sheet(tx, campaignId, sessionId)), isPartly };
      });
    },
  };
}

const markUndone = (tx: Orm, answerId: string, undoneAt: Date) =>
  tx.update(answers).set({ undoneAt }).where(eq(answers.id, answerId));

const answersTo = (tx: Orm, campaignId: string, questionId: string): Promise<AnswerRow[]> =>
  tx
    .select()
    .from(answers)
    .where(and(eq(answers.campaignId, campaignId), eq(answers.questionId, questionId)))
    .orderBy(answers.answeredAt, answers.id);

async function answeredQuestions(
  orm: Orm,
  campaignId: string,
  open: ReadonlySet<string>,
): Promise<AnsweredQuestion[]> {
  const rows = await orm
    .select({ row: answers, title: sql<string>`${sessions.title}` })
    .from(answers)
    .innerJoin(sessions, eq(sessions.id, answers.sessionId))
    .where(and(eq(answers.campaignId, campaignId), isNull(answers.undoneAt)))
    .orderBy(desc(answers.answeredAt), desc(answers.id))
    .limit(checkLimits.answered);
  return rows
    .filter(({ row }) => !open.has(row.questionId))
    .map(({ row: { id, questionId, kind, text, about, answer, answeredAt, sessionId }, title }) => ({
      id,
      questionId,
      kind,
      text,
      about,
      answer,
      session: { id: sessionId ?? '', title },
      answeredAt: answeredAt.toISOString(),
    }));
}
