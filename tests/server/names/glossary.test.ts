import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Name, nameLimits } from '#contract/names.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;

beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  campaignId = (await call<{ id: string }>('POST', '/campaigns', { title: 'The Lantern Coast' })).body.id;
});

async function call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? null : JSON.parse(text)) as Body & { error: { code: string; details: unknown } },
  };
}

const add = (fields: unknown) => call<Name>('POST', `/campaigns/${campaignId}/names`, fields);
const all = async () =>
  (await call<{ names: Name[] }>('GET', `/campaigns/${campaignId}/names`)).body.names.map(({ term }) => term);
const change = (name: Name, changes: unknown, revision = name.revision) =>
  call<Name>('PATCH', `/names/${name.id}`, changes, { 'if-match': String(revision) });

describe('the glossary of a campaign', () => {
  it('lists names in alphabetical order, page by page', async () => {
    for (const term of ['Whitestone', 'allura', 'Emon']) expect((await add({ term })).status).toBe(201);
    expect(await all()).toEqual(['allura', 'Emon', 'Whitestone']);
    type Page = { names: Name[]; nextCursor: string | null };
    const first = (await call<Page>('GET', `/campaigns/${campaignId}/names?limit=2`)).body;
    expect(first.names).toHaveLength(2);
    const second = await call<Page>(
      'GET',
      `/campaigns/${campaignId}/names?limit=2&cursor=${first.nextCursor}`,
    );
    expect(second.body).toMatchObject({ names: [{ term: 'Whitestone' }], nextCursor: null });
  });

  it('has each name once, whatever its case, and each form once', async () => {
    const { body } = await add({ term: 'Emon', kind: 'location', heardAs: ['Eeman', 'Eeman', 'Emon'] });
    expect(body).toMatchObject({ heardAs: ['Eeman'], source: 'user', locked: false, revision: 1 });
    expect((await add({ term: 'EMON' })).body.error.code).toBe('nameExists');
    const other = (await add({ term: 'Gilmore' })).body;
    expect((await change(other, { term: 'emon' })).body.error.code).toBe('nameExists');
    expect((await change(other, { term: 'gilmore' })).status).toBe(200);
  });

  it('only changes the current version', async () => {
    const { body } = await add({ term: 'Emon' });
    expect((await change(body, { note: 'A city.' })).body).toMatchObject({ note: 'A city.', revision: 2 });
    const stale = await change(body, { note: 'Gone.' });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'staleRevision' } } });
    expect(stale.body.error.details).toMatchObject({ current: { note: 'A city.' } });
    expect((await call('PATCH', `/names/${body.id}`, {})).status).toBe(428);
    expect((await call('DELETE', `/names/${body.id}`)).status).toBe(204);
    expect((await change(body, {}, 2)).status).toBe(404);
  });

  it.each([
    ['no term', {}],
    ['a blank term', { term: '  ' }],
    ['a long term', { term: 'x'.repeat(nameLimits.term + 1) }],
    [
      'too many forms',
      { term: 'x', heardAs: Array.from({ length: nameLimits.forms + 1 }, (_, at) => `x${at}`) },
    ],
    ['a kind that we do not know', { term: 'x', kind: 'dragon' }],
  ])('rejects %s', async (_, fields) => {
    expect((await add(fields)).status).toBe(400);
  });

  it('imports a pasted list with kinds, other names and notes, and skips existing names', async () => {
    await add({ term: 'Gilmore' });
    const list = [
      '- Emon (location) = the Capital, Eemon: seat of the council',
      '* gilmore',
      '',
      'Vox Machina (group)',
      'Emon',
      `${'x'.repeat(nameLimits.term + 1)}`,
      `Emon${' '.repeat(20_000)}(${' '.repeat(20_000)}`,
      `x${' '.repeat(9)}y`.repeat(2000),
    ].join('\r\n');
    const { body } = await call<{ added: Name[]; skipped: { line: string; reason: string }[] }>(
      'POST',
      `/campaigns/${campaignId}/names/import`,
      { list },
    );
    expect(body.added).toMatchObject([
      { term: 'Emon', kind: 'location', aliases: ['the Capital', 'Eemon'], note: 'seat of the council' },
      { term: 'Vox Machina', kind: 'faction', source: 'import' },
      { term: 'Emon (', kind: 'other' },
    ]);
    expect(body.skipped.map(({ reason }) => reason)).toEqual(['known', 'known', 'tooLong', 'tooLong']);
  });

  it('rejects all of a list that does not fit', async () => {
    const list = Array.from({ length: nameLimits.names }, (_, at) => `Name ${at}`).join('\n');
    const path = `/campaigns/${campaignId}/names/import`;
    expect((await call('POST', path, { list: `${list}\nOne more` })).body.error.code).toBe('glossaryFull');
    expect(await all()).toEqual([]);
    expect((await call('POST', path, { list })).status).toBe(200);
    expect((await add({ term: 'One more' })).body.error.code).toBe('glossaryFull');
  }, 60_000);

  it('is passed to the engines: terms, other names and mis-hearings', async () => {
    await add({ term: 'Emon', kind: 'location', aliases: ['the Capital'], heardAs: ['Eeman'] });
    const session = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, {});
    const { names } = await campaignKnowledge(server.database, session.body.id);
    expect(names).toEqual([{ term: 'Emon', kind: 'location', aliases: ['the Capital'], heardAs: ['Eeman'] }]);
  });

  it('is hidden from other users', async () => {
    const { body } = await add({ term: 'Emon' });
    const other = await server.signIn();
    const ifMatch = { 'if-match': '1' };
    expect((await other.call('PATCH', `/names/${body.id}`, { note: 'x' }, ifMatch)).status).toBe(404);
    expect((await other.call('DELETE', `/names/${body.id}`)).status).toBe(404);
    expect((await other.call('POST', `/campaigns/${campaignId}/names`, { term: 'x' })).status).toBe(404);
    expect(await all()).toEqual(['Emon']);
  });
});

