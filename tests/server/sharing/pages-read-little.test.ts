import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultShow, type LinkAudience, type SharedKind, sharedPath } from '#contract/sharing.ts';
import { notes, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const KIB = 1024;
const SESSIONS = 40;

let read = 0;
let server: TestServer;
let counting: TestServer;
let user: TestUser;
let campaignId: string;
let firstSession: string;

/** Adds up the rows of each query, as JSON. */
function counted<Whole extends object>(whole: Whole): Whole {
  return new Proxy(whole, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (key === 'then') {
          const [answer, fail] = given as [(rows: unknown) => unknown, (error: unknown) => unknown];
          const heard = (rows: unknown) => {
            read += JSON.stringify(rows).length;
            return answer(rows);
          };
          return value.call(target, heard, fail);
        }
        const made: unknown = value.apply(target, given);
        return typeof made === 'object' && made !== null && !(made instanceof Promise) ? counted(made) : made;
      };
    },
  });
}

beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn();
  const { orm } = server.database;
  const database = { ...server.database, orm: counted<Orm>(orm) };
  counting = await createTestServer({ database, issuer: server.issuer });
  campaignId = (await (await user.call('POST', '/campaigns', { title: 'The long road' })).json()).id;
  const now = server.clock.now();
  const body = 'They walk on. '.repeat((100 * KIB) / 14);
  const section = { key: 'summary', title: 'Story', body, source: 'user' as const, lines: [] };
  for (let at = 0; at < SESSIONS; at += 1) {
    const id = newId();
    if (at === 0) firstSession = id;
    await orm.insert(sessions).values({
      ...{ id, campaignId, userId: user.userId, position: at + 1, title: `Evening ${at}`, playedAt: null },
      ...{ createdAt: now, updatedAt: now },
    });
    const sections = [{ ...section, visibility: 'public' as const }];
    await orm.insert(notes).values({ sessionId: id, sections, revision: 1, updatedAt: now });
    await orm.insert(transcripts).values(transcriptOf(id, 20 * KIB));
  }
}, 60_000);
afterAll(async () => {
  await counting.close();
  await server.close();
});

function transcriptOf(sessionId: string, bytes: number): typeof transcripts.$inferInsert {
  const speakers = Array.from({ length: bytes / 128 }, (_, at) => ({
    id: `s${at}`,
    label: `Speaker of the table ${at}`,
    role: 'player' as const,
    playerCharacterId: null,
    talkMs: 0,
  }));
  const about = {
    source: 'import',
    timing: 'estimated',
    engine: 'text',
    language: null,
    durationMs: 0,
  } as const;
  const counts = { segmentCount: 0, wordCount: 0, warnings: [], createdAt: server.clock.now() };
  return { id: newId(), sessionId, speakers, ...about, ...counts, complete: true };
}

async function shared(kind: SharedKind, id: string, audience: LinkAudience): Promise<string> {
  const show = { ...defaultShow(audience), playerNames: false };
  const link = await user.call('PUT', `/${kind}s/${id}/${audience}-link`, { show });
  return sharedPath({ kind, id, audience }, ((await link.json()) as { publicId: string }).publicId);
}

async function bytesRead(path: string, status = 200): Promise<number> {
  read = 0;
  const answer = await counting.app.request(path);
  expect([path, answer.status]).toEqual([path, status]);
  await answer.arrayBuffer();
  return read;
}

it.each([
  ['campaign', 'public', 256 * KIB],
  ['campaign', 'players', 256 * KIB],
  ['session', 'public', 128 * KIB],
  ['session', 'players', 128 * KIB],
] as const)(
  '[R7.13] a visitor of a %s’s %s page asks the database for no more than that page',
  async (kind, audience, ofNotes) => {
    const path = await shared(kind, kind === 'campaign' ? campaignId : firstSession, audience);
    const named = 1024 * KIB;
    const list = 32 * KIB;
    const first = await bytesRead(path);
    expect(first).toBeGreaterThan(100 * KIB);
    expect(first).toBeLessThan(ofNotes + named + list);
    expect(await bytesRead(path)).toBeLessThan(2 * KIB);
    expect(await bytesRead(`${path}/preview.png`)).toBeLessThan(named + list);
    expect(await bytesRead(`${path}/preview.png`)).toBeLessThan(2 * KIB);
    if (kind === 'session') return;
    await bytesRead(`${path}?page=8`);
    expect(await bytesRead(`${path}?page=999999`)).toBeLessThan(ofNotes + named + list);
  },
);

it('[R7.13] a page shows a speaker whose name has changed, and refuses more names than it reads', async () => {
  const path = await shared('campaign', campaignId, 'public');
  await bytesRead(path);
  const { orm } = server.database;
  const replacedAt = server.clock.now();
  await orm.insert(transcripts).values({ ...transcriptOf(firstSession, KIB), replacedAt });
  expect(await bytesRead(path)).toBeGreaterThan(100 * KIB);
  for (let at = 0; at < 20; at += 1)
    await orm.insert(transcripts).values({ ...transcriptOf(firstSession, 20 * KIB), replacedAt });
  expect(await bytesRead(path, 422)).toBeLessThan(32 * KIB);
});
