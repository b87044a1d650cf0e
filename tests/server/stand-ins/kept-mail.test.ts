import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { VoiceSheet } from '#contract/voices.ts';
import { sendQuoting } from '#server/campaigns/kept-mail.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { createStoredOutbox } from '#server/stand-ins/mail/outbox.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { noPostgresReason } from '#tests/support/postgres.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let outbox: ReturnType<typeof createStoredOutbox>;
let user: TestUser;
let own: string;
let mark: string;
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
const keptFor = async () =>
  (await outbox.messages()).filter(({ text }) => text.includes(mark)).map(({ to }) => to);

beforeEach(async () => {
  mark = randomUUID();
  own = `${mark}@example.org`;
  user = await server.signIn({ email: own });
  campaignId = await idOf(user.call('POST', '/campaigns', { title: 'The Mill' }));
  sessionId = await idOf(user.call('POST', `/campaigns/${campaignId}/sessions`, {}));
  const text = `Marcus: “Who stole it?” ${mark}`;
  await outbox.send({ to: 'former address', subject: 'Your notes are ready', text, quotes: campaignId });
  await outbox.send({ to: 'somebody else', subject: 'Your notes are ready', text, quotes: randomUUID() });
  await outbox.send({ to: own, subject: 'Your code', text: `123456 ${mark}` });
});

/** With a transcript, in which Marcus is heard. @returns what erases his voice */
async function hear(): Promise<() => Promise<unknown>> {
  const transcript = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: 'Marcus: Who stole it?\nLena: The miller, in the night.\nMarcus: Then we go there.',
  });
  const { id: transcriptId } = await transcript.json();
  const speakerId = (await voices()).find(({ label }) => label === 'Marcus')?.speakerId;
  return () => user.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId });
}

async function voices(): Promise<VoiceSheet['voices']> {
  const sheet: VoiceSheet = await (await user.call('GET', `/sessions/${sessionId}/voices`)).json();
  return sheet.voices;
}

const staying = () => [own, 'somebody else'];

it('goes with the voice that it may quote, to whatever address; codes and what others got stay', async () => {
  const erase = await hear();
  expect(await keptFor()).toEqual([...staying(), 'former address']);
  await erase();
  expect(await keptFor()).toEqual(staying());
});

it('quotes no voice that was erased while it was written', async () => {
  const erase = await hear();
  let isErased = false;
  const mail: MailPort = {
    ...outbox,
    send: async (message) => {
      if (!isErased) await erase();
      isErased = true;
      await outbox.send(message);
    },
  };
  const write = async (orm: Orm) => {
    const [row] = await orm.select().from(transcripts).where(eq(transcripts.sessionId, sessionId));
    return letter(row?.speakers.map(({ label }) => label) ?? []);
  };
  expect(await sendQuoting({ database: server.database, mail }, write)).toBe(true);
  const kept = (await outbox.messages()).filter(({ quotes }) => quotes === campaignId);
  expect(kept.map(({ text }) => [text.includes(mark), text.includes('Marcus')])).toEqual([[true, false]]);
});

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

const letter = (words: string[]) => ({
  ...{ to: own, subject: 'Your notes are ready', before: [mark, ...words], quotes: campaignId },
});

it('is given up if it changes each time, and takes no other email with it', async () => {
  let times = 0;
  const write = async () => {
    times += 1;
    return letter([String(times)]);
  };
  await expect(sendQuoting({ database: server.database, mail: outbox }, write)).rejects.toThrow('each time');
  expect(await keptFor()).toEqual([...staying(), 'former address']);
});

it.skipIf(noPostgresReason() !== null)(
  'goes with a session that is being deleted while it is sent',
  async () => {
    const { database } = server;
    const forgotten = signal();
    const commit = signal();
    const mail: MailPort = {
      ...outbox,
      send: async (message) => {
        const deletion = database.transaction(async (tx) => {
          await lockSession(tx, sessionId);
          await outbox.forget?.(tx, ({ quotes }) => quotes === campaignId);
          forgotten.give();
          await commit.given;
          await tx.delete(sessions).where(eq(sessions.id, sessionId));
        });
        deletions.push(deletion);
        await forgotten.given;
        await outbox.send(message);
      },
    };
    const deletions: Promise<void>[] = [];
    const write = async (orm: Orm) =>
      (await orm.$count(sessions, eq(sessions.id, sessionId))) === 0 ? null : letter([]);
    let isOver = false;
    const sending = sendQuoting({ database, mail }, write).finally(() => {
      isOver = true;
    });
    await forgotten.given;
    await vi.waitFor(async () => {
      const waiting = await database.orm.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(isOver || waiting.rows.length > 0).toBe(true);
    });
    commit.give();
    expect(await sending).toBe(false);
    await Promise.all(deletions);
    expect(await keptFor()).toEqual(staying());
  },
);

it.each([
  ['session', () => `/sessions/${sessionId}`],
  ['campaign', () => `/campaigns/${campaignId}`],
])('goes with the %s', async (_, path) => {
  expect((await user.call('DELETE', path())).status).toBe(204);
  expect(await keptFor()).toEqual(staying());
});

it('goes with the account, as all that was sent to its address', async () => {
  expect((await user.call('DELETE', `/users/${user.userId}`)).status).toBe(204);
  expect(await keptFor()).toEqual(['somebody else']);
});
