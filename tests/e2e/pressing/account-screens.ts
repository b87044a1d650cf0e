import { expect, type Page, type Request } from '@playwright/test';
import type { Notes } from '#contract/notes.ts';
import { recording, transcriptFile } from '../support/files.ts';
import { newCredentials } from '../support/game-master.ts';
import { makeUser, type UserNeeds } from '../support/made-user.ts';
import type { Screen } from './press-walk.ts';

/** Ids of what a user has. */
export interface Work {
  campaign: string;
  emptyCampaign: string;
  /** Two finished analyses. */
  finished: string;
  analysis: string;
  /** A transcript, and no analysis yet. */
  imported: string;
  empty: string;
}

interface Account {
  stored: Record<string, string>;
  password: string;
  work: Work | null;
}

const kinds = {
  many: {},
  fresh: {},
  unagreed: { accepted: false },
  unverified: { verified: false },
} as const satisfies Record<string, UserNeeds>;
type Kind = keyof typeof kinds;

/** Calls of a user, by the token that the browser keeps of them. */
function callsAs(origin: string, stored: Record<string, string>) {
  const token = Object.entries(stored).find(([key]) => key.endsWith('.idToken'))?.[1];
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; status: string } & Notes;
  };
}

let keys = 0;

async function analyse(
  call: ReturnType<typeof callsAs>,
  sessionId: string,
  detailLevel: string,
): Promise<string> {
  const quote = await call('POST', `/sessions/${sessionId}/quote`);
  keys += 1;
  const { id } = await call(
    'POST',
    `/sessions/${sessionId}/analyses`,
    { quoteId: quote.id, detailLevel },
    { 'idempotency-key': `pressed-${process.pid}-${keys}` },
  );
  await expect
    .poll(async () => (await call('GET', `/analyses/${id}`)).status, { timeout: 60_000, intervals: [50] })
    .toBe('completed');
  return id;
}

/** Leaves two sections of a session's notes: what can be pressed in a third is the same. */
async function keepTwoSections(call: ReturnType<typeof callsAs>, sessionId: string): Promise<void> {
  const path = `/sessions/${sessionId}/notes`;
  const { sections, revision } = await call('GET', path);
  const kept = sections
    .slice(0, 2)
    .map(({ key, title, body, visibility }) => ({ key, title, body, visibility }));
  await call('PATCH', path, { sections: kept }, { 'if-match': String(revision) });
}

/** Everything a campaign can show, made by calls. */
export async function makeWork(origin: string, stored: Record<string, string>): Promise<Work> {
  const call = callsAs(origin, stored);
  const { id: emptyCampaign } = await call('POST', '/campaigns', { title: 'The Quiet Table' });
  const { id: campaign } = await call('POST', '/campaigns', {
    title: 'The Drowned Chapel',
    description: 'Smugglers, fog and an **old debt**.',
    system: 'Fifth edition',
  });
  const [finished, imported, empty] = [
    await call('POST', `/campaigns/${campaign}/sessions`, {}),
    await call('POST', `/campaigns/${campaign}/sessions`, {}),
    await call('POST', `/campaigns/${campaign}/sessions`, {}),
  ].map(({ id }) => id) as [string, string, string];
  for (const session of [finished, imported]) {
    await call('POST', `/sessions/${session}/transcripts`, new Uint8Array(transcriptFile().buffer));
  }
  await analyse(call, finished, 'brief');
  const analysis = await analyse(call, finished, 'comprehensive');
  await keepTwoSections(call, finished);
  return { campaign, emptyCampaign, finished, analysis, imported, empty };
}

