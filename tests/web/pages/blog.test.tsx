import { readdirSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { publicOrigin, publicPaths } from '#contract/pages.ts';
import { BlogPage } from '#web/pages/blog/blog-page.tsx';
import { feedOf, feedPath } from '#web/pages/blog/feed.ts';
import { loadPostPage } from '#web/pages/blog/load-post.tsx';
import { dayInWords, type PostFacts, postPath } from '#web/pages/blog/post.ts';
import { loadPostBody, posts } from '#web/pages/blog/posts.ts';
import { compilePost, PostProblem } from '../../../src/setup/blog/compile-post.ts';

const front = (fields: Partial<Record<string, string>> = {}) =>
  Object.entries({
    title: 'A title',
    description: 'What it is about.',
    date: '2026-10-16',
    author: 'Hearthscribe',
    tags: 'notes, gear',
    ...fields,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\n');

const postOf = (text: string, fields?: Partial<Record<string, string>>) =>
  compilePost('a-post', `---\n${front(fields)}\n---\n\n${text}\n`);

describe('a post from its Markdown', () => {
  it('[R3.9] is named after its file, with date, author and reading time', () => {
    const { facts } = postOf(Array.from({ length: 221 }, () => 'word').join(' '));
    expect(facts).toEqual({
      slug: 'a-post',
      title: 'A title',
      description: 'What it is about.',
      date: '2026-10-16',
      author: 'Hearthscribe',
      tags: ['notes', 'gear'],
      words: 221,
      minutes: 2,
    });
  });

  it('becomes elements with linkable headings', () => {
    const { body } = postOf('Said *so*.\n\n## Who’s there?\n\n- one\n- [two](/ai)\n\n### And `why`');
    expect(body).toEqual({
      nodes: [
        ['p', null, 'Said ', ['em', null, 'so'], '.'],
        ['h2', { id: 'whos-there' }, 'Who’s there?'],
        ['ul', null, ['li', null, 'one'], ['li', null, ['a', { href: '/ai' }, 'two']]],
        ['h3', { id: 'and-why' }, 'And ', ['code', null, 'why']],
      ],
      headings: [{ id: 'whos-there', text: 'Who’s there?' }],
    });
  });

  it.each([
    ['no front matter', () => compilePost('a-post', 'Words.')],
    ['no title', () => postOf('Words.', { title: undefined })],
    ['a title over 60 characters', () => postOf('Words.', { title: 'x'.repeat(61) })],
    ['a description over 155 characters', () => postOf('Words.', { description: 'x'.repeat(156) })],
    ['a day that there is not', () => postOf('Words.', { date: '2026-13-01' })],
    ['a heading of the first level', () => postOf('# Words')],
    ['the same heading twice', () => postOf('## Words\n\n## Words')],
    ['HTML', () => postOf('a <b>bold</b> word')],
    ['a picture', () => postOf('![words](/x.png)')],
    ['a link that is neither ours nor https', () => postOf('[words](javascript:alert)')],
  ])('is rejected with %s', (_, compile) => {
    expect(compile).toThrow(PostProblem);
  });
});

describe('the posts', () => {
  it('[R2.12] each file is a registered page, and each registered page has a file', () => {
    const files = readdirSync('src/web/pages/blog/posts').map((name) => name.replace(/\.md$/, ''));
    expect(publicPaths.filter((path) => path.startsWith('/blog/')).sort()).toEqual(
      files.map(postPath).sort(),
    );
    expect(posts.map(({ slug }) => slug).sort()).toEqual(files.sort());
  });

  it('take a few minutes each, and are dated, but not in the future', () => {
    for (const { words, date } of posts) {
      expect(words).toBeGreaterThanOrEqual(800);
      expect(words).toBeLessThanOrEqual(1400);
      expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('[R2.12] are listed newest first, with day and reading time', () => {
    render(<BlogPage />);
    const items = screen.getAllByRole('article');
    expect(items.map((item) => within(item).getByRole('link').getAttribute('href'))).toEqual(
      posts.map(({ slug }) => postPath(slug)),
    );
    const dates = posts.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    const [first] = posts;
    expect(items[0]?.textContent).toContain(dayInWords(first?.date ?? ''));
    expect(items[0]?.textContent).toContain(`${first?.minutes} min read`);
    expect(screen.getByRole('link', { name: 'RSS' }).getAttribute('href')).toBe(feedPath);
  });

  it('[R2.12] [R3.9] a post shows its text with linked headings, and links to its neighbors', async () => {
    const [newest, middle, oldest] = posts;
    const Page = await loadPostPage(middle?.slug ?? '');
    render(<Page />);
    const { headings } = await loadPostBody(middle?.slug ?? '');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(middle?.title);
    const shown = screen.getAllByRole('heading', { level: 2 });
    expect(shown.map(({ id, textContent }) => ({ id, text: textContent }))).toEqual(headings);
    for (const heading of shown)
      expect(within(heading).getByRole('link').getAttribute('href')).toBe(`#${heading.id}`);
    const neighbours = within(screen.getByRole('navigation', { name: 'Other posts' }));
    expect(neighbours.getByRole('link', { name: /^Earlier/ }).getAttribute('href')).toBe(
      postPath(oldest?.slug ?? ''),
    );
    expect(neighbours.getByRole('link', { name: /^Later/ }).getAttribute('href')).toBe(
      postPath(newest?.slug ?? ''),
    );
  });

  it('[R2.12] link to no newer post from the newest, nor to an older one from the oldest', async () => {
    for (const [post, label] of [
      [posts[0], /^Later/],
      [posts.at(-1), /^Earlier/],
    ] as const) {
      const Page = await loadPostPage(post?.slug ?? '');
      const { unmount } = render(<Page />);
      expect(screen.queryByRole('link', { name: label })).toBeNull();
      unmount();
    }
  });

  it('[R2.12] an unknown slug has no page', async () => {
    await expect(loadPostPage('no-such-post')).rejects.toThrow('There is no post "no-such-post".');
  });
});

describe('the feed', () => {
  const channelOf = (facts: readonly PostFacts[]) => {
    const feed = new DOMParser().parseFromString(feedOf(facts), 'application/xml');
    expect(feed.querySelector('parsererror')).toBeNull();
    expect(feed.documentElement.getAttribute('version')).toBe('2.0');
    return feed;
  };
  const textOf = (parent: ParentNode | undefined, name: string) => parent?.querySelector(name)?.textContent;

  it('is RSS 2.0 with what readers need about the channel and each post', () => {
    const feed = channelOf(posts);
    const channel = feed.querySelector('channel') ?? undefined;
    expect(textOf(channel, 'title')).toBe('Hearthscribe Blog');
    expect(textOf(channel, 'link')).toBe(`${publicOrigin}/blog`);
    expect(textOf(channel, 'description')).toBeTruthy();
    const self = feed.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link')[0];
    expect([self?.getAttribute('rel'), self?.getAttribute('href')]).toEqual([
      'self',
      `${publicOrigin}${feedPath}`,
    ]);
    const items = [...feed.querySelectorAll('item')];
    expect(items.map((item) => textOf(item, 'title'))).toEqual(posts.map(({ title }) => title));
    expect(items.map((item) => textOf(item, 'guid'))).toEqual(
      posts.map(({ slug }) => `${publicOrigin}${postPath(slug)}`),
    );
    expect(items.map((item) => textOf(item, 'link'))).toEqual(items.map((item) => textOf(item, 'guid')));
    for (const item of items)
      expect(textOf(item, 'pubDate')).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} 00:00:00 GMT$/);
  });

  it('keeps titles that contain XML characters', () => {
    const { facts } = postOf('Words.', { title: 'Dice & <dragons> "said" \'so\'', description: 'A < B' });
    const item = channelOf([facts]).querySelector('item') ?? undefined;
    expect(textOf(item, 'title')).toBe('Dice & <dragons> "said" \'so\'');
    expect(textOf(item, 'description')).toBe('A < B');
  });

  it('is valid without any post', () => {
    expect(channelOf([]).querySelectorAll('item')).toHaveLength(0);
  });
});
