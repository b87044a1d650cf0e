import type { Page } from '@playwright/test';

/** Without a load, from the campaigns. */
export async function goInPlace(page: Page, address: string): Promise<void> {
  const go = (to: string) => page.evaluate((url) => window.history.pushState(null, '', url), to);
  await go('/campaign');
  await page.getByRole('heading', { level: 1, name: 'Your campaigns' }).waitFor();
  await go(address);
}
