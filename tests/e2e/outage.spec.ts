import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noClusterReason, startCluster, type TestCluster } from '#tests/support/postgres.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { GameMaster, newCredentials } from './support/game-master.ts';
import { expect, test } from './support/test.ts';

const reason = noClusterReason();
const patience = { timeout: 60_000 };

test.describe('PostgreSQL becomes unreachable', () => {
  test.skip(reason !== null, reason ?? '');
  test.setTimeout(180_000);
  let postgres: TestCluster;
  let server: ServerProcess;
  let url: string;
  let folder: string;
  test.beforeAll(async () => {
    postgres = await startCluster();
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-e2e-outage-'));
    server = startServerProcess({
      HEARTHSCRIBE_DATA: folder,
      DATABASE_URL: postgres.url,
      DATABASE_WAIT_SECONDS: '5',
    });
    url = await server.ready;
  });
  test.afterAll(async () => {
    server.signal('SIGTERM');
    await server.ended;
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('[R4.3] keeps users signed in: the page stays, retries by itself and recovers', {
    tag: '@everything',
  }, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    const gameMaster = new GameMaster(page);
    await gameMaster.signUp(newCredentials('outage'));
    await gameMaster.createCampaign('The Lantern Coast');
    const address = page.url();
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.idToken')).length);
    const tokens = await kept();
    expect(tokens).toBeGreaterThan(0);

    await postgres.end('immediate');
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/check-session'));
    await page.reload();
    expect((await refused).status()).toBe(503);
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join / Login' })).toHaveCount(0);
    expect(page.url()).toBe(address);
    expect(await kept()).toBe(tokens);

    await postgres.start();
    await expect(page.getByRole('heading', { level: 1, name: 'The Lantern Coast' })).toBeVisible(patience);
    expect(page.url()).toBe(address);
    await context.close();
  });
});
