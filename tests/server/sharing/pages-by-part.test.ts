import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShow, type LinkAudience, type SharedKind, sharedPath } from '#contract/sharing.ts';
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

it('[R7.13] reads no more than a quarter of a megabyte of notes for a page, however much there is', async () => {
  const read = await shared(12, 180);
  const seen: number[] = [];
  for (let page = 1; ; page += 1) {
    const html = await read(`?page=${page}`);
    expect(html.length).toBeLessThan(300 * 1024);
    seen.push(...told(html));
    if (!html.includes('More sessions')) break;
  }
  expect(seen).toEqual(range(1, 12));
});

describe('notes of a session that are too long for one page', () => {
  const titles = ['Arrival', 'Descent', 'Flood'];
  let campaignId: string;
  let sessionId: string;
  beforeAll(async () => {
    campaignId = (await (await user.call('POST', '/campaigns', { title: 'The flood' })).json()).id;
    const made = await user.call('POST', `/campaigns/${campaignId}/sessions`, { title: 'The long night' });
    sessionId = (await made.json()).id;
    const sections = titles.map((title, at) => ({
      key: `own-${at}`,
      title: `${title}.`,
      body: `${'- They walk on.\n'.repeat(1100)}\n${'They walk on. '.repeat(6000)}`,
      visibility: 'public' as const,
      source: 'user' as const,
      lines: [],
    }));
    const updatedAt = server.clock.now();
    await server.database.orm.insert(notes).values({ sessionId, sections, revision: 1, updatedAt });
  });

  const readsOf = async (kind: SharedKind, audience: LinkAudience) => {
    const id = kind === 'campaign' ? campaignId : sessionId;
    const link = await user.call('PUT', `/${kind}s/${id}/${audience}-link`, { show: defaultShow(audience) });
    const path = sharedPath({ kind, id, audience }, ((await link.json()) as { publicId: string }).publicId);
    return async (query: string) => (await server.app.request(path + query)).text();
  };
  const shownIn = (html: string) => titles.filter((title) => html.includes(`${title}.`));
  const linkIn = (html: string, relation: 'prev' | 'next') =>
    new RegExp(`rel="${relation}" href="([^"]+)"><span>(.+?)</span><strong>(.+?)</strong>`)
      .exec(html)
      ?.slice(1);

  it.each([
    ['campaign', 'public'],
    ['campaign', 'players'],
    ['session', 'public'],
    ['session', 'players'],
  ] as const)('[R2.7] are shown in parts on a %s’s %s page, section by section', async (kind, audience) => {
    const read = await readsOf(kind, audience);
    const pages = [await read(''), await read('?part=2'), await read('?part=3')];
    expect(pages.map(shownIn)).toEqual(titles.map((title) => [title]));
    expect(pages.map((html) => linkIn(html, 'prev'))).toEqual([
      undefined,
      ['?part=1', 'Back', 'Part 1 of 3'],
      ['?part=2', 'Back', 'Part 2 of 3'],
    ]);
    expect(pages.map((html) => linkIn(html, 'next'))).toEqual([
      ['?part=2', 'More', 'Part 2 of 3'],
      ['?part=3', 'More', 'Part 3 of 3'],
      undefined,
    ]);
    expect(pages.map((html) => html.match(/<ul>/g)?.length)).toEqual([1, 1, 1]);
    expect(shownIn(await read('?part=999999'))).toEqual(['Flood']);
    for (const odd of ['?part=0', '?part=x', '?part=']) expect(shownIn(await read(odd))).toEqual(['Arrival']);
  });

  it('[R7.13] have a link for a suggestion beside the first thousand lines of a section', async () => {
    const read = await readsOf('session', 'players');
    expect((await read('')).match(/class="shared-pencil"/g)).toHaveLength(1000);
  });

  it('[R2.7] lead on to the next session, and back', async () => {
    const after = await user.call('POST', `/campaigns/${campaignId}/sessions`, { title: 'The morning' });
    const { id }: { id: string } = await after.json();
    await user.call(
      'PATCH',
      `/sessions/${id}/notes`,
      { sections: [{ key: 'own-9', title: 'Ebb.', body: 'They sleep.', visibility: 'public' }] },
      { 'if-match': '0' },
    );
    const read = await readsOf('campaign', 'public');
    expect(linkIn(await read('?part=3'), 'next')).toEqual(['?page=2', 'More sessions', 'Session 2']);
    const next = await read('?page=2');
    expect([next.includes('Ebb.'), linkIn(next, 'prev')]).toEqual([
      true,
      ['?page=1', 'Earlier sessions', 'Session 1'],
    ]);
  });
});
