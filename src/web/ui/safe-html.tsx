import { useLayoutEffect, useRef } from 'react';
import { safeFragment } from './safe-fragment.ts';

interface SafeHtmlProps {
  html: string;
  limit?: number;
}

/** R9.12: no scripts, images or styles. */
export function SafeHtml({ html, limit }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(safeFragment(html, limit)), [html, limit]);
  return <div ref={place} className="prose" />;
}
