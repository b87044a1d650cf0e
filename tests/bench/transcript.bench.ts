import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { GameMaster, newCredentials } from '#tests/e2e/support/game-master.ts';
import { twelveHourNoise } from '#tests/support/audio.ts';
import { asStarted, startServerProcess } from '#tests/support/server-process.ts';
import { browserPath } from '../../src/setup/browser-path.ts';
import type { Figure } from './figure.ts';
import { longTaskMs, type Task, tasksDuring } from './main-thread.ts';

const LINES = 80_000;
const LINE_SECONDS = 0.53;
const words = 'the lantern burns low and somebody asks what stands behind the door of the old mill'.split(
  ' ',
);

function evening(): Buffer {
  const stamp = (at: number) => new Date(at).toISOString().slice(11, 23);
  const lines = Array.from({ length: LINES }, (_, index) => {
    const from = index * 540;
    const said = words.slice(index % 7, 5 + (index % 11)).join(' ');
    return `${stamp(from)} --> ${stamp(from + 500)}\n<v Speaker ${index % 6}>${said} ${index + 1}`;
  });
  return Buffer.from(`WEBVTT\n\n${lines.join('\n\n')}\n`);
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const frame = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

function longest(name: string, tasks: readonly Task[]): Figure {
  const above = (of: 'wall' | 'cpu') => tasks.filter((task) => task[of] > longTaskMs).length;
  const cpu = Math.max(0, ...tasks.map((task) => task.cpu));
  return {
    name: `80,000 lines: ${name}, longest task`,
    value: tasks[0]?.wall ?? 0,
    unit: 'ms',
    peer: `limit ${longTaskMs}; ${above('wall')} of ${tasks.length} tasks above it; of processor time ${cpu.toFixed(0)} ms, ${above('cpu')} above`,
  };
}

interface Bench {
  browser: Browser;
  page: Page;
  gameMaster: GameMaster;
}

async function inSession<Result>(
  environment: Record<string, string>,
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const server = startServerProcess(
    { HEARTHSCRIBE_DATA: folder, LOG_LEVEL: 'warn', ...environment },
    asStarted,
  );
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({ baseURL: await server.ready });
    const page = await context.newPage();
    const gameMaster = new GameMaster(page);
    await gameMaster.signUp(newCredentials());
    await gameMaster.createCampaign('The Lantern Coast');
    await gameMaster.createSession();
    return await measure({ browser, page, gameMaster });
  } finally {
    await browser.close();
    server.signal('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

export async function benchTranscript(): Promise<Figure[]> {
  return [...(await inSession({}, benchReading)), ...(await benchFollowing())];
}

async function benchReading({ browser, page, gameMaster }: Bench): Promise<Figure[]> {
  const during = (act: () => Promise<void>) => tasksDuring(browser, page, act);
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
  const scrolling = await during(() => wheel(200, 500));
  const before = await heapBytes(page);
  await wheel(500, 2_000);
  const growth = (await heapBytes(page)) / before;

  const field = page.getByRole('searchbox', { name: 'Search the transcript' });
  const searching = await during(async () => {
    await field.pressSequentially('old mill', { delay: 60 });
    for (let hit = 0; hit < 20; hit += 1) await field.press('Enter');
    await frame(page);
  });
  await field.fill('');
  const speaker = await during(async () => {
    await page.getByRole('combobox', { name: 'Lines of' }).selectOption('Speaker 3');
    await frame(page);
    await page.getByRole('combobox', { name: 'Lines of' }).selectOption('everybody');
    await frame(page);
  });
  await frameOfLines.focus();
  await frameOfLines.press('Home');
  const editing = await during(async () => {
    await page.getByRole('button', { name: 'Edit line 3', exact: true }).click();
    await page.getByRole('textbox', { name: 'Words' }).fill('Somebody asks for the miller.');
    await page.getByRole('button', { name: 'Save line' }).click();
    await page.getByText('Line changed.').waitFor();
    await page.getByRole('button', { name: 'Undo: line changed' }).click();
    await page.getByText('Undone: line changed.').waitFor();
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
}

async function startTalkativeSpeech() {
  const server = createServer((request, response) => {
    const seconds = Number(request.headers['content-length']) / 32_000;
    request.resume().on('end', () => {
      const segments = Array.from({ length: Math.floor(seconds / LINE_SECONDS) }, (_, index) => ({
        start: index * LINE_SECONDS,
        end: index * LINE_SECONDS + 0.5,
        text: `${words.slice(index % 7, (index % 7) + 6 + (index % 4)).join(' ')} ${index}.`,
      }));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ language: 'english', text: '', segments }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

async function benchFollowing(): Promise<Figure[]> {
  const recording = await twelveHourNoise();
  const speech = await startTalkativeSpeech();
  try {
    return await inSession(
      { SPEECH_URL: speech.url, SPEECH_CHUNK_SECONDS: '780', WELCOME_CREDITS: '5000' },
      async ({ browser, page, gameMaster }) => {
        const during = (act: () => Promise<void>) => tasksDuring(browser, page, act);
        page.setDefaultTimeout(900_000);
        await gameMaster.chooseFile(recording);
        await page.getByRole('button', { name: 'Upload for free' }).click();
        await gameMaster.startAnalysis('Brief');
        await gameMaster.evidence.first().waitFor();
        await gameMaster.tab('Transcript').click();
        await page.getByText(/^8\d,\d{3} lines · [^…]*$/u).waitFor();

        const lines = page.getByRole('region', { name: 'Transcript' });
        const player = page.getByRole('region', { name: 'Player' });
        const slider = player.getByRole('slider', { name: 'Position in the recording' });
        const heard = lines.locator('[aria-current="true"]');
        const indexOf = async (line: Locator) => Number(await line.getAttribute('data-index'));
        await lines
          .getByRole('button', { name: /^Play from/u })
          .first()
          .click();
        await player.getByRole('button', { name: 'Pause' }).waitFor();
        for (const speed of [1, 1.25, 1.5, 1.75]) {
          await page.waitForTimeout(400);
          await player.getByRole('button', { name: `Speed ${speed}×`, exact: true }).click();
          await player
            .getByRole('button', { name: `Speed ${speed}×`, exact: true })
            .waitFor({ state: 'hidden' });
        }
        await player.getByRole('button', { name: 'Speed 2×' }).waitFor();

        const heardFrom = (index: number) =>
          page.waitForFunction((least) => {
            const line = document.querySelector<HTMLElement>('.transcript-line[aria-current="true"]');
            return line !== null && Number(line.dataset.index) >= least;
          }, index);
        await heard.waitFor();
        const first = await indexOf(heard);
        const following = await during(async () => {
          await heardFrom(first + 120);
        });

        const jumping = await during(async () => {
          await slider.focus();
          for (const key of ['PageUp', 'PageUp', 'PageUp', 'PageDown', 'PageUp', 'PageUp']) {
            await page.keyboard.press(key);
            for (let step = 0; step < 10; step += 1) {
              await page.keyboard.press(step % 3 === 2 ? 'j' : 'l');
              await frame(page);
              await heard.waitFor();
            }
          }
        });

        const clicking = await during(async () => {
          for (let click = 0; click < 20; click += 1) {
            await lines.hover();
            await page.mouse.wheel(0, 3000);
            await frame(page);
            const wanted = lines.getByRole('listitem').nth(20);
            const index = await indexOf(wanted);
            await wanted.getByRole('button', { name: /^Play from/u }).click();
            await heardFrom(index);
          }
        });
        return [
          longest('following 120 lines heard at 2×', following),
          longest('jumping in what is heard, 60 times by L and J and 6 times by an hour', jumping),
          longest('hearing 20 lines that are clicked', clicking),
        ];
      },
    );
  } finally {
    speech.close();
  }
}
