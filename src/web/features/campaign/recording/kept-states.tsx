import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';

export function Working({ className, label }: { className: string; label: string }) {
  return (
    <div role="status" className={className}>
      <p>{label} …</p>
      <ProgressBar value={null} label={label} />
    </div>
  );
}

interface DiscardedProps {
  className: string;
  onUndo: () => void;
  onRemove: () => void;
}

export function Discarded({ className, onUndo, onRemove }: DiscardedProps) {
  return (
    <div className={className}>
      <p role="status">The recording was discarded.</p>
      <div className="button-row">
        <Button icon="undo" onClick={onUndo}>
          Undo
        </Button>
        <Button kind="quiet" onClick={onRemove}>
          Remove it now
        </Button>
      </div>
    </div>
  );
}
