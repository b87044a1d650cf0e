import type { Page } from '@playwright/test';
import { present } from '#contract/unknown-values.ts';
import type { Credentials } from './made-user.ts';
import { expect } from './test.ts';

export const startsFree = 'Start with a free analysis';

export const signUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Take a seat at the table' });

export async function createAccount(page: Page, { email, password }: Credentials): Promise<void> {
  const dialog = signUpDialog(page);
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
}

async function codeFromMailPage(page: Page, email: string): Promise<string> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'open its mailbox' }).click();
  const mails = await opened;
  const text = await mails.getByRole('article').filter({ hasText: email }).first().locator('pre').innerText();
  await mails.close();
  return present(/\b\d{6}\b/.exec(text), 'code')[0];
}

/** Accepts the agreements and confirms the address with the mailed code. */
export async function settleIn(page: Page, email: string): Promise<void> {
  const agreements = page.getByRole('dialog', { name: 'Before you continue' });
  await agreements.getByRole('checkbox').check();
  await agreements.getByRole('button', { name: 'Accept' }).click();
  const verification = page.getByRole('dialog', { name: 'Confirm your email address' });
  await expect(verification.getByText('We have sent')).toBeVisible();
  await verification.getByLabel('Code').fill(await codeFromMailPage(page, email));
  await Promise.all([
    page.waitForEvent('load'),
    verification.getByRole('button', { name: 'Confirm' }).click(),
  ]);
}
