import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { wordsOf } from '#contract/recognized-text.ts';
import { present } from '#contract/unknown-values.ts';
import { visibleSections } from '#contract/visibility.ts';
import { documentsOf } from '#server/campaigns/all-texts.ts';
import type { CampaignText, Erasing } from '#server/campaigns/room-texts.ts';
import { campaigns, notes, sessions as sessionRows } from '#server/campaigns/tables.ts';
import { roomTexts } from '#server/compose/texts.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { mayRead } from '#server/search/reader.ts';
import { searchPassages, searchSources, searchWords } from '#server/search/tables.ts';
import { forgetIndexed, searchTexts } from '#server/search/texts.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
const sessions: string[] = [];

const show = { recap: true, scenes: true, moments: true, entities: true, playerNames: true };

async function call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  expect(`${method} ${path} ${answer.status} ${text}`).toMatch(/ 20\d /u);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

async function addTranscript(sessionId: string, text: string): Promise<void> {
  const answer = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(text),
  });
  expect(answer.status).toBe(201);
}

async function saveNotes(
  sessionId: string,
  sections: readonly { key: string; title: string; body: string; visibility: 'gm' | 'players' | 'public' }[],
): Promise<void> {
  const { revision } = await call<{ revision: number }>('GET', `/sessions/${sessionId}/notes`);
  await call(
    'PATCH',
    `/sessions/${sessionId}/notes`,
    { sections },
    {
      'if-match': String(revision),
    },
  );
}

interface Lines {
  transcriptId: string;
  segments: { id: string; text: string; speakerId: string | null }[];
}

async function linesOf(sessionId: string): Promise<Lines> {
  const { transcriptId } = await call<{ transcriptId: string }>('GET', `/sessions/${sessionId}`);
  const { segments } = await call<Pick<Lines, 'segments'>>(
    'GET',
    `/transcripts/${transcriptId}/segments?limit=500`,
  );
  return { transcriptId, segments };
}

async function textsOfRooms(): Promise<CampaignText[]> {
  const { orm } = server.database;
  const [campaign] = await orm.select().from(campaigns).where(eq(campaigns.id, campaignId));
  if (campaign === undefined) return [];
  const texts: CampaignText[] = [];
  for await (const document of documentsOf(orm, roomTexts, campaign)) texts.push(...document);
  return texts;
}

/** What is indexed and no longer there, or not for these readers. */
async function leftovers(): Promise<string[]> {
  const { orm } = server.database;
  const texts = await textsOfRooms();
  const inSession = (sessionId: string) =>
    texts
      .filter((text) => text.sessionId === sessionId)
      .map(({ text }) => text)
      .join('\n');
  const left: string[] = [];
  for (const { sessionId, text } of await orm.select().from(searchPassages))
    for (const line of text.split('\n')) if (!inSession(sessionId).includes(line)) left.push(line);
  const titles = texts.filter(({ kind }) => kind === 'sessionTitle').map(({ text }) => text);
  for (const audience of ['players', 'public'] as const) {
    const written = await orm.select().from(notes);
    const seen = written.flatMap(({ sections }) =>
      visibleSections(sections, audience).map(({ body }) => body),
    );
    const readable = await orm
      .select()
      .from(searchPassages)
      .where(mayRead({ audience, shown: new Map(sessions.map((id) => [id, show])) }));
    for (const { text } of readable)
      if (![...seen, ...titles].join('\n').includes(text)) left.push(`${audience}: ${text}`);
  }
  return left;
}

async function untilIndexed(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await server.database.orm
        .select()
        .from(searchSources)
        .where(sql`${searchSources.changes} <> ${searchSources.done}`);
      expect(waiting).toEqual([]);
    },
    { timeout: 20_000, interval: 10 },
  );
}

