import type { Page } from '@playwright/test';
import { expectInEveryLook } from './support/every-look.ts';
import { type GameMaster, newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const evening = {
  name: 'evening.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    [
      'DANA: You come over the hill and see the walls of Emon in the evening light.',
      'LIAM: I ride down to the gait and knock. Is anyone awake?',
      'DANA: A guard opens a hatch.',
      'DANA: He asks what you want.',
      'LIAM: Forget that, I was only talking to my cat.',
    ].join('\n'),
  ),
};

/** A session whose transcript is open, and what the tests do with it. */
async function openEvening(page: Page, gameMaster: GameMaster) {
  const transcript = gameMaster.panel('Transcript').getByRole('region', { name: 'Transcript' });
  const lines = transcript.getByRole('listitem');
  const words = transcript.getByRole('textbox', { name: 'Words' });
  const says = (text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible();
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('The Lantern Coast');
  await gameMaster.createSession();
  await gameMaster.chooseFile(evening);
  await gameMaster.tab('Transcript').click();
  await expect(lines).toHaveCount(5);
  return { transcript, lines, words, says };
}

test('corrects, splits, joins, deletes and restores lines of a transcript', async ({ page, gameMaster }) => {
  const { transcript, lines, words, says } = await openEvening(page, gameMaster);

  await transcript.getByRole('button', { name: 'Edit line 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(words).toBeFocused();
  await words.fill('I ride down to the gate and knock. Is anyone awake?');
  await page.keyboard.press('Control+Enter');
  await says('Line changed.');
  await expect(transcript.getByRole('button', { name: 'Edit line 2' })).toBeFocused();
  await expect(lines.nth(1)).toContainText('down to the gate and knock');
  await expect(lines.nth(1)).toContainText('edited');

  await page.keyboard.press('Enter');
  await expect(transcript.getByText('Originally: “I ride down to the gait')).toBeVisible();
  await transcript.getByRole('button', { name: 'Restore these words' }).click();
  await expect(words).toHaveValue('I ride down to the gait and knock. Is anyone awake?');
  await expectInEveryLook(page);
  await words.press('Escape');
  await expect(lines.nth(1)).toContainText('down to the gate and knock');

  await transcript.getByRole('button', { name: 'Edit line 2' }).click();
  await words.press('End');
  for (let step = 0; step < 'Is anyone awake?'.length; step += 1) await page.keyboard.press('ArrowLeft');
  await transcript.getByRole('button', { name: 'Split at the cursor' }).click();
  await says('Line split.');
  await expect(lines).toHaveCount(6);
  await transcript.getByRole('button', { name: 'Edit line 2.1' }).click();
  await transcript.getByRole('combobox', { name: 'Speaker' }).selectOption('DANA');
  await transcript.getByRole('button', { name: 'Edit line 3' }).click();
  await expect(words).toHaveValue('A guard opens a hatch.');
  await transcript.getByRole('button', { name: 'Join the next line' }).click();
  await says('Lines joined.');
  await expect(lines).toHaveCount(5);
  await expect(lines.nth(3)).toContainText('A guard opens a hatch. He asks what you want.');

  await page.getByRole('combobox', { name: 'Lines of' }).selectOption('LIAM');
  await expect(lines).toHaveCount(2);
  await transcript.getByRole('button', { name: 'Edit line 5' }).click();
  await transcript.getByRole('button', { name: 'Delete line' }).click();
  await says('Line deleted.');
  await expect(lines).toHaveCount(1);
  await page.reload();
  await expect(lines).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo: line deleted' }).click();
  await says('Undone: line deleted.');
  await expect(lines).toHaveCount(5);
  await expect(lines.nth(4)).toContainText('only talking to my cat');
});

test('edits a transcript in two tabs, and undoes each change', { tag: '@everything' }, async ({
  page,
  context,
  gameMaster,
}) => {
  const { transcript, lines, words, says } = await openEvening(page, gameMaster);
  await transcript.getByRole('button', { name: 'Edit line 3' }).click();
  await transcript.getByRole('button', { name: 'Join the next line' }).click();
  await says('Lines joined.');
  await transcript.getByRole('button', { name: 'Edit line 2' }).click();
  await words.press('Home');
  await page.keyboard.press('Control+ArrowRight');
  await transcript.getByRole('button', { name: 'Split at the cursor' }).click();
  await says('Line split.');
  await expect(lines).toHaveCount(5);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Edit line 5' }).click();
  await transcript.getByRole('button', { name: 'Edit line 5' }).click();
  await words.fill('I talk to my cat.');
  await transcript.getByRole('button', { name: 'Save line' }).click();
  await says('Line changed.');
  const theirs = other.getByRole('textbox', { name: 'Words' });
  await theirs.fill('I talk to my dog.');
  await other.getByRole('button', { name: 'Save line' }).click();
  await expect(other.getByRole('alert').getByText('The other version: “I talk to my cat.”')).toBeVisible();
  await other.getByRole('button', { name: 'Save mine' }).click();
  await expect(other.getByRole('status').getByText('Line changed.')).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: 'I talk to my dog.' })).toHaveCount(1);

  await page.reload();
  for (const count of [5, 5, 4, 5]) {
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect(page.getByRole('status').getByText(/^Undone: /)).toBeVisible();
    await expect(lines).toHaveCount(count);
    await page.reload();
    await expect(lines).toHaveCount(count);
  }
  await expect(lines.nth(1)).toContainText('I ride down to the gait and knock. Is anyone awake?');
  await expect(page.getByRole('button', { name: /^Undo: / })).toBeHidden();
});
