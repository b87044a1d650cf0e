import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Campaign } from '#contract/campaigns.ts';
import { Playback } from '#contract/playbacks.ts';
import { Session } from '#contract/sessions.ts';
import { analyses } from '#server/analyses/tables.ts';
import { installationValues } from '#server/platform/database/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { createPlaybacks } from '#server/recordings/playbacks.ts';
import { audioAssets, playbacks, uploads } from '#server/recordings/tables.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { audioFilesOn } from '#tests/support/work-server.ts';

let server: TestServer;
let folder: string;
let recording: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-playback-deletion-'));
  recording = await writeAudio(folder, 'evening', encodeTones('the bell tower drowned.').samples, 'mp3-64k');
  server = await createTestServer();
  await server.start();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function recorded(user: TestUser) {
  const { id: campaignId } = Campaign.parse(
    await (await user.call('POST', '/campaigns', { title: 'The drowned bell' })).json(),
  );
  const { id: sessionId } = Session.parse(
    await (await user.call('POST', `/campaigns/${campaignId}/sessions`, {})).json(),
  );
  const uploadId = newId();
  const now = server.clock.now();
  const { size } = await stat(recording);
  const common = { sessionId, fileName: 'evening.mp3', sizeBytes: size, createdAt: now };
  await copyFile(recording, join(server.dataFolder, 'audio', uploadId));
  await server.database.orm
    .insert(uploads)
    .values({ ...common, id: uploadId, fingerprint: 'print', status: 'ready', expiresAt: now });
  await server.database.orm.insert(audioAssets).values({
    ...common,
    id: newId(),
    uploadId,
    kind: 'single',
    mimeType: 'audio/mpeg',
    durationSeconds: 1,
    sha256: 'a'.repeat(64),
  });
  return { campaignId, sessionId, uploadId };
}

const urlOf = (user: TestUser, sessionId: string) =>
  vi.waitFor(
    async () => {
      const playback = Playback.parse(
        await (await user.call('GET', `/sessions/${sessionId}/playback`)).json(),
      );
      if (playback.state !== 'ready') throw new Error(`The playback is ${playback.state}.`);
      return playback.url;
    },
    { timeout: 50_000, interval: 100 },
  );

const filesOf = async (uploadId: string) => {
  const names = ['audio', 'playback'].map((name) => readdir(join(server.dataFolder, name)));
  return (await Promise.all(names)).flat().filter((name) => name.startsWith(uploadId));
};

describe('the marks of a recording', () => {
  it('are stored with it in order, one for each moment, and only its game master’s exports show them', async () => {
    const user = await server.signIn();
    const other = await server.signIn();
    const { campaignId, sessionId } = await recorded(user);
    const path = `/sessions/${sessionId}/marks`;
    const sent = [
      { atMs: 3_723_000, word: 'The *bell* rings' },
      { atMs: 9000, word: '' },
      { atMs: 9000, word: ' first blood ' },
    ];
    expect((await user.call('PUT', path, { marks: sent })).status).toBe(200);
    const { audio } = Session.parse(await (await user.call('GET', `/sessions/${sessionId}`)).json());
    expect(audio?.marks).toEqual([
      { atMs: 9000, word: 'first blood' },
      { atMs: 3_723_000, word: 'The *bell* rings' },
    ]);
    const stale = await user.call('PUT', path, { marks: [], read: [{ atMs: 9000, word: '' }] });
    expect([stale.status, await stale.json()]).toMatchObject([412, { error: { code: 'staleRevision' } }]);
    expect((await user.call('PUT', path, { marks: audio?.marks, read: audio?.marks })).status).toBe(200);
    expect((await other.call('PUT', path, { marks: [] })).status).toBe(404);
    expect((await user.call('PUT', path, { marks: [{ atMs: -1, word: '' }] })).status).toBe(400);
    const empty = Session.parse(
      await (await user.call('POST', `/campaigns/${campaignId}/sessions`, {})).json(),
    );
    expect((await user.call('PUT', `/sessions/${empty.id}/marks`, { marks: [] })).status).toBe(404);

    const exported = async (audience: string) =>
      (await user.call('GET', `/sessions/${sessionId}/export?format=markdown&audience=${audience}`)).text();
    expect(await exported('gm')).toContain(
      '## Your marks\n\n- 0:09 first blood\n- 1:02:03 The \\*bell\\* rings',
    );
    expect(await exported('players')).not.toMatch(/bell|marks/);
  });
});

