import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { modelUse } from '#server/analyses/tables.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { databaseForProcesses, type ProcessDatabase } from '#tests/support/database.ts';
import { packed } from '#tests/support/packed.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import { toyFile, toyLanguageModel } from '#tests/support/toy-language-model.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const toy = toyLanguageModel();
const third = Math.ceil(toy.length / 3);
const patience = { timeout: 120_000, interval: 25 };

let folder: string;
let database: ProcessDatabase | null = null;
let server: WorkProcess | null = null;
const ranges: (string | undefined)[] = [];
let interruptions = 0;
/** So many of its first answers break off after a third. */
const mirror = createServer((request, response) => {
  const { range } = request.headers;
  ranges.push(range);
  const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': toy.length - from });
  if (ranges.length > interruptions) {
    response.end(toy.subarray(from));
    return;
  }
  response.write(toy.subarray(from, from + third));
  void arrived(from + third).then(() => {
    if (ranges.length === interruptions) response.destroy();
  });
});

const modelPath = () => join(folder, 'data', 'models', 'qwen3-4b', 'toy.gguf');
const arrived = (bytes: number) =>
  vi.waitFor(async () => expect((await stat(`${modelPath()}.part`)).size).toBe(bytes), patience);

beforeAll(() => new Promise<void>((resolve) => void mirror.listen(0, '127.0.0.1', resolve)));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-model-inside-'));
  ranges.length = 0;
  interruptions = 0;
});
afterEach(async () => {
  await server?.kill();
  await database?.drop();
  server = null;
  database = null;
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => {
  mirror.closeAllConnections();
  mirror.close();
});

async function boot(dieAt: { stage: string; pieces: number } | null = null): Promise<WorkProcess> {
  const address = mirror.address();
  const port = typeof address === 'object' ? address?.port : 0;
  server = await startWorkProcess({
    program: 'dying',
    dataFolder: join(folder, 'data'),
    env: {
      NOTES_URL: 'none',
      SPEECH_URL: 'none',
      NOTES_CONTEXT: '32768',
      WELCOME_CREDITS: '1000',
      FREE_ANALYSES: '0',
      MODEL_HERE: JSON.stringify({
        url: `http://127.0.0.1:${port}`,
        file: toyFile(toy),
        idleMs: 3000,
      }),
      ...database?.environment,
      ...(dieAt === null ? {} : { DIE_AT: JSON.stringify(dieAt) }),
    },
  });
  return server;
}

/** The process of the model that belongs to the server. */
async function modelProcess(): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [line, about] = await Promise.all(
      ['cmdline', 'stat'].map((file) => readFile(join('/proc', name, file), 'utf8').catch(() => '')),
    );
    const parent = Number(about?.slice(about.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === server?.pid && line?.includes('writer-child')) return Number(name);
  }
}

const reads = async (user: ApiClient, id: string): Promise<number> =>
  vi.waitFor(async () => {
    const { stageMessage } = (await user.get(`/analyses/${id}`)).body;
    expect(stageMessage).toContain('Reading part');
    const pid = await modelProcess();
    expect(pid).toBeDefined();
    return pid ?? 0;
  }, patience);

/**
 * Whether the model answered for every part. What the toy writes is chance: about one evening in twenty rests on nothing that was said, and then
 * the page says that no events were found; an analysis fails without an error of the engine.
 */
function wasRead(result: Pick<AnalysisResult, 'kind' | 'warnings'> | null): boolean {
  const codes = result?.warnings.map(({ code }) => code) ?? [];
  const isFilled = result?.kind === 'notes' || codes.includes('nothingFound');
  return isFilled && !codes.includes('partFromHighlights');
}

async function fetchModel(user: ApiClient): Promise<void> {
  await user.post('/notes-engines/computer/fetch');
  await vi.waitFor(async () => {
    const { body } = await user.get('/notes-engines');
    expect(body).toMatchObject({ preferred: 'computer', engines: [{ state: { state: 'ready' } }, {}] });
  }, patience);
}

async function expectWritten(user: ApiClient, id: string): Promise<void> {
  const analysis = await user.until(`/analyses/${id}`, ['completed', 'failed'], patience.timeout);
  expect(analysis.engine).toMatchObject({ notes: 'embedded Toy' });
  const foundNothing =
    String(analysis.error?.code) === 'notesUnavailable' && !server?.log().includes('NotesUnavailable');
  expect(foundNothing || wasRead(analysis.result)).toBe(true);
}

