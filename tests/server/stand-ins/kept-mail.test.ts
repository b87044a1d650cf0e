import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { VoiceSheet } from '#contract/voices.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { createStoredOutbox } from '#server/stand-ins/mail/outbox.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let outbox: ReturnType<typeof createStoredOutbox>;
let user: TestUser;
let own: string;
let campaignId: string;
let sessionId: string;

beforeAll(async () => {
  const database = await openTestDatabase();
  outbox = createStoredOutbox({
    ...{ database, secrets: createSecretBox([randomBytes(32)]) },
    clock: { now: () => new Date('2026-11-29T12:00:00Z') },
  });
  server = await createTestServer({ database, overrides: { mail: { port: outbox } } });
});
afterAll(async () => {
  await server.close();
  await server.database.close();
});

const idOf = async (answer: Promise<Response>): Promise<string> => (await (await answer).json()).id;
const keptFor = async () => (await outbox.messages()).map(({ to }) => to);

beforeEach(async () => {
  own = `${randomUUID()}@example.org`;
  user = await server.signIn({ email: own });
  campaignId = await idOf(user.call('POST', '/campaigns', { title: 'The Mill' }));
  sessionId = await idOf(user.call('POST', `/campaigns/${campaignId}/sessions`, {}));
  await outbox.forget?.(server.database.orm, ['other@example.org']);
  for (const to of [own, 'other@example.org'])
    await outbox.send({ to, subject: 'Your notes are ready', text: 'Marcus: “Who stole it?”' });
});

it('goes with the voice that it may quote', async () => {
  const transcript = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: 'Marcus: Who stole it?\nLena: The miller, in the night.\nMarcus: Then we go there.',
  });
  const { id: transcriptId } = await transcript.json();
  const sheet = await user.call('GET', `/sessions/${sessionId}/voices`);
  const { voices }: VoiceSheet = await sheet.json();
  const speakerId = voices.find(({ label }) => label === 'Marcus')?.speakerId;
  expect(await keptFor()).toContain(own);
  await user.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId });
  expect(await keptFor()).toEqual(['other@example.org']);
});

it.each([
  ['session', () => `/sessions/${sessionId}`],
  ['campaign', () => `/campaigns/${campaignId}`],
  ['account', () => `/users/${user.userId}`],
])('goes with the %s', async (_, path) => {
  expect((await user.call('DELETE', path())).status).toBe(204);
  const quoting = (await outbox.messages()).filter(({ text }) => text.includes('Who stole it?'));
  expect(quoting.map(({ to }) => to)).toEqual(['other@example.org']);
});
