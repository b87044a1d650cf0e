import { expect, type Page, type Request } from '@playwright/test';
import type { Notes } from '#contract/notes.ts';
import type { ShareLink } from '#contract/sharing.ts';
import { callAs } from '#tests/support/call-as.ts';
import { recording, transcriptFile } from '../support/files.ts';
import { newCredentials } from '../support/game-master.ts';
import { makeUser, type UserNeeds } from '../support/made-user.ts';
import type { Screen } from './press-walk.ts';

export interface Work {
  campaign: string;
  emptyCampaign: string;
  /** Two finished analyses. */
  finished: string;
  title: string;
  /** The notes of that session, for restoring them. */
  sections: readonly KeptSection[];
  /** How many of its lines have evidence. */
  evidence: number;
  analysis: string;
  /** A transcript, and no analysis yet. */
  imported: string;
  empty: string;
}

type KeptSection = Pick<Notes['sections'][number], 'key' | 'title' | 'body' | 'visibility'>;

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

type Answer = { id: string; title: string; status: string; sessions: readonly { id: string }[] } & Notes &
  ShareLink;

/** Calls as a user, with the token in the browser. */
export function callsAs(origin: string, stored: Record<string, string>) {
  const token = Object.entries(stored).find(([key]) => key.endsWith('.idToken'))?.[1] ?? null;
  return async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await callAs(token, method, origin + path, body, headers);
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? {} : await response.json()) as Answer;
  };
}

/** The hints appear once, but the screens are opened many times; the session's menu shows them again. */
async function closeHints(origin: string, stored: Record<string, string>): Promise<void> {
  const call = callsAs(origin, stored);
  const { userId } = (await call('GET', '/check-session')) as unknown as { userId: string };
  const path = `/users/${userId}/preferences`;
  await call('PUT', path, { ...(await call('GET', path)), tour_seen: true });
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
    .poll(async () => (await call('GET', `/analyses/${id}`)).status, { intervals: [50] })
    .toBe('completed');
  return id;
}

/** Keeps two sections of a session's notes: a third has the same controls. */
async function keepTwoSections(
  call: ReturnType<typeof callsAs>,
  sessionId: string,
): Promise<readonly KeptSection[]> {
  const { sections } = await call('GET', `/sessions/${sessionId}/notes`);
  const kept = sections
    .slice(0, 2)
    .map(({ key, title, body, visibility }) => ({ key, title, body, visibility }));
  await patch(call, `/sessions/${sessionId}/notes`, { sections: kept });
  return kept;
}

