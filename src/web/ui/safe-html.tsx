import { useLayoutEffect, useRef } from 'react';
import { safeFragment } from './safe-fragment.ts';

interface SafeHtmlProps {
  html: string;
  /** So many visible characters are shown, then an ellipsis (R9.12). */
  limit?: number;
}

/** HTML of others as a page: known elements only, no scripts, images or styles; its tags stay balanced when it is cut (R9.12). */
export function SafeHtml({ html, limit }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(safeFragment(html, limit)), [html, limit]);
  return <div ref={place} className="prose" />;
}
