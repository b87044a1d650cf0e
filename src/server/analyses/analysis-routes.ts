import {
  cancelAnalysis,
  copyToNotes,
  followAnalysis,
  listAnalyses,
  quoteAnalysis,
  readAnalysis,
  retryAnalysis,
  startAnalysis,
} from '#contract/analyses.ts';
import { answerQuestions, changeEvening, keepPassages } from '#contract/evening-changes.ts';
import { endInstruction, giveInstruction, readInstruction } from '#contract/instructions.ts';
import {
  cancelOlderNotes,
  closeOlderNotes,
  planOlderNotes,
  readOlderNotes,
  startOlderNotes,
} from '#contract/older-notes.ts';
import { askRecap, endRecap, listRecaps } from '#contract/recap-collection.ts';
import { textLimits } from '#contract/text-limits.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import type { Shared } from '#server/platform/shared.ts';
import { beyondLimit } from '#server/platform/text-limits.ts';
import type { Analyses } from './analyses.ts';
import type { FollowAnalysis } from './analysis-stream.ts';
import type { EveningService } from './evening-service.ts';
import type { Instructions } from './instructions.ts';
import type { OlderNotesService } from './older-notes.ts';
import type { Quotes } from './quotes.ts';
import type { RecapCollections } from './recap-collection.ts';

export function analysisRoutes(
  mount: Mount,
  services: Pick<Shared, 'database' | 'clock'> & {
    analyses: Analyses;
    quotes: Quotes;
    older: OlderNotesService;
    instructions: Instructions;
    recaps: RecapCollections;
    follow: FollowAnalysis;
    evening: EveningService;
  },
): void {
  const { analyses, quotes, older, instructions, recaps, follow, evening } = services;
  // Each leaves entries in the ledger, which has no end.
  const starts = createRateLimit(services, 'analyses in a day', {
    count: textLimits.startsADay.most,
    windowMs: 86_400_000,
  });
  async function refuseTooMany(userId: string): Promise<void> {
    const waitSeconds = await starts.waitFor(userId);
    if (waitSeconds > 0) throw beyondLimit('startsADay', waitSeconds);
  }

  mount(quoteAnalysis, ({ user, params }) => quotes.make(user.userId, params.sessionId));
  mount(startAnalysis, async ({ user, params, headers, body }) => {
    await refuseTooMany(user.userId);
    const started = await analyses.start(user.userId, params.sessionId, headers['idempotency-key'], {
      quoteId: body.quoteId,
      detailLevel: body.detailLevel,
      language: body.language ?? null,
      ...(body.writer === undefined ? {} : { writer: body.writer }),
      ...(body.people === undefined ? {} : { people: body.people }),
    });
    return started;
  });
  mount(listAnalyses, async ({ user, params }) => ({
    analyses: await analyses.list(user.userId, params.sessionId),
  }));
  mount(readAnalysis, ({ user, params }) => analyses.read(user.userId, params.analysisId));
  mount(followAnalysis, async ({ user, params, request, signal }) => {
    await analyses.read(user.userId, params.analysisId);
    return follow(params.analysisId, user, request.headers.get('last-event-id'), signal);
  });
  mount(cancelAnalysis, ({ user, params }) => analyses.cancel(user.userId, params.analysisId));
  mount(retryAnalysis, ({ user, params }) => analyses.retry(user.userId, params.analysisId));
  mount(copyToNotes, ({ user, params, body }) =>
    analyses.copyToNotes(user.userId, params.analysisId, body.mode),
  );
  mount(readOlderNotes, ({ user, params }) => older.read(user.userId, params.campaignId));
  mount(planOlderNotes, ({ user, params }) => older.plan(user.userId, params.campaignId));
  mount(startOlderNotes, async ({ user, params, headers, body }) => {
    await refuseTooMany(user.userId);
    const key = headers['idempotency-key'];
    return older.start(user.userId, params.campaignId, key, body);
  });
  mount(cancelOlderNotes, ({ user, params }) => older.cancel(user.userId, params.campaignId));
  mount(closeOlderNotes, ({ user, params }) => older.close(user.userId, params.campaignId));
  mount(readInstruction, ({ user, params }) => instructions.read(user.userId, params.sessionId));
  mount(giveInstruction, ({ user, params, body }) =>
    instructions.give(user.userId, params.sessionId, body.text),
  );
  mount(endInstruction, ({ user, params }) => instructions.end(user.userId, params.sessionId));
  mount(listRecaps, ({ user, params }) => recaps.read(user.userId, params.sessionId));
  mount(askRecap, ({ user, params, body }) => recaps.ask(user.userId, params.sessionId, body));
  mount(endRecap, ({ user, params }) => recaps.end(user.userId, params.sessionId, params.recapId));
  mount(changeEvening, ({ user, params, body }) => evening.change(user.userId, params.analysisId, body));
  mount(keepPassages, ({ user, params, headers, body }) =>
    evening.keep(user.userId, params.sessionId, revisionOf(headers['if-match']), body),
  );
  mount(answerQuestions, ({ user, params, headers, body }) =>
    evening.answer(user.userId, params.sessionId, revisionOf(headers['if-match']), body),
  );
}