async function evidenceOf(call: ReturnType<typeof callsAs>, sessionId: string): Promise<number> {
  const { sections } = await call('GET', `/sessions/${sessionId}/notes`);
  return sections.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Changes the current version of a session or its notes. */
async function patch(call: ReturnType<typeof callsAs>, path: string, changes: object): Promise<void> {
  const { revision } = await call('GET', path);
  await call('PATCH', path, changes, { 'if-match': String(revision) });
}

/** Undoes with calls what a click has changed. @returns whether that was possible */
async function mend(
  call: ReturnType<typeof callsAs>,
  work: Work,
  changes: readonly { method: string; path: string }[],
): Promise<boolean> {
  const finished = `/sessions/${work.finished}`;
  const notes = `${finished}/notes`;
  const analysed = `/sessions/${work.imported}/analyses`;
  const isNewSession = ({ method, path }: (typeof changes)[number]) =>
    method === 'POST' && /^\/campaigns\/[^/]+\/sessions$/.test(path);
  const known = [finished, notes, `${notes}/passages`, analysed];
  if (!changes.every((change) => known.includes(change.path) || isNewSession(change))) return false;
  if (changes.some(({ path }) => path === finished)) await patch(call, finished, { title: work.title });
  if (changes.some(({ path }) => path.startsWith(notes)))
    await patch(call, notes, { sections: work.sections });
  if (changes.some(({ path }) => path === analysed)) {
    // Refused until the analysis has ended.
    await expect(() => call('DELETE', `/sessions/${work.imported}`)).toPass({ intervals: [50] });
    work.imported = await addTranscript(call, work.campaign);
  }
  // A section that was removed comes back without its evidence.
  if ((await evidenceOf(call, work.finished)) < work.evidence) return false;
  const own = [work.finished, work.imported, work.empty];
  for (const path of new Set(changes.filter(isNewSession).map((change) => change.path))) {
    const { sessions } = await call('GET', path);
    for (const { id } of sessions) if (!own.includes(id)) await call('DELETE', `/sessions/${id}`);
  }
  return true;
}

/** A session with a transcript, and no analysis yet. */
async function addTranscript(call: ReturnType<typeof callsAs>, campaignId: string): Promise<string> {
  const { id } = await call('POST', `/campaigns/${campaignId}/sessions`, {});
  await call('POST', `/sessions/${id}/transcripts`, new Uint8Array(transcriptFile().buffer));
  return id;
}

/** Everything a campaign can show, created by calls. */
export async function makeWork(origin: string, stored: Record<string, string>): Promise<Work> {
  const call = callsAs(origin, stored);
  const { id: emptyCampaign } = await call('POST', '/campaigns', { title: 'The Quiet Table' });
  const { id: campaign } = await call('POST', '/campaigns', {
    title: 'The Drowned Chapel',
    description: 'Smugglers, fog and an **old debt**.',
    system: 'Fifth edition',
  });
  const finished = await addTranscript(call, campaign);
  const { title } = await call('GET', `/sessions/${finished}`);
  const imported = await addTranscript(call, campaign);
  const { id: empty } = await call('POST', `/campaigns/${campaign}/sessions`, {});
  await analyse(call, finished, 'brief');
  const analysis = await analyse(call, finished, 'comprehensive');
  const sections = await keepTwoSections(call, finished);
  const evidence = await evidenceOf(call, finished);
  return { campaign, emptyCampaign, finished, title, sections, evidence, analysis, imported, empty };
}

/**
 * The users of one page: each is created when a screen first needs it, and again once a click has used it up.
 */
export function createAccounts(origin: string) {
  const accounts = new Map<Kind, Account>();
  let current: Kind = 'many';

  async function accountOf(kind: Kind): Promise<Account> {
    const known = accounts.get(kind);
    if (known !== undefined) return known;
    const credentials = newCredentials(`pressed-${kind}`);
    const stored = await makeUser(origin, credentials, kinds[kind]);
    if (kind === 'many') await closeHints(origin, stored);
    const made = { stored, password: credentials.password, work: null };
    accounts.set(kind, made);
    return made;
  }

  return {
    /** Opens an address as a user of a kind, with empty storage. */
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
      // From another page, so that the page loads even if only the hash differs.
      await page.goto('about:blank');
      await page.goto(origin + path(account.work ?? ({} as Work)));
      return account;
    },
    /** Undoes what these clicks have changed, or drops the user, so that a new one is created. */
    async renew(changes: readonly Request[]): Promise<void> {
      const account = accounts.get(current);
      if (account === undefined) return;
      const done = changes
        .map((request) => ({ method: request.method(), path: new URL(request.url()).pathname }))
        // Copying notes gives the same result each time; a run that looks as if it could end or begin again
        // does not.
        .filter(({ path }) => !/\/(copy-to-notes|cancel|retry)$/.test(path));
      const isIdentity = done.some(({ path }) => /^\/(idp|logout|users|accept_agreement)/.test(path));
      const isWork = done.some(({ path }) => /^\/(campaigns|sessions|analyses|uploads)/.test(path));
      if (isIdentity || (isWork && current !== 'many')) accounts.delete(current);
      else if (isWork && account.work !== null) {
        if (!(await mend(callsAs(origin, account.stored), account.work, done))) account.work = null;
      }
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Answers of the server, changed on their way; only for states that a quick analysis never shows. */
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
    {
      before,
      ...others
    }: { before?: (page: Page) => Promise<void> } & Pick<Screen, 'lead' | 'isAtWork' | 'pressedBy'> = {},
  ): Screen => ({
    name,
    // Common parts, such as the menu of a session, are clicked once.
    content:
      kind === 'fresh'
        ? 'no campaign yet'
        : name.replace(
            /^(an? (session|campaign|analysis|transcript|export|import)\b|notes).*/,
            'the campaigns',
          ),
    ...others,
    async open(page) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
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
  const withSessions = (page: Page) =>
    expect(page.getByRole('main').getByRole('link', { name: /Session 3/ })).toBeVisible();
  const withoutRecording = (page: Page) => expect(page.getByLabel('Recording or transcript')).toBeAttached();
  const withoutCampaign = (page: Page) => expect(heading(page, 'Start your first campaign')).toBeVisible();
  const dialog = (name: string) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible();

  return [
    at(
      'a campaign without sessions',
      'many',
      campaignAt((work) => ({ campaignId: work.emptyCampaign })),
      (page) => expect(heading(page, 'The Quiet Table')).toBeVisible(),
    ),
    at('no campaign yet', 'fresh', () => '/campaign', withoutCampaign),
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
      withSessions,
    ),
    at(
      'an export of a campaign',
      'many',
      campaignAt((work) => ({ campaignId: work.campaign })),
      withSessions,
      {
        async lead(page) {
          await page.getByRole('button', { name: 'Campaign settings' }).click();
          await page.getByRole('menuitem', { name: 'Export campaign' }).click();
          await page.getByRole('radio', { name: /^Obsidian vault/ }).click();
          await expect(page.getByRole('button', { name: 'Update a vault' })).toBeVisible();
        },
      },
    ),
    at(
      'an import of notes',
      'many',
      campaignAt((work) => ({ campaignId: work.campaign })),
      withSessions,
      {
        async lead(page) {
          await page.getByRole('button', { name: 'Campaign settings' }).click();
          await page.getByRole('menuitem', { name: 'Import notes' }).click();
          await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
        },
      },
    ),
    at('a session without a recording', 'many', session('empty'), withoutRecording),
    at('a session whose recording is chosen', 'many', session('empty'), withoutRecording, {
      async lead(page) {
        await page.getByLabel('Recording or transcript').setInputFiles(await recording());
        await expect(page.getByRole('button', { name: 'Upload for free' })).toBeEnabled();
      },
      isAtWork: async (page) => (await page.getByRole('progressbar').count()) > 0,
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
          .getByRole('tabpanel', { name: 'Evening' })
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
      {
        pressedBy: [{ walk: 'analysis' }],
        before: (page) =>
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
      },
    ),
    at(
      'an analysis that failed',
      'many',
      finished('#analysis'),
      (page) => expect(page.getByText('The analysis did not finish')).toBeVisible(),
      {
        pressedBy: [{ walk: 'analysis' }],
        before: (page) =>
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
      },
    ),
    at(
      'a campaign that is not there',
      'many',
      campaignAt(() => ({ campaignId: '01900000-0000-7000-8000-00000000dead' })),
      (page) => expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible(),
    ),
    at('agreements', 'unagreed', () => '/campaign', dialog('Before you continue'), {
      pressedBy: [
        {
          file: 'tests/e2e/sign-up-dialogs.spec.ts',
          title:
            '[R4.20] signs out and stores nothing when the agreements are declined, and asks again next time',
        },
        { walk: 'agreements' },
      ],
    }),
    at(
      'a demand to confirm the address',
      'unverified',
      () => '/campaign',
      dialog('Confirm your email address'),
      {
        pressedBy: [
          { walk: 'email-verification' },
          {
            file: 'tests/e2e/sign-up-dialogs.spec.ts',
            title: '[R4.12] corrects a mistyped address before it is verified; the old code is void',
          },
        ],
      },
    ),
    at('the notice for those who came early', 'fresh', () => '/campaign', dialog('No more copying'), {
      pressedBy: [{ walk: 'copyless-notice' }],
      async before(page) {
        await page.route('**/check-session', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            json: { ...(await answer.json()), userCreatedAt: '2025-09-01T00:00:00.000Z' },
          });
        });
      },
    }),
    at('account settings', 'fresh', () => '/campaign', withoutCampaign, {
      async lead(page) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Account Settings' }).click();
        await expect(page.getByRole('dialog', { name: 'Account Settings' })).toBeVisible();
      },
    }),
    at('a sign-in before the deletion', 'fresh', () => '/campaign', withoutCampaign, {
      async lead(page) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Account Settings' }).click();
        await page.getByRole('tab', { name: 'Your data' }).click();
        await page.getByRole('button', { name: 'Delete account' }).click();
        await page.getByLabel('Type DELETE ACCOUNT to confirm').fill('DELETE ACCOUNT');
        await page.getByRole('button', { name: 'Delete my account' }).click();
        await expect(page.getByRole('button', { name: 'Sign in and delete' })).toBeVisible();
      },
    }),
  ];
}
