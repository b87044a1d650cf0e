import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { publicPaths } from '#contract/pages.ts';
import { colorRules } from './support/axe-findings.ts';
import { watchConsole } from './support/console-watch.ts';
import { expect, test } from './support/test.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks = [
  { width: 375, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

const places = [...publicPaths, '/no/such/page'];

/** Renders parts that otherwise appear only near the window. */
const layOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*, *::before, *::after { content-visibility: visible !important; transition: none !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : [];
  });

async function findingsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's policy does not restrict the debugger.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly ? { runOnly: [...runOnly] } : {}),
      }),
    rules,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/** Narrow first: the page at 1280 px does not depend on its initial width. */
async function faultsOf(browser: Browser, serverUrl: string): Promise<string[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  const left = [...places];
  const walk = async () => {
    const page = await context.newPage();
    const complaints = watchConsole(page);
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(serverUrl + path);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await layOut(page);
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        // The bar, which is another on a phone, is the same on all pages.
        const rules = width === 375 || path === '/' ? undefined : colorRules;
        const found = [...(await overflowOf(page)), ...(await findingsOn(page, rules))];
        faults.push(...found.map((fault) => `${path}, ${colorScheme} at ${width} px: ${fault}`));
      }
    }
    faults.push(...complaints.filter((line) => !/404/.test(line)));
  };
  await Promise.all([walk(), walk(), walk()]);
  await context.close();
  return faults;
}

test('[R2.1] [R2.15] no public page is wider than 375 or 1280 px, and axe finds nothing, dark on a phone and light in a wide window', async ({
  browser,
  serverUrl,
}) => {
  expect(await faultsOf(browser, serverUrl)).toEqual([]);
});
