import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CampaignFields } from '#contract/campaigns.ts';
import type { NotesCause } from '#contract/notes.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { createNotes } from '#server/campaigns/notes.ts';
import { notes } from '#server/campaigns/tables.ts';
import { readConfig } from '#server/platform/config.ts';
import { textOf } from '#server/platform/quotas.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const KIB = 1024;
const textBytes = 512 * KIB;

let server: TestServer;
let user: TestUser;
let campaignId: string;
beforeAll(async () => {
  server = await createTestServer({
    config: { quotas: { ...readConfig({}).quotas, callsPerMinute: 1_000_000, textBytes } },
  });
  user = await server.signIn();
  campaignId = (await (await user.call('POST', '/campaigns', { title: 'Long' })).json()).id;
});
afterAll(() => server.close());

const newSession = async () =>
  (await (await user.call('POST', `/campaigns/${campaignId}/sessions`, {})).json()).id as string;
const section = (kibibytes: number, visibility = 'gm') => ({
  key: 'own',
  title: 'Own',
  body: 'a tale '.repeat(Math.ceil((kibibytes * KIB) / 7)),
  visibility,
});
const write = (sessionId: string, kibibytes: number, revision = 0) =>
  user.call(
    'PATCH',
    `/sessions/${sessionId}/notes`,
    { sections: [section(kibibytes)] },
    { 'if-match': `"${revision}"` },
  );
const importText = (sessionId: string, text: string) =>
  server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'x-file-name': 'evening.txt' },
    body: text,
  });
const used = () => textOf(server.database.orm, user.userId);

/** Of the rows themselves, without what the triggers keep. */
async function counted(): Promise<number> {
  const { rows } = await server.database.orm.execute(sql`select
    (select coalesce(sum(octet_length(sections::text)), 0) from notes)
    + (select coalesce(sum(octet_length(sections::text)), 0) from notes_versions)
    + (select coalesce(sum(50 + octet_length(text) + coalesce(octet_length(original_text), 0)), 0) from segments)
    + (select coalesce(sum(octet_length(before::text) + octet_length(after::text)), 0) from transcript_edits)
    + (select coalesce(sum(256 + octet_length(title)), 0) from sessions)
    + (select sum(octet_length(title)) from campaigns) as bytes`);
  return Number(rows[0]?.bytes);
}

it('counts each text that a campaign can have, also when only that one changes', async () => {
  const hundred = 'x'.repeat(100);
  const fields = keysOf(CampaignFields.shape).filter(
    (field) => CampaignFields.shape[field].safeParse(hundred).success,
  );
  expect(fields.length).toBeGreaterThanOrEqual(6);
  const { id } = await (await user.call('POST', '/campaigns', { title: 'Y' })).json();
  const before = await used();
  for (const [changed, field] of fields.entries()) {
    const answer = await user.call(
      'PATCH',
      `/campaigns/${id}`,
      { [field]: hundred },
      { 'if-match': `"${changed + 1}"` },
    );
    expect(answer.status).toBe(200);
    expect(await used(), `${field} counts: see text_of_user`).toBe(before + 100 * (changed + 1) - 1);
  }
  const { rows } = await server.database.orm.execute(
    sql`select tgattr::text as columns from pg_trigger where tgname = 'campaigns_within_quota'`,
  );
  expect(String(rows[0]?.columns).split(' '), 'each of them fires campaigns_within_quota').toHaveLength(
    fields.length,
  );
  await user.call('DELETE', `/campaigns/${id}`);
});

it('counts every text exactly, through changes, edits, joins and deletions', async () => {
  const sessionId = await newSession();
  expect((await write(sessionId, 20)).status).toBe(200);
  expect((await write(sessionId, 10, 1)).status).toBe(200);
  const imported = await importText(
    sessionId,
    'Orin: Hello there, friends.\nMara: Who goes there?\nOrin: Only me.\n',
  );
  const { id } = (await imported.json()) as { id: string };
  expect(await used()).toBe(await counted());
  const [line] = await server.database.orm.select().from(segments).where(sql`transcript_id = ${id}`).limit(1);
  await server.database.orm
    .update(segments)
    .set({ text: 'Longer than before, by far.', originalText: line!.text });
  expect(await used()).toBe(await counted());
  await server.database.orm.delete(segments).where(sql`ordinal = 1`);
  expect(await used()).toBe(await counted());
  await user.call('DELETE', `/sessions/${sessionId}`);
  expect(await used()).toBe(await counted());
  const storage = await (await user.call('GET', '/storage')).json();
  expect(storage).toMatchObject({ text: { usedBytes: await used(), limitBytes: textBytes } });
});

