import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[D6] exports notes as Markdown, Discord messages and a vault, and imports them again', async ({
  page,
  context,
  gameMaster,
  complaints,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const importFile = async (menu: 'Session settings' | 'Campaign settings', path: string) => {
    await gameMaster.choose(menu, 'Import notes');
    await dialog('Import notes').getByLabel('Notes file').setInputFiles(path);
    await expect(dialog('Import notes').getByRole('heading', { name: 'Session 1' }).first()).toBeVisible();
    await dialog('Import notes').getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Notes imported')).toBeVisible();
  };
  const save = async (format: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${format}` }).click(),
    ]);
    await expect(page.getByText('The file is in this device’s downloads.')).toBeVisible();
    return { name: file.suggestedFilename(), path: await file.path() };
  };

  const written = info.outputPath('notes.md');
  await writeFile(
    written,
    '# Session 1\n\n## NPCs\n\n- **Mira**: A guide.\n- <!-- gm --> **Ossian**: The traitor.\n\n## Loot\n\nA bell\n',
  );
  await importFile('Session settings', written);
  await dialog('Import notes').getByRole('button', { name: 'Close' }).click();

  await expect(gameMaster.panel('Notes').getByText('The traitor.')).toBeVisible();
  await gameMaster.choose('Session settings', 'Export notes');
  const markdown = await save('Markdown');
  expect(markdown.name).toBe('Session 1.md');
  expect(await readFile(markdown.path, 'utf8')).toContain('Ossian');
  await page.getByRole('radio', { name: /^Players/ }).click();
  await expect(page.getByRole('checkbox', { name: 'With the longer read' })).toBeChecked();
  await page.getByRole('radio', { name: /^Discord messages/ }).click();
  await expect(page.getByRole('checkbox', { name: 'With the longer read' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy message 1' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog('Export notes').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Overview' }).click();
  // It was made when this page had none.
  await expect(page.getByRole('main')).toContainText('1 session');
  await gameMaster.choose('Campaign settings', 'Export campaign');
  await page.getByRole('radio', { name: /^Obsidian vault/ }).click();
  const vault = await save('Obsidian vault');
  expect(Object.keys(unzipSync(await readFile(vault.path)))).toContain('People/Mira.md');
  const [updated] = await Promise.all([
    page.waitForEvent('download'),
    dialog('Export campaign').getByLabel('Zip of your vault').setInputFiles(vault.path),
  ]);
  expect(Object.keys(unzipSync(await readFile(await updated.path())))).toContain('People/Mira.md');
  await dialog('Export campaign').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'All campaigns' }).click();
  await page.getByRole('main').getByRole('button', { name: 'New campaign' }).click();
  await gameMaster.createCampaign('Another table');
  await importFile('Campaign settings', vault.path);
  await expect(page.getByText('1 session added.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /Session 1/ })).toBeVisible();
  await page.reload();
  await gameMaster.choose('Campaign settings', 'Import notes');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  await dialog('Import notes').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  expect(complaints).toEqual([]);
});
