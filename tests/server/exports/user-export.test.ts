import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { analyses, quotes } from '#server/analyses/tables.ts';
import { billingCustomers, checkouts, payments, subscriptions } from '#server/billing/tables.ts';
import { archived } from '#server/compose/texts.ts';
import { safeFileName } from '#server/exports/file-names.ts';
import { type ZipEntry, zip } from '#server/exports/zip.ts';
import { newId } from '#server/platform/ids.ts';
import { audioAssets, uploads } from '#server/recordings/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    config: { welcomeCredits: 120 },
    overrides: { agreements: [{ name: 'Terms of Service', version: '7', change_description: 'New.' }] },
  });
});
afterAll(() => server.close());

const made = async (answer: Response) => (await answer.json()) as { id: string };
const exportOf = (place: string) => `${place}/export`;

async function addRecording(sessionId: string, fileName: string, size: number): Promise<void> {
  const uploadId = newId();
  const now = server.clock.now();
  await server.database.orm.insert(uploads).values({
    id: uploadId,
    sessionId,
    fileName,
    sizeBytes: size,
    fingerprint: 'f',
    status: 'ready',
    expiresAt: now,
    createdAt: now,
  });
  await server.database.orm.insert(audioAssets).values({
    id: newId(),
    sessionId,
    uploadId,
    kind: 'single',
    fileName,
    mimeType: 'audio/mpeg',
    sizeBytes: size,
    durationSeconds: 60,
    sha256: 'a'.repeat(64),
    replacedAt: now,
    createdAt: now,
  });
  await writeFile(join(server.dataFolder, 'audio', uploadId), '');
  const file = await open(join(server.dataFolder, 'audio', uploadId), 'r+');
  await file.write(`sound of ${fileName}`);
  await file.truncate(size);
  await file.close();
}

async function addBilling(userId: string, word: string): Promise<void> {
  const at = server.clock.now();
  await server.database.transaction(async (tx) => {
    const { lotId } = await server.credits.grant(tx, {
      userId,
      unit: 'credits',
      amount: 500,
      kind: 'purchase',
      key: `cs_${word}`,
    });
    await tx.insert(billingCustomers).values({ userId, customerId: `cus_${word}`, createdAt: at });
    await tx
      .insert(checkouts)
      .values({ id: `cs_${word}`, userId, quantity: 5, state: 'paid', createdAt: at });
    await tx.insert(payments).values({
      id: `cs_${word}`,
      userId,
      kind: 'purchase',
      paymentIntentId: `pi_${word}`,
      amountCents: 1000,
      currency: 'usd',
      refundedCents: 202,
      credits: 500,
      lotId,
      paidAt: at,
    });
    await server.credits.refund(tx, { userId, lotId, credits: 101 });
    await tx.insert(subscriptions).values({
      id: `sub_${word}`,
      userId,
      tier: 'STANDARD',
      state: 'active',
      startedAt: at,
      periodStart: at,
      periodEnd: at,
      updatedAt: at,
    });
  });
}

