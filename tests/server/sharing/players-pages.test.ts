import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import type { ProposalList } from '#contract/proposals.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { Timeline } from '#contract/timeline.ts';
import { notes } from '#server/campaigns/tables.ts';
import { proposals, shareLinks } from '#server/sharing/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const show = defaultShow('players');

let server: TestServer;
let user: TestUser;
let campaignId: string;

beforeAll(async () => {
  server = await createTestServer();
  user = await server.signIn({ email: 'owner-secret@example.org' });
  campaignId = await made('/campaigns', { title: 'The Lantern Coast', description: 'descriptionsecret' });
});
afterAll(() => server.close());

async function made(path: string, body: unknown): Promise<string> {
  const answer = await user.call('POST', path, body);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const section = (changed: Partial<NotesSection>): NotesSection => ({
  key: 'people',
  title: 'People',
  body: '- **Isolde**: keeper\n- **Orrin**: a carter\n- <!-- gm --> **Mole**: the traitor',
  visibility: 'players',
  source: 'user',
  lines: [{ text: 'evidencesecret', evidence: { segmentIds: ['segmentsecret'], startMs: 1, endMs: 2 } }],
  ...changed,
});

async function madeSession(
  title: string,
  sections: readonly NotesSection[] = [section({})],
  inCampaign = campaignId,
): Promise<string> {
  const sessionId = await made(`/campaigns/${inCampaign}/sessions`, { title });
  await server.database.orm
    .insert(notes)
    .values({ sessionId, sections: [...sections], revision: 1, updatedAt: server.clock.now() });
  return sessionId;
}

async function share(
  kind: 'campaign' | 'session',
  id: string,
  change: { passphrase?: string | null } = {},
): Promise<string> {
  const answer = await user.call('PUT', `/${kind}s/${id}/players-link`, { show, ...change });
  expect(answer.status).toBe(200);
  const { publicId } = (await answer.json()) as ShareLink;
  return sharedPath({ kind, id, audience: 'players' }, publicId ?? '');
}

const open = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', path, undefined, { accept: 'text/html', ...headers });

function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return server.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

async function enter(path: string, passphrase: string): Promise<string> {
  const answer = await send(path, { passphrase });
  expect(answer.status).toBe(303);
  return cookieOf(answer);
}

async function forms(path: string, cookie = ''): Promise<string[]> {
  const html = await (await open(path, { cookie })).text();
  return [...html.matchAll(/href="([^"]+\/suggestion\?[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
}

const listed = async (sessionId: string) =>
  (await (await user.call('GET', `/sessions/${sessionId}/proposals`)).json()) as ProposalList;

describe('a link for players', () => {
  it('[R1.4] [D10] shows only what players may see, unindexed and never cached', async () => {
    const id = await madeSession('The Drowned Chapel', [
      section({}),
      section({ key: 'plans', title: 'plansecret', body: 'gmsecret', visibility: 'gm' }),
      section({ key: 'summary', title: 'The story', body: 'They went down.', visibility: 'public' }),
      section({ key: 'toConfirm', title: 'To confirm', body: 'asksecret', visibility: 'players' }),
    ]);
    const path = await share('session', id);
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const html = await answer.text();
    expect(html).toContain('keeper');
    expect(html).toContain('They went down.');
    expect(html + JSON.stringify([...answer.headers])).not.toMatch(
      /Mole|traitor|gmsecret|plansecret|asksecret|evidence|segment|descriptionsecret|owner-secret|set-cookie/,
    );
    expect(html).not.toContain(user.userId);
    const campaign = await (await open(await share('campaign', campaignId))).text();
    expect(campaign).toContain(`href="${path}"`);
    expect(campaign).not.toMatch(/Mole|traitor|gmsecret|plansecret|descriptionsecret/);
  });

  it('[R2.7] begins with what to read aloud and the story in short, of nothing but what players may see', async () => {
    const inCampaign = await made('/campaigns', { title: 'The Sunken Road', description: '' });
    const summary = (body: string, visibility: NotesSection['visibility'] = 'players') => [
      section({ key: 'summary', title: 'Summary', body, visibility, lines: [] }),
    ];
    const long = 'They met Isolde. She lit the lamp. The road sank into the sea.';
    const first = await madeSession('The lamp', summary(long), inCampaign);
    const crossing = '### At night\n\nThey crossed at night. Two days later, they landed.';
    const dream = '### <!-- whisper: Iseult --> The secretword dream\n\nOn the 3rd of Mirtul.';
    const ferry = `They crossed at night.\n\n<!-- gm --> secretword\n\n${crossing}\n\n${dream}`;
    await madeSession('The ferry', summary(ferry), inCampaign);
    await madeSession('The plan', summary('Orrin is the secretword.', 'gm'), inCampaign);
    const path = await share('campaign', inCampaign);
    const read = async () => (await server.app.request(path)).text();
    const html = await read();
    expect(html).toMatch(
      /Previously on …<\/h2><div class="prose"><p>They met Isolde\. She lit the lamp\. They crossed/,
    );
    expect(html).toMatch(
      /in short<\/summary>.*<strong>The lamp<\/strong>: They met Isolde\. She lit the lamp\.<\/li>/,
    );
    expect(html).toMatch(
      /<summary>Timeline<\/summary>.*<strong>The ferry<\/strong><ol><li>At night – “Two days later”<\/li><\/ol>/,
    );
    expect(html).not.toMatch(/secretword|Mirtul/);

    const cast = { kind: 'save', personId: null, role: 'player', player: 'Otto', characters: ['Bramble'] };
    const lena = { ...cast, player: 'Lena', characters: ['Iseult'] };
    for (const [revision, change] of [cast, lena].entries()) {
      const body = { sessionId: null, change };
      const headers = { 'if-match': String(revision) };
      const saved = await user.call('POST', `/campaigns/${inCampaign}/cast`, body, headers);
      expect(saved.status).toBe(200);
    }
    const put = await server.app.request(`/sessions/${first}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode('[00:00:01] Lena: I light the lamp.\n[00:00:09] Lena: And I wait.'),
    });
    expect(put.status).toBe(201);
    const missed = await read();
    const short = '<strong>The lamp</strong>: They met Isolde. She lit the lamp.</li></ol>';
    expect(missed).toContain(`What Otto missed</summary><div class="prose"><ol><li>${short}`);
    expect(missed).not.toMatch(/What (?:Bramble knows|Lena missed|Iseult knows)/);
    expect(missed).not.toContain('secretword');

    await server.database.orm
      .update(notes)
      .set({ sections: summary(long, 'gm'), revision: 2 })
      .where(eq(notes.sessionId, first));
    expect(await read()).not.toContain('Isolde');
  });

  it('[D10] has the in-world dates that the game master set, each only for those who see its session or scene', async () => {
    const inCampaign = await made('/campaigns', { title: 'Oldmere' });
    const body =
      '### At the mill\n\nTwo days later, they woke.\n\n### <!-- gm --> The traitor\n\nHobb met him.';
    const scenes = section({ key: 'scenes', title: 'Scenes', body, lines: [] });
    const id = await madeSession('The mill', [scenes], inCampaign);
    const hidden = await madeSession('The plan', [section({ visibility: 'gm' })], inCampaign);
    const timeline = async () =>
      (await (await user.call('GET', `/campaigns/${inCampaign}/timeline?audience=gm`)).json()) as Timeline;
    const set = async (sessionId: string, at: number | null, date: string | null) => {
      const { evenings } = await timeline();
      const evening = evenings.find(({ of }) => of.sessionId === sessionId);
      const dated = at === null ? evening : evening?.scenes[at];
      if (dated === undefined) throw new Error('It is not in the timeline.');
      const changes = [
        { key: dated.key, revision: dated.revision, edit: date === null ? null : { date, of: dated.of } },
      ];
      expect((await user.call('POST', `/campaigns/${inCampaign}/world/changes`, { changes })).status).toBe(
        200,
      );
    };
    const paths = [
      await share('campaign', inCampaign),
      await share('session', id),
      await share('session', hidden),
    ];
    const texts = () => Promise.all(paths.map(async (path) => (await open(path)).text()));
    for (const text of await texts()) expect(text).not.toContain('812');

    await set(id, null, 'Spring of 812');
    await set(id, 0, 'The 5th of May 812');
    await set(id, 1, 'The secret night of 812');
    await set(hidden, null, 'The hidden day of 812');
    const [campaign = '', session = '', ofHidden] = await texts();
    for (const text of [campaign, session]) {
      expect(text).toContain('In the world: Spring of 812');
      expect(text).toContain('<li>At the mill – The 5th of May 812</li>');
      expect(text).not.toMatch(/secret night|hidden day|The traitor/u);
    }
    expect(ofHidden).not.toContain('812');
    const publicLink = await user.call('PUT', `/campaigns/${inCampaign}/public-link`, {
      show: defaultShow('public'),
    });
    const { publicId } = (await publicLink.json()) as ShareLink;
    const address = sharedPath({ kind: 'campaign', id: inCampaign, audience: 'public' }, publicId ?? '');
    expect(await (await open(address)).text()).not.toContain('812');

    await set(id, 0, '');
    const [after = ''] = await texts();
    expect(after).toContain('<li>At the mill</li>');
    expect(after).not.toContain('<li>At the mill –');

    await set(id, null, null);
    await set(id, null, 'Autumn of 812');
    for (const text of (await texts()).slice(0, 2)) expect(text).toContain('In the world: Autumn of 812');
  });

  it('[D10] has another address than the public one; neither opens the other’s page', async () => {
    const id = await madeSession('Two links', [section({ body: '- playersecret' })]);
    const players = await share('session', id);
    const answer = await user.call('PUT', `/sessions/${id}/public-link`, { show });
    const { publicId } = (await answer.json()) as ShareLink;
    const anyone = sharedPath({ kind: 'session', id, audience: 'public' }, publicId ?? '');
    expect(await (await open(anyone)).text()).not.toContain('playersecret');
    expect(await (await open(players)).text()).toContain('playersecret');
    const swapped = [
      players.replace('/table/', '/public/'),
      anyone.replace('/public/', '/table/'),
      `${anyone.replace('/public/', '/table/')}/suggestion`,
    ];
    for (const path of swapped) expect((await open(path)).status, path).toBe(404);
    await user.call('DELETE', `/sessions/${id}/public-link`);
    expect((await open(players)).status).toBe(200);
  });

  it('[D10] returns the same 404 bytes for every unknown address, whatever is sent there', async () => {
    const id = await madeSession('Revoked');
    const path = await share('session', id, { passphrase: 'lantern' });
    const cookie = await enter(path, 'lantern');
    expect((await user.call('DELETE', `/sessions/${id}/players-link`)).status).toBe(204);
    const unknown = '01890000-0000-7000-8000-000000000000';
    const requests = [
      () => open(path),
      () => open(path, { cookie }),
      () => open(`${path}/suggestion`, { cookie }),
      () => send(path, { passphrase: 'lantern' }),
      () => send(`${path}/suggestion`, { text: 'Hello' }, { cookie }),
      () => open(sharedPath({ kind: 'session', id: unknown, audience: 'players' }, path.slice(-22))),
      () => open(`/sessions/no-id/table/nothing`),
    ];
    const answers = await Promise.all(
      requests.map(async (request) => {
        const answer = await request();
        return {
          status: answer.status,
          headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
          body: await answer.text(),
        };
      }),
    );
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.body).toContain('Ask your game master for a new link.');
    expect((await open(`/sessions/${id}/public/${path.slice(-22)}`)).status).toBe(404);
    for (const each of answers) expect(each).toEqual(answers[0]);
  });

  it('can only be read and changed by the game master', async () => {
    const id = await madeSession('Mine');
    await share('session', id);
    const stranger = await server.signIn();
    for (const [method, path] of [
      ['GET', `/sessions/${id}/players-link`],
      ['PUT', `/sessions/${id}/players-link`],
      ['DELETE', `/campaigns/${campaignId}/players-link`],
      ['POST', `/sessions/${id}/players-link/renewal`],
      ['GET', `/sessions/${id}/proposals`],
      ['GET', `/campaigns/${campaignId}/proposals`],
      ['GET', `/campaigns/${campaignId}/proposal-counts`],
    ] as const) {
      const answer = await stranger.call(method, path, method === 'PUT' ? { show } : undefined);
      expect(answer.status, path).toBe(404);
    }
  });

  it('is listed while it is on, with the public one', async () => {
    const id = await madeSession('Listed');
    await share('session', id, { passphrase: 'lantern' });
    await user.call('PUT', `/sessions/${id}/public-link`, { show });
    const { links } = (await (await user.call('GET', '/links')).json()) as { links: { id: string }[] };
    const own = links.filter((link) => link.id === id);
    expect(own).toMatchObject([
      { audience: 'public', hasPassphrase: false },
      { audience: 'players', hasPassphrase: true },
    ]);
    expect(JSON.stringify(own)).not.toMatch(/hash|Hash|Key/);
  });
});

describe('a passphrase', () => {
  it('shows nothing but its form, the same bytes for every link', async () => {
    const one = await share('session', await madeSession('Chapel secret'), { passphrase: 'lantern' });
    const other = await share('campaign', campaignId, { passphrase: 'another one' });
    const pages = await Promise.all(
      [one, other, `${one}?sent=1`].map(async (path) => (await open(path)).text()),
    );
    expect(pages[0]).toContain('name="passphrase"');
    expect(pages[0]).not.toMatch(/Chapel|Lantern|og:|secret/);
    for (const page of pages) expect(page).toBe(pages[0]);
    expect((await open(`${one}/suggestion?kind=comment`)).headers.get('location')).toBe(one);
    expect((await open(`${one}/preview.png`)).status).toBe(404);
    await share('campaign', campaignId, { passphrase: null });
  });

  it('admits players who know it, by a cookie for this address only', async () => {
    const path = await share('session', await madeSession('Locked'), { passphrase: ' Lántern ' });
    const answer = await send(path, { passphrase: 'La\u0301ntern' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(path);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^hearthscribe_table=[\\w.-]+; Path=${path}; Max-Age=43200; HttpOnly; SameSite=Lax$`),
    );
    const cookie = cookieOf(answer);
    expect(await (await open(path, { cookie })).text()).toContain('keeper');
    const other = await share('session', await madeSession('Other'), { passphrase: 'lantern' });
    expect(await (await open(other, { cookie })).text()).not.toContain('keeper');
    const late = `${Math.floor(Date.parse('2099-01-01') / 1000)}.${cookie.split('.')[1]}`;
    expect(await (await open(path, { cookie: `hearthscribe_table=${late}` })).text()).not.toContain('keeper');
    server.clock.advance(12 * 3_600_000);
    expect(await (await open(path, { cookie })).text()).not.toContain('keeper');
  });

  it('rejects a wrong one with a message, and the form of another site', async () => {
    const path = await share('session', await madeSession('Wrong'), { passphrase: 'lantern' });
    for (const passphrase of ['Lantern', '', 'x'.repeat(500)]) {
      const answer = await send(path, { passphrase });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await answer.text()).toContain('This passphrase is wrong.');
    }
    const foreign = await send(path, { passphrase: 'lantern' }, { origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('set-cookie')).toBeNull();
    const own = await send(path, { passphrase: 'lantern' }, { origin: 'http://localhost' });
    expect(own.status).toBe(303);
  });

  it('ends every admission when it is changed, set again or removed, or the address is new', async () => {
    const id = await madeSession('Changed');
    const path = await share('session', id, { passphrase: 'lantern' });
    const first = await enter(path, 'lantern');
    await share('session', id, { passphrase: 'lantern' });
    expect(await (await open(path, { cookie: first })).text()).not.toContain('keeper');
    const second = await enter(path, 'lantern');
    await share('session', id);
    expect(await (await open(path, { cookie: second })).text()).toContain('keeper');
    await share('session', id, { passphrase: null });
    expect(await (await open(path)).text()).toContain('keeper');
    await share('session', id, { passphrase: 'lantern' });
    expect(await (await open(path, { cookie: second })).text()).not.toContain('keeper');
    const third = await enter(path, 'lantern');
    const answer = await user.call('POST', `/sessions/${id}/players-link/renewal`);
    const renewed = (await answer.json()) as ShareLink;
    expect(renewed.hasPassphrase).toBe(true);
    const next = sharedPath({ kind: 'session', id, audience: 'players' }, renewed.publicId ?? '');
    expect(await (await open(next, { cookie: third })).text()).not.toContain('keeper');
  });

  it('is stored only as a slow, salted hash, for players only, and deleted with the link', async () => {
    const id = await madeSession('Stored');
    await share('session', id, { passphrase: 'a lantern' });
    const { orm } = server.database;
    const rows = async () => (await orm.select().from(shareLinks)).filter((row) => row.sessionId === id);
    const [first] = await rows();
    expect(JSON.stringify(first)).not.toContain('a lantern');
    await share('session', id, { passphrase: 'a lantern' });
    const [second] = await rows();
    expect(second?.passphraseHash).not.toBe(first?.passphraseHash);
    await user.call('DELETE', `/sessions/${id}/players-link`);
    expect((await rows())[0]).toMatchObject({ passphraseHash: null, admissionKey: null, publicId: null });
    for (const [audience, passphrase] of [
      ['public', 'a lantern'],
      ['players', 'oil'],
      ['players', ' oil '],
      ['players', 'x'.repeat(65)],
    ]) {
      const answer = await user.call('PUT', `/sessions/${id}/${audience}-link`, { show, passphrase });
      expect(answer.status, passphrase).toBe(400);
    }
  });

  it('can be guessed ten times in a quarter of an hour from one address, then even the right one is rejected', async () => {
    const path = await share('session', await madeSession('Guessed'), { passphrase: 'lantern' });
    server.clock.advance(15 * 60_000);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await send(path, { passphrase: `guess ${guess}` })).status).toBe(403);
    const refused = await send(path, { passphrase: 'lantern' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect(await refused.text()).toContain('There were too many tries. Wait 15 minutes, then try again.');
    server.clock.advance(15 * 60_000);
    await enter(path, 'lantern');
  });
});

describe('a suggestion', () => {
  it('is sent by a form about an item, a section or the page, and only the game master sees it', async () => {
    const id = await madeSession('Suggested');
    const path = await share('session', id);
    const [ofItem = '', , ofSection = '', , ofPage = ''] = await forms(path);
    const asked = await (await open(ofItem)).text();
    expect(asked).toContain('<h1>Suggest a correction</h1>');
    expect(asked).toContain('>**Isolde**: keeper</textarea>');
    const sent = await send(ofItem, { text: '**Ysolde**: keeper', author: ' Mira\u202e ' });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toBe(`${path}?sent=1`);
    expect(await (await open(`${path}?sent=1`)).text()).toContain('Your suggestion went to the game master.');
    expect((await send(ofSection, { text: 'Where is\r\nSten?' })).status).toBe(303);
    expect(
      (await send(ofPage.replace('kind=correction', 'kind=comment'), { text: '<b>Nice</b>' })).status,
    ).toBe(303);
    expect((await listed(id)).open).toMatchObject([
      {
        kind: 'correction',
        author: 'Mira',
        text: '**Ysolde**: keeper',
        section: 'People',
        quote: '**Isolde**: keeper',
        standing: 'same',
        session: { id, title: 'Suggested' },
      },
      { kind: 'correction', author: '', text: 'Where is\nSten?', section: 'People', quote: null },
      { kind: 'comment', text: '<b>Nice</b>', section: null, quote: null },
    ]);
    const page = await (await open(path)).text();
    expect(page).not.toMatch(/Ysolde|Sten|Nice/);
  });

  it('from a campaign’s page belongs to the session of its text', async () => {
    const id = await madeSession('Of a campaign', [
      section({ key: 'npcs', body: '- **Zoltan**: a fiddler' }),
    ]);
    const path = await share('campaign', campaignId);
    const about = (await forms(path)).filter((href) => href.includes(id));
    let zoltan = '';
    for (const href of about) if ((await (await open(href)).text()).includes('Zoltan')) zoltan ||= href;
    expect((await send(zoltan, { text: '**Zoltan**: plays the lute' })).status).toBe(303);
    expect((await listed(id)).open).toMatchObject([{ quote: '**Zoltan**: a fiddler' }]);
    expect((await send(`${path}/suggestion?kind=comment`, { text: 'What a story' })).status).toBe(303);
    const all = (await (await user.call('GET', `/campaigns/${campaignId}/proposals`)).json()) as ProposalList;
    expect(all.open.filter(({ session }) => session === null)).toMatchObject([{ text: 'What a story' }]);
    const counts = await (await user.call('GET', `/campaigns/${campaignId}/proposal-counts`)).json();
    expect(counts).toMatchObject({ open: all.open.length });
    expect(counts).toHaveProperty('sessions', expect.arrayContaining([{ sessionId: id, open: 1, shown: 0 }]));
  });

  it('requires the passphrase, and keeps a player’s text if the admission has ended', async () => {
    const id = await madeSession('Admitted');
    const path = await share('session', id, { passphrase: 'lantern' });
    const cookie = await enter(path, 'lantern');
    const [form = ''] = await forms(path, cookie);
    const refused = await send(form, { text: 'A long text' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('>A long text</textarea>');
    expect((await listed(id)).open).toEqual([]);
    expect((await send(form, { text: 'A long text' }, { cookie })).status).toBe(303);
    expect((await listed(id)).open).toHaveLength(1);
  });

  it('is rejected without text, too long, unchanged or from another site; the form keeps its text', async () => {
    const id = await madeSession('Refused');
    const path = await share('session', id);
    const [form = ''] = await forms(path);
    const cases: [Record<string, string>, number, string][] = [
      [{ text: ' \u0000 ' }, 400, 'Write something first.'],
      [{ text: 'x'.repeat(8001) }, 400, 'Use at most 8000 characters. This has 8001.'],
      [{ text: 'Fine', author: 'y'.repeat(61) }, 400, 'Use at most 60 characters for your name.'],
      [{ text: '**Isolde**: keeper' }, 400, 'The notes already say this.'],
    ];
    for (const [fields, status, problem] of cases) {
      const answer = await send(form, fields);
      expect(answer.status).toBe(status);
      expect(await answer.text()).toContain(problem);
    }
    const foreign = await send(form, { text: 'Foreign' }, { origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.text()).toContain('>Foreign</textarea>');
    expect((await listed(id)).open).toEqual([]);
  });

  it('is accepted and discarded if a bot fills in every field', async () => {
    const id = await madeSession('Trapped');
    const [form = ''] = await forms(await share('session', id));
    expect((await send(form, { text: 'Buy this', website: 'https://spam.example' })).status).toBe(303);
    expect((await listed(id)).open).toEqual([]);
  });

  it('about a text that has changed meanwhile must be confirmed', async () => {
    const id = await madeSession('Meanwhile');
    const path = await share('session', id);
    const [form = ''] = await forms(path);
    await user.call(
      'PATCH',
      `/sessions/${id}/notes`,
      { sections: [{ key: 'people', title: 'People', visibility: 'players', body: '- **Una**: keeper' }] },
      { 'if-match': '1' },
    );
    const answer = await send(form, { text: '**Ysolde**: keeper' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('The notes have changed since you opened this page.');
    expect(html).toContain('>**Ysolde**: keeper</textarea>');
    const again = html.match(/action="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await send(again, { text: '**Ysolde**: keeper' })).status).toBe(303);
    expect((await listed(id)).open).toMatchObject([{ section: 'People', quote: null }]);
  });

  it('never reveals hidden text: links to it lead to the page as a whole', async () => {
    const id = await madeSession('Hidden', [
      section({ body: '- <!-- gm --> **Mole**', visibility: 'players' }),
    ]);
    const path = await share('session', id);
    const html = await (
      await open(`${path}/suggestion?kind=correction&session=${id}&section=people&item=Mole`)
    ).text();
    expect(html).not.toMatch(/Mole|People/);
  });

  it('is limited to twenty in ten minutes from one address, and to two hundred waiting', async () => {
    const id = await madeSession('Many');
    const path = await share('session', id);
    server.clock.advance(3_600_000);
    const form = `${path}/suggestion?kind=comment`;
    for (let sent = 0; sent < 20; sent += 1)
      expect((await send(form, { text: `Comment ${sent}` })).status).toBe(303);
    const refused = await send(form, { text: 'One more' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect(await refused.text()).toMatch(/There were too many suggestions\. Wait .*>One more<\/textarea>/s);
    const [row] = await server.database.orm.select().from(proposals);
    const [link] = (await server.database.orm.select().from(shareLinks)).filter(
      (one) => one.sessionId === id,
    );
    const { id: _, ...values } = { ...row!, linkId: link!.id, sessionId: id };
    const more = Array.from({ length: 180 }, () => ({ ...values, id: crypto.randomUUID() }));
    await server.database.orm
      .insert(proposals)
      .values(more.map((one) => ({ ...one, state: 'open' as const, decidedAt: null })));
    server.clock.advance(600_000);
    const full = await send(form, { text: 'Too many' });
    expect(full.status).toBe(429);
    expect(await full.text()).toContain('Your game master has many suggestions to read first.');
  });
});

describe('the campaign’s page beside the link of a session', () => {
  let ownId: string;
  beforeAll(async () => {
    ownId = await made('/campaigns', { title: 'The Bell Coast' });
  });
  const choose = (sessionId: string, choice: string) =>
    user.call('PUT', `/sessions/${sessionId}/players-link/campaign-page`, { choice });
  const linkOf = async (sessionId: string) =>
    (await (await user.call('GET', `/sessions/${sessionId}/players-link`)).json()) as ShareLink;
  const textOf = async (path: string, cookie = '') => (await open(path, { cookie })).text();

  it('[R1.4] [D10] says that it shows a session behind a passphrase, and gets the same passphrase by one call', async () => {
    const id = await madeSession('Behind the bells', [section({ body: '- bellsecret' })], ownId);
    const campaign = await share('campaign', ownId, { passphrase: null });
    await share('session', id, { passphrase: 'lantern' });
    expect((await linkOf(id)).campaignPage).toEqual({ enabled: true, hasPassphrase: false, leftOut: false });
    expect(await textOf(campaign)).toContain('bellsecret');

    const answer = await choose(id, 'samePassphrase');
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ShareLink).campaignPage?.hasPassphrase).toBe(true);
    expect(await textOf(campaign)).not.toContain('bellsecret');
    expect(await textOf(campaign, await enter(campaign, 'lantern'))).toContain('bellsecret');
    expect((await choose(id, 'samePassphrase')).status).toBe(409);
    await share('campaign', ownId, { passphrase: null });
  });

  it('[R1.4] [D10] keeps showing a session whose link is revoked until it is left out, and shows it again', async () => {
    const id = await madeSession('Left out', [section({ body: '- leftsecret' })], ownId);
    const campaign = await share('campaign', ownId);
    await share('session', id);
    await user.call('DELETE', `/sessions/${id}/players-link`);
    expect(await textOf(campaign)).toContain('leftsecret');
    const etag = (await open(campaign)).headers.get('etag');

    expect((await choose(id, 'leaveOut')).status).toBe(200);
    expect((await linkOf(id)).campaignPage).toEqual({ enabled: true, hasPassphrase: false, leftOut: true });
    expect((await linkOf(id)).enabled).toBe(false);
    expect(await textOf(campaign)).not.toMatch(/leftsecret|Left out/);
    if (etag !== null) expect((await open(campaign)).headers.get('etag')).not.toBe(etag);
    expect(await textOf(`${campaign}/suggestion?session=${id}`)).not.toContain('Left out');
    expect((await choose(id, 'leaveOut')).status).toBe(409);

    expect(await textOf(await share('session', id))).toContain('leftsecret');
    const preview = async (page: string) =>
      (await user.call('GET', `/sessions/${id}/shared-notes?audience=players&page=${page}`)).text();
    expect(await preview('session')).toContain('leftsecret');
    expect(await preview('campaign')).not.toContain('leftsecret');
    expect(await textOf(campaign)).not.toContain('leftsecret');
    expect((await choose(id, 'include')).status).toBe(200);
    expect(await textOf(campaign)).toContain('leftsecret');
  });

  it('[D10] leaves out a session that never had a link, only for its audience and only for its owner', async () => {
    const id = await madeSession(
      'Never linked',
      [section({ body: '- neversecret', visibility: 'public' })],
      ownId,
    );
    const campaign = await share('campaign', ownId);
    const answer = await user.call('PUT', `/campaigns/${ownId}/public-link`, { show });
    const { publicId } = (await answer.json()) as ShareLink;
    const anyone = sharedPath({ kind: 'campaign', id: ownId, audience: 'public' }, publicId ?? '');
    const stranger = await server.signIn({ email: 'stranger-of-links@example.org' });
    const path = `/sessions/${id}/players-link/campaign-page`;
    expect((await stranger.call('PUT', path, { choice: 'leaveOut' })).status).toBe(404);
    expect((await choose(id, 'leaveOut')).status).toBe(200);
    expect(await textOf(campaign)).not.toContain('neversecret');
    expect(await textOf(anyone)).toContain('neversecret');
    await user.call('DELETE', `/campaigns/${ownId}/public-link`);
  });

  it('is in the answer that turns the link on', async () => {
    await share('campaign', ownId);
    const id = await made(`/campaigns/${ownId}/sessions`, {});
    const answer = await user.call('PUT', `/sessions/${id}/players-link`, { show, passphrase: 'lantern' });
    const { campaignPage } = (await answer.json()) as ShareLink;
    expect(campaignPage).toEqual({ enabled: true, hasPassphrase: false, leftOut: false });
  });

  it('says nothing of it in the link of a campaign', async () => {
    const answer = await user.call('GET', `/campaigns/${ownId}/players-link`);
    expect(((await answer.json()) as ShareLink).campaignPage).toBeNull();
  });
});
