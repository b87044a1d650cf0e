import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('moves, removes and restores notes, and compares, restores and undoes an earlier version', async ({
  page,
  gameMaster,
}) => {
  const panel = gameMaster.panel('Notes');
  const titles = panel.locator('.notes-section-head h2');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
  // The page may be covered while it saves.
  const isAccessible = () => expect.poll(() => axeFindings(page)).toEqual([]);
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();
  await gameMaster.chooseFile({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('GM: The bells ring below.\nMira: I light the lantern.\n'.repeat(4)),
  });
  await gameMaster.tab('Notes').click();

  async function write(opener: string, title: string, text: string) {
    await button(opener).click();
    await page.getByLabel('Section title').fill(title);
    await page.getByLabel('Text', { exact: true }).fill(text);
    await button('Done').click();
    await expect(button(`Edit ${title}`)).toBeVisible();
  }
  await write('Write a section', 'The inn', 'Pike waits by the fire.');
  await write('Add a section', 'The road', 'Rain all day.');

  await button('Move The road up').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('“The road” is now 1 of 2.')).toBeVisible();
  await expect(titles).toHaveText(['The road', 'The inn']);
  await expect(button('Move The road down')).toBeFocused();
  await isAccessible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveText(['The inn', 'The road']);

  await isAccessible();
  await button('Remove The inn').click();
  await expect(page.getByRole('status').getByText('Removed “The inn”.')).toBeVisible();
  await expect(titles).toHaveText(['The road']);
  await isAccessible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveText(['The inn', 'The road']);

  await isAccessible();
  await button('Remove The road').click();
  await expect(titles).toHaveText(['The inn']);
  await isAccessible();
  await button('Edit The inn').click();
  await page.getByLabel('Text', { exact: true }).fill('Pike sleeps by the fire.');
  await button('Done').click();
  await expect(button('Edit The inn')).toBeVisible();
  await expect(panel.getByText('Pike sleeps by the fire.')).toBeVisible();

  await page.reload();
  await button('History').click();
  const looks = dialog.getByRole('button', { name: /^View the version of .*, 8 words$/u });
  await isAccessible();
  await looks.first().click();
  await expect(dialog.locator('ins', { hasText: 'Rain all day.' })).toBeVisible();
  await expect(dialog.locator('del', { hasText: 'sleeps' })).toBeVisible();
  await expect(dialog.locator('ins', { hasText: 'waits' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await isAccessible();
    }
  }
  await isAccessible();
  await button('Restore this version').click();
  await isAccessible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Undone. The notes are what they were before.')).toBeVisible();
  await isAccessible();
  await looks.first().click();
  await isAccessible();
  await button('Restore this version').click();
  await expect(dialog.getByText('The version is restored.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(titles).toHaveText(['The inn', 'The road']);
  await expect(panel.getByText('Pike waits by the fire.')).toBeVisible();
});
