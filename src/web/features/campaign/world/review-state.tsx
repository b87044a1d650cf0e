import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** What the last change did, and its undo; or why it was not saved. */
export function ReviewState({ review }: { review: WorldReview }) {
  const { failure, canRetry, canUndo, said, retry, undo } = review;
  if (failure !== null)
    return (
      <Notice kind="error">
        {failure}
        {canRetry ? <Button onClick={retry}>Try again</Button> : null}
      </Notice>
    );
  if (!canUndo) return null;
  return (
    <Notice kind="success">
      <span className="world-said">
        {said} <Button onClick={undo}>Undo</Button>
      </span>
    </Notice>
  );
}
