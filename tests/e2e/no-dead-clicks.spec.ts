import type { Browser, Page } from '@playwright/test';
import { publicPages } from '#web/pages/page-catalogue.ts';
import { accountScreens, createAccounts } from './pressing/account-screens.ts';
import { type PressReport, type PressRules, pressEverything, type Screen } from './pressing/press-walk.ts';
import { expect, test } from './support/test.ts';

// Both workers press: one alone would take longer than all other tests in Chromium.
test.describe.configure({ mode: 'parallel', timeout: 1_200_000 });

const rules: PressRules = {
  expectedAlerts: [],
  disabledBecause: [
    [/^(Previous|Next)$/, 'nothing is searched for yet'],
    [/^Add a section$/, 'another section is being edited'],
    [/^Accept$/, 'the box is not checked yet (R5.8)'],
    [/^Resend/, 'a code has just been sent'],
    [/^Confirm$/, 'there is no code yet'],
    [/^Send the code there$/, 'there is no password yet'],
    [/^Delete my account$/, 'the phrase is not typed yet (R5.7)'],
  ],
  expectedErrors: [
    // Chromium's own view of the feed: its styles are refused by the page's policy, and a feed names no icon.
    /Applying inline style violates/,
    /\/favicon\.ico$/,
    // Notes that have text: the page asks what to do with it.
    /status of 409 .*\/copy-to-notes$/,
  ],
  deepest: 4,
  goesBack: false,
};

/**
 * `npm run presses` goes deeper than `npm test`: what a modal opens within it is pressed, too, and each press has a page
 * newly opened.
 */
const isThorough = process.env.PRESSES === '1';
const looks = [
  { width: 1280, deepest: isThorough ? 4 : 2 },
  // What opens is laid out otherwise on a phone; what opens within it is the same as on a wide screen.
  { width: 375, deepest: isThorough ? 2 : 1 },
];

/** Each in a window of its own: what one stores or copies does not reach the other. */
function openPages(browser: Browser, baseURL: string, width: number): Promise<Page[]> {
  return Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext({
        baseURL,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(60_000);
      return context.newPage();
    }),
  );
}

async function expectNoFaults(pages: readonly Page[], report: PressReport): Promise<void> {
  await Promise.all(pages.map((page) => page.context().close()));
  const body = [`${report.presses} presses`, ...report.steps, '', ...report.disabled].join('\n');
  await test.info().attach('presses', { body, contentType: 'text/plain' });
  expect(report.faults).toEqual([]);
}

// A page of text comes first: what is on every page is pressed there, and it is drawn sooner than the landing page.
const publicPaths = new Set(['/terms', ...publicPages.map(({ path }) => path), '/no/such/page']);
const publicScreens: readonly Screen[] = [...publicPaths].map((path) => {
  const load = publicPages.find((page) => page.path === path)?.load;
  return {
    name: path,
    content: publicPages.find((page) => page.load === load)?.path ?? path,
    async open(page) {
      await page.goto(path);
      await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
      await expect(page.locator('[data-visitor=signedOut]')).toBeAttached();
    },
  };
});

const goesBack = !isThorough;

for (const { width, deepest } of looks) {
  test(`nothing on a public page of ${width} px is pressed in vain`, async ({ browser, baseURL }) => {
    const pages = await openPages(browser, baseURL!, width);
    await expectNoFaults(pages, await pressEverything(pages, publicScreens, { ...rules, deepest, goesBack }));
  });

  test(`nothing in the signed-in app of ${width} px is pressed in vain`, async ({ browser, baseURL }) => {
    const pages = await openPages(browser, baseURL!, width);
    const accounts = new Map(pages.map((page) => [page, createAccounts(baseURL!)]));
    const screens = accountScreens((page) => accounts.get(page)!).filter(({ name }) =>
      new RegExp(process.env.SCREENS ?? '').test(name),
    );
    const renew: PressRules['renew'] = async (page, changes) => accounts.get(page)?.renew(changes);
    await expectNoFaults(
      pages,
      await pressEverything(pages, screens, { ...rules, deepest, goesBack, renew }),
    );
  });
}

test('what is pressed in vain, or answers with an error, a raw code or an exception, is named', async ({
  page,
}) => {
  const planted = `<!doctype html><html lang="en"><title>Planted</title><main><h1>Planted</h1>
    <button id="works">Works</button> <button>Dead</button> <button id="logs">Logs</button>
    <button id="throws">Throws</button> <button id="codes">Codes</button> <button id="fails">Fails</button>
    <button disabled>Off</button> <a href="#nowhere">Nowhere</a> <a href="#here">Here</a> <a href="/gone">Gone</a>
    <details><summary>More</summary><button>Dead within</button></details>
    <input type="checkbox" aria-label="Box"><p id="here">Here</p><p id="answer"></p></main>
    <script>
      const on = (id, act) => document.getElementById(id).addEventListener('click', act);
      const say = (text) => { document.getElementById('answer').innerHTML = text; };
      on('works', () => say('It works.'));
      on('logs', () => { say('Logged.'); console.error('planted'); });
      on('throws', () => { say('Thrown.'); throw new Error('planted'); });
      on('codes', () => setTimeout(() => say('accountExists'), 1500));
      on('fails', () => say('<span role="alert">Something went wrong.</span>'));
    </script>`;
  await page.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body: planted }));
  await page.route('**/gone', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>This page is not on the map</h1>' }),
  );
  const screen: Screen = {
    name: 'planted',
    open: async (opened) => {
      await opened.goto('/planted');
    },
  };
  const { faults, presses } = await pressEverything([page], [screen], rules);
  expect(presses).toBe(12);
  expect(faults).toEqual([
    'planted › button “Dead”: nothing follows',
    expect.stringMatching(/^planted › button “Logs”: console: planted/),
    'planted › button “Throws”: exception: planted',
    'planted › button “Codes”: shows “accountExists”',
    'planted › button “Fails”: says “Something went wrong.”',
    'planted › planted | button | Off | : is disabled, and no reason is known',
    'planted › link “Nowhere”: nothing follows',
    'planted › link “Gone”: leads to a page that is not there',
    'planted › summary “More” › button “Dead within”: nothing follows',
  ]);
});
