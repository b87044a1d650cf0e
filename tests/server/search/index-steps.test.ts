import { afterEach, expect, it, vi } from 'vitest';
import { roomTexts } from '#server/compose/texts.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createIndexer } from '#server/search/indexer.ts';
import { searchSources } from '#server/search/tables.ts';
import { createTestServer } from '#tests/support/server.ts';

vi.mock('#server/platform/breath.ts', async (original) => ({
  ...(await original<object>()),
  rest: () => Promise.resolve(),
}));
afterEach(() => vi.restoreAllMocks());

it('indexes an evening on a busy computer, where every transaction takes long, in no more steps than small ones', {
  tags: ['everything'],
}, async () => {
  const server = await createTestServer({});
  const user = await server.signIn();
  const made = async (path: string) =>
    ((await (await user.call('POST', path, { title: 'The Amber Door' })).json()) as { id: string }).id;
  const sessionId = await made(`/campaigns/${await made('/campaigns')}/sessions`);
  const words = Array.from({ length: 1000 }, (_, at) => `w${at.toString(36)}x`);
  const added = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: words.map((word, at) => `${at % 2 ? 'Mira' : 'Sten'}: ${word} waits.`).join('\n'),
  });
  expect(added.status).toBe(201);

  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  let transactions = 0;
  const database: Database = {
    ...server.database,
    transaction(...work) {
      transactions += 1;
      return server.database.transaction(...work);
    },
  };
  await createIndexer({ database, texts: roomTexts }).run();

  const sources = await server.database.orm.select().from(searchSources);
  expect(sources.every(({ changes, done }) => changes === done)).toBe(true);
  expect(sources.some(({ words: counted }) => counted.length > 1000)).toBe(true);
  expect(transactions).toBeLessThan(100);
  await server.close();
});

it('indexes all other sessions although one cannot be read', async () => {
  const server = await createTestServer({});
  const { orm } = server.database;
  const user = await server.signIn();
  const made = async (path: string, title: string) =>
    ((await (await user.call('POST', path, { title })).json()) as { id: string }).id;
  const campaign = await made('/campaigns', 'The Amber Door');
  const titles = ['One', 'Two', 'Three', 'Four'];
  for (const title of titles) await made(`/campaigns/${campaign}/sessions`, title);
  await orm.update(searchSources).set({ done: -1 });
  const texts = roomTexts.map((room) => ({
    ...room,
    ...(room.list && {
      async *list(...given: Parameters<NonNullable<typeof room.list>>) {
        if (given[1].session?.title === 'Two') throw new Error('unreadable');
        yield* room.list!(...given);
      },
    }),
  }));

  await expect(createIndexer({ database: server.database, texts }).run()).rejects.toThrow('unreadable');

  const waiting = await orm.select().from(searchSources);
  expect(waiting.filter(({ changes, done, source }) => source === 'notes' && changes !== done)).toHaveLength(
    1,
  );
  await server.close();
});
