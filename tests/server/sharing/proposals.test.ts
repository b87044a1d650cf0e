import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import { type Proposal, type ProposalList, proposalLimits } from '#contract/proposals.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { createProposalBox } from '#server/sharing/proposal-box.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const people =
  '- **Isolde**: keeper\n- <!-- players --> **Orin**: a carter\n- <!-- gm --> **Mole**: the traitor';

let server: TestServer;
let user: TestUser;
let campaignId: string;

beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn();
  campaignId = await made('/campaigns', { title: 'The Lantern Coast' });
});
afterAll(() => server.close());

async function made(path: string, body: unknown): Promise<string> {
  return ((await (await user.call('POST', path, body)).json()) as { id: string }).id;
}

async function atTable(body = people): Promise<{ id: string; path: string }> {
  server.clock.advance(600_000);
  const id = await made(`/campaigns/${campaignId}/sessions`, { title: 'Evening' });
  await write(id, 0, body);
  const answer = await user.call('PUT', `/sessions/${id}/players-link`, { show: defaultShow('players') });
  const { publicId } = (await answer.json()) as ShareLink;
  return { id, path: sharedPath({ kind: 'session', id, audience: 'players' }, publicId ?? '') };
}

const write = (sessionId: string, revision: number, body: string, key = 'people') =>
  user.call(
    'PATCH',
    `/sessions/${sessionId}/notes`,
    { sections: [{ key, title: 'People', visibility: 'players', body }] },
    { 'if-match': String(revision) },
  );

const notesOf = async (sessionId: string) =>
  (await (await user.call('GET', `/sessions/${sessionId}/notes`)).json()) as {
    revision: number;
    sections: NotesSection[];
  };
const bodyOf = async (sessionId: string) => (await notesOf(sessionId)).sections[0]?.body;
const pageOf = async (path: string) => (await server.call('GET', path)).text();
const listed = async (sessionId: string) =>
  (await (await user.call('GET', `/sessions/${sessionId}/proposals`)).json()) as ProposalList;

async function suggest(
  path: string,
  fields: { kind: Proposal['kind']; about: string | null; text: string; author?: string },
): Promise<void> {
  const html = await pageOf(path);
  const hrefs = [...html.matchAll(/href="([^"]+\/suggestion\?[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&').replace(/kind=\w+/, `kind=${fields.kind}`),
  );
  for (const href of hrefs) {
    const form = await pageOf(href);
    const isIt =
      fields.about === null
        ? !form.includes('<blockquote>') && href.includes('section=')
        : form.includes(
            `<blockquote><p>${fields.about.replace(/\*\*(.+)\*\*/, '<strong>$1</strong>')}</p></blockquote>`,
          );
    if (!isIt) continue;
    const { text, author = '' } = fields;
    const answer = await server.app.request(href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ text, author }).toString(),
    });
    expect(answer.status).toBe(303);
    return;
  }
  throw new Error(`Nothing on the page is about ${fields.about}.`);
}

async function suggested(path: string, id: string, fields: Parameters<typeof suggest>[1]): Promise<Proposal> {
  await suggest(path, fields);
  return (await listed(id)).open.at(-1)!;
}

const accept = (id: string, replacing: string | null, by = user) =>
  by.call('POST', `/proposals/${id}/acceptance`, { replacing });
const reject = (ids: string[], by = user) => by.call('POST', '/proposals/rejections', { ids });
const reopen = (ids: string[], to: 'open' | 'shown' = 'open', by = user) =>
  by.call('POST', '/proposals/reopenings', { ids, to });

