import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { analysisCheckpoints } from '#server/analyses/tables.ts';
import { ledger } from '#server/credits/tables.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { honestAnswer, startChatServer } from '#tests/support/chat-server.ts';
import { type CountingChatServer, startCountingChatServer } from '#tests/support/counting-chat-server.ts';
import { databaseForProcesses, embeddedForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { identityTokenAt } from '#tests/support/identity-client.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer, type ToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sayToyWords, toyWords, writeToyModel } from '#tests/support/toy-speech-model.ts';
import { toyVoices as voicesOf, writeToyVoices } from '#tests/support/toy-voices.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const SPOKEN =
  'The lantern keeper opens the door. Ilse asks for the silver key. The keeper laughs and shows the well. ' +
  'Under the water lies a bell. Robin dives for it. The bell rings once. Nobody speaks until the dawn.';

let folder: string;
let speech: ToneSpeechServer;
let chat: CountingChatServer;
let server: WorkProcess | null = null;
let database: ProcessDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-kill-'));
  speech = await startToneSpeechServer();
  chat = await startCountingChatServer();
});
afterAll(async () => {
  await speech.close();
  await chat.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await server?.kill();
  server = null;
  await database.drop();
});

async function boot(
  name: string,
  dieAt: { stage: string; pieces: number; beforeCommit?: boolean } | null = null,
  engines: Record<string, string | undefined> = {},
) {
  server = await startWorkProcess({
    program: 'dying',
    dataFolder: join(folder, name),
    env: {
      SPEECH_URL: speech.url,
      SPEECH_CHUNK_SECONDS: '10',
      SPEECH_CONCURRENCY: '1',
      NOTES_URL: chat.url,
      NOTES_MODEL: 'by-rule',
      ...engines,
      WELCOME_CREDITS: '1000',
      FREE_ANALYSES: '0',
      ...database.environment,
      ...(dieAt === null ? {} : { DIE_AT: JSON.stringify(dieAt) }),
    },
  });
  return server;
}

const client = (token: string = randomUUID()): ApiClient => createApiClient(() => server!.url, token);

async function upload(user: ApiClient, sessionId: string, bytes: Buffer): Promise<void> {
  const { body } = await user.post(`/sessions/${sessionId}/uploads`, {
    fileName: 'evening.mp3',
    sizeBytes: bytes.length,
    fingerprint: 'print',
  });
  await sendByTus({
    url: server!.url + body.tusUrl,
    token: user.token,
    file: bytes,
    sizeBytes: bytes.length,
    chunkBytes: body.chunkBytes,
  }).done;
  await user.until(`/uploads/${body.id}`, ['ready']);
}

async function movements(): Promise<string[]> {
  const opened = await database.open();
  const rows = await opened.orm.select().from(ledger).where(isNotNull(ledger.lotId)).orderBy(ledger.id);
  await opened.close();
  return rows.map(({ kind, delta }) => `${kind} ${delta}`);
}

