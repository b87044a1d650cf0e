import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

describe('hostile and mistaken requests', () => {
  let server: TestServer;
  let mira: TestUser;
  let campaignId: string;
  beforeAll(async () => {
    server = await createTestServer();
    mira = await server.signIn();
    campaignId = (await (await mira.call('POST', '/campaigns', { title: 'Here' })).json()).id;
  });
  afterAll(() => server.close());

  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const cases: [string, string, string, RequestInit, number, string, string?][] = [
    [
      'no body',
      'POST',
      '/campaigns',
      { headers: { 'content-type': 'application/json' } },
      400,
      'invalidRequest',
    ],
    ['malformed JSON', 'POST', '/campaigns', { body: '{"title":' }, 400, 'invalidRequest'],
    [
      'JSON that is not UTF-8',
      'POST',
      '/campaigns',
      { body: new Uint8Array([0x22, 0xff, 0x22]) },
      400,
      'invalidRequest',
    ],
    ['JSON of another shape', 'POST', '/campaigns', { body: '[1,2]' }, 400, 'invalidRequest', 'body'],
    ['null', 'POST', '/campaigns', { body: 'null' }, 400, 'invalidRequest', 'body'],
    ['deep nesting', 'POST', '/campaigns', { body: `{"title":${deep}}` }, 400, 'invalidRequest'],
    ['a missing field', 'POST', '/campaigns', { body: '{}' }, 400, 'invalidRequest', 'body.title'],
    ['a blank title', 'POST', '/campaigns', { body: '{"title":"   "}' }, 400, 'invalidRequest', 'body.title'],
    [
      'a title that is too long',
      'POST',
      '/campaigns',
      { body: JSON.stringify({ title: 'x'.repeat(201) }) },
      400,
      'invalidRequest',
      'body.title',
    ],
    [
      'a field that is too long',
      'POST',
      '/campaigns',
      { body: JSON.stringify({ title: 'x', description: 'x'.repeat(5001) }) },
      400,
      'invalidRequest',
      'body.description',
    ],
    [
      'too many entries',
      'POST',
      '/campaigns',
      { body: JSON.stringify({ title: 'x', recapStyles: Array(21).fill('y') }) },
      400,
      'invalidRequest',
      'body.recapStyles',
    ],
    [
      'a wrong kind of value',
      'POST',
      '/campaigns',
      { body: '{"title":{"$ne":null}}' },
      400,
      'invalidRequest',
      'body.title',
    ],
    [
      'NUL in a text',
      'POST',
      '/campaigns',
      { body: '{"title":"a\\u0000b"}' },
      400,
      'invalidRequest',
      'title',
    ],
    [
      'half a surrogate pair',
      'POST',
      '/campaigns',
      { body: '{"title":"a\\ud800b"}' },
      400,
      'invalidRequest',
      'title',
    ],
    [
      'a body that is too large',
      'POST',
      '/campaigns',
      { body: JSON.stringify({ title: 'x'.repeat(1_100_000) }) },
      413,
      'payloadTooLarge',
    ],
    [
      'a body that says it is huge',
      'POST',
      '/campaigns',
      { headers: { 'content-type': 'application/json', 'content-length': '99999999999' }, body: '{}' },
      413,
      'payloadTooLarge',
    ],
    [
      'a form',
      'POST',
      '/campaigns',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'title=x' },
      415,
      'unsupportedMediaType',
    ],
    [
      'plain text',
      'POST',
      '/campaigns',
      { headers: { 'content-type': 'text/plain' }, body: '{"title":"x"}' },
      415,
      'unsupportedMediaType',
    ],
    ['an id that is none', 'GET', '/campaigns/7', {}, 400, 'invalidRequest', 'params.campaignId'],
    ['SQL in an id', 'GET', "/campaigns/'%20or%201=1--", {}, 400, 'invalidRequest', 'params.campaignId'],
    ['a limit that is too high', 'GET', '/campaigns?limit=501', {}, 400, 'invalidRequest', 'query.limit'],
    ['a limit that is no number', 'GET', '/campaigns?limit=1e9999', {}, 400, 'invalidRequest', 'query.limit'],
    [
      'a cursor of our own making',
      'GET',
      '/campaigns?cursor=bm9uc2Vuc2U',
      {},
      400,
      'invalidRequest',
      'query.cursor',
    ],
    [
      'a cursor beyond any place',
      'GET',
      `/campaigns/{campaignId}/sessions?cursor=${Buffer.from('99999999999').toString('base64url')}`,
      {},
      400,
      'invalidRequest',
      'query.cursor',
    ],
    [
      'a cursor with SQL in it',
      'GET',
      `/campaigns?cursor=${Buffer.from('["2026-01-01T00:00:00Z","\' or 1=1"]').toString('base64url')}`,
      {},
      400,
      'invalidRequest',
      'query.cursor',
    ],
    ['NUL in the query', 'GET', '/campaigns?cursor=%00', {}, 400, 'invalidRequest'],
    [
      'a weak If-Match',
      'PATCH',
      '/campaigns/0190a000-0000-7000-8000-000000000000',
      { headers: { 'content-type': 'application/json', 'if-match': 'W/"1"' }, body: '{}' },
      400,
      'invalidRequest',
      'headers.if-match',
    ],
    [
      'a revision beyond any',
      'PATCH',
      '/campaigns/0190a000-0000-7000-8000-000000000000',
      { headers: { 'content-type': 'application/json', 'if-match': '999999999999999' }, body: '{}' },
      404,
      'notFound',
    ],
    ['another method', 'PUT', '/campaigns', { body: '{}' }, 405, 'methodNotAllowed'],
  ];

  it.each(cases)('%s', async (_, method, path, init, status, code, field) => {
    const answer = await server.app.request(path.replace('{campaignId}', campaignId), {
      method,
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${mira.token}`,
      },
    });
    const { error } = ErrorBody.parse(await answer.json());
    expect([answer.status, error.code]).toEqual([status, code]);
    if (field) expect(error.details).toEqual({ field });
    expect(error.message).not.toMatch(/zod|invalid input|expected/i);
  });

  it('rejects the year 0, which PostgreSQL does not know, in a body and in a cursor', async () => {
    const made = await mira.call('POST', `/campaigns/${campaignId}/sessions`, {
      playedAt: '0000-01-01T00:00:00.000Z',
    });
    const place = ['0000-01-01T00:00:00.000Z', campaignId];
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const listed = await mira.call('GET', `/campaigns?cursor=${cursor}`);
    expect([made.status, listed.status]).toEqual([400, 400]);
  });

  it('measures a body without a declared length', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const answer = await server.app.request('/campaigns', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mira.token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 ** 2);
  });

  it('adds nothing to objects through __proto__', async () => {
    const answer = await server.app.request('/campaigns', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mira.token}` },
      body: '{"title":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"userId":"someone"}',
    });
    expect(answer.status).toBe(201);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await answer.json()).not.toHaveProperty('userId');
  });

  it('authenticates before anything else', async () => {
    for (const headers of [{}, { authorization: 'Basic bWlyYTpodXNo' }, { authorization: 'Bearer a.b.c' }]) {
      const answer = await server.app.request('/campaigns/not-an-id', { method: 'PATCH', headers });
      expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'unauthorized']);
    }
  });

  it('lists the methods of an address', async () => {
    const answer = await mira.call('PUT', '/sessions/0190a000-0000-7000-8000-000000000000', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE']);
  });
});
