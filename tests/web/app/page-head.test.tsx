import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import { publicPaths } from '#contract/pages.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { preloadPages } from '#tests/support/public-pages.ts';
import { settle as settled } from '#tests/support/settle.ts';
import { type ComposedSite, createSite } from '#web/app/create-site.ts';
import { SiteTree } from '#web/app/site-tree.tsx';
import { createPageHead } from '#web/effects/page-head.ts';
import { publicPages } from '#web/pages/page-catalogue.ts';
import { pageHeads } from '#web/pages/page-heads.ts';

let clock: SimulatedClock;
let site: ComposedSite;

const settle = () => act(settled);
const goTo = (path: string) => act(async () => navigate(path));
const pass = async (milliseconds: number) => {
  act(() => clock.increment(milliseconds));
  await settle();
};
const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null;
const description = () => document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content;

async function open(path: string) {
  window.history.replaceState(null, '', path);
  clock = new SimulatedClock();
  site = createSite(
    {
      fetch: () => new Promise(() => {}),
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
      importAccountPart: () => new Promise(() => {}),
    },
    { clock },
  );
  await act(async () => {
    render(<SiteTree site={site} first={null} />);
  });
}

beforeEach(async () => {
  window.scrollTo = () => {};
  document.title = 'before';
  await preloadPages('/', '/ai', '/terms', '/404');
  await import('#web/app/head-of.ts');
});
afterEach(() => site.stop());

describe('the head follows the page', () => {
  it('[R9.11] changes title, description and address 10 ms after the page changes, not before', async () => {
    await open('/ai');
    await pass(9);
    expect(document.title).toBe('before');
    await pass(1);
    expect(document.title).toBe(pageHeads['/ai']?.title);
    expect(description()).toBe(pageHeads['/ai']?.description);
    expect(canonical()).toBe(`${window.location.origin}/ai`);
  });

  it('[R9.11] combines several changes in a row into one: the last page’s', async () => {
    await open('/');
    await pass(10);
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.title));
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    for (const path of ['/ai', '/terms', '/ai', '/terms']) {
      await goTo(path);
      await pass(9);
    }
    expect(seen).toEqual([]);
    await pass(1);
    watch.disconnect();
    expect(new Set(seen)).toEqual(new Set([pageHeads['/terms']?.title]));
  });

  it('[R2.9] gives a part of the page its own title and address, and the page stays', async () => {
    await open('/');
    await pass(10);
    const page = screen.getByRole('main');
    await goTo('/pricing');
    await pass(10);
    expect(screen.getByRole('main')).toBe(page);
    expect([document.title, canonical()]).toEqual([
      pageHeads['/pricing']?.title,
      `${window.location.origin}/pricing`,
    ]);
  });

  it('[R2.15] gives a missing page no address', async () => {
    await open('/ai');
    await pass(10);
    await goTo('/no/such/page');
    await pass(10);
    expect([document.title, canonical()]).toEqual([pageHeads['/404']?.title, null]);
  });
});

it('[R9.11] the last page’s head is written, however long an earlier one takes to load', async () => {
  const timers = new SimulatedClock();
  const loads: (() => void)[] = [];
  const written: string[] = [];
  const head = createPageHead(timers, async (source) => {
    if (loads.length === 0) await new Promise<void>((resolve) => loads.push(resolve));
    return () => written.push(JSON.stringify(source));
  });
  expect(head.settled()).toBeNull();
  head.show({ path: '/ai' });
  timers.increment(10);
  const isSettled = head.settled();
  head.show({ path: '/terms' });
  timers.increment(10);
  await isSettled;
  loads[0]?.();
  await settled();
  expect([written, head.settled()]).toEqual([['{"path":"/terms"}'], null]);
});

describe('the catalogue of pages', () => {
  it('[R2.1] [R2.9] [R2.10] has the contract’s pages, each with its own head', () => {
    expect(publicPages.map(({ path }) => path)).toEqual(publicPaths);
    const heads = publicPaths.map((path) => pageHeads[path]);
    expect(heads).not.toContain(undefined);
    for (const part of ['title', 'description'] as const) {
      const texts = heads.map((head) => head?.[part]);
      expect(new Set(texts).size).toBe(texts.length);
    }
    for (const head of heads) {
      expect(head?.title.length).toBeLessThanOrEqual(60);
      expect(head?.description.length).toBeGreaterThanOrEqual(50);
      expect(head?.description.length).toBeLessThanOrEqual(165);
    }
  });
});
