import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Turns the page's clock by a minute at a time until something is shown: the page counts the minute only once it has read
 * what it asked for before.
 */
export async function turnMinutesUntil(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(60_000);
      return shown.count();
    })
    .toBeGreaterThan(0);
}
