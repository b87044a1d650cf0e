import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { isInside } from './is-inside.ts';
import { useDismiss } from './use-dismiss.ts';
import './name-card.css';

export interface KnownName {
  name: string;
  kind: string;
  text: string;
  chip: ReactNode;
}

export const KnownNames = createContext<readonly KnownName[]>([]);

const edge = 8;

/** The card stays while the pointer or the focus is on it. The name stays selectable text. */
export function NameMark({ index, children }: { index: number; children?: ReactNode }) {
  const known = useContext(KnownNames)[index];
  const root = useRef<HTMLSpanElement>(null);
  const card = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    const shown = card.current;
    const name = root.current?.firstElementChild;
    if (!isOpen || !shown || !name) return;
    shown.showPopover?.();
    const { clientWidth, clientHeight } = document.documentElement;
    const box = name.getBoundingClientRect();
    const left = Math.max(edge, Math.min(box.left, clientWidth - shown.offsetWidth - edge));
    const fits = box.bottom + shown.offsetHeight + edge <= clientHeight;
    shown.style.left = `${left}px`;
    shown.style.top = `${fits ? box.bottom : Math.max(edge, box.top - shown.offsetHeight)}px`;
  }, [isOpen]);

  const close = () => setOpen(false);
  useDismiss({
    isOpen,
    root,
    close,
    onEscape: () => {
      if (isInside(card.current, document.activeElement))
        root.current?.querySelector<HTMLElement>('mark')?.focus();
      close();
    },
  });

  if (known === undefined) return <>{children}</>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the name inside.
    <span
      ref={root}
      className="name-anchor"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onPointerUp={({ pointerType, target }) =>
        pointerType === 'touch' && !isInside(card.current, target) && setOpen(true)
      }
      onFocus={({ target }) => target.matches(':focus-visible') && setOpen(true)}
      onBlur={({ relatedTarget }) => {
        if (!isInside(root.current, relatedTarget)) setOpen(false);
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its card must come by keyboard, too. */}
      <mark className="name-mark" tabIndex={0}>
        {children}
      </mark>
      {isOpen ? (
        <span
          ref={card}
          className="name-card"
          popover="manual"
          role="note"
          aria-label={`About ${known.name}`}
        >
          <strong>{known.name}</strong> <span className="muted">{known.kind}</span>
          {known.text ? <span className="name-card-text">{known.text}</span> : null}
          <span className="name-card-text">Named at {known.chip}</span>
        </span>
      ) : null}
    </span>
  );
}
