import type { Page } from '@playwright/test';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const agreements = { name: 'Before you continue' };
const verification = { name: 'Confirm your email address' };

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create an account' }).click();
}

async function fill(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
}

async function signUp(page: Page, credentials: { email: string; password: string }): Promise<void> {
  await openSignUp(page);
  await fill(page, credentials);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(page.getByRole('dialog', agreements)).toBeVisible();
}

async function signIn(page: Page, credentials: { email: string; password: string }): Promise<void> {
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  await fill(page, credentials);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function accept(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', agreements);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Accept' }).click();
}

async function codesFor(page: Page, email: string): Promise<string[]> {
  const answer = await page.request.get('/dev/mail.json');
  const { messages } = (await answer.json()) as { messages: { to: string; text: string }[] };
  return messages.flatMap(({ to, text }) => (to === email ? (/\b\d{6}\b/.exec(text)?.[0] ?? []) : []));
}

const accountKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^Cognito|preferences|theme/.test(key)));

test('[R4.20] signs out and stores nothing when the agreements are declined, and asks again next time', async ({
  page,
  complaints,
}) => {
  const credentials = newCredentials('decliner');
  // The last thing that the page asks for by itself: the server refuses it once the user has declined.
  const recaps = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/recaps/taken');
  await signUp(page, credentials);
  const dialog = page.getByRole('dialog', agreements);
  await expect(dialog).toContainText('If you decline, we sign you out');
  await recaps;
  await page.waitForLoadState('networkidle');
  await dialog.getByRole('button', { name: 'Decline and sign out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Join / Login' }).first()).toBeVisible();
  await expect.poll(() => accountKeys(page)).toEqual([]);

  await signIn(page, credentials);
  await expect(dialog).toBeVisible();
  await accept(page);
  await expect(page.getByRole('dialog', verification)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R4.12] corrects a mistyped address before it is verified; the old code is void', async ({
  page,
  complaints,
}) => {
  const mistyped = newCredentials('mistypde');
  const right = newCredentials('mistyped').email;
  await signUp(page, mistyped);
  await accept(page);
  const dialog = page.getByRole('dialog', verification);
  await expect(dialog).toContainText(mistyped.email);
  await expect.poll(() => codesFor(page, mistyped.email)).not.toEqual([]);
  const [oldCode] = await codesFor(page, mistyped.email);

  await dialog.getByRole('button', { name: 'Correct the address' }).click();
  const correction = page.getByRole('dialog', { name: 'Correct your email address' });
  await correction.getByLabel('Email address').fill(right);
  await correction.getByLabel('Password', { exact: true }).fill('not my password');
  await correction.getByRole('button', { name: 'Send the code there' }).click();
  await expect(correction).toContainText('That password is incorrect. Please try again.');
  await correction.getByLabel('Password', { exact: true }).fill(mistyped.password);
  await correction.getByRole('button', { name: 'Send the code there' }).click();
  await expect(dialog).toContainText(right);

  const [code] = await codesFor(page, right);
  if (oldCode !== code) {
    await dialog.getByLabel('Code').fill(oldCode!);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(dialog).toContainText('This code is incorrect.');
  }
  await page.reload();
  await expect(dialog).toContainText(right);
  await expect.poll(() => codesFor(page, right)).toHaveLength(2);
  const [latest] = await codesFor(page, right);
  await dialog.getByLabel('Code').fill(latest!);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Start your first campaign' })).toBeVisible();
  expect(complaints.filter((complaint) => !complaint.endsWith('400 (Bad Request)'))).toEqual([]);
});

test('[R2.17] [R4.12] opens terms and privacy policy beside the form, which keeps its input, and signs out instead of verifying the address', {
  tag: '@everything',
}, async ({ page }) => {
  const credentials = newCredentials('reader');
  await openSignUp(page);
  await fill(page, credentials);
  for (const name of ['Terms', 'Privacy policy']) {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('dialog').getByRole('link', { name, exact: true }).click(),
    ]);
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    await opened.close();
  }
  await expect(page.getByRole('dialog').getByLabel('Email address')).toHaveValue(credentials.email);
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toHaveValue(
    credentials.password,
  );
  await page.getByRole('dialog').locator('button[type=submit]').click();
  const dialog = page.getByRole('dialog', agreements);
  await dialog.getByRole('checkbox').check();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Terms of Service' }).click(),
  ]);
  await opened.close();
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await accept(page);
  await page.getByRole('dialog', verification).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Join / Login' }).first()).toBeVisible();
});

test('[R8.5] explains how to sign in when Google has an address with a password', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const credentials = newCredentials('password-owner');
  await gameMaster.signUp(credentials);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ]);
  await popup.getByLabel('Email address').fill(credentials.email);
  await popup.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'This address already has a password. Sign in with your email and password.',
  );
  await fill(page, credentials);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/campaign$/);
});
