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

  const name = notes.locator('mark', { hasText: 'Mother Sedge' }).first();
  await name.hover();
  const card = page.getByRole('note', { name: 'About Mother Sedge' });
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

  const chapter = '“You owed a miller eleven silver”';
  const scene = notes.locator('details', { has: page.getByRole('heading', { name: chapter }) });
  const words = scene.getByText('sits an old woman called Mother Sedge');
  await expect(words).toBeVisible();
  await scene.getByRole('heading').click();
  await expect(words).toBeHidden();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('button', { name: chapter }).click();
  await expect(words).toBeVisible();
  expect(complaints).toEqual([]);
});
