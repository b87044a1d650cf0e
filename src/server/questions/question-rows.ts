import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { answersOf, type CheckQuestion, checkLimits, readQuestion } from '#contract/check-questions.ts';
import { analyses } from '#server/analyses/tables.ts';
import { canBeHeard, castOf } from '#server/campaigns/cast.ts';
import { isAnswered } from '#server/campaigns/cast-in-texts.ts';
import { shownSpeakers } from '#server/campaigns/cast-rules.ts';
import { questionIdOf } from '#server/campaigns/question-ids.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { likelierFirst } from './likelier-name.ts';
import { answers } from './tables.ts';

export interface OpenQuestion extends Omit<CheckQuestion, 'lines' | 'canBeHeard'> {
  analysisId: string;
  transcriptId: string | null;
  evidence: AnalysisResult['toConfirm'][number]['evidence'];
}

/** Those of each session's latest analysis, each once. The questions of session `first` come first. */
export async function openQuestions(
  orm: Orm,
  campaignId: string,
  first: string | null,
): Promise<OpenQuestion[]> {
  const rows = await orm
    .selectDistinctOn([analyses.sessionId], {
      analysisId: analyses.id,
      transcriptId: analyses.transcriptId,
      session: { id: sessions.id, title: sessions.title },
      position: sessions.position,
      asked: sql<AnalysisResult['toConfirm'] | null>`${analyses.result} -> 'toConfirm'`,
    })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .where(and(eq(sessions.campaignId, campaignId), eq(analyses.status, 'completed')))
    .orderBy(
      analyses.sessionId,
      desc(sql`${analyses.detailLevel} = 'comprehensive'`),
      desc(analyses.finishedAt),
      desc(analyses.id),
    );
  const cast = await castOf(orm, campaignId);
  const versions = await versionsOf(orm, campaignId);
  const inOrder = rows.sort(
    (one, other) =>
      Number(other.session.id === first) - Number(one.session.id === first) || other.position - one.position,
  );
  const found = new Map<string, OpenQuestion>();
  for (const { asked, position: _, ...place } of inOrder)
    for (const { text, evidence } of asked ?? []) {
      if (isAnswered(cast, place.session.id, text)) continue;
      const question = readQuestion(text);
      const id = questionIdOf(place.session.id, question);
      if (found.has(id)) continue;
      const version = versions.get(id) ?? 0;
      found.set(id, {
        ...place,
        ...question,
        id,
        text,
        version,
        evidence,
        answers: [...answersOf[question.kind]],
      });
    }
  return [...found.values()];
}

async function versionsOf(orm: Orm, campaignId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await orm
    .select({ id: answers.questionId, count: sql<number>`count(*)::int` })
    .from(answers)
    .where(eq(answers.campaignId, campaignId))
    .groupBy(answers.questionId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function withLines(
  orm: Orm,
  campaignId: string,
  questions: readonly OpenQuestion[],
): Promise<CheckQuestion[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { transcriptId, evidence } of questions)
    if (transcriptId !== null)
      wanted.set(
        transcriptId,
        new Set([...(wanted.get(transcriptId) ?? []), ...evidence.segmentIds.slice(0, checkLimits.lines)]),
      );
  const cast = await castOf(orm, campaignId);
  const heads = new Map<string, Awaited<ReturnType<typeof headOf>>>();
  for (const transcriptId of wanted.keys()) heads.set(transcriptId, await headOf(orm, transcriptId));
  const rows =
    wanted.size === 0
      ? []
      : await orm
          .select()
          .from(segments)
          .where(
            or(
              ...[...wanted].map(([transcriptId, ids]) =>
                and(eq(segments.transcriptId, transcriptId), inArray(segments.id, [...ids])),
              ),
            ),
          )
          .orderBy(segments.transcriptId, segments.ordinal);
  const inOrder = await likelierFirst(orm, campaignId, cast);
  const offered = new Map<string, CheckQuestion['answers']>();
  for (const question of questions) offered.set(question.id, await inOrder(question));
  return questions.map(({ transcriptId, evidence, analysisId: _, ...question }) => {
    const head = heads.get(transcriptId ?? '') ?? null;
    const labels = new Map(
      shownSpeakers(cast, question.session.id, head?.speakers ?? []).map(({ id, label }) => [id, label]),
    );
    const cited = new Set(evidence.segmentIds.slice(0, checkLimits.lines));
    return {
      ...question,
      answers: offered.get(question.id) ?? question.answers,
      canBeHeard: head?.canBeHeard ?? false,
      lines: rows
        .filter((row) => row.transcriptId === transcriptId && cited.has(row.id))
        .map(({ id, speakerId, text, startMs, endMs }) => ({
          id,
          speaker: labels.get(speakerId ?? '') ?? null,
          text,
          time: head?.timing === 'measured' ? { startMs, endMs } : null,
        })),
    };
  });
}

async function headOf(orm: Orm, transcriptId: string) {
  const [row] = await orm
    .select({
      timing: transcripts.timing,
      speakers: transcripts.speakers,
      source: transcripts.source,
      audioAssetId: transcripts.audioAssetId,
    })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId));
  return row === undefined ? null : { ...row, canBeHeard: await canBeHeard(orm, row) };
}
