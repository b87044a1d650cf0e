import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import type { SearchHit } from '#contract/search.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { notes } from '#server/campaigns/tables.ts';
import type { FoundLink } from '#server/sharing/public-pages.ts';
import { createTableSearch } from '#server/sharing/table-search.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;
let path: string;

const show = defaultShow('players');
const section = (changed: Partial<NotesSection>): NotesSection => ({
  key: 'people',
  title: 'People',
  body: '- **Isolde**: keeper of the lantern\n- <!-- gm --> **Mole**: the traitor',
  visibility: 'players',
  source: 'user',
  lines: [],
  ...changed,
});

async function made(address: string, body: unknown): Promise<string> {
  const answer = await user.call('POST', address, body);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function share(changed: Partial<typeof show> = {}, passphrase: string | null = null): Promise<string> {
  const answer = await user.call('PUT', `/campaigns/${campaignId}/players-link`, {
    show: { ...show, ...changed },
    passphrase,
  });
  const { publicId } = (await answer.json()) as ShareLink;
  return sharedPath({ kind: 'campaign', id: campaignId, audience: 'players' }, publicId ?? '');
}

const post = (address: string, query: string, headers: Record<string, string> = {}) =>
  server.app.request(`${address}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ query }).toString(),
  });

const found = async (query: string) => (await post(path, query)).text();

beforeAll(async () => {
  server = await createTestServer();
  await server.start();
  user = await server.signIn();
  campaignId = await made('/campaigns', { title: 'The Lantern Coast' });
  sessionId = await made(`/campaigns/${campaignId}/sessions`, { title: 'The chapel' });
  await server.database.orm.insert(notes).values({
    sessionId,
    sections: [
      section({}),
      section({ key: 'plans', title: 'plansecret', body: 'The lantern is a lie.', visibility: 'gm' }),
    ],
    revision: 1,
    updatedAt: server.clock.now(),
  });
  path = await share();
  await vi.waitFor(async () => expect(await found('lantern')).toContain('Isolde'), {
    timeout: 20_000,
    // Searches of a shared page are counted.
    interval: 1000,
  });
});
afterAll(() => server.close());

it('[R1.4] finds on a players’ page what it shows, also with a typo, and nothing else', async () => {
  const html = await found('lantern');
  expect(html).toContain('keeper of the lantern');
  expect(html).toContain('The chapel · People');
  expect(html).not.toMatch(/lie|plansecret/);
  expect(await found('lantren')).toContain('Also found: “lantern” for “lantren”');
  for (const hidden of ['traitor', 'mole', 'traitr', 'plansecret'])
    expect(await found(hidden)).not.toMatch(/the traitor|Also found/);
  expect(await found('<b>zebra</b>')).toContain('value="&lt;b&gt;zebra&lt;/b&gt;"');
  expect(await (await server.call('GET', path, undefined, { accept: 'text/html' })).text()).toContain(
    `action="${path}/search"`,
  );
});

it('finds nothing by names that the page hides, nothing that its switches leave out, and nothing once it is off', async () => {
  const { orm } = server.database;
  const answer = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(
      ['Lena: Hello there.', 'Sten: Hello to you.', 'Lena: Shall we go on?', 'Sten: We shall.'].join('\n'),
    ),
  });
  expect(answer.status).toBe(201);
  await orm.update(notes).set({ sections: [section({ body: 'Lena lit the lantern.' })] });
  await vi.waitFor(async () => expect(await found('lena')).toContain('Lena lit the lantern.'), {
    timeout: 20_000,
    // Searches of a shared page are counted.
    interval: 1000,
  });
  path = await share({ playerNames: false });
  expect(await found('lena')).not.toContain('lantern');
  expect(await found('lenna')).not.toContain('Lena');

  await orm.update(notes).set({ sections: [section({ key: 'npcs', body: 'Isolde waits.' })] });
  path = await share();
  await vi.waitFor(async () => expect(await found('isolde')).toContain('Isolde waits.'), {
    timeout: 20_000,
    // Searches of a shared page are counted.
    interval: 1000,
  });
  path = await share({ entities: false });
  expect(await found('isolde')).not.toContain('Isolde waits.');
  path = await share({}, 'lamplight');
  expect((await post(path, 'isolde')).status).toBe(403);
  expect((await post(await share(), 'isolde', { origin: 'https://elsewhere.example' })).status).toBe(403);
  path = await share();
  expect((await post(path, ' ')).status).toBe(400);
  await user.call('DELETE', `/campaigns/${campaignId}/players-link`);
  expect((await post(path, 'isolde')).status).toBe(404);
});

it('[R2.7] finds on a campaign’s public page what everyone may read, without a model, and counts for each address', async () => {
  const { orm } = server.database;
  const written = [
    section({
      key: 'npcs',
      body: '- **Isolde**: a keeper\n- <!-- players --> **Mole**: the traitor',
      visibility: 'public',
    }),
    section({ key: 'plans', title: 'plansecret', body: 'The harbor is a lie.', visibility: 'players' }),
    section({
      key: 'own',
      title: 'The harbor',
      body: 'Who lit the harbor? Isolde did.',
      visibility: 'public',
    }),
  ];
  await orm.update(notes).set({ sections: written });
  const link = async (kind: 'campaign' | 'session', id: string, changed: Partial<typeof show> = {}) => {
    const body = { show: { ...defaultShow('public'), ...changed } };
    const answer = await user.call('PUT', `/${kind}s/${id}/public-link`, body);
    const { publicId } = (await answer.json()) as ShareLink;
    return sharedPath({ kind, id, audience: 'public' }, publicId ?? '');
  };
  path = await link('campaign', campaignId);
  await vi.waitFor(async () => expect(await found('harbor')).toContain('Isolde did.'), {
    timeout: 20_000,
    // Searches of a shared page are counted.
    interval: 1000,
  });
  const page = async (address: string) =>
    (await server.call('GET', address, undefined, { accept: 'text/html' })).text();
  expect(await page(path)).toContain(`action="${path}/search"`);
  expect(await found('harbro')).toContain('Also found: “harbor” for “harbro”');
  for (const hidden of ['traitor', 'mole', 'lie', 'plansecret'])
    expect(await found(hidden)).not.toMatch(/the traitor|is a lie|Also found/);
  expect(await found('lena')).not.toContain('cake');
  expect(await found('Who lit the harbor?')).not.toContain('/answer');
  expect(await found('isolde')).toContain('keeper');
  await link('campaign', campaignId, { entities: false });
  expect(await found('keeper')).not.toContain('Isolde');
  expect((await post(path, 'isolde', { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await post(path, ' ')).status).toBe(400);

  const ofSession = await link('session', sessionId);
  expect(await page(ofSession)).not.toContain('role="search"');
  const unknown = sharedPath({ kind: 'campaign', id: campaignId, audience: 'public' }, 'a'.repeat(22));
  for (const address of [ofSession, unknown, `${path}/x`])
    expect((await post(address, 'isolde')).status).toBe(404);
  expect((await server.app.request(`${path}/answer`, { method: 'POST' })).status).toBe(404);

  let [last, asked] = [await post(path, 'isolde'), 0];
  for (; last.status === 200 && asked < 100; asked += 1) last = await post(path, 'isolde');
  expect([last.status, asked < 60]).toEqual([429, true]);
  expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  expect(await last.text()).toContain('There were too many searches.');
  await user.call('DELETE', `/campaigns/${campaignId}/public-link`);
  expect((await post(path, 'isolde')).status).toBe(404);
});

it('finds what is shown of a named voice by its character, and nothing by its player or label where these are hidden', async () => {
  const { orm } = server.database;
  const night = await made(`/campaigns/${campaignId}/sessions`, { title: 'The anchorage' });
  const heard = await server.app.request(`/sessions/${night}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(
      'Speaker 3: Quick, now.\nSpeaker 4: Yes.\nSpeaker 3: Now!\nSpeaker 4: Yes.\nnightowl: It holds.\nnightowl: Yes.\nHarry: Now.\nHarry: Go.\nZoë: Now.\nZoë: Go.',
    ),
  });
  expect(heard.status).toBe(201);
  const said = 'Speaker 3: “Quick, the anchor.”';
  const owl = 'nightowl: “The anchor holds.”';
  const body = `- Speaker 3 drops the anchor.\n- ${said}\n- Speaker 4 hides the anchor.\n- ${owl}\n- At dawn the anchor is up.\n- Harry stows the anchor.\n- Zoë: “The anchor shines.”`;
  const written = {
    ...section({ key: 'own', title: 'The anchor', body, visibility: 'public' }),
    source: 'analysis' as const,
    lines: [said, owl].map((text) => ({ text, evidence: { segmentIds: ['s1'], startMs: 0, endMs: 1 } })),
  };
  await orm
    .insert(notes)
    .values({ sessionId: night, sections: [written], revision: 1, updatedAt: server.clock.now() });
  for (const [revision, label, player, character] of [
    [0, 'Speaker 3', 'Mira Elm', 'Keg'],
    [1, 'Speaker 4', 'Sten Ash', null],
    [2, 'nightowl', 'Dawn', 'Vex'],
    [3, 'Harry', 'Harry', null],
    [4, 'Zoë', 'Zoë', null],
  ] as const) {
    const change = { kind: 'assign', label, player, role: 'player', character };
    const headers = { 'if-match': `"${revision}"` };
    const answer = await user.call(
      'POST',
      `/campaigns/${campaignId}/cast`,
      { sessionId: night, change },
      headers,
    );
    expect(answer.status).toBe(200);
  }
  path = await share({ playerNames: false });
  await vi.waitFor(async () => expect(await found('quick')).toContain('Quick, the anchor.'), {
    timeout: 20_000,
    // Searches of a shared page are counted.
    interval: 1000,
  });
  expect(await found('Keg drops the anchor')).toContain('Keg drops the anchor.');
  expect(await found('keg')).toContain('Quick, the anchor.');
  for (const hidden of ['Mira', 'Elm', 'Sten', 'Speaker 3', 'Speaker 4', 'Sten hides'])
    expect([hidden, await found(hidden)]).toEqual([hidden, expect.not.stringMatching(/anchor/u)]);
  // A name that the page hides counts for nothing beside words that it shows.
  const listed = async (query: string) => (await found(query)).replaceAll(query, '');
  const unknown = await listed('zebra anchor');
  expect(unknown).toContain('The anchor holds.');
  for (const hidden of ['Speaker 3', 'Speaker 4', 'nightowl', 'Mira', 'Sten'])
    expect([hidden, await listed(`${hidden} anchor`)]).toEqual([hidden, unknown]);
  // Nor in a form that PostgreSQL reads as the same word, with accents or without.
  for (const hidden of [
    'harries',
    'HARRY',
    'Harrys',
    'harry’s',
    'nightowls',
    'zoes',
    'zoë',
    'Harries Speaker 4',
  ])
    expect([hidden, await listed(`${hidden} anchor`)]).toEqual([hidden, unknown]);
  const quotedBeside = async (phrase: string) =>
    (await found(`"${phrase}" anchor`)).replaceAll(`&quot;${phrase}&quot; anchor`, '');
  const unknownPhrase = await quotedBeside('zebra stows');
  expect(unknownPhrase).toContain('The anchor holds.');
  for (const phrase of ['Harry stows', 'harries stowing the anchors', 'zoe the anchor'])
    expect([phrase, await quotedBeside(phrase)]).toEqual([phrase, unknownPhrase]);
  const dawn = await found('dawn anchor');
  expect(dawn).toContain('At dawn the anchor is up.');
  expect(dawn).not.toContain('The anchor holds.');
  path = await share();
  expect(await found('Sten hides')).toContain('Sten Ash hides the anchor.');
  const ofMira = await found('Mira');
  expect(ofMira).toContain('Keg (Mira Elm): “Quick, the anchor.”');
  expect(ofMira).not.toContain('drops');
});

it('searches three times at most, and then finds nothing', async () => {
  const hit: SearchHit = {
    id: 'one',
    kind: 'notes',
    campaign: { id: campaignId, title: '' },
    session: { id: sessionId, title: '', playedAt: null },
    title: '',
    lines: [{ text: 'Sten waits.', marks: [[0, 4]], speaker: null, startMs: null, lineId: null }],
    best: 0,
    playFromMs: null,
  };
  const asked: number[] = [];
  const { find } = createTableSearch({
    database: server.database,
    pages: { listed: async () => [] },
    threads: { parts: async () => ({ title: '', parts: [] }) },
    search: {
      find: async ({ hidden }) => {
        asked.push(hidden.size);
        return {
          ...{ hits: [hit], hasMore: false, also: [], isPartial: true, isQuestion: false, speakers: [] },
          ...{ isIndexing: false, answers: null, unshown: new Map() },
          findingOf: async () => [{ typed: `word ${asked.length}`, word: 'sten' }],
        };
      },
      answer: async () => null,
    },
  });
  const link = { campaignId, show, target: { audience: 'players' } } as FoundLink;
  expect((await find(link, 'sten')).hits).toEqual([]);
  expect(asked).toEqual([0, 1, 2]);
});
