import { createElement, type ReactNode, useMemo } from 'react';
import { cutText, type HtmlNode, parseHtml } from './parse-html.ts';

const external = { rel: 'noopener noreferrer nofollow', target: '_blank' };

function show(nodes: readonly HtmlNode[]): ReactNode[] {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const { tag, href, children } = node;
    const link = href === undefined ? {} : { href, ...(/^[#/]/.test(href) ? {} : external) };
    return createElement(tag, { key: index, ...link }, ...show(children));
  });
}

interface SafeHtmlProps {
  html: string;
  /** Shows this many visible characters, then an ellipsis (R9.12). */
  limit?: number;
}

/**
 * Third-party HTML: known elements only, no scripts, images or styles; tags stay balanced when cut (R9.12).
 */
export function SafeHtml({ html, limit }: SafeHtmlProps) {
  const nodes = useMemo(() => {
    const all = parseHtml(html);
    return limit === undefined ? all : cutText(all, limit);
  }, [html, limit]);
  return <div className="prose">{show(nodes)}</div>;
}
