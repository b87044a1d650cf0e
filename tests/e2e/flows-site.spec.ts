import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { oneOf } from '#tests/support/everything.ts';
import { serveFolder } from '#tests/support/static-site.ts';
import { watchConsole } from './support/console-watch.ts';

const root = join(import.meta.dirname, '..', '..');

/** Analysing a flow takes longer than looking at it. */
const opened = oneOf(['loading-overlay', 'analysis', 'auth', 'upload']).flatMap((flow) => ['--flow', flow]);

const test = base.extend<{ complaints: string[] }, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'flows-site-'));
      await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', 'src/setup/flows-site.ts', '--out', folder, ...opened],
        { cwd: root },
      );
      const server = await serveFolder(folder);
      await use(server.url);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ site }, use) => use(site),
  complaints: [
    async ({ page }, use) => {
      const complaints = watchConsole(page);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const now = (page: Page) => page.getByRole('complementary').getByRole('heading', { level: 2 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const themes = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
] as const satisfies readonly (readonly ['light' | 'dark', RunOptions])[];

/** At both widths and in both themes; leaves the window narrow. */
async function expectGood(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, rules] of themes) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(async (options) => {
        const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
        const { violations } = await checker.run(document, options);
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      }, rules as RunOptions);
      expect(found, `${colorScheme}, ${width} px`).toEqual([]);
    }
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
}

test('what is typed before the charts are loaded is searched, and typing goes on', async ({ page }) => {
  let load = () => {};
  const asked = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('./', { waitUntil: 'commit' });
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('/loadi');
  load();
  await expect(title(page)).toHaveText('Flows of Hearthscribe');
  await expect(field).toBeFocused();
  await page.keyboard.type('ng');
  await expect(field).toHaveValue('loading');
  await expect(page.getByRole('link', { name: /^Flow · Loading overlay/ })).toBeVisible();
});

