import { useLayoutEffect, useRef } from 'react';
import { safeFragment } from './safe-fragment.ts';

interface SafeHtmlProps {
  html: string;
  limit?: number;
}

/**
 * Third-party HTML: known elements only, no scripts, images or styles; tags stay balanced when cut (R9.12).
 */
export function SafeHtml({ html, limit }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(safeFragment(html, limit)), [html, limit]);
  return <div ref={place} className="prose" />;
}