const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('kill -9', () => {
  it('in each stage of the job, and as its charge is about to be committed: it resumes there, hears and asks nothing twice, charges once [D8][D1]', async () => {
    const recording = await readFile(
      await writeAudio(folder, 'spoken', encodeTones(SPOKEN).samples, 'mp3-64k'),
    );
    database = await databaseForProcesses(join(folder, 'stages'));
    await boot('stages', { stage: 'preparing', pieces: 0 });
    const user = client();
    await user.login();
    const sessionId = await user.newSession();
    await upload(user, sessionId, recording);
    const analysisId = (await user.start(sessionId, 'kill-in-each-stage').catch(() => null))?.body.id;
    await server!.ended;
    const heardAfter: number[] = [];
    const askedAfter: number[] = [];
    for (const dieAt of [
      { stage: 'transcribing', pieces: 3 },
      { stage: 'diarizing', pieces: 0 },
      { stage: 'extracting', pieces: 1 },
      { stage: 'writing', pieces: 1 },
      { stage: 'verifying', pieces: 0 },
      { stage: 'completed', pieces: 0, beforeCommit: true },
    ]) {
      await boot('stages', dieAt).catch(() => undefined);
      await server!.ended;
      heardAfter.push(speech.requests.length);
      askedAfter.push(chat.answered.length);
    }
    const beforeCommit = await movements();
    await boot('stages');
    const listed = await user.get(`/sessions/${sessionId}/analyses`);
    const id = analysisId ?? listed.body.analyses[0]!.id;
    const analysis = await user.until(`/analyses/${id}`, ['completed', 'failed']);
    expect(analysis.status).toBe('completed');
    expect(analysis.result!.lines.summary.length).toBeGreaterThan(0);

    // Two chunks before the kill in transcribing, all of them before diarizing.
    const chunks = heardAfter[1]!;
    expect(heardAfter).toEqual([2, chunks, chunks, chunks, chunks, chunks]);
    expect(chunks).toBeGreaterThan(4);
    expect(speech.requests).toHaveLength(chunks);
    expect(repeated(speech.requests.map(({ words }) => words.join(' ')))).toEqual([]);
    // One part before the kill in extracting, one piece before the kill in writing.
    expect(askedAfter).toEqual([0, 0, 1, 2, chat.answered.length, chat.answered.length]);
    expect(repeated(chat.answered.map(({ hash }) => hash))).toEqual([]);

    const { segments } = (await user.get(`/transcripts/${analysis.transcriptId}/segments`)).body;
    expect(segments.map(({ text }) => text).join(' ')).toBe(SPOKEN);
    const cost = analysis.costCredits;
    expect(analysis).toMatchObject({ chargedCredits: cost, warnings: [{ code: 'speakersUnknown' }] });
    expect((await user.get('/check-session')).body).toMatchObject({ userCreditBalance: 1000 - cost });
    await server!.stop();
    expect(beforeCommit).toEqual([`reserve ${-cost}`]);
    expect(await movements()).toEqual([`reserve ${-cost}`, 'capture 0']);
  });

  it('between the parts of a long transcript, which Ollama reads: keeps the parts that were read and written', {
    tags: ['everything'],
  }, async () => {
    const asked: string[] = [];
    const ollama = await startChatServer({ software: 'ollama' });
    ollama.answer = (request) => {
      asked.push(request.user);
      return honestAnswer(request);
    };
    const engines = { NOTES_URL: ollama.url, NOTES_MODEL: 'test-model' };
    database = await databaseForProcesses(join(folder, 'parts'));
    await boot('parts', { stage: 'extracting', pieces: 2 }, engines);
    const user = client();
    await user.login();
    const sessionId = await user.newSession();
    await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(60));
    await user.start(sessionId, 'kill-between-parts').catch(() => null);
    await server!.ended;
    expect(asked.length).toBeGreaterThanOrEqual(2);
    await boot('parts', { stage: 'writing', pieces: 2 }, engines);
    await server!.ended;
    await boot('parts', null, engines);
    const { analyses } = (await user.get(`/sessions/${sessionId}/analyses`)).body;
    const analysis = await user.until(`/analyses/${analyses[0]!.id}`, ['completed', 'failed']);
    expect(analysis.status).toBe('completed');
    // Only the question in flight at each kill is asked again.
    expect(repeated(asked).length).toBeLessThanOrEqual(2);
    await server!.stop();
    await ollama.close();
    const cost = analysis.costCredits;
    expect(await movements()).toEqual([`reserve ${-cost}`, 'capture 0']);
  });

  it.each([
    { speech: 'whisper.cpp', samples: encodeTones(SPOKEN).samples },
    { speech: 'the embedded recognizer', samples: sayToyWords(toyWords(150)) },
  ])(
    'with $speech and Highlights: hears nothing twice, charges once',
    { tags: ['everything'] },
    async ({ speech: name, samples }) => {
      const whisper = await startToneSpeechServer({ software: 'whisperCpp' });
      const isWhisper = name === 'whisper.cpp';
      await writeToyModel(join(folder, 'toy'));
      const engines = isWhisper
        ? { SPEECH_URL: `${whisper.url}/inference`, NOTES_URL: undefined }
        : { SPEECH_URL: undefined, NOTES_URL: undefined, SPEECH_MODEL_DIR: join(folder, 'toy') };
      database = await databaseForProcesses(join(folder, name));
      await boot(name, { stage: 'transcribing', pieces: 3 }, engines);
      const user = client();
      await user.login();
      const sessionId = await user.newSession();
      await upload(user, sessionId, await readFile(await writeAudio(folder, name, samples, 'flac')));
      await user.start(sessionId, `kill-${isWhisper}`).catch(() => null);
      await server!.ended;

      // A word that only the saved piece has shows that the piece is not heard again.
      const opened = await database.open();
      const ofFirstPiece = eq(analysisCheckpoints.key, 'chunk:0');
      const [saved] = await opened.orm.select().from(analysisCheckpoints).where(ofFirstPiece);
      const value = JSON.parse(
        JSON.stringify(saved!.value).replaceAll(isWhisper ? 'lantern' : 'dragon', 'saved'),
      );
      await opened.orm.update(analysisCheckpoints).set({ value }).where(ofFirstPiece);
      await opened.close();

      if (isWhisper) {
        await boot(name, { stage: 'extracting', pieces: 0 }, engines).catch(() => undefined);
        await server!.ended;
      }
      await boot(name, null, engines);
      const { analyses } = (await user.get(`/sessions/${sessionId}/analyses`)).body;
      const analysis = await user.until(`/analyses/${analyses[0]!.id}`, ['completed', 'failed']);
      expect(analysis).toMatchObject({ status: 'completed', chargedCredits: analysis.costCredits });
      const { segments } = (await user.get(`/transcripts/${analysis.transcriptId}/segments`)).body;
      expect(segments.map(({ text }) => text).join(' ')).toContain('saved');
      expect(repeated(whisper.requests.map(({ words }) => words.join(' ')))).toEqual([]);
      await server!.stop();
      await whisper.close();
      expect(await movements()).toEqual([`reserve ${-analysis.costCredits}`, 'capture 0']);
    },
  );

  it('while voices are told apart: a piece that was saved is not heard again', {
    tags: ['everything'],
  }, async () => {
    const [toySpeech, toyVoices] = [join(folder, 'toy'), join(folder, 'toy-voices')];
    await Promise.all([writeToyModel(toySpeech), writeToyVoices(toyVoices)]);
    const engines = {
      SPEECH_URL: undefined,
      NOTES_URL: undefined,
      SPEECH_MODEL_DIR: toySpeech,
      VOICES: 'yes',
      VOICES_MODEL_DIR: toyVoices,
    };
    // Voices in the first ten minutes, and after them.
    const samples = new Int16Array(16_000 * 612);
    const said = voicesOf(
      [0, 1].map((voice) => ({ voice, seconds: 3 })),
      sayToyWords(toyWords(11)),
    );
    for (const second of [1, 603]) samples.set(said, second * 16_000);
    database = await databaseForProcesses(join(folder, 'voices'));
    await boot('voices', { stage: 'diarizing', pieces: 1 }, engines);
    const user = client();
    await user.login();
    const sessionId = await user.newSession();
    await upload(user, sessionId, await readFile(await writeAudio(folder, 'voices', samples, 'flac')));
    await user.start(sessionId, 'kill-while-telling-apart').catch(() => null);
    await server!.ended;

    // A piece without voices shows that it is not heard again.
    const opened = await database.open();
    const saved = await opened.orm
      .select()
      .from(analysisCheckpoints)
      .where(eq(analysisCheckpoints.stage, 'diarizing'));
    expect(saved.map(({ key }) => key)).toEqual(['voices:0']);
    const { engine } = saved[0]!.value as { engine: string };
    await opened.orm
      .update(analysisCheckpoints)
      .set({ value: { engine, spans: [] } })
      .where(eq(analysisCheckpoints.key, 'voices:0'));
    await opened.close();

    await boot('voices', null, engines);
    const { analyses } = (await user.get(`/sessions/${sessionId}/analyses`)).body;
    const analysis = await user.until(`/analyses/${analyses[0]!.id}`, ['completed', 'failed']);
    expect(analysis.status).toBe('completed');
    const { segments } = (await user.get(`/transcripts/${analysis.transcriptId}/segments`)).body;
    const voicesAt = (isAt: (startMs: number) => boolean) => [
      ...new Set(segments.filter(({ startMs }) => isAt(startMs)).map(({ speakerId }) => speakerId)),
    ];
    expect([voicesAt((ms) => ms < 600_000), voicesAt((ms) => ms >= 600_000)]).toEqual([[null], ['p1', 'p2']]);
    await server!.stop();
  });

  it('of what npm start runs, and SIGTERM after it: the job continues each time, and is charged once', {
    tags: ['everything'],
  }, async () => {
    const data = join(folder, 'main');
    database = embeddedForProcesses(data);
    const boot = async () => {
      server = await startWorkProcess({
        program: 'main',
        dataFolder: data,
        env: { NOTES_URL: chat.url, NOTES_MODEL: 'by-rule' },
      });
    };
    chat.answered.length = 0;
    let stalled = () => {};
    const stallAt = (schema: string) => {
      const reached = new Promise<void>((resolve) => {
        stalled = resolve;
      });
      chat.before = async (request) => {
        if (request.schema !== schema) return null;
        stalled();
        return new Promise(() => {});
      };
      return reached;
    };
    await boot();
    const user = client(await identityTokenAt(server!.url));
    await user.login();
    const sessionId = await user.newSession();
    await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes());

    const reading = stallAt('part');
    const { body } = await user.start(sessionId, 'kill-what-npm-start-runs');
    expect(body.payment).toBe('free');
    await reading;
    await server!.kill();

    const writing = stallAt('closing');
    await boot();
    await writing;
    expect((await user.get(`/analyses/${body.id}`)).body.status).toBe('writing');
    expect(await server!.stop()).toBe(0);

    chat.before = async () => null;
    await boot();
    const analysis = await user.until(`/analyses/${body.id}`, ['completed', 'failed']);
    expect(analysis).toMatchObject({ status: 'completed', payment: 'free', chargedCredits: 0 });
    expect(repeated(chat.answered.map(({ hash }) => hash))).toEqual([]);
    expect((await user.get('/check-session')).body).toMatchObject({
      freeAnalysisBalance: 0,
      firstAnalysisPerformed: true,
    });
    expect(await server!.stop()).toBe(0);
    expect(await movements()).toEqual(['reserve -1', 'capture 0']);
  });
});
