import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { World, WorldChange, WorldEntry, WorldEntryPage } from '#contract/world.ts';
import { worldKeyOf } from '#server/world/entries.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { smallSession } from '#tests/support/small-session.ts';

const clock = (second: number) =>
  `[${[Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map((part) => String(part).padStart(2, '0')).join(':')}]`;

interface WorldServer {
  server: TestServer;
  user: TestUser;
  /** Of the whole file, with two evenings. */
  campaignId: string;
  sessions: string[];
}

/** A server of the whole file with a campaign whose evenings were analyzed. */
export function createWorldServer() {
  const host = { sessions: [] as string[] } as WorldServer;

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const answer = await host.user.call(method, path, body, headers);
    const text = await answer.text();
    expect(`${method} ${path} ${answer.status} ${text}`).toMatch(/ 20\d /u);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  /** The evening of the fixture, with other words for some of its names. */
  async function addEvening(title: string, other: readonly (readonly [string, string])[] = []) {
    const { id } = await call<{ id: string }>('POST', `/campaigns/${host.campaignId}/sessions`, { title });
    const text = smallSession
      .map(({ speaker, text: said }, at) => `${clock(at * 7)} ${speaker}: ${said}`)
      .join('\n');
    const answer = await host.server.app.request(`/sessions/${id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode(other.reduce((all, [from, to]) => all.replaceAll(from, to), text)),
    });
    expect(answer.status).toBe(201);
    const quote = await call<Quote>('POST', `/sessions/${id}/quote`);
    const started = await call<Analysis>(
      'POST',
      `/sessions/${id}/analyses`,
      { quoteId: quote.id, detailLevel: 'comprehensive' },
      { 'idempotency-key': quote.id },
    );
    await vi.waitFor(
      async () => expect((await call<Analysis>('GET', `/analyses/${started.id}`)).status).toBe('completed'),
      { timeout: 60_000, interval: 50 },
    );
    host.sessions.push(id);
    return id;
  }

  const world = () => call<World>('GET', `/campaigns/${host.campaignId}/world`);
  const pageOf = (key: string) => call<WorldEntryPage>('GET', `/campaigns/${host.campaignId}/world/${key}`);
  const change = (...changes: WorldChange[]) =>
    call<{ undo: WorldChange[] }>('POST', `/campaigns/${host.campaignId}/world/changes`, { changes });

  async function entry(name: string): Promise<WorldEntry> {
    const { entries } = await world();
    const found = entries.find((one) => one.key === worldKeyOf(name));
    if (found === undefined)
      throw new Error(`${name} is not among ${entries.map((one) => one.name).join(', ')}.`);
    return found;
  }

  beforeAll(async () => {
    host.server = await createTestServer({ config: { freeAnalyses: 100 } });
    await host.server.start();
    host.user = await host.server.signIn();
    host.campaignId = (await call<{ id: string }>('POST', '/campaigns', { title: 'Oldmere' })).id;
    await addEvening('The mill');
    await addEvening('The bell', [['Corvane', 'Corvayne']]);
  }, 120_000);
  afterAll(() => host.server.close());

  return { host, call, addEvening, world, pageOf, change, entry };
}
