import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NotesFile } from '#contract/notes-file.ts';
import type { Post, Posting, PostPreview } from '#contract/posting.ts';
import { users } from '#server/accounts/tables.ts';
import { campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import { createNotesExports } from '#server/exports/notes-exports.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { createCallWebhook } from '#server/posting/call-webhook.ts';
import { createDeliverPost } from '#server/posting/deliver-post.ts';
import { createDestinations } from '#server/posting/destinations.ts';
import { createPosts } from '#server/posting/posts.ts';
import { createSendRequest } from '#server/posting/send-request.ts';
import { campaignWebhooks } from '#server/posting/tables.ts';
import { createWebhooks } from '#server/posting/webhooks.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { type DiscordServer, startDiscordServer, tooFast } from '#tests/support/discord-server.ts';
import { manualClock } from '#tests/support/server.ts';
import { sharedNotesThreads } from '#tests/support/shared-threads.ts';

let database: Database;
let discord: DiscordServer;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  discord = await startDiscordServer();
});
afterEach(() => discord.close());

const long = Array.from({ length: 60 }, (_, index) => `- Scene ${index}: ${'word '.repeat(20).trim()}.`).join(
  '\n',
);

async function bench(options: { timeoutMs?: number; address?: string } = {}) {
  const clock = manualClock(new Date('2026-03-01T20:00:00.000Z'));
  const jobs: { postId: string; afterSeconds: number }[] = [];
  const queue = {
    send: async (_tx: unknown, name: string, data: object, given: { afterSeconds?: number } = {}) => {
      if (name === 'deliver-post')
        jobs.push({ ...(data as { postId: string }), afterSeconds: given.afterSeconds ?? 0 });
      return 'job';
    },
  };
  const { host } = new URL(options.address ?? discord.origin);
  const destinations = createDestinations({ hosts: [host], http: true });
  const sendRequest = createSendRequest({ timeoutMs: options.timeoutMs ?? 30_000 });
  const call = createCallWebhook({ destinations, sendRequest, clock });
  const key = randomBytes(32);
  const webhooks = createWebhooks({ database, clock, secrets: createSecretBox([key]), destinations, call });
  const posts = createPosts({
    database,
    queue,
    exports: createNotesExports({ database, threads: sharedNotesThreads(), clock, publicUrl: null }),
    clock,
  });
  const deliver = createDeliverPost({ database, queue, webhooks, call, clock, log: silentLog });

  const userId = newId();
  const campaignId = newId();
  const now = clock.now();
  await database.orm
    .insert(users)
    .values({ id: userId, email: `${userId}@example.test`, emailVerified: true, createdAt: now });
  await database.orm.insert(campaigns).values({
    id: campaignId,
    userId,
    title: 'The Lantern Coast',
    createdAt: now,
    updatedAt: now,
  });

  async function addSession(body: string): Promise<string> {
    const id = newId();
    await database.orm.insert(sessions).values({
      id,
      campaignId,
      userId,
      title: 'The Bell Below',
      position: (await database.orm.$count(sessions)) + 1,
      createdAt: now,
      updatedAt: now,
    });
    const section = {
      key: 'summary',
      title: 'The story',
      body,
      visibility: 'players' as const,
      source: 'user' as const,
      lines: [],
    };
    const hidden = {
      ...section,
      key: 'own',
      title: 'Plans',
      body: 'The smith is the mole.',
      visibility: 'gm' as const,
    };
    await database.orm
      .insert(notes)
      .values({ sessionId: id, sections: [section, hidden], revision: 1, updatedAt: now });
    return id;
  }

  async function shown(sessionId: string): Promise<PostPreview> {
    const preview = await posts.preview(userId, sessionId);
    if (preview === null) throw new Error('There is no webhook.');
    return preview;
  }

  async function post(sessionId: string, again = false): Promise<Post> {
    const { version } = await shown(sessionId);
    return posts.create(userId, sessionId, { version, again });
  }

  const saved = await webhooks.save(userId, campaignId, options.address ?? discord.webhook);
  return {
    clock,
    jobs,
    posts,
    webhooks,
    userId,
    campaignId,
    key,
    call,
    signingSecret: saved.signingSecret,
    addSession,
    shown,
    post,
    latest: async (sessionId: string) => (await posts.list(userId, sessionId))[0],
    settings: (): Promise<Posting> => webhooks.read(userId, campaignId),
    async runNext(signal = new AbortController().signal): Promise<number> {
      const job = jobs.shift();
      if (job === undefined) throw new Error('No job is queued.');
      clock.advance(job.afterSeconds * 1000);
      await deliver({ data: { postId: job.postId }, signal });
      return job.afterSeconds;
    },
  };
}

