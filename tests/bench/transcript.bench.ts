import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { GameMaster, newCredentials } from '#tests/e2e/support/game-master.ts';
import { asStarted, startServerProcess } from '#tests/support/server-process.ts';
import type { Figure } from './bench.ts';

const LINES = 80_000;
const words = 'the lantern burns low and somebody asks what stands behind the door of the old mill'.split(
  ' ',
);

/** An evening of twelve hours, 80,000 lines by six speakers. */
function evening(): Buffer {
  const stamp = (at: number) => new Date(at).toISOString().slice(11, 23);
  const lines = Array.from({ length: LINES }, (_, index) => {
    const from = index * 540;
    const said = words.slice(index % 7, 5 + (index % 11)).join(' ');
    return `${stamp(from)} --> ${stamp(from + 500)}\n<v Speaker ${index % 6}>${said} ${index + 1}`;
  });
  return Buffer.from(`WEBVTT\n\n${lines.join('\n\n')}\n`);
}

/** Tasks of the main thread of more than 50 ms, in milliseconds, while `act` runs. */
async function longTasks(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const found: number[] = [];
    const observer = new PerformanceObserver((list) => {
      found.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    Object.assign(window, { longTasks: { found, observer } });
  });
  await act();
  return page.evaluate(() => {
    const { found, observer } = (
      window as unknown as { longTasks: { found: number[]; observer: PerformanceObserver } }
    ).longTasks;
    found.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    return found;
  });
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const frame = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

/** A transcript of 80,000 lines in Chromium: scrolling, searching and editing, by the browser's own long tasks. */
export async function benchTranscript(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const server = startServerProcess({ HEARTHSCRIBE_DATA: folder, LOG_LEVEL: 'warn' }, asStarted);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ baseURL: await server.ready });
  const page = await context.newPage();
  const gameMaster = new GameMaster(page);
  try {
    await gameMaster.signUp(newCredentials());
    await gameMaster.createCampaign('The Lantern Coast');
    await gameMaster.createSession();
    await gameMaster.chooseFile({ name: 'evening.vtt', mimeType: 'text/vtt', buffer: evening() });
    await gameMaster.tab('Transcript').click();
    const frameOfLines = page.getByRole('region', { name: 'Transcript' });
    await page.getByText(/^80,000 lines · [^…]*$/u).waitFor({ timeout: 120_000 });
    await frameOfLines.hover();

    const wheel = async (steps: number, pixels: number) => {
      for (let step = 0; step < steps; step += 1) {
        await page.mouse.wheel(0, pixels);
        await frame(page);
      }
    };
    const scrolling = await longTasks(page, () => wheel(200, 500));
    const before = await heapBytes(page);
    await wheel(500, 2_000);
    const growth = (await heapBytes(page)) / before;

    const field = page.getByRole('searchbox', { name: 'Search the transcript' });
    const searching = await longTasks(page, async () => {
      await field.pressSequentially('old mill', { delay: 60 });
      for (let hit = 0; hit < 20; hit += 1) await field.press('Enter');
      await frame(page);
    });
    await field.fill('');
    const speaker = await longTasks(page, async () => {
      await page.getByRole('combobox', { name: 'Lines of' }).selectOption('Speaker 3');
      await frame(page);
      await page.getByRole('combobox', { name: 'Lines of' }).selectOption('everybody');
      await frame(page);
    });
    await frameOfLines.focus();
    await frameOfLines.press('Home');
    const editing = await longTasks(page, async () => {
      await page.getByRole('button', { name: 'Edit line 3', exact: true }).click();
      await page.getByRole('textbox', { name: 'Words' }).fill('Somebody asks for the miller.');
      await page.getByRole('button', { name: 'Save line' }).click();
      await page.getByText('Line changed.').waitFor();
      await page.getByRole('button', { name: 'Undo: line changed' }).click();
      await page.getByText('Undone: line changed.').waitFor();
    });
    const longest = (name: string, tasks: readonly number[]): Figure => ({
      name: `80,000 lines: ${name}, longest task`,
      value: Math.max(0, ...tasks),
      unit: 'ms',
      peer: `limit 50; ${tasks.length} tasks above it`,
    });
    return [
      longest('scrolling 200 times 500 px', scrolling),
      longest('searching, letter by letter, and 20 hits', searching),
      longest('one speaker’s lines, and all again', speaker),
      longest('editing a line and undoing it', editing),
      {
        name: '80,000 lines: memory after scrolling 1,000,000 px more',
        value: growth,
        unit: '×',
        peer: 'of what it was before; flat is 1',
      },
    ];
  } finally {
    await browser.close();
    server.signal('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
}
