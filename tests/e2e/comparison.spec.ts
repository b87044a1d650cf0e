import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[D6] compares two analyses of a session side by side, through a reload and Back', async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await gameMaster.tab('Analysis').click();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  await gameMaster.startAnalysis('Comprehensive');
  const analysis = gameMaster.panel('Analysis');
  const result = analysis.getByRole('button', { name: 'Copy to notes' });
  await gameMaster.tab('Analysis').click();
  await expect(result).toBeVisible();

  await analysis.getByRole('button', { name: /^Compare with Brief/ }).click();
  const comparison = page.getByRole('article', { name: 'Two analyses compared' });
  for (const isCold of [false, true]) {
    if (isCold) await page.reload();
    await expect(comparison).toBeVisible();
  }
  await comparison.getByRole('switch', { name: 'Show only the differences' }).click();
  await expect(comparison.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.goBack();
  await expect(comparison).toBeHidden();
  await expect(result).toBeVisible();
  await analysis.getByRole('button', { name: /^Compare with Brief/ }).click();
  await comparison.getByRole('button', { name: 'Close the comparison' }).click();
  await expect(result).toBeVisible();
  expect(complaints).toEqual([]);
});
