import type { Page } from '@playwright/test';

/**
 * The first sign of a visitor: a public page runs its code (decision 023), which asks for the status first.
 */
export async function openAwake(page: Page, path: string): Promise<void> {
  const asked = page.waitForRequest('**/status');
  await page.goto(path);
  await Promise.race([asked, stirOnceDrawn(page)]);
  await asked;
}

/** Once a public page is drawn, it fetches its code, and heeds a sign; unheeded, it would run ten seconds later. */
export async function stirOnceDrawn(page: Page): Promise<void> {
  await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' });
  await stir(page);
}

/** Moves the mouse, wherever it was. */
export async function stir(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
}
