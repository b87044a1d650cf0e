import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('saves the wishes for a campaign’s notes, and shows them after a reload', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  const dialog = page.getByRole('dialog', { name: 'Campaign settings' });
  async function openSettings() {
    await page.getByRole('link', { name: 'Overview' }).click();
    await gameMaster.choose('Campaign settings', 'Edit settings');
    await expect(dialog).toBeVisible();
  }
  async function fillIn() {
    await dialog.getByLabel('Setting').fill('The Lantern Coast');
    await dialog.getByLabel('Genre').fill('Gothic');
    await dialog.getByLabel('Spoken language').selectOption('German');
    await dialog.getByLabel('Default level of detail').selectOption('Comprehensive');
    await dialog.getByLabel('Dramatic, as a trailer').check();
    await dialog.getByLabel('Other styles').fill('as a letter; by the innkeeper');
    await dialog.getByLabel('Instructions').fill('Leave out shopping.');
  }
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await openSettings();
  await fillIn();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth))
        .toBeLessThanOrEqual(0);
      await expect.poll(() => axeFindings(page)).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const saved = page.getByText('The campaign is saved.');
  await expect(saved).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await gameMaster.choose('Campaign settings', 'Edit settings');
  await expect(dialog.getByLabel('Genre')).toHaveValue('');
  await fillIn();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(saved).toBeVisible();

  await page.reload();
  await gameMaster.createSession();
  const words = 'DANA: You stand before the gate of the old mill, and the lantern burns low.\n';
  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(words.repeat(30)),
  });
  await expect(page.getByRole('radio', { name: /^Comprehensive/ })).toBeChecked();

  await openSettings();
  await expect(dialog.getByLabel('Setting')).toHaveValue('The Lantern Coast');
  await expect(dialog.getByLabel('Genre')).toHaveValue('Gothic');
  await expect(dialog.getByLabel('Spoken language')).toHaveValue('de');
  await expect(dialog.getByLabel('Dramatic, as a trailer')).toBeChecked();
  await expect(dialog.getByLabel('Short and factual')).not.toBeChecked();
  await expect(dialog.getByLabel('Other styles')).toHaveValue('as a letter; by the innkeeper');
  await expect(dialog.getByLabel('Instructions')).toHaveValue('Leave out shopping.');
});