/** Every word of every text is searchable, and no other is known. */
async function expectExact(): Promise<void> {
  const { orm } = server.database;
  const rows = await orm.select().from(searchPassages);
  const indexed = rows.map(({ text }) => text).join('\n');
  for (const { kind, text } of await textsOfRooms()) {
    const lines = kind === 'segment' || kind === 'sessionTitle' ? [text] : [];
    for (const line of lines) expect(indexed).toContain(line);
  }
  const counted = new Map<string, number>();
  for (const { text } of rows)
    for (const word of new Set(wordsOf(text))) counted.set(word, (counted.get(word) ?? 0) + 1);
  const known = await orm.select().from(searchWords);
  expect(Object.fromEntries(known.map(({ word, passages }) => [word, passages]))).toEqual(
    Object.fromEntries(counted),
  );
}

const speech = (name: string) =>
  [
    `[00:00:05] Mira: ${name} waits behind the amber door.`,
    `[00:00:09] Sten: Then ${name} must open it.`,
    `[00:01:00] Mira: The ferryman saw ${name} leave.`,
    '[00:02:00] Sten: Nobody saw the heron.',
  ].join('\n');

beforeAll(async () => {
  server = await createTestServer({});
  await server.start();
  user = await server.signIn();
  campaignId = (await call<{ id: string }>('POST', '/campaigns', { title: 'The Amber Door' })).id;
  for (const name of ['Ysolde', 'Orrin', 'Kastor']) {
    const { id } = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, {
      title: `The evening of ${name}`,
    });
    sessions.push(id);
    await addTranscript(id, speech(name));
    await saveNotes(id, [
      { key: 'npcs', title: 'People', body: `- **${name}**: a thief\n- The ferryman`, visibility: 'players' },
      {
        key: 'own',
        title: 'Mine',
        body: `${name} lies.\n\n<!-- public --> The door is amber.`,
        visibility: 'gm',
      },
    ]);
  }
});
afterAll(() => server.close());

const [one, two, three] = [() => sessions[0] ?? '', () => sessions[1] ?? '', () => sessions[2] ?? ''];

const changes: readonly [string, () => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  [
    'a section becomes the game master’s, and a line of another is hidden',
    () =>
      saveNotes(one(), [
        { key: 'npcs', title: 'People', body: '- **Ysolde**: a thief\n- The ferryman', visibility: 'gm' },
        {
          key: 'own',
          title: 'Mine',
          body: '<!-- gm --> Ysolde lies.\n\nThe door is amber.',
          visibility: 'public',
        },
      ]),
  ],
  [
    'a sentence of the notes is deleted',
    () => saveNotes(two(), [{ key: 'own', title: 'Mine', body: 'The door is amber.', visibility: 'public' }]),
  ],
  [
    'a session is renamed',
    () => call('PATCH', `/sessions/${one()}`, { title: 'The gate' }, { 'if-match': '1' }),
  ],
  [
    'a line of speech is changed',
    async () => {
      const { transcriptId, segments } = await linesOf(one());
      const [line] = segments;
      await call('POST', `/transcripts/${transcriptId}/edits`, {
        lines: [{ id: line?.id, text: line?.text }],
        texts: ['Somebody waits outside.'],
      });
    },
  ],
  [
    'a name is corrected everywhere',
    async () => {
      const body = { wrong: 'Kastor', right: 'Castor', kind: 'npc' };
      const { hits } = await call<{ hits: { id: string }[] }>(
        'POST',
        `/campaigns/${campaignId}/corrections`,
        {
          ...body,
          dryRun: true,
        },
      );
      await call('POST', `/campaigns/${campaignId}/corrections`, {
        ...body,
        dryRun: false,
        chosen: hits.map(({ id }) => id),
      });
    },
  ],
  [
    'a voice is erased',
    async () => {
      const { transcriptId, segments } = await linesOf(three());
      await call('POST', `/sessions/${three()}/voices/erased`, {
        transcriptId,
        speakerId: segments[0]?.speakerId,
      });
    },
  ],
  ['a transcript is replaced', () => addTranscript(two(), speech('Wren'))],
  ['a session is deleted', () => call('DELETE', `/sessions/${one()}`)],
  ['the campaign is deleted', () => call('DELETE', `/campaigns/${campaignId}`)],
];

