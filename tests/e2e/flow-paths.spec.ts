import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { catalogue } from '#machines/index.ts';
import { type LevelCoverage, readCoverage, writeCoverage } from '#tests/web/paths/coverage-file.ts';
import { flowsInChromium } from './flows/chromium-flows.ts';
import { openHarnessPage } from './flows/chromium-stage.ts';
import { runInChromium } from './flows/run-in-chromium.ts';
import { buildHarness } from './support/harness-build.ts';
import { type HeldBackend, startHeldBackend } from './support/held-backend.ts';

/** `npm run paths:browser` writes what it has measured; elsewhere what is committed must be so. */
const isWriting = process.env.npm_lifecycle_event === 'paths:browser';

/** Steps of the longest tour that runs with the other tests; longer ones only by `npm run paths:browser`. */
const longest = 150;

const test = base.extend<object, { backend: HeldBackend; harnessPage: Page }>({
  harnessPage: [
    async ({ browser, backend }, use) => {
      const page = await openHarnessPage(browser, backend);
      await use(page);
      await page.context().close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-paths-'));
      await buildHarness(folder);
      const backend = await startHeldBackend(folder);
      await use(backend);
      await backend.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const measured = new Map<string, LevelCoverage>();

for (const one of flowsInChromium) {
  const { flow: name } = one.screen;
  test(`${name}: every transition happens in Chromium`, async ({ harnessPage, backend }) => {
    test.setTimeout(300_000);
    const flow = catalogue.find((each) => each.name === name)!;
    const walked = await runInChromium(harnessPage, backend, flow, one, isWriting ? undefined : longest);
    expect(walked.problems).toEqual([]);
    if (walked.leftOut > 0) return;
    expect(walked.missing).toEqual(one.unshown?.transitions ?? []);
    expect(walked.told).toEqual(one.told);
    const { taken, transitions } = walked;
    const share: LevelCoverage = {
      percent: Math.floor((1000 * taken) / transitions) / 10,
      transitions,
      taken,
      ...(one.unshown ? { reason: one.unshown.reason } : {}),
    };
    measured.set(name, share);
    if (!isWriting) expect(readCoverage()[name]?.browser).toEqual(share);
  });
}

test.afterAll(() => {
  if (isWriting) writeCoverage('browser', measured);
});
