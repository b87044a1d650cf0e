import type { Page } from '@playwright/test';
import { quietStatus } from './flows/background.ts';
import { newCredentials } from './support/game-master.ts';
import { openAwake } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';
import { turnMinutesUntil } from './support/turn-clock.ts';

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const topOf = (page: Page, id: string) =>
  page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), id);
const barHeight = (page: Page) =>
  page.evaluate(() => Math.round(document.querySelector('header')!.getBoundingClientRect().height));
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const explore = (page: Page) => page.getByRole('navigation', { name: 'Explore' });

test('[R2.19] scrolls to a part of a page, below the navigation bar, each time', async ({ page }) => {
  await openAwake(page, '/roadmap');
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  await bar(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect.poll(() => topOf(page, 'pricing')).toBeCloseTo(await barHeight(page), -1);
  await expect(page.locator('#pricing :focus')).toHaveCount(1);
  await expect(page).toHaveTitle(/^Pricing/);
  await expect(page.locator('p[aria-live=polite]')).toHaveText(await page.title());

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await bar(page).getByRole('link', { name: 'Pricing' }).click();
  await expect.poll(() => topOf(page, 'pricing')).toBeCloseTo(await barHeight(page), -1);
});

test('[R2.20] restores positions on public pages, after a reload, and in the campaigns', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await page.setViewportSize({ width: 375, height: 600 });
  await page.goto('/');
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
  await expect.poll(() => scrolledTo(page)).toBe(1500);
  await explore(page).getByRole('link', { name: 'Roadmap' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/road/i);
  await expect.poll(() => scrolledTo(page)).toBe(0);
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/note-taking/);
  await expect.poll(() => scrolledTo(page)).toBe(1500);
  await page.goForward();
  await expect.poll(() => scrolledTo(page)).toBe(0);

  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Sunken Bell');
  await page.setViewportSize({ width: 375, height: 300 });
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }));
      return scrolledTo(page);
    })
    .toBe(200);
  // A mouse click would first scroll the link into view.
  await bar(page).getByRole('link', { name: 'Hearthscribe' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/note-taking/);
  await expect.poll(() => scrolledTo(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'The Sunken Bell' })).toBeVisible();
  await expect.poll(() => scrolledTo(page)).toBe(200);

  await bar(page).getByRole('link', { name: 'Hearthscribe' }).dispatchEvent('click');
  await page.getByRole('link', { name: 'Start with a free analysis' }).first().click();
  await expect(page).toHaveURL('/campaign');
});

test('the footer ends where the page ends', { tag: '@everything' }, async ({ page }) => {
  await page.goto('/pricing');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeVisible();
  const below = await footer.evaluate(
    (element) =>
      document.documentElement.scrollHeight - (element.getBoundingClientRect().bottom + window.scrollY),
  );
  expect(Math.abs(below)).toBeLessThan(1);
});

test('[R2.30] [R2.31] [R8.11] announcements move nothing on the page and never cover the focus', async ({
  page,
}) => {
  let announced = { ...quietStatus, now: new Date().toISOString() };
  let asked = 0;
  await page.route('**/status', async (route) => {
    asked += 1;
    await route.fulfill({ json: announced });
  });
  await page.clock.install();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openAwake(page, '/terms');
  await expect.poll(() => asked).toBe(1);
  await page.evaluate(() => document.fonts.ready);
  const shifts = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  const before = await shifts();
  announced = { ...announced, issues: true, allowedCountry: false, country: 'Freedonia' };
  const difficulties = page.getByRole('region', { name: 'Announcement' });
  await turnMinutesUntil(page, difficulties);
  const country = page.getByRole('region', { name: 'Where this service is available' });
  await expect(difficulties).toBeInViewport({ ratio: 1 });
  await expect(country).toBeInViewport({ ratio: 1 });
  await expect(country).toContainText('This service is not currently available in the country "Freedonia"');
  expect(await shifts()).toEqual(before);

  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const line = (await page.getByRole('button', { name: '© Hearthscribe' }).boundingBox())!;
  const stack = (await difficulties.boundingBox())!;
  expect(line.y + line.height).toBeLessThanOrEqual(stack.y);

  await country.getByRole('button', { name: 'Dismiss' }).click();
  await expect(country).toHaveCount(0);
  await expect(difficulties).toBeVisible();
});
