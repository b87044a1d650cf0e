/**
 * The pictures of the app on the landing page: the sample session, as it is in this checkout.
 * Usage: npm run landing-pictures; commit what it writes to src/web/public/pictures
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium } from 'playwright';
import { makeUser } from '#tests/e2e/support/made-user.ts';
import { type AppPicture, appPictures, largestPictureBytes } from '#web/pages/landing/app-pictures.ts';
import { browserPath } from '../../src/setup/browser-path.ts';
import { startServerProcess } from './server-process.ts';

const publicFolder = join(import.meta.dirname, '..', '..', 'src/web/public');
const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-landing-pictures-'));

function writeWebp(from: string, to: string): void {
  const settings = ['-c:v', 'libwebp', '-preset', 'text', '-quality', '72', '-compression_level', '6'];
  const { status, stderr } = spawnSync(
    'ffmpeg',
    ['-nostdin', '-y', '-v', 'error', '-i', from, ...settings, to],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`ffmpeg could not write ${to}: ${stderr}`);
}

async function openSample(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto('/campaign');
  await page.getByRole('button', { name: 'See a sample session' }).click();
  await page.getByRole('button', { name: 'Skip the hints' }).click();
  await page
    .getByRole('button', { name: /^Show in the transcript/ })
    .first()
    .waitFor();
  const { pathname, search } = new URL(page.url());
  await page.close();
  return pathname + search;
}

async function take(context: BrowserContext, path: string, { width, file }: AppPicture): Promise<void> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  const evidence = page.getByRole('button', { name: /^Show in the transcript/ });
  await evidence.first().waitFor();
  // Where there is room, the words behind a line are beside it.
  if (width > 1000) {
    await evidence.nth(1).click();
    await page.getByRole('complementary', { name: 'Transcript' }).waitFor();
  } else
    await page.getByRole('heading', { name: 'In short' }).evaluate((heading) => heading.scrollIntoView());
  await page.evaluate(() => document.fonts.ready);
  if (width > 1000) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const shot = join(folder, 'shot.png');
  await page.screenshot({ path: shot, animations: 'disabled' });
  await page.close();
  const target = join(publicFolder, file);
  mkdirSync(join(target, '..'), { recursive: true });
  writeWebp(shot, target);
  const { size } = statSync(target);
  process.stdout.write(`public${file} ${size} bytes\n`);
  if (size > largestPictureBytes)
    throw new Error(`public${file} has more than ${largestPictureBytes} bytes.`);
}

const server = startServerProcess({ LOG_LEVEL: 'error', HEARTHSCRIBE_DATA: join(folder, 'data') });
const browser = await chromium.launch(browserPath ? { executablePath: browserPath } : {});
try {
  const origin = (await server.ready).replace(/\/$/, '');
  const credentials = { email: 'game-master@example.org', password: 'a lamp-lit table 7' };
  const stored = await makeUser(origin, credentials);
  let path: string | null = null;
  for (const picture of appPictures) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: picture.width, height: picture.height },
      deviceScaleFactor: picture.scale,
      colorScheme: picture.theme,
      reducedMotion: 'reduce',
    });
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    path ??= await openSample(context);
    await take(context, path, picture);
    await context.close();
  }
} finally {
  await browser.close();
  server.signal('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}
