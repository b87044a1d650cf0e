import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

describe('campaigns', () => {
  let server: TestServer;
  let mira: TestUser;
  let tom: TestUser;
  beforeAll(async () => {
    server = await createTestServer();
    mira = await server.signIn();
    tom = await server.signIn();
  });
  afterAll(() => server.close());

  const make = async (user: TestUser, fields: object) =>
    (await user.call('POST', '/campaigns', fields)).json();

  it('creates a campaign from its title alone', async () => {
    const answer = await mira.call('POST', '/campaigns', { title: '  The Long Night ' });
    expect(answer.status).toBe(201);
    const campaign = await answer.json();
    expect(campaign).toEqual({
      id: expect.any(String),
      title: 'The Long Night',
      description: '',
      system: '',
      setting: '',
      genre: '',
      language: null,
      detailLevel: null,
      recapStyles: [],
      instructions: '',
      sessionCount: 0,
      lastPlayedAt: null,
      revision: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await (await mira.call('GET', `/campaigns/${campaign.id}`)).json()).toEqual(campaign);
  });

  it('changes only the given fields, of the version named by If-Match', async () => {
    const made = await make(mira, {
      title: 'Ashes',
      system: 'Blades',
      instructions: 'Leave out the rules talk.',
    });
    server.clock.advance(1000);
    const path = `/campaigns/${made.id}`;
    const changed = await mira.call(
      'PATCH',
      path,
      { genre: 'noir', detailLevel: 'brief', language: 'pt-BR' },
      { 'if-match': '"1"' },
    );
    expect(changed.status).toBe(200);
    const after = await changed.json();
    expect(after).toEqual({
      ...made,
      genre: 'noir',
      detailLevel: 'brief',
      language: 'pt-BR',
      revision: 2,
      updatedAt: expect.any(String),
    });
    expect(String(after.updatedAt) > made.updatedAt).toBe(true);
    const nulled = await mira.call('PATCH', path, { detailLevel: null }, { 'if-match': '2' });
    expect(await nulled.json()).toMatchObject({ detailLevel: null, genre: 'noir', revision: 3 });
  });

  it('rejects a stale revision with both versions, and a change without a revision', async () => {
    const { id } = await make(mira, { title: 'Twice' });
    await mira.call('PATCH', `/campaigns/${id}`, { title: 'First' }, { 'if-match': '1' });
    const stale = await mira.call('PATCH', `/campaigns/${id}`, { title: 'Second' }, { 'if-match': '1' });
    expect(stale.status).toBe(412);
    expect((await stale.json()).error).toMatchObject({
      code: 'staleRevision',
      details: { current: { id, title: 'First', revision: 2 } },
    });
    const blind = await mira.call('PATCH', `/campaigns/${id}`, { title: 'Second' });
    expect([blind.status, (await blind.json()).error.code]).toEqual([428, 'preconditionRequired']);
  });

  it('accepts exactly one of many simultaneous changes of one version', async () => {
    const { id } = await make(mira, { title: 'Raced' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        mira.call('PATCH', `/campaigns/${id}`, { title: `By ${index}` }, { 'if-match': '1' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  it('treats other users’ campaigns as unknown', async () => {
    const { id } = await make(mira, { title: 'Secret' });
    const unknown = '0190a000-0000-7000-8000-000000000000';
    for (const campaignId of [id, unknown]) {
      const answers = await Promise.all([
        tom.call('GET', `/campaigns/${campaignId}`),
        tom.call('PATCH', `/campaigns/${campaignId}`, { title: 'Mine' }, { 'if-match': '1' }),
        tom.call('DELETE', `/campaigns/${campaignId}`),
        tom.call('GET', `/campaigns/${campaignId}/sessions`),
        tom.call('POST', `/campaigns/${campaignId}/sessions`, {}),
      ]);
      for (const answer of answers) {
        expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'notFound']);
      }
    }
    expect(await (await mira.call('GET', `/campaigns/${id}`)).json()).toMatchObject({ title: 'Secret' });
  });

  it("lists the user's own, last played first, page by page", async () => {
    const lena = await server.signIn();
    const titles = ['never played, old', 'played in May', 'played in June', 'never played, new'];
    const moments = [null, '2031-05-01T18:00:00.000Z', '2031-06-01T18:00:00.000Z', null];
    for (const [index, title] of titles.entries()) {
      server.clock.advance(1000);
      const { id } = await make(lena, { title });
      await lena.call('POST', `/campaigns/${id}/sessions`, { playedAt: moments[index] });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '3', ...(cursor ? { cursor } : {}) });
      const page = await (await lena.call('GET', `/campaigns?${query}`)).json();
      seen.push(...page.campaigns.map((campaign: { title: string }) => campaign.title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['played in June', 'played in May', 'never played, new', 'never played, old']);
    const first = (await (await lena.call('GET', '/campaigns?limit=1')).json()).campaigns[0];
    expect(first).toMatchObject({ sessionCount: 1, lastPlayedAt: '2031-06-01T18:00:00.000Z' });
  });

  it('deletes a campaign with its sessions', async () => {
    const { id } = await make(mira, { title: 'Over' });
    const session = await (await mira.call('POST', `/campaigns/${id}/sessions`, {})).json();
    expect((await mira.call('DELETE', `/campaigns/${id}`)).status).toBe(204);
    expect((await mira.call('GET', `/campaigns/${id}`)).status).toBe(404);
    expect((await mira.call('GET', `/sessions/${session.id}`)).status).toBe(404);
    expect((await mira.call('DELETE', `/campaigns/${id}`)).status).toBe(404);
  });

  it('stores text literally: scripts, SQL, emoji, right-to-left', async () => {
    const title = `'); drop table campaigns; -- <script>alert(1)</script> 🐉 שלום \\u0000`;
    const { id } = await make(mira, { title, description: '{{7*7}} %s\r\n\t' });
    expect(await (await mira.call('GET', `/campaigns/${id}`)).json()).toMatchObject({
      title,
      description: '{{7*7}} %s\r\n\t',
    });
  });
});
