import type { Page } from '@playwright/test';
import { type Arrival, type EntryPoint, entryPoints, type IdKind } from '#tests/support/entry-points.ts';
import { makeWork, type Work } from './pressing/account-screens.ts';
import { watchRest } from './pressing/page-at-rest.ts';
import { lookAt, rawTextsIn, watchErrors } from './pressing/page-faults.ts';
import { newCredentials } from './support/game-master.ts';
import { makeUser } from './support/made-user.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 1_200_000 });

const unknownId = '01900000-0000-7000-8000-00000000dead';
const otherwise: Readonly<Record<Exclude<IdKind, 'own' | 'foreign'>, string>> = {
  malformed: 'not-an-id%2F%3Cb%3E',
  unknown: unknownId,
};
/** What is filled in where there is nobody's own. */
const usual: Readonly<Record<string, string>> = {
  code: '123456',
  state: 'state-1',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  id: 'cs_test_1',
};

/** The provider's answer to a code that it has not sent. */
const wrongCode = /status of 400 .*\/idp\/$/;

interface Visit {
  entry: EntryPoint;
  address: string;
  kind: IdKind;
}

/** The address with everything as it should be, and then with each filled-in part in turn as it should not. */
function visitsOf(
  entry: EntryPoint,
  own: Readonly<Record<string, string>>,
  foreign: Readonly<Record<string, string>>,
): Visit[] {
  const names = [...entry.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fill = (changed: string | null, value: string) =>
    entry.address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === changed ? value : (own[name] ?? usual[name] ?? ''),
    );
  const wrong = names.flatMap((name) =>
    (['malformed', 'unknown', 'foreign'] as const).flatMap((kind) => {
      const value = kind === 'foreign' ? foreign[name] : otherwise[kind];
      return value === undefined ? [] : [{ entry, kind, address: fill(name, value) }];
    }),
  );
  return [{ entry, kind: 'own', address: fill(null, '') }, ...wrong];
}

/** Opens every address cold and names what is wrong with what is seen. */
async function faultsOf(
  page: Page,
  visits: readonly Visit[],
  expected: (visit: Visit) => Arrival,
): Promise<string[]> {
  const resting = await watchRest(page);
  const errors = watchErrors(page);
  const faults: string[] = [];
  for (const visit of visits) {
    const { address } = visit;
    const { at, shows, status = 200 } = expected(visit);
    const fault = (text: string) => faults.push(`${address} (${visit.kind}): ${text}`);
    await page.goto('about:blank');
    errors.length = 0;
    const answer = await page.goto(address);
    if (answer?.status() !== status) fault(`answered ${answer?.status()} instead of ${status}`);
    const seen = page.getByText(shows).filter({ visible: true }).first();
    const hasCome = await seen.waitFor().then(
      () => true,
      () => false,
    );
    await resting.untilIdle();
    const { text } = await lookAt(page);
    if (!hasCome) fault(`does not show ${shows}, but “${text.replaceAll(/\s+/g, ' ').slice(0, 200)}”`);
    const { pathname, search, hash } = new URL(page.url());
    if (!at.test(pathname + search + hash)) fault(`ends at ${pathname}${search}${hash} instead of ${at}`);
    for (const raw of rawTextsIn(text)) fault(raw);
    // Chromium's own word for an answer that nothing is there, which is what such an address is told.
    const isNoId = status === 404 || (visit.kind !== 'own' && visit.kind !== 'malformed');
    const complaints = errors.filter(
      (error) =>
        !(isNoId && /status of 404/.test(error)) && !(status >= 400 && error.includes(`status of ${status}`)),
    );
    for (const error of complaints) if (!wrongCode.test(error)) fault(error);
  }
  return faults;
}

test('[R2.1] [R2.4] [R2.5] [R2.7] [R2.8] [R2.16] a visitor who opens any address of ours cold sees what belongs there', async ({
  page,
}) => {
  page.setDefaultTimeout(20_000);
  const ids = { campaign: unknownId, session: unknownId, analysis: unknownId };
  const visits = entryPoints.flatMap((entry) => visitsOf(entry, ids, {}));
  expect(await faultsOf(page, visits, ({ entry }) => entry.signedOut)).toEqual([]);
});

test('[R2.4] [R2.5] [R4.12] a user who opens any address of ours cold sees what belongs there, and of ids that are not theirs that nothing is found', async ({
  page,
  baseURL,
}) => {
  page.setDefaultTimeout(20_000);
  const origin = baseURL!;
  const stored = await makeUser(origin, newCredentials('entry'));
  const idsOf = ({ campaign, finished, analysis }: Work) => ({ campaign, session: finished, analysis });
  const own = idsOf(await makeWork(origin, stored));
  const foreign = idsOf(await makeWork(origin, await makeUser(origin, newCredentials('foreign'))));
  await page.addInitScript((entries) => {
    if (location.protocol === 'about:') return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  // Public pages are the same for everybody.
  const visits = entryPoints
    .filter(({ signedIn }) => signedIn !== undefined)
    .flatMap((entry) => visitsOf(entry, own, foreign));
  const expected = ({ entry, kind }: Visit) =>
    (kind === 'own' ? null : entry.signedInOtherwise) ?? entry.signedIn ?? entry.signedOut;
  expect(await faultsOf(page, visits, expected)).toEqual([]);
});