test('a search finds what happens after a delay, without requests to other hosts', async ({ page, site }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site) && !request.url().startsWith('data:')) {
      elsewhere.push(request.url());
    }
  });
  await page.goto('./');
  await page.getByRole('searchbox').fill('zyzzyva');
  await expect(page.getByText('Nothing found. No chart says “zyzzyva”.')).toBeVisible();
  await page.getByRole('searchbox').fill('overlay 150 ms');
  await page.getByRole('link', { name: /^What happens · Loading overlay/ }).click();
  await expect(page).toHaveURL(/#\/loading-overlay\/waiting$/);
  await expect(now(page)).toContainText('Waiting');
  await expect(page.getByText(/^After 150 ms → Visible/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('overlay 150 ms');
  expect(elsewhere).toEqual([]);
});

test('advances the clock: a millisecond early nothing happens', { tag: '@everything' }, async ({ page }) => {
  await page.goto('./#/loading-overlay');
  await button(page, /^Work starts/).click();
  await button(page, 'Until 1 ms before').click();
  await expect(now(page)).toHaveText('Waiting');
  await button(page, /^Wait 1 ms/).click();
  await expect(now(page)).toContainText('Visible');
  await button(page, 'Undo').click();
  await expect(now(page)).toHaveText('Waiting');
});

test('shows why guards pass, lets the user choose outcomes, and can leave any step differently', {
  tag: '@everything',
}, async ({ page }) => {
  await page.goto('./#/auth');
  const outcomes = page.getByRole('region', { name: /check session/ });
  await expect(outcomes.getByText(/^1\. Is authenticated: (yes|no)/).first()).toBeVisible();
  await outcomes.getByRole('button', { name: /^Unknown, and no token/ }).click();
  await expect(now(page)).toHaveText('Signed out');
});

test('plays a path to its end, and marks its transitions on the chart', { tag: '@everything' }, async ({
  page,
}) => {
  await page.goto('./#/loading-overlay');
  await page.getByRole('tab', { name: 'Paths' }).click();
  await page.getByRole('combobox', { name: 'Path' }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('very fast');
  await button(page, 'Play').click();
  await expect(page.getByText(/Step (\d+) of \1; (\d+) of \2 transitions taken/)).toBeVisible();
  await button(page, /^\d+ of \d+ taken$/).click();
  await expect(page.locator('.canvas .is-covered').first()).toBeVisible();
  await expect(page.locator('.canvas .is-uncovered')).toHaveCount(0);
});

test('opens a flow, its chart and a state by keyboard alone, and returns', { tag: '@everything' }, async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('link', { name: /^Loading overlay/ }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Loading overlay');
  await page.getByRole('tab', { name: 'Chart' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  const chart = page.getByRole('group', { name: /^Chart of/ });
  await chart.focus();
  const zoom = page.getByRole('status', { name: 'Zoom' });
  const before = await zoom.textContent();
  await page.keyboard.press('+');
  await expect(zoom).not.toHaveText(before ?? '');
  await page.keyboard.press('0');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/loading-overlay\/\w+/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/loading-overlay$/);
});

test('opens and closes groups in place, and saves the picture as shown', { tag: '@everything' }, async ({
  page,
}) => {
  await page.goto('./#/loading-overlay');
  await button(page, 'Close groups').click();
  await expect(page.locator('[data-state="loadingOverlay.visible.work"]')).toHaveCount(0);
  for (const [name, start] of [
    ['Save SVG', '<svg'],
    ['Save PNG', '\x89PNG'],
  ] as const) {
    const download = page.waitForEvent('download');
    await button(page, name).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`loading-overlay.${name === 'Save SVG' ? 'svg' : 'png'}`);
    const content = await readFile((await file.path())!, 'latin1');
    expect(content.slice(0, start.length)).toBe(start);
  }
});

test('a chart opens as its main way in readable text; what else may happen is a line when asked', {
  tag: '@everything',
}, async ({ page }) => {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./#/upload');
    const canvas = page.getByRole('group', { name: /^Chart of/ });
    const heights = await canvas
      .locator('text')
      .evaluateAll((texts) => texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(12);
    if (width === 375) {
      await page.getByRole('tab', { name: 'Table' }).click();
      const table = page.getByRole('region', { name: 'Transitions' });
      expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
      await page.getByRole('tab', { name: 'Chart' }).click();
    }
    await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('100 %');
    expect(await canvas.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
    for (const one of await page.getByRole('toolbar').getByRole('button').all()) {
      const { x, width: own } = (await one.boundingBox())!;
      expect(x + own).toBeLessThanOrEqual(width);
    }
    if (width === 375) {
      await button(page, 'Fit').click();
      await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('80 %');
      expect(await canvas.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
    }
    await page.goto('./');
    const pictures = page.locator('.picture.glance');
    await expect(pictures).toHaveCount(opened.length / 2);
    const scales = await pictures.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().width / (one as SVGSVGElement).viewBox.baseVal.width),
    );
    expect(Math.min(...scales)).toBeGreaterThan(0.99);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./#/upload');
  const lines = page.locator('.stub-lines path');
  const before = await lines.count();
  await page.locator('[data-state="upload.idle"]').hover({ position: { x: 30, y: 15 } });
  await expect.poll(() => lines.count()).toBeGreaterThan(before);
  const pointed = await lines.count();
  await button(page, 'All lines').click();
  await expect.poll(() => lines.count()).toBeGreaterThan(pointed);
  await page
    .locator('[data-sentence]', { hasText: /^connection lost → Offline/ })
    .first()
    .hover();
  await expect(page.locator('.arrow.is-asked')).toHaveCSS('stroke-width', '3.6px');
  await expect(page.locator('.stub-lines .arrow:not(.is-asked)').first()).toHaveCSS('opacity', '0.2');
  await page.getByRole('heading', { name: 'What happened so far' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('Clock: no time has passed yet')).toBeInViewport();
});

test('on a phone what is unfolded is shown whole, and the approval leads to its words', {
  tag: '@everything',
}, async ({ page }) => {
  for (const width of [375, 812]) {
    await page.setViewportSize({ width, height: 375 });
    await page.goto('./#/upload');
    const waits = page.locator('details', { hasText: /^Waits/ });
    await waits.locator('summary').click();
    expect(await waits.evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(0);
    await waits.locator('summary').click();
    await page.locator('.facts > button').click();
    await expect(page.getByRole('region', { name: 'Approval' })).toBeInViewport();
    await page.goto('./');
  }
});

test('shows the steps of a path and its history on a small screen', { tag: '@everything' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('./#/analysis');
  await page.getByRole('tab', { name: 'Paths' }).click();
  await page.getByRole('combobox', { name: 'Path' }).selectOption({ index: 1 });
  await button(page, 'To end').click();
  const step = page.locator('.timeline [aria-current=step]');
  // Chromium cuts off a sixteenth of a pixel where the list ends between two.
  await expect(step).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByRole('heading', { name: 'What happened so far' }).scrollIntoViewIfNeeded();
  expect((await page.locator('.timeline').boundingBox())!.height).toBeGreaterThan(150);
});

test('the chart fills the full window, and Escape leaves', { tag: '@everything' }, async ({ page }) => {
  await page.goto('./#/upload');
  const canvas = page.getByRole('group', { name: /^Chart of/ });
  await button(page, 'Full window').click();
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect.poll(async () => (await canvas.boundingBox())!.width).toBeGreaterThan(1200);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('the address stores what was tried out: a reload and another page show the same', {
  tag: '@everything',
}, async ({ page, context }) => {
  await page.goto('./#/loading-overlay');
  await button(page, /^Work starts/).click();
  await button(page, 'Until 1 ms before').click();
  await expect(page).toHaveURL(/start=.*did=/);
  await page.reload();
  await expect(now(page)).toHaveText('Waiting');
  await expect(page.getByText('Clock: after 149 ms')).toBeVisible();
  await page.getByRole('tab', { name: 'Paths' }).click();
  await page.getByRole('combobox', { name: 'Path' }).selectOption({ index: 1 });
  await button(page, 'Step').click();
  await expect(page).toHaveURL(/path=loading-overlay%2F1&step=1$/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText(/^Step 1 of/)).toBeVisible();
  await page.goBack();
  await other.close();
});

test('compares an older version and draws it', { tag: '@everything' }, async ({ page }) => {
  await page.goto('./#/loading-overlay');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByText('Compare with a version from a file').click();
  const current = await readFile(join(root, 'docs/flows/loading-overlay.json'), 'utf8');
  await page.getByLabel('File of the older version').setInputFiles({
    name: 'loading-overlay.json',
    mimeType: 'application/json',
    buffer: Buffer.from(current.replace('"appearanceDelay":150', '"appearanceDelay":100')),
  });
  await expect(page.getByText('Delay “appearance delay”', { exact: true })).toBeVisible();
  await button(page, 'Draw both in one picture').click();
  await expect(page.getByRole('img', { name: /added, removed and changed/ })).toBeVisible();
});

test('fits 375 and 1280 px, light and dark, and passes axe', { tag: '@everything' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('./');
  await expect(title(page)).toBeVisible();
  await expectGood(page);
  await page.goto('./#/loading-overlay');
  await button(page, /^Work starts/).click();
  await expectGood(page);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('tab', { name: 'State' }).click();
  await expectGood(page);
});
