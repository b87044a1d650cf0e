import { newCredentials } from './support/game-master.ts';
import { mailsTo } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

test('[R4.15] [R4.16] [R5.7] [R7.9] deletes an account by phrase and password, with all its data and its sign-in', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const who = newCredentials('deletion');
  await gameMaster.signUp(who);
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.idToken'))?.[1] ?? '',
  );
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  expect(await (await page.request.get('/check-session', bearer)).json()).toMatchObject({
    isAuthenticated: true,
  });

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('tab', { name: 'Your data' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const confirm = page.getByRole('button', { name: 'Delete my account' });
  await page.getByLabel('Type DELETE ACCOUNT to confirm').fill('delete account');
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Type DELETE ACCOUNT to confirm').fill('DELETE ACCOUNT');
  await confirm.click();
  await page.getByLabel('Password', { exact: true }).fill(`${who.password}, not`);
  await page.getByRole('button', { name: 'Sign in and delete' }).click();
  await expect(page.getByRole('alert')).toHaveText('That password is incorrect. Please try again.');
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in and delete' }).click();

  await expect(page).toHaveURL(/\/$/);
  await expect(page.locator('[data-visitor=signedOut]')).toBeAttached();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await (await page.request.get('/check-session', bearer)).json()).toMatchObject({
    isAuthenticated: false,
  });
  const { origin } = new URL(page.url());
  await expect
    .poll(async () => (await mailsTo(origin, who.email)).map(({ subject }) => subject))
    .toContain('Your Hearthscribe account has been deleted');

  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(who.email);
  await dialog.getByLabel('Password', { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/email address or password is incorrect/);
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
});
