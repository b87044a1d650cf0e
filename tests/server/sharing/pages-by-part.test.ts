import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultShow, sharedPath } from '#contract/sharing.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn();
});
afterAll(() => server.close());

/** @param kibibytes of each session's notes */
async function shared(
  count: number,
  kibibytes: number,
  visibilityOf = (_at: number) => 'public' as 'public' | 'gm',
) {
  const campaign = await (await user.call('POST', '/campaigns', { title: 'The long road' })).json();
  const { userId } = user;
  const now = server.clock.now();
  for (let at = 1; at <= count; at += 1) {
    const id = newId();
    const times = { createdAt: now, updatedAt: now };
    const row = {
      id,
      campaignId: campaign.id,
      userId,
      position: at,
      title: `Evening ${at}.`,
      playedAt: null,
    };
    await server.database.orm.insert(sessions).values({ ...row, ...times });
    const body = `Told in ${at}. ${'They walk on. '.repeat((kibibytes * 1024) / 14)}`;
    const section = { key: 'summary', title: 'Story', body, source: 'user' as const, lines: [] };
    const sections = [{ ...section, visibility: visibilityOf(at) }];
    await server.database.orm.insert(notes).values({ sessionId: id, sections, revision: 1, updatedAt: now });
  }
  const made = await user.call('PUT', `/campaigns/${campaign.id}/public-link`, {
    show: defaultShow('public'),
  });
  const { publicId } = (await made.json()) as { publicId: string };
  const path = sharedPath({ kind: 'campaign', id: campaign.id, audience: 'public' }, publicId);
  return async (page: string) => (await server.app.request(path + page)).text();
}
const told = (html: string) => [...html.matchAll(/Evening (\d+)\./g)].map(([, at]) => Number(at));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

it('[R2.7] shows a campaign in pages of 20 sessions, with links that need no script', async () => {
  const read = await shared(45, 1);
  const first = await read('');
  expect(told(first)).toEqual(range(1, 20));
  expect(first).toContain('Sessions 1–20 of 45');
  expect(first).toContain(
    'rel="next" href="?page=2"><span>More sessions</span><strong>Sessions 21–40</strong>',
  );
  expect(first).not.toContain('Earlier sessions');
  const second = await read('?page=2');
  expect(told(second)).toEqual(range(21, 40));
  expect(second).toContain('rel="prev" href="?page=1"');
  const last = await read('?page=3');
  expect([told(last), last.includes('More sessions')]).toEqual([range(41, 45), false]);
  expect(told(await read('?page=999'))).toEqual(range(41, 45));
  for (const odd of ['?page=0', '?page=-1', '?page=x', '?page=1e9', '?page='])
    expect(told(await read(odd))).toEqual(range(1, 20));
});

it('[R2.7] shows a campaign of one page without links to others, and skips sessions with nothing for the public', async () => {
  const read = await shared(30, 1, (at) => (at <= 25 ? 'gm' : 'public'));
  const html = await read('');
  expect(told(html)).toEqual(range(26, 30));
  expect(html).not.toMatch(/More sessions|Sessions 1/);
});

it('[R7.13] reads no more than half a megabyte of notes for a page, however much there is', async () => {
  const read = await shared(12, 180);
  const seen: number[] = [];
  for (let page = 1; ; page += 1) {
    const html = await read(`?page=${page}`);
    expect(html.length).toBeLessThan(600 * 1024);
    seen.push(...told(html));
    if (!html.includes('More sessions')) break;
  }
  expect(seen).toEqual(range(1, 12));
});
