import { createElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { PostNode } from './post.ts';

/** The pieces of a post as elements; each heading links to itself. */
export function PostText({ nodes }: { nodes: readonly PostNode[] }): ReactNode {
  return nodes.map((node, at) => {
    if (typeof node === 'string') return node;
    const [tag, attributes, ...children] = node;
    const inner = children.length > 0 ? <PostText nodes={children} /> : undefined;
    const key = `${at}-${tag}`;
    if (tag === 'a' && attributes?.href?.startsWith('/'))
      return (
        <Link key={key} href={attributes.href}>
          {inner}
        </Link>
      );
    if (attributes?.id === undefined) return createElement(tag, { ...attributes, key }, inner);
    return createElement(
      tag,
      { ...attributes, key },
      <a className="heading-anchor" href={`#${attributes.id}`}>
        {inner}
      </a>,
    );
  });
}
