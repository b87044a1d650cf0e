import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { createFakeNotes, createFakeSpeech } from '#tests/support/fake-engines.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { openWorkServer, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-not-kept-'));
  server = await openWorkServer({
    settings: { audioDays: 0 },
    speech: createFakeSpeech().engine,
    notes: createFakeNotes().engine,
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('a recording that is not kept is deleted as soon as its analysis ends', async () => {
  const user = await server.addUser({ credits: 1000 });
  const client = createApiClient(() => server.url, user.token);
  const sessionId = await server.addSession(user);
  const file = await readFile(
    await writeAudio(folder, 'evening', encodeTones('the bell rang once.').samples, 'mp3-64k'),
  );
  const { body } = await client.post(`/sessions/${sessionId}/uploads`, {
    fileName: 'evening.mp3',
    sizeBytes: file.length,
    fingerprint: 'print',
  });
  await sendByTus({
    url: server.url + body.tusUrl,
    token: user.token,
    file,
    sizeBytes: file.length,
    chunkBytes: 65_536,
  }).done;
  await client.until(`/uploads/${body.id}`, ['ready']);
  const files = () => readdir(join(server.dataFolder, 'audio'));
  expect(await files()).toEqual([body.id]);
  const started = await client.start(sessionId, 'recording-not-kept');
  await client.until(`/analyses/${started.body.id}`, ['completed']);
  const work = await server.sessionWork.read(server.database.orm, [sessionId]);
  expect(work.get(sessionId)?.audio?.deletedAt).toBe(server.clock.now().toISOString());
  await vi.waitFor(async () => expect(await files()).toEqual([]), 50_000);
});