describe('the playback of a recording is deleted with', () => {
  it.each(['recording', 'session', 'campaign', 'account'] as const)(
    'its %s, and its url stops working',
    async (what) => {
      const user = await server.signIn();
      const { campaignId, sessionId, uploadId } = await recorded(user);
      const url = await urlOf(user, sessionId);
      const played = await server.call('GET', url, undefined, { range: 'bytes=0-99' });
      expect([played.status, (await played.arrayBuffer()).byteLength]).toEqual([206, 100]);
      expect(await filesOf(uploadId)).toEqual([uploadId, uploadId]);
      const path = {
        recording: `/sessions/${sessionId}/recording`,
        session: `/sessions/${sessionId}`,
        campaign: `/campaigns/${campaignId}`,
        account: `/users/${user.userId}`,
      }[what];
      expect((await user.call('DELETE', path)).status).toBeLessThan(300);
      expect(await filesOf(uploadId)).toEqual([]);
      expect((await server.call('GET', url)).status).toBe(404);
    },
  );

  it('its recording on request, which says so from then on and leaves nothing to analyze', async () => {
    const user = await server.signIn();
    const other = await server.signIn();
    const { sessionId, uploadId } = await recorded(user);
    const path = `/sessions/${sessionId}/recording`;
    expect((await other.call('DELETE', path)).status).toBe(404);
    const running = newId();
    await server.database.orm.insert(analyses).values({
      id: running,
      sessionId,
      userId: user.userId,
      detailLevel: 'brief',
      status: 'transcribing',
      version: 1,
      attempt: 0,
      progress: 0,
      stageMessage: 'Listening',
      payment: 'free',
      costCredits: 0,
      chargedCredits: 0,
      durationSeconds: 1,
      warnings: [],
      idempotencyKey: running,
      request: { sessionId, quoteId: newId(), detailLevel: 'brief', language: null },
      createdAt: server.clock.now(),
    });
    expect((await user.call('DELETE', path)).status).toBe(409);
    expect(await filesOf(uploadId)).toContain(uploadId);
    await server.database.orm.delete(analyses).where(eq(analyses.id, running));
    const marks = async () =>
      (
        await server.database.orm
          .select({ name: installationValues.name })
          .from(installationValues)
          .where(like(installationValues.name, 'deleted-rows-wait:%'))
      ).length;
    const before = await marks();
    for (const _ of ['first', 'again']) expect((await user.call('DELETE', path)).status).toBe(204);
    expect(await marks()).toBe(before + 1);
    expect(await filesOf(uploadId)).toEqual([]);
    const session = Session.parse(await (await user.call('GET', `/sessions/${sessionId}`)).json());
    expect([session.state, session.audio?.deletedAt]).toEqual(['empty', server.clock.now().toISOString()]);
    const playback = await (await user.call('GET', `/sessions/${sessionId}/playback`)).json();
    expect(playback).toEqual({ state: 'deleted' });
    expect((await user.call('POST', `/sessions/${sessionId}/quote`)).status).toBe(409);
  });

  it('its session, even while it is being made', async () => {
    const user = await server.signIn();
    const { sessionId, uploadId } = await recorded(user);
    await server.database.orm.insert(playbacks).values({ uploadId, state: 'preparing' });
    const files = audioFilesOn(server.dataFolder);
    const { make } = createPlaybacks({
      database: server.database,
      files: {
        ...files,
        async writePlayback(id, write) {
          const written = await files.writePlayback(id, write);
          expect((await user.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
          await files.writePlayback(id, write);
          return written;
        },
        withLocalFile: (_id, work) => work(recording),
      },
      queue: createJobQueue(server.database, { log: silentLog }),
      secrets: createSecretBox([Buffer.alloc(32)]),
      clock: server.clock,
      log: silentLog,
    });
    const { signal } = new AbortController();
    await make({ id: newId(), data: { uploadId }, version: 1, signal, attempt: 0 });
    expect(await filesOf(uploadId)).toEqual([]);
    const rows = await server.database.orm.select().from(playbacks).where(eq(playbacks.uploadId, uploadId));
    expect(rows).toEqual([]);
  });
});
