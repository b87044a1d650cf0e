import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notes, NotesHistory, ReadVersion } from '#contract/notes.ts';
import { notes, notesVersions } from '#server/campaigns/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;

const start = new Date('2026-03-01T10:00:00.000Z');
const unknownId = '01890000-0000-7000-8000-000000000000';

beforeAll(async () => {
  server = await createTestServer();
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  campaignId = (await json<{ id: string }>(user.call('POST', '/campaigns', { title: 'Coast' }), 201)).id;
  const created = user.call('POST', `/campaigns/${campaignId}/sessions`, {});
  sessionId = (await json<{ id: string }>(created, 201)).id;
});

async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
  const answer = await asked;
  const text = await answer.text();
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(text) as Body;
}

async function refusal(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

const section = (key: string, body: string) => ({
  key,
  title: `About ${key}`,
  body,
  visibility: 'gm' as const,
});
const path = (rest = '', of = sessionId) => `/sessions/${of}/notes${rest}`;
const present = () => json<Notes>(user.call('GET', path()));
const history = () => json<NotesHistory>(user.call('GET', path('/versions')));

async function save(...sections: ReturnType<typeof section>[]): Promise<Notes> {
  const { revision } = await present();
  return json<Notes>(user.call('PATCH', path(), { sections }, { 'if-match': `"${revision}"` }));
}

const restore = (version: number, onto: number) =>
  user.call('POST', path(`/versions/${version}/restore`), {}, { 'if-match': `"${onto}"` });

const write = (cause: 'edit' | 'analysis' | 'names', minutes: number, ...bodies: string[]) =>
  server.database.transaction(async (tx) => {
    const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
    const values = {
      sections: bodies.map((body, index) => ({
        ...section(`${index}`, body),
        source: 'user' as const,
        lines: [],
      })),
      revision: (row?.revision ?? 0) + 1,
      updatedAt: new Date(start.getTime() + minutes * 60_000),
      cause,
    };
    if (row === undefined) await tx.insert(notes).values({ sessionId, ...values });
    else await tx.update(notes).set(values).where(eq(notes.sessionId, sessionId));
  });

const kept = async () =>
  (await history()).versions.map(({ revision, replacedBy }) => `${revision} ${replacedBy}`);

describe('versions of notes', () => {
  it('are none before the first change, then the previous notes', async () => {
    expect(await history()).toEqual({ revision: 0, versions: [] });
    const first = await save(section('a', 'One  two\nthree.'), section('b', ''));
    expect((await history()).versions).toEqual([]);
    const second = await save(section('a', 'One.'), section('b', 'More.'));
    expect(await history()).toEqual({
      revision: 2,
      versions: [
        {
          revision: 1,
          writtenAt: first.updatedAt,
          replacedAt: second.updatedAt,
          replacedBy: 'edit',
          sectionCount: 2,
          wordCount: 3,
        },
      ],
    });
    const read = await json<ReadVersion>(user.call('GET', path('/versions/1')));
    expect(read.version.sections).toEqual(first.sections);
    expect(read.present).toEqual(second);
  });

  it('keep one for saves of the game master within ten minutes, and one for each other writer', async () => {
    await write('edit', 0, 'a');
    await write('edit', 1, 'b');
    await write('edit', 5, 'c');
    await write('edit', 10, 'd');
    expect(await kept()).toEqual(['1 edit']);
    await write('edit', 11, 'e');
    await write('names', 12, 'f');
    await write('names', 13, 'g');
    await write('analysis', 14, 'h');
    await write('edit', 15, 'i');
    expect(await kept()).toEqual(['8 edit', '7 analysis', '6 names', '5 names', '4 edit', '1 edit']);
  });

  it('keep what a save removes, and nothing if nothing changes', async () => {
    await write('edit', 0, 'a', 'b');
    await write('edit', 1, 'a', 'c');
    await write('edit', 2, 'a', 'c');
    await write('edit', 3, 'a');
    expect(await kept()).toEqual(['3 edit', '1 edit']);
  });

  it('are limited to 100; the oldest are deleted', async () => {
    for (let index = 0; index <= 102; index += 1) await write('analysis', index, `text ${index}`);
    const { versions } = await history();
    expect(versions).toHaveLength(100);
    expect(versions.at(0)?.revision).toBe(102);
    expect(versions.at(-1)?.revision).toBe(3);
  });

  it('are restored to the byte, and so is the undo', async () => {
    const stored = async () => {
      const [row] = await server.database.orm.select().from(notes).where(eq(notes.sessionId, sessionId));
      return JSON.stringify(row?.sections);
    };
    await save(section('b', 'Ünï 🐉\n\n  code'), section('a', ''));
    const before = await stored();
    await save(section('a', 'Everything is different.'));
    const after = await stored();
    const restored = await json<NotesHistory>(restore(1, 2));
    expect(await stored()).toBe(before);
    expect(restored.versions.map(({ revision, replacedBy }) => [revision, replacedBy])).toEqual([
      [2, 'restore'],
      [1, 'edit'],
    ]);
    expect((await json<NotesHistory>(restore(2, 3))).revision).toBe(4);
    expect(await stored()).toBe(after);
    await json(restore(3, 4));
    expect(await stored()).toBe(before);
    await json(restore(1, 5));
    await json(restore(5, 6));
    expect(await stored()).toBe(before);
  });

  it('are not restored over notes that have changed since', async () => {
    await save(section('a', 'One.'));
    await save(section('a', 'Two.'));
    await save(section('a', 'Three.'));
    expect(await refusal(restore(1, 2))).toBe('412 staleRevision');
    expect((await present()).sections[0]?.body).toBe('Three.');
    expect(await refusal(user.call('POST', path('/versions/1/restore'), {}))).toBe(
      '428 preconditionRequired',
    );
    expect(await refusal(restore(7, 3))).toBe('404 notFound');
  });

  it('are hidden from other users', async () => {
    await save(section('a', 'One.'));
    await save(section('a', 'Two.'));
    const other = await server.signIn();
    const tag = { 'if-match': '"2"' };
    expect(await refusal(other.call('GET', path('/versions')))).toBe('404 notFound');
    expect(await refusal(other.call('GET', path('/versions/1')))).toBe('404 notFound');
    expect(await refusal(other.call('POST', path('/versions/1/restore'), {}, tag))).toBe('404 notFound');
    expect(await refusal(user.call('GET', path('/versions', unknownId)))).toBe('404 notFound');
  });

  it('are deleted with their session', async () => {
    await save(section('a', 'One.'));
    await save(section('a', 'Two.'));
    expect((await user.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    const rows = await server.database.orm
      .select()
      .from(notesVersions)
      .where(and(eq(notesVersions.sessionId, sessionId)));
    expect(rows).toEqual([]);
  });
});
