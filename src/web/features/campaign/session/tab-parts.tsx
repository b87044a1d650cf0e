import { Button } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { Notice } from '#web/ui/notice.tsx';

export function ToTop({ children }: { children: string }) {
  const go = () => focusHeading(document)?.scrollIntoView?.({ block: 'center' });
  return (
    <div className="button-row">
      <Button kind="primary" onClick={go}>
        {children}
      </Button>
    </div>
  );
}

export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="session">
      <Notice kind="error">{message}</Notice>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
