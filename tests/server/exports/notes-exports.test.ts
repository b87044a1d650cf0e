import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportPreview, NotesImport } from '#contract/exports.ts';
import type { Notes } from '#contract/notes.ts';
import type { Session } from '#contract/sessions.ts';
import { sessions } from '#server/campaigns/tables.ts';
import { notesImports } from '#server/exports/tables.ts';
import { limitText, textOf } from '#server/platform/quotas.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn();
});
afterAll(() => server.close());

const json = async <Value>(answer: Response | Promise<Response>) => (await (await answer).json()) as Value;

async function made(path: string, body: unknown): Promise<string> {
  return (await json<{ id: string }>(user.call('POST', path, body))).id;
}

async function write(sessionId: string, sections: object[]): Promise<void> {
  const { revision } = await json<Notes>(user.call('GET', `/sessions/${sessionId}/notes`));
  const answer = await user.call(
    'PATCH',
    `/sessions/${sessionId}/notes`,
    { sections },
    { 'if-match': String(revision) },
  );
  expect(answer.status).toBe(200);
}

const npcs = { key: 'npcs', title: 'People', visibility: 'players' };
const secret = '- **Mira**: A guide.\n- <!-- gm --> **Ossian**: The traitor.';

async function campaignWithNotes(): Promise<{ campaign: string; session: string }> {
  const campaign = await made('/campaigns', { title: 'The Drowned Chapel' });
  const session = await made(`/campaigns/${campaign}/sessions`, {
    title: 'The Bell Below',
    playedAt: '2026-03-12T00:00:00.000Z',
  });
  await made(`/campaigns/${campaign}/sessions`, {});
  await write(session, [
    { ...npcs, body: secret },
    { key: 'own-1', title: 'Loot', body: 'A bell', visibility: 'gm' },
  ]);
  return { campaign, session };
}

function send(path: string, bytes: Uint8Array): Promise<Response> {
  return Promise.resolve(
    server.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: bytes as BodyInit,
      }),
    ),
  );
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
const text = (words: string) => new TextEncoder().encode(words);

async function importInto(
  campaign: string,
  bytes: Uint8Array,
  { existing = 'keep', target = '' } = {},
): Promise<{ preview: ImportPreview; done: NotesImport }> {
  const preview = await json<ImportPreview>(send(`/campaigns/${campaign}/import/preview?${target}`, bytes));
  const done = await send(
    `/campaigns/${campaign}/import?version=${preview.version}&existing=${existing}&${target}`,
    bytes,
  );
  expect(done.status).toBe(200);
  return { preview, done: await json<NotesImport>(done) };
}

const notesOf = (session: string) => json<Notes>(user.call('GET', `/sessions/${session}/notes`));
const sessionsOf = async (campaign: string) =>
  (await json<{ sessions: Session[] }>(user.call('GET', `/campaigns/${campaign}/sessions`))).sessions;

