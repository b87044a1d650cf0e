import type { Page } from '@playwright/test';

/** Goes to an address without a load, from the campaigns; for a user who has some. */
export async function goInPlace(page: Page, address: string): Promise<void> {
  const go = (to: string) => page.evaluate((url) => window.history.pushState(null, '', url), to);
  await go('/campaign');
  await page.getByRole('heading', { level: 1, name: 'Your campaigns' }).waitFor();
  await go(address);
}
