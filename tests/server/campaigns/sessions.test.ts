import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

describe('sessions', () => {
  let server: TestServer;
  let mira: TestUser;
  let tom: TestUser;
  beforeAll(async () => {
    server = await createTestServer();
    mira = await server.signIn();
    tom = await server.signIn();
  });
  afterAll(() => server.close());

  async function campaign(): Promise<string> {
    return (await (await mira.call('POST', '/campaigns', { title: 'A campaign' })).json()).id;
  }
  const make = async (campaignId: string, fields: object = {}) =>
    (await mira.call('POST', `/campaigns/${campaignId}/sessions`, fields)).json();

  it('numbers and names sessions in order', async () => {
    const campaignId = await campaign();
    const first = await make(campaignId);
    const second = await make(campaignId, { title: 'The bridge', playedAt: '2026-02-03T19:30:00.000Z' });
    expect(first).toEqual({
      id: expect.any(String),
      campaignId,
      title: 'Session 1',
      playedAt: null,
      order: 1,
      state: 'empty',
      audio: null,
      transcriptId: null,
      latestAnalysisId: null,
      summaryPreview: null,
      revision: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(second).toMatchObject({ title: 'The bridge', order: 2, playedAt: '2026-02-03T19:30:00.000Z' });
    expect(await (await mira.call('GET', `/campaigns/${campaignId}`)).json()).toMatchObject({
      sessionCount: 2,
      lastPlayedAt: '2026-02-03T19:30:00.000Z',
    });
  });

  it('gives sessions made at once different numbers', async () => {
    const campaignId = await campaign();
    const made = await Promise.all(Array.from({ length: 8 }, () => make(campaignId)));
    expect(made.map(({ order }) => order).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('lists the latest first, page by page', async () => {
    const campaignId = await campaign();
    for (let count = 0; count < 5; count += 1) await make(campaignId);
    const pages: number[][] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '2', ...(cursor ? { cursor } : {}) });
      const page = await (await mira.call('GET', `/campaigns/${campaignId}/sessions?${query}`)).json();
      pages.push(page.sessions.map((session: { order: number }) => session.order));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([[5, 4], [3, 2], [1]]);
  });

  it('changes, rejects stale and blind changes, and deletes', async () => {
    const { id } = await make(await campaign(), { playedAt: '2026-02-03T19:30:00.000Z' });
    const path = `/sessions/${id}`;
    const changed = await mira.call('PATCH', path, { playedAt: null }, { 'if-match': '1' });
    expect(await changed.json()).toMatchObject({ title: 'Session 1', playedAt: null, revision: 2 });
    const stale = await mira.call('PATCH', path, { title: 'x' }, { 'if-match': '1' });
    expect(stale.status).toBe(412);
    expect((await stale.json()).error?.details?.current).toMatchObject({ revision: 2 });
    expect((await mira.call('PATCH', path, { title: 'x' })).status).toBe(428);
    expect((await mira.call('DELETE', path)).status).toBe(204);
    expect((await mira.call('GET', path)).status).toBe(404);
  });

  it("returns 404 for another user's session as for an unknown one", async () => {
    const { id } = await make(await campaign());
    for (const sessionId of [id, '0190a000-0000-7000-8000-000000000000']) {
      const statuses = await Promise.all([
        tom.call('GET', `/sessions/${sessionId}`),
        tom.call('PATCH', `/sessions/${sessionId}`, { title: 'Mine' }, { 'if-match': '1' }),
        tom.call('DELETE', `/sessions/${sessionId}`),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await mira.call('GET', `/sessions/${id}`)).status).toBe(200);
  });
});
