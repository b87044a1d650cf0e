import { transcriptFile } from './support/files.ts';
import { GameMaster, newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test("[R6.4] does not find another user's campaign, session and analysis; sends signed-out visitors to the landing page", async ({
  page,
  gameMaster,
  browser,
  baseURL,
}) => {
  await gameMaster.signUp(newCredentials('owner'));
  await gameMaster.createCampaign('A secret');
  const campaignUrl = page.url();
  await gameMaster.createSession();
  await gameMaster.chooseFile(transcriptFile());
  await gameMaster.startAnalysis('Brief');
  await expect(gameMaster.evidence.first()).toBeVisible();
  await expect(page).toHaveURL(/analysisId=/);
  const analysisUrl = page.url();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const strangersPage = await context.newPage();
  const stranger = new GameMaster(strangersPage);
  await strangersPage.goto(campaignUrl);
  await expect(strangersPage).toHaveURL(/\/$/);
  await stranger.signUp(newCredentials('stranger'));
  for (const url of [campaignUrl, analysisUrl, analysisUrl.replace(/[0-9a-f]{12}$/, 'not-an-id')]) {
    await strangersPage.goto(url);
    await expect(strangersPage.getByRole('heading', { name: /not found/i })).toBeVisible();
    await expect(strangersPage.getByText('A secret')).toBeHidden();
  }
  await context.close();
});

test('[R2.15] shows the 404 page with its status for an unknown path; [R2.5] redirects /app_index.html to /campaign with its query', async ({
  page,
  gameMaster,
}) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found|nothing here|page/i);

  await gameMaster.signUp(newCredentials('redirects'));
  await page.goto('/app_index.html?campaignId=x');
  await expect(page).toHaveURL(/\/campaign\?campaignId=x$/);
});

test('[R1.2] shows the tagline on the landing page and in its description', async ({ page }) => {
  const tagline = 'Less note-taking, more world-building';
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: tagline })).toBeVisible();
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', new RegExp(tagline));
});
