import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect } from './test.ts';

/**
 * In both themes and at every width where the layout changes, the page is no wider than its window and the dialog no wider than
 * itself. In both themes axe finds nothing in either layout, once the browser has restyled what the change of theme reaches.
 * Leaves the page light and 1280 px wide.
 */
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
      // Between 650 and 651 px the layout changes; axe finds the same wherever it is the same.
      if ([375, 1280].includes(width)) await expect.poll(() => axeFindings(page)).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
