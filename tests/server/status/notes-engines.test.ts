import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import { modelFor, notesModels } from '#server/engines/notes/embedded/models.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const GIB = 1024 ** 3;
const bytes = Buffer.alloc(4000, 'model');
const settings = { dataFolder: '', allowed: 'ask' as const, model: null, modelFolder: null, modelUrl: null };

describe('which model is for this computer', () => {
  it('is chosen by memory, or by the operator', () => {
    expect(modelFor(null, 16 * GIB)?.id).toBe('gemma-4-e4b');
    expect(modelFor(null, 8 * GIB)?.id).toBe('qwen3-4b');
    expect(modelFor(null, 4 * GIB)?.id).toBe('qwen3-4b');
    expect(modelFor('granite-4-tiny', 8 * GIB)?.id).toBe('granite-4-tiny');
    for (const { files } of notesModels)
      expect(files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
  });
});

describe('the language model of a private installation', () => {
  let folder: string;
  let held: ServerResponse[] = [];
  let open: (() => void)[] = [];
  const mirror = createServer((request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
    if (from > 0) response.end(bytes.subarray(from));
    else response.write(bytes.subarray(0, 1000), () => held.push(response));
    for (const heard of open.splice(0)) heard();
  });
  const servers: TestServer[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-notes-model-'));
    await new Promise<void>((resolve) => void mirror.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const server of servers.splice(0)) await server.close();
    mirror.closeAllConnections();
    mirror.close();
    held = [];
    open = [];
    await rm(folder, { recursive: true });
  });

  const model = {
    id: 'qwen3-4b' as const,
    name: 'Toy',
    url: 'http://127.0.0.1:1',
    files: [
      { name: 'toy.gguf', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ],
    computerBytes: 8 * GIB,
    memoryBytes: GIB,
  };
  const addressOf = () => {
    const address = mirror.address();
    return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  };
  async function userOf(
    name: string,
    options: { memory?: number; free?: number; isPublic?: boolean; url?: string } = {},
  ): Promise<TestUser> {
    const here = openModelHere({
      settings: { ...settings, dataFolder: join(folder, name), modelUrl: addressOf() },
      memory: options.memory ?? 8 * GIB,
      models: [model],
      ...(options.free === undefined ? {} : { freeBytes: () => options.free ?? 0 }),
    });
    const server = await createTestServer({
      overrides: { writers: { settings: { url: options.url ?? null, model: null }, here } },
      ...(options.isPublic ? { config: { host: '0.0.0.0' } } : {}),
    });
    servers.push(server);
    return server.signIn();
  }

  it('is fetched after one click, can be cancelled and continued, and is removed', async () => {
    const user = await userOf('fetched');
    const before = await user.call('GET', '/notes-engines');
    expect(await before.json()).toMatchObject({
      preferred: 'page',
      engines: [
        {
          writer: 'computer',
          state: { state: 'absent' },
          downloadBytes: 4000,
          mayFetch: true,
          sends: { what: 'nothing' },
        },
        { writer: 'page', state: { state: 'ready' }, downloadBytes: 0 },
      ],
    });
    const asked = new Promise<void>((resolve) => void open.push(resolve));
    expect((await user.call('POST', '/notes-engines/computer/fetch')).status).toBe(202);
    await asked;
    await stateOf(user, { state: 'fetching', progress: 0.25 });
    const cancelled = await user.call('DELETE', '/notes-engines/computer/fetch');
    expect(await cancelled.json()).toMatchObject({
      engines: [{ state: { state: 'absent' }, downloadBytes: 3000 }, {}],
    });
    await user.call('POST', '/notes-engines/computer/fetch');
    await stateOf(user, { state: 'ready' });
    const ready = await user.call('GET', '/notes-engines');
    expect(await ready.json()).toMatchObject({ preferred: 'computer', engines: [{ downloadBytes: 0 }, {}] });
    const removed = await user.call('DELETE', '/notes-engines/computer');
    expect(await removed.json()).toMatchObject({ preferred: 'page', engines: [{ downloadBytes: 4000 }, {}] });
  });

  async function stateOf(user: TestUser, state: unknown): Promise<void> {
    for (;;) {
      const [shown] = (await (await user.call('GET', '/notes-engines')).json()).engines;
      if (JSON.stringify(shown?.state) === JSON.stringify(state)) return;
      await setImmediate();
    }
  }

  it('can write before it is here if the operator wants it', () => {
    const here = (allowed: 'ask' | 'yes') =>
      openModelHere({
        settings: { ...settings, dataFolder: join(folder, 'none'), allowed },
        memory: 8 * GIB,
      });
    expect([here('ask').canWrite(), here('yes').canWrite()]).toEqual([false, true]);
  });

  it('needs space and memory, which are checked before', async () => {
    const full = await userOf('full', { free: 3000 });
    const refused = await full.call('POST', '/notes-engines/computer/fetch');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: 'modelNoSpace' } });
    const small = await userOf('small', { memory: 4 * GIB });
    expect(await (await small.call('GET', '/notes-engines')).json()).toMatchObject({
      engines: [{ state: { state: 'failed', code: 'noMemory' } }, {}],
    });
    const tooSmall = await small.call('POST', '/notes-engines/computer/fetch');
    expect(await tooSmall.json()).toMatchObject({ error: { code: 'modelNoMemory' } });
  });

  it('of the operator’s own folder is neither fetched nor removed, and can be tried again after it failed', async () => {
    const modelFolder = await mkdtemp(join(folder, 'own-'));
    const here = openModelHere({ settings: { ...settings, dataFolder: folder, modelFolder } });
    const server = await createTestServer({
      overrides: { writers: { settings: { url: null, model: null }, here } },
    });
    servers.push(server);
    const user = await server.signIn();
    const shown = async () => (await (await user.call('GET', '/notes-engines')).json()).engines[0];
    expect(await shown()).toMatchObject({ state: { state: 'absent' }, downloadBytes: 0, mayFetch: false });
    await writeFile(join(modelFolder, 'own.gguf'), bytes);
    expect(await shown()).toMatchObject({ state: { state: 'ready' }, mayFetch: false });
    expect((await user.call('DELETE', '/notes-engines/computer')).status).toBe(403);
    expect(await shown()).toMatchObject({ state: { state: 'ready' } });
    await here.reject('cannotRun');
    expect(await shown()).toMatchObject({ state: { state: 'failed', code: 'cannotRun' }, mayFetch: true });
    await user.call('POST', '/notes-engines/computer/fetch');
    expect(await shown()).toMatchObject({ state: { state: 'ready' }, mayFetch: false });
  });

  it('is the operator’s choice where others use it, who learn no address', async () => {
    const guest = await userOf('shared', { isPublic: true, url: 'http://10.0.0.7:8000/v1' });
    expect(await (await guest.call('GET', '/notes-engines')).json()).toMatchObject({
      preferred: 'service',
      engines: [
        { writer: 'service', sends: { what: 'transcript', host: null } },
        { writer: 'computer', mayFetch: false },
        { writer: 'page' },
      ],
    });
    for (const method of ['POST', 'DELETE'] as const)
      expect((await guest.call(method, '/notes-engines/computer/fetch')).status).toBe(403);
  });
});
