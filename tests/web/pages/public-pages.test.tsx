import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { choiceOf } from '#contract/choices.ts';
import { legalNames, movedPaths, pagePaths, publicPaths } from '#contract/pages.ts';
import { openLegalTexts } from '#server/legal/legal-texts.ts';
import { readConfig } from '#server/platform/config.ts';
import { documentOf } from '#tests/support/page-html.tsx';
import { feedPath } from '#web/pages/blog/feed.ts';
import { notFoundPage, publicPages } from '#web/pages/page-catalogue.ts';
import { pageHeads } from '#web/pages/page-heads.ts';
import { cardOf, fingerprintOf } from '../../../src/setup/social/card.ts';
import drawn from '../../../src/setup/social/drawn.json' with { type: 'json' };

const pages = [...publicPages, notFoundPage];
const documents = new Map<string, Document>();

beforeAll(async () => {
  const shown = new Map<unknown, Promise<Document>>();
  for (const page of pages) {
    const document = shown.get(page.load) ?? documentOf(page);
    shown.set(page.load, document);
    documents.set(page.path, await document);
  }
});

const texts = openLegalTexts({
  ...readConfig({}),
  operator: {
    name: 'Us',
    address: '1 Street',
    email: 'us@example.org',
    country: 'Ireland',
    law: 'Irish law',
  },
});
const legalParts: Readonly<Record<string, string[]>> = Object.fromEntries(
  legalNames.map((name) => [`/${name}`, texts.text(name)?.headings.map(({ id }) => id) ?? []]),
);

const documentAt = (path: string): Document => {
  const found = documents.get(path);
  if (found === undefined) throw new Error(`No page ${path}`);
  return found;
};

function problemOf(from: string, href: string): string | null {
  if (/^(https:|mailto:)/.test(href) || href === feedPath) return null;
  const { pathname, hash } = new URL(href, `https://here.invalid${from}`);
  if (pathname === '/campaign') return choiceOf(hash) ? null : `${from}: nothing to choose at ${href}`;
  if (!pagePaths.includes(pathname) && movedPaths[pathname] === undefined && pathname !== from)
    return `${from}: no page ${pathname}`;
  if (hash === '' || !documents.has(pathname)) return null;
  if (legalParts[pathname]?.includes(hash.slice(1))) return null;
  return documentAt(pathname).getElementById(hash.slice(1)) ? null : `${from}: no place ${href}`;
}

describe.each(pages.map(({ path }) => path))('the public page %s', (path) => {
  it('has one main heading, and headings that are neither empty nor skip a level', () => {
    const headings = [...documentAt(path).querySelectorAll('h1, h2, h3, h4, h5, h6')];
    const levels = headings.map((heading) => Number(heading.tagName[1]));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(headings.filter((heading) => heading.textContent?.trim() === '')).toEqual([]);
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect(skipped).toEqual([]);
  });

  it('has a space between words and the code, links and emphasis beside them', () => {
    const joined = [...documentAt(path).querySelectorAll('p > *, li > *')]
      .filter((element) => element.matches('code, a, strong, em'))
      .flatMap(({ previousSibling, textContent, nextSibling }) => [
        `${previousSibling?.nodeValue?.slice(-12) ?? ''}|${textContent}`,
        `${textContent}|${nextSibling?.nodeValue?.slice(0, 12) ?? ''}`,
      ]);
    expect(joined.filter((words) => /\p{L}\|\p{L}/u.test(words))).toEqual([]);
  });

  it('links only to existing pages and places', () => {
    const links = [...documentAt(path).querySelectorAll('a[href]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(links.flatMap((href) => problemOf(path, href) ?? [])).toEqual([]);
  });

  it('has unique ids, describes each picture, and has no style that the policy forbids', () => {
    const page = documentAt(path);
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect([...page.querySelectorAll('img:not([alt])')]).toEqual([]);
    expect(
      [...page.querySelectorAll('svg')].filter(
        (svg) => svg.getAttribute('aria-hidden') !== 'true' && !svg.getAttribute('aria-label'),
      ),
    ).toEqual([]);
    expect([...page.querySelectorAll('[style], script')]).toEqual([]);
  });

  it('has a title of at most 60 and a description of at most 155 characters', () => {
    const head = pageHeads[path];
    expect(head?.title.length).toBeGreaterThan(0);
    expect(head?.title.length).toBeLessThanOrEqual(60);
    expect(head?.description.length).toBeGreaterThan(0);
    expect(head?.description.length).toBeLessThanOrEqual(155);
  });
});

describe('the heads of public pages', () => {
  it('differ from one another', () => {
    const heads = Object.values(pageHeads);
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  });

  it.each(publicPaths)(
    '%s has a picture of 1200 by 630 that shows its present title, of at most 40 kB',
    (path) => {
      const head = pageHeads[path];
      const image = head?.image ?? '';
      const file = `src/web/public${image}`;
      expect(existsSync(file), `${file}: run npm run social-images`).toBe(true);
      const png = readFileSync(file);
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(png.length).toBeLessThanOrEqual(40_000);
      const card = cardOf(path, { title: head?.title ?? '', image });
      expect((drawn as Record<string, string>)[image], 'run npm run social-images').toBe(fingerprintOf(card));
    },
  );
});

describe('addresses', () => {
  it('[R2.3] [R2.10] [R2.11] [R2.12] lists every content page for the server', () => {
    expect(pagePaths).toEqual(
      expect.arrayContaining([
        '/ai',
        '/terms',
        '/privacy',
        '/cookies',
        '/roadmap',
        '/tips-and-tricks',
        '/blog',
      ]),
    );
  });

  it('[R2.12] [R2.15] an unknown post is not a page, for the browser and the server', () => {
    expect(publicPages.some(({ path }) => path === '/blog/no-such-post')).toBe(false);
    expect(pagePaths).not.toContain('/blog/no-such-post');
  });
});
