import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcements } from '#contract/announcements.ts';
import { ServerStatus } from '#contract/status.ts';
import { announce } from '#server/commands/announce-words.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const now = new Date('2026-03-14T12:00:00.000Z');
const from = '2026-03-14T22:00Z';
const to = '2026-03-15T02:30:00+02:00';
const maintenance = { start: '2026-03-14T22:00:00.000Z', end: '2026-03-15T00:30:00.000Z' };

const links = {
  discord: 'https://discord.example/hearth',
  sites: [{ name: 'Mastodon', url: 'https://social.example/@hearth' }],
};

const logged: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    now,
    config: { links, countries: { header: 'x-country', allowed: ['DE', 'AT'], blocked: [] } },
    overrides: {
      operatorKey,
      log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    },
  });
});
afterAll(() => server.close());

const operatorKey = 'the key of the data folder';
const apply = async (change: Partial<Announcements>) => {
  const headers = { 'x-operator-key': operatorKey };
  const answer = await server.call('PUT', '/operator/announcements', change, headers);
  return Announcements.parse(await answer.json());
};
const tell = (...argv: string[]) => announce(argv, { apply, now });

async function status(headers: Record<string, string> = { 'x-country': 'DE' }) {
  const answer = await server.call('GET', '/status', undefined, headers);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return ServerStatus.parse(await answer.json());
}

beforeEach(async () => {
  logged.length = 0;
  await tell('clear');
});

describe('the operator’s announcements', () => {
  it('[R4.4] is announced to everyone at once, with the server’s time', async () => {
    expect(await status()).toMatchObject({ now: now.toISOString(), maintenance: null, issues: false });
    expect(await tell('maintenance', '--from', from, '--to', to)).toBe(
      `Announced: maintenance from ${maintenance.start} to ${maintenance.end}.`,
    );
    expect(await status()).toMatchObject({ now: now.toISOString(), maintenance, issues: false });
  });

  it('[R4.5] report issues beside maintenance, and end them', async () => {
    await tell('maintenance', '--from', from, '--to', to);
    expect(await tell('issues', 'on')).toMatch(/; technical difficulties\.$/);
    expect(await status()).toMatchObject({ maintenance, issues: true });
    await tell('issues', 'off');
    expect(await status()).toMatchObject({ maintenance, issues: false });
    expect(await tell('clear')).toBe('Nothing is announced.');
    expect(await status()).toMatchObject({ maintenance: null, issues: false });
  });

  it('is shown without a change', async () => {
    await tell('issues', 'on');
    expect(await tell('show')).toBe('Announced: technical difficulties.');
  });

  it('is shown by every process on the database', async () => {
    const other = await createTestServer({ now, database: server.database });
    const shown = async () => ServerStatus.parse(await (await other.call('GET', '/status')).json()).issues;
    expect(await shown()).toBe(false);
    await tell('issues', 'on');
    await vi.waitFor(async () => expect(await shown()).toBe(true), 50_000);
    await other.close();
  });

  it('is not changed without the key', async () => {
    for (const headers of [{}, { 'x-operator-key': 'guessed' }])
      expect((await server.call('PUT', '/operator/announcements', { issues: true }, headers)).status).toBe(
        404,
      );
    expect(await status()).toMatchObject({ issues: false });
  });

  it('shows nothing if it cannot be read, logs that once, and can be cleared', async () => {
    await server.database.orm.execute(
      sql`update installation_values set value = '{"maintenance":null}' where name = 'announcements'`,
    );
    await server.database.notify(server.database.orm, 'announcements_changed', '');
    await vi.waitFor(async () => {
      await status();
      expect(logged).toHaveLength(1);
    }, 50_000);
    expect(await status()).toMatchObject({ maintenance: null, issues: false });
    expect(logged).toHaveLength(1);
    await tell('clear');
    await tell('issues', 'on');
    expect(await status()).toMatchObject({ issues: true });
  });
});

describe('public server status', () => {
  it('[R2.26] lists the operator’s other sites', async () => {
    expect(await status()).toMatchObject({ links });
  });

  it('[R2.31] reports whether the service is offered in the visitor’s country', async () => {
    expect(await status()).toMatchObject({ allowedCountry: true, country: 'Germany' });
    expect(await status({ 'x-country': 'fr' })).toMatchObject({ allowedCountry: false, country: 'France' });
  });
});

describe("the operator's mistakes", () => {
  it.each([
    [[], 'Missing what to announce. Usage:'],
    [['maintenence'], 'There is no "maintenence". Usage:'],
    [['maintenance'], '--from is missing. Usage:'],
    [['maintenance', '--from', from], '--to is missing. Usage:'],
    [['maintenance', '--from', from, '--to', 'tomorrow'], '--to is a time with its zone'],
    [['maintenance', '--from', '2026-03-14T22:00', '--to', to], '--from is a time with its zone'],
    [['maintenance', '--from', '2026-02-30T22:00Z', '--to', to], '--from is a time with its zone'],
    [['maintenance', '--from', from, '--to', from], '--to must be later than --from.'],
    [['maintenance', '--from', '2026-03-13T22:00Z', '--to', '2026-03-14T12:00Z'], '--to is in the past.'],
    [['maintenance', 'now', '--from', from, '--to', to], 'Too many arguments. Usage:'],
    [['issues'], 'issues is on or off. Usage:'],
    [['issues', 'on', 'please'], 'Too many arguments. Usage:'],
    [['issues', 'on', '--from', from], '--from and --to belong to maintenance. Usage:'],
    [['clear', '--force'], "Unknown option '--force'. Usage:"],
    [['maintenance', '--from'], 'argument missing. Usage:'],
  ])('rejects %j in one line, and changes nothing', async (argv, line) => {
    await tell('issues', 'on');
    const error = await tell(...argv).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toContain(line);
    expect(error?.message).not.toContain('\n');
    expect(await status()).toMatchObject({ maintenance: null, issues: true });
  });
});
