import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import type { NotesSection } from '#contract/notes.ts';
import type { Post, Posting, PostPreview, SavedWebhook } from '#contract/posting.ts';
import { notes } from '#server/campaigns/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { type DiscordServer, startDiscordServer, tooFast } from '#tests/support/discord-server.ts';
import { sampleTranscript } from '#tests/support/sample-transcript.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let discord: DiscordServer;
let server: TestServer;
let user: TestUser;
let campaignId: string;

beforeAll(async () => {
  discord = await startDiscordServer();
  server = await createTestServer({
    config: { webhooks: { hosts: [new URL(discord.origin).host], http: true }, welcomeCredits: 5000 },
    overrides: {
      posting: {
        resolve: async (host) => {
          const known: Record<string, string[]> = {
            localhost: ['127.0.0.1'],
            'discord.com': ['162.159.128.233'],
            'inside.example': ['10.0.0.1'],
          };
          return known[host] ?? Promise.reject(new Error('ENOTFOUND'));
        },
      },
    },
  });
  await server.start();
});
afterAll(async () => {
  await server.close();
  await discord.close();
});
beforeEach(async () => {
  user = await server.signIn();
  campaignId = await madeOf(user, '/campaigns', { title: 'The Lantern Coast' });
});
afterEach(() => {
  discord.script = () => null;
  discord.restoreWebhook();
  discord.messages.length = 0;
  discord.attempts.length = 0;
  server.clock.advance(60_000);
});

