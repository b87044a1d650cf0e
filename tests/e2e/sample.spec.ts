import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[R1.1] a new user who has recorded nothing reads and hears the sample session, and pays nothing', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  const free = page.getByRole('button', { name: /1 free analysis/ });
  await expect(free).toBeVisible();
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await expect(page).toHaveURL(/campaignId=.*&sessionId=/);
  await gameMaster.evidence.first().click();
  const transcript = gameMaster.panel('Transcript');
  await transcript.getByRole('button', { name: 'Play the cited words' }).click();
  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(transcript.locator('[aria-current]')).toHaveCount(1);
  await expect(free).toBeVisible();

  // It is found again, and not made twice.
  await page.getByRole('link', { name: 'All campaigns' }).click();
  await expect(page.getByRole('link', { name: /The Quiet Bell \(sample\)/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
});
