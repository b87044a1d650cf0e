import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { pagePaths } from '#contract/pages.ts';
import { serveComponents } from '#tests/support/components-site.ts';
import type { Box, TooltipSide } from '#web/ui/place-tooltip.ts';
import { axeFindings } from './support/axe-findings.ts';
import { watchConsole } from './support/console-watch.ts';

let site: Awaited<ReturnType<typeof serveComponents>>;

test.beforeAll(async () => {
  site = await serveComponents();
});
test.afterAll(() => site.close());

async function open(page: Page, theme: 'light' | 'dark') {
  await page.goto(`${site.url}?bare&theme=${theme}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
}

test('[R2.14] axe finds nothing on any component in either theme, and none is wider than a phone', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, theme);
    await expect
      .configure({ soft: true })
      .poll(() => axeFindings(page), theme)
      .toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), theme).toBe(width);
  }
  expect(complaints).toEqual([]);
});

test('[R2.14] [R6.7] a production build has no component viewer', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'web');
  const manifest = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8');
  expect(manifest).toContain('src/web/features/campaign/campaign-area.tsx');
  expect(manifest).not.toContain('src/web/features/components');
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const withViewer = scripts.filter((name) =>
    /dev\/components|exhibit-/.test(readFileSync(join(folder, 'assets', name), 'utf8')),
  );
  expect(withViewer).toEqual([]);
  expect(pagePaths).not.toContain('/dev/components');
});

test('the chosen theme overrides the system’s, and forced colors keep states distinguishable', {
  tag: '@everything',
}, async ({ page }) => {
  const ground = () => page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, 'light');
  await expect.poll(ground).toBe('rgb(245, 237, 221)');
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, 'dark');
  await expect.poll(ground).toBe('rgb(23, 18, 14)');

  await page.emulateMedia({ forcedColors: 'active' });
  const colour = (name: string) =>
    page.getByRole('switch', { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour('Copy each analysis to the notes')).not.toBe(await colour('Off'));
});

const boxOf = (element: Locator): Promise<Box> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { left, top, width, height };
  });

function sideOf(box: Box, anchor: Box): TooltipSide | null {
  if (box.top + box.height <= anchor.top) return 'top';
  if (box.top >= anchor.top + anchor.height) return 'bottom';
  if (box.left + box.width <= anchor.left) return 'left';
  return box.left >= anchor.left + anchor.width ? 'right' : null;
}

test('[R2.35] places a tooltip on the requested side, and flips it when space is short', {
  tag: '@everything',
}, async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 400 });
  await open(page, 'light');
  const tooltips = page.locator('#tooltip');
  /** @param from pixels from the upper edge of the window */
  const shownSide = async (name: string, from: number) => {
    const button = tooltips.getByRole('button', { name, exact: true });
    const tooltip = button.locator('xpath=following-sibling::*[@role="tooltip"]');
    await page.mouse.move(0, 0);
    await expect(page.locator('[role=tooltip]:visible')).toHaveCount(0);
    // Not hover(), because Playwright would scroll it to another position.
    const { left, top, height } = await button.evaluate(async (element, above) => {
      window.scrollBy(0, element.getBoundingClientRect().top - above);
      // Scrolling is reported in the next frame, and closes a tooltip.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return element.getBoundingClientRect().toJSON() as Box;
    }, from);
    await page.mouse.move(left + 5, top + height / 2);
    await expect(tooltip).toBeVisible();
    const box = await boxOf(tooltip);
    expect(box.left).toBeGreaterThanOrEqual(10);
    expect(box.left + box.width).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) - 10);
    return sideOf(box, await boxOf(button));
  };
  expect(await shownSide('top', 180)).toBe('top');
  expect(await shownSide('top', 10)).toBe('bottom');
  expect(await shownSide('bottom', 180)).toBe('bottom');
  expect(await shownSide('bottom', 350)).toBe('top');
  expect(await shownSide('left', 180)).toBe('left');
  expect(await shownSide('right', 180)).toBe('left');
  await page.setViewportSize({ width: 800, height: 400 });
  expect(await shownSide('right', 180)).toBe('right');
  await page.setViewportSize({ width: 500, height: 90 });
  expect(await shownSide('bottom', 22)).toBe('right');
});

test('a dialog traps the focus, stops the page behind from scrolling, and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'light');
  const opener = page.getByRole('button', { name: 'Add a character' });
  const width = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  const before = await width();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A new character' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const focused = new Set<string>();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    focused.add(
      await page.evaluate(
        () => (document.activeElement?.closest('dialog') ? 'inside' : document.activeElement?.tagName) ?? '',
      ),
    );
  }
  expect([...focused].filter((place) => place !== 'inside' && place !== 'BODY')).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  expect(await width()).toBe(before);
  const box = await boxOf(dialog);
  expect([box.left, box.width, Math.round(box.top + box.height)]).toEqual([
    0,
    await page.evaluate(() => document.documentElement.clientWidth),
    700,
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
