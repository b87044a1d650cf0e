import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expectInEveryLook } from './support/every-look.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('shows who was there, chapters that fold, and details of names', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await expect(page.getByText('At the table: Ines, Jonas, Priya, and Theo')).toBeVisible();
  await gameMaster.tab('Notes').click();
  const notes = gameMaster.panel('Notes');
  await expect(notes.getByRole('heading').first()).toBeVisible();
  await expectInEveryLook(page);

  const name = notes.locator('mark', { hasText: 'Oda' }).first();
  await name.hover();
  const card = page.getByRole('note', { name: 'About Oda' });
  await expect(card.getByText('Person, met')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'View as' }).focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return card.count();
    })
    .toBe(1);
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Transcript' }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  const chapter = '“There is a lamp in every window”';
  const scene = notes.locator('details', { has: page.getByRole('heading', { name: chapter }) });
  const words = scene.getByText('sits an old woman called Mother Sedge');
  await expect(words).toBeVisible();
  await scene.getByRole('heading').click();
  await expect(words).toBeHidden();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('button', { name: chapter }).click();
  await expect(words).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R2.7] [D6] the evening in its own words: timeline by keyboard, a passage played, three kept, a chapter renamed, shared, exported', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await gameMaster.tab('Analysis').click();
  const evening = gameMaster.panel('Analysis');

  const timeline = evening.getByRole('slider', { name: 'Timeline of the evening' });
  await timeline.focus();
  await page.keyboard.press('PageDown');
  await expect(timeline).toHaveAttribute('aria-valuetext', /Chapter 2/);
  await page.keyboard.press('Enter');
  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await evening.getByRole('button', { name: /^Play: 0:59, “On the porch/ }).click();
  await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    /^0:5|^1:0/,
  );
  await page.getByRole('button', { name: 'Close the player' }).click();
  await expectInEveryLook(page);

  const keep = evening.getByRole('button', { name: /^Keep “/ });
  for (const index of [0, 1, 2]) {
    await keep.nth(index).click();
    await expect(keep.nth(index)).toHaveAttribute('aria-pressed', 'true');
  }
  await evening.getByRole('button', { name: 'Undo' }).click();
  await expect(keep.nth(2)).toHaveAttribute('aria-pressed', 'false');
  await keep.nth(2).click();
  await expect(keep.nth(2)).toHaveAttribute('aria-pressed', 'true');

  await evening.getByTitle('Rename this chapter').first().click();
  await evening.getByLabel('Title of chapter 1').fill('The old woman at the ferry');
  await page.keyboard.press('Enter');
  await expect(evening.getByRole('heading', { name: /^The old woman at the ferry/ })).toBeVisible();
  await evening.getByRole('button', { name: 'Write three sentences about this chapter' }).first().click();
  await evening
    .getByLabel('Your three sentences about this chapter')
    .fill('We met Mother Sedge. She feared the bell.');
  await evening.getByRole('button', { name: 'Save in your notes' }).click();
  await expect(evening.getByText('Saved in your notes.')).toBeVisible();
  await evening.getByLabel('What did they decide?').fill('To climb into the drowned tower.');
  await evening.getByRole('button', { name: 'Save your answers' }).click();
  await expect(evening.getByText('Your answers are at the top of your notes.')).toBeVisible();

  await gameMaster.tab('Notes').click();
  const notes = gameMaster.panel('Notes');
  const kept = notes.getByRole('region', { name: 'Kept' });
  await expect(kept.getByRole('button', { name: /^Show in the transcript/ })).toHaveCount(3);
  await expect(notes.getByText('To climb into the drowned tower.')).toBeVisible();
  await notes.getByLabel('Who may see Kept').selectOption('Players');

  await gameMaster.choose('Session settings', 'Export notes');
  const exporting = page.getByRole('dialog', { name: 'Export notes' });
  await exporting.getByRole('radio', { name: /^Obsidian vault/ }).click();
  const [vault] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download Obsidian vault' }).click(),
  ]);
  const files = unzipSync(await readFile(await vault.path()));
  const texts = Object.values(files).map((file) => Buffer.from(file).toString('utf8'));
  expect(texts.some((text) => text.includes('The old woman at the ferry'))).toBe(true);
  await exporting.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Share' }).click();
  const sharing = page.getByRole('dialog', { name: /^Share “/ });
  await sharing.getByRole('tab', { name: 'Your players' }).click();
  await sharing.getByRole('button', { name: 'Create a link for your players' }).click();
  await expect(sharing.getByRole('button', { name: 'Turn on the link' })).toBeVisible();
  expect(complaints).toEqual([]);
});
