import { recording } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[D11] deletes the recording on request; transcript and notes stay, without playback', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  await gameMaster.analyzeRecording(await recording());
  await gameMaster.evidence.first().click();
  const transcript = gameMaster.panel('Transcript');
  await transcript
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();

  await gameMaster.choose('Session settings', 'Delete the recording');
  const dialog = page.getByRole('dialog', { name: 'Delete the recording?' });
  await expect(dialog.getByText('Transcript, analyses and notes stay', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(transcript.getByRole('button', { name: /^Play from/ }).first()).toBeVisible();
  await gameMaster.choose('Session settings', 'Delete the recording');
  await dialog.getByRole('button', { name: 'Delete recording' }).click();
  await expect(dialog).toBeHidden();

  await expect(
    transcript.getByText('The recording was deleted, so its lines can’t be played.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
  await expect(transcript.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  await expect(transcript.getByRole('listitem').first()).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect(gameMaster.panel('Notes').getByRole('heading').first()).toBeVisible();
  await page.getByRole('button', { name: 'Session settings' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete the recording' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
