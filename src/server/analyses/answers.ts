import { and, eq } from 'drizzle-orm';
import type { ModelShown } from '#contract/notes-engines.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { AnswerFailed } from '#server/engines/notes/endpoint/chat.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type { AnsweredSentence, AnswerRequest } from '#server/engines/notes/port.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { analyses } from './tables.ts';
import type { Writers } from './writers.ts';

/** A language model that can answer questions now, and what that sends. */
export interface Answerer extends ModelShown {
  /** Null: it failed. */
  answer(request: AnswerRequest, signal: AbortSignal): Promise<AnsweredSentence[] | null>;
}

/**
 * The first writer that can. Readers of a shared page decide nothing for the game master: they get a service only if it was chosen to write notes of this campaign.
 */
export async function answererOf(
  orm: Orm,
  writers: Pick<Writers, 'ready'>,
  sharedCampaignId: string | null,
): Promise<Answerer | null> {
  for (const { engine, model, sends } of writers.ready()) {
    const { answer } = engine;
    if (answer === undefined) continue;
    if (sends.what !== 'nothing' && sharedCampaignId !== null && !(await hasSent(orm, sharedCampaignId)))
      continue;
    return {
      model,
      sends,
      async answer(request, signal) {
        try {
          return await answer(request, { signal, progress: () => undefined });
        } catch (error) {
          if (error instanceof AnswerFailed || error instanceof NotesUnavailable) return null;
          throw error;
        }
      },
    };
  }
  return null;
}

async function hasSent(orm: Orm, campaignId: string): Promise<boolean> {
  const [sent] = await orm
    .select({ id: analyses.id })
    .from(analyses)
    .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
    .where(and(eq(sessions.campaignId, campaignId), eq(analyses.writer, 'service')))
    .limit(1);
  return sent !== undefined;
}
