import { openAwake } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';

test('[R2.6] without JavaScript, /campaign says what it needs, how to join, and which pages work', async ({
  browser,
  serverUrl,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${serverUrl}/campaign`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your campaigns need JavaScript');
  await expect(page.getByRole('main')).toContainText('Then choose “Join / Login” at the top');
  const addresses = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) {
    expect((await page.goto(serverUrl + address))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await context.close();
});

test('[R2.6] with JavaScript, shows none of this', async ({ page, complaints }) => {
  await page.goto('/campaign');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('need JavaScript')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('every page says when the connection is lost, until it is back', async ({ page, context }) => {
  await openAwake(page, '/');
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  const banner = page.getByRole('region', { name: 'Connection' });
  await context.setOffline(true);
  await expect(banner).toHaveText('You are offline. Other pages will open when the connection is back.');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});
