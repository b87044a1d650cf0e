import type { Page } from '@playwright/test';
import { publicPaths } from '#contract/pages.ts';
import { type Arrival, type EntryPoint, entryPoints, type IdKind } from '#tests/support/entry-points.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { makeWork, type Work } from './pressing/account-screens.ts';
import { watchRest } from './pressing/page-at-rest.ts';
import { giveEyes, readPage } from './pressing/page-eyes.ts';
import { rawTextsIn, watchErrors } from './pressing/page-faults.ts';
import { type SharedLinks, type SharedWork, shareWork } from './pressing/shared-work.ts';
import { newCredentials } from './support/game-master.ts';
import { goInPlace } from './support/go-in-place.ts';
import { makeUser } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 1_200_000 });

const unknownId = '01900000-0000-7000-8000-00000000dead';
const malformed = 'not-an-id%2F%3Cb%3E';
const unknownLinks: Readonly<Record<string, string>> = {
  campaignLink: 'AAAAAAAAAAAAAAAAAAAAAA',
  sessionLink: 'AAAAAAAAAAAAAAAAAAAAAA',
  campaignTable: 'AAAAAAAAAAAAAAAAAAAAAA',
  sessionTable: 'AAAAAAAAAAAAAAAAAAAAAA',
};
const usual: Readonly<Record<string, string>> = {
  code: '123456',
  state: 'state-1',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  id: 'cs_test_1',
};

const wrongCode = /status of 400 .*\/idp\/$/;

type Way = 'cold' | 'inPlace' | { likeAddress: string };

interface Visit {
  entry: EntryPoint;
  address: string;
  kind: IdKind;
  changed: string | null;
}

function visitsOf(
  entry: EntryPoint,
  own: Readonly<Record<string, string>>,
  wrongs: Readonly<Record<'foreign' | 'revoked', Readonly<Record<string, string>>>>,
): Visit[] {
  const names = [...entry.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fill = (changed: string | null, value: string) =>
    entry.address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === changed ? value : (own[name] ?? usual[name] ?? ''),
    );
  const wrong = names.flatMap((name) =>
    (['malformed', 'unknown', 'foreign', 'revoked'] as const).flatMap((kind) => {
      const known = { malformed, unknown: unknownLinks[name] ?? unknownId };
      const value = kind === 'foreign' || kind === 'revoked' ? wrongs[kind][name] : known[kind];
      return value === undefined ? [] : [{ entry, kind, address: fill(name, value), changed: name }];
    }),
  );
  return [{ entry, kind: 'own', address: fill(null, ''), changed: null }, ...wrong];
}

/** Opened by tests of their own: `npm test` only asks the server for them. */
const isOpenedElsewhere = (address: string) => !testsEverything && publicPaths.includes(address);

/**
 * All ways in are opened cold; so are, of each path, one invalid id (of everything: each kind and each id), and each invalid
 * code, which pages read only when they load. `again` says how the others are.
 */
