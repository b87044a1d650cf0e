import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointNotesEngine } from '#server/engines/notes/endpoint/engine.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { verifyResult } from '#server/engines/notes/verify.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { createThreads, type Threads } from '#server/engines/threads/threads.ts';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { segmentPieces } from '#server/engines/transcripts/pieces.ts';
import { newId } from '#server/platform/ids.ts';
import { createThreadPool } from '#server/platform/threads/thread-pool.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { loadTranscript, publishTranscript, writeTranscript } from '#server/recordings/transcript-rows.ts';
import { startChatServer } from '#tests/support/chat-server.ts';
import fc, { runs } from '#tests/support/property.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const asLines = (turns: { speaker: string; text: string }[]) =>
  turns.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');

describe('a file that keeps its reader busy', () => {
  const program = new URL('./hostile-thread.ts', import.meta.url).href;
  let server: WorkServer;
  let threads: Threads;
  let guest: TestUser;
  let neighbour: TestUser;
  let sessionId: string;
  let theirs: string;

  async function open(readLimitMs: number): Promise<void> {
    threads = createThreads({ analysesAtOnce: 1, program, readLimitMs, memoryMegabytes: 64 });
    server = await openWorkServer({ threads });
    guest = await server.addUser();
    neighbour = await server.addUser();
    sessionId = await server.addSession(guest);
    theirs = await server.addSession(neighbour);
  }
  afterEach(() => server.close());

  const send = (text: string, from = guest, to = sessionId) =>
    server.request(from, 'POST', `/sessions/${to}/transcripts`, bytesOf(text));
  const whatever = () => server.request(neighbour, 'GET', `/sessions/${theirs}/notes`);
  const NEVER_MS = 600_000;

  it('delays no other call and no other user’s file, and ends with the server', async () => {
    await open(NEVER_MS);
    const slow = send('loop for ever');
    expect((await send('Kim: hello', neighbour, theirs)).status).toBe(201);
    for (let call = 0; call < 20; call += 1) expect((await whatever()).status).toBe(200);
    await threads.close();
    expect(codeOf(await slow)).toBe('unavailable');
  });

  it('is rejected after its time limit; one user has only a few files waiting', {
    tags: ['everything'],
  }, async () => {
    await open(300);
    const answers = await Promise.all(Array.from({ length: 7 }, () => send('loop for ever')));
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.error.message)).toEqual(
      Array.from(
        { length: 5 },
        () =>
          'We could not read this transcript: reading it took longer than 30 seconds. Split it into smaller files.',
      ),
    );
    const busy = answers.filter(({ status }) => status === 429);
    expect(busy.map(codeOf)).toEqual(['tooManyRequests', 'tooManyRequests']);
  });

  it.each([
    ['crash now', 'our reader stopped.'],
    ['memory without end', 'it needs too much memory to read.'],
  ])('is rejected if it ends its reader (%s), and the next file is read', async (text, reason) => {
    await open(NEVER_MS);
    const refused = await send(text);
    expect([refused.status, codeOf(refused)]).toEqual([422, 'transcriptUnreadable']);
    expect(refused.body.error.message).toBe(
      `We could not read this transcript: ${reason} Split it into smaller files.`,
    );
    expect((await send('Kim: hello')).status).toBe(201);
  });
});

describe('the time limit of a thread', () => {
  const program = new URL('./hostile-thread.ts', import.meta.url).href;

  it.runIf(process.platform === 'linux')(
    'is its processor time, so that a busy computer refuses no honest file, and ten times as much in all',
    async () => {
      const pool = createThreadPool<{ forget(): void; sleep(ms: number): string }>({
        program,
        size: 1,
        memoryMegabytes: 64,
      });
      try {
        await pool.use(async (thread) => {
          await thread.call('forget', []);
          expect(await thread.call('sleep', [300], { timeLimitMs: 200 })).toBe('timed-out');
          const tooLong = expect.objectContaining({ reason: 'timeLimit' });
          await expect(thread.call('sleep', [600_000], { timeLimitMs: 20 })).rejects.toEqual(tooLong);
        });
      } finally {
        await pool.close();
      }
    },
  );
});

