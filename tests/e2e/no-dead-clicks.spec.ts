import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { publicPaths } from '#contract/pages.ts';
import { type LinkAudience, type SharedKind, sharedPath } from '#contract/sharing.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { allScreens } from '#tests/support/screens/all-screens.ts';
import { publicPages } from '#web/pages/page-catalogue.ts';
import { accountScreens, createAccounts } from './pressing/account-screens.ts';
import type { Control } from './pressing/page-eyes.ts';
import { type PressReport, type PressRules, pressEverything, type Screen } from './pressing/press-walk.ts';
import { type SharedWork, shareWork } from './pressing/shared-work.ts';
import { openAwake } from './support/open-awake.ts';
import { expect, test } from './support/test.ts';

// One worker alone would take longer than all other Chromium tests.
test.describe.configure({ mode: 'parallel', timeout: 1_200_000 });

const rules: PressRules = {
  // The test's computer has no microphone.
  expectedAlerts: [/^No microphone was found\./, /^The download stopped\./],
  disabledBecause: [
    [/^Split at the cursor$/, 'the cursor stands before the first word'],
    [/^Join the next line$/, 'it is the last line'],
    [/^(Previous|Next)$/, 'nothing is searched for yet'],
    [/^Add a section$/, 'another section is being edited'],
    [/^Save your answers$/, 'no answer is written yet'],
    [/^Propose changes$/, 'no instruction is written yet'],
    [/^(Write this recap|Style|Whose evening|Written from)$/, 'no language model can write'],
    [/^History$/, 'a section is being edited'],
    [/^Move .+ up$/, 'it is the first section'],
    [/^Move .+ down$/, 'it is the last section'],
    [/^Notify me in this browser/, 'a headless browser forbids notifications'],
    [/^Accept$/, 'the box is not checked yet (R5.8)'],
    [/^Notes written on this computer/, 'the model is not here yet'],
    [/^Resend/, 'a code has just been sent'],
    [/^Confirm$/, 'there is no code yet'],
    [/^Send the code there$/, 'there is no password yet'],
    [/^Delete my account$/, 'the phrase is not typed yet (R5.7)'],
  ],
  expectedErrors: [
    // Chromium's own view of a feed.
    /Applying inline style violates/,
    // Notes with text: the page asks what to do with them.
    /status of 409 .*\/copy-to-notes$/,
    // Signed out while it was on its way: only the browser's console says so.
    /status of 401 .*\/recaps\/taken$/,
  ],
  deepest: 4,
  goesBack: false,
};

/**
 * `npm test` clicks at 1280 px, then narrows the window: the same element has the same handler (record 017),
 * so it only has to be in reach. Of the links to pages without an account in one part of a page it clicks the first,
 * because the same code follows them all, and fetches what they lead to. `npm run test:all` also clicks what the first
 * click opened; `npm run presses` clicks everything at both widths and goes deeper still.
 */
const isThorough = process.env.PRESSES === '1';
const pressesAll = isThorough || testsEverything;
const missingPath = '/no/such/page';

const isSharedPath = (path: string) => /^\/(campaign|sessions)\/[^/]+\/(public|table)\//.test(path);

/** Buttons named after what is written in the notes, the same one for each, unlike those that the app names itself. */
const forEach =
  /^(All times of|Edit|Remove|Change|Who may see each item of) (?!line |mark |my changes|password$|email address$)/;

