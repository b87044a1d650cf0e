import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from '#server/accounts/tables.ts';
import { analyses } from '#server/analyses/tables.ts';
import { ledger } from '#server/credits/tables.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type { MailMessage } from '#server/platform/mail/port.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let notes = createFakeNotes();
let keys = 0;
const mails: MailMessage[] = [];

beforeAll(async () => {
  server = await openWorkServer({
    notes: presentNotes(() => notes),
    settings: { highlightsPercent: 25 },
    modelPrices: { input: 0.5, output: 1.5 },
    letters: { mail: { send: async (message) => void mails.push(message) }, publicUrl: null },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  notes = createFakeNotes();
});

const failing = () => {
  notes.before = async () => {
    throw new NotesUnavailable('The model is away.', { retryable: true });
  };
};

async function sessionOf(user: TestUser): Promise<string> {
  const sessionId = await server.addSession(user);
  const path = `/sessions/${sessionId}/transcripts` as const;
  expect((await server.request(user, 'POST', path, sampleTranscriptBytes(4))).status).toBe(201);
  return sessionId;
}

const quoteOf = async (user: TestUser, sessionId: string) =>
  (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;

async function priceOf(user: TestUser, sessionId: string, wanted = 'service') {
  const { writers } = await quoteOf(user, sessionId);
  const level = writers
    .find(({ writer }) => writer === wanted)
    ?.levels.find(({ detailLevel }) => detailLevel === 'comprehensive');
  return {
    cost: level?.costCredits ?? Number.NaN,
    page: level?.pageCredits ?? null,
    payment: level?.payment,
  };
}

async function start(user: TestUser, sessionId: string, writer = 'service') {
  const { id: quoteId } = await quoteOf(user, sessionId);
  keys += 1;
  const body = { quoteId, detailLevel: 'comprehensive', writer };
  const key = { 'idempotency-key': `idempotency-${keys}` };
  return server.request(user, 'POST', `/sessions/${sessionId}/analyses`, body, key);
}

const read = async (user: TestUser, id: string) =>
  (await server.request(user, 'GET', `/analyses/${id}`)).body;

const until = (user: TestUser, id: string, ...statuses: string[]) =>
  vi.waitFor(
    async () => {
      const analysis = await read(user, id);
      expect(statuses).toContain(analysis.status);
      return analysis;
    },
    { timeout: 50_000, interval: 50 },
  );

/** The page, completed, and the id of the analysis that writes. */
async function pageOf(user: TestUser, sessionId: string) {
  const answer = await start(user, sessionId);
  expect(answer.status).toBe(201);
  const page = await until(user, answer.body.id, 'completed', 'failed');
  return { page, writingId: page.writtenBy as string };
}

const sectionsOf = async (user: TestUser, sessionId: string) =>
  (await server.request(user, 'GET', `/sessions/${sessionId}/notes`)).body;

const creditsOf = async (user: TestUser) =>
  (await server.credits.balance(server.database.orm, user.id)).credits;

async function movements(analysisId: string) {
  const rows = await server.database.orm
    .select({ kind: ledger.kind, delta: ledger.delta })
    .from(ledger)
    .where(eq(ledger.reference, analysisId))
    .orderBy(asc(ledger.id));
  return rows.map(({ kind, delta }) => `${kind} ${delta}`);
}

describe('notes that a model writes', () => {
  it('[D16] [D1] join the page in its own words, which is there first; both together cost the whole price', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const { cost, page: pageCost } = await priceOf(user, sessionId);
    expect(pageCost).toBe(Math.ceil(cost / 4));

    const { page, writingId } = await pageOf(user, sessionId);
    expect(page).toMatchObject({ writer: 'page', chargedCredits: pageCost, result: { kind: 'highlights' } });
    expect(page.stages).toEqual(['queued', 'extracting', 'verifying']);
    // Whether the rules find a line for so short a session is not this test's concern.
    await server.database.orm
      .update(analyses)
      .set({ result: sql`jsonb_set(${analyses.result}, '{shortSummary}', '"The bell rings."')` })
      .where(eq(analyses.id, page.id));
    const session = (await server.request(user, 'GET', `/sessions/${sessionId}`)).body;
    expect(session).toMatchObject({
      state: 'analyzing',
      latestAnalysisId: writingId,
      summaryPreview: 'The bell rings.',
    });
    const before = await sectionsOf(user, sessionId);
    expect(before.sections.length).toBeGreaterThan(0);

    gate.open();
    const written = await until(user, writingId, 'completed');
    expect(written).toMatchObject({ writer: 'service', engine: { notes: 'fake notes' }, writtenBy: null });
    expect(written.chargedCredits).toBe(cost - (pageCost ?? 0));
    expect(await creditsOf(user)).toBe(1000 - cost);
    expect(written.copiedToNotesAt).not.toBeNull();
    const after = await sectionsOf(user, sessionId);
    expect(after.sections).not.toEqual(before.sections);
    expect(JSON.stringify(after.sections)).toContain(written.result?.shortSummary);
  });

  it('[D16] [D8] leave the page when the model fails, at the page’s price; a retry goes on and charges the rest', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const { cost, page: pageCost } = await priceOf(user, sessionId);
    failing();
    const { writingId } = await pageOf(user, sessionId);
    expect(await until(user, writingId, 'failed')).toMatchObject({
      chargedCredits: 0,
      error: {
        code: 'notesUnavailable',
        retryable: true,
        message: expect.stringContaining('You were not charged for written notes.'),
      },
    });
    expect(await creditsOf(user)).toBe(1000 - (pageCost ?? 0));
    expect((await sectionsOf(user, sessionId)).sections.length).toBeGreaterThan(0);

    notes.before = async () => undefined;
    expect((await server.request(user, 'POST', `/analyses/${writingId}/retry`)).status).toBe(200);
    await until(user, writingId, 'completed');
    expect(await creditsOf(user)).toBe(1000 - cost);
  });

  it('[D16] [D8] leave the page, at its price, when the model finds nothing; a retry asks it again', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const { page: pageCost } = await priceOf(user, sessionId);
    notes.findsNothing = true;
    const { writingId } = await pageOf(user, sessionId);
    const failed = await until(user, writingId, 'failed');
    expect(failed).toMatchObject({ chargedCredits: 0, error: { code: 'notesUnavailable', retryable: true } });
    expect(await creditsOf(user)).toBe(1000 - (pageCost ?? 0));
    expect((await server.request(user, 'POST', `/analyses/${writingId}/retry`)).status).toBe(200);
    await until(user, writingId, 'failed');
    expect(notes.extracted).toHaveLength(8);
  });

  it('[D16] [D1] leave the page when the user cancels; to have it written later costs the rest', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const { cost, page: pageCost } = await priceOf(user, sessionId);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const { writingId } = await pageOf(user, sessionId);
    await gate.arrived;
    expect((await server.request(user, 'POST', `/analyses/${writingId}/cancel`)).body.status).toBe(
      'cancelled',
    );
    expect(await creditsOf(user)).toBe(1000 - (pageCost ?? 0));
    expect((await server.request(user, 'GET', `/sessions/${sessionId}`)).body.state).toBe('ready');
    expect(await priceOf(user, sessionId)).toEqual({
      cost: cost - (pageCost ?? 0),
      page: null,
      payment: 'credits',
    });

    notes = createFakeNotes();
    const again = await start(user, sessionId);
    expect(again.body).toMatchObject({ writer: 'service', writtenBy: null });
    await until(user, again.body.id, 'completed');
    expect(await creditsOf(user)).toBe(1000 - cost);
    expect(await priceOf(user, sessionId)).toMatchObject({ cost });
  });

  it('[D3] [D16] are covered by the free analysis that paid for the page, also after a failure', async () => {
    const user = await server.addUser({ freeAnalyses: 1 });
    const sessionId = await sessionOf(user);
    failing();
    const { page, writingId } = await pageOf(user, sessionId);
    expect(page).toMatchObject({ payment: 'free' });
    await until(user, writingId, 'failed');
    expect(await priceOf(user, sessionId)).toMatchObject({ cost: 0, payment: 'credits' });
    notes.before = async () => undefined;
    const again = await start(user, sessionId);
    expect(again.status).toBe(201);
    await until(user, again.body.id, 'completed');
    expect(await priceOf(user, sessionId)).not.toMatchObject({ cost: 0 });
  });

  it('[D7] never replace what somebody has written meanwhile', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const { writingId } = await pageOf(user, sessionId);
    const { revision, sections } = await sectionsOf(user, sessionId);
    const edited = sections.map(({ key, title, body, visibility }, at) => ({
      key,
      title,
      visibility,
      body: at === 0 ? `${body}\n\nMine.` : body,
    }));
    const saved = await server.request(
      user,
      'PATCH',
      `/sessions/${sessionId}/notes`,
      { sections: edited },
      {
        'if-match': `"${revision}"`,
      },
    );
    expect(saved.status).toBe(200);
    gate.open();
    expect(await until(user, writingId, 'completed')).toMatchObject({ copiedToNotesAt: null });
    expect((await sectionsOf(user, sessionId)).sections).toEqual(saved.body.sections);
  });

  it('[D1] cost nothing when the page itself fails, and a user who declines the model never calls it', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    const { cost } = await priceOf(user, sessionId, 'page');
    const declined = await start(user, sessionId, 'page');
    expect(await until(user, declined.body.id, 'completed')).toMatchObject({
      writer: 'page',
      writtenBy: null,
      chargedCredits: cost,
    });
    expect(notes.requests).toEqual([]);
    expect((await start(user, sessionId, 'computer')).status).toBe(409);

    const other = await sessionOf(user);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const { writingId } = await pageOf(user, other);
    expect(codeOf(await server.request(user, 'DELETE', `/sessions/${other}`))).toBe('analysisRunning');
    gate.open();
    await until(user, writingId, 'completed');
    expect(await movements(writingId)).toEqual([expect.stringMatching(/^reserve -/), 'capture 0']);
  });

  it('are for users to decline for good: the price then prefers the page', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionOf(user);
    expect(await quoteOf(user, sessionId)).toMatchObject({ preferredWriter: 'service', notesKind: 'notes' });
    await server.database.orm.insert(preferences).values({
      userId: user.id,
      theme: 'system',
      revisionId: 1,
      version: 1,
      autoCopyAnalysisToNotes: true,
      defaultDetailLevel: 'brief',
      showAlphaFeatures: true,
      changedAt: server.clock.now(),
      notesWriter: 'page',
    });
    const quote = await quoteOf(user, sessionId);
    expect(quote).toMatchObject({ preferredWriter: 'page', notesKind: 'highlights' });
    expect(quote.writers.map(({ writer }) => writer)).toEqual(['service', 'page']);
  });

  describe('say beforehand how long they take and what the service costs', () => {
    const part = { calls: 1, inputTokens: 3000, outputTokens: 400, milliseconds: 20_000 };
    const costOf = (parts: number) => (parts * (3000 * 0.5 + 400 * 1.5)) / 1e6;

    async function beginning(id: string) {
      const user = await server.addUser({ credits: 1000 });
      const sessionId = await sessionOf(user);
      const [transcript] = await server.database.orm
        .select({ words: transcripts.wordCount })
        .from(transcripts)
        .where(eq(transcripts.sessionId, sessionId));
      notes = createFakeNotes({ id: `fake ${id}` });
      notes.part = { ...part, model: id, words: Math.round((transcript?.words ?? 0) / 4) };
      const gate = createGate();
      notes.before = async (step, signal) => {
        if (step === 'extract:1') await gate.pass(signal);
      };
      const service = async () => (await quoteOf(user, sessionId)).writers[0];
      expect(await service()).toMatchObject({ seconds: null, serviceCost: null, measuredOn: null });
      const { writingId } = await pageOf(user, sessionId);
      await gate.arrived;
      return { user, sessionId, writingId, gate, service };
    }
    // The parts are three quarters of the work.
    const byParts = () => ({
      seconds: expect.closeTo((20 * 4) / 0.75, -1),
      serviceCost: expect.closeTo(costOf(4) / 0.75, 4),
      measuredOn: { what: 'parts' },
    });

    it('[D16] from the first part that was read, also after the user cancels; while it writes, what it has cost and will cost', async () => {
      const { user, sessionId, writingId, service } = await beginning('first parts');
      const other = await sessionOf(user);
      expect((await quoteOf(user, other)).writers[0]).toMatchObject(byParts());
      expect(await read(user, writingId)).toMatchObject({
        status: 'extracting',
        spent: {
          soFar: expect.closeTo(costOf(1), 8),
          expected: expect.closeTo(costOf(4) / 0.75, 4),
        },
      });
      const { status } = await server.request(user, 'POST', `/analyses/${writingId}/cancel`);
      expect(status).toBe(200);
      expect((await read(user, writingId)).spent).toBeNull();
      expect(await service()).toMatchObject(byParts());

      const gate = createGate();
      notes.before = (_, signal) => gate.pass(signal);
      const again = await start(user, sessionId);
      await gate.arrived;
      expect(await read(user, again.body.id)).toMatchObject({
        status: 'extracting',
        etaSeconds: expect.closeTo((20 * 4) / 0.75, -1),
      });
      gate.open();
      await until(user, again.body.id, 'completed');
    });

    it('[D16] from the last evenings once one is written, and for each model by its own', async () => {
      const { user, writingId, gate, service } = await beginning('whole evenings');
      gate.open();
      await until(user, writingId, 'completed');
      expect(await service()).toMatchObject({
        seconds: 80,
        serviceCost: expect.closeTo(costOf(4), 8),
        measuredOn: { what: 'evenings', count: 1 },
      });
      notes = createFakeNotes({ id: 'another model' });
      expect(await service()).toMatchObject({ seconds: null, serviceCost: null, measuredOn: null });
    });

    it('[D16] of older sessions by the same measure', async () => {
      const { user, writingId, gate } = await beginning('older sessions');
      gate.open();
      await until(user, writingId, 'completed');
      const older = await sessionOf(user);
      await until(user, (await start(user, older, 'page')).body.id, 'completed');
      const [service] = (await quoteOf(user, older)).writers;
      expect(service?.serviceCost).toBeCloseTo(costOf(4), 8);
      const plan = await server.request(user, 'GET', `/campaigns/${user.campaignId}/older-notes/plan`);
      expect(plan.body.sessions).toMatchObject([
        {
          sessionId: older,
          prices: [{ writer: 'service', seconds: service?.seconds, serviceCost: service?.serviceCost }],
        },
      ]);
    });
  });
});