it('refuses notes, transcripts and texts beyond the quota, stores nothing of them, and has room again after a deletion', async () => {
  const [first, second] = [await newSession(), await newSession()];
  expect((await write(first, 190)).status).toBe(200);
  expect((await write(second, 190)).status).toBe(200);
  const before = await used();
  const third = await newSession();
  const refusals = [
    await write(third, 190),
    await importText(third, `${'Orin: Hello there, friends of the lantern.\n'.repeat(4000)}`),
    await write(first, 195, 1),
  ];
  for (const refused of refusals) {
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      error: {
        code: 'quotaReached',
        message:
          'Your notes and transcripts would take more than 524 kB, the most that one account can store. Nothing was saved. Delete sessions or campaigns that you no longer need, then try again.',
        details: { quota: 'textBytes', limit: textBytes },
      },
    });
  }
  const stored = await server.database.orm.select().from(transcripts).where(sql`session_id = ${third}`);
  expect(stored).toEqual([]);
  expect((await used()) - before).toBeLessThan(300);
  await user.call('DELETE', `/sessions/${first}`);
  expect((await write(third, 190)).status).toBe(200);
  for (const id of [second, third]) await user.call('DELETE', `/sessions/${id}`);
});

it('lets notes become shorter at the quota: earlier versions make room, oldest first, and the last one stays', async () => {
  const versions = async (id: string) => {
    const answer = await user.call('GET', `/sessions/${id}/notes/versions`);
    return ((await answer.json()) as { versions: { revision: number }[] }).versions.map(
      ({ revision }) => revision,
    );
  };
  const [first, second] = [await newSession(), await newSession()];
  for (const [revision, kibibytes] of [100, 90, 80].entries()) {
    expect((await write(first, kibibytes, revision)).status).toBe(200);
    server.clock.advance(11 * 60_000);
  }
  expect((await write(second, 190)).status).toBe(200);
  expect(await versions(first)).toEqual([2, 1]);
  expect((await write(second, 191, 1)).status).toBe(409);
  expect((await write(second, 150, 1)).status).toBe(200);
  expect([await versions(first), await versions(second)]).toEqual([[2], [1]]);
  expect(await used()).toBeLessThanOrEqual(textBytes);
  server.clock.advance(11 * 60_000);
  expect((await write(second, 149, 2)).status).toBe(200);
  expect([await versions(first), await versions(second)]).toEqual([[], [2]]);
  for (const id of [first, second]) await user.call('DELETE', `/sessions/${id}`);
});

it('is exact for writes at the same time, and is each user’s own', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, newSession));
  const statuses = await Promise.all(ids.map(async (id) => (await write(id, 150)).status));
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
  expect(await used()).toBeLessThanOrEqual(textBytes);
  const neighbour = await server.signIn();
  expect((await neighbour.call('POST', '/campaigns', { title: 'Next door' })).status).toBe(201);
  for (const id of ids) await user.call('DELETE', `/sessions/${id}`);
});

it('never refuses what an analysis wrote', async () => {
  const service = createNotes({ database: server.database, clock: server.clock });
  const ids = [];
  for (let at = 0; at < 4; at += 1) ids.push(await newSession());
  for (const id of ids)
    await server.database.transaction((tx) =>
      service.copyInto(
        tx,
        id,
        [{ ...section(190), visibility: 'gm', source: 'analysis', lines: [] }],
        'fillEmpty',
      ),
    );
  expect(await used()).toBeGreaterThan(textBytes);
  const [row] = await server.database.orm.select().from(notes).where(sql`session_id = ${ids[3]}`);
  expect(row?.cause).toBe<NotesCause>('analysis');
  expect((await user.call('POST', `/campaigns/${campaignId}/sessions`, {})).status).toBe(409);
});
