import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect } from './test.ts';

/** Nothing is too wide in either theme at any width. Leaves the page light and 1280 px wide. */
export async function expectInEveryLook(page: Page, dialog?: Locator): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 650, 651, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      if (dialog)
        await expect
          .poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth))
          .toBeLessThanOrEqual(0);
      // Elsewhere axe finds the same.
      if ([375, 1280].includes(width)) await expect.poll(() => axeFindings(page)).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
