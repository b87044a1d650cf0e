import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '#web/ui/button.tsx';
import { useDismiss } from '#web/ui/use-dismiss.ts';

interface MenuPanelProps {
  label: string;
  face: (open: boolean) => ReactNode;
  className?: string;
  children: ReactNode;
}

/** A disclosure, so Tab works as everywhere. Escape, a choice, a click outside and leaving close it. */
export function MenuPanel({ label, face, className = '', children }: MenuPanelProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useDismiss({ isOpen: open, root, close: () => setOpen(false) });

  function closeAndReturn() {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    closeAndReturn();
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget !== null && !root.current?.contains(relatedTarget)) setOpen(false);
  }

  function onChoose({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a, button')) closeAndReturn();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside.
    <div ref={root} className={`menu-panel ${className}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        kind="quiet"
        className="menu-panel-toggle"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {face(open)}
      </Button>
      {open ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: listens to the links and buttons inside.
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link or a button also fires a click.
        <div id={id} className="menu-panel-sheet" onClick={onChoose}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="menu-section" aria-labelledby={id}>
      <h2 id={id} className="menu-section-title">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
