import type { Locator, Page } from '@playwright/test';
import { testsEverything } from '#tests/support/everything.ts';
import { axeFindings } from './axe-findings.ts';
import { expect } from './test.ts';

/**
 * Nothing is too wide at any width, and axe finds nothing dark on a phone (`npm run test:all`: nor light in a wide window). Of a
 * page with a dialog it reads only the dialog, which covers the rest, on a phone light too. Leaves the page light and 1280 px wide.
 */
export async function expectInEveryLook(page: Page, dialog?: Locator): Promise<void> {
  const resize = (width: number) => page.setViewportSize({ width, height: 800 });
  const isAccessible = () => expect.poll(() => axeFindings(dialog ?? page)).toEqual([]);
  for (const width of [1920, 651, 650, 375, 1280]) {
    await resize(width);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    if (dialog)
      await expect
        .poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth))
        .toBeLessThanOrEqual(0);
    if (width === 375) {
      if (dialog) await isAccessible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await isAccessible();
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
  if (testsEverything) await isAccessible();
}
