import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CopyButtonProps {
  label: ReactNode;
  /** The caller resets it after 3000 ms (R9.8). */
  copied: boolean;
  failure?: string | null;
  kind?: 'secondary' | 'quiet';
  iconOnly?: boolean;
  onCopy: () => void;
}

export function CopyButton({ label, copied, failure, kind, iconOnly = false, onCopy }: CopyButtonProps) {
  return (
    <span className="copy-button" data-copied={copied || undefined}>
      <Button
        icon={copied ? 'check' : 'copy'}
        iconOnly={iconOnly}
        onClick={onCopy}
        {...(kind ? { kind } : {})}
      >
        {copied && !iconOnly ? 'Copied' : label}
      </Button>
      <span role="status">
        <VisuallyHidden>{copied ? 'Copied to the clipboard' : ''}</VisuallyHidden>
      </span>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </span>
  );
}
