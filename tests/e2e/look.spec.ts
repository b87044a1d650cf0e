import { axeFindings } from './support/axe-findings.ts';
import { transcriptFile } from './support/files.ts';
import { newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
] as const;

for (const { width, colorScheme } of looks) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });

    test(`[R9.9] every screen fits ${width} px, and axe finds nothing on it in ${colorScheme}`, async ({
      page,
      gameMaster,
    }) => {
      const check = async (screen: string) => {
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
        await expect
          .configure({ soft: true })
          .poll(() => axeFindings(page), screen)
          .toEqual([]);
      };
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check('landing');
      await page.getByRole('button', { name: 'Join / Login' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('sign-in');
      await gameMaster.signUp(newCredentials('look'));
      await check('first campaign');
      await gameMaster.createCampaign(
        'A long title that somebody chose because the campaign is long as well',
      );
      await check('campaign');
      await gameMaster.createSession();
      await check('empty session');
      await gameMaster.chooseFile(transcriptFile());
      await expect(page.getByRole('heading', { name: 'Start the analysis' })).toBeVisible();
      await check('quote');
      await gameMaster.startAnalysis('Comprehensive');
      await expect(gameMaster.evidence.first()).toBeVisible();
      await check('notes');
      await gameMaster.tab('Analysis').click();
      await expect(gameMaster.panel('Analysis').getByText('Highlights').first()).toBeVisible();
      await check('analysis');
      await gameMaster.tab('Transcript').click();
      await expect(gameMaster.panel('Transcript').getByRole('listitem').first()).toBeVisible();
      await check('transcript');
    });
  });
}