describe('an accepted correction', () => {
  it('[R1.4] replaces the item, with its bullet and marker, and can be undone', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'correction',
      about: '**Orin**: a carter',
      text: '**Orrin**: a\ncarter',
    });
    expect((await accept(one.id, one.quote)).status).toBe(204);
    const after = people.replace('**Orin**: a carter', '**Orrin**: a carter');
    expect(await bodyOf(id)).toBe(after);
    expect(await pageOf(path)).toContain('<strong>Orrin</strong>');
    expect((await listed(id)).open).toEqual([]);
    expect((await accept(one.id, one.quote)).status).toBe(204);
    expect(await bodyOf(id)).toBe(after);
    expect((await reopen([one.id])).status).toBe(204);
    expect(await bodyOf(id)).toBe(people);
    expect((await listed(id)).open).toMatchObject([{ id: one.id, standing: 'same' }]);
  });

  it('shows both texts if the item has changed, and replaces only the text that was shown', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'correction',
      about: '**Isolde**: keeper',
      text: '**Ysolde**: keeper',
    });
    await write(id, 1, people.replace('keeper', 'keeper of the lantern'));
    const outdated = await accept(one.id, one.quote);
    expect(outdated.status).toBe(409);
    expect(await outdated.json()).toMatchObject({ error: { code: 'proposalOutdated' } });
    const [changed] = (await listed(id)).open;
    expect(changed).toMatchObject({ standing: 'changed', present: '**Isolde**: keeper of the lantern' });
    expect((await accept(one.id, changed?.present ?? null)).status).toBe(204);
    expect(await bodyOf(id)).toContain('- **Ysolde**: keeper\n');
  });

  it('of a whole section starts with its text, replaces it in one press, and can be undone', async () => {
    const story = 'They met **Orin**.\n\nThe bridge was gone.\n\n- A bell rang.';
    const { id, path } = await atTable(story);
    const href = /href="([^"]+kind=correction[^"]*)"/g;
    const links = [...(await pageOf(path)).matchAll(href)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    const forms = await Promise.all(links.filter((link) => !link.includes('item=')).map(pageOf));
    expect(forms.some((form) => form.includes(`>${story}</textarea>`))).toBe(true);
    const text = story.replace('gone', 'broken');
    const one = await suggested(path, id, { kind: 'correction', about: null, text });
    expect(one).toMatchObject({ quote: story, standing: 'same' });
    expect((await accept(one.id, one.quote)).status).toBe(204);
    expect(await bodyOf(id)).toBe(text);
    expect((await reopen([one.id])).status).toBe(204);
    expect(await bodyOf(id)).toBe(story);
    const { revision } = await notesOf(id);
    await write(id, revision, `${story}\n- Twice.`);
    expect((await accept(one.id, one.quote)).status).toBe(409);
    const [changed] = (await listed(id)).open;
    expect(changed).toMatchObject({ standing: 'changed', present: `${story}\n- Twice.` });
    expect((await accept(one.id, changed?.present ?? null)).status).toBe(204);
    expect(await bodyOf(id)).toBe(text);
  });

  it('of a whole section never decides who reads what, and shows nothing of hidden parts', async () => {
    const open = await atTable('They met.\n\nThe bridge was gone.');
    const text = 'They met.\n\n<!-- public --> The bridge was gone.';
    const one = await suggested(open.path, open.id, { kind: 'correction', about: null, text });
    const refused = await accept(one.id, one.quote);
    expect(await refused.json()).toMatchObject({ error: { code: 'proposalUnfit' } });
    const remark = {
      kind: 'correction',
      about: null,
      text: 'Surely it was burnt, as Ines told us?',
    } as const;
    expect(await suggested(open.path, open.id, remark)).toMatchObject({ quote: null });
    const { id, path } = await atTable();
    const partly = await suggested(path, id, { kind: 'correction', about: null, text: 'No Mole here.' });
    expect(partly.quote).toBeNull();
    expect((await accept(partly.id, null)).status).toBe(204);
    expect(await bodyOf(id)).toBe(people);
  });

  it('can be marked as done once its item or section is gone, without changing anything', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'correction',
      about: '**Isolde**: keeper',
      text: '**Ysolde**: keeper',
    });
    await write(id, 1, '- Somebody else');
    expect((await listed(id)).open).toMatchObject([{ standing: 'gone', present: null }]);
    await write(id, 2, '- Nobody', 'other');
    expect((await listed(id)).open).toMatchObject([{ standing: 'gone', section: 'People' }]);
    expect((await accept(one.id, null)).status).toBe(204);
    expect(await bodyOf(id)).toBe('- Nobody');
  });

  it.each([
    ['# A heading', '- \\# A heading'],
    ['- <!-- public --> in', null],
    ['<!-- gm --> hidden', null],
    ['1. One', '- 1\\. One'],
    ['> quoted', '- \\> quoted'],
  ])('does not change anything around the item: %s', async (text, expected) => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, { kind: 'correction', about: '**Isolde**: keeper', text });
    const answer = await accept(one.id, one.quote);
    if (expected === null) {
      expect(await answer.json()).toMatchObject({ error: { code: 'proposalUnfit' } });
      expect(await bodyOf(id)).toBe(people);
    } else {
      expect(answer.status).toBe(204);
      expect(await bodyOf(id)).toBe(people.replace('- **Isolde**: keeper', expected));
    }
  });

  it('makes the revision stale for an open editor', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'correction',
      about: '**Isolde**: keeper',
      text: 'Ysolde',
    });
    const { revision } = await notesOf(id);
    await accept(one.id, one.quote);
    expect((await write(id, revision, 'my own text')).status).toBe(412);
    expect((await write(id, revision + 1, 'my own text')).status).toBe(200);
    const late = await reopen([one.id]);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: { code: 'proposalOutdated' } });
    expect(await bodyOf(id)).toBe('my own text');
  });
});

