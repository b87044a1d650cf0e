import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { mailsTo } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

test('emails users who asked for it when the notes are ready', { tag: '@everything' }, async ({
  page,
  gameMaster,
  serverUrl,
  complaints,
}) => {
  const credentials = newCredentials();
  await gameMaster.signUp(credentials);
  await gameMaster.createCampaign('Oldmere');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Account settings' }).click();
  const wanted = page.getByRole('switch', { name: 'Email me when my notes are ready' });
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(serverUrl, credentials.email)).map(({ subject }) => subject))
    .toContain('Your notes for “Session 1” are ready');
  expect(complaints).toEqual([]);
});