/** The users of one page: each is made when a screen first needs them, and again once a press has used them up. */
export function createAccounts(origin: string) {
  const accounts = new Map<Kind, Account>();
  let current: Kind = 'many';

  async function accountOf(kind: Kind): Promise<Account> {
    const known = accounts.get(kind);
    if (known !== undefined) return known;
    const credentials = newCredentials(`pressed-${kind}`);
    const stored = await makeUser(origin, credentials, kinds[kind]);
    const made = { stored, password: credentials.password, work: null };
    accounts.set(kind, made);
    return made;
  }

  return {
    /** Opens an address as a user of a kind, with nothing left of what was stored before. */
    async show(page: Page, kind: Kind, path: (work: Work) => string): Promise<Account> {
      current = kind;
      const account = await accountOf(kind);
      if (kind === 'many') account.work ??= await makeWork(origin, account.stored);
      if (!page.url().startsWith(origin)) await page.goto(`${origin}/version`);
      await page.evaluate((entries) => {
        window.localStorage.clear();
        window.sessionStorage.clear();
        for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
      }, account.stored);
      // From elsewhere, so that the page is loaded even where the hash alone is another.
      await page.goto('about:blank');
      await page.goto(origin + path(account.work ?? ({} as Work)));
      return account;
    },
    /** Forgets what these presses have changed, so that it is made anew. */
    renew(changes: readonly Request[]): void {
      const account = accounts.get(current);
      if (account === undefined) return;
      const paths = changes
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => !/\/(preferences|copy-to-notes)$/.test(path));
      const isIdentity = paths.some((path) => /^\/(idp|logout|users|accept_agreement)/.test(path));
      const isWork = paths.some(
        (path) => /^\/(campaigns|sessions|analyses|uploads)/.test(path) && !path.endsWith('/quote'),
      );
      if (isIdentity || (isWork && current !== 'many')) accounts.delete(current);
      else if (isWork) account.work = null;
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Answers of the server, changed on their way; only for what a quick analysis never shows. */
async function pretend(page: Page, analysis: object, session: object): Promise<void> {
  const patched = (pattern: RegExp, changes: object) =>
    page.route(pattern, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.endsWith('/events')) return route.fulfill({ contentType: 'text/event-stream', body: '' });
      if (route.request().method() === 'POST') return route.fulfill({ json: analysisShown });
      const answer = await route.fetch();
      const body = (await answer.json()) as object;
      const changed = { ...body, ...changes };
      if (pattern === analysisPattern) analysisShown = changed;
      return route.fulfill({ response: answer, json: changed });
    });
  let analysisShown: object = {};
  const analysisPattern = /\/analyses\/[0-9a-f-]{36}(\/.*)?$/;
  await patched(analysisPattern, analysis);
  await patched(/\/sessions\/[0-9a-f-]{36}$/, session);
}

