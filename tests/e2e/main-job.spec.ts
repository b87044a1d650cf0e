import { recording, transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test('[R1.1] [R1.6] from sign-up to notes: uploads, prices, transcribes and summarizes a recording, each line with its evidence', async ({
  page,
  gameMaster,
  speech,
  complaints,
}) => {
  const credentials = newCredentials();
  await gameMaster.signUp(credentials);
  await expect(page.getByText('1 free analysis')).toBeVisible();
  await gameMaster.createCampaign('The Drowned Chapel');
  await gameMaster.createSession();

  await gameMaster.chooseFile(await recording());
  await expect(page.getByRole('heading', { name: 'Before you upload' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await expect(page.getByText('measured from the recording')).toBeVisible();
  await gameMaster.startAnalysis('Comprehensive');
  await page.reload();

  await expect(gameMaster.evidence.first()).toBeVisible();
  expect(speech.requests.length).toBeGreaterThan(0);
  await expect(page.getByText('1 free analysis')).toBeHidden();

  await gameMaster.evidence.first().click();
  const cited = gameMaster.panel('Transcript').locator('[data-highlighted]').first();
  await expect(cited).toBeVisible();
  await expect(gameMaster.evidence.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cited).toBeHidden();
  await expect(gameMaster.evidence.first()).toBeFocused();
  await page.setViewportSize({ width: 1000, height: 800 });
  await gameMaster.evidence.first().click();
  await expect(gameMaster.tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  await expect(cited).toBeVisible();
  await page.goBack();
  await expect(gameMaster.tab('Notes')).toHaveAttribute('aria-selected', 'true');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await gameMaster.signIn(credentials);
  await page.getByRole('link', { name: /The Drowned Chapel/ }).click();
  await expect(page.getByRole('link', { name: /Session 1/ }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[R1.3] turns a transcript into brief notes without speech recognition', { tag: '@everything' }, async ({
  page,
  gameMaster,
  complaints,
}) => {
  await gameMaster.signUp(newCredentials());
  await gameMaster.createCampaign('Oldmere');
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await expect(page.getByText('estimated from the number of words')).toBeVisible();
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await gameMaster.tab('Evening').click();
  await expect(gameMaster.panel('Evening').getByText('Highlights').first()).toBeVisible();
  await gameMaster.tab('Transcript').click();
  await gameMaster.panel('Transcript').getByRole('searchbox').fill('I am Abbot Corvane');
  await gameMaster.panel('Transcript').getByRole('button', { name: 'Next' }).click();
  await expect(gameMaster.panel('Transcript').getByText('I am Abbot Corvane')).toBeVisible();
  expect(complaints).toEqual([]);
});
