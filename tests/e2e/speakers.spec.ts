import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
      'LIAM: I ride down to Emon and knock at the gate. Is anyone awake?',
      'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
      'LIAM: I look for an inn with a stable, and I keep one hand on my sword all the way.',
    ].join('\n'),
  ),
};

test('speakers are mapped once by keyboard, undone, mapped again, and known in the next session', async ({
  page,
  gameMaster,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Who is who' });
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();

  // Before there is a transcript, there is nobody to name.
  await page.getByRole('button', { name: 'Who is who' }).click();
  await expect(dialog.getByText(/^This session has no transcript with speakers yet/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('LIAM', { exact: true }).first()).toBeVisible();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Who is who' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'DANA' })).toBeVisible();
  await expect(dialog.getByText(/^\d+ % of the talk$/)).toHaveCount(2);
  await expect(dialog.getByRole('list', { name: 'What LIAM says' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Say who LIAM is' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Person')).toHaveValue('LIAM');
  await dialog.getByLabel('Person').fill('Liam');
  await dialog.getByLabel('Character').fill('Pike');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Liam plays Pike.')).toBeVisible();
  await expect(dialog.getByRole('status').getByText('A speaker was named.')).toBeVisible();
  await expect(dialog.getByLabel('Person')).toBeHidden();

  await expectInEveryLook(page, dialog);

  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Undone. All is as it was before.')).toBeVisible();
  await expect(dialog.getByText('Nobody yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Say who LIAM is' }).click();
  await dialog.getByLabel('Person').fill('Liam');
  await dialog.getByLabel('Character').fill('Pike');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Liam plays Pike.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Who is who' })).toBeFocused();
  await expect(transcript.getByText('Pike (Liam)').first()).toBeVisible();

  // The next session knows him by himself, and says so.
  await page.getByRole('link', { name: 'Overview' }).click();
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('Pike (Liam)').first()).toBeVisible();
  await expect(page.getByText('Known from this campaign: Liam plays Pike.')).toBeVisible();

  // From the campaign: removed, and back again.
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Campaign settings' }).click();
  await page.getByRole('menuitem', { name: 'Players and characters' }).click();
  await dialog.getByRole('button', { name: 'Remove Liam' }).click();
  await expect(dialog.getByText('A person was removed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('plays Pike', { exact: true })).toBeVisible();
});
