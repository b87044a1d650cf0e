import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { sampleTranscript, sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let user: TestUser;

beforeAll(async () => {
  server = await openWorkServer();
  user = await server.addUser({ credits: 100 });
});
afterAll(() => server.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const send = (sessionId: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, bytes, headers);
const get = <const Path extends string>(path: Path) => server.request(user, 'GET', path);

describe('importing a transcript', () => {
  it.each([
    [
      'VTT',
      'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Dana>The door opens.\n\n00:04.000 --> 00:06.500\n<v Kim>I go in.\n',
      'measured',
      2,
    ],
    [
      'SRT',
      '1\n00:00:01,000 --> 00:00:03,000\nThe door opens.\n\n2\n00:00:04,000 --> 00:00:06,500\nI go in.\n',
      'measured',
      2,
    ],
    ['text', sampleTranscript(1), 'estimated', 15],
    ['JSON', JSON.stringify({ segments: [{ start: 1, end: 3, text: 'The door opens.' }] }), 'measured', 1],
  ])('accepts %s as the transcript of the session', async (_, text, timing, segmentCount) => {
    const sessionId = await server.addSession(user);
    const { status, body } = await send(sessionId, bytesOf(text), { 'x-file-name': 'evening.txt' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ sessionId, source: 'import', timing, segmentCount });
    expect(body.wordCount).toBeGreaterThan(2);
    expect((await get(`/transcripts/${body.id}`)).body).toEqual(body);
    const quote = (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;
    expect(quote).toMatchObject({
      basis: timing === 'measured' ? 'transcript' : 'words',
      durationSeconds: body.durationMs / 1000,
      reusesTranscript: true,
    });
  });

  it.each<[string, Uint8Array, number, string]>([
    ['nothing', new Uint8Array(), 422, 'transcriptEmpty'],
    ['blank space', bytesOf(' \n\t\n'), 422, 'transcriptEmpty'],
    [
      'bytes that are no text',
      Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256),
      422,
      'transcriptUnreadable',
    ],
    ['more than 20 MB', new Uint8Array(20 * 1024 ** 2 + 1).fill(97), 413, 'transcriptTooLarge'],
  ])('rejects %s and leaves the session unchanged', async (_, bytes, status, code) => {
    const sessionId = await server.addSession(user);
    const answer = await send(sessionId, bytes);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.body.error.message.length).toBeGreaterThan(10);
    const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
    expect(codeOf(quote)).toBe('nothingToAnalyze');
  });

  const milliseconds = JSON.stringify({
    utterances: Array.from({ length: 60 }, (_, at) => ({
      speaker: 'A',
      text: 'The old bell rings again below the water and nobody in town has touched its rope',
      start: at * 6000,
      end: at * 6000 + 5500,
    })),
  });
  const cyrillic = Uint8Array.from(
    'WEBVTT\n\n00:01.000 --> 00:03.000\n\xe4\xe0 \xed\xe5\xf2\n'.split('').map((each) => each.charCodeAt(0)),
  );
  const encoded = (answers: object) => encodeURIComponent(JSON.stringify(answers));

  it('[D12] keeps nothing while a question is open, if the page asks; answers come with the file', async () => {
    const sessionId = await server.addSession(user);
    const asking = { 'x-file-name': 'evening.json', 'x-intake-questions': 'ask' };
    const open = await send(sessionId, bytesOf(milliseconds), asking);
    expect([open.status, codeOf(open)]).toEqual([422, 'transcriptUndecided']);
    const { message, details } = open.body.error;
    expect(message).toBe('This transcript’s times look like milliseconds: 6 minutes, not 100 hours.');
    expect(details).toMatchObject({
      questions: [
        { id: 'unit', choices: [{ id: 'milliseconds', label: 'Use 6 minutes' }, { id: 'seconds' }] },
      ],
    });
    expect(codeOf(await server.request(user, 'POST', `/sessions/${sessionId}/quote`))).toBe(
      'nothingToAnalyze',
    );

    const more = await send(sessionId, bytesOf(milliseconds), {
      ...asking,
      'x-intake-answers': encoded({ unit: 'seconds' }),
    });
    expect(more.body.error.details).toMatchObject({ questions: [{ id: 'length' }] });

    for (const [answers, seconds] of [
      [{ unit: 'milliseconds' }, 359.5],
      [{ unit: 'seconds', length: 'clock' }, 354_006.4],
    ] as const) {
      const done = await send(sessionId, bytesOf(milliseconds), {
        ...asking,
        'x-intake-answers': encoded(answers),
      });
      expect(done.status).toBe(201);
      expect(done.body).toMatchObject({ durationMs: seconds * 1000, account: { questions: [] } });
    }
    const words = await send(sessionId, bytesOf(milliseconds), {
      ...asking,
      'x-intake-answers': encoded({ unit: 'seconds', length: 'words' }),
    });
    expect(words.status).toBe(201);
    expect(words.body.durationMs).toBeLessThan(600_000);
  });

  it('uses what is likeliest for who does not ask', async () => {
    const { status, body } = await send(await server.addSession(user), bytesOf(milliseconds));
    expect([status, body.durationMs]).toEqual([201, 359_500]);
    expect(body.account?.questions).toMatchObject([{ id: 'unit', assumed: 'milliseconds' }]);
  });

  it('[D12] refuses an alphabet that stays open, with samples; the answer decides', async () => {
    const sessionId = await server.addSession(user);
    const open = await send(sessionId, cyrillic, { 'x-file-name': 'evening.vtt' });
    expect([open.status, codeOf(open)]).toEqual([422, 'transcriptUndecided']);
    expect(JSON.stringify(open.body.error.details)).toContain('encoding');
    for (const answers of [encoded({ encoding: 'windows-1251' }), '%E0%A4%A', encoded(['x'])]) {
      const { status } = await send(sessionId, cyrillic, { 'x-intake-answers': answers });
      expect(status).toBe(answers === encoded({ encoding: 'windows-1251' }) ? 201 : 422);
    }
  });

  it('stores hostile text literally', async () => {
    const words =
      "Dana: '); drop table segments; -- <script>alert(1)</script> \u{1f409}\nKim: Fine.\nDana: Good.\nKim: So.";
    const { body } = await send(await server.addSession(user), bytesOf(words), { 'x-file-name': '%E0%A4%A' });
    const { segments } = (await get(`/transcripts/${body.id}/segments`)).body;
    expect(segments[0]!.text).toBe("'); drop table segments; -- <script>alert(1)</script> \u{1f409}");
  });

  it('stores text that the database rejects: NUL and halves of surrogate pairs', async () => {
    const document = {
      source: 'speech',
      timing: 'measured',
      engine: 'nul\u0000',
      language: null,
      durationMs: 9000,
      speakers: [{ id: 'p1', label: 'Da\u0000na', role: 'gm', playerCharacterId: null, talkMs: 1 }],
      segments: [
        {
          id: 's1',
          startMs: 0,
          endMs: 9000,
          speakerId: 'p1',
          text: 'The \u0000door\ud83d opens.',
          originalText: null,
          confidence: null,
        },
      ],
      warnings: [],
    };
    const { status, body } = await send(await server.addSession(user), bytesOf(JSON.stringify(document)));
    expect([status, body.source, body.speakers[0]!.label]).toEqual([201, 'import', 'Dana']);
    const { segments } = (await get(`/transcripts/${body.id}/segments`)).body;
    expect(segments[0]!.text).toBe('The door\ufffd opens.');
    const name = `${'x'.repeat(119)}\u{1f409}`;
    const cut = await send(
      await server.addSession(user),
      bytesOf(JSON.stringify([{ speaker: name, text: 'Hi.' }])),
    );
    expect(cut.status).toBe(201);
  });

  it('[D2] charges for at least 150 ms a word, whatever the timestamps say', async () => {
    const sessionId = await server.addSession(user);
    const words = 'and then the door opened '.repeat(2400);
    await send(sessionId, bytesOf(`WEBVTT\n\n00:00.000 --> 00:01.000\n<v Dana>${words}\n`));
    const quote = (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;
    expect(quote).toMatchObject({ basis: 'words', durationSeconds: 1800, levels: [{ costCredits: 30 }, {}] });
  });

  it('[D5] replaces an older import, which stays for older analyses', async () => {
    const sessionId = await server.addSession(user);
    const first = (await send(sessionId, sampleTranscriptBytes(1))).body;
    const second = (await send(sessionId, sampleTranscriptBytes(2))).body;
    expect((await get(`/transcripts/${first.id}`)).status).toBe(200);
    const quote = (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;
    expect(quote.durationSeconds).toBe(second.durationMs / 1000);
  });

  it('of two simultaneous imports, one becomes the transcript', async () => {
    const sessionId = await server.addSession(user);
    const answers = await Promise.all(
      [1, 2, 3].map((rounds) => send(sessionId, sampleTranscriptBytes(rounds))),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const quote = (await server.request(user, 'POST', `/sessions/${sessionId}/quote`)).body;
    expect(answers.map(({ body }) => body.durationMs / 1000)).toContain(quote.durationSeconds);
  });
});

describe('segments', () => {
  const pageFrom = (id: string, from: number) => get(`/transcripts/${id}/segments?from=${from}&limit=2000`);

  it('are returned in order, page by page, none twice and none missing', async () => {
    const { body } = await send(await server.addSession(user), sampleTranscriptBytes(400));
    expect(body.segmentCount).toBe(6000);
    const seen: string[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const { body: page }: Awaited<ReturnType<typeof pageFrom>> = await pageFrom(body.id, from);
      seen.push(...page.segments.map(({ id }) => id));
      from = page.next;
    }
    expect(seen).toHaveLength(6000);
    expect(new Set(seen).size).toBe(6000);
    expect(seen[0]).toBe('s1');
    expect(seen.at(-1)).toBe('s6000');
  });

  it.each(['limit=0', 'limit=2001', 'from=-1', 'from=x', 'limit=1.5'])('reject %s', async (query) => {
    const { body } = await send(await server.addSession(user), sampleTranscriptBytes(1));
    expect((await get(`/transcripts/${body.id}/segments?${query}`)).status).toBe(400);
    expect((await get(`/transcripts/${body.id}/segments?from=99`)).body).toEqual({
      segments: [],
      segmentCount: 15,
      next: null,
    });
  });

  it('of an unknown transcript are not found', async () => {
    expect(codeOf(await get(`/transcripts/${newId()}/segments`))).toBe('notFound');
    expect((await get('/transcripts/1/segments')).status).toBe(400);
  });
});
