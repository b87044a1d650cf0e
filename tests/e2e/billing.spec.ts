import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const balance = (page: Page, credits: string) =>
  page.getByRole('button', { name: new RegExp(`^${credits} credits .*purchase credits$`) });

async function openOptions(page: Page, part: 'Subscription' | 'Pay as you go') {
  await page.getByRole('button', { name: /purchase credits$/ }).click();
  const options = page.getByRole('dialog', { name: 'Purchase options' });
  await options.getByRole('tab', { name: part }).click();
  return options;
}

test('[R5.12] [R7.10] [R8.3] buys credits: declined, abandoned, then paid, and returns to the same page', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials('buyer'));
  await gameMaster.createCampaign('The Sunken Bell');
  const place = page.url();
  await expect(balance(page, '5,000')).toBeVisible();

  const options = await openOptions(page, 'Pay as you go');
  await options.getByRole('radio', { name: /^500 credits/ }).check();
  await options.getByRole('button', { name: 'Pay $10' }).click();
  await expect(page).toHaveURL(/\/dev\/billing\/checkout\//);
  await expect(page.getByText('No money moves')).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Decline the card' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Your card was declined/);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('Nothing was bought, and you were not charged.')).toBeVisible();
  await expect(page).toHaveURL(place);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await openOptions(page, 'Pay as you go');
  await options.getByRole('button', { name: 'Pay $40' }).click();
  await expect(page.getByRole('button', { name: 'Pay $40.00' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Nothing was bought, and you were not charged.')).toBeVisible();
  await expect(page).toHaveURL(place);

  await openOptions(page, 'Pay as you go');
  await options.getByRole('radio', { name: /^500 credits/ }).check();
  await options.getByRole('button', { name: 'Pay $10' }).click();
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(page.getByRole('dialog')).toContainText('500 credits are yours.');
  await page.getByRole('button', { name: 'Back to the table' }).click();
  await expect(page).toHaveURL(place);
  await expect(balance(page, '5,500')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R5.13] [R8.2] [R9.3] [R9.4] [R4.10] [R4.11] subscribes, upgrades in the portal, cancels and resumes, and gets credits a month later', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const credentials = newCredentials('subscriber');
  await gameMaster.signUp(credentials);
  const options = await openOptions(page, 'Subscription');
  await options.getByRole('button', { name: 'Subscribe to Standard' }).click();
  await page.getByRole('button', { name: 'Subscribe for $9.00 a month' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your Standard subscription has begun: 750 credits');
  await page.getByRole('button', { name: 'Back to the table' }).click();
  await expect(balance(page, '5,750')).toBeVisible();

  await openOptions(page, 'Subscription');
  await options.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change to Pro' })).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm and pay $16.00' }).click();
  const account = page.getByRole('dialog');
  await expect(account.getByText(/^Pro Active/)).toBeVisible();
  await expect(balance(page, '7,000')).toBeVisible();

  await account.getByRole('button', { name: 'Manage subscription' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your billing' })).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('status')).toHaveText('Your subscription ends with the period.');
  await page.getByRole('link', { name: 'Back to Hearthscribe' }).click();
  await expect(account.getByText(/^Pro Cancels on/)).toBeVisible();

  await account.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByRole('button', { name: 'Resume subscription' }).click();
  await page.getByRole('link', { name: 'Back to Hearthscribe' }).click();
  await expect(account.getByText(/^Pro Active/)).toBeVisible();

  await page.goto('/dev/billing');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  const customer = page.getByRole('region', { name: credentials.email });
  await customer.getByRole('button', { name: 'To what happens next' }).click();
  await expect(customer.getByText('ahead of ours')).toBeVisible();
  await page.getByRole('button', { name: 'Send all again, last first' }).click();
  await expect(page.getByText(/to be sent|failed, again/)).toHaveCount(0);
  await page.goto('/campaign');
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('button', { name: /purchase credits$/ }).textContent();
    })
    .toMatch(/^9,000 credits/);
  expect(complaints).toEqual([
    'Failed to load resource: the server responded with a status of 409 (Conflict)',
  ]);
});
