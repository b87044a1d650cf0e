import type { Page, Request } from '@playwright/test';
import { paintNothing } from '../support/unpainted.ts';

/** Effects of a click that the accessibility tree does not show. */
export interface Traces {
  mutations: number;
  copied: number;
  scrolled: number;
}

export interface WatchedWindow {
  traces: Traces;
  /** Waits for frames in real time, until one has changed nothing; false if none does. */
  untilStill(): Promise<boolean>;
  __pwClock: {
    controller: { runFor(milliseconds: number): Promise<void> };
    builtins: { requestAnimationFrame: typeof requestAnimationFrame };
  };
}

const isLeaving = (error: unknown) => /context was destroyed|navigat|closed/i.test(String(error));

/** How long a page is left alone before and after each click, by its own clock. */
const idleMilliseconds = 2000;

/** Watches a page's requests, changes and clock, to detect when it is idle instead of waiting. */
export async function watchRest(page: Page) {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (response) => {
    // Events come as long as the page is open, and a sound is loaded while it is heard.
    if (/^(?:text\/event-stream|audio\/)/.test(response.headers()['content-type'] ?? ''))
      end(response.request());
  });
  await page.clock.install();
  await paintNothing(page);
  await page.addInitScript(() => {
    const traces = { mutations: 0, copied: 0, scrolled: 0 };
    Object.assign(window, { traces });
    new MutationObserver((records) => {
      traces.mutations += records.length;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener(
      'scroll',
      () => {
        traces.scrolled += 1;
      },
      { capture: true, passive: true },
    );
    async function untilStill(): Promise<boolean> {
      const { builtins } = (window as unknown as WatchedWindow).__pwClock;
      for (let frame = 0; frame < 50; frame += 1) {
        const known = traces.mutations;
        await new Promise((resolve) => builtins.requestAnimationFrame(resolve));
        // Size and position observers are notified at the end of the frame.
        await new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            port1.close();
            resolve();
          };
          port2.postMessage(null);
        });
        if (traces.mutations === known) return true;
      }
      return false;
    }
    Object.assign(window, { untilStill });
    const { clipboard } = navigator;
    if (clipboard === undefined) return;
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) => {
      traces.copied += 1;
      return writeText(text);
    };
  });

  /** Advances time, then frames, so that everything that has arrived is read and rendered. */
  const breathe = (time: number) =>
    page.evaluate(async (milliseconds) => {
      const { untilStill, __pwClock: clock } = window as unknown as WatchedWindow;
      if (milliseconds > 0) await clock.controller.runFor(milliseconds);
      return untilStill();
    }, time);

  async function untilQuiet(time = 0): Promise<void> {
    let left = time;
    for (let turn = 0; turn < 500; turn += 1) {
      const passing = left;
      const wasWaiting = open.size > 0;
      left = 0;
      try {
        const isStill = await breathe(passing);
        if (isStill && !wasWaiting && open.size === 0) return;
      } catch (error) {
        if (!isLeaving(error)) throw error;
        if (page.isClosed()) return;
        await page.waitForLoadState('domcontentloaded');
      }
    }
    throw new Error(
      `The page does not come to rest; it waits for ${[...open].map((one) => one.url()).join(', ')}`,
    );
  }

  /** Reads the page, and again if navigation interrupted the read. */
  async function steadily<Value>(read: () => Promise<Value>): Promise<Value> {
    for (let turn = 0; ; turn += 1) {
      try {
        return await read();
      } catch (error) {
        if (turn > 20 || !isLeaving(error) || page.isClosed()) throw error;
        await page.waitForLoadState('domcontentloaded');
        await untilQuiet();
      }
    }
  }

  return {
    page,
    untilQuiet: () => untilQuiet(),
    steadily,
    /** Two idle seconds pass: no request, no change, no due timer. */
    async untilIdle(): Promise<void> {
      await untilQuiet();
      await untilQuiet(idleMilliseconds);
    },
    idle: () => untilQuiet(idleMilliseconds),
    forget: () => open.clear(),
  };
}

export type RestingPage = Awaited<ReturnType<typeof watchRest>>;