/** What the toy proposes is chance, and is nowhere in the notes; the pronouns are found by grammar. */
async function asksForAChange(user: ApiClient, sessionId: string): Promise<void> {
  const notes = `/sessions/${sessionId}/notes` as const;
  const body = 'Bryce opens the gate. He finds the bell.';
  const sections = [{ key: 'gate', title: 'The gate', visibility: 'gm', body }];
  const { revision } = (await user.get(notes)).body;
  await user.request('PATCH', notes, { sections }, { 'if-match': String(revision) });
  await user.post(`/sessions/${sessionId}/instruction`, { text: 'Bryce is a woman' });
  await vi.waitFor(async () => {
    const { instruction } = (await user.get(`/sessions/${sessionId}/instruction`)).body;
    expect(instruction).toMatchObject({ state: 'done', proposed: 1 });
  }, patience);
  const { open } = (await user.get(`/sessions/${sessionId}/proposals`)).body;
  expect(open).toMatchObject([{ quote: 'He finds the bell.', text: 'She finds the bell.', isByModel: true }]);
}

const isGone = (pid?: number) =>
  vi.waitFor(async () => {
    const now = await modelProcess();
    expect(now === undefined || (pid !== undefined && now !== pid)).toBe(true);
  }, patience);

describe('the language model inside', () => {
  it('is fetched on request, then writes the notes of an evening', async () => {
    database = await databaseForProcesses(join(folder, 'data'));
    await boot();
    const user = createApiClient(() => server?.url ?? '', randomUUID());
    await user.login();
    await fetchModel(user);
    const sessionId = await user.newSession();
    await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(1));
    await expectWritten(user, (await user.start(sessionId, 'an-evening')).body.id);
  });

  it('comes in three interrupted pieces, writes notes, and survives a cancel, kill -9 of the process and of the server, and a damaged file, and gives its memory back when idle', {
    tags: ['everything'],
  }, async () => {
    interruptions = 2;
    database = await databaseForProcesses(join(folder, 'data'));
    await boot();
    const user = createApiClient(() => server?.url ?? '', randomUUID());
    await user.login();
    await user.post('/notes-engines/computer/fetch');
    await arrived(third);
    await server?.kill();

    await boot();
    await fetchModel(user);
    expect(ranges).toEqual([undefined, `bytes=${third}-`, `bytes=${2 * third}-`]);

    const sessionId = await user.newSession();
    await user.post(`/sessions/${sessionId}/transcripts`, sampleTranscriptBytes(1));
    const cancelled = (await user.start(sessionId, 'cancel-in-the-middle')).body.id;
    const busy = await reads(user, cancelled);
    // It cannot stop by itself now.
    process.kill(busy, 'SIGSTOP');
    await user.post(`/analyses/${cancelled}/cancel`);
    await user.until(`/analyses/${cancelled}`, ['cancelled']);
    await isGone(busy);
    await server?.kill();

    await boot({ stage: 'extracting', pieces: 1 });
    const { id } = (await user.start(sessionId, 'kill-in-the-middle')).body;
    process.kill(await reads(user, id), 'SIGKILL');
    await server?.ended;

    await writeFile(modelPath(), Buffer.alloc(toy.length, 'x'));
    await boot();
    await expectWritten(user, id);
    expect(ranges.slice(3)).toEqual([undefined]);
    await asksForAChange(user, sessionId);
    await isGone();
    await server?.stop();

    const opened = await database.open();
    const used = await opened.orm.select().from(modelUse);
    await opened.close();
    const calls = used.filter(({ analysisId, stage }) => analysisId === id && stage === 'extracting');
    // The part that was finished before the server was killed is not read again.
    expect(calls.reduce((sum, each) => sum + each.calls, 0)).toBeLessThanOrEqual(1);
  });

  it('needs no network', { tags: ['everything'] }, async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    // It ends its lists soon, so most evenings rest on nothing that was said.
    await writeFile(join(own, 'toy.gguf'), toyLanguageModel({ likes: '"{]' }));
    await writeFile(join(folder, 'evening.txt'), sampleTranscriptBytes(1));
    const command = [process.execPath, ...packed('notes'), join(folder, 'evening.txt'), '--format', 'json'];
    // As root, or where users may: a network of its own, in which even loopback is down.
    const alone = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : [];
    const [program = '', ...given] = [...alone, ...command];
    const notes = spawn(program, given, {
      env: {
        PATH: process.env.PATH,
        HEARTHSCRIBE_DATA: join(folder, 'alone'),
        NOTES_HERE: 'yes',
        NOTES_MODEL_DIR: own,
        NOTES_CONTEXT: '32768',
      },
    });
    const [output, said, [code]] = await Promise.all([
      text(notes.stdout),
      text(notes.stderr),
      once(notes, 'close'),
    ]);
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(wasRead(JSON.parse(output))).toBe(true);
  });
});
