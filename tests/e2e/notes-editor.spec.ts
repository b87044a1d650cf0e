import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    'GM: The bells ring below.\nMira: I light the lantern.\nMira: Then I wait.\n'.repeat(4),
  ),
};

test('[D6] writes in the editor, inserts a name by keyboard, quotes a line, drags a section, and undoes', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const panel = gameMaster.panel('Notes');
  const titles = panel.locator('.notes-section-head h2');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const editor = page.locator('.cm-content');
  const isAccessible = () => expect.poll(() => axeFindings(page)).toEqual([]);
  const fits = async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(width);
        await isAccessible();
      }
    }
  };

  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.choose('Campaign settings', 'Glossary');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await glossary.getByRole('button', { name: 'Add a name' }).click();
  await glossary.getByLabel('Name', { exact: true }).fill('Emon');
  await glossary.getByLabel('Misheard as').fill('Eeman');
  await glossary.getByLabel('Name', { exact: true }).press('Enter');
  await expect(glossary.getByText('Misheard as Eeman')).toBeVisible();
  await page.keyboard.press('Escape');
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Notes').click();

  await button('Write a section').click();
  await expect(editor).toBeVisible();
  await page.getByLabel('Section title').fill('The road');
  await page.setViewportSize({ width: 375, height: 800 });
  await text.click();
  await page.keyboard.type('- To @Eem');
  const offers = page.getByRole('listbox', { name: 'People and places' });
  await expect(offers.getByRole('option', { name: /Emon/u })).toHaveAttribute('aria-selected', 'true');
  await expect(offers).toBeInViewport();
  await isAccessible();
  await page.keyboard.press('Enter');
  await expect(offers).toBeHidden();
  await fits();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Rain');
  await expect(editor.locator('.cm-line')).toHaveText(['- To Emon', '- **Rain**']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor).not.toContainText('Rain');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(editor).toContainText('**Rain**');
  await expect(editor).toHaveAttribute('spellcheck', 'true');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await button('Done').click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'To Emon' })).toBeVisible();

  await button('Add a section').click();
  await page.getByLabel('Section title').fill('The inn');
  await text.fill('Pike waits by the fire.');
  await button('Done').click();
  await expect(titles).toHaveText(['The road', 'The inn']);

  await gameMaster.tab('Transcript').click();
  await button('Quote line 2 in notes').click();
  const quoting = page.getByRole('dialog', { name: 'Quote in notes' });
  await quoting.getByLabel('Section').selectOption('The road');
  await quoting.getByLabel('Lines').selectOption('This and the next one');
  await expect(quoting.getByText('“I light the lantern. Then I wait.” — Mira')).toBeVisible();
  await isAccessible();
  await button('Add the quote').click();
  await expect(page.getByText('Quoted in “The road”.')).toBeVisible();
  await isAccessible();
  await button('Undo').click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await gameMaster.tab('Notes').click();
  await expect(panel.getByText('Then I wait.')).toBeHidden();
  await gameMaster.tab('Transcript').click();
  await button('Quote line 2 in notes').click();
  await button('Add the quote').click();
  await expect(quoting).toBeHidden();

  await gameMaster.tab('Notes').click();
  await expect(panel.locator('blockquote')).toContainText('“I light the lantern.”');
  const handle = panel.locator('.notes-drag').last();
  const onto = await titles.first().boundingBox();
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move((onto?.x ?? 0) + 40, (onto?.y ?? 0) + 10, { steps: 5 });
  await expect(panel.locator('[data-drop="above"]')).toHaveCount(1);
  await page.mouse.up();
  await expect(page.getByRole('status').getByText('“The inn” is now 1 of 2.')).toBeVisible();
  await expect(titles).toHaveText(['The inn', 'The road']);
  await isAccessible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveText(['The road', 'The inn']);

  await page.reload();
  await expect(titles).toHaveText(['The road', 'The inn']);
  await expect(panel.getByText('Rain', { exact: true })).toBeVisible();
  await panel
    .locator('blockquote')
    .getByRole('button', { name: /^Show in the transcript/u })
    .click();
  await expect(gameMaster.panel('Transcript').locator('[data-highlighted]')).toHaveCount(1);
  expect(complaints).toEqual([]);
});