describe('exports', () => {
  it.each(['markdown', 'yaml', 'json', 'obsidian', 'discord', 'html', 'text'])(
    '[D6] %s of a session and of a campaign, for the game master and for players',
    async (format) => {
      const { campaign, session } = await campaignWithNotes();
      for (const place of [`/sessions/${session}`, `/campaigns/${campaign}`]) {
        for (const audience of ['gm', 'players']) {
          const answer = await user.call('GET', `${place}/export?format=${format}&audience=${audience}`);
          expect(answer.status).toBe(200);
          expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''The%20/);
          const bytes = await bytesOf(answer);
          const words =
            format === 'obsidian'
              ? Object.values(unzipSync(bytes))
                  .map((file) => strFromU8(file))
                  .join()
              : strFromU8(bytes);
          expect(words).toContain('Mira');
          expect(words.includes('Ossian')).toBe(audience === 'gm');
        }
      }
    },
  );

  it('gives Discord messages one by one', async () => {
    const { session } = await campaignWithNotes();
    const answer = await json<{ messages: string[] }>(
      user.call('GET', `/sessions/${session}/export/discord?audience=players`),
    );
    expect(answer.messages).toEqual([
      '# The Bell Below\n\n*Played on 12 March 2026*\n\n## People\n\n- **Mira**: A guide.',
    ]);
  });

  it('are private to their game master', async () => {
    const { campaign, session } = await campaignWithNotes();
    const other = await server.signIn();
    for (const path of [
      `/sessions/${session}/export?format=json`,
      `/sessions/${session}/export/discord`,
      `/campaigns/${campaign}/export?format=json`,
      `/campaigns/${campaign}/import`,
    ]) {
      expect((await other.call('GET', path)).status).toBe(404);
      expect((await server.call('GET', path)).status).toBe(401);
    }
    expect((await other.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(404);
  });

  it('[D6] updates an edited vault, and keeps what was written in it', async () => {
    const { campaign, session } = await campaignWithNotes();
    const first = unzipSync(
      await bytesOf(await user.call('GET', `/campaigns/${campaign}/export?format=obsidian`)),
    );
    const edited = Object.fromEntries(
      Object.entries(first).map(([name, file]) => [
        `Vault/${name}`,
        text(`${strFromU8(file)}\nMy own thoughts.\n`),
      ]),
    );
    await write(session, [{ ...npcs, body: '- **Mira**: A guide, and a friend.' }]);
    const answer = await send(`/campaigns/${campaign}/export/vault`, zipSync(edited));
    const merged = unzipSync(await bytesOf(answer));
    const mira = strFromU8(merged['Vault/People/Mira.md']!);
    expect(mira).toContain('and a friend.');
    expect(mira).toContain('My own thoughts.');
    expect(Object.keys(merged)).not.toContain('Vault/People/Ossian.md');
  });
});

describe('import', () => {
  it.each(['json', 'markdown', 'obsidian'])(
    '[D6] %s of one campaign creates the same notes in another, and a second export is identical',
    async (format) => {
      const { campaign } = await campaignWithNotes();
      const path = (id: string) => `/campaigns/${id}/export?format=${format}`;
      const bytes = await bytesOf(await user.call('GET', path(campaign)));
      const other = await made('/campaigns', { title: 'The Drowned Chapel' });
      const { done } = await importInto(other, bytes);
      expect(done).toMatchObject({ sessionsAdded: 1, sessionsChanged: 0 });
      const [session] = await sessionsOf(other);
      expect(session).toMatchObject({ title: 'The Bell Below', playedAt: '2026-03-12T00:00:00.000Z' });
      const { sections } = await notesOf(session!.id);
      expect(sections.map(({ key, title, body, visibility }) => ({ key, title, body, visibility }))).toEqual([
        { ...npcs, body: secret },
        { key: 'own-1', title: 'Loot', body: 'A bell', visibility: 'gm' },
      ]);
      const again = await bytesOf(await user.call('GET', `/sessions/${session!.id}/export?format=json`));
      const once = await bytesOf(
        await user.call('GET', `/sessions/${(await sessionsOf(campaign)).at(-1)!.id}/export?format=json`),
      );
      expect(strFromU8(again)).toBe(strFromU8(once));
    },
  );

  it('[D7] overwrites no text unasked: keep, add below or replace', async () => {
    const { campaign, session } = await campaignWithNotes();
    const bytes = text('# The Bell Below\n\n## NPCs\n\n- **Zed**: New.\n\n## Rumours\n\nNone.');
    const kept = await importInto(campaign, bytes);
    expect(kept.preview.sessions).toEqual([
      {
        title: 'The Bell Below',
        playedAt: null,
        into: { id: session, title: 'The Bell Below' },
        sections: [
          { title: 'People', change: 'changed', text: '- **Zed**: New.', present: secret },
          { title: 'Rumours', change: 'new', text: 'None.', present: null },
        ],
      },
    ]);
    const bodies = async () => (await notesOf(session)).sections.map(({ body }) => body);
    expect(await bodies()).toEqual([secret, 'A bell', 'None.']);
    await importInto(campaign, bytes, { existing: 'append' });
    expect(await bodies()).toEqual([`${secret}\n\n- **Zed**: New.`, 'A bell', 'None.']);
    await importInto(campaign, bytes, { existing: 'replace' });
    expect(await bodies()).toEqual(['- **Zed**: New.', 'A bell', 'None.']);
    expect((await notesOf(session)).sections[0]?.visibility).toBe('gm');
  });

  it('imports into the chosen session, whatever it is called', async () => {
    const { campaign, session } = await campaignWithNotes();
    await importInto(campaign, text('## Rumours\n\nNone.'), { target: `sessionId=${session}` });
    expect((await notesOf(session)).sections.at(-1)).toMatchObject({ title: 'Rumours', body: 'None.' });
    const two = await send(
      `/campaigns/${campaign}/import/preview?sessionId=${session}`,
      text('# A\n\nx\n\n# B\n\ny'),
    );
    expect(two.status).toBe(422);
    const foreign = await campaignWithNotes();
    const wrong = await send(`/campaigns/${campaign}/import/preview?sessionId=${foreign.session}`, text('x'));
    expect(wrong.status).toBe(404);
  });

  it('is undone completely: notes as before, with evidence, and new sessions removed', async () => {
    const { campaign, session } = await campaignWithNotes();
    const before = await notesOf(session);
    await importInto(campaign, text('# The Bell Below\n\n## NPCs\n\nOther.\n\n# Another\n\nWords.'), {
      existing: 'replace',
    });
    expect(await sessionsOf(campaign)).toHaveLength(3);
    expect(await json(user.call('GET', `/campaigns/${campaign}/import`))).toMatchObject({
      import: { sessionsAdded: 1, sessionsChanged: 1 },
    });
    expect((await user.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(204);
    expect(await sessionsOf(campaign)).toHaveLength(2);
    expect((await notesOf(session)).sections).toEqual(before.sections);
    expect(await json(user.call('GET', `/campaigns/${campaign}/import`))).toEqual({ import: null });
    expect((await user.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(404);
  });

  const mostInOneTransaction = async (campaign: string) => {
    const { rows } = await server.database.orm.execute<{ most: number }>(sql`
      select max(written)::int as most from (
        select count(*) as written from notes join sessions on sessions.id = notes.session_id
        where campaign_id = ${campaign} group by notes.xmin::text) as transactions`);
    return rows[0]?.most;
  };
  const manySessions = (loot: string) =>
    text(Array.from({ length: 230 }, (_, at) => `# Evening ${at}\n\n## Loot\n\n${loot}`).join('\n\n'));

  it('writes and undoes at most 25 sessions in one transaction, so that others have their turn', {
    tags: ['everything'],
  }, async () => {
    const campaign = await made('/campaigns', { title: 'Many evenings' });
    await importInto(campaign, manySessions('A rope.'));
    expect(await mostInOneTransaction(campaign)).toBe(25);
    await importInto(campaign, manySessions('A key.'), { existing: 'replace' });
    expect(await mostInOneTransaction(campaign)).toBe(25);
    expect((await user.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(204);
    expect(await mostInOneTransaction(campaign)).toBe(25);
    const [first] = await sessionsOf(campaign);
    expect((await notesOf(first!.id)).sections).toMatchObject([{ body: 'A rope.' }]);
  });

  it('that a crash cut short is taken back; what was changed since stays', async () => {
    const { campaign, session } = await campaignWithNotes();
    const before = await notesOf(session);
    const { orm } = server.database;
    await importInto(
      campaign,
      text('# The Bell Below\n\n## NPCs\n\nOther.\n\n# One\n\nWords.\n\n# Two\n\nWords.'),
      {
        existing: 'replace',
      },
    );
    // Of its three sessions, the process wrote two and ended.
    const own = eq(notesImports.campaignId, campaign);
    await orm.update(notesImports).set({ working: true }).where(own);
    const all = await sessionsOf(campaign);
    await orm.delete(sessions).where(eq(sessions.id, all.find(({ title }) => title === 'One')!.id));
    const two = all.find(({ title }) => title === 'Two')!.id;
    await write(two, [{ ...npcs, body: 'Mine.' }]);
    expect(await json(user.call('GET', `/campaigns/${campaign}/import`))).toEqual({ import: null });
    expect((await send(`/campaigns/${campaign}/import/preview`, text('# Three\n\nWords.'))).status).toBe(200);
    expect((await notesOf(session)).sections).toEqual(before.sections);
    expect((await notesOf(two)).sections).toMatchObject([{ body: 'Mine.' }]);
    expect(await orm.select().from(notesImports).where(own)).toEqual([]);
  });

  it('that others’ changes overtake is taken back, and refused', async () => {
    const { campaign } = await campaignWithNotes();
    await importInto(campaign, manySessions('A rope.'));
    const rest = (await sessionsOf(campaign)).length;
    const bytes = manySessions('A key.');
    const { version } = await json<ImportPreview>(send(`/campaigns/${campaign}/import/preview`, bytes));
    // The last session is written in the meantime: the database does it after the first.
    await server.database.orm.execute(sql`
      create function overtake() returns trigger language plpgsql as $$ begin
        if new.cause = 'import' and pg_trigger_depth() = 1 then
          update notes set revision = revision + 1, cause = 'edit' where session_id = (select id from sessions
            where campaign_id = ${sql.raw(`'${campaign}'`)} order by position desc limit 1) and cause <> 'edit';
        end if;
        return null; end $$`);
    await server.database.orm.execute(
      sql`create trigger overtakes after update on notes for each row execute function overtake()`,
    );
    const answer = await send(`/campaigns/${campaign}/import?version=${version}&existing=replace`, bytes);
    await server.database.orm.execute(sql`drop trigger overtakes on notes; drop function overtake()`);
    expect(answer.status).toBe(409);
    const all = await sessionsOf(campaign);
    expect(all).toHaveLength(rest);
    const [latest] = await server.database.orm
      .select()
      .from(notesImports)
      .where(eq(notesImports.campaignId, campaign));
    expect(latest).toMatchObject({ working: false, earlier: null });
    expect(latest?.changes.filter(({ isNew }) => isNew)).toHaveLength(230);
    const { rows } = await server.database.orm.execute<{ found: number }>(sql`
      select count(*)::int as found from notes join sessions on sessions.id = notes.session_id
      where campaign_id = ${campaign} and sections::text like '%A key.%'`);
    expect(rows[0]?.found).toBe(0);
  });

  it('that fails leaves the import before it undoable', async () => {
    const { campaign, session } = await campaignWithNotes();
    const before = await notesOf(session);
    await importInto(campaign, text('# The Bell Below\n\n## NPCs\n\nOther.'), { existing: 'replace' });
    const imported = async () =>
      (
        await json<{ import: { importedAt: string } | null }>(
          user.call('GET', `/campaigns/${campaign}/import`),
        )
      ).import;
    const first = await imported();
    server.clock.advance(60_000);
    const { orm } = server.database;
    const bytes = text(`# The Bell Below\n\n## NPCs\n\nThird.\n\n# Next\n\n${'Words. '.repeat(500)}`);
    const { version } = await json<ImportPreview>(send(`/campaigns/${campaign}/import/preview`, bytes));
    const { rows } = await orm.execute<{ bytes: string }>(sql`select bytes from text_limit`);
    await limitText(orm, { textBytes: (await textOf(orm, user.userId)) + 500 });
    const answer = await send(`/campaigns/${campaign}/import?version=${version}&existing=replace`, bytes);
    await limitText(orm, { textBytes: Number(rows[0]!.bytes) });
    expect(answer.status).toBe(409);
    expect(await imported()).toEqual(first);
    expect((await notesOf(session)).sections).toMatchObject([{ body: 'Other.' }, {}]);
    expect((await user.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(204);
    expect((await notesOf(session)).sections).toEqual(before.sections);
  });

  it('beyond the quota of text is taken back, and refused', async () => {
    const campaign = await made('/campaigns', { title: 'Full' });
    const { orm } = server.database;
    const { rows } = await orm.execute<{ bytes: string }>(sql`select bytes from text_limit`);
    const before = await textOf(orm, user.userId);
    const bytes = manySessions('A rope.');
    const { version } = await json<ImportPreview>(send(`/campaigns/${campaign}/import/preview`, bytes));
    await limitText(orm, { textBytes: before + 1000 });
    const answer = await send(`/campaigns/${campaign}/import?version=${version}`, bytes);
    await limitText(orm, { textBytes: Number(rows[0]!.bytes) });
    expect(answer.status).toBe(409);
    expect(await json(answer)).toMatchObject({ error: { code: 'quotaReached' } });
    expect(await sessionsOf(campaign)).toEqual([]);
    expect(await textOf(orm, user.userId)).toBe(before);
  });

  it('is not undone over later text', async () => {
    const { campaign, session } = await campaignWithNotes();
    await importInto(campaign, text('# The Bell Below\n\n## Rumours\n\nNone.'));
    await write(session, [{ ...npcs, body: 'Mine.' }]);
    expect(await json(user.call('GET', `/campaigns/${campaign}/import`))).toEqual({ import: null });
    expect((await user.call('POST', `/campaigns/${campaign}/import/undo`)).status).toBe(409);
    expect((await notesOf(session)).sections[0]?.body).toBe('Mine.');
  });

  it('is rejected when the notes or the file changed after the preview, and writes nothing', async () => {
    const { campaign, session } = await campaignWithNotes();
    const bytes = text('# The Bell Below\n\n## Rumours\n\nNone.');
    const { version } = await json<ImportPreview>(send(`/campaigns/${campaign}/import/preview`, bytes));
    expect(
      (await send(`/campaigns/${campaign}/import?version=${version}`, text('# Other\n\nx'))).status,
    ).toBe(409);
    await write(session, [{ ...npcs, body: 'Mine.' }]);
    expect((await send(`/campaigns/${campaign}/import?version=${version}`, bytes)).status).toBe(409);
    expect((await notesOf(session)).sections).toHaveLength(1);
  });

  it.each([
    ['an empty file', text('')],
    ['other JSON', text('{"a": 1}')],
    ['what is no text', new Uint8Array([0xff, 0xfe, 0x00, 0x80])],
    ['a broken zip', text('PK\u0003\u0004 nothing')],
    ['a zip without a vault', zipSync({ 'a.md': text('# A') })],
    ['characters that cannot be saved', text('# A\n\n\0')],
    ['a text that is too long', text(`# A\n\n${'x'.repeat(200_001)}`)],
  ])('rejects %s', async (_, bytes) => {
    const campaign = await made('/campaigns', { title: 'Refusals' });
    const answer = await send(`/campaigns/${campaign}/import/preview`, bytes);
    expect([400, 422]).toContain(answer.status);
    expect((await json<{ error: { message: string } }>(answer)).error.message).not.toBe('');
  });

  it('rejects a zip that unpacks to more than the limit', async () => {
    const campaign = await made('/campaigns', { title: 'Bombs' });
    const bomb = zipSync({ 'Sessions/Session 1.md': new Uint8Array(65 * 1024 * 1024) });
    expect((await send(`/campaigns/${campaign}/import/preview`, bomb)).status).toBe(413);
  });
});
