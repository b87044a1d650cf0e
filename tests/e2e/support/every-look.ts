import type { Locator, Page } from '@playwright/test';
import { axeFindings, colorRules } from './axe-findings.ts';
import { expect } from './test.ts';

/**
 * Nothing is too wide at any width, and axe finds nothing in either layout and theme; of a page with a dialog it reads only
 * the dialog, which covers the rest. Leaves the page light and 1280 px wide.
 */
export async function expectInEveryLook(page: Page, dialog?: Locator): Promise<void> {
  const resize = (width: number) => page.setViewportSize({ width, height: 800 });
  const isAccessible = (rules?: readonly string[]) =>
    expect.poll(() => axeFindings(dialog ?? page, rules)).toEqual([]);
  for (const width of [1920, 1280, 651, 650, 375]) {
    await resize(width);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    if (dialog)
      await expect
        .poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth))
        .toBeLessThanOrEqual(0);
    // Elsewhere axe finds the same.
    if ([1280, 375].includes(width)) await isAccessible();
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await isAccessible(colorRules);
  await resize(1280);
  await isAccessible(colorRules);
  await page.emulateMedia({ colorScheme: 'light' });
}
