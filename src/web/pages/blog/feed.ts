import { publicOrigin } from '#contract/pages.ts';
import { type PostFacts, postPath } from './post.ts';

export const feedPath = '/blog/feed.xml';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function itemOf(post: PostFacts): string {
  const address = `${publicOrigin}${postPath(post.slug)}`;
  return [
    '    <item>',
    `      <title>${escaped(post.title)}</title>`,
    `      <link>${address}</link>`,
    `      <guid isPermaLink="true">${address}</guid>`,
    `      <pubDate>${new Date(post.date).toUTCString()}</pubDate>`,
    `      <dc:creator>${escaped(post.author)}</dc:creator>`,
    `      <description>${escaped(post.description)}</description>`,
    ...post.tags.map((tag) => `      <category>${escaped(tag)}</category>`),
    '    </item>',
  ].join('\n');
}

/** The posts, the newest first, as an RSS 2.0 feed. */
export function feedOf(posts: readonly PostFacts[]): string {
  const newest = posts[0];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '  <channel>',
    '    <title>Hearthscribe Blog</title>',
    `    <link>${publicOrigin}/blog</link>`,
    '    <description>On recording a role-playing session, keeping notes that last, and checking what AI wrote down.</description>',
    '    <language>en</language>',
    `    <atom:link href="${publicOrigin}${feedPath}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`    <lastBuildDate>${new Date(newest.date).toUTCString()}</lastBuildDate>`] : []),
    ...posts.map(itemOf),
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
}
