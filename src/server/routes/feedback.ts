import { readFeedback, sendFeedback } from '#contract/feedback.ts';
import type { Clock } from '../clock.ts';
import type { Mount } from '../http/mount.ts';
import { assertOperator } from '../http/operator.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { Refusal } from '../http/refusal.ts';
import type { FeedbackBox } from '../services/feedback.ts';

const perUser = { count: 20, windowMs: 3_600_000 };

/** @param operatorKey null: nobody may read what users said over HTTP */
export function feedbackRoutes(
  mount: Mount,
  { box, clock, operatorKey }: { box: FeedbackBox; clock: Clock; operatorKey: string | null },
): void {
  const isWithinLimit = createRateLimit(perUser, clock.now);
  mount(sendFeedback, async ({ user, body }) => {
    if (!isWithinLimit(user.userId)) throw new Refusal('tooManyRequests');
    const { feedbackId, isNew } = await box.keep(user.userId, body);
    return { status: isNew ? 201 : 200, body: { feedbackId } };
  });
  mount(readFeedback, async ({ headers, query }) => {
    assertOperator(operatorKey, headers['x-operator-key']);
    const before = query.before === undefined ? undefined : new Date(query.before);
    return { status: 200, body: { feedback: await box.list({ before, limit: query.limit }) } };
  });
}
