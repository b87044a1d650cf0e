import type { Page } from '@playwright/test';

/** The first sign of a visitor: a public page runs its code (decision 023), which asks for the status first. */
export async function openAwake(page: Page, path: string): Promise<void> {
  const asked = page.waitForRequest('**/status');
  await page.goto(path);
  await stir(page);
  await asked;
}

/** Moves the mouse, wherever it was. */
export async function stir(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
}
