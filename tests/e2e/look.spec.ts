import { axeFindings } from './support/axe-findings.ts';
import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const narrow = { width: 375, height: 800 };

test.use({ viewport: narrow, colorScheme: 'dark', bypassCSP: true });

test('[R9.9] every screen before the notes fits 375 and 1280 px, and axe finds nothing on it, dark on a phone and light in a wide window', async ({
  page,
  gameMaster,
}) => {
  const fits = async (screen: string) => {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
    await expect
      .configure({ soft: true })
      .poll(() => axeFindings(page), screen)
      .toEqual([]);
  };
  /** Everything is pressed on the phone; then the window is widened for a look. Specs of later screens look at those. */
  const check = async (screen: string) => {
    await fits(`${screen}, dark at 375 px`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await fits(`${screen}, light at 1280 px`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(narrow);
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('sign-in');
  await gameMaster.signUp(newCredentials('look'));
  await check('first campaign');
  await gameMaster.createCampaign('A long title that somebody chose because the campaign is long as well');
  await check('campaign');
  await gameMaster.createSession();
  await check('empty session');
  await gameMaster.chooseFile(transcriptFile());
  await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
  await check('quote');
});
