import { createHash } from 'node:crypto';
import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import type { DetailLevel } from '#contract/common.ts';
import { castDocument } from '#server/campaigns/cast.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { namesOf } from '#server/names/glossary.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { answers } from '#server/questions/tables.ts';
import type { Material } from '#server/recordings/material.ts';
import { transcriptEdits } from '#server/recordings/tables.ts';
import { analyses } from './tables.ts';

/** What an analysis is made of beside its engine and level. */
export interface Ground {
  facts: string;
  transcriptState: string;
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Names, cast and answers of the campaign, and the edits of the transcript. */
export async function groundOf(orm: Orm, sessionId: string, { transcript }: Material): Promise<Ground> {
  const [session] = await orm
    .select({ campaignId: sessions.campaignId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  const campaignId = session?.campaignId ?? '';
  const names = (await namesOf(orm, campaignId)).map(({ term, kind, heardAs, aliases }) =>
    JSON.stringify([term, kind, [...heardAs].sort(), [...aliases].sort()]),
  );
  const { people, chosen, rejected } = (await castDocument(orm, campaignId)).content;
  const answered = await orm
    .select({ questionId: answers.questionId, answer: answers.answer })
    .from(answers)
    .where(and(eq(answers.campaignId, campaignId), isNull(answers.undoneAt)));
  const cast = [
    people.map(({ id, player, role, characters }) => [id, player, role, characters]),
    chosen.filter((each) => each.sessionId === sessionId),
    rejected.filter((each) => each.sessionId === null || each.sessionId === sessionId),
  ].map((list) => list.map((each) => JSON.stringify(each)).sort());
  const facts = hashOf([
    names.sort(),
    cast,
    answered.map(({ questionId, answer }) => `${questionId} ${answer}`).sort(),
  ]);
  // As it will be when this analysis has made it.
  if (transcript === null) return { facts, transcriptState: hashOf([0, []]) };
  const edits = await orm
    .select({ id: transcriptEdits.id })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.transcriptId, transcript.id), isNull(transcriptEdits.undoneAt)));
  return { facts, transcriptState: hashOf([transcript.erasedCount, edits.map(({ id }) => id).sort()]) };
}

/** Of a transcript, to tell its voices apart, whatever was edited meanwhile: their words are paid for. */
const MOST_FREE_TRIES = 3;

/**
 * D15: the levels that were analyzed before, by this engine, from the transcript as it is now, and not yet
 * with what the game master has said since, or not with its voices. A level covers the shorter one.
 */
export async function freeLevels(
  orm: Orm,
  { transcript, durationSeconds }: Material,
  ground: Ground,
  { notesEngine, tellsVoicesApart }: { notesEngine: string; tellsVoicesApart: boolean },
): Promise<ReadonlySet<DetailLevel>> {
  const none = new Set<DetailLevel>();
  if (transcript === null) return none;
  const before = await orm
    .select({
      detailLevel: analyses.detailLevel,
      facts: analyses.facts,
      transcriptState: analyses.transcriptState,
      notesEngine: analyses.notesEngine,
      request: analyses.request,
    })
    .from(analyses)
    .where(
      and(
        eq(analyses.transcriptId, transcript.id),
        eq(analyses.status, 'completed'),
        isNotNull(analyses.facts),
        // Words that were added since are not paid for.
        gte(analyses.durationSeconds, durationSeconds),
      ),
    );
  const tries = before.filter(({ request }) => request.tellsVoicesApart).length;
  const covers = (paid: DetailLevel, wanted: DetailLevel) => paid === wanted || paid === 'comprehensive';
  const levels: readonly DetailLevel[] = ['brief', 'comprehensive'];
  return new Set(
    levels.filter((level) => {
      const covering = before.filter(
        (each) => each.notesEngine === notesEngine && covers(each.detailLevel, level),
      );
      if (tellsVoicesApart && covering.length > 0 && tries < MOST_FREE_TRIES) return true;
      const unchanged = covering.filter(({ transcriptState }) => transcriptState === ground.transcriptState);
      return unchanged.length > 0 && unchanged.every(({ facts }) => facts !== ground.facts);
    }),
  );
}
