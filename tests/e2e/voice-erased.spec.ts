import { readFile } from 'node:fs/promises';
import { testsEverything } from '#tests/support/everything.ts';
import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const erasedWords = /guts eels without looking|never carry anybody for nothing/u;

test('erases a voice from the transcript, the notes, the recording and an export, and keeps a record', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await gameMaster.tab('Transcript').click();
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  await expect(transcript.getByText('Ines', { exact: true }).first()).toBeVisible();
  await transcript
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click();
  const player = page.getByRole('region', { name: 'Player' });
  await gameMaster.untilHeard();

  await expect(transcript.getByText(erasedWords).first()).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect(gameMaster.panel('Notes')).toContainText(erasedWords);
  await gameMaster.tab('Transcript').click();

  await gameMaster.choose('Session settings', 'Erase a voice');
  const dialog = page.getByRole('dialog', { name: /^Erase/ });
  await dialog.getByRole('button', { name: 'Erase Ines' }).click();
  await expectInEveryLook(page, dialog);
  await dialog.getByRole('button', { name: 'Keep the voice' }).click();
  await dialog.getByRole('button', { name: 'Erase Ines' }).click();
  await dialog.getByRole('button', { name: 'Erase this voice' }).click();
  const record = dialog.getByRole('region', { name: 'Erased voices' });
  await expect(record.getByText('The recording is silent where the voice was.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Erase Ines' })).toHaveCount(0);
  await expectInEveryLook(page, dialog);
  await page.keyboard.press('Escape');
  await expect(player).toHaveCount(0);

  await expect(transcript.getByText('Ines', { exact: true })).toHaveCount(0);
  await expect(transcript.getByText(erasedWords)).toHaveCount(0);
  await gameMaster.tab('Notes').click();
  await expect(gameMaster.panel('Notes').getByRole('heading').first()).toBeVisible();
  await expect(gameMaster.panel('Notes').getByText(erasedWords)).toHaveCount(0);
  await gameMaster.tab('Evening').click();
  await expect(gameMaster.panel('Evening').getByText(erasedWords)).toHaveCount(0);

  await gameMaster.choose('Session settings', 'Export notes');
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: /^Export/ })
    .getByRole('button', { name: 'Download Markdown' })
    .click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).not.toMatch(erasedWords);
  await page.keyboard.press('Escape');

  await page.reload();
  if (testsEverything) {
    await gameMaster.tab('Transcript').click();
    await transcript
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click();
    await gameMaster.untilHeard();
  }
  await gameMaster.choose('Session settings', 'Erase a voice');
  await expect(record.getByText('Ines', { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});
