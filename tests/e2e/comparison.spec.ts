import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[D6] says that a second analysis is ready, on a cold page of either width; compares both, through a reload and Back', async ({
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
  await gameMaster.tab('Evening').click();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  await gameMaster.startAnalysis('Comprehensive');
  const analysis = gameMaster.panel('Evening');
  const result = analysis.getByRole('slider', { name: 'Timeline of the evening' });
  await gameMaster.tab('Evening').click();
  await expect(result).toBeVisible();

  const notes = gameMaster.panel('Notes');
  const isReady = notes.getByText('The new analysis is ready');
  const comparison = page.getByRole('article', { name: 'Two analyses compared' });
  const cold = new URL(page.url());
  for (const name of ['analysisId', 'compare']) cold.searchParams.delete(name);
  cold.hash = '';
  for (const [width, press, shown] of [
    [375, 'Compare with the previous one', comparison],
    [1280, 'Read it', result],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(cold.href);
    await expect(isReady).toBeVisible();
    await expect(notes.getByRole('button', { name: 'Copy to notes' })).toBeVisible();
    await notes.getByRole('button', { name: press }).click();
    await expect(shown).toBeVisible();
  }

  await analysis.getByRole('button', { name: /^Compare with Brief/ }).click();
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
  await analysis.getByRole('button', { name: 'Copy to notes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace them' }).click();
  await expect(notes).toBeVisible();
  await expect(isReady).toHaveCount(0);
  // The page asks what to do with the present notes once the server says that there are some.
  expect(complaints.filter((complaint) => !/409/.test(complaint))).toEqual([]);
});
