import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Why something could not be loaded, and a way to try again. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      <Notice kind="error">{message}</Notice>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </>
  );
}

/** Below what a dialog says of a failure. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="dialog-actions">
      <Button kind="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
