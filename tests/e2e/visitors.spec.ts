import type { Page } from '@playwright/test';
import { watchConsole } from './support/console-watch.ts';
import { openAwake } from './support/open-awake.ts';
import { test as base, expect } from './support/test.ts';
import { startTrackerServer, type TrackerServer } from './support/tracker-server.ts';

const test = base.extend<object, { trackers: TrackerServer }>({
  trackers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const trackers = await startTrackerServer();
      await use(trackers);
      await trackers.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    ({ trackers }, use) =>
      use({
        ANALYTICS_ID: 'G-1',
        ANALYTICS_DATA_LAYER: 'hearthLayer',
        ANALYTICS_SCRIPT: `${trackers.url}/tag.js`,
        ADS_PIXEL_ID: '77',
        ADS_PIXEL_SCRIPT: `${trackers.url}/pixel.js`,
      }),
    { scope: 'worker' },
  ],
});

const question = (page: Page) => page.getByRole('region', { name: 'May we see which pages help?' });

function watchForeign(page: Page, own: string): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own) && /^(https?|wss?):/.test(url)) foreign.push(url);
  });
  return foreign;
}

const told = (page: Page) =>
  page.evaluate(() => {
    const { hearthLayer = [], fbq } = window as unknown as {
      hearthLayer?: IArguments[];
      fbq?: { queue: unknown[][] };
    };
    return { analytics: hearthLayer.map((command) => [...command]), ads: fbq?.queue ?? [] };
  });

test('[R7.15] sends nothing before consent; loads configured trackers after yes, under the policy; stops after no', async ({
  page,
  serverUrl,
  trackers,
}) => {
  const foreign = watchForeign(page, serverUrl);
  const complaints = watchConsole(page);
  await openAwake(page, '/');
  const answers = question(page).getByRole('button');
  await expect(answers).toHaveText(['No, thanks', 'Yes, that’s fine']);
  const [no, yes] = await answers.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      const { backgroundColor, color, fontWeight } = getComputedStyle(button);
      return { width: Math.round(width), height: Math.round(height), backgroundColor, color, fontWeight };
    }),
  );
  expect(no).toEqual(yes);

  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page).toHaveURL(/\/pricing$/);
  await question(page).getByRole('button', { name: 'No, thanks' }).click();
  await expect(question(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect([foreign, trackers.asked, await page.context().cookies()]).toEqual([[], [], []]);

  await page.goto('/cookies#your-choice');
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect
    .poll(() => trackers.asked)
    .toEqual(
      expect.arrayContaining([
        '/tag.js?id=G-1&l=hearthLayer',
        '/pixel.js',
        '/more.js',
        '/collect?host=refused&markup=refused&code=refused',
      ]),
    );
  expect(new Set(foreign.map((url) => new URL(url).origin))).toEqual(new Set([trackers.url]));
  const askedSoFar = trackers.asked.length;

  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect
    .poll(async () => (await told(page)).ads.filter((command) => command[2] === 'PageView').length)
    .toBe(2);
  const { analytics } = await told(page);
  expect(analytics.filter(([, name]) => name === 'page_view')).toHaveLength(1);
  expect(analytics.filter(([, name]) => name === 'link_click').at(-1)?.[2]).toMatchObject({
    category: 'navigation',
    label: 'Pricing',
    link_url: '/pricing',
  });

  await page.goto('/cookies#your-choice');
  await expect.poll(() => trackers.asked.length).toBeGreaterThan(askedSoFar);
  await page.context().addCookies([{ name: '_ga', value: 'GA1.1.1.2', url: serverUrl }]);
  await page.getByRole('button', { name: 'Do not agree' }).click();
  await expect(page.getByText('You declined')).toBeVisible();
  await expect.poll(() => page.context().cookies()).toEqual([]);
  const silent = (await told(page)).analytics.length;
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  expect((await told(page)).analytics).toHaveLength(silent);
  expect(
    complaints.filter((complaint) => !/Trusted|elsewhere|Content Security Policy|eval/i.test(complaint)),
  ).toEqual([]);
});

test('[R7.15] applies a choice made in another tab', { tag: '@everything' }, async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAwake(one, '/');
  await openAwake(other, '/pricing');
  await expect(question(other)).toBeVisible();
  await question(one).getByRole('button', { name: 'No, thanks' }).click();
  await expect(question(other)).toHaveCount(0);
});

test('[R2.2] opens and stores a deep link; redirects a malformed or foreign one to the start page', async ({
  page,
}) => {
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('hearthscribe.sourceInfo') ?? 'null'));
  const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const answer = await page.goto(`/t/pricing/${uuid}?utm_source=poster`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL(/\/pricing\?utm_source=poster$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/pricing/i);
  expect(await kept()).toMatchObject({ deeplink_uuid: uuid, landing_page: '/pricing', utm_source: 'poster' });

  for (const path of [`/t/${encodeURIComponent('https://evil.example')}/${uuid}`, '/t/pricing2/not-a-uuid']) {
    await page.goto(path);
    await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
    await expect(page.getByRole('button', { name: 'Join / Login' }).first()).toBeVisible();
  }
});

test('[R2.21] [R7.15] sends each page view with the title of its page', async ({ page }) => {
  await openAwake(page, '/');
  await question(page).getByRole('button', { name: 'Yes, that’s fine' }).click();
  const titles = async () =>
    (await told(page)).analytics
      .filter(([command, name]) => command === 'config' || name === 'page_view')
      .map((command) => (command[2] as { page_title: string }).page_title);
  const seen = [await page.title()];
  await expect.poll(titles).toEqual(seen);
  for (const name of ['Pricing', 'Blog', 'FAQ']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await expect.poll(titles).toHaveLength(seen.length + 1);
    seen.push(await page.title());
    expect(await titles()).toEqual(seen);
  }
  expect(new Set(seen).size).toBe(4);
});

test('[R3.8] sends browser id, click id and client id from their cookies with every request', async ({
  page,
  serverUrl,
}) => {
  const sent: Record<string, string>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['/status', '/version', '/app-config', '/agreements', '/check-session'].includes(pathname))
      sent.push(request.headers());
  });
  const ids = () => sent.splice(0).map((headers) => [headers['x-fbp'], headers['x-fpc'], headers['x-ga']]);
  await openAwake(page, '/');
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  for (const one of ids()) expect(one).toEqual([undefined, undefined, undefined]);

  await question(page).getByRole('button', { name: 'Yes, that’s fine' }).click();
  await page.context().addCookies(
    Object.entries({
      _fbp: 'fb.1.1700000000000.123456789',
      _fbc: 'fb.1.1700000000001.IwAR0abc',
      _fpc: 'fb.1.1700000000002.another',
      _ga: 'GA1.1.222.333',
    }).map(([name, value]) => ({ name, value, url: serverUrl })),
  );
  sent.length = 0;
  await page.reload();
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  for (const one of ids())
    expect(one).toEqual(['fb.1.1700000000000.123456789', 'fb.1.1700000000001.IwAR0abc', '222.333']);

  await page.context().clearCookies({ name: '_fbc' });
  await page.reload();
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  for (const one of ids()) expect(one[1]).toBe('fb.1.1700000000002.another');
});
