import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { inertMachine } from '#flows/inert/inert-machine.ts';
import { mutantsOf } from '#flows/mutants/mutants.ts';
import { catalogue } from '#machines/index.ts';
import { testsEverything } from '#tests/support/everything.ts';
import {
  committedCoverage,
  type LevelCoverage,
  listed,
  writeCoverage,
} from '#tests/web/paths/coverage-file.ts';
import { flowsInChromium } from './flows/chromium-flows.ts';
import { openHarnessPage } from './flows/chromium-stage.ts';
import { runInChromium } from './flows/run-in-chromium.ts';
import { buildHarness } from './support/harness-build.ts';
import { type HeldBackend, startHeldBackend } from './support/held-backend.ts';

/** `npm run paths:browser` writes the coverage; other runs compare it. */
const isWriting = process.env.npm_lifecycle_event === 'paths:browser';

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
const walkedHere = flowsInChromium.filter(
  ({ onlyInABrowser }) => isWriting || testsEverything || onlyInABrowser !== undefined,
);

for (const one of walkedHere) {
  const { flow: name } = one.screen;
  test(`${name}: every transition happens in Chromium`, async ({ harnessPage, backend }) => {
    test.setTimeout(300_000);
    const flow = catalogue.find((each) => each.name === name)!;
    const walked = await runInChromium(harnessPage, backend, flow, one, { isThorough: isWriting });
    expect(walked.problems).toEqual([]);
    expect(walked.missing).toEqual([]);
    expect(one.told).toEqual(expect.arrayContaining([...walked.told]));
    if (isWriting) expect(walked.told).toEqual(one.told);
    const { taken, transitions } = walked;
    const share: LevelCoverage = {
      percent: Math.floor((1000 * taken) / transitions) / 10,
      transitions,
      taken,
    };
    measured.set(name, share);
    if (!isWriting)
      expect(listed(share), 'docs/flows/coverage.json').toEqual(committedCoverage(name, 'browser'));
  });
}

test.describe('the walk in Chromium reports', () => {
  const impatient = { patience: 500 };
  const flowOf = (name: string) => catalogue.find((each) => each.name === name)!;
  const chromiumOf = (name: string) => flowsInChromium.find(({ screen }) => screen.flow === name)!;

  test('the transition that a page misses because it ignores the click', { tag: '@everything' }, async ({
    harnessPage,
    backend,
  }) => {
    await harnessPage.evaluate(() => {
      const ignore = (event: Event) => event.stopImmediatePropagation();
      window.addEventListener('click', ignore, { capture: true });
      Object.assign(window, {
        hearAgain: () => window.removeEventListener('click', ignore, { capture: true }),
      });
    });
    const { problems } = await runInChromium(
      harnessPage,
      backend,
      flowOf('clipboard'),
      chromiumOf('clipboard'),
      impatient,
    );
    await harnessPage.evaluate(() => (window as unknown as { hearAgain(): void }).hearAgain());
    expect(problems).toEqual([
      expect.stringMatching(
        /step 1 \(copy\.requested: .*took nothing instead of clipboard --copy\.requested/,
      ),
    ]);
  });

  for (const [name, operator] of [
    ['clipboard', 'retarget'],
    ['clipboard', 'shorten delay'],
    ['clipboard', 'lengthen delay'],
    ['release-watch', 'remove guard'],
  ] as const) {
    test(`the transition at which the page and a chart differ (${operator})`, {
      tag: operator === 'retarget' ? [] : '@everything',
    }, async ({ harnessPage, backend }) => {
      const flow = flowOf(name);
      const broken = mutantsOf(flow).find((mutant) => mutant.operator === operator)!;
      const machine = flow.machine.provide({});
      for (const one of [machine, inertMachine(machine).machine]) broken.change(one);
      const other = { ...flow, machine };
      const { problems } = await runInChromium(harnessPage, backend, other, chromiumOf(name), impatient);
      expect(
        broken.focus.some((id) => problems[0]?.includes(id)),
        `${broken.id}: ${problems[0]}`,
      ).toBe(true);
    });
  }
});

test('a path takes the same transitions if requests reach the server late', { tag: '@everything' }, async ({
  harnessPage,
  backend,
}) => {
  const flow = catalogue.find(({ name }) => name === 'email-verification')!;
  const one = flowsInChromium.find(({ screen }) => screen.flow === flow.name)!;
  backend.delayRequests(25);
  const { problems, taken } = await runInChromium(harnessPage, backend, flow, one);
  backend.delayRequests(0);
  expect(problems).toEqual([]);
  expect(taken).toBeGreaterThan(0);
});

test.afterAll(() => {
  if (isWriting) writeCoverage('browser', measured);
});
