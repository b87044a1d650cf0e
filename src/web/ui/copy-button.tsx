import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CopyButtonProps {
  /** What it offers, such as `Copy as Markdown`. */
  label: string;
  /** It has just been copied; the caller ends that after 3000 ms (R9.8). */
  copied: boolean;
  /** Why it could not be copied. */
  failure?: string | null;
  kind?: 'secondary' | 'quiet';
  /** Shows the icon only. */
  iconOnly?: boolean;
  onCopy: () => void;
}

/** Copies a text and says so, to the eye and to the ear, for as long as its caller tells it to (R9.8, R8.10). */
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
