import type { Post, WebhookKind } from '#contract/posting.ts';
import { countOf, dayAndTime } from '#web/ui/text.ts';

export const placeName = ({ kind, host }: { kind: WebhookKind; host: string }): string =>
  kind === 'discord' ? 'Discord' : host;

export function stateWords(post: Post): string {
  const place = placeName(post);
  const { sentCount, messageCount, nextAttemptAt, createdAt } = post;
  const done = sentCount === 0 ? '' : ` ${sentCount} of ${countOf(messageCount, 'message')} sent.`;
  switch (post.state) {
    case 'waiting': {
      const isLater = nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.parse(createdAt);
      return isLater
        ? `Posting to ${place}:${done} The next try is on ${dayAndTime(nextAttemptAt)}.`
        : `Posting to ${place}: waiting to be sent.`;
    }
    case 'sending':
      return `Posting to ${place}:${done === '' ? ' sending.' : done}`;
    case 'posted':
      return `Posted to ${place} on ${dayAndTime(post.finishedAt ?? createdAt)}.`;
    case 'failed':
      return `Not posted to ${place}.${done}`;
  }
}

export function previousWords(post: Post): string {
  const at = dayAndTime(post.finishedAt ?? post.createdAt);
  return post.state === 'posted'
    ? `These notes were already posted to ${placeName(post)} on ${at}. Posting again adds new messages; it does not change the earlier ones.`
    : `${post.sentCount} of ${countOf(post.messageCount, 'message')} of these notes were already posted to ${placeName(post)} on ${at}. Posting again begins with the first message.`;
}