describe('what a correction adds', () => {
  const correct = async (wrong: string, right: string) => {
    const path = `/campaigns/${campaignId}/corrections`;
    const { body } = await call<{ hits: { id: string }[] }>('POST', path, { wrong, right, dryRun: true });
    const chosen = body.hits.map(({ id }) => id);
    return call<{ id: string; remembered: boolean }>('POST', path, { wrong, right, dryRun: false, chosen });
  };
  const entries = async () =>
    (await call<{ names: Name[] }>('GET', `/campaigns/${campaignId}/names`)).body.names;
  beforeEach(async () => {
    const session = { title: 'The gates of Eeman and of Vax' };
    expect((await call('POST', `/campaigns/${campaignId}/sessions`, session)).status).toBe(201);
  });

  it('is added to the existing name, and removed by the undo, whatever was written since', async () => {
    await add({ term: 'Emon', kind: 'location' });
    const { body } = await correct('Eeman', 'Emon');
    expect(body.remembered).toBe(true);
    const [learned] = await entries();
    expect(learned).toMatchObject({ kind: 'location', heardAs: ['Eeman'] });
    await change(learned!, { note: 'A city.' });
    await call('POST', `/corrections/${body.id}/undo`);
    expect(await entries()).toMatchObject([{ term: 'Emon', heardAs: [], note: 'A city.' }]);
  });

  it('keeps a locked name, and never turns a name into a mis-hearing', async () => {
    await add({ term: 'Emon', locked: true });
    expect((await correct('Eeman', 'Emon')).body.remembered).toBe(false);
    await add({ term: 'Vax' });
    await add({ term: 'Vex' });
    expect((await correct('Vax', 'Vex')).body.remembered).toBe(false);
    expect((await entries()).flatMap(({ heardAs }) => heardAs)).toEqual([]);
  });

  it('corrects a name that the glossary had wrong', async () => {
    await add({ term: 'Eeman', kind: 'location', note: 'A city.' });
    await correct('Eeman', 'Emon');
    expect(await entries()).toMatchObject([{ term: 'Emon', heardAs: ['Eeman'], note: 'A city.' }]);
  });
});
