import type { BrowserContext, Page } from '@playwright/test';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const password = 'a lamp-lit table 7';
let count = 0;
const newAddress = () => {
  count += 1;
  return `google-${process.pid}-${Date.now()}-${count}@example.org`;
};

async function openDialog(page: Page): Promise<void> {
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
}

async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ]);
  await expect(popup.getByRole('heading', { name: 'Stand-in for Google' })).toBeVisible();
  return popup;
}

async function sayWho(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const tokensIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('Cognito')).length);

function watchAddresses(context: BrowserContext): string[] {
  const seen: string[] = [];
  const watch = (page: Page) => page.on('framenavigated', (frame) => seen.push(frame.url()));
  context.pages().forEach(watch);
  context.on('page', watch);
  return seen;
}

test('[R1.6] [R2.33] signs in in Google’s window, which closes itself; the session survives a reload', async ({
  page,
  context,
  complaints,
}) => {
  const addresses = watchAddresses(context);
  await openDialog(page);
  const cancelled = await openPopup(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => cancelled.isClosed()).toBe(true);
  const refused = await openPopup(page);
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The sign-in was cancelled.');
  expect(await tokensIn(page)).toBe(0);

  const popup = await openPopup(page);
  await sayWho(popup, newAddress());
  await expect(page).toHaveURL(/\/campaign$/);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.reload();
  const account = page.locator('[data-visitor=signedIn]');
  await expect(account).toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/campaign');
  expect(addresses).toContainEqual(expect.stringMatching(/\/campaign$/));
  expect(addresses.filter((url) => /token|eyJ/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('[R2.33] uses this window for Google if popups are blocked, and leaves no code in the address', {
  tag: '@everything',
}, async ({ page, context }) => {
  await context.addInitScript(() => {
    window.open = () => null;
  });
  await openDialog(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Continue in this window' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The sign-in was cancelled.');
  await expect(page).toHaveURL(/\/$/);

  await openDialog(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Continue in this window' }).click();
  await sayWho(page, newAddress());
  await expect(page).toHaveURL(/\/campaign$/);
  await expect(page.locator('[data-visitor=signedIn]')).toBeAttached();
});

test('[R4.1] [R7.1] signs out of all tabs', async ({ page, context, gameMaster }) => {
  await gameMaster.signUp(newCredentials('two-tabs'));
  const other = await context.newPage();
  await other.goto('/campaign');
  await other.getByRole('button', { name: 'Menu' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/$/);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('[data-visitor=signedOut]')).toBeAttached();
  expect(await tokensIn(page)).toBe(0);
});

test('[R5.1] [R8.5] says to use Google for an address verified there that then gets a password', {
  tag: '@everything',
}, async ({ page }) => {
  const owner = newAddress();
  await openDialog(page);
  const popup = await openPopup(page);
  await sayWho(popup, owner);
  await expect(page).toHaveURL(/\/campaign$/);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();

  await openDialog(page);
  await page.getByRole('button', { name: 'Create an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(owner);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in with Google.',
  );
  await expect.poll(() => tokensIn(page)).toBe(0);
});
