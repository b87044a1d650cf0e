import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.use({
  serverSettings: {
    OPERATOR_NAME: 'Lamp & <Table> Ltd',
    OPERATOR_ADDRESS: '1 Market Street, Springfield',
    OPERATOR_EMAIL: 'help@example.org',
    OPERATOR_COUNTRY: 'Ireland',
    OPERATOR_LAW: 'The law of Ireland',
  },
});

const shown = (page: Page) =>
  page.getByRole('main').evaluate((main) => ({
    words: [...main.querySelectorAll('h1, h2, h3, p, li, th, td')]
      .filter((part) => part.closest('[data-island]') === null)
      .map((part) => part.textContent)
      .join('|'),
    headings: [...main.querySelectorAll('h2, h3')].map(({ id }) => id),
    links: [...main.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  }));

for (const [name, path] of [
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
  ['Cookie Policy', '/cookies'],
] as const) {
  test(`[R2.10] ${path} has the same text when loaded, when navigated to, and without JavaScript`, {
    tag: path === '/terms' ? [] : '@everything',
  }, async ({ page, browser, serverUrl }) => {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible();
    const loaded = await shown(page);
    if (path !== '/cookies')
      expect(loaded.words).toContain('Lamp & <Table> Ltd, 1 Market Street, Springfield, Ireland');
    expect(loaded.words).not.toMatch(/\[Operator|%legal/);

    await page.goto('/blog');
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible();
    expect(await shown(page)).toEqual(loaded);

    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(serverUrl + path);
    const { headings, links } = await shown(plain);
    expect([headings, links]).toEqual([loaded.headings, loaded.links]);
    await context.close();
  });
}

test('[R2.10] [R2.19] scrolls to a part of the privacy policy although its text loads after the page', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible();
  await page.getByRole('main').locator('a[href="/privacy#deletion"]').click();
  await expect(page).toHaveURL(/\/privacy#deletion$/);
  const part = page.locator('#deletion');
  await expect(part).toBeInViewport();
});
