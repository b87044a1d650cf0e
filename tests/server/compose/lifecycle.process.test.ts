import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { databaseForProcesses, silentLog } from '#tests/support/database.ts';
import { identityTokenAt } from '#tests/support/identity-client.ts';
import { packed } from '#tests/support/packed.ts';
import { asStarted, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

describe('the server as a process', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-lifecycle-'));
  const running: ServerProcess[] = [];
  let folders = 0;

  function start(
    environment: Record<string, string>,
    program: readonly string[] = packed('main'),
  ): ServerProcess {
    const server = startServerProcess(environment, program);
    running.push(server);
    return server;
  }
  function dataFolder(): string {
    folders += 1;
    return join(folder, `data-${folders}`);
  }
  const json = { 'content-type': 'application/json' };
  async function signIn(url: string): Promise<Record<string, string>> {
    const idToken = await identityTokenAt(url);
    const answer = await fetch(`${url}/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ idToken }),
    });
    expect(answer.status).toBe(200);
    return { ...json, authorization: `Bearer ${idToken}` };
  }

  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.signal('SIGKILL');
      await server.ended;
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts in an empty folder, says one line once it serves, and ends with 0 on SIGTERM', async () => {
    const data = join(folder, 'empty', 'nested');
    const server = start({ HEARTHSCRIBE_DATA: data }, asStarted);
    const url = await server.ready;
    expect(server.stdout()).toMatch(/^Hearthscribe is ready at http:\/\/localhost:\d+\n$/);
    const health = await fetch(`${url}/healthz`);
    const { version } = await health.json();
    expect(health.status).toBe(200);
    expect(await (await fetch(`${url}/version`)).text()).toBe(version);
    expect(existsSync(join(data, 'server.lock'))).toBe(true);

    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stdout().split('\n')).toHaveLength(2);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
    for (const line of server.stderr().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  describe('one that serves', () => {
    const data = dataFolder();
    let server: ServerProcess;
    let url: string;

    beforeAll(async () => {
      server = startServerProcess({ HEARTHSCRIBE_DATA: data, METRICS_PORT: '0' }, packed('main'));
      url = await server.ready;
    });
    afterAll(async () => {
      server.signal('SIGKILL');
      await server.ended;
    });

    it('lets no other process into its data folder, which says so', async () => {
      const second = start({ HEARTHSCRIBE_DATA: data });
      expect(await second.ended).toBe(1);
      expect(second.stderr()).toBe(
        `The data folder ${data} is in use by another Hearthscribe (process ${server.child.pid}). Stop it first, or set HEARTHSCRIBE_DATA to another folder; a command finds the one that runs by its PORT.\n`,
      );
      expect(second.stdout()).toBe('');
    });

    it('serves metrics only on their own port, and another says in one line when that port is in use', async () => {
      const port = /"port":(\d+),"msg":"Metrics are served/.exec(server.stderr())?.[1];
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(await metrics.text()).toContain('hearthscribe_database_up 1');
      expect((await fetch(`${url}/metrics`)).status).toBe(404);

      const other = dataFolder();
      const stored = await databaseForProcesses(other);
      const second = start({
        HEARTHSCRIBE_DATA: other,
        ...stored.environment,
        METRICS_PORT: `${port}`,
        LOG_LEVEL: 'silent',
      });
      expect(await second.ended).toBe(1);
      await stored.drop();
      expect(second.stderr()).toMatch(
        /^METRICS_PORT \d+ cannot be used on 127\.0\.0\.1: [^\n]*EADDRINUSE[^\n]*\n$/,
      );
    });

    it('finishes open requests when it stops', async () => {
      const headers = await signIn(url);
      let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          feed = controller;
          controller.enqueue(new TextEncoder().encode('{"title":'));
        },
      });
      const halfway = fetch(`${url}/campaigns`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit);
      await fetch(`${url}/healthz`);
      const stopping = new Promise<void>((resolve) => {
        server.child.stderr?.on('data', (chunk: Buffer) => {
          if (chunk.includes('Stopping.')) resolve();
        });
      });
      server.signal('SIGTERM');
      await stopping;
      feed?.enqueue(new TextEncoder().encode('"In time"}'));
      feed?.close();
      expect((await halfway).status).toBe(201);
      expect(await server.ended).toBe(0);
    });

    it('has left recordings which the next start refuses without their database, in one line, and keeps', async () => {
      const recording = join(data, 'audio', randomUUID());
      writeFileSync(recording, 'sound');
      rmSync(join(data, 'database'), { recursive: true });

      const second = start({ HEARTHSCRIBE_DATA: data });
      expect(await second.ended).toBe(1);
      expect(second.stderr().trim().split('\n').at(-1)).toBe(
        `The recordings in ${join(data, 'audio')} belong to another database, and would be deleted. Start with that database, or restore it. To begin with an empty one, move the recordings away.`,
      );
      expect(existsSync(recording)).toBe(true);
    });
  });

  it('loses no acknowledged row to kill -9, and starts again although the lock was left behind', async () => {
    const data = dataFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const server = start({ HEARTHSCRIBE_DATA: data });
      const url = await server.ready;
      const headers = await signIn(url);
      const listed = await (await fetch(`${url}/campaigns?limit=500`, { headers })).json();
      const ids = new Set(listed.campaigns.map((campaign: { id: string }) => campaign.id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      const make = async (): Promise<void> => {
        for (;;) {
          const answer = await fetch(`${url}/campaigns`, { method: 'POST', headers, body: '{"title":"x"}' });
          acknowledged.push((await answer.json()).id);
          if (acknowledged.length >= (round + 1) * 40) server.signal('SIGKILL');
        }
      };
      await Promise.allSettled([make(), make(), make()]);
      expect(await server.ended).toBe('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(80);
    expect(readFileSync(join(data, 'server.lock'), 'utf8')).toContain('pid');
    const database = await openDatabase({ databaseUrl: null, dataFolder: data, log: silentLog });
    const { rows } = await database.orm.execute('select id from campaigns');
    await database.close();
    const ids = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('says in one line when the port is in use', { tags: ['everything'] }, async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const server = start({ HEARTHSCRIBE_DATA: dataFolder(), PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toBe(`Port ${port} is in use. Stop what uses it, or set PORT to another.\n`);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('names every setting that is wrong, one line each, and never its value', async () => {
    const server = start({ PORT: 'abc', SPEECH_URL: 'secret-thing', LOG_LEVEL: 'loud' });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toBe(
      [
        'PORT must be a whole number.',
        'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
        'SPEECH_URL must be auto, none, or an address that begins with http:// or https://.',
        '',
      ].join('\n'),
    );
  });

  it('says in one line when the data folder cannot be made', { tags: ['everything'] }, async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const server = start({ HEARTHSCRIBE_DATA: join(file, 'data'), LOG_LEVEL: 'silent' });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(/^The data folder \S+ cannot be made \([^\n]+\)[^\n]+\n$/);
  });

  it('starts again if its first start was killed while it made the database, and ends on SIGINT, also on the one that npm passes on', async () => {
    const data = dataFolder();
    mkdirSync(join(data, 'database.new', 'base'), { recursive: true });
    writeFileSync(join(data, 'database.new', 'PG_VERSION'), '17\n');
    const server = start({ HEARTHSCRIBE_DATA: data });
    expect((await fetch(`${await server.ready}/healthz`)).status).toBe(200);
    expect(existsSync(join(data, 'database.new'))).toBe(false);
    server.signal('SIGINT');
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
  });
});
