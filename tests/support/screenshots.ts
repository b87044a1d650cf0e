/**
 * Every screen at 1280 and 375 px, light and dark, and axe's findings.
 * Usage: node src/setup/prepare.mjs build && node --import tsx tests/support/screenshots.ts [FOLDER]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import axe from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { browserPath } from '../../src/setup/browser-path.ts';
import { sampleTranscriptBytes } from './sample-transcript.ts';
import { asStarted } from './server-process.ts';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'hearthscribe-screens-'));
mkdirSync(folder, { recursive: true });
const say = (text: string) => process.stdout.write(`${text}\n`);

function tone(seconds: number): Buffer {
  const samples = 8000 * seconds;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(Math.round(6000 * Math.sin(index / 4)), 44 + index * 2);
  }
  return wav;
}

interface Look {
  name: string;
  options: BrowserContextOptions;
}

const looks: Look[] = [1280, 375].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    options: { viewport: { width, height: width > 650 ? 860 : 740 }, colorScheme },
  })),
);

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, asStarted, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      SPEECH_URL: 'http://127.0.0.1:9/v1',
      HEARTHSCRIBE_DATA: mkdtempSync(join(tmpdir(), 'hearthscribe-screens-data-')),
    },
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\S+)$/.exec(line)?.[1];
    if (url) {
      return {
        url,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
  }
  throw new Error('The server did not start.');
}

const server = await startServer();
const browser = await chromium.launch({
  ...(browserPath ? { executablePath: browserPath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await checker.run(document);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

async function inEveryLook(
  name: string,
  storageState: BrowserContextOptions['storageState'],
  address: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  for (const look of looks) {
    const context = await browser.newContext({
      ...look.options,
      ...(storageState ? { storageState } : {}),
      baseURL: server.url,
    });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') say(`${name} ${look.name}: ${message.text()}`);
    });
    page.on('pageerror', (error) => say(`${name} ${look.name}: ${error.message}`));
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await prepare(page);
    await page.waitForLoadState('networkidle');
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) say(`${name} ${look.name}: ${excess} px wider than the window`);
    await page.screenshot({ path: join(folder, `${name}-${look.name}.png`) });
    for (const violation of await violations(page)) say(`${name} ${look.name}: ${violation}`);
    await context.close();
  }
}

try {
  await inEveryLook('landing', undefined, '/');
  await inEveryLook('join', undefined, '/#join');
  await inEveryLook('terms', undefined, '/terms');
  await inEveryLook('lost', undefined, '/nowhere');

  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Join / Login' }).first().click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Email address').fill('screens@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a lamp-lit table 7');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/campaign');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const signedIn = await context.storageState();
  await inEveryLook('first-campaign', signedIn, '/campaign');

  await page.getByLabel('Title').fill('The Tide at Marrow Bay');
  await page
    .getByLabel('Description (optional)')
    .fill('Bells under water, and a **debt** that nobody wants.');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { level: 1, name: 'The Tide at Marrow Bay' }).waitFor();
  const campaign = page.url();
  await inEveryLook('no-sessions', signedIn, campaign);

  const newSession = async () => {
    await page.goto(campaign);
    await page.getByRole('main').getByRole('button', { name: 'New session' }).click();
    await page.getByLabel('Recording or transcript').waitFor({ state: 'attached' });
    return page.url();
  };
  const empty = await newSession();
  await inEveryLook('upload', signedIn, empty);
  await inEveryLook('estimate', signedIn, empty, async (screen) => {
    await screen
      .getByLabel('Recording or transcript')
      .setInputFiles({ name: 'evening.wav', mimeType: 'audio/wav', buffer: tone(60) });
    await screen.getByRole('button', { name: 'Upload for free' }).waitFor();
  });
  await inEveryLook('rejected', signedIn, empty, async (screen) => {
    await screen.getByLabel('Recording or transcript').setInputFiles({
      name: 'evening.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from('<html>no audio</html>'),
    });
    await screen.getByRole('alert').first().waitFor();
  });

  await page
    .getByLabel('Recording or transcript')
    .setInputFiles({ name: 'evening.wav', mimeType: 'audio/wav', buffer: tone(60) });
  await page.getByRole('button', { name: 'Upload for free' }).click();
  await page.getByRole('button', { name: /^Start analysis/ }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 });
  await inEveryLook('failed', signedIn, page.url());

  await newSession();
  await page.getByLabel('Recording or transcript').setInputFiles({
    name: 'evening.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(sampleTranscriptBytes(40)),
  });
  await page.getByRole('heading', { name: 'Start the analysis' }).waitFor();
  await inEveryLook('quote', signedIn, page.url());
  await page.getByRole('radio', { name: /^Comprehensive/ }).check();
  await page.getByRole('button', { name: /^Start analysis/ }).click();
  await page.waitForURL(/analysisId=/);
  await page.screenshot({ path: join(folder, 'running.png') });
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Copy to notes' }).waitFor({ timeout: 60_000 });
  const session = page.url().replace(/#.*/, '');
  await inEveryLook('analysis', signedIn, `${session}#analysis`, async (screen) => {
    await screen.getByRole('heading', { name: 'In short' }).waitFor();
  });
  await inEveryLook('notes', signedIn, `${session}#notes`);
  await inEveryLook('evidence', signedIn, `${session}#analysis`, async (screen) => {
    await screen
      .getByRole('button', { name: /^Show in the transcript/ })
      .nth(3)
      .click();
    await screen.getByRole('region', { name: 'Transcript' }).waitFor();
  });
  await inEveryLook('no-credits', signedIn, `${session}#analysis`, async (screen) => {
    await screen.getByRole('button', { name: 'Analyze again' }).click();
    await screen.getByRole('heading', { name: 'Start the analysis' }).waitFor();
  });
  await inEveryLook('overview', signedIn, campaign);
  await inEveryLook('campaigns', signedIn, '/campaign');
  await inEveryLook('not-found', signedIn, '/campaign?campaignId=01900000-0000-7000-8000-000000000000');
  await inEveryLook('drawer', signedIn, campaign, async (screen) => {
    const opener = screen.getByRole('button', { name: 'Campaign and sessions' });
    if (!(await opener.isVisible())) return;
    await opener.click();
    await screen
      .locator('#sidebar')
      .evaluate((sidebar) => Promise.all(sidebar.getAnimations().map((animation) => animation.finished)));
  });
  say(`The pictures are in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
}
