import { placeAtRest, placeNow } from './support/at-rest.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const windows = [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
];

for (const [size, javaScriptEnabled] of windows.flatMap((size) =>
  [true, false].map((js) => [size, js] as const),
)) {
  const reader = `${size.width} px ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
  test(`[R2.1] [D11] each chip of the landing page's first screen scrolls to its line, below every sticky heading: ${reader}`, {
    tag: (size.width === 1280) === javaScriptEnabled ? [] : '@everything',
  }, async ({ browser, serverUrl }) => {
    // Without JavaScript the test cannot wait for frames.
    const reducedMotion = javaScriptEnabled ? 'no-preference' : 'reduce';
    const context = await browser.newContext({ viewport: size, javaScriptEnabled, reducedMotion });
    const placeOf = javaScriptEnabled ? placeAtRest : placeNow;
    const page = await context.newPage();
    await page.goto(serverUrl);
    const chips = page
      .getByRole('region', { name: 'What Hearthscribe is for' })
      .getByRole('link', { name: /^Show in the transcript/ });
    await expect(chips).toHaveCount(3);
    for (const chip of await chips.all()) {
      const time = (await chip.textContent()) ?? 'no time';
      await chip.click();
      await expect(page).toHaveURL(new RegExp(`${await chip.getAttribute('href')}$`));

      const cited = page.locator('li:target');
      await expect(cited).toContainText(time);
      const line = await placeOf(cited);
      const heading = await placeOf(page.locator('.demo-transcript-head'));
      const bar = await placeOf(page.getByRole('banner'));
      expect(line.top).toBeGreaterThanOrEqual(heading.bottom);
      expect(line.top).toBeGreaterThanOrEqual(bar.bottom);
      expect(line.bottom).toBeLessThanOrEqual(size.height);
      await expect(cited).toBeFocused();
      expect(
        await cited.evaluate((node) => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          const places = [top + 2, (top + bottom) / 2, bottom - 2];
          return places.every((y) => node.contains(document.elementFromPoint((left + right) / 2, y)));
        }),
      ).toBe(true);
    }
    await context.close();
  });
}

test('[D11] the heading of the demo’s transcript covers the lines that scroll under it, light and dark', async ({
  page,
}) => {
  await page.goto('/demo');
  const head = page.locator('.demo-transcript-head');
  const last = page.locator('.demo-lines > li').nth(12);
  await last.evaluate((line) => line.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await placeAtRest(last);
  await last.evaluate((line) => {
    const pane = line.closest('.demo-transcript')!;
    const heading = pane.querySelector('.demo-transcript-head')!.getBoundingClientRect();
    pane.scrollBy({ top: line.getBoundingClientRect().top - heading.top - 4, behavior: 'instant' });
  });
  await placeAtRest(last);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { over, alpha } = await head.evaluate((heading) => {
      const { left, right, top, bottom } = heading.getBoundingClientRect();
      const touched = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const [, , , opacity = '1'] = getComputedStyle(heading).backgroundColor.match(/[\d.]+/g) ?? [];
      return { over: heading.contains(touched), alpha: Number(opacity) };
    });
    expect(over, colorScheme).toBe(true);
    expect(alpha, colorScheme).toBe(1);
  }
});
