import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test.use({
  serverSettings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) =>
      use({ USER_STORED_BYTES: String(Math.round((await stat(await recording())).size * 1.5)) }),
    { scope: 'worker' },
  ],
});

test('storage with room for one recording: rejects a second one, says what to do, keeps the file, and accepts it once the first is deleted', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const file = await recording();
  await gameMaster.signUp(newCredentials('storage'));
  await gameMaster.createCampaign('Long evenings');
  const upload = async () => {
    await gameMaster.chooseFile(file);
    await page.getByRole('button', { name: 'Upload for free' }).click();
  };
  const priced = page.getByRole('heading', { name: 'Start the analysis' });
  const open = (session: string) => page.getByRole('link', { name: session }).first().click();
  await gameMaster.createSession();
  await upload();
  await expect(priced).toBeVisible();

  await page.getByRole('button', { name: 'New session' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Session 2' })).toBeVisible();
  await upload();
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Your storage is full');
  await expect(notice).toContainText('Delete recordings or sessions that you no longer need');
  await expect(notice).toContainText(`${basename(file)} was not uploaded`);
  await notice.getByRole('button', { name: 'See your storage' }).click();
  await expect(page.getByRole('tab', { name: 'Your data' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Close' }).click();

  await open('Session 1');
  await gameMaster.choose('Session settings', 'Delete session');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete session' }).click();
  await expect(dialog).toBeHidden();
  await open('Session 2');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(priced).toBeVisible();
});
