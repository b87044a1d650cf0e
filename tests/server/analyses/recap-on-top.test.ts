import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { preferences } from '#server/accounts/tables.ts';
import { sessionBefore } from '#server/campaigns/recaps.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { MailMessage } from '#server/platform/mail/port.ts';
import { asText } from '#tests/support/sessions.ts';
import { longSession, smallSession, type Turn } from '#tests/support/small-session.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
const mails: MailMessage[] = [];
beforeAll(async () => {
  server = await openWorkServer({
    letters: {
      mail: { send: async (message) => void mails.push(message) },
      publicUrl: 'https://notes.example',
    },
  });
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

const newRecaps = async (user: TestUser) =>
  (await server.request(user, 'POST', '/recaps/taken')).body.recaps as { sessionId: string; title: string }[];

it('announces a recap once, to its owner, and in the email about the analysis', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const other = await server.addUser();
  await server.database.orm.insert(preferences).values({
    userId: user.id,
    theme: 'system',
    version: 1,
    revisionId: 1,
    mailWhenNotesReady: true,
    autoCopyAnalysisToNotes: true,
    defaultDetailLevel: 'brief',
    showAlphaFeatures: false,
    changedAt: server.clock.now(),
  });
  const first = await server.addSession(user);
  const second = await server.addSession(user);
  await server.database.orm.update(sessions).set({ title: 'The mill' }).where(eq(sessions.id, first));
  await takeNotes(user, longSession(1500), first);
  expect(await newRecaps(user)).toEqual([]);
  await takeNotes(user, smallSession, second);
  expect(await newRecaps(other)).toEqual([]);
  expect(await newRecaps(user)).toMatchObject([{ sessionId: first, title: 'The mill' }]);
  expect(await newRecaps(user)).toEqual([]);
  const about = '“The mill” now has its recap, in your own words.';
  await vi.waitFor(() => expect(mails).toHaveLength(2), { timeout: 50_000 });
  expect(mails.map(({ text }) => text.includes(about))).toEqual([false, true]);

  await server.request(user, 'PATCH', `/sessions/${first}/notes`, { sections: [] }, { 'if-match': '2' });
  await takeNotes(user, longSession(1500), first);
  await takeNotes(user, smallSession, second);
  expect((await sectionsOf(user, first)).some(({ key }) => key === 'ownWords')).toBe(false);
  expect(await newRecaps(user)).toEqual([]);
});

it('announces no recap that the user has removed', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const first = await server.addSession(user);
  const second = await server.addSession(user);
  await takeNotes(user, longSession(1500), first);
  await takeNotes(user, smallSession, second);
  const own = { key: 'own-1', title: 'Mine', body: 'My own words.', visibility: 'gm' };
  await server.request(user, 'PATCH', `/sessions/${first}/notes`, { sections: [own] }, { 'if-match': '2' });
  expect(await newRecaps(user)).toEqual([]);
});

it('gives the recap to the session played before, by day where both have one, else by order', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const [second, first, undated, third] = [
    await server.addSession(user),
    await server.addSession(user),
    await server.addSession(user),
    await server.addSession(user),
  ];
  const { orm } = server.database;
  const play = (id: string, playedAt: string) =>
    orm
      .update(sessions)
      .set({ playedAt: new Date(playedAt) })
      .where(eq(sessions.id, id));
  await play(first, '2026-03-01T20:00:00Z');
  await play(second, '2026-03-08T20:00:00Z');
  expect(await sessionBefore(orm, first)).toBeNull();
  expect(await sessionBefore(orm, second)).toBe(first);
  expect(await sessionBefore(orm, third)).toBe(undated);
  await play(third, '2026-03-08T22:00:00Z');
  await play(undated, '2026-03-15T20:00:00Z');
  expect(await sessionBefore(orm, third)).toBe(second);
  expect(await sessionBefore(orm, undated)).toBe(third);
});

it('[D7] a session without notes gets no recap', async () => {
  const user = await server.addUser({ credits: 10_000 });
  const first = await server.addSession(user);
  const second = await server.addSession(user);
  await takeNotes(user, smallSession, second);
  expect(await sectionsOf(user, first)).toEqual([]);
});