/** Every screen of the signed-in app. */
export function accountScreens(accountsOf: (page: Page) => Accounts): readonly Screen[] {
  const campaignAt =
    (query: (work: Work) => Record<string, string>, hash = '') =>
    (work: Work) =>
      `/campaign?${new URLSearchParams(query(work))}${hash}`;
  const at = (
    name: string,
    kind: Kind,
    path: (work: Work) => string,
    ready: (page: Page, account: Account) => Promise<void>,
    before?: (page: Page) => Promise<void>,
  ): Screen => ({
    name,
    // What these have in common, such as the menu of a session, is pressed once.
    content: name.replace(/^(a session|a campaign|an analysis|a transcript|notes).*/, 'the campaigns'),
    async open(page) {
      await page.unrouteAll();
      await before?.(page);
      const account = await accountsOf(page).show(page, kind, path);
      await expect(page.locator('[data-visitor=signedIn]')).toBeAttached();
      await ready(page, account);
    },
  });
  const finished = (hash: string) =>
    campaignAt(
      ({ campaign, finished, analysis }) => ({
        campaignId: campaign,
        sessionId: finished,
        analysisId: analysis,
      }),
      hash,
    );
  const session = (key: 'empty' | 'imported') =>
    campaignAt((work) => ({ campaignId: work.campaign, sessionId: work[key] }));
  const dialog = (name: string) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible();

  return [
    at(
      'a campaign without sessions',
      'many',
      campaignAt((work) => ({ campaignId: work.emptyCampaign })),
      (page) => expect(heading(page, 'The Quiet Table')).toBeVisible(),
    ),
    at(
      'no campaign yet',
      'fresh',
      () => '/campaign',
      (page) => expect(heading(page, 'Start your first campaign')).toBeVisible(),
    ),
    at(
      'campaigns',
      'many',
      () => '/campaign',
      (page) => expect(heading(page, 'Your campaigns')).toBeVisible(),
    ),
    at(
      'a campaign with sessions',
      'many',
      campaignAt((work) => ({ campaignId: work.campaign })),
      (page) => expect(page.getByRole('main').getByRole('link', { name: /Session 3/ })).toBeVisible(),
    ),
    at(
      'an export of a campaign',
      'many',
      campaignAt((work) => ({ campaignId: work.campaign })),
      async (page) => {
        await page.getByRole('button', { name: 'Campaign settings' }).click();
        await page.getByRole('menuitem', { name: 'Export campaign' }).click();
        await page.getByRole('radio', { name: /^Obsidian vault/ }).click();
        await expect(page.getByRole('button', { name: 'Update a vault' })).toBeVisible();
      },
    ),
    at(
      'an import of notes',
      'many',
      campaignAt((work) => ({ campaignId: work.campaign })),
      async (page) => {
        await page.getByRole('button', { name: 'Campaign settings' }).click();
        await page.getByRole('menuitem', { name: 'Import notes' }).click();
        await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
      },
    ),
    at('a session without a recording', 'many', session('empty'), (page) =>
      expect(page.getByLabel('Recording or transcript')).toBeAttached(),
    ),
    at('a session whose recording is chosen', 'many', session('empty'), async (page) => {
      await page.getByLabel('Recording or transcript').setInputFiles(await recording());
      await expect(page.getByRole('button', { name: 'Upload for free' })).toBeEnabled();
    }),
    at('a session with a price', 'many', session('imported'), (page) =>
      expect(page.getByRole('button', { name: /^Start analysis/ })).toBeVisible(),
    ),
    at('notes', 'many', finished('#notes'), (page) =>
      expect(
        page
          .getByRole('tabpanel', { name: 'Notes' })
          .getByRole('button', { name: /^Show in the transcript/ })
          .first(),
      ).toBeVisible(),
    ),
    at('an analysis', 'many', finished('#analysis'), (page) =>
      expect(
        page
          .getByRole('tabpanel', { name: 'Analysis' })
          .getByRole('button', { name: /^Show in the transcript/ })
          .first(),
      ).toBeVisible(),
    ),
    at('a transcript', 'many', finished('#transcript'), (page) =>
      expect(page.getByRole('tabpanel', { name: 'Transcript' }).getByRole('listitem').first()).toBeVisible(),
    ),
    at(
      'an analysis under way',
      'many',
      finished('#analysis'),
      (page) => expect(page.getByRole('progressbar').first()).toBeVisible(),
      (page) =>
        pretend(
          page,
          {
            status: 'extracting',
            progress: 0.4,
            etaSeconds: 90,
            stageMessage: 'Reading',
            result: null,
            finishedAt: null,
          },
          { state: 'analyzing' },
        ),
    ),
    at(
      'an analysis that failed',
      'many',
      finished('#analysis'),
      (page) => expect(page.getByText('The analysis did not finish')).toBeVisible(),
      (page) =>
        pretend(
          page,
          {
            status: 'failed',
            result: null,
            error: {
              code: 'notesUnavailable',
              stage: 'extracting',
              message: 'The notes engine cannot be reached. You were not charged.',
              retryable: true,
            },
          },
          { state: 'failed' },
        ),
    ),
    at(
      'a campaign that is not there',
      'many',
      campaignAt(() => ({ campaignId: '01900000-0000-7000-8000-00000000dead' })),
      (page) => expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible(),
    ),
    at('agreements', 'unagreed', () => '/campaign', dialog('Before you continue')),
    at(
      'a demand to confirm the address',
      'unverified',
      () => '/campaign',
      dialog('Confirm your email address'),
    ),
    at(
      'the notice for those who came early',
      'fresh',
      () => '/campaign',
      dialog('No more copying'),
      async (page) => {
        await page.route('**/check-session', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            json: { ...(await answer.json()), userCreatedAt: '2025-09-01T00:00:00.000Z' },
          });
        });
      },
    ),
    at(
      'account settings',
      'fresh',
      () => '/campaign',
      async (page) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Account Settings' }).click();
        await expect(page.getByRole('dialog', { name: 'Account Settings' })).toBeVisible();
      },
    ),
    at(
      'a sign-in before the deletion',
      'fresh',
      () => '/campaign',
      async (page) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Account Settings' }).click();
        await page.getByRole('tab', { name: 'Your data' }).click();
        await page.getByRole('button', { name: 'Delete account' }).click();
        await page.getByLabel('Type DELETE ACCOUNT to confirm').fill('DELETE ACCOUNT');
        await page.getByRole('button', { name: 'Delete my account' }).click();
        await expect(page.getByRole('button', { name: 'Sign in and delete' })).toBeVisible();
      },
    ),
  ];
}
