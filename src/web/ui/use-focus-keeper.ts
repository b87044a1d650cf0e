import { type RefObject, useEffect } from 'react';

/** When the focused element disappears, focuses the nearest heading, not the top of the page. */
export function useFocusKeeper(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    let path: Element[] = [];

    const remember = (event: FocusEvent) => {
      path = [];
      let node = event.target instanceof Element ? event.target : null;
      for (; node && node !== root; node = node.parentElement) {
        path.push(node);
      }
      path.push(root);
    };
    const keep = () => {
      const [stood] = path;
      if (!stood || stood.isConnected || document.activeElement !== document.body) return;
      const heading = path
        .filter((node) => node.isConnected)
        .map((node) => node.querySelector<HTMLElement>('h1, h2, h3'))
        .find((found) => found !== null);
      path = [];
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };

    /** A focus that is moving to another element needs no help. */
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget !== null) path = [];
    };

    const observer = new MutationObserver(keep);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', remember);
    root.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', remember);
      root.removeEventListener('focusout', forget);
    };
  }, [container]);
}