describe('a long transcript', () => {
  let server: WorkServer;
  let user: TestUser;
  let neighbour: TestUser;

  beforeAll(async () => {
    server = await openWorkServer();
    user = await server.addUser({ credits: 1000 });
    neighbour = await server.addUser();
  });
  afterAll(() => server.close());

  it('is written in pieces, between which the database serves others; it counts once complete', async () => {
    const sessionId = await server.addSession(user);
    const theirs = await server.addSession(neighbour);
    const document = transcriptOf(longSession(10_000));
    const { segments, ...head } = document;
    const identity = { id: newId(), sessionId, audioAssetId: null, createdAt: server.clock.now() };
    let pieces = 0;
    // In one transaction, this would never end.
    const answering = async function* () {
      for (const piece of segmentPieces(segments)) {
        expect((await server.request(neighbour, 'GET', `/sessions/${theirs}/notes`)).status).toBe(200);
        const seen = await server.request(user, 'GET', `/transcripts/${identity.id}`);
        expect(codeOf(seen)).toBe('notFound');
        pieces += 1;
        yield piece;
      }
    };
    const read = { head, segmentCount: segments.length, wordCount: 10_000 };
    await writeTranscript(server.database.orm, identity, read, answering());
    expect(pieces).toBeGreaterThan(2);
    const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
    expect(codeOf(quote)).toBe('nothingToAnalyze');
    await server.database.transaction((tx) =>
      publishTranscript(tx, identity, { now: server.clock.now(), isCurrent: true }),
    );
    expect(await loadTranscript(server.database.orm, identity.id)).toEqual(document);
  });

  it('is removed by housekeeping if a crash left it incomplete', async () => {
    const sessionId = await server.addSession(user);
    const { segments, ...head } = transcriptOf(longSession(3000));
    const identity = { id: newId(), sessionId, audioAssetId: null, createdAt: server.clock.now() };
    const read = { head, segmentCount: segments.length, wordCount: 3000 };
    await writeTranscript(server.database.orm, identity, read, segmentPieces(segments));
    const before = await server.database.orm.$count(transcripts);
    await server.keepHouse();
    expect(await server.database.orm.$count(transcripts)).toBe(before);
    server.clock.advance(2 * 3_600_000);
    await server.keepHouse();
    expect(await server.database.orm.$count(transcripts)).toBe(before - 1);
  });

  it('gives the same bytes when read and analyzed in threads', async () => {
    const text = asLines([...smallSession, ...longSession(5000)]);
    const inProcess = await importTranscript(bytesOf(text));
    const sessionId = await server.addSession(user);
    const { body } = await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, bytesOf(text));
    const stored = await loadTranscript(server.database.orm, body.id);
    expect(stored).toEqual(inProcess);

    const request = {
      transcript: inProcess,
      detailLevel: 'comprehensive' as const,
      language: null,
      campaign: noCampaign,
    };
    const threads = createThreads({ analysesAtOnce: 1 });
    try {
      const engine = threads.notes({ url: null, key: null, model: null });
      const told: string[] = [];
      const context = inMemoryStageContext({ onProgress: (_, message) => told.push(message ?? '') });
      const extraction = await engine.extract(request, context);
      const written = await engine.write(request, extraction, context);
      const verified = await threads.verify(written, inProcess, context.signal);
      const plain = createHighlightsEngine();
      const direct = await plain.write(
        request,
        await plain.extract(request, inMemoryStageContext({})),
        inMemoryStageContext({}),
      );
      expect(JSON.stringify(verified)).toBe(JSON.stringify(verifyResult(direct, inProcess)));
      expect(JSON.stringify(verified)).toBe(
        JSON.stringify(await takeNotes(plain, request, inMemoryStageContext({}))),
      );
      expect(told).toContain('Reading the transcript');
      expect([engine.id, engine.kind]).toEqual([plain.id, plain.kind]);
    } finally {
      await threads.close();
    }
  });

  it('a language model answers, recaps and changes where engines run in threads, too', async () => {
    const threads = createThreads({ analysesAtOnce: 1 });
    const chat = await startChatServer();
    chat.answer = () => '{"sentences":[{"text":"The captain promised the ship.","passages":[1]}]}';
    try {
      const direct = createEndpointNotesEngine({ url: chat.url, model: null });
      const engine = threads.notes({ url: chat.url, key: null, model: null });
      expect(engine).toEqual(
        Object.fromEntries(
          Object.entries(direct).map(([name, value]) => [
            name,
            typeof value === 'function' ? expect.any(Function) : value,
          ]),
        ),
      );
      const passages = [{ about: 'Evening', lines: ['Sten: The captain promised us the ship.'] }];
      const request = { question: 'Who promised the ship?', language: 'en', passages };
      expect(await engine.answer?.(request, inMemoryStageContext({}))).toHaveLength(1);
      const page = threads.notes({ url: null, key: null, model: null });
      expect([page.answer, page.recap, page.change]).toEqual([undefined, undefined, undefined]);
    } finally {
      await threads.close();
      await chat.close();
    }
  });

  it('an analysis in a thread ends with its signal, and reports a service that refuses the key', async () => {
    const threads = createThreads({ analysesAtOnce: 1 });
    const chat = await startChatServer();
    chat.answer = () => ({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' });
    const request = {
      transcript: transcriptOf(smallSession),
      detailLevel: 'brief' as const,
      language: null,
      campaign: noCampaign,
    };
    try {
      const stop = new AbortController();
      const stopped = threads
        .notes({ url: null, key: null, model: null })
        .extract(request, inMemoryStageContext({ signal: stop.signal }));
      stop.abort(new Error('stopped by the test'));
      await expect(stopped).rejects.toThrow('stopped by the test');
      const refusing = threads.notes({ url: chat.url, key: null, model: null });
      await expect(refusing.extract(request, inMemoryStageContext({}))).rejects.toBeInstanceOf(
        NotesUnavailable,
      );
    } finally {
      await threads.close();
      await chat.close();
    }
  });
});

describe('a malformed transcript', () => {
  let server: WorkServer;
  let user: TestUser;
  let sessionId: string;

  beforeAll(async () => {
    server = await openWorkServer();
    user = await server.addUser();
    sessionId = await server.addSession(user);
  });
  afterAll(() => server.close());

  async function send(bytes: Uint8Array, name = 'evening.vtt') {
    const response = await server.app.request(`/sessions/${sessionId}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'x-file-name': name },
      body: bytes as BodyInit,
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  it.each([
    ['a voice tag that names nobody', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v>Hello'],
    ['a voice tag that never ends', '1\n00:00:01,000 --> 00:00:02,000\n<v\nBrin'],
  ])('with %s is read, with all its words', async (_, text) => {
    expect((await send(bytesOf(text))).status).toBe(201);
  });

  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => one(index)).join('');
  it.each([
    ['lines', 1_000_000, many(1_000_001, () => 'a\n'), 'This transcript has more than 1,000,000 lines.'],
    [
      'segments',
      200_000,
      `[${many(200_001, () => '{"text":"a"},')}{"text":"b"}]`,
      'This transcript has more than 200,000 lines of speech.',
    ],
    [
      'speakers',
      1000,
      many(1001, (index) => `N${index}: a\nN${index}: b\n`),
      'This transcript names more than 1,000 speakers.',
    ],
    [
      'characters',
      1_000_000,
      `WEBVTT\n\n00:00.000 --> 59:00.000\n${'word '.repeat(250_000)}`,
      'This transcript has a line of speech of more than 1,000,000 characters.',
    ],
  ])('with too many %s is 413 and names the limit', async (of, limit, text, message) => {
    const answer = await send(bytesOf(text), 'evening.txt');
    expect([answer.status, codeOf(answer)]).toEqual([413, 'transcriptTooLarge']);
    expect(answer.body.error).toMatchObject({
      message: `${message} Split it into smaller files.`,
      details: { limit, of },
    });
  });

  it('is 201, 413 or 422, whatever its bytes are', { tags: ['everything'] }, async () => {
    const scrap = fc.constantFrom(
      ...[
        'WEBVTT',
        '\n',
        '\n\n',
        '\r',
        ' --> ',
        '00:00:01.000 --> 00:00:02.000\n',
        '00:00:01,000 --> x',
        '<v',
      ],
      ...[
        '<v Brin>',
        '<00:00:00.500>',
        '<c.a.b>',
        '</',
        '&#0;',
        '&#xFFFFFFFF;',
        'NOTE',
        'STYLE\n',
        'REGION\n',
      ],
      ...[
        'line:101%',
        'size:1e400%',
        '99999999999:00:00.000 --> 00',
        '\0',
        '\ud800',
        '\ufeff',
        '{',
        '}',
        '[',
      ],
      ...[']', '"segments":', '"text":', 'null', 'Brin: hi\n', 'Tam: ho\n', '1\n', '"start":1e999,', ','],
    );
    const start = fc.constantFrom('WEBVTT\n\n', '1\n00:00:01,000 --> 00:00:02,000\n', '{"segments":[', '');
    const text = fc
      .tuple(start, fc.array(fc.oneof(scrap, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 40 }))
      .map(([first, rest]) => first + rest.join(''));
    const bytes = fc.oneof(
      text.map(bytesOf),
      text.map((words) => new Uint8Array(Buffer.from(`\ufeff${words}`, 'utf16le'))),
      text.map((words) => bytesOf(`${words}\u{1f409}`).slice(0, -1)),
      fc.uint8Array({ maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom('a.vtt', 'a.srt', 'a.json', 'a.txt'), async (given, name) => {
        const answer = await send(given, name);
        expect([201, 413, 422]).toContain(answer.status);
      }),
      { numRuns: runs(100) },
    );
  });
});