async function someone(word: string): Promise<TestUser & { sessionId: string }> {
  const user = await server.signIn({ email: `${word}@example.org` });
  const { orm } = server.database;
  await user.call('POST', '/accept_agreement', {
    agreement_name: 'Terms of Service',
    agreement_version: '7',
  });
  const now = await user.call('GET', `/users/${user.userId}/preferences`);
  await user.call('PUT', `/users/${user.userId}/preferences`, {
    ...((await now.json()) as object),
    default_language: 'de-AT',
  });
  await user.call('POST', '/feedback', {
    categories: [],
    comment: `${word} likes it`,
    openToContact: false,
    referenceId: null,
    referenceType: null,
  });
  const campaign = await made(await user.call('POST', '/campaigns', { title: `../${word}: the "bell"` }));
  const session = await made(
    await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title: `${word} evening` }),
  );
  const bytes = new TextEncoder().encode(`GM: The ${word} rings.\nMira: I listen.\n`);
  await server.app.request(`/sessions/${session.id}/transcripts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/octet-stream',
      'x-file-name': 'evening.txt',
    },
    body: bytes,
  });
  await user.call(
    'PATCH',
    `/sessions/${session.id}/notes`,
    { sections: [{ key: 'recap', title: 'Recap', body: `${word} in the notes`, visibility: 'gm' }] },
    { 'if-match': '0' },
  );
  const shared = await user.call('PUT', `/sessions/${session.id}/players-link`, {
    show: defaultShow('players'),
    passphrase: `${word} passphrase`,
  });
  const { publicId } = (await shared.json()) as ShareLink;
  const page = sharedPath({ kind: 'session', id: session.id, audience: 'players' }, publicId ?? '');
  const form = (fields: Record<string, string>, path: string, cookie = '') =>
    server.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: new URLSearchParams(fields).toString(),
    });
  const entered = await form({ passphrase: `${word} passphrase` }, page);
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  await form({ text: `${word} suggested this` }, `${page}/suggestion`, cookie);
  const at = server.clock.now();
  await orm.insert(quotes).values({
    id: newId(),
    sessionId: session.id,
    sourceId: newId(),
    durationSeconds: 60,
    basis: 'audio',
    levels: [],
    expiresAt: at,
    createdAt: at,
  });
  const analysisId = newId();
  await orm.insert(analyses).values({
    id: analysisId,
    sessionId: session.id,
    userId: user.userId,
    idempotencyKey: word,
    request: { sessionId: session.id, quoteId: newId(), detailLevel: 'brief', language: null },
    detailLevel: 'brief',
    status: 'failed',
    version: 1,
    attempt: 1,
    progress: 0,
    stageMessage: `${word} was analyzed`,
    payment: 'credits',
    durationSeconds: 60,
    costCredits: 1,
    chargedCredits: 0,
    warnings: [],
    createdAt: at,
  });
  await orm.execute(sql`
    insert into reservations (analysis_id, user_id, payment, amount, attempt, state)
    values (${analysisId}, ${user.userId}, 'credits', 1, 1, 'released')`);
  await addBilling(user.userId, word);
  await addRecording(session.id, `..\\${word}/evening.mp3`, 5000);
  return { ...user, sessionId: session.id };
}

async function archiveOf(user: TestUser) {
  const answer = await user.call('GET', exportOf(`/users/${user.userId}`));
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name, new TextDecoder().decode(content)] as const,
  );
  return { answer, bytes, files: new Map(files) };
}

describe('GET /users/{id}/export', () => {
  it('[R2.34] contains everything stored about the user, under names that are safe on any system', async () => {
    const user = await someone('lantern');
    const { answer, files } = await archiveOf(user);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const folder = 'campaigns/01 lantern the bell/01 lantern evening';
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        'account.json',
        'agreements.json',
        `${folder}/analyses/1/analysis.json`,
        `${folder}/notes.json`,
        `${folder}/notes.md`,
        `${folder}/recordings/01 lantern evening.mp3`,
        `${folder}/session.json`,
        `${folder}/transcript.json`,
        `${folder}/transcript.txt`,
        'campaigns/01 lantern the bell/campaign.json',
        'credits/checkouts.csv',
        'credits/ledger.csv',
        'credits/payments.csv',
        'credits/refunds.csv',
        'credits/reservations.csv',
        'credits/subscriptions.csv',
        'feedback.json',
        'preferences.json',
        'proposals.json',
        'share-links.json',
        'sign-ins.json',
      ].sort(),
    );
    expect(files.get('account.json')).toContain('lantern@example.org');
    expect(files.get('preferences.json')).toContain('de-AT');
    expect(files.get('agreements.json')).toContain('Terms of Service');
    expect(JSON.parse(files.get('share-links.json') ?? '')).toMatchObject([
      { audience: 'players', hasPassphrase: true },
    ]);
    expect(files.get('proposals.json')).toContain('lantern suggested');
    expect(files.get('feedback.json')).toContain('lantern likes it');
    expect(files.get('credits/ledger.csv')).toMatch(/^id,createdAt,kind,unit,delta,.*\r\n/);
    expect(files.get('credits/ledger.csv')).toContain(',grant,credits,120,');
    expect(files.get('credits/reservations.csv')).toContain('released');
    expect(files.get('account.json')).toContain('cus_lantern');
    expect(files.get('credits/checkouts.csv')).toContain('cs_lantern,');
    expect(files.get('credits/payments.csv')).toMatch(/cs_lantern,purchase,.*pi_lantern,1000,usd,202,500,/);
    expect(files.get('credits/refunds.csv')).toMatch(/^lotId,credits\r\n\d+,101\r\n$/);
    expect(files.get('credits/subscriptions.csv')).toContain('sub_lantern,STANDARD,');
    expect(files.get(`${folder}/notes.md`)).toBe('# Recap\n\nlantern in the notes\n');
    expect(files.get(`${folder}/transcript.txt`)).toContain('The lantern rings.');
    expect(files.get(`${folder}/analyses/1/analysis.json`)).toContain('lantern was analyzed');
    const recording = files.get(`${folder}/recordings/01 lantern evening.mp3`)!;
    expect(recording).toHaveLength(5000);
    expect(recording).toMatch(/^sound of /);
  });

  it('[R2.34] never contains another user’s data or a secret', async () => {
    const [user, other] = [await someone('moth'), await someone('beetle')];
    const all = [...(await archiveOf(user)).files].flat().join('\n');
    expect(all).toContain('moth');
    for (const foreign of ['beetle', other.userId, other.sessionId]) expect(all).not.toContain(foreign);
    for (const secret of [
      'verifier',
      'refreshToken',
      'idempotencyKey',
      'passphraseHash',
      'admissionKey',
      user.token,
    ])
      expect(all).not.toContain(secret);
  });

  it('[R2.34] leaves out a session that is deleted while the files before it are sent', async () => {
    const user = await server.signIn();
    const campaign = await made(await user.call('POST', '/campaigns', { title: 'Two' }));
    const add = async (title: string) =>
      made(await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title }));
    const [first, second] = [await add('First'), await add('Second')];
    const size = 8 * 1024 * 1024;
    await addRecording(first.id, 'long.wav', size);
    const answer = await user.call('GET', exportOf(`/users/${user.userId}`));
    const pieces: Uint8Array[] = [];
    let total = 0;
    for await (const piece of answer.body!) {
      if (total < size / 4 && total + piece.byteLength >= size / 4)
        expect((await user.call('DELETE', `/sessions/${second.id}`)).status).toBe(204);
      total += piece.byteLength;
      pieces.push(piece);
    }
    const names = Object.keys(unzipSync(Buffer.concat(pieces)));
    expect(names).toContain('campaigns/01 Two/01 First/session.json');
    expect(names.filter((name) => name.includes('Second'))).toEqual([]);
  });

  it('[R2.34] is private to the user, and limited', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()];
    expect((await other.call('GET', exportOf(`/users/${user.userId}`))).status).toBe(404);
    expect((await server.call('GET', exportOf(`/users/${user.userId}`))).status).toBe(401);
    const answers = [];
    for (let times = 0; times < 11; times += 1) {
      const answer = await user.call('GET', exportOf(`/users/${user.userId}`));
      await answer.body?.cancel();
      answers.push(answer.status);
    }
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });

  it('[R2.34] says for every table whether it is in the archive, or why not', async () => {
    const { rows } = await server.database.orm.execute<{ table_name: string }>(sql`
      select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not (select relispartition from pg_class where oid = table_name::regclass)`);
    const tables = rows.map(({ table_name }) => table_name).filter((name) => name !== 'migrations');
    const told = archived.flatMap(({ tables: own, leftOut = {} }) => [...own, ...Object.keys(leftOut)]);
    expect(told.toSorted()).toEqual(tables.toSorted());
  });

  it('[R2.34] keeps only a piece of a recording in memory, and stops reading when the client stops', async () => {
    const user = await server.signIn();
    const campaign = await made(await user.call('POST', '/campaigns', { title: 'Long' }));
    const session = await made(
      await user.call('POST', `/campaigns/${campaign.id}/sessions`, { title: 'Long' }),
    );
    const size = 100 * 1024 * 1024;
    await addRecording(session.id, 'long.wav', size);
    const answer = await user.call('GET', exportOf(`/users/${user.userId}`));
    const reader = answer.body!.getReader();
    let largest = 0;
    let total = 0;
    const held = () => process.memoryUsage().arrayBuffers;
    const before = held();
    let most = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      largest = Math.max(largest, value.byteLength);
      total += value.byteLength;
      most = Math.max(most, held() - before);
    }
    expect(total).toBeGreaterThan(size);
    expect(largest).toBeLessThanOrEqual(1024 * 1024);
    expect(most).toBeLessThan(size / 2);
  });
});

describe('a zip archive', () => {
  const modified = new Date('2026-03-01T12:34:56Z');
  async function* of(...entries: ZipEntry[]) {
    yield* entries;
  }
  async function read(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  }
  async function* sound(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }

  it.each([
    ['', undefined],
    [' with 64-bit sizes and places', 1],
  ])(
    'is readable by other programs: compressed text, raw streams, names in any script%s',
    async (_, zip64From) => {
      const archive = await read(
        zip(
          of(
            { name: 'Grüße/🐉.md', content: 'dragon '.repeat(500), modified },
            { name: 'a.wav', size: 10, stream: sound('01234', '56789'), modified },
            { name: 'empty.txt', content: '', modified },
          ),
          zip64From === undefined ? {} : { zip64From },
        ),
      );
      expect(archive.byteLength).toBeLessThan(1000);
      const script = [
        'import sys, zipfile, io, json',
        'z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))',
        'print(json.dumps([z.testzip(), [[i.filename, i.file_size, list(i.date_time)] for i in z.infolist()], z.read("a.wav").decode()]))',
      ].join('\n');
      const told: unknown = JSON.parse(
        execFileSync('python3', ['-c', script], { input: archive, encoding: 'utf8' }),
      );
      const time = [2026, 3, 1, 12, 34, 56];
      expect(told).toEqual([
        null,
        [
          ['Grüße/🐉.md', 3500, time],
          ['a.wav', 10, time],
          ['empty.txt', 0, time],
        ],
        '0123456789',
      ]);
    },
  );

  it('fails if a stream has another size than declared', async () => {
    const pieces = zip(of({ name: 'a.wav', size: 11, stream: sound('01234', '56789'), modified }));
    await expect(read(pieces)).rejects.toThrow('a.wav has 10 bytes, not 11.');
  });
});

describe('names of files', () => {
  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\temp\\x', 'C temp x'],
    ['con', 'Session'],
    ['NUL.txt', 'Session'],
    [' . ', 'Session'],
    ['a\u0000b\u202Egpj.exe', 'abgpj.exe'],
    [`${'x'.repeat(300)}.mp3`, `${'x'.repeat(80)}.mp3`],
    ['Die Glocke – Teil 2', 'Die Glocke – Teil 2'],
  ])('%j becomes %j', (given, safe) => {
    expect(safeFileName(given, 'Session')).toBe(safe);
  });
});
