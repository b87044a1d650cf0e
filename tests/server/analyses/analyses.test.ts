import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { present } from '#contract/unknown-values.ts';
import { preferences } from '#server/accounts/tables.ts';
import { forgetCancelled } from '#server/analyses/abandoned.ts';
import { analyses, analysisCheckpoints, modelUse } from '#server/analyses/tables.ts';
import { ledger } from '#server/credits/tables.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { addName } from '#server/names/glossary.ts';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage } from '#server/platform/mail/port.ts';
import { audioAssets, transcriptEdits, uploads } from '#server/recordings/tables.ts';
import { createFakeNotes, createGate, presentNotes } from '#tests/support/fake-engines.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let notes = createFakeNotes();
let keys = 0;
let hears = true;
const mails: MailMessage[] = [];

beforeAll(async () => {
  server = await openWorkServer({
    notes: presentNotes(() => notes),
    canHear: async () => hears,
    letters: {
      mail: { send: async (message) => void mails.push(message) },
      publicUrl: 'https://notes.example',
    },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  notes = createFakeNotes();
});

const freshKey = () => {
  keys += 1;
  return `idempotency-${keys}`;
};
const get = <const Path extends string>(user: TestUser, path: Path) => server.request(user, 'GET', path);
const post = <const Path extends string>(
  user: TestUser,
  path: Path,
  body?: unknown,
  headers?: Record<string, string>,
) => server.request(user, 'POST', path, body, headers);

async function sessionWithTranscript(user: TestUser, rounds = 4): Promise<string> {
  const sessionId = await server.addSession(user);
  const path = `/sessions/${sessionId}/transcripts`;
  expect((await post(user, path, sampleTranscriptBytes(rounds))).status).toBe(201);
  return sessionId;
}

async function recordingOf(user: TestUser): Promise<string> {
  const sessionId = await server.addSession(user);
  const [uploadId, now] = [newId(), server.clock.now()];
  await writeFile(join(server.dataFolder, 'audio', uploadId), 'sound');
  const common = { sessionId, fileName: 'evening.mp3', sizeBytes: 5, createdAt: now };
  await server.database.orm
    .insert(uploads)
    .values({ ...common, id: uploadId, fingerprint: 'print', status: 'ready', expiresAt: now });
  await server.database.orm.insert(audioAssets).values({
    ...common,
    id: newId(),
    uploadId,
    kind: 'single',
    mimeType: 'audio/mpeg',
    durationSeconds: 60,
    sha256: 'a'.repeat(64),
  });
  return sessionId;
}

async function quoteOf(user: TestUser, sessionId: string) {
  const { status, body } = await post(user, `/sessions/${sessionId}/quote`);
  expect(status).toBe(200);
  return body;
}

async function start(user: TestUser, sessionId: string, wanted: object = {}, key = freshKey()) {
  const quoteId = 'quoteId' in wanted ? wanted.quoteId : (await quoteOf(user, sessionId)).id;
  const body = { quoteId, detailLevel: 'comprehensive', ...wanted };
  return post(user, `/sessions/${sessionId}/analyses`, body, { 'idempotency-key': key });
}

async function started(user: TestUser, sessionId: string): Promise<string> {
  const answer = await start(user, sessionId);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const until = (user: TestUser, analysisId: string, ...statuses: string[]) =>
  vi.waitFor(
    async () => {
      const { body } = await get(user, `/analyses/${analysisId}`);
      expect(statuses).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );

const ended = (user: TestUser, analysisId: string) =>
  until(user, analysisId, 'completed', 'failed', 'cancelled');

async function movements(analysisId: string) {
  const rows = await server.database.orm
    .select()
    .from(ledger)
    .where(eq(ledger.reference, analysisId))
    .orderBy(asc(ledger.id));
  return rows.map(({ kind, delta }) => `${kind} ${delta}`);
}

const learnName = (user: TestUser, term: string) =>
  server.database.transaction((tx) =>
    addName(tx, {
      userId: user.id,
      campaignId: user.campaignId,
      source: 'user',
      now: server.clock.now(),
      fields: { term, kind: 'npc' },
    }),
  );

const balanceOf = (user: TestUser) => server.credits.balance(server.database.orm, user.id);

describe('an analysis', () => {
  it('[D1][D2][D7] reserves, writes, charges on completion, and fills empty notes', async () => {
    const user = await server.addUser({ credits: 500 });
    const sessionId = await sessionWithTranscript(user);
    const quote = await quoteOf(user, sessionId);
    const [brief, comprehensive] = quote.levels;
    expect(quote).toMatchObject({ basis: 'words', balance: 500, reusesTranscript: true });
    expect(brief!.costCredits).toBe(Math.ceil((quote.durationSeconds * 60) / 3600));
    expect(comprehensive!.costCredits).toBe(Math.ceil((quote.durationSeconds * 100) / 3600));

    const { body } = await start(user, sessionId);
    expect(body).toMatchObject({ status: 'queued', progress: 0, payment: 'credits', result: null });
    const analysis = await ended(user, body.id);
    const cost = comprehensive!.costCredits;
    expect(analysis).toMatchObject({
      status: 'completed',
      progress: 1,
      costCredits: cost,
      chargedCredits: cost,
      engine: { speech: null, notes: 'fake notes' },
      sourceReplaced: false,
    });
    expect(analysis.copiedToNotesAt).not.toBeNull();
    expect(await movements(body.id)).toEqual([`reserve ${-cost}`, 'capture 0']);
    expect((await balanceOf(user)).credits).toBe(500 - cost);

    const written = (await get(user, `/sessions/${sessionId}/notes`)).body;
    expect(written).toMatchObject({ revision: 1 });
    expect(written.sections.map((section: { key: string }) => section.key)).toContain('summary');
    const session = await server.database.orm.$count(
      analysisCheckpoints,
      eq(analysisCheckpoints.analysisId, body.id),
    );
    expect(session).toBe(0);
  });

  it('[D1][D6] a quote names an existing analysis that a new one would repeat', async () => {
    const user = await server.addUser({ credits: 500 });
    const sessionId = await sessionWithTranscript(user);
    const existing = async () => {
      const { levels } = await quoteOf(user, sessionId);
      return levels.map((level) => level.existingAnalysis ?? null);
    };
    expect(await existing()).toEqual([null, null]);
    const first = await ended(user, await started(user, sessionId));
    const known = { id: first.id, finishedAt: first.finishedAt };
    expect(await existing()).toEqual([null, known]);

    const second = await ended(user, await started(user, sessionId));
    expect(await existing()).toEqual([null, { id: second.id, finishedAt: second.finishedAt }]);
    notes.before = () => Promise.reject(new NotesUnavailable('down', { retryable: false }));
    const failing = await start(user, sessionId, { detailLevel: 'brief' });
    await until(user, failing.body.id, 'failed');
    expect(await existing()).toEqual([null, { id: second.id, finishedAt: second.finishedAt }]);

    notes = createFakeNotes({ id: 'newer notes' });
    expect(await existing()).toEqual([null, null]);
    notes = createFakeNotes();
    await post(user, `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(5));
    expect(await existing()).toEqual([null, null]);
  });

  it('[D15] analyzes an unchanged transcript again for free after new facts, once for each, and else never', async () => {
    const user = await server.addUser({ credits: 500, freeAnalyses: 1 });
    const sessionId = await sessionWithTranscript(user);
    // The free analysis is spent on another session first, so that all here is paid for.
    await ended(user, await started(user, await sessionWithTranscript(user)));
    const offers = async () => {
      const { levels } = await quoteOf(user, sessionId);
      return levels.map(({ isFreeRerun = false, costCredits }) => [isFreeRerun, costCredits === 0]);
    };
    const neither = [
      [false, false],
      [false, false],
    ];
    expect(await offers()).toEqual(neither);
    const paid = await ended(user, await started(user, sessionId));
    expect(paid.chargedCredits).toBeGreaterThan(0);
    expect(await offers()).toEqual(neither);
    expect((await get(user, `/analyses/${paid.id}`)).body.isRerunFree).toBe(false);

    await learnName(user, 'Horris');
    const both = [
      [true, true],
      [true, true],
    ];
    expect(await offers()).toEqual(both);
    expect((await get(user, `/analyses/${paid.id}`)).body.isRerunFree).toBe(true);
    const quote = await quoteOf(user, sessionId);
    const before = await balanceOf(user);
    notes.before = () => Promise.reject(new NotesUnavailable('down', { retryable: true }));
    const failing = await start(user, sessionId, { quoteId: quote.id });
    await until(user, failing.body.id, 'failed');
    expect(await offers()).toEqual(both);
    notes = createFakeNotes();
    const rerun = await ended(user, (await start(user, sessionId, { quoteId: quote.id })).body.id);
    expect(rerun).toMatchObject({ status: 'completed', costCredits: 0, chargedCredits: 0 });
    expect(await movements(rerun.id)).toEqual([]);
    expect(await balanceOf(user)).toEqual(before);

    expect(await offers()).toEqual(neither);
    const twice = await start(user, sessionId, { quoteId: quote.id });
    expect([twice.status, codeOf(twice)]).toEqual([409, 'quoteChanged']);

    await learnName(user, 'Vesper');
    notes = createFakeNotes({ id: 'newer notes' });
    expect(await offers()).toEqual(neither);
    notes = createFakeNotes();
    expect(await offers()).toEqual(both);
    await post(user, `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(5));
    expect(await offers()).toEqual(neither);
    const brief = await ended(user, (await start(user, sessionId, { detailLevel: 'brief' })).body.id);
    expect(brief.chargedCredits).toBeGreaterThan(0);
    await learnName(user, 'Oda');
    expect(await offers()).toEqual([
      [true, true],
      [false, false],
    ]);
    const transcriptId = brief.transcriptId ?? '';
    const line = { id: newId(), transcriptId, userId: user.id, kind: 'changed' } as const;
    const edit = { ...line, before: [], after: [], createdAt: server.clock.now() };
    await server.database.orm.insert(transcriptEdits).values(edit);
    expect(await offers()).toEqual(neither);
  });

  it('[D15] a free re-run spends no free analysis', async () => {
    const user = await server.addUser({ freeAnalyses: 2 });
    const sessionId = await sessionWithTranscript(user);
    await ended(user, await started(user, sessionId));
    expect((await balanceOf(user)).freeAnalyses).toBe(1);
    await learnName(user, 'Horris');
    const rerun = await ended(user, await started(user, sessionId));
    expect(rerun).toMatchObject({ status: 'completed', payment: 'credits', costCredits: 0 });
    expect((await balanceOf(user)).freeAnalyses).toBe(1);
  });

  const prefer = (user: TestUser, wanted: Partial<typeof preferences.$inferInsert>) =>
    server.database.orm.insert(preferences).values({
      userId: user.id,
      theme: 'system',
      revisionId: 1,
      version: 1,
      autoCopyAnalysisToNotes: true,
      defaultDetailLevel: 'brief',
      showAlphaFeatures: true,
      changedAt: server.clock.now(),
      ...wanted,
    });

  it('emails only users who asked for it when their notes are ready or the analysis stopped', async () => {
    const quiet = await server.addUser({ credits: 500 });
    const user = await server.addUser({ credits: 500 });
    await prefer(user, { mailWhenNotesReady: true });
    await ended(quiet, await started(quiet, await sessionWithTranscript(quiet)));
    const sessionId = await sessionWithTranscript(user);
    await ended(user, await started(user, sessionId));
    notes.before = () => Promise.reject(new NotesUnavailable('down', { retryable: false }));
    await ended(user, await started(user, await sessionWithTranscript(user)));
    const mailsToUser = () => mails.filter(({ to }) => to === `${user.id}@example.test`);
    await vi.waitFor(() => expect(mailsToUser()).toHaveLength(2), { timeout: 50_000 });
    const ready = mailsToUser().find(({ subject }) => subject.endsWith('are ready'));
    expect(ready?.text).toContain(`&sessionId=${sessionId}\n`);
    expect(mailsToUser().find(({ subject }) => subject.endsWith('stopped'))?.text).toContain(
      'You were not charged for written notes.',
    );
    expect(mails).toHaveLength(2);
  });

  it('emails those who asked for it once the server can hear the recordings that it kept', async () => {
    const quiet = await server.addUser();
    const user = await server.addUser();
    await prefer(user, { mailWhenNotesReady: true });
    const kept = await recordingOf(user);
    const [quietOne, unasked] = [await recordingOf(quiet), await recordingOf(user)];
    hears = false;
    for (const [whose, sessionId] of [
      [user, kept],
      [quiet, quietOne],
    ] as const)
      expect(codeOf(await post(whose, `/sessions/${sessionId}/quote`))).toBe('hearingUnavailable');
    await server.tellHeard();
    hears = true;
    const sent = mails.length;
    await Promise.all([server.tellHeard(), server.tellHeard()]);
    await vi.waitFor(() => expect(mails.length).toBeGreaterThan(sent), { timeout: 50_000 });
    await server.tellHeard();
    expect(unasked).not.toBe(kept);
    expect(mails.slice(sent).map(({ to, subject }) => [to, subject])).toEqual([
      [`${user.id}@example.test`, 'You can analyze “Session” now'],
    ]);
    expect(mails.at(-1)?.text).toContain(`&sessionId=${kept}\n`);
  });

  it('[D7][R3.4] leaves the notes empty if the user prefers that', async () => {
    const user = await server.addUser({ credits: 500 });
    await prefer(user, { autoCopyAnalysisToNotes: false });
    const sessionId = await sessionWithTranscript(user);
    const result = await ended(user, await started(user, sessionId));
    expect(result).toMatchObject({ status: 'completed', copiedToNotesAt: null });
  });

  it('[D11] leaves out a quotation whose words are not in the transcript', async () => {
    const user = await server.addUser({ freeAnalyses: 1 });
    const { result } = await ended(user, await started(user, await sessionWithTranscript(user)));
    expect(result!.memorableMoments.map((moment) => moment.isQuote)).toEqual([true]);
    expect(result!.warnings).toContainEqual(expect.objectContaining({ code: 'quotesNotVerbatim' }));
  });

  it('[D8] starts at extracting if there is already a transcript', async () => {
    const user = await server.addUser({ freeAnalyses: 1 });
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const analysisId = await started(user, await sessionWithTranscript(user));
    await gate.arrived;
    const now = (await get(user, `/analyses/${analysisId}`)).body;
    expect(now).toMatchObject({ status: 'extracting', stageMessage: 'Finding scenes, names and quests' });
    gate.open();
    expect((await ended(user, analysisId)).status).toBe('completed');
    expect(notes.requests[0]?.campaign).toMatchObject({
      title: 'The Lantern Coast',
      setting: null,
      genre: null,
    });
  });

  it('[D3] the free analysis covers either level up to 6 h; longer ones pay in full', async () => {
    const user = await server.addUser({ freeAnalyses: 1 });
    const short = await quoteOf(user, await sessionWithTranscript(user));
    expect(short.levels.map((level: { payment: string }) => level.payment)).toEqual(['free', 'free']);
    expect(short).toMatchObject({
      freeAnalysisBalance: 1,
      levels: [{ affordable: true }, { affordable: true }],
    });
    // 150 words a minute.
    const long = await quoteOf(user, await sessionWithTranscript(user, 260));
    expect(long.durationSeconds).toBeGreaterThan(6 * 3600);
    expect(long.levels[0]).toMatchObject({ payment: 'credits', affordable: false });
    expect(long.levels[0]!.missingCredits).toBe(long.levels[0]!.costCredits);
  });
});

describe('starting', () => {
  it('the same key returns the same analysis, 20 times at once, reserved once', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, sessionId);
    const key = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => start(user, sessionId, { quoteId }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const analysisId = answers[0]!.body.id;
    await ended(user, analysisId);
    expect((await start(user, sessionId, { quoteId }, key)).body).toMatchObject({ id: analysisId });
    expect((await movements(analysisId)).filter((kind) => kind.startsWith('reserve'))).toHaveLength(1);
  });

  it('different keys at once: one analysis starts, and the others fail because it is running', async () => {
    const user = await server.addUser({ credits: 1000 });
    const sessionId = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, sessionId);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(user, sessionId, { quoteId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'analysisRunning')).toHaveLength(7);
    gate.open();
    await ended(user, answers.find(({ status }) => status === 201)!.body.id);
  });

  it('rejects the same key with another body', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, sessionId);
    const key = freshKey();
    const first = await start(user, sessionId, { quoteId }, key);
    const second = await start(user, sessionId, { quoteId, detailLevel: 'brief' }, key);
    expect([second.status, codeOf(second)]).toEqual([409, 'conflict']);
    await ended(user, first.body.id);
  });

  it('without credits: 402 with cost, balance and the missing credits; stores nothing', async () => {
    const user = await server.addUser({ credits: 2 });
    const sessionId = await sessionWithTranscript(user);
    const answer = await start(user, sessionId);
    expect(answer.status).toBe(402);
    const { cost, balance, missing } = answer.body.error.details!;
    expect([balance, missing]).toEqual([2, Number(cost) - 2]);
    expect(await server.database.orm.$count(analyses, eq(analyses.sessionId, sessionId))).toBe(0);
    expect(await balanceOf(user)).toEqual({ credits: 2, freeAnalyses: 0 });
  });

  it('rejects an expired quote, and one for another session or transcript', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const other = await sessionWithTranscript(user);
    const quote = await quoteOf(user, sessionId);
    const late = await quoteOf(user, other);
    expect(codeOf(await start(user, other, { quoteId: quote.id }))).toBe('quoteChanged');
    expect(codeOf(await start(user, sessionId, { quoteId: newId() }))).toBe('quoteChanged');
    await post(user, `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(2));
    expect(codeOf(await start(user, sessionId, { quoteId: quote.id }))).toBe('quoteChanged');
    server.clock.advance(15 * 60_000);
    expect(codeOf(await start(user, other, { quoteId: late.id }))).toBe('quoteChanged');
  });

  it('rejects a quote that promised a free analysis once that is used', async () => {
    const user = await server.addUser({ freeAnalyses: 1, credits: 100 });
    const first = await sessionWithTranscript(user);
    const second = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, second);
    const analysisId = await started(user, first);
    expect(codeOf(await start(user, second, { quoteId }))).toBe('quoteChanged');
    expect(await ended(user, analysisId)).toMatchObject({ payment: 'free', chargedCredits: 0 });
  });

  it('rejects an empty session', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await server.addSession(user);
    expect(codeOf(await post(user, `/sessions/${sessionId}/quote`))).toBe('nothingToAnalyze');
    expect(codeOf(await start(user, sessionId, { quoteId: newId() }))).toBe('nothingToAnalyze');
  });

  it('rejects a missing or short key, one of the server’s own, an unknown level and invalid ids', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, sessionId);
    const path = `/sessions/${sessionId}/analyses`;
    const body = { quoteId, detailLevel: 'brief' };
    expect((await post(user, path, body)).status).toBe(400);
    for (const own of ['x', `written:${sessionId}`, `older notes:${sessionId}`])
      expect((await post(user, path, body, { 'idempotency-key': own })).status).toBe(400);
    const key = { 'idempotency-key': freshKey() };
    expect((await post(user, path, { ...body, detailLevel: 'epic' }, key)).status).toBe(400);
    expect((await post(user, path, { ...body, language: "en'; drop table users" }, key)).status).toBe(400);
    expect((await post(user, "/sessions/1' or '1'='1/analyses", body, key)).status).toBe(400);
  });
});

describe('cancelling', () => {
  it('[D1] returns the credits once before writing begins', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const analysisId = await started(user, sessionId);
    await gate.arrived;
    const [first, second] = await Promise.all([
      post(user, `/analyses/${analysisId}/cancel`),
      post(user, `/analyses/${analysisId}/cancel`),
    ]);
    expect([first.body.status, second.body.status]).toEqual(['cancelled', 'cancelled']);
    expect(await balanceOf(user)).toEqual({ credits: 100, freeAnalyses: 0 });
    expect((await movements(analysisId)).filter((kind) => kind.startsWith('release'))).toHaveLength(1);
    expect(notes.extracted).toEqual([]);
    notes.before = async () => undefined;
    expect((await ended(user, await started(user, sessionId))).status).toBe('completed');
  });

  it('[D1] is rejected once the notes are being written', async () => {
    const user = await server.addUser({ credits: 100 });
    const gate = createGate();
    notes.before = async (step, signal) => (step === 'write' ? gate.pass(signal) : undefined);
    const analysisId = await started(user, await sessionWithTranscript(user));
    await gate.arrived;
    expect(codeOf(await post(user, `/analyses/${analysisId}/cancel`))).toBe('notCancellable');
    gate.open();
    expect((await ended(user, analysisId)).status).toBe('completed');
    expect(codeOf(await post(user, `/analyses/${analysisId}/cancel`))).toBe('notCancellable');
  });

  it('again and again fills no list and no disk; what a model was used for and the ledger stay', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const completed = await started(user, sessionId);
    await ended(user, completed);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const first = await started(user, sessionId);
    await post(user, `/analyses/${first}/cancel`);
    const [row] = await server.database.orm.select().from(analyses).where(eq(analyses.id, first));
    const cancelled = present(row, 'cancelled analysis');
    const copies = Array.from({ length: 103 }, (_, index) => ({
      ...cancelled,
      id: newId(),
      idempotencyKey: freshKey(),
      createdAt: new Date(cancelled.createdAt.getTime() + 1 + index),
    }));
    await server.database.orm.insert(analyses).values(copies);
    const [worked, idle] = copies.map(({ id }) => id);
    await server.database.orm.insert(modelUse).values({
      analysisId: present(worked, 'one that used a model'),
      stage: 'extracting',
      model: 'any',
      calls: 1,
      inputTokens: 1,
      outputTokens: 1,
      milliseconds: 1,
      lastUsedAt: server.clock.now(),
    });
    const { body } = await get(user, `/sessions/${sessionId}/analyses`);
    expect(body.analyses.map(({ id }) => id)).toEqual(
      copies
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 100),
    );
    const before = await movements(first);
    await forgetCancelled(server.database);
    const kept = await server.database.orm
      .select({ id: analyses.id })
      .from(analyses)
      .where(eq(analyses.sessionId, sessionId));
    const ids = kept.map(({ id }) => id);
    expect(ids).toHaveLength(102);
    expect(ids).toEqual(expect.arrayContaining([completed, worked]));
    expect(ids).not.toContain(first);
    expect(ids).not.toContain(idle);
    expect(await movements(first)).toEqual(before);
    expect(before.some((kind) => kind.startsWith('release'))).toBe(true);
  });
});

describe('failures and retries', () => {
  it('[D8] resumes at the failed stage, repeats no finished chunk, and charges once', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    notes.before = async (step) => {
      if (step === 'extract:2') throw new NotesUnavailable('Set NOTES_URL.', { retryable: true });
    };
    const analysisId = await started(user, sessionId);
    const failed = await ended(user, analysisId);
    expect(failed).toMatchObject({
      status: 'failed',
      chargedCredits: 0,
      error: {
        stage: 'extracting',
        code: 'notesUnavailable',
        retryable: true,
        message: expect.stringMatching(/^The notes could not be written.*not charged for written notes/),
      },
    });
    expect((await balanceOf(user)).credits).toBe(100);

    const gate = createGate();
    notes.before = async (step, signal) => {
      if (step !== 'write') return;
      await gate.pass(signal);
      throw new Error('out of words');
    };
    const [once, twice] = await Promise.all([
      post(user, `/analyses/${analysisId}/retry`),
      post(user, `/analyses/${analysisId}/retry`),
    ]);
    gate.open();
    expect([once.status, twice.status]).toEqual([200, 200]);
    expect(await ended(user, analysisId)).toMatchObject({
      error: { stage: 'writing', code: 'stopped', retryable: true },
    });
    expect(notes.extracted).toEqual([0, 1, 2, 3]);

    notes.before = async () => undefined;
    await post(user, `/analyses/${analysisId}/retry`);
    const done = await ended(user, analysisId);
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(notes.extracted).toEqual([0, 1, 2, 3]);
    const cost = done.costCredits;
    expect(await movements(analysisId)).toEqual([
      `reserve ${-cost}`,
      `release ${cost}`,
      `reserve ${-cost}`,
      `release ${cost}`,
      `reserve ${-cost}`,
      'capture 0',
    ]);
    expect((await balanceOf(user)).credits).toBe(100 - cost);
  });

  it('does not pass another notes engine’s extraction to the present one', async () => {
    const user = await server.addUser({ credits: 100 });
    notes.before = async (step) => {
      if (step === 'write') throw new Error('out of words');
    };
    const analysisId = await started(user, await sessionWithTranscript(user));
    expect(await ended(user, analysisId)).toMatchObject({ error: { stage: 'writing' } });
    notes = createFakeNotes({ id: 'another engine' });
    await post(user, `/analyses/${analysisId}/retry`);
    expect(await ended(user, analysisId)).toMatchObject({
      status: 'completed',
      engine: { notes: 'another engine' },
    });
    expect(notes.extracted).toEqual([0, 1, 2, 3]);
  });

  it('extracts again if the stored form is no longer known', async () => {
    const user = await server.addUser({ credits: 100 });
    notes.before = async (step) => {
      if (step === 'write') throw new Error('out of words');
    };
    const analysisId = await started(user, await sessionWithTranscript(user));
    await ended(user, analysisId);
    await server.database.orm.execute(sql`
      update analysis_checkpoints set value = jsonb_set(value, '{value}', '"old"')
      where analysis_id = ${analysisId} and stage = 'extracting' and key = '#output'`);
    notes = createFakeNotes();
    await post(user, `/analyses/${analysisId}/retry`);
    expect((await ended(user, analysisId)).status).toBe('completed');
    expect(notes.extracted).toEqual([0, 1, 2, 3]);
  });

  it('retries only what has failed and is retryable', async () => {
    const user = await server.addUser({ credits: 100 });
    const analysisId = await started(user, await sessionWithTranscript(user));
    await ended(user, analysisId);
    expect(codeOf(await post(user, `/analyses/${analysisId}/retry`))).toBe('notRetryable');
  });

  it('[D1] ends an analysis whose job died for good, and returns its credits', async () => {
    const user = await server.addUser({ credits: 100 });
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const analysisId = await started(user, await sessionWithTranscript(user));
    await gate.arrived;
    await server.keepHouse();
    expect((await get(user, `/analyses/${analysisId}`)).body.status).toBe('extracting');
    await server.database.orm.execute(
      sql`update pgboss.job set state = 'failed' where data ->> 'analysisId' = ${analysisId}`,
    );
    await server.keepHouse();
    const { body } = await get(user, `/analyses/${analysisId}`);
    expect(body).toMatchObject({ status: 'failed', error: { stage: 'extracting', retryable: true } });
    expect((await balanceOf(user)).credits).toBe(100);
    gate.open();
  });

  it('[D3] an analysis quoted as free never costs credits without asking', async () => {
    const user = await server.addUser({ credits: 100, freeAnalyses: 1 });
    const sessionId = await sessionWithTranscript(user);
    notes.before = async () => {
      throw new Error('no');
    };
    const failed = await started(user, sessionId);
    expect(await ended(user, failed)).toMatchObject({ status: 'failed', payment: 'free' });
    notes.before = async () => undefined;
    const other = await started(user, await sessionWithTranscript(user));
    expect(await ended(user, other)).toMatchObject({ status: 'completed', payment: 'free' });
    expect(codeOf(await post(user, `/analyses/${failed}/retry`))).toBe('quoteChanged');
    expect(await balanceOf(user)).toEqual({ credits: 100, freeAnalyses: 0 });
    expect((await get(user, `/analyses/${failed}`)).body.status).toBe('failed');
  });

  it('a retry requires credits again, and no other analysis of the session', async () => {
    const user = await server.addUser({ credits: 20 });
    const sessionId = await sessionWithTranscript(user);
    notes.before = async () => {
      throw new Error('no');
    };
    const failed = await started(user, sessionId);
    await ended(user, failed);
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const running = await started(user, sessionId);
    expect(codeOf(await post(user, `/analyses/${failed}/retry`))).toBe('analysisRunning');
    gate.open();
    await ended(user, running);
    expect(codeOf(await post(user, `/analyses/${failed}/retry`))).toBe('insufficientCredits');
  });
});

describe('results', () => {
  it('[D5][D6] stay when the transcript is replaced, and say so', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const analysisId = await started(user, sessionId);
    const before = await ended(user, analysisId);
    await post(user, `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(1));
    const after = (await get(user, `/analyses/${analysisId}`)).body;
    expect(after).toEqual({ ...before, sourceReplaced: true });
    const segments = await get(user, `/transcripts/${before.transcriptId}/segments`);
    expect(segments.body.segmentCount).toBe(60);
    const list = (await get(user, `/sessions/${sessionId}/analyses`)).body.analyses;
    expect(list).toHaveLength(1);
    expect(list[0]).not.toHaveProperty('result');
  });

  it('[D7] are copied into existing notes only as the user chooses', async () => {
    const user = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    await server.request(
      user,
      'PATCH',
      `/sessions/${sessionId}/notes`,
      { sections: [{ key: 'mine', title: 'Mine', body: 'Buy candles.', visibility: 'gm' }] },
      { 'if-match': '0' },
    );
    const analysisId = await started(user, sessionId);
    expect((await ended(user, analysisId)).copiedToNotesAt).toBeNull();
    const path = `/analyses/${analysisId}/copy-to-notes`;
    expect(codeOf(await post(user, path, { mode: 'fillEmpty' }))).toBe('notesNotEmpty');
    expect((await post(user, path, { mode: 'append' })).body.copiedToNotesAt).not.toBeNull();
    const appended = (await get(user, `/sessions/${sessionId}/notes`)).body;
    expect(appended.sections[0]).toMatchObject({ key: 'mine', body: 'Buy candles.', source: 'user' });
    await post(user, path, { mode: 'append' });
    expect((await get(user, `/sessions/${sessionId}/notes`)).body.sections).toEqual(appended.sections);
    await post(user, path, { mode: 'replace' });
    const replaced = (await get(user, `/sessions/${sessionId}/notes`)).body.sections;
    expect(replaced.map((section: { key: string }) => section.key)).toEqual(
      expect.arrayContaining(['summary', 'mine']),
    );
  });
});

