import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { asText } from '#tests/support/sessions.ts';
import { longSession, smallSession, type Turn } from '#tests/support/small-session.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
beforeAll(async () => {
  server = await openWorkServer();
});
afterAll(() => server.close());

async function takeNotes(user: TestUser, turns: Turn[], sessionId: string): Promise<void> {
  const bytes = new TextEncoder().encode(asText(turns));
  expect((await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, bytes)).status).toBe(201);
  const { body: quote } = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
  const { body: started } = await server.request(
    user,
    'POST',
    `/sessions/${sessionId}/analyses`,
    { quoteId: quote.id, detailLevel: 'comprehensive' },
    { 'idempotency-key': `start-${quote.id}` },
  );
  await vi.waitFor(
    async () =>
      expect((await server.request(user, 'GET', `/analyses/${started.id}`)).body.status).toBe('completed'),
    { timeout: 60_000, interval: 100 },
  );
}

const sectionsOf = async (user: TestUser, sessionId: string) =>
  (await server.request(user, 'GET', `/sessions/${sessionId}/notes`)).body.sections as {
    key: string;
    body: string;
  }[];

it('[D7] adds the game master’s recap at the top of the notes once', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const first = await server.addSession(user);
  const second = await server.addSession(user);
  await takeNotes(user, longSession(1500), first);
  const before = await sectionsOf(user, first);
  expect(before.length).toBeGreaterThan(0);

  await takeNotes(user, smallSession, second);
  const [top, ...rest] = await sectionsOf(user, first);
  expect(top!.body).toContain('the party had fled the burning mill of Oldmere');
  expect(top!.body).not.toMatch(/Rain drums|dice shop/);
  expect(rest).toEqual(before);
  expect((await sectionsOf(user, second)).some(({ key }) => key === top!.key)).toBe(false);

  await takeNotes(user, smallSession, second);
  expect((await sectionsOf(user, first)).filter(({ key }) => key === top!.key)).toHaveLength(1);
});

it('[D7] a session without notes gets no recap', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const first = await server.addSession(user);
  const second = await server.addSession(user);
  await takeNotes(user, smallSession, second);
  expect(await sectionsOf(user, first)).toEqual([]);
});