function* waysOf(
  visits: readonly Visit[],
  expected: (visit: Visit) => Arrival,
  again: (likeAddress: string) => Way,
): Generator<[visit: Visit, way: Way]> {
  const known = new Set<string>();
  const isNew = (what: string) => !known.has(what) && known.add(what).has(what);
  let ownAddress = '';
  let missing: string | null = null;
  for (const visit of visits) {
    const { address, kind, changed } = visit;
    const { status = 200 } = expected(visit);
    if (kind === 'own') {
      ownAddress = address;
      missing = status >= 400 ? address : null;
    }
    if (!isNew(address)) continue;
    const [path = ''] = address.split(/[?#]/);
    if (kind === 'own') {
      const page = path.replace(/\/index\.html$/, '') || '/';
      yield [visit, page === path && !isOpenedElsewhere(address) ? 'cold' : { likeAddress: page }];
    } else if (status >= 400) {
      yield [visit, missing === null ? 'cold' : { likeAddress: missing }];
      missing ??= address;
    } else {
      const isCode = String(changed) in usual;
      const ids = testsEverything ? [`${path} ${kind}`, `${path} ${changed}`] : [path];
      const tried = isCode ? [`${path} ${changed} ${kind}`] : ids;
      yield [visit, tried.map(isNew).includes(true) ? 'cold' : again(ownAddress)];
    }
  }
}

async function faultsOf(
  page: Page,
  visits: readonly Visit[],
  expected: (visit: Visit) => Arrival,
  again: (likeAddress: string) => Way,
): Promise<string[]> {
  const resting = await watchRest(page);
  await giveEyes(page);
  const errors = watchErrors(page);
  const faults: string[] = [];
  // A kept-alive connection may close just as it is reused.
  const headers = { accept: 'text/html', connection: 'close' };
  const ask = (address: string) => page.request.get(address, { headers });

  for (const [visit, way] of waysOf(visits, expected, again)) {
    const { address } = visit;
    const { at, shows, status = 200 } = expected(visit);
    const fault = (text: string) => faults.push(`${address} (${visit.kind}): ${text}`);
    if (typeof way === 'object') {
      const [answer, like] = [await ask(address), await ask(way.likeAddress)];
      if (answer.status() !== status) fault(`answered ${answer.status()} instead of ${status}`);
      if ((await answer.text()) !== (await like.text())) fault(`answered otherwise than ${way.likeAddress}`);
      const { pathname } = new URL(answer.url());
      if (visit.kind === 'own' && !at.test(pathname)) fault(`leads to ${pathname} instead of ${at}`);
      continue;
    }
    if (way === 'inPlace') {
      errors.length = 0;
      await goInPlace(page, address);
    } else {
      await page.goto('about:blank');
      errors.length = 0;
      const answer = await page.goto(address);
      if (answer?.status() !== status) fault(`answered ${answer?.status()} instead of ${status}`);
    }
    const seen = page.getByText(shows).filter({ visible: true }).first();
    const hasCome = await seen.waitFor().then(
      () => true,
      () => false,
    );
    await resting.untilIdle();
    const text = (await readPage(page)).lines.join('\n');
    if (!hasCome) fault(`does not show ${shows}, but “${text.replaceAll(/\s+/g, ' ').slice(0, 200)}”`);
    const { pathname, search, hash } = new URL(page.url());
    if (!at.test(pathname + search + hash)) fault(`ends at ${pathname}${search}${hash} instead of ${at}`);
    for (const raw of rawTextsIn(text)) fault(raw);
    // Chromium's own text for 404.
    const isNoId = status === 404 || (visit.kind !== 'own' && visit.kind !== 'malformed');
    const complaints = errors.filter(
      (error) =>
        !(isNoId && /status of 404/.test(error)) && !(status >= 400 && error.includes(`status of ${status}`)),
    );
    for (const error of complaints) if (!wrongCode.test(error)) fault(error);
  }
  return faults;
}

const linksOf = (campaign: SharedLinks, session: SharedLinks) => ({
  campaignLink: campaign.publicId,
  campaignTable: campaign.tableId,
  sessionLink: session.publicId,
  sessionTable: session.tableId,
});
const partsOf = ({ campaign, session }: SharedWork) => ({
  sharedCampaign: campaign.id,
  sharedSession: session.id,
  ...linksOf(campaign, session),
});

/** Including revoked links of the first user. */
async function idsShared(origin: string) {
  const [one, other] = [await shareWork(origin, 'sharing'), await shareWork(origin, 'other-sharing')];
  return {
    own: partsOf(one),
    foreign: partsOf(other),
    revoked: linksOf(one.campaign.revoked, one.session.revoked),
  };
}

test('[R2.1] [R2.4] [R2.5] [R2.7] [R2.8] [R2.16] [R4.3] [R6.4] shows a visitor the right page for every address opened cold', async ({
  page,
  baseURL,
}) => {
  page.setDefaultTimeout(60_000);
  const ids = { campaign: unknownId, session: unknownId, analysis: unknownId };
  const shared = await idsShared(baseURL!);
  const visits = entryPoints.flatMap((entry) => visitsOf(entry, { ...ids, ...shared.own }, shared));
  // Signed out, nothing reads the ids of an address.
  const asOpened = (likeAddress: string) => ({ likeAddress });
  const expected = ({ entry, kind }: Visit) =>
    (kind === 'own' ? null : entry.signedOutOtherwise) ?? entry.signedOut;
  expect(await faultsOf(page, visits, expected, asOpened)).toEqual([]);
});

test('[R2.4] [R2.5] [R4.12] [R6.4] shows a user the right page for every address opened cold, and Not found for other users’ ids', {
  tag: '@everything',
}, async ({ page, baseURL }) => {
  page.setDefaultTimeout(60_000);
  const origin = baseURL!;
  const stored = await makeUser(origin, newCredentials('entry'));
  const idsOf = ({ campaign, finished, analysis }: Work) => ({ campaign, session: finished, analysis });
  const own = idsOf(await makeWork(origin, stored));
  const foreign = idsOf(await makeWork(origin, await makeUser(origin, newCredentials('foreign'))));
  const shared = await idsShared(origin);
  await page.addInitScript((entries) => {
    if (location.protocol === 'about:') return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  const visits = entryPoints
    .filter(({ signedIn }) => signedIn !== undefined)
    .flatMap((entry) =>
      visitsOf(
        entry,
        { ...own, ...shared.own },
        { foreign: { ...foreign, ...shared.foreign }, revoked: shared.revoked },
      ),
    );
  const expected = ({ entry, kind }: Visit) =>
    (kind === 'own' ? null : entry.signedInOtherwise) ?? entry.signedIn ?? entry.signedOut;
  expect(await faultsOf(page, visits, expected, () => 'inPlace')).toEqual([]);
});