async function madeOf(of: TestUser, path: string, body: unknown): Promise<string> {
  const answer = await of.call('POST', path, body);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function madeSession(sections: readonly Partial<NotesSection>[]): Promise<string> {
  const id = await madeOf(user, `/campaigns/${campaignId}/sessions`, { title: 'The Bell Below' });
  await write(id, sections);
  return id;
}

async function write(sessionId: string, sections: readonly Partial<NotesSection>[]): Promise<void> {
  const values = {
    sections: sections.map(
      (section, index): NotesSection => ({
        key: `own${index}`,
        title: 'Part',
        body: 'Shown.',
        visibility: 'players',
        source: 'user',
        lines: [],
        ...section,
      }),
    ),
    revision: 1,
    updatedAt: server.clock.now(),
  };
  await server.database.orm
    .insert(notes)
    .values({ sessionId, ...values })
    .onConflictDoUpdate({ target: notes.sessionId, set: values });
}

const save = (address = discord.webhook, of = user) =>
  of.call('PUT', `/campaigns/${campaignId}/posting/webhook`, { address });
const settings = async () =>
  (await (await user.call('GET', `/campaigns/${campaignId}/posting`)).json()) as Posting;
async function preview(sessionId: string): Promise<PostPreview> {
  const answer = await user.call('GET', `/sessions/${sessionId}/posts/preview`);
  return ((await answer.json()) as { preview: PostPreview }).preview;
}
const postsOf = async (sessionId: string) =>
  ((await (await user.call('GET', `/sessions/${sessionId}/posts`)).json()) as { posts: Post[] }).posts;
const codeOf = async (answer: Response) => ((await answer.json()) as ErrorBody).error.code;

async function post(sessionId: string, again = false): Promise<Response> {
  const { version } = await preview(sessionId);
  return user.call('POST', `/sessions/${sessionId}/posts`, { version, again });
}

const ended = (sessionId: string) =>
  vi.waitFor(
    async () => {
      const [latest] = await postsOf(sessionId);
      expect(latest?.finishedAt).toEqual(expect.any(String));
      return latest!;
    },
    { timeout: 30_000 },
  );

describe('the webhook of a campaign', () => {
  it('is stored encrypted; responses only contain its host and last four characters', async () => {
    expect(await settings()).toEqual({ webhook: null, automatic: false, turnedOffBecause: null });
    const answer = await save(`  ${discord.webhook}  `);
    expect(answer.status).toBe(200);
    const saved = (await answer.json()) as SavedWebhook;
    expect(saved).toEqual({
      posting: {
        webhook: {
          kind: 'discord',
          host: new URL(discord.origin).host,
          ending: 'cret',
          savedAt: server.clock.now().toISOString(),
        },
        automatic: false,
        turnedOffBecause: null,
      },
      signingSecret: null,
    });
    expect(await settings()).toEqual(saved.posting);
    const { rows } = await server.database.orm.execute(
      sql`select row_to_json(w)::text as text from campaign_webhooks w where campaign_id = ${campaignId}`,
    );
    expect(JSON.stringify(rows)).toContain('v1.');
    expect(JSON.stringify(rows)).not.toMatch(/112233445566778899|AbCd-Ef/);
  });

  it('of the user’s own has a secret that is shown once', async () => {
    const answer = await save('https://discord.com/other');
    expect(await codeOf(answer)).toBe('webhookAddressInvalid');
    const saved = (await (await save(`${discord.origin}/notes`)).json()) as SavedWebhook;
    expect(saved.posting.webhook).toMatchObject({ kind: 'web', ending: 'otes' });
    expect(saved.signingSecret).toMatch(/^whsec_[\w-]{43}$/);
    expect(JSON.stringify(await settings())).not.toContain(saved.signingSecret);
    const renewed = (await (await save(`${discord.origin}/notes`)).json()) as SavedWebhook;
    expect(renewed.signingSecret).not.toBe(saved.signingSecret);
  });

  it.each([
    ['no address', 'hello', 'webhookAddressInvalid'],
    ['another scheme', 'ftp://discord.com/api/webhooks/1/a', 'webhookAddressInvalid'],
    ['http', 'http://discord.com/api/webhooks/1/a', 'webhookForbidden'],
    ['another port', 'https://discord.com:444/api/webhooks/1/a', 'webhookForbidden'],
    ['this computer', 'https://127.0.0.1/hook', 'webhookForbidden'],
    ['IPv6 of this computer', 'https://[::1]/hook', 'webhookForbidden'],
    ['credentials of a cloud', 'https://169.254.169.254/latest/meta-data', 'webhookForbidden'],
    ['a name that leads inside', 'https://inside.example/hook', 'webhookForbidden'],
    ['an unknown host', 'https://missing.example/hook', 'webhookHostUnknown'],
  ])('[R8.13] is rejected if it is %s', async (_, address, code) => {
    const answer = await save(address);
    expect(answer.status).toBe(422);
    expect(await codeOf(answer)).toBe(code);
    expect((await settings()).webhook).toBeNull();
  });

  it('[R8.13] is rejected if it is empty, too long or not text', async () => {
    for (const address of ['', ' ', `https://discord.com/${'a'.repeat(2000)}`])
      expect((await save(address)).status).toBe(400);
    for (const body of [{}, { address: 7 }, { address: null }, []])
      expect((await user.call('PUT', `/campaigns/${campaignId}/posting/webhook`, body)).status).toBe(400);
    expect((await user.call('PATCH', `/campaigns/${campaignId}/posting`, { automatic: 'yes' })).status).toBe(
      400,
    );
  });

  it('gets a test message, or says why it failed', async () => {
    const test = () => user.call('POST', `/campaigns/${campaignId}/posting/test`);
    expect(await codeOf(await test())).toBe('webhookMissing');
    await save();
    expect((await test()).status).toBe(204);
    expect(discord.messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('This is a test message from Hearthscribe.'),
    ]);
    discord.script = () => tooFast(12.5);
    const busy = (await (await test()).json()) as ErrorBody;
    expect(busy.error.message).toContain('13 seconds');
    discord.script = () => 'hangUp';
    expect(((await (await test()).json()) as ErrorBody).error.message).toMatch(/could not reach/);
    await user.call('PATCH', `/campaigns/${campaignId}/posting`, { automatic: true });
    discord.deleteWebhook();
    const gone = (await (await test()).json()) as ErrorBody;
    expect(gone.error).toMatchObject({
      code: 'webhookFailed',
      message: expect.stringContaining('no longer exists'),
    });
    expect(await settings()).toMatchObject({ automatic: false, turnedOffBecause: 'webhookGone' });
  });

  it('is tested at most ten times a minute', async () => {
    await save();
    for (let count = 0; count < 9; count += 1)
      expect((await user.call('POST', `/campaigns/${campaignId}/posting/test`)).status).toBe(204);
    expect((await user.call('POST', `/campaigns/${campaignId}/posting/test`)).status).toBe(429);
    expect((await save()).status).toBe(429);
    server.clock.advance(60_000);
    expect((await save()).status).toBe(200);
  });

  it('can be removed, more than once', async () => {
    const change = { automatic: true };
    expect(await codeOf(await user.call('PATCH', `/campaigns/${campaignId}/posting`, change))).toBe(
      'webhookMissing',
    );
    await save();
    expect(await (await user.call('PATCH', `/campaigns/${campaignId}/posting`, change)).json()).toMatchObject(
      change,
    );
    for (let count = 0; count < 2; count += 1)
      expect((await user.call('DELETE', `/campaigns/${campaignId}/posting/webhook`)).status).toBe(204);
    expect(await settings()).toEqual({ webhook: null, automatic: false, turnedOffBecause: null });
  });
});

