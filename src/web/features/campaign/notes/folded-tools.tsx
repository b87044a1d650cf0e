import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import './folded-tools.css';

interface FoldedToolsProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A row of controls; without room or a pointer, a button that opens them. */
export function FoldedTools({ label, className, children }: FoldedToolsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`folded-tools ${className}`} data-open={isOpen || undefined}>
      <Button
        kind="quiet"
        icon="more"
        iconOnly
        className="folded-tools-opener"
        aria-expanded={isOpen}
        // Pressing the button must not clear the selection, which “Fix a name” reads.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div className="folded-tools-row">{children}</div>
    </div>
  );
}
