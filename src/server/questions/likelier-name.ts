import { and, eq, sql } from 'drizzle-orm';
import type { CheckAnswer } from '#contract/check-questions.ts';
import { keyOf } from '#contract/labels.ts';
import type { CastNow } from '#server/campaigns/cast-in-texts.ts';
import { namesOf } from '#server/names/glossary.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments } from '#server/recordings/tables.ts';

interface Question {
  kind: string;
  about: readonly string[];
  transcriptId: string | null;
  answers: CheckAnswer[];
}

/** Answers in the order to offer them: of two spellings, first the known one, else the one heard more often. */
type AnswersInOrder = (question: Question) => Promise<CheckAnswer[]>;

/** Reads the glossary once, and the transcripts only for questions about two spellings. */
export async function likelierFirst(orm: Orm, campaignId: string, cast: CastNow): Promise<AnswersInOrder> {
  const glossary = await namesOf(orm, campaignId);
  const known = new Set(
    [
      ...glossary.flatMap(({ term, aliases }) => [term, ...aliases]),
      ...cast.people.flatMap(({ player, characters }) => [player, ...characters]),
    ].map(keyOf),
  );

  return async ({ kind, about: [first = '', second = ''], transcriptId, answers }) => {
    if (kind !== 'name') return answers;
    const isKnown = [first, second].map((name) => known.has(keyOf(name)));
    const isSecond =
      isKnown[0] === isKnown[1]
        ? transcriptId !== null && (await isHeardMore(orm, transcriptId, second, first))
        : isKnown[1] === true;
    return isSecond ? ['second', 'first', ...answers.slice(2)] : answers;
  };
}

async function isHeardMore(orm: Orm, transcriptId: string, name: string, other: string): Promise<boolean> {
  const heard = await timesHeard(orm, transcriptId, name);
  const otherHeard = await timesHeard(orm, transcriptId, other);
  // A longer name is no proof of the shorter one in it.
  const inOther = keyOf(other).includes(keyOf(name)) ? otherHeard : 0;
  const inName = keyOf(name).includes(keyOf(other)) ? heard : 0;
  return heard - inOther > otherHeard - inName;
}

async function timesHeard(orm: Orm, transcriptId: string, name: string): Promise<number> {
  const whole = `(?<![[:alpha:]])${name.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}(?![[:alpha:]])`;
  const [row] = await orm
    .select({ times: sql<number>`coalesce(sum(regexp_count(${segments.text}, ${whole})), 0)::int` })
    .from(segments)
    .where(and(eq(segments.transcriptId, transcriptId), sql`strpos(${segments.text}, ${name}) > 0`));
  return row?.times ?? 0;
}
