import type { Page } from '@playwright/test';
import { publicPaths } from '#contract/pages.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { callsAs } from './pressing/account-screens.ts';
import { newCredentials } from './support/game-master.ts';
import { holdRequests } from './support/hold-requests.ts';
import { openAwake } from './support/open-awake.ts';
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

test('[R2.20] Back to a public page with late code restores its position once it is rendered; so do Forward and reload', {
  tag: '@everything',
}, async ({ page }) => {
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
  const evening = page.getByRole('heading', { level: 3, name: 'Evening 40' });
  await page.goto(`/campaign?campaignId=${id}`);
  await expect(evening).toBeAttached();
  await goDown(page, 1500);
  await evening.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/sessionId=/);
  await expect(gameMaster.dropZone).toBeAttached();
  await page.goBack();
  await expect(evening).toBeAttached();
  expect(await positionAtRest(page)).toBe(1500);

  const sessions = await holdRequests(page, /\/campaigns\/[^/]+\/sessions/);
  for (let reloads = 0; reloads < 2; reloads += 1) {
    await page.reload();
    await expect(campaign).toBeVisible();
    expect(await positionAtRest(page)).toBeLessThan(1500);
  }
  sessions.release();
  await expect(evening).toBeAttached();
  expect(await positionAtRest(page)).toBe(1500);

  await page.goto('/pricing');
  const returned = await holdRequests(page, /\/(campaigns|sessions|check-session)(\/|$|\?)/);
  await page.goBack();
  await returned.requested;
  await positionAtRest(page);
  returned.release();
  await expect(evening).toBeAttached();
  expect(await positionAtRest(page)).toBe(1500);
});

/** Clicks a link without moving the page first, as a locator's click does under a sticky bar. Adds one where the page has none. */
function followFrom(page: Page, path: string): Promise<void> {
  return page.evaluate((href) => {
    const known = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);
    if (known !== null) return known.click();
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

test('[R2.20] Back after a press in the bar returns to where the reader was', { tag: '@everything' }, async ({
  page,
}) => {
  for (const open of [() => page.goto('/'), () => openAwake(page, '/')]) {
    await open();
    await goDown(page, 1500);
    const link = await page.getByRole('banner').getByRole('link', { name: 'Blog' }).boundingBox();
    if (link === null) throw new Error('The bar has no link to the blog.');
    await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2);
    await expect(page).toHaveURL(/\/blog$/);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Less note-taking');
    expect(await positionAtRest(page)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Less note-taking');
    await expect.poll(() => positionAtRest(page)).toBe(1500);
  }
});

async function headingOf(page: Page, path: string): Promise<string> {
  await page.goto(path);
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

test('[R2.20] public pages in pairs, each way (with the next, or in `npm run test:all` with every other): down, over, Back and Forward restore both positions', {
  tag: '@everything',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const headings: Record<string, string> = {};
  for (const path of publicPaths) headings[path] = await headingOf(page, path);
  await openAwake(page, '/ai');
  const wrong = await page.evaluate(
    async ([paths, headings, others]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const until = async (isSo: () => boolean) => {
        for (let frames = 0; frames < 300 && !isSo(); frames += 1) await frame();
        return isSo();
      };
      const isShown = (path: string) =>
        location.pathname === path && document.querySelector('h1')?.textContent === headings[path];
      const follow = (href: string) => {
        const known = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);
        const link = known ?? document.createElement('a');
        link.href = href;
        if (known === null) document.body.append(link);
        link.click();
        if (known === null) link.remove();
      };
      const down = async (share: number) => {
        const top = Math.floor((document.documentElement.scrollHeight - innerHeight) * share);
        scrollTo({ top, behavior: 'instant' });
        await frame();
        return scrollY;
      };
      const faults: string[] = [];
      const go = async (path: string) => {
        if (location.pathname !== path) follow(path);
        if (!(await until(() => isShown(path)))) faults.push(`${path} is not shown`);
        await frame();
      };
      const step = async (by: 'back' | 'forward', path: string, at: number, pair: string) => {
        history[by]();
        await until(() => isShown(path) && scrollY === at);
        await frame();
        if (!isShown(path) || scrollY !== at)
          faults.push(`${pair}: ${by} to ${path} at ${scrollY}, not ${at}`);
      };
      for (const [at, one] of paths.entries()) {
        for (const other of paths.slice(at + 1, at + 1 + others).flatMap((path) => [path, path])) {
          const [from, to] = location.pathname === other ? [other, one] : [one, other];
          await go(from);
          const left = await down(0.7);
          await go(to);
          const reached = await down(0.4);
          await step('back', from, left, `${from} → ${to}`);
          await step('forward', to, reached, `${from} → ${to}`);
          if (faults.length > 3) return faults;
        }
      }
      return faults;
    },
    [publicPaths, headings, testsEverything ? publicPaths.length : 1] as const,
  );
  expect(wrong).toEqual([]);
});

test('[R2.20] public pages whose code has not run: Back through all of them, and Forward again', {
  tag: '@everything',
}, async ({ page }) => {
  const positions: number[] = [];
  await page.goto(publicPaths[0] ?? '/');
  for (const [at, path] of publicPaths.entries()) {
    await expect(page).toHaveURL((url) => url.pathname === path);
    if ((await page.locator('#root[data-target]').count()) > 0) {
      await page.locator('#root[data-scrolled]').waitFor();
      await positionAtRest(page);
    }
    const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await goDown(page, Math.floor(height * 0.6));
    positions.push(Math.floor(height * 0.6));
    const next = publicPaths[at + 1];
    if (next !== undefined) {
      await followFrom(page, next);
      await page.waitForURL((url) => url.pathname === next);
    }
  }
  const last = publicPaths.length - 1;
  const around = [...publicPaths.keys()].slice(0, last);
  for (const at of around.toReversed()) {
    await page.goBack();
    await expect(page).toHaveURL((url) => url.pathname === publicPaths[at]);
    await expect
      .poll(() => positionAtRest(page).then((y) => Math.abs(y - (positions[at] ?? 0))), publicPaths[at])
      .toBeLessThan(8);
  }
  for (const at of around.map((before) => before + 1)) {
    await page.goForward();
    await expect(page).toHaveURL((url) => url.pathname === publicPaths[at]);
    await expect
      .poll(() => positionAtRest(page).then((y) => Math.abs(y - (positions[at] ?? 0))), publicPaths[at])
      .toBeLessThan(8);
  }
});
