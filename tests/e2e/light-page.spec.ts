import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { publicPaths } from '#contract/pages.ts';
import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { stir } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[R2.1] [R2.23] loads a light page, navigates without loading another, and lets a visitor join', async ({
  page,
  complaints,
}) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname);
  });
  const awake = page.waitForRequest('**/status');
  await page.goto('/', { waitUntil: 'networkidle' });
  const named = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-modules]')].flatMap(({ dataset }) =>
      (dataset.modules ?? '').split(' '),
    ),
  );
  // They are requested after the first paint, which may come later than a quiet network.
  await expect.poll(() => scripts.toSorted()).toEqual([...new Set(named)].toSorted());
  await stir(page);
  await awake;

  await page.evaluate(() => {
    const marked = document.querySelector('main');
    if (marked) marked.dataset.mark = 'as it was sent';
  });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page).toHaveTitle(/^Pricing/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/pricing$/);
  await expect(page.locator('main[data-mark]')).toBeAttached();

  await page.getByRole('button', { name: 'Join / Login' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('main[data-mark]')).toBeAttached();
  expect(complaints).toEqual([]);
});

/** Opens a page with a paused clock, and waits until its code has arrived. */
async function openAsleep(page: Page, path: string): Promise<{ isRunning: () => boolean }> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const isCode = (response: Response) => /\/assets\/site-[^/]*\.js$/.test(response.url());
  const [code] = await Promise.all([page.waitForEvent('response', isCode), page.goto(path)]);
  await code.finished();
  return { isRunning: () => asked.includes('/status') };
}

/** Waits for the server a few times: with the clock paused, there are no frames to wait for. */
const letItRun = (page: Page) =>
  page.evaluate(async () => {
    for (let answer = 0; answer < 5; answer += 1) await fetch('/robots.txt');
  });

test('[R2.1] runs no code of a page before there is a sign of a visitor, or ten seconds have passed', async ({
  context,
}) => {
  for (const sign of [
    (page: Page) => stir(page),
    (page: Page) => page.mouse.wheel(0, 200),
    (page: Page) => page.keyboard.press('Tab'),
    (page: Page) => page.getByRole('button', { name: 'Join / Login' }).dispatchEvent('click'),
    (page: Page) => page.clock.runFor(200),
  ]) {
    const page = await context.newPage();
    const { isRunning } = await openAsleep(page, '/roadmap');
    await page.clock.runFor(9_900);
    await letItRun(page);
    expect(isRunning()).toBe(false);
    await sign(page);
    await expect.poll(isRunning).toBe(true);
    await page.close();
  }
});

test('[R2.1] runs a page’s code at once if its address asks for more, after a reload, and for who may be signed in', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const opened = async (open: () => Promise<unknown>) => {
    const asked = page.waitForRequest('**/status');
    await open();
    await asked;
  };
  // Nothing that takes ten seconds happens.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((work: () => void, delay = 0, ...rest: unknown[]) =>
      delay >= 10_000 ? 0 : later(work, delay, ...rest)) as typeof window.setTimeout;
  });
  await opened(() => page.goto('/roadmap?utm_source=a-shop'));
  await opened(() => page.goto('/tips-and-tricks#discord'));
  await page.goto('/roadmap');
  await opened(() => page.reload());
  await gameMaster.signUp(newCredentials('early'));
  await opened(() => page.goto('/roadmap'));
});

test('[R2.19] goes down to the part that an address names before any code runs, once', {
  tag: '@everything',
}, async ({ page }) => {
  const { isRunning } = await openAsleep(page, '/pricing');
  const place = () =>
    page.evaluate(() => ({
      top: Math.round(document.getElementById('pricing')!.getBoundingClientRect().top),
      bar: Math.round(document.querySelector('header')!.getBoundingClientRect().height),
    }));
  expect((await place()).top).toBeGreaterThan(400);
  await page.clock.runFor(600);
  await expect.poll(async () => Math.abs((await place()).top - (await place()).bar)).toBeLessThan(3);
  await expect(page.locator('#pricing :focus')).toHaveCount(1);
  expect(isRunning()).toBe(false);

  await page.mouse.wheel(0, 400);
  await expect.poll(isRunning).toBe(true);
  const read = await page.evaluate(() => window.scrollY);
  await page.clock.runFor(2_000);
  await letItRun(page);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(read);
});

test('[R2.1] a link pressed before any code runs leads there, and Back leads back', {
  tag: '@everything',
}, async ({ page, complaints }) => {
  const { isRunning } = await openAsleep(page, '/blog');
  await page.clock.resume();
  expect(isRunning()).toBe(false);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Roadmap' }).click();
  await expect(page).toHaveURL('/roadmap');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/road/i);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  expect(complaints).toEqual([]);
});

test('[R2.23] opens the sign-in once the code has loaded if Join was clicked before', {
  tag: '@everything',
}, async ({ page, complaints }) => {
  const code = await holdRequests(page, '**/assets/site-*.js');
  await page.goto('/');
  await page.getByRole('button', { name: 'Join / Login' }).click();
  code.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R2.15] [R2.16] [R2.9] the server sends pages, redirects and the 404 page as HTML', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const path of publicPaths) {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    expect([path, answer?.status()]).toEqual([path, 200]);
    const html = (await answer?.text()) ?? '';
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}" />`);
    expect(html).not.toContain('public-origin.invalid');
  }
  await page.goto('/pricing/index.html?utm_source=x');
  await expect(page).toHaveURL('/pricing?utm_source=x');
  const missing = await page.goto('/no/such/page');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not on the map');
  await context.close();
});

test('[R2.1] [R2.2] [R2.6] late fonts move nothing, and the server’s HTML is hydrated unchanged', async ({
  page,
  complaints,
}) => {
  let letFontsCome = () => {};
  const drawn = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        const { dataset } = document.documentElement;
        dataset.shift = String(Number(dataset.shift ?? 0) + entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/*.woff2', async (route) => {
    await fontsMayCome;
    await route.continue();
  });
  let fontsMayCome = Promise.resolve();
  for (const path of ['/blog', '/app-ssg', '/t/terms/3f2504e0-4f89-41d3-9a0c-0305e82c3301']) {
    fontsMayCome = new Promise((resolve) => {
      letFontsCome = resolve;
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('banner')).toBeVisible();
    await drawn();
    letFontsCome();
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await drawn();
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect([path, shift < 0.04 ? 'stands still' : shift]).toEqual([path, 'stands still']);
  }
  await expect(page).toHaveURL('/terms');
  expect(complaints).toEqual([]);
});

test('[R2.4] shows signed-in users their campaigns before all other code loads', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  const scripts = new Set<string>();
  const isThere = (name: string) => [...scripts].some((path) => path.includes(`/${name}-`));
  async function open(saveData: boolean): Promise<Page> {
    const visit = await page.context().newPage();
    visit.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.add(pathname);
    });
    await visit.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value } });
    }, saveData);
    await visit.goto('/campaign', { waitUntil: 'networkidle' });
    await expect(visit.getByRole('heading', { name: 'Start your first campaign' })).toBeVisible();
    return visit;
  }

  await (await open(true)).close();
  const sizes = [...scripts].map(
    (path) => gzipSync(readFileSync(join('dist/web', path)), { level: 9 }).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(206_500);
  expect(isThere('account')).toBe(true);
  expect(isThere('session-screen')).toBe(false);

  await open(false);
  await expect.poll(() => isThere('session-screen')).toBe(true);
  expect(complaints).toEqual([]);
});