describe('another user', () => {
  it("finds nothing at another user's ids", async () => {
    const user = await server.addUser({ credits: 100 });
    const stranger = await server.addUser({ credits: 100 });
    const sessionId = await sessionWithTranscript(user);
    const { id: quoteId } = await quoteOf(user, sessionId);
    const analysisId = await started(user, sessionId);
    const { transcriptId } = await ended(user, analysisId);
    const key = { 'idempotency-key': freshKey() };
    const answers = await Promise.all([
      post(stranger, `/sessions/${sessionId}/quote`),
      post(stranger, `/sessions/${sessionId}/analyses`, { quoteId, detailLevel: 'brief' }, key),
      get(stranger, `/sessions/${sessionId}/analyses`),
      get(stranger, `/analyses/${analysisId}`),
      get(stranger, `/analyses/${analysisId}/events`),
      post(stranger, `/analyses/${analysisId}/cancel`),
      post(stranger, `/analyses/${analysisId}/retry`),
      post(stranger, `/analyses/${analysisId}/copy-to-notes`, { mode: 'replace' }),
      get(stranger, `/transcripts/${transcriptId}`),
      get(stranger, `/transcripts/${transcriptId}/segments`),
      post(stranger, `/sessions/${sessionId}/transcripts`, sampleTranscriptBytes()),
      get(stranger, `/sessions/${sessionId}/notes`),
      server.request(
        stranger,
        'PATCH',
        `/sessions/${sessionId}/notes`,
        { sections: [] },
        { 'if-match': '1' },
      ),
      get(user, `/analyses/${newId()}`),
    ]);
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array(answers.length).fill([404, 'notFound']),
    );
    const unsigned = await server.request(null, 'GET', `/analyses/${analysisId}`);
    expect(unsigned.status).toBe(401);
  });
});
