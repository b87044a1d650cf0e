import { expect, type Locator, type Page } from '@playwright/test';

/** By a minute at a time: the page counts a minute only once it has read the previous response. */
export async function turnMinutesUntil(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(60_000);
      return shown.count();
    })
    .toBeGreaterThan(0);
}
