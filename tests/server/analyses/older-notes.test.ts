import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OlderNotes, OlderNotesPlan } from '#contract/older-notes.ts';
import { preferences } from '#server/accounts/tables.ts';
import { analyses, olderNotes } from '#server/analyses/tables.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type { MailMessage } from '#server/platform/mail/port.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let notes = createFakeNotes();
let keys = 0;
const mails: MailMessage[] = [];

beforeAll(async () => {
  const mail = { send: async (message: MailMessage) => void mails.push(message) };
  server = await openWorkServer({
    letters: { mail, publicUrl: 'https://notes.example.org' },
    notes: presentNotes(() => notes),
    settings: { highlightsPercent: 25 },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  notes = createFakeNotes();
});

async function pageOf(user: TestUser): Promise<string> {
  const sessionId = await server.addSession(user);
  const transcripts = `/sessions/${sessionId}/transcripts` as const;
  expect((await server.request(user, 'POST', transcripts, sampleTranscriptBytes(4))).status).toBe(201);
  const { id: quoteId } = (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;
  const key = { 'idempotency-key': `page-${++keys}-of-a-session` };
  const body = { quoteId, detailLevel: 'comprehensive', writer: 'page' };
  const { id } = (await server.request(user, 'POST', `/sessions/${sessionId}/analyses`, body, key)).body;
  await vi.waitFor(
    async () => expect((await server.request(user, 'GET', `/analyses/${id}`)).body.status).toBe('completed'),
    { timeout: 50_000, interval: 30 },
  );
  return sessionId;
}

async function campaignOf(count: number, credits: number) {
  const user = await server.addUser({ credits });
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await pageOf(user));
  const path = `/campaigns/${user.campaignId}/older-notes` as const;
  const plan: OlderNotesPlan = (await server.request(user, 'GET', `${path}/plan`)).body;
  const start = (sessionIds: readonly string[], sum: number, key = `older-notes-${++keys}`) =>
    server.request(
      user,
      'POST',
      path,
      { sessionIds, writer: 'service', credits: sum },
      { 'idempotency-key': key },
    );
  const read = async (): Promise<OlderNotes> => (await server.request(user, 'GET', path)).body;
  const until = (state: string) =>
    vi.waitFor(
      async () => {
        const { run } = await read();
        expect(run?.state).toBe(state);
        expect(run?.current).toBeNull();
        return run;
      },
      { timeout: 50_000, interval: 30 },
    );
  const balance = async () => (await server.credits.balance(server.database.orm, user.id)).credits;
  return {
    user,
    ids,
    path,
    plan,
    start,
    read,
    until,
    balance,
    price: plan.sessions[0]?.prices[0]?.costCredits ?? 0,
  };
}

describe('written notes for older sessions', () => {
  it('[D16] [D1] come one after another, each charged once, in the place of an untouched page, and never over own words', async () => {
    const { user, ids, plan, start, until, balance, price, read } = await campaignOf(3, 1000);
    expect(plan.sessions.map(({ sessionId }) => sessionId).sort()).toEqual([...ids].sort());
    expect(plan).toMatchObject({ more: 0, writers: [{ writer: 'service' }] });
    expect((await read()).unwritten).toBe(3);
    const before = await balance();
    const [own] = ids;
    const notesPath = `/sessions/${own}/notes` as const;
    const { sections, revision } = (await server.request(user, 'GET', notesPath)).body;
    const edited = sections.map(({ key, title, visibility, body }) => ({
      key,
      title,
      visibility,
      body: `${body} mine`,
    }));
    const saved = await server.request(
      user,
      'PATCH',
      notesPath,
      { sections: edited },
      { 'if-match': `${revision}` },
    );
    expect(saved.status).toBe(200);

    expect(codeOf(await start(ids, 3 * price - 1))).toBe('quoteChanged');
    const key = 'older-notes-the-same-key';
    await server.database.orm.insert(preferences).values({
      userId: user.id,
      theme: 'system',
      revisionId: 1,
      version: 1,
      autoCopyAnalysisToNotes: true,
      defaultDetailLevel: 'brief',
      showAlphaFeatures: true,
      changedAt: server.clock.now(),
      mailWhenNotesReady: true,
    });
    expect((await start(ids, 3 * price, key)).status).toBe(201);
    expect((await start(ids, 3 * price, key)).body.run?.total).toBe(3);
    expect(await until('finished')).toMatchObject({ written: 3, failed: 0, chargedCredits: 3 * price });
    // One email for the whole run.
    await vi.waitFor(() => expect(mails).toHaveLength(1), { timeout: 20_000, interval: 25 });
    expect(mails[0]?.text).toContain('notes for 3 of 3 older sessions');
    expect(before - (await balance())).toBe(3 * price);
    const rows = await server.database.orm.select().from(analyses).where(eq(analyses.userId, user.id));
    expect(rows.filter(({ writer }) => writer === 'service')).toHaveLength(3);
    for (const id of ids) {
      const { sections } = (await server.request(user, 'GET', `/sessions/${id}/notes`)).body;
      const written = rows.find((row) => row.sessionId === id && row.writer === 'service');
      const short = sections.find(({ key }) => key === 'shortSummary')?.body ?? '';
      expect(JSON.stringify(sections).includes(' mine')).toBe(id === own);
      expect(short === written?.result?.shortSummary).toBe(id !== own);
    }
    expect(await read()).toMatchObject({ unwritten: 0, run: { state: 'finished' } });
    expect(codeOf(await start(ids, 3 * price))).toBe('conflict');
    const closed = await server.request(user, 'DELETE', `/campaigns/${user.campaignId}/older-notes`);
    expect(closed.body.run).toBeNull();
  });

  it('[D1] [R9.1] stop where the credits run out: what is written stays, and the rest can be written later', async () => {
    const { user, ids, plan, start, until, balance, price, read } = await campaignOf(2, 1000);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    expect((await start(ids, 2 * price)).status).toBe(201);
    await gate.arrived;
    expect((await read()).run).toMatchObject({
      state: 'running',
      written: 0,
      current: { title: expect.any(String) },
    });
    // Spent elsewhere meanwhile.
    const spent = { userId: user.id, analysisId: crypto.randomUUID(), durationSeconds: 1 };
    const all = await balance();
    await server.database.transaction((tx) => server.credits.reserve(tx, { ...spent, costCredits: all }));
    gate.open();
    expect(await until('stopped')).toMatchObject({
      reason: 'insufficientCredits',
      written: 1,
      failed: 0,
      chargedCredits: price,
    });
    expect((await read()).unwritten).toBe(1);
    expect(codeOf(await start(ids, 2 * price))).toBe('insufficientCredits');
    await server.database.transaction((tx) => server.credits.release(tx, spent.analysisId));
    expect((await start(ids, price)).status).toBe(201);
    expect(await until('finished')).toMatchObject({ total: 1, written: 1 });
    expect(plan.sessions).toHaveLength(2);
  });

  it('[D16] [D1] leave the page of a session that fails, uncharged; after two in a row the rest is not tried', async () => {
    const { user, ids, start, until, balance, price, read } = await campaignOf(4, 1000);
    const before = await balance();
    // The first is written, and the rest would fail.
    notes.before = async () => {
      const rows = await server.database.orm.select().from(analyses).where(eq(analyses.userId, user.id));
      const ended = rows.filter(({ writer, finishedAt }) => writer === 'service' && finishedAt !== null);
      if (ended.length > 0) throw new NotesUnavailable('The model is away.', { retryable: true });
    };
    expect((await start(ids, 4 * price)).status).toBe(201);
    expect(await until('stopped')).toMatchObject({ reason: 'writerAway', written: 1, failed: 2 });
    expect(before - (await balance())).toBe(price);
    expect((await read()).unwritten).toBe(3);
    for (const id of ids) {
      const { sections } = (await server.request(user, 'GET', `/sessions/${id}/notes`)).body;
      expect(sections.length).toBeGreaterThan(0);
    }
  });

  it('[D1] can be cancelled: the session under way costs nothing, and others see nothing of it', async () => {
    const { user, ids, path, start, until, balance, price } = await campaignOf(2, 1000);
    const before = await balance();
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    await start(ids, 2 * price);
    await gate.arrived;
    const stranger = await server.addUser();
    expect(codeOf(await server.request(stranger, 'GET', path))).toBe('notFound');
    expect(codeOf(await server.request(stranger, 'POST', `${path}/cancel`))).toBe('notFound');
    expect((await server.request(user, 'POST', `${path}/cancel`)).status).toBe(200);
    expect(await until('cancelled')).toMatchObject({ written: 0, failed: 0, total: 2 });
    expect(await balance()).toBe(before);
  });

  it('[D8] go on from where they were when the job is handed out again', async () => {
    const { ids, user, start, until, price, read } = await campaignOf(1, 1000);
    await start(ids, price);
    await until('finished');
    // As a crash leaves it: the analysis was started, and the run doesn't know.
    const items = [
      {
        sessionId: ids[0],
        detailLevel: 'comprehensive',
        costCredits: price,
        state: 'waiting',
        analysisId: null,
        chargedCredits: 0,
      },
    ] as const;
    await server.database.orm
      .update(olderNotes)
      .set({ state: 'running', items: items.map((item) => ({ ...item, sessionId: ids[0] ?? '' })) })
      .where(eq(olderNotes.campaignId, user.campaignId));
    await server.database.transaction((tx) =>
      server.queue.send(tx, 'older-notes', { campaignId: user.campaignId }),
    );
    await until('finished');
    const rows = await server.database.orm.select().from(analyses).where(eq(analyses.userId, user.id));
    expect(rows.filter(({ writer }) => writer === 'service')).toHaveLength(1);
    expect((await read()).run).toMatchObject({ written: 1, chargedCredits: price });
  });
});