describe('an accepted comment', () => {
  it('[R1.4] is shown below what it is about, as plain text, until it is removed', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'comment',
      about: '**Isolde**: keeper',
      text: 'She <b>lies</b>!\nSurely.',
      author: 'Mira',
    });
    const two = await suggested(path, id, { kind: 'comment', about: null, text: 'Well told' });
    expect(await pageOf(path)).not.toMatch(/lies|Well told/);
    await accept(one.id, null);
    await accept(two.id, null);
    const page = await pageOf(path);
    expect(page).toMatch(
      /keeper.*<strong>Comment by Mira<\/strong><p>She &lt;b&gt;lies&lt;\/b&gt;!<br>Surely\.<\/p>.*Orin/s,
    );
    expect(page).toMatch(/Orin.*<strong>Comment by a player<\/strong><p>Well told<\/p>/s);
    expect((await listed(id)).shown.map(({ text }) => text)).toEqual([
      'Well told',
      'She <b>lies</b>!\nSurely.',
    ]);
    await user.call('PUT', `/sessions/${id}/public-link`, { show: defaultShow('public') });
    const { links } = (await (await user.call('GET', '/links')).json()) as {
      links: { id: string; audience: 'public' | 'players'; kind: 'session'; publicId: string }[];
    };
    const link = links.find((each) => each.id === id && each.audience === 'public')!;
    expect(await pageOf(sharedPath(link, link.publicId))).not.toMatch(/lies|Well told/);
    await reject([one.id]);
    expect(await pageOf(path)).not.toContain('lies');
    await reopen([one.id], 'shown');
    expect(await pageOf(path)).toContain('lies');
  });

  it('follows its item through a correction, and is hidden with it', async () => {
    const { id, path } = await atTable();
    const comment = await suggested(path, id, {
      kind: 'comment',
      about: '**Isolde**: keeper',
      text: 'Spelled Ysolde?',
    });
    await accept(comment.id, null);
    const correction = await suggested(path, id, {
      kind: 'correction',
      about: '**Isolde**: keeper',
      text: '**Ysolde**: keeper',
    });
    await accept(correction.id, correction.quote);
    expect(await pageOf(path)).toMatch(/Ysolde<\/strong>: keeper.*Spelled Ysolde\?.*Orin/s);
    const { revision } = await notesOf(id);
    await write(id, revision, (await bodyOf(id))!.replace('- **Ysolde', '- <!-- gm --> **Ysolde'));
    expect(await pageOf(path)).not.toContain('Spelled Ysolde?');
    await write(id, revision + 1, '- **Orin**: a carter');
    expect(await pageOf(path)).toMatch(/Orin.*Spelled Ysolde\?/s);
  });
});

describe('suggestions', () => {
  it('are rejected one by one or together, and restored', async () => {
    const { id, path } = await atTable();
    for (const text of ['One', 'Two', 'Three']) await suggest(path, { kind: 'comment', about: null, text });
    const ids = (await listed(id)).open.map((each) => each.id);
    expect((await reject([...ids, crypto.randomUUID()])).status).toBe(204);
    expect((await listed(id)).open).toEqual([]);
    expect((await reopen(ids.slice(0, 2))).status).toBe(204);
    expect((await listed(id)).open.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect((await accept(ids[1]!, null)).status).toBe(204);
    expect(await pageOf(path)).toContain('Two');
  });

  it('are not accepted once they are rejected, which another window may still try', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, {
      kind: 'correction',
      about: '**Isolde**: keeper',
      text: 'Ysolde',
    });
    await reject([one.id]);
    const late = await accept(one.id, one.quote);
    expect([late.status, await late.json()]).toMatchObject([409, { error: { code: 'proposalOutdated' } }]);
    expect(await bodyOf(id)).toBe(people);
    expect((await listed(id)).open).toEqual([]);
  });

  it('are private to their user', async () => {
    const { id, path } = await atTable();
    const one = await suggested(path, id, { kind: 'comment', about: null, text: 'Mine' });
    const stranger = await server.signIn();
    expect((await accept(one.id, null, stranger)).status).toBe(404);
    expect((await reject([one.id], stranger)).status).toBe(204);
    expect((await listed(id)).open).toMatchObject([{ id: one.id }]);
    await reject([one.id]);
    expect((await reopen([one.id], 'open', stranger)).status).toBe(204);
    expect((await listed(id)).open).toEqual([]);
  });

  it('are deleted with their session, and with the account', async () => {
    const { id, path } = await atTable();
    await suggest(path, { kind: 'comment', about: null, text: 'Gone soon' });
    await user.call('DELETE', `/sessions/${id}`);
    expect((await user.call('GET', `/sessions/${id}/proposals`)).status).toBe(404);
    expect((await server.call('GET', path)).status).toBe(404);
  });

  it(`are deleted ${proposalLimits.keptDays} days after they ended; shown comments and open ones stay`, async () => {
    const { id, path } = await atTable();
    const ids: string[] = [];
    for (const text of ['Shown', 'Rejected', 'Open'])
      ids.push((await suggested(path, id, { kind: 'comment', about: null, text })).id);
    await accept(ids[0]!, null);
    await reject([ids[1]!]);
    server.clock.advance(proposalLimits.keptDays * 86_400_000 - 1);
    const box = createProposalBox(server);
    await box.prune();
    await reopen([ids[1]!]);
    expect((await listed(id)).open).toHaveLength(2);
    await reject([ids[1]!]);
    server.clock.advance(proposalLimits.keptDays * 86_400_000 + 1);
    await box.prune();
    expect((await reopen([ids[1]!])).status).toBe(204);
    const { open, shown } = await listed(id);
    expect(open.map(({ text }) => text)).toEqual(['Open']);
    expect(shown.map(({ text }) => text)).toEqual(['Shown']);
  });
});