/** Not in dialogs, whose links may open a window. */
function kindOf({ role, name, url, place }: Control): string | null {
  const named = role === 'button' ? forEach.exec(name)?.[1] : undefined;
  if (named !== undefined && !place.startsWith('dialog')) return `${role} ${named}`;
  if (role !== 'link' || url === null || place.startsWith('dialog')) return null;
  const [path = ''] = url.split(/[?#]/);
  if (publicPaths.includes(path)) return 'link to a page';
  if (!isSharedPath(path)) return null;
  return url.includes('?') ? 'link to a form' : 'link to shared notes';
}

/** `npm test` leaves out what opens on another screen, has the content of another one, or is pressed by another of its tests. */
const isOpened = ({ name, content = name, lead, pressedBy }: Screen): boolean =>
  pressesAll || (lead === undefined && pressedBy === undefined && !isAgain(name, content));
const isAgain = (name: string, content: string) => name.startsWith('/') && name !== content;

const usual: PressRules = isThorough ? rules : { ...rules, goesBack: true, kindOf };
const looks = isThorough
  ? [
      { width: 1280, deepest: 4 },
      { width: 375, deepest: 2 },
    ]
  : [{ width: 1280, deepest: testsEverything ? 2 : 1, phoneWidth: 375 }];

/** In separate windows, so that storage and clipboard are separate. */
function openPages(browser: Browser, baseURL: string, width: number, count = 2): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
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

/** Addresses that the server does not answer with a page, or whose page does not have the part. */
async function brokenLinks(links: ReadonlySet<string>): Promise<string[]> {
  const broken: string[] = [];
  for (const link of links) {
    const { pathname, hash } = new URL(link);
    const answer = await fetch(link, { redirect: 'manual' });
    const html = await answer.text();
    if (answer.status !== 200) broken.push(`${pathname}: ${answer.status}`);
    else if (publicPaths.includes(pathname) && hash !== '' && !html.includes(` id="${hash.slice(1)}"`))
      broken.push(`${pathname}${hash}: there is no such part`);
  }
  return broken;
}

async function expectNoFaults(pages: readonly Page[], report: PressReport): Promise<void> {
  await Promise.all(pages.map((page) => page.context().close()));
  const body = [
    `${report.presses} presses, ${report.reached} in reach on the phone`,
    ...report.steps,
    '',
    ...report.disabled,
  ].join('\n');
  await test.info().attach('clicks', { body, contentType: 'text/plain' });
  expect(report.faults).toEqual([]);
  expect(await brokenLinks(report.links)).toEqual([]);
}

// A page of text first: it renders sooner than the landing page, and what all pages share is clicked there.
const openedPaths = new Set(['/terms', ...publicPages.map(({ path }) => path), missingPath]);
const publicScreens: readonly Screen[] = [...openedPaths].map((path) => {
  const load = publicPages.find((page) => page.path === path)?.load;
  return {
    name: path,
    content: publicPages.find((page) => page.load === load)?.path ?? path,
    async open(page) {
      await openAwake(page, path);
      await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
      await expect(page.locator('[data-visitor=signedOut]')).toBeAttached();
    },
  };
});

/** Shown without any script. */
function sharedScreens(shared: SharedWork): readonly Screen[] {
  const pages: readonly { name: string; kind: SharedKind; audience: LinkAudience }[] = [
    { name: 'the public page of a campaign', kind: 'campaign', audience: 'public' },
    { name: 'the public page of a session', kind: 'session', audience: 'public' },
    { name: 'the players’ page of a campaign', kind: 'campaign', audience: 'players' },
    { name: 'the players’ page of a session', kind: 'session', audience: 'players' },
  ];
  return pages.map(({ name, kind, audience }) => ({
    name,
    async open(page) {
      const { id, publicId, tableId } = shared[kind];
      await page.goto(sharedPath({ kind, id, audience }, audience === 'public' ? publicId : tableId));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  }));
}

for (const { width, ...look } of looks) {
  test(`every click on a public page at ${width} px does something`, async ({ browser, baseURL }) => {
    const pages = await openPages(browser, baseURL!, width);
    const screens = [
      ...publicScreens.filter(isOpened),
      ...sharedScreens(await shareWork(baseURL!, 'sharing')),
    ];
    await expectNoFaults(pages, await pressEverything(pages, screens, { ...usual, ...look }));
  });

  test(`every click in the signed-in app at ${width} px does something`, async ({ browser, baseURL }) => {
    // Each window needs users with work of their own.
    const pages = await openPages(browser, baseURL!, width, pressesAll ? 2 : 1);
    const accounts = new Map(pages.map((page) => [page, createAccounts(baseURL!)]));
    const screens = accountScreens((page) => accounts.get(page)!).filter(
      (screen) => isOpened(screen) && new RegExp(process.env.SCREENS ?? '').test(screen.name),
    );
    const renew: PressRules['renew'] = async (page, changes) => accounts.get(page)?.renew(changes);
    const report = await pressEverything(pages, screens, { ...usual, ...look, renew });
    await expectNoFaults(pages, report);
  });
}

test('a screen that is left to other tests names a test or a walk that there is', async () => {
  const named = accountScreens(() => {
    throw new Error('No screen is opened here.');
  }).flatMap(({ pressedBy = [] }) => pressedBy);
  expect(named).not.toEqual([]);
  const walked = (await allScreens()).map(({ flow }) => flow);
  for (const by of named)
    if ('walk' in by) expect(walked).toContain(by.walk);
    else expect(readFileSync(by.file, 'utf8')).toContain(`test('${by.title}'`);
});

async function plant(page: Page, body: string): Promise<Screen> {
  await page.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body }));
  return {
    name: 'planted',
    open: async (opened) => {
      await opened.goto('/planted');
    },
  };
}

