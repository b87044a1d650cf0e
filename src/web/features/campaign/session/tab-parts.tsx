import { Button } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';

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

export function TabFailure(props: { message: string; onRetry: () => void }) {
  return (
    <div className="session">
      <LoadFailure {...props} />
    </div>
  );
}
