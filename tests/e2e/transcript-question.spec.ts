import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const words = 'The old bell rings again below the water and nobody in town has touched its rope';
/** 20 minutes, in milliseconds. */
const evening = JSON.stringify({
  utterances: Array.from({ length: 200 }, (_, at) => ({
    speaker: at % 2 === 0 ? 'A' : 'B',
    text: words,
    start: at * 6000,
    end: at * 6000 + 6000,
  })),
});

test('[D12] [D2] a transcript in milliseconds: asks before the price, keeps nothing until then, and has the right price', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await gameMaster.signUp(newCredentials('milliseconds'));
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();
  const file = { name: 'evening.json', mimeType: 'application/json', buffer: Buffer.from(evening) };
  const sentence = page.getByText(
    'This transcript’s times look like milliseconds: 20 minutes, not 333 hours.',
  );
  const priced = page.getByRole('heading', { name: 'Start the analysis' });

  await gameMaster.chooseFile(file);
  await expect(sentence).toBeFocused();
  await expect(priced).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.reload();
  await expect(gameMaster.dropZone).toBeAttached();
  await expect(sentence).toBeHidden();

  await gameMaster.chooseFile(file);
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  await expect(page.getByText('we kept none of it')).toBeVisible();

  await gameMaster.chooseFile(file);
  await page.getByRole('button', { name: 'The times are right' }).click();
  await expect(page.getByText('This transcript’s times add up to')).toBeFocused();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(sentence).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(priced).toBeVisible();
  await expect(page.getByRole('main')).toContainText('20:00 from the transcript’s timestamps');
  await expect(page.getByRole('radio', { name: /^Brief.*worth 20 credits/ })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('333');
  // The server's questions are refusals, which the browser logs.
  expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
});
