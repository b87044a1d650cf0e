import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { focusHeading } from './focus-heading.ts';

interface DialogProps {
  open: boolean;
  title: string;
  /** The caller sets `open` to false. Without it the dialog cannot be dismissed. */
  onClose?: () => void;
  wide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

const startsAt = 'input, textarea, [role="tab"][aria-selected="true"], .dialog-actions button';

/** Focuses `data-starts-here` or the first field, later the opener, or the page's heading if it is gone. */
export function Dialog({ open, title, onClose, wide = false, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const { documentElement, defaultView, activeElement: opener } = element.ownerDocument;
    // The page behind does not scroll and keeps its width: the scrollbar's space stays free (surfaces.css).
    const scrollbar = (defaultView?.innerWidth ?? 0) - documentElement.clientWidth;
    if (documentElement.clientWidth > 0) documentElement.style.setProperty('--scrollbar', `${scrollbar}px`);
    element.showModal();
    const start =
      element.querySelector<HTMLElement>('[data-starts-here]') ??
      element.querySelector<HTMLElement>(startsAt);
    start?.focus();
    return () => {
      element.close();
      if (opener && !opener.isConnected) focusHeading(element.ownerDocument);
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={`dialog ${wide ? 'dialog-wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      {open ? (
        <>
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            {onClose ? (
              <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
                Close
              </Button>
            ) : null}
          </div>
          {children}
          {actions ? <div className="dialog-actions">{actions}</div> : null}
        </>
      ) : null}
    </dialog>
  );
}
