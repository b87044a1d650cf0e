import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface UntilFoundProps {
  folded: boolean;
  /** The browser's search found words in it. */
  onFound: () => void;
  children: ReactNode;
}

/** Folded away, but the browser's own search (⌘F) finds and opens it. React knows no `hidden="until-found"`. */
export function UntilFound({ folded, onFound, children }: UntilFoundProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (folded) root.current?.setAttribute('hidden', 'until-found');
    else root.current?.removeAttribute('hidden');
  }, [folded]);
  useEffect(() => {
    const element = root.current;
    element?.addEventListener('beforematch', onFound);
    return () => element?.removeEventListener('beforematch', onFound);
  }, [onFound]);
  return <div ref={root}>{children}</div>;
}
