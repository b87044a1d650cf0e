import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { copyTestDatabase } from '#tests/support/postgres.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { watchConsole } from './console-watch.ts';
import { GameMaster } from './game-master.ts';
import { pressLikeAPerson } from './press-like-a-person.ts';
import { paintNothing } from './unpainted.ts';

interface WorkerFixtures {
  speech: ToneSpeechServer;
  serverSettings: Readonly<Record<string, string>>;
  serverUrl: string;
}

interface TestFixtures {
  gameMaster: GameMaster;
  complaints: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  speech: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const speech = await startToneSpeechServer();
      await use(speech);
      await speech.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [{}, { option: true, scope: 'worker' }],
  serverUrl: [
    async ({ speech, serverSettings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-e2e-'));
      const database = await copyTestDatabase();
      const server = startServerProcess({
        HEARTHSCRIBE_DATA: folder,
        SPEECH_URL: speech.url,
        NOTES_URL: 'none',
        // Nothing answers there: no test downloads gigabytes.
        NOTES_MODEL_URL: 'http://127.0.0.1:9',
        WELCOME_CREDITS: '5000',
        LOG_LEVEL: 'warn',
        ...(database === null ? {} : { DATABASE_URL: database.url }),
        ...serverSettings,
      });
      await use(await server.ready);
      server.signal('SIGTERM');
      await server.ended;
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ serverUrl }, use) => use(serverUrl),
  context: async ({ context }, use) => {
    await pressLikeAPerson(context);
    await use(context);
  },
  // Chromium hangs if a context is closed while its page is loading.
  page: async ({ page }, use, testInfo) => {
    await paintNothing(page);
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) await describePages(page.context());
    if (!page.isClosed()) await page.goto('about:blank').catch(() => undefined);
  },
  complaints: [
    async ({ page }, use) => {
      await use(watchConsole(page));
    },
    { auto: true },
  ],
  gameMaster: async ({ page }, use) => use(new GameMaster(page)),
});

/** Prints what the pages of a failed test's own window show, because a run elsewhere leaves nothing but its output. */
async function describePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    process.stdout.write(`\n${page.url()}\n${shown}\n`);
  }
}

export { expect } from '@playwright/test';
