import { openAwake } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[D11] [R9.7] without JavaScript the demo shows the line behind a chip, and every answer is readable', async ({
  browser,
  serverUrl,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${serverUrl}/demo`);
  const transcript = page.getByRole('region', { name: 'What was said' });
  const notes = page.getByRole('article', { name: /edited$/ });
  const chip = notes.getByRole('link', { name: /^Show in the transcript/ }).last();
  await chip.hover();
  await chip.click();
  const cited = transcript.locator('li:target');
  await expect(cited).toContainText((await chip.textContent()) ?? 'no time');
  await expect(cited).toBeInViewport({ ratio: 1 });

  // From here the window does not scroll: only the lines move.
  const heading = transcript.getByRole('heading', { name: 'What was said' });
  const placeOf = async () => (await heading.boundingBox())?.y ?? Number.NaN;
  const place = await placeOf();
  await notes
    .getByRole('link', { name: /^Show in the transcript/ })
    .nth(-2)
    .click();
  await expect(transcript.locator('li:target')).toBeInViewport({ ratio: 1 });
  // A line's position may be a fraction of a pixel, a scroll position may not.
  await expect.poll(async () => Math.abs((await placeOf()) - place)).toBeLessThanOrEqual(1);

  await page.getByText('Brief', { exact: true }).first().click();
  await expect(page.getByRole('article', { name: /brief$/ })).toBeVisible();
  await expect(notes).toBeHidden();

  await page.getByText('Show More').click();
  await page.getByText('Do credits expire?').click();
  await expect(page.getByText(/never expire\. Subscription credits expire one year/)).toBeVisible();
  await page.close();
});

test('looks around first: the demo plays each line at once, without an account', {
  tag: '@everything',
}, async ({ page, complaints }) => {
  for (const [width, height] of [
    [375, 667],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Look around first' })).toBeInViewport({ ratio: 1 });
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Look around first' }).click();
  await page.getByText('By a model', { exact: true }).click();
  const notes = page.getByRole('article', { name: /model$/ });
  await notes
    .getByRole('link', { name: /^Show in the transcript/ })
    .nth(3)
    .click();
  const sound = page.locator('audio#demo-sound');
  const seconds = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  const start = Number(await page.locator('li:target').getAttribute('data-start-ms')) / 1000;
  await expect.poll(seconds).toBeGreaterThan(start);
  await expect(page.locator('.demo-lines > li[data-heard]')).toHaveCount(1);
  expect(asked.filter((path) => path.endsWith('.mp3'))).not.toEqual([]);
  await expect(page).toHaveURL(/\/demo#demo-/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Nothing but the page is there when it is opened by itself: the first press loads the rest.
  await page.goto('about:blank');
  await page.goto('/demo');
  await page.getByRole('link', { name: 'Play from 0:09' }).click();
  await expect.poll(seconds).toBeGreaterThan(9);
  expect(complaints).toEqual([]);
});

test('[R1.3] the demo’s page without a model is the app’s: its address opens it, a passage plays, and nothing asks for an account', async ({
  page,
  complaints,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openAwake(page, '/#demo-comprehensive');
  const notes = page.getByRole('article', { name: /comprehensive$/ });
  await expect(notes.getByRole('slider', { name: 'Timeline of the evening' })).toBeVisible();
  await expect(notes.getByRole('heading', { level: 3, name: 'The evening in its own words' })).toHaveCount(1);
  await notes
    .getByRole('button', { name: /^Play: 0:.*, “/ })
    .last()
    .click();
  const sound = page.locator('audio#demo-sound');
  const seconds = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(seconds).toBeGreaterThan(1);
  await page.getByText('Brief', { exact: true }).first().click();
  await expect(notes).toBeHidden();
  const brief = page.getByRole('article', { name: /brief$/ });
  await expect(brief.getByRole('slider', { name: 'Timeline of the evening' })).toBeVisible();
  expect(asked.filter((path) => /^\/(campaigns|sessions|transcripts|account)/.test(path))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('[D11] opens the cited line as a sheet over the notes in a narrow window, and closes it', {
  tag: '@everything',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/');
  const notes = page.getByRole('article', { name: /edited$/ });
  const chip = notes.getByRole('link', { name: /^Show in the transcript/ }).first();
  await page.evaluate(() => document.fonts.ready.then(() => true));
  // A click that hits something else scrolls the window and clicks again.
  await chip.evaluate((link) =>
    link.addEventListener('click', () => {
      link.dataset.pressedAt = String(link.getBoundingClientRect().y);
    }),
  );
  await chip.click();
  await expect(page.locator('li:target')).toBeInViewport({ ratio: 1 });
  const pressedAt = Number(await chip.getAttribute('data-pressed-at'));
  const place = async () => (await chip.boundingBox())?.y;
  await expect.poll(place).toBe(pressedAt);
  await page.getByRole('link', { name: 'Back to the notes' }).click();
  await expect(page.getByRole('link', { name: 'Back to the notes' })).toBeHidden();
  await expect.poll(place).toBe(pressedAt);
});
