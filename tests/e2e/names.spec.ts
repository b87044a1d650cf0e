import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { axeFindings } from './support/axe-findings.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = (city: string) => ({
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      `GM: You come over the hill and see the walls of ${city} in the evening light, and the river below.`,
      `Mira: I ride down to ${city} and knock at the gate. Is anyone awake?`,
      `GM: A guard of ${city}’s watch opens a hatch and asks what you want at this hour.`,
      'Sten: I tell him that we bring letters for the duke, and that the bridge in the north is gone.',
      'GM: He nods and lets you in. The streets are empty, and a bell rings twice.',
      'Mira: I look for an inn with a stable, and I keep one hand on my sword all the way.',
      'GM: You find the Broken Oar. The keeper, an old woman with one eye, gives you the attic room.',
      'Sten: Then I lock the door, and we read the letter before the duke does.',
    ].join('\n'),
  ),
});

const fits = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

test('fixes a wrong name in all sessions, undoes it, fixes it again, and gets it right in the next session', async ({
  page,
  gameMaster,
  complaints,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Fix a name everywhere' });
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  for (const city of ['Eeman', 'Eamon']) {
    await gameMaster.createSession();
    await gameMaster.chooseFile(evening(city));
    await gameMaster.tab('Transcript').click();
    await expect(transcript.getByText(`I ride down to ${city}`)).toBeVisible();
    if (city === 'Eeman') await page.getByRole('link', { name: 'Overview' }).click();
  }

  await page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.querySelector('.transcript-lines')!,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf('Eamon') ?? -1;
      if (at < 0) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + 'Eamon'.length);
      return;
    }
  });
  await gameMaster.panel('Transcript').getByRole('button', { name: 'Fix a name' }).click();
  await expect(dialog.getByLabel('Wrong name')).toHaveValue('Eamon');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter the correct name.')).toBeVisible();
  await expect(dialog.getByLabel('Right name')).toBeFocused();

  await page.setViewportSize({ width: 375, height: 700 });
  await dialog.getByLabel('Wrong name').fill('Eeman');
  await dialog.getByLabel('Right name').fill('Emon');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Exactly this name' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^All of “Eeman” to “Emon”/ })).toBeChecked();
  const possessive = dialog.getByRole('checkbox', { name: /Eeman’s Emon’s/ });
  await expect(possessive).not.toBeChecked();
  const alike = dialog.getByRole('checkbox', { name: /^All of “Eamon” to “Emon”/ });
  await expect(alike).not.toBeChecked();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await fits(page, 375);
  await possessive.focus();
  await page.keyboard.press('Space');
  await alike.focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('radio', { name: 'Place' }).check();
  await dialog.getByRole('button', { name: /^Correct \d+ places/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/“Eeman” is now “Emon” in \d+ places of 2 sessions/)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await dialog.getByRole('button', { name: 'Undo all' }).click();
  await expect(dialog.getByText('Undone. Every text is as it was.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(transcript.getByText('I ride down to Eamon')).toBeVisible();

  await gameMaster.panel('Transcript').getByRole('button', { name: 'Fix a name' }).click();
  await dialog.getByLabel('Wrong name').fill('Eeman');
  await dialog.getByLabel('Right name').fill('Emon');
  await dialog.getByRole('button', { name: 'Find it in all sessions' }).click();
  await alike.check();
  await dialog.getByRole('button', { name: /^Correct \d+ places/ }).click();
  await expect(dialog.getByText(/The glossary remembers it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(transcript.getByText('I ride down to Emon')).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening('Eeman'));
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('I ride down to Eeman')).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await gameMaster.tab('Transcript').click();
  await expect(transcript.getByText('I ride down to Emon')).toBeVisible();
  await gameMaster.tab('Evening').click();
  await expect(
    page.getByText(/Your glossary corrected names in this transcript: “Eeman” to “Emon” \(3\)/),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.reload();
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await gameMaster.choose('Campaign settings', 'Glossary');
  await expect(glossary.getByText('Misheard as Eeman')).toBeVisible();
  await expect(glossary.getByText('by an analysis')).toBeVisible();
  await glossary.getByRole('button', { name: 'Undo Eeman to Emon' }).last().click();
  await expect(glossary.getByText(/^Undone/)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('adds, changes, locks, removes and restores names in the glossary, and imports a pasted list', {
  tag: '@everything',
}, async ({ page, gameMaster, complaints }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.choose('Campaign settings', 'Glossary');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await expect(glossary.getByText(/^No names yet/)).toBeVisible();

  await glossary.getByRole('button', { name: 'Add a name' }).click();
  await glossary.getByRole('button', { name: 'Add the name' }).click();
  await expect(glossary.getByText('Enter the name.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Cancel' }).click();
  await glossary.getByRole('button', { name: 'Add a name' }).click();
  await glossary.getByLabel('Name', { exact: true }).fill('Vex’ahlia');
  await glossary.getByLabel('Kind').selectOption('Player character');
  await glossary.getByLabel('Misheard as').fill('Vexalia, Vex Alia');
  await page.keyboard.press('Enter');
  await expect(glossary.getByText('Misheard as Vexalia, Vex Alia')).toBeVisible();

  await glossary.getByRole('button', { name: 'Add a name' }).click();
  await glossary.getByLabel('Name', { exact: true }).fill('vex’ahlia');
  await page.keyboard.press('Enter');
  await expect(glossary.getByText('This name is already in the glossary.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Cancel' }).click();

  await glossary.getByRole('button', { name: 'Edit Vex’ahlia' }).click();
  await glossary.getByLabel('Note').fill('A ranger with a bear.');
  await glossary.getByRole('button', { name: 'Save' }).click();
  await expect(glossary.getByText('A ranger with a bear.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Lock Vex’ahlia' }).click();
  await expect(glossary.getByText('Locked')).toBeVisible();

  await glossary.getByRole('button', { name: 'Remove Vex’ahlia' }).click();
  await expect(glossary.getByText('“Vex’ahlia” removed.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Undo' }).click();
  await expect(glossary.getByText('A ranger with a bear.')).toBeVisible();
  await expect(glossary.getByText('Locked')).toBeVisible();

  await glossary.getByRole('button', { name: 'Paste a list' }).click();
  await glossary
    .getByLabel('Names, one per line')
    .fill('- Emon (location) = the Capital: seat of the council\n- Vex’ahlia\n\nGilmore (person)\n');
  await glossary.getByRole('button', { name: 'Add these names' }).click();
  await expect(glossary.getByText('2 names added. One was there already.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Done' }).click();
  await expect(glossary.getByText('Also the Capital')).toBeVisible();
  await expect(glossary.getByText('seat of the council')).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 700 });
  await fits(page, 375);
  expect(complaints).toEqual([expect.stringContaining('409')]);
});

test('reads names from a vault in the browser, shows them for review and adds them', {
  tag: '@everything',
}, async ({ page, gameMaster }) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.choose('Campaign settings', 'Glossary');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await glossary.getByRole('button', { name: 'Paste a list' }).click();
  const vault = zipSync({
    'Vault/NPCs/Mother Sedge.md': strToU8('---\naliases: [The Ferrywoman]\n---\n'),
    'Vault/Locations/Candlewick.md': strToU8('A village on stilts.'),
    'Vault/Sessions/One.md': strToU8('We met at the inn.'),
  });
  const chooser = page.waitForEvent('filechooser');
  await glossary.getByRole('button', { name: 'Read names from files' }).click();
  await (await chooser).setFiles({
    name: 'vault.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(vault),
  });
  await expect(
    glossary.getByText(
      '2 names found. Check them, then add them. 1 note did not say what kind of name it is.',
    ),
  ).toBeVisible();
  await expect(glossary.getByLabel('Names, one per line')).toHaveValue(
    'Mother Sedge (npc) = The Ferrywoman\nCandlewick (location)',
  );
  await glossary.getByRole('button', { name: 'Add these names' }).click();
  await expect(glossary.getByText('2 names added.')).toBeVisible();
  await glossary.getByRole('button', { name: 'Done' }).click();
  await expect(glossary.getByText('Mother Sedge')).toBeVisible();
});
