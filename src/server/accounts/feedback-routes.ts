import { readFeedback, sendFeedback } from '#contract/feedback.ts';
import type { Mount } from '#server/http/mount.ts';
import { assertOperator } from '#server/http/operator.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import type { FeedbackBox } from './feedback.ts';

const perUser = { count: 20, windowMs: 3_600_000 };

export function feedbackRoutes(
  mount: Mount,
  {
    box,
    operatorKey,
    ...deps
  }: { box: FeedbackBox; database: Database; clock: Clock; operatorKey: string | null },
): void {
  const limit = createRateLimit(deps, 'feedback', perUser);
  mount(sendFeedback, async ({ user, body }) => {
    await limit.enforce(user.userId);
    const { feedbackId, isNew } = await box.keep(user.userId, body);
    return { status: isNew ? 201 : 200, body: { feedbackId } };
  });
  mount(readFeedback, async ({ headers, query }) => {
    assertOperator(operatorKey, headers['x-operator-key']);
    const before = query.before === undefined ? undefined : new Date(query.before);
    return { status: 200, body: { feedback: await box.list({ before, limit: query.limit }) } };
  });
}
