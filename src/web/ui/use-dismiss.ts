import { type RefObject, useEffect, useRef } from 'react';
import { isInside } from './is-inside.ts';

interface Dismissal {
  isOpen: boolean;
  root: RefObject<Element | null>;
  close: () => void;
  /** Of what floats above the page: Escape does this, and scrolling or resizing the window closes it. */
  onEscape?: () => void;
}

/** A press outside closes what is open. */
export function useDismiss({ isOpen, root, close, onEscape }: Dismissal): void {
  const latest = useRef({ close, onEscape });
  latest.current = { close, onEscape };
  const floats = onEscape !== undefined;
  useEffect(() => {
    const page = root.current?.ownerDocument;
    if (!isOpen || page === undefined) return;
    const until = new AbortController();
    const { signal } = until;
    const shut = () => latest.current.close();
    const press = ({ target }: Event) => isInside(root.current, target) || shut();
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.onEscape?.();
    };
    page.addEventListener('pointerdown', press, { signal });
    if (floats) {
      page.addEventListener('keydown', closeByKey, { signal, capture: true });
      page.defaultView?.addEventListener('scroll', shut, { signal, capture: true });
      page.defaultView?.addEventListener('resize', shut, { signal });
    }
    return () => until.abort();
  }, [isOpen, floats, root]);
}