describe('posting the notes of a session', () => {
  it('posts exactly what the preview showed, and asks before it posts again', async () => {
    await save();
    const sessionId = await madeSession([
      { key: 'summary', title: 'The story', body: 'They went down.\n\n- <!-- gm --> The smith is the mole.' },
      { key: 'toConfirm', title: 'Please check', body: 'Is Mira a smith?' },
      { key: 'npcs', title: 'People', body: 'The traitor.', visibility: 'gm' },
    ]);
    const shown = await preview(sessionId);
    expect(shown).toMatchObject({ kind: 'discord', previous: null });
    expect(shown.messages.join()).not.toMatch(/mole|traitor|Mira/);
    expect((await post(sessionId)).status).toBe(202);
    const posted = await ended(sessionId);
    expect(posted).toMatchObject({
      state: 'posted',
      sentCount: 1,
      link: expect.stringContaining('discord.com/channels/'),
    });
    expect(discord.messages.map(({ content }) => content)).toEqual(shown.messages);

    expect(await codeOf(await post(sessionId))).toBe('alreadyPosted');
    expect((await preview(sessionId)).previous).toEqual(posted);
    expect((await post(sessionId, true)).status).toBe(202);
    expect((await ended(sessionId)).id).not.toBe(posted.id);
    expect(discord.messages).toHaveLength(2);
    expect(await postsOf(sessionId)).toHaveLength(2);
  });

  it('rejects what has changed, is empty, too long, already being posted or has no webhook', async () => {
    const sessionId = await madeSession([{ body: 'First.' }]);
    const create = (version: string) => user.call('POST', `/sessions/${sessionId}/posts`, { version });
    expect(await codeOf(await create('x'))).toBe('webhookMissing');
    expect(await preview(sessionId)).toBeNull();
    await save();
    const { version } = await preview(sessionId);
    await write(sessionId, [{ body: 'Second.' }]);
    expect(await codeOf(await create(version))).toBe('previewOutdated');
    await write(sessionId, [{ body: '<!-- gm --> Secret.' }]);
    const nothing = await preview(sessionId);
    expect(nothing.messages).toEqual([]);
    expect(await codeOf(await create(nothing.version))).toBe('nothingToPost');
    await write(sessionId, [{ body: 'word '.repeat(20_000) }, { body: 'word '.repeat(20_001) }]);
    expect(await codeOf(await user.call('GET', `/sessions/${sessionId}/posts/preview`))).toBe(
      'notesTooLongToPost',
    );
    await write(sessionId, [{ body: 'Third.' }]);
    discord.script = () => tooFast(3600);
    expect((await post(sessionId)).status).toBe(202);
    await vi.waitFor(() => expect(discord.attempts).toHaveLength(1), { timeout: 30_000 });
    expect(await codeOf(await post(sessionId))).toBe('postRunning');
    expect((await user.call('POST', `/sessions/${sessionId}/posts`, { again: true })).status).toBe(400);
    expect((await user.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect((await user.call('GET', `/sessions/${sessionId}/posts`)).status).toBe(404);
  });

  it('continues from the queue after Discord asked to wait', async () => {
    await save();
    const sessionId = await madeSession([
      { body: Array.from({ length: 300 }, (_, n) => `- Line ${n}.`).join('\n') },
    ]);
    discord.script = () =>
      discord.messages.length === 1 && discord.attempts.length === 2 ? tooFast(0.2) : null;
    await post(sessionId);
    const { messageCount } = await ended(sessionId);
    expect(messageCount).toBeGreaterThan(1);
    expect(discord.messages.map(({ content }) => content)).toEqual((await preview(sessionId)).messages);
  });

  it('[R6.4] is private to the user', async () => {
    await save();
    const sessionId = await madeSession([{ body: 'Shown.' }]);
    const { version } = await preview(sessionId);
    const stranger = await server.signIn();
    const calls: [string, string, unknown?][] = [
      ['GET', `/campaigns/${campaignId}/posting`],
      ['PUT', `/campaigns/${campaignId}/posting/webhook`, { address: discord.webhook }],
      ['DELETE', `/campaigns/${campaignId}/posting/webhook`],
      ['PATCH', `/campaigns/${campaignId}/posting`, { automatic: true }],
      ['POST', `/campaigns/${campaignId}/posting/test`],
      ['GET', `/sessions/${sessionId}/posts/preview`],
      ['POST', `/sessions/${sessionId}/posts`, { version }],
      ['GET', `/sessions/${sessionId}/posts`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await stranger.call(method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect((await server.call(method, path, body)).status).toBe(401);
      const unknown = path.replace(/[\w-]{36}/, newId());
      expect((await user.call(method, unknown, body)).status).toBe(404);
    }
    expect(discord.attempts).toEqual([]);
    expect(await settings()).toMatchObject({ automatic: false, webhook: { ending: 'cret' } });
  });
});

describe('automatic posting', () => {
  const transcript = [
    'Dana: Welcome back. Last time we left off, the party climbed out of the drowned mill with the bell in a cart.',
    'Dana: The miller had begged them not to ring it, and they had promised that they would not. That is where we left off.',
    sampleTranscript(3),
  ].join('\n');

  async function analyse(sessionId: string, said = transcript): Promise<void> {
    await server.app.request(`/sessions/${sessionId}/transcripts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/octet-stream',
        'x-file-name': 'evening.txt',
      },
      body: said,
    });
    const quote = (await (await user.call('POST', `/sessions/${sessionId}/quote`)).json()) as { id: string };
    const started = await user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'comprehensive' },
      { 'idempotency-key': newId() },
    );
    expect(started.status).toBe(201);
    const { id } = (await started.json()) as { id: string };
    await vi.waitFor(
      async () => {
        const analysis = (await (await user.call('GET', `/analyses/${id}`)).json()) as { status: string };
        expect(analysis.status).toBe('completed');
      },
      { timeout: 60_000 },
    );
  }

  const emptySession = () => madeOf(user, `/campaigns/${campaignId}/sessions`, { title: 'The Bell Below' });

  it('[D7] posts what players may see of an analysis’s notes, once', async () => {
    await save();
    await user.call('PATCH', `/campaigns/${campaignId}/posting`, { automatic: true });
    const sessionId = await emptySession();
    await analyse(sessionId);
    const posted = await ended(sessionId);
    expect(posted).toMatchObject({ state: 'posted', cause: 'analysis' });
    expect(discord.messages.map(({ content }) => content)).toEqual((await preview(sessionId)).messages);
    const count = discord.messages.length;
    await write(sessionId, []);
    await analyse(sessionId);
    await settled();
    expect(await postsOf(sessionId)).toHaveLength(1);
    expect(discord.messages).toHaveLength(count);
  });

  it('posts nothing if players may see nothing, if it is off, or over existing notes', async () => {
    await save();
    await user.call('PATCH', `/campaigns/${campaignId}/posting`, { automatic: true });
    const unseen = await emptySession();
    await analyse(unseen, sampleTranscript());
    const written = await madeSession([{ body: 'My own.' }]);
    await analyse(written);
    await user.call('PATCH', `/campaigns/${campaignId}/posting`, { automatic: false });
    const off = await emptySession();
    await analyse(off);
    await settled();
    for (const sessionId of [unseen, written, off]) expect(await postsOf(sessionId)).toEqual([]);
    expect(discord.attempts).toEqual([]);
  });

  const settled = () =>
    vi.waitFor(
      async () => {
        const { rows } = await server.database.orm.execute(
          sql`select 1 from pgboss.job where name in ('post-after-analysis', 'deliver-post') and state in ('created', 'retry', 'active') and start_after <= now()`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 30_000 },
    );
});

describe('stored posts', () => {
  it('are in the user’s archive without the address, and are deleted with the campaign and the account', async () => {
    user = await server.signIn({ authTime: server.clock.now() });
    campaignId = await madeOf(user, '/campaigns', { title: 'The Lantern Coast' });
    await save();
    const sessionId = await madeSession([{ body: 'Shown.' }]);
    await post(sessionId);
    await ended(sessionId);
    const archive = await user.call('GET', `/users/${user.userId}/export`);
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    const texts = Object.entries(files).map(
      ([name, bytes]) => [name, Buffer.from(bytes).toString()] as const,
    );
    expect(texts.find(([name]) => name.endsWith('/webhook.json'))?.[1]).toContain('"ending": "cret"');
    expect(texts.find(([name]) => name.endsWith('/posts.json'))?.[1]).toContain('"state": "posted"');
    for (const [, text] of texts) expect(text).not.toMatch(/112233445566778899|AbCd-Ef|v1\./);

    const count = async (table: string) => {
      const { rows } = await server.database.orm.execute(
        sql.raw(`select count(*)::int as count from ${table}`),
      );
      return (rows as { count: number }[])[0]?.count;
    };
    const before = [await count('campaign_webhooks'), await count('posts')];
    expect((await user.call('DELETE', `/users/${user.userId}`)).status).toBe(204);
    expect([await count('campaign_webhooks'), await count('posts')]).toEqual(
      before.map((rows) => (rows ?? 0) - 1),
    );
  });
});
