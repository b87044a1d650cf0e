import { readFeedback, sendFeedback } from '#contract/feedback.ts';
import { refusalWords, textLimits } from '#contract/text-limits.ts';
import { type Mount, Reply } from '#server/http/mount.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { FeedbackBox } from './feedback.ts';

const anHour = { count: 20, windowMs: 3_600_000 };
const aDay = { count: textLimits.feedbackADay.most, windowMs: 86_400_000 };

export function feedbackRoutes(
  mount: Mount,
  { box, ...deps }: Pick<Shared, 'database' | 'clock'> & { box: FeedbackBox },
): void {
  const hourly = createRateLimit(deps, 'feedback', anHour);
  const daily = createRateLimit(deps, 'feedback in a day', aDay);
  mount(sendFeedback, async ({ user, body }) => {
    await hourly.enforce(user.userId);
    const waitSeconds = await daily.waitFor(user.userId);
    if (waitSeconds > 0)
      throw new Refusal('tooManyRequests', { message: refusalWords(textLimits.feedbackADay), waitSeconds });
    const { feedbackId, isNew } = await box.keep(user.userId, body);
    return new Reply(isNew ? 201 : 200, { feedbackId });
  });
  mount(readFeedback, async ({ query }) => {
    const before = query.before === undefined ? undefined : new Date(query.before);
    return { feedback: await box.list({ before, limit: query.limit }) };
  });
}