describe('a post to Discord', () => {
  it('[D6] sends the players’ version in order, each message once, and notifies no one', async () => {
    const room = await bench();
    const sessionId = await room.addSession(`@everyone look at <@123>\n\n${long}`);
    const { messages } = await room.shown(sessionId);
    expect(messages.length).toBeGreaterThan(2);
    expect(await room.post(sessionId)).toMatchObject({ state: 'waiting', messageCount: messages.length });
    await room.runNext();
    expect(discord.messages.map(({ content }) => content)).toEqual(messages);
    expect(discord.messages.every(({ content }) => content.length <= 2000)).toBe(true);
    expect(new Set(discord.messages.map((one) => JSON.stringify(one.allowedMentions)))).toEqual(
      new Set(['{"parse":[]}']),
    );
    expect(messages.join()).not.toMatch(/mole|Plans/);
    expect(await room.latest(sessionId)).toMatchObject({
      state: 'posted',
      cause: 'user',
      sentCount: messages.length,
      link: `https://discord.com/channels/900000000000000001/900000000000000002/${discord.messages[0]?.id}`,
      finishedAt: room.clock.now().toISOString(),
    });
    expect(room.jobs).toEqual([]);
  });

  it('waits as long as Discord says, and continues with the rejected message', async () => {
    const room = await bench();
    const sessionId = await room.addSession(long);
    let refusals = 2;
    discord.script = () => (discord.messages.length === 1 && refusals-- > 0 ? tooFast(7.25) : null);
    const { messageCount } = await room.post(sessionId);
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({
      state: 'waiting',
      sentCount: 1,
      nextAttemptAt: new Date(room.clock.now().getTime() + 7250).toISOString(),
    });
    expect(await room.runNext()).toBe(7.25);
    expect(await room.runNext()).toBe(7.25);
    expect(await room.latest(sessionId)).toMatchObject({ state: 'posted', sentCount: messageCount });
    expect(new Set(discord.messages.map(({ content }) => content)).size).toBe(messageCount);
  });

  it('pauses if Discord reports that no more messages are allowed for now', async () => {
    const room = await bench();
    const sessionId = await room.addSession(long);
    discord.script = (content) => {
      const id = String(1000 + discord.messages.length);
      discord.messages.push({ id, content, allowedMentions: null });
      const isFull = discord.messages.length === 2;
      return {
        status: 200,
        body: { id },
        headers: { 'x-ratelimit-remaining': isFull ? '0' : '3', 'x-ratelimit-reset-after': '1.5' },
      };
    };
    await room.post(sessionId);
    await room.runNext();
    expect(discord.messages).toHaveLength(2);
    expect(await room.runNext()).toBe(1.5);
    expect(await room.latest(sessionId)).toMatchObject({ state: 'posted' });
  });

  it('reads Retry-After as seconds and as a date if the answer is not Discord’s own', async () => {
    const room = await bench();
    const sessionId = await room.addSession('Short.');
    const headers = [
      { 'retry-after': '30' },
      { 'retry-after': new Date(room.clock.now().getTime() + 90_000).toUTCString() },
      { 'retry-after': '99999999' },
      { 'retry-after': 'soon' },
    ];
    discord.script = () => {
      const next = headers.shift();
      return next === undefined ? null : { status: 429, headers: next };
    };
    await room.post(sessionId);
    await room.runNext();
    expect(await room.runNext()).toBe(30);
    expect(await room.runNext()).toBe(60);
    expect(room.jobs).toMatchObject([{ afterSeconds: 86_400 }]);
  });

  it.each([
    ['the server fails', () => ({ status: 503 })],
    ['the connection breaks', () => 'hangUp' as const],
    ['it answers too late', () => 'stall' as const],
  ])('retries, later each time, while %s, and gives up with a reason', async (_, trouble) => {
    const room = await bench({ timeoutMs: 40 });
    const sessionId = await room.addSession('Short.');
    discord.script = trouble;
    await room.post(sessionId);
    await room.runNext();
    const pauses: number[] = [];
    while (room.jobs.length > 0) pauses.push(await room.runNext());
    expect(pauses).toEqual([10, 30, 120, 600, 1200, 2400]);
    const failed = await room.latest(sessionId);
    expect(failed).toMatchObject({ state: 'failed', sentCount: 0, failure: { code: 'webhookUnreachable' } });
    expect(failed?.failure?.message).toMatch(/Try again later/);
    expect(await room.settings()).toMatchObject({ turnedOffBecause: null });
    discord.script = () => null;
    await room.post(sessionId);
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ state: 'posted' });
  });

  it('waits longer than planned if a failing server asks for it', async () => {
    const room = await bench();
    discord.script = () => ({ status: 503, headers: { 'retry-after': '45' } });
    await room.post(await room.addSession('Short.'));
    await room.runNext();
    expect(await room.runNext()).toBe(45);
    expect(room.jobs).toMatchObject([{ afterSeconds: 45 }]);
  });

  it('ends a post after a day of waiting', async () => {
    const room = await bench();
    const sessionId = await room.addSession('Short.');
    discord.script = () => tooFast(20_000);
    await room.post(sessionId);
    while (room.jobs.length > 0) await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ state: 'failed', failure: { code: 'webhookBusy' } });
  });

  it('ends if the webhook is gone, and turns automatic posting off', async () => {
    const room = await bench();
    await room.webhooks.change(room.userId, room.campaignId, true);
    const sessionId = await room.addSession('Short.');
    discord.deleteWebhook();
    await room.post(sessionId);
    await room.runNext();
    expect(room.jobs).toEqual([]);
    expect(await room.latest(sessionId)).toMatchObject({ state: 'failed', failure: { code: 'webhookGone' } });
    expect(await room.settings()).toMatchObject({ automatic: false, turnedOffBecause: 'webhookGone' });
    discord.restoreWebhook();
    const { posting } = await room.webhooks.save(room.userId, room.campaignId, discord.webhook);
    expect(posting).toMatchObject({ automatic: true, turnedOffBecause: null });
  });

  it.each([
    ['a wrong token', 401, { code: 50027 }, 'webhookGone'],
    ['a forum channel', 400, { code: 220_001 }, 'webhookForum'],
    ['a body it does not like', 400, { code: 50035 }, 'webhookRefused'],
    ['another address', 308, undefined, 'webhookRedirected'],
  ])('says what to do about %s', async (_, status, body, code) => {
    const room = await bench();
    const sessionId = await room.addSession('Short.');
    discord.script = () => ({ status, ...(body === undefined ? {} : { body }) });
    await room.post(sessionId);
    await room.runNext();
    const failed = await room.latest(sessionId);
    expect(failed).toMatchObject({ state: 'failed', failure: { code } });
    expect(failed?.failure?.message).toMatch(/[A-Z].*\.$/);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it('resumes after a crash with the first unrecorded message; only that one can be sent twice', async () => {
    const room = await bench();
    const sessionId = await room.addSession(long);
    const { messageCount, id } = await room.post(sessionId);
    let died = false;
    discord.script = () => {
      if (died || discord.messages.length !== 1) return null;
      died = true;
      return 'hangUpAfterPosting';
    };
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ sentCount: 1 });
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ state: 'posted', sentCount: messageCount });
    expect(discord.messages).toHaveLength(messageCount + 1);
    expect(new Set(discord.messages.map(({ content }) => content)).size).toBe(messageCount);
    room.jobs.push({ postId: id, afterSeconds: 0 });
    await room.runNext();
    expect(discord.messages).toHaveLength(messageCount + 1);
  });

  it('stops with the server, and continues at the next start', async () => {
    const room = await bench();
    const sessionId = await room.addSession(long);
    const { id } = await room.post(sessionId);
    const stopping = new AbortController();
    discord.script = () => {
      if (discord.messages.length === 1) stopping.abort();
      return discord.messages.length === 1 && stopping.signal.aborted && discord.attempts.length === 2
        ? 'stall'
        : null;
    };
    await expect(room.runNext(stopping.signal)).rejects.toThrow();
    expect(await room.latest(sessionId)).toMatchObject({ state: 'sending', sentCount: 1 });
    room.jobs.push({ postId: id, afterSeconds: 0 });
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ state: 'posted' });
    expect(new Set(discord.messages.map(({ content }) => content)).size).toBe(discord.messages.length);
  });

  it('lets an earlier post to the same webhook finish first', async () => {
    const room = await bench();
    const [first, second] = [await room.addSession('First.'), await room.addSession('Second.')];
    discord.script = () => (discord.attempts.length === 1 ? tooFast(60) : null);
    await room.post(first);
    await room.post(second);
    await room.runNext();
    const [later, turn] = [room.jobs.pop(), room.jobs.pop()];
    room.jobs.push(turn!);
    await room.runNext();
    expect(room.jobs.at(-1)).toMatchObject({ afterSeconds: 60 });
    room.jobs.unshift(later!);
    while (room.jobs.length > 0) await room.runNext();
    expect(discord.messages.map(({ content }) => /First|Second/.exec(content)?.[0])).toEqual([
      'First',
      'Second',
    ]);
  });

  it('fails if the webhook was removed, replaced or can no longer be decrypted', async () => {
    const room = await bench();
    const sessionId = await room.addSession('Short.');
    await room.post(sessionId);
    await room.webhooks.remove(room.userId, room.campaignId);
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ failure: { code: 'webhookReplaced' } });
    await room.webhooks.save(room.userId, room.campaignId, discord.webhook);
    await room.post(sessionId);
    await room.webhooks.save(room.userId, room.campaignId, discord.webhook);
    await room.runNext();
    expect(await room.latest(sessionId)).toMatchObject({ failure: { code: 'webhookReplaced' } });
    expect(discord.attempts).toEqual([]);

    const { id: postId } = await room.post(sessionId);
    await room.webhooks.change(room.userId, room.campaignId, true);
    const destinations = createDestinations({ hosts: [], http: false });
    const webhooks = createWebhooks({
      database,
      clock: room.clock,
      secrets: createSecretBox([randomBytes(32)]),
      destinations,
      call: room.call,
    });
    const withoutKey = createDeliverPost({
      database,
      queue: { send: async () => null },
      webhooks,
      call: room.call,
      clock: room.clock,
      log: silentLog,
    });
    await withoutKey({ data: { postId }, signal: new AbortController().signal });
    expect(await room.latest(sessionId)).toMatchObject({ failure: { code: 'webhookUnreadable' } });
    expect(await room.settings()).toMatchObject({ automatic: false, turnedOffBecause: 'webhookUnreadable' });
  });

  it('encrypts with the newest key', async () => {
    const room = await bench();
    const newest = randomBytes(32);
    const destinations = createDestinations({ hosts: [], http: false });
    const made = (secrets: ReturnType<typeof createSecretBox>) =>
      createWebhooks({ database, clock: room.clock, secrets, destinations, call: room.call });
    await made(createSecretBox([newest, room.key])).renewEncryption();
    const [row] = await database.orm
      .select()
      .from(campaignWebhooks)
      .where(eq(campaignWebhooks.campaignId, room.campaignId));
    expect(createSecretBox([newest]).isCurrent(row?.address ?? '')).toBe(true);
    expect(made(createSecretBox([newest])).open(row!)?.url.href).toBe(discord.webhook);
  });
});

