import { openAwake } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[R2.11] without JavaScript, links open each section of the tips and each part of it', async ({
  browser,
  serverUrl,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${serverUrl}/tips-and-tricks`);
  const recording = page.getByRole('region', { name: 'Audio Recording' });
  const video = page.getByRole('region', { name: 'Video to Audio' });
  await expect(recording).toBeVisible();
  await expect(video).toBeHidden();

  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Video to Audio' })
    .click();
  await expect(video).toBeVisible();
  await expect(recording).toBeHidden();

  await page.goto(`${serverUrl}/tips-and-tricks#discord`);
  await expect(recording.getByRole('heading', { name: 'Online: Craig on Discord' })).toBeInViewport();
  await recording.getByRole('link', { name: 'cut off' }).click();
  await expect(video.getByRole('heading', { name: 'Only the hours of play' })).toBeInViewport();
  await page.close();
});

test('[R2.11] [R9.8] an address opens the second section of the tips, also one that changes before the page is alive; a command can be copied', async ({
  page,
  context,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...call) => {
      const isFirst = new Request(...call).url.endsWith('/status') && location.pathname === '/blog';
      if (isFirst) history.pushState(null, '', '/tips-and-tricks#mac');
      return fetch(...call);
    };
  });
  const video = page.getByRole('region', { name: 'Video to Audio' });
  await openAwake(page, '/blog');
  await expect(video).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(video).toBeHidden();
  await page.evaluate(() => history.pushState(null, '', '/tips-and-tricks#mac'));
  await expect(video).toBeVisible();
  await page.getByRole('button', { name: 'Copy: WAV or AIFF to a small mono M4A' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied to the clipboard' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'afconvert -f m4af -d aac -b 64000 -c 1 --mix recording.wav session.m4a',
  );
  expect(complaints).toEqual([]);
});

test('[R2.12] [R2.15] the feed links to the addresses of posts; an unknown post is 404', async ({
  request,
  serverUrl,
}) => {
  const feed = await request.get('/blog/feed.xml');
  expect(feed.headers()['content-type']).toContain('xml');
  const links = [...(await feed.text()).matchAll(/<link>([^<]+)<\/link>/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    expect(new URL(link).origin).toBe(new URL(serverUrl).origin);
    expect((await request.get(link)).status()).toBe(200);
  }
  const unknown = await request.get('/blog/no-such-post', { headers: { accept: 'text/html' } });
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain('This page is not on the map');
});