test('reports clicks without effect, errors, raw codes and exceptions', async ({ page }) => {
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
  const screen = await plant(page, planted);
  await page.route('**/gone', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>This page is not on the map</h1>' }),
  );
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

test('reports links that lead nowhere, also those that it does not click', { tag: '@everything' }, async ({
  page,
}) => {
  const planted = `<!doctype html><html lang="en"><title>Planted</title><main><h1>Planted</h1>
    <a href="/pricing">Pricing</a> <a href="/faq#no-such-part">FAQ</a> <a href="/privacy#who-else-sees-it">Privacy</a>
    <a href="/campaign/x/public/y">Shared</a> <a href="/campaign">Campaigns</a></main>`;
  const screen = await plant(page, planted);
  const { presses, links } = await pressEverything([page], [screen], { ...usual, deepest: 1 });
  expect(presses).toBe(3);
  expect(await brokenLinks(links)).toEqual([
    '/faq#no-such-part: there is no such part',
    '/campaign/x/public/y: 404',
  ]);
});

test('reports what a phone hides, and what only a phone shows and does not work', {
  tag: '@everything',
}, async ({ page }) => {
  const planted = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Planted</title>
    <style>
      #cover, #phone { display: none; }
      @media (max-width: 400px) {
        #cover { display: block; position: absolute; left: 0; top: 0; width: 100%; height: 40px; background: #fff; }
        #phone { display: block; }
        #away { position: fixed; left: -300px; }
      }
    </style>
    <main><div><button id="covered">Covered</button></div><div id="cover"></div>
    <p style="margin-top: 40px"><button id="works">Works</button> <button id="away">Away</button></p>
    <p id="phone"><button>Dead on a phone</button> <button id="menu">Menu</button></p>
    <p id="more" hidden><button>Dead within</button></p><p id="answer"></p></main>
    <script>
      const say = (text) => { document.getElementById('answer').textContent += text; };
      for (const id of ['covered', 'works', 'away'])
        document.getElementById(id).addEventListener('click', () => say(id));
      document.getElementById('menu').addEventListener('click', () => {
        const more = document.getElementById('more');
        more.hidden = !more.hidden;
      });
    </script>`;
  const screen = await plant(page, planted);
  const { faults, presses, reached } = await pressEverything([page], [screen], {
    ...rules,
    goesBack: true,
    phoneWidth: 375,
  });
  expect(faults).toEqual([
    expect.stringMatching(/^planted › button “Covered”: at 375 px is covered by <div id="cover">/),
    'planted › button “Away”: at 375 px cannot be scrolled into the window',
    'planted › button “Dead on a phone”: nothing follows',
    'planted › button “Menu” › button “Dead within”: nothing follows',
  ]);
  expect({ presses, reached }).toEqual({ presses: 6, reached: 3 });
});

test('no script asks for the window’s width, except to place tooltips and cards and for the scrollbar', () => {
  const sources = join(import.meta.dirname, '..', '..', 'src', 'web');
  const asks =
    /\b(innerWidth|outerWidth|clientWidth|visualViewport|screen\.width)\b|\((min|max)-width|\bmatchMedia\b/;
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && asks.test(readFileSync(join(sources, name), 'utf8')))
    .map((name) => name.replaceAll('\\', '/'));
  // Reduced motion, room for a transcript beside the text (main-job.spec.ts), and which picture is loaded.
  expect(asking.toSorted()).toEqual([
    'flows/scroll-to-target/provide-scroll-to-target.ts',
    'hooks/use-beside.ts',
    'pages/landing/app-figure.tsx',
    'ui/dialog.tsx',
    'ui/name-card.tsx',
    'ui/tooltip.tsx',
  ]);
});