describe('a post to the user’s own address', () => {
  it('is our JSON, signed, with a time and the same number for each attempt', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      received.push({ headers: request.headers, body });
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://localhost:${(server.address() as AddressInfo).port}/notes?key=1`;
    const room = await bench({ address });
    const sessionId = await room.addSession('They went **down**.');
    const { kind, messages } = await room.shown(sessionId);
    expect(kind).toBe('web');
    await room.post(sessionId);
    await room.runNext();
    await room.runNext();
    server.close();
    expect(received).toHaveLength(2);
    for (const { headers, body } of received) {
      expect([body]).toEqual(messages);
      expect(headers['content-type']).toBe('application/json');
      const timestamp = headers['x-hearthscribe-timestamp'];
      const expected = createHmac('sha256', room.signingSecret ?? '')
        .update(`${timestamp}.${body}`)
        .digest('hex');
      expect(headers['x-hearthscribe-signature']).toBe(`v1=${expected}`);
    }
    const deliveries = received.map(({ headers }) => headers['x-hearthscribe-delivery']);
    expect(new Set(deliveries).size).toBe(1);
    const file = NotesFile.parse(JSON.parse(received[0]?.body ?? ''));
    expect(file).toMatchObject({ audience: 'players', sessions: [{ title: 'The Bell Below' }] });
    expect(received[0]?.body).not.toContain('mole');
    expect(await room.latest(sessionId)).toMatchObject({
      state: 'posted',
      kind: 'web',
      link: null,
      messageCount: 1,
    });
  });
});