it.each(changes)(
  'leaves nothing of what is gone in the index at once, and then has what is new: %s',
  async (_, change) => {
    await untilIndexed();
    await change();
    expect(await leftovers()).toEqual([]);
    await untilIndexed();
    expect(await leftovers()).toEqual([]);
    await expectExact();
  },
);

it('is made again from the texts if it is lost', async () => {
  const { id } = await call<{ id: string }>('POST', '/campaigns', { title: 'Once more' });
  campaignId = id;
  const session = await call<{ id: string }>('POST', `/campaigns/${id}/sessions`, { title: 'Again' });
  await addTranscript(session.id, speech('Ilse'));
  await untilIndexed();
  const { orm } = server.database;
  await orm.delete(searchPassages);
  await orm.update(searchSources).set({ done: -1 });
  await call('PATCH', `/sessions/${session.id}`, { title: 'Found again' }, { 'if-match': '1' });
  await untilIndexed();
  await expectExact();
});

it('has nothing of a session once it is emptied for its deletion, and all of it again if that is cut short', async () => {
  const { database } = server;
  const { orm } = database;
  const { id } = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, {
    title: 'Cut short',
  });
  await addTranscript(id, speech('Quarrel'));
  await untilIndexed();
  const found = () => orm.$count(searchPassages, eq(searchPassages.sessionId, id));
  const before = await found();
  expect(before).toBeGreaterThan(0);
  // Meanwhile nothing is indexed: the locks are those of the indexer's job.
  await database.locks.run('search-index', async () => {
    await forgetIndexed(database, id);
    expect(await found()).toBe(0);
    const rows = await orm
      .select({ words: searchSources.words })
      .from(searchSources)
      .where(eq(searchSources.sessionId, id));
    expect(rows.flatMap(({ words }) => words)).toEqual([]);
  });
  await untilIndexed();
  expect(await found()).toBe(before);
  await expectExact();
  await call('DELETE', `/sessions/${id}`);
  expect(await found()).toBe(0);
});

it('is whole again after an erasure, wherever indexing came between its steps', async () => {
  const { database } = server;
  const { orm } = database;
  const { id } = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, {
    title: 'Between',
  });
  await addTranscript(id, speech('Tamsin'));
  await untilIndexed();
  const [session] = await orm.select().from(sessionRows).where(eq(sessionRows.id, id));
  const erasing = {
    session: present(session, 'session'),
    sessionIds: [id],
    write: async <Result>(_: string | null, work: (tx: Orm) => Promise<Result>) => {
      const done = await database.transaction(work);
      await untilIndexed();
      return done;
    },
  };
  await searchTexts.afterErase?.(orm, erasing as unknown as Erasing);
  await untilIndexed();
  await expectExact();
});

it('compares its passages with changed notes only while that is quick, and is made again where it is not', async () => {
  const { database } = server;
  const { id } = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, {});
  const long = Array.from({ length: 10 }, (_, at) => `b${at}${'a'.repeat(1400)}`).join('\n\n');
  const section = (key: string, body: string) => ({ key, title: key, body, visibility: 'gm' as const });
  await saveNotes(id, [section('own-1', long), section('own-2', 'We rang the bell.')]);
  await untilIndexed();
  const found = () => database.orm.$count(searchPassages, eq(searchPassages.sessionId, id));
  const before = await found();
  await database.locks.run('search-index', async () => {
    await saveNotes(id, [section('own-1', long), section('own-2', 'We rang the bell. Twice.')]);
    expect(await found()).toBe(before);
    // 14,020 letters in as many would take long.
    await saveNotes(id, [section('own-1', `${long}\n\nEnd.`), section('own-2', 'We rang the bell. Twice.')]);
    expect(await found()).toBe(before - 10);
  });
  await untilIndexed();
  await expectExact();
});
