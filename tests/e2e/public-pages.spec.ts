import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { publicPaths } from '#contract/pages.ts';
import { watchConsole } from './support/console-watch.ts';
import { expect, test } from './support/test.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks = [375, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
type Look = (typeof looks)[number];

/** A theme changes colours and nothing else; so every rule is asked in one of them. */
const rulesFor = ({ colorScheme }: Look): RunOptions =>
  colorScheme === 'light' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };

const places = [...publicPaths, '/no/such/page'];

/** What is wrong with the page, as short lines; with all laid out that otherwise is once it comes near. */
async function faultsOf(page: Page, rules: RunOptions): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const overflow = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : [];
  });
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
        ...options,
        resultTypes: ['violations'],
      }),
    rules,
  );
  return [
    ...overflow,
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
  ];
}

/** Every page in one look, each loaded for it; three tabs at a time. */
async function faultsIn(look: Look, browser: Browser, serverUrl: string): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  const left = [...places];
  const walk = async () => {
    const page = await context.newPage();
    const complaints = watchConsole(page);
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(serverUrl + path);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      faults.push(...(await faultsOf(page, rulesFor(look))).map((fault) => `${path}: ${fault}`));
    }
    // The address of no page is answered with 404, which the console tells.
    faults.push(...complaints.filter((line) => !/404/.test(line)));
  };
  await Promise.all([walk(), walk(), walk()]);
  await context.close();
  return faults;
}

for (const look of looks) {
  test(`[R2.1] [R2.15] no public page is wider than ${look.width} px, and axe finds nothing on any, ${look.colorScheme}`, async ({
    browser,
    serverUrl,
  }) => {
    expect(await faultsIn(look, browser, serverUrl)).toEqual([]);
  });
}
