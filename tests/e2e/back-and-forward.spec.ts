import type { Page } from '@playwright/test';
import { callsAs } from './pressing/account-screens.ts';
import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const positionAtRest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0;
        let last = Number.NaN;
        const look = () => {
          frames = window.scrollY === last ? frames + 1 : 0;
          last = window.scrollY;
          if (frames === 15) resolve(last);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

async function goDown(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  expect(await positionAtRest(page)).toBe(top);
}

test('[R2.20] Back to a public page with late code restores its position once it is rendered; so do Forward and reload', async ({
  page,
}) => {
  await page.goto('/tips-and-tricks');
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible();
  await goDown(page, 1500);
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/ai"]')?.click());
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Tips and Tricks');
  expect(await positionAtRest(page)).toBe(0);
  await goDown(page, 700);

  const scripts = await holdRequests(page, '**/assets/*.js');
  await page.goBack();
  await scripts.requested;
  await positionAtRest(page);
  scripts.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tips and Tricks');
  // No sign of a visitor had started the page's code there, so the browser restores it, now and then 4 px off.
  expect(Math.abs((await positionAtRest(page)) - 1500)).toBeLessThan(8);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Tips and Tricks');
  const forward = await positionAtRest(page);
  expect(Math.abs(forward - 700)).toBeLessThan(8);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Join / Login' })).toBeVisible();
  expect(await positionAtRest(page)).toBe(forward);
});

test('[R2.20] restores the position in a long campaign with late data: Back, Forward, Back from another document, and reload', async ({
  page,
  gameMaster,
  serverUrl,
}) => {
  await gameMaster.signUp(newCredentials());
  const call = callsAs(serverUrl, await page.evaluate(() => ({ ...localStorage })));
  const { id } = await call('POST', '/campaigns', { title: 'A long road' });
  for (let at = 0; at < 40; at += 1)
    await call('POST', `/campaigns/${id}/sessions`, { title: `Evening ${at + 1}` });

  const campaign = page.getByRole('heading', { level: 1, name: 'A long road' });
  const holdData = () => holdRequests(page, /\/(campaigns|sessions|check-session)(\/|$|\?)/);
  await page.goto(`/campaign?campaignId=${id}`);
  await expect(campaign).toBeVisible();
  await goDown(page, 1500);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Evening 40' })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/sessionId=/);
  await expect(gameMaster.dropZone).toBeAttached();
  await page.goBack();
  await expect(campaign).toBeVisible();
  expect(await positionAtRest(page)).toBe(1500);

  const reloaded = await holdData();
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
  await positionAtRest(page);
  reloaded.release();
  await expect(campaign).toBeVisible();
  expect(await positionAtRest(page)).toBe(1500);

  await page.goto('/pricing');
  const returned = await holdData();
  await page.goBack();
  await expect(page.getByRole('banner')).toBeVisible();
  await positionAtRest(page);
  returned.release();
  await expect(campaign).toBeVisible();
  expect(await positionAtRest(page)).toBe(1500);
});
