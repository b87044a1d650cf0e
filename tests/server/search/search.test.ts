import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import { highlightsLabel } from '#contract/result-parts.ts';
import type { SearchFilters, SearchResult } from '#contract/search.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { notes } from '#server/campaigns/tables.ts';
import { readMigrations } from '#server/platform/database/migrate.ts';
import { search } from '#server/search/search.ts';
import { searchPassages } from '#server/search/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await createTestServer({});
  await server.start();
  user = await server.signIn();
  other = await server.signIn();
});
afterAll(() => server.close());

async function read<Body>(answer: Promise<Response>, status: number): Promise<Body> {
  const found = await answer;
  const text = await found.text();
  expect(`${found.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return text === '' ? (undefined as Body) : (JSON.parse(text) as Body);
}

async function addCampaign(title: string, fields: object = {}): Promise<string> {
  return (await read<{ id: string }>(user.call('POST', '/campaigns', { title, ...fields }), 201)).id;
}

async function addSession(campaignId: string, title: string, transcript: string): Promise<string> {
  const { id } = await read<{ id: string }>(
    user.call('POST', `/campaigns/${campaignId}/sessions`, { title }),
    201,
  );
  const answer = await server.app.request(`/sessions/${id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(transcript),
  });
  expect(answer.status).toBe(201);
  return id;
}

interface Section {
  key: string;
  title: string;
  body: string;
  visibility: 'gm' | 'players' | 'public';
}

async function saveNotes(sessionId: string, sections: readonly Section[]): Promise<void> {
  const { revision } = await read<{ revision: number }>(
    user.call('GET', `/sessions/${sessionId}/notes`),
    200,
  );
  await read(
    user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, { 'if-match': String(revision) }),
    200,
  );
}

const ask = (body: Partial<SearchFilters> & { query: string }) =>
  read<SearchResult>(user.call('POST', '/search', body), 200);

/** Once all that was written is searchable. */
const searched = (body: Partial<SearchFilters> & { query: string }) =>
  vi.waitFor(
    async () => {
      const found = await ask(body);
      expect(found.isIndexing).toBe(false);
      return found;
    },
    { timeout: 20_000, interval: 20 },
  );

const said = ({ hits }: SearchResult) => hits.map(({ lines, best }) => lines[best]?.text);

const harbour = [
  '[00:00:05] Mira: We sail to Viskorad before the tide.',
  '[00:00:09] Sten: The captain promised us the ship, did he not?',
  '[00:01:00] Mira: He promised it for the lantern of Allura.',
  '[00:02:00] Sten: I would rather swim than pay.',
].join('\n');

describe('search over a campaign', () => {
  let campaignId: string;
  let first: string;
  let second: string;
  beforeAll(async () => {
    campaignId = await addCampaign('The Lantern Coast');
    first = await addSession(campaignId, 'The harbour', harbour);
    second = await addSession(
      campaignId,
      'Nachts in Öland',
      '[00:00:03] Mira: The whitestone gate is shut.\n[00:00:08] Sten: 山田さんは来ました。',
    );
    await saveNotes(first, [
      {
        key: 'npcs',
        title: 'People',
        body: '- **Allura**: keeps a lantern\n- Orrin, a carter',
        visibility: 'players',
      },
      {
        key: 'own',
        title: 'Secrets',
        body: 'Orrin serves the drowned king.\n\n<!-- public --> The tide is late.',
        visibility: 'gm',
      },
      {
        key: 'supper',
        title: 'Supper',
        body: 'They ate.\n\n### <!-- whisper: Mira --> The oyster\n\nA pearl was hid.\n\n- It glows.',
        visibility: 'public',
      },
    ]);
    await read(
      user.call('POST', `/campaigns/${campaignId}/names`, {
        term: 'Viskorad',
        kind: 'location',
        aliases: ['the Salt City'],
        note: 'Free port',
      }),
      201,
    );
    await searched({ query: 'tide' });
  });

  it('finds nothing by a word that the language leaves out, instead of everything', async () => {
    expect((await ask({ query: 'was' })).hits).toEqual([]);
    expect((await ask({ query: 'was the tide' })).hits).not.toEqual([]);
  });

  it('finds notes, entries, speech, names and titles, with the place where each was said', async () => {
    const { hits } = await searched({ query: 'Allura' });
    expect(hits.map(({ kind }) => kind)).toEqual(['entry', 'transcript']);
    const [, speech] = hits;
    expect(speech?.lines[speech.best]).toMatchObject({
      text: 'He promised it for the lantern of Allura.',
      marks: [[34, 40]],
      speaker: 'Mira',
      startMs: 60_000,
    });
    expect(speech).toMatchObject({
      campaign: { id: campaignId },
      session: { id: first, title: 'The harbour' },
    });
    expect((await ask({ query: 'viskorad' })).hits.map(({ kind }) => kind)).toEqual(['name', 'transcript']);
    expect((await ask({ query: 'oland' })).hits).toMatchObject([
      { kind: 'session', session: { id: second } },
    ]);
  });

  it('finds words that begin like the last one, phrases, other forms and names by their aliases', async () => {
    expect(said(await ask({ query: 'lant' })).join()).toContain('lantern');
    expect(said(await ask({ query: '"promised us the ship"' }))).toEqual([
      'The captain promised us the ship, did he not?',
    ]);
    expect((await ask({ query: '"ship the us"' })).hits).toEqual([]);
    expect(said(await ask({ query: 'promising ship' }))[0]).toContain('promised');
    expect((await ask({ query: '"salt city"', kind: 'transcript' })).hits).toEqual([]);
  });

  it.each([
    ['allurra', 'allura'],
    ['alura', 'allura'],
    ['wiskorat', 'viskorad'],
    ['white stone', 'whitestone'],
    ['lantren', 'lantern'],
  ])('finds what “%s” may mean', async (typed, found) => {
    const result = await searched({ query: typed });
    expect(result.also).toEqual([{ typed, found }]);
    expect(result.hits.length).toBeGreaterThan(0);
  });

  it('finds parts of words in a script without spaces', async () => {
    const { hits } = await searched({ query: '山田' });
    expect(hits).toHaveLength(1);
    expect(hits[0]?.lines[hits[0].best]).toMatchObject({ text: expect.stringContaining('山田さん') });
  });

  it('filters by session, speaker, kind and campaign', async () => {
    expect((await searched({ query: 'gate', sessionId: first })).hits).toEqual([]);
    expect(said(await ask({ query: 'promised', speaker: 'Sten' }))).toEqual([
      'The captain promised us the ship, did he not?',
    ]);
    expect((await ask({ query: 'lantern', kind: 'entry' })).hits.map(({ kind }) => kind)).toEqual(['entry']);
    const empty = await addCampaign('Another');
    expect((await ask({ query: 'lantern', campaignId: empty })).hits).toEqual([]);
  });

  it('ranks passages for a question, and says when only some of the words were found', async () => {
    const answer = await searched({ query: 'Did the captain promise us the ship?' });
    expect(answer.isQuestion).toBe(true);
    expect(answer.hits[0]?.lines[answer.hits[0].best]?.text).toBe(
      'The captain promised us the ship, did he not?',
    );
    const some = await ask({ query: 'captain gate' });
    expect(some).toMatchObject({ isPartial: true, isQuestion: false });
    expect((await ask({ query: 'zzzzqqq' })).hits).toEqual([]);
    expect((await ask({ query: '"' })).hits).toEqual([]);
    expect((await ask({ query: `'); drop table & | ! :* <->` })).hits).toEqual([]);
  });

  it('answers what was left, hidden, killed or promised in the words that the table uses for it', async () => {
    const road = await addCampaign('The road');
    await addSession(
      road,
      'Long ago',
      [
        'Jo: The sled is heavy, and the sled dogs are hungry.',
        'Jo: A sled like that costs forty gold.',
        'Ann: So where do we go?',
        'Ann: We stashed the sled behind the tannery, where nobody looks.',
        'Jo: The night is dark, and the night is long. Night after night.',
        'Ann: The old knight slept.',
        'Jo: Nobody promises the miller anything in this town, and who would.',
        'Ann: Miller, you have my word: your daughter is home before the harvest.',
        'Jo: The dragon sleeps, and a dragon wakes, and the dragon is red.',
        'Ann: We slew that dragon in the pass.',
        'Jo: The ship lies in the eastern harbor.',
        'Jo: Our god is silent.',
        'Jo: A cart has two wheels, and so has this one.',
        'Ann: The tide leaves the beach at noon.',
        'Ann: We tied the wagon up at the brook.',
        'Jo: The troll of the bridge scratches its chin, and waits.',
        'Ann: You get three goats at each full moon.',
      ]
        .map(
          (line) =>
            `${line} ${'And so it went, on and on, while the rain came down over the hills. '.repeat(4)}`,
        )
        .join('\n'),
    );
    const first = async (query: string) => said(await searched({ query, campaignId: road }))[0];
    expect(await first('Where did we leave the sled?')).toContain('stashed the sled');
    expect(await first('What did we promise the miller?')).toContain('you have my word');
    expect(await first('Who killed the dragon?')).toContain('We slew that dragon');
    expect(await first('Where is our boat?')).toContain('The ship lies');
    expect(await first('Is our god silent?')).toContain('Our god');
    expect(await first('Where is the knight?')).toContain('The old knight');
    expect(await first('Where did we leave the cart?')).toContain('wagon up at the brook');
    const deal = await searched({ query: 'What deal did we make with the troll?', campaignId: road });
    expect(deal.hits[0]?.lines.map(({ text }) => text.slice(0, 43))).toEqual([
      'The troll of the bridge scratches its chin,',
      'You get three goats at each full moon. And ',
    ]);
    expect(deal.hits[0]?.lines[1]).toMatchObject({ speaker: 'Ann', marks: [] });
    expect(deal.hits.map(({ id }) => id)).toEqual([...new Set(deal.hits.map(({ id }) => id))]);
    expect(await first('What did the party promise, and to whom?')).toContain('you have my word');
  });

  it('finds once what two texts say in the same words, requests to promise first, and no words about the notes', async () => {
    const coast = await addCampaign('The coast again');
    const told = 'Jumnda begs: will you promise me to carry my sister home, so that we can bury her?';
    const asked = await addSession(
      coast,
      'The grove',
      `GM: ${told}\nJo: ${'And the rain came down over the hills, and on. '.repeat(6)}\nGM: It is late.\nJo: So it is.`,
    );
    const later = await addSession(coast, 'The day after', 'GM: The rain has stopped.');
    const label = `*${highlightsLabel}*`;
    const section = { key: 'own', title: 'Own', visibility: 'gm' } as const;
    await saveNotes(asked, [{ ...section, body: `${label}\n\nGM: “${told}”\n\nJumnda` }]);
    await saveNotes(later, [{ ...section, body: `${told}\n\nJumnda` }]);
    const texts = async (query: string) =>
      (await searched({ query, campaignId: coast })).hits.map(({ lines }) =>
        lines.map(({ text }) => text).join(' '),
      );
    const promised = await texts('What did we promise?');
    expect(promised.filter((text) => text.includes(told))).toHaveLength(1);
    expect(promised[0]).toContain(told);
    expect((await texts('Jumnda')).filter((text) => text === 'Jumnda')).toHaveLength(2);
    expect((await texts('language model')).filter((text) => text.includes('Highlights'))).toEqual([]);
  });

  it('does not find the notice of notes without a model that was indexed before', async () => {
    const { orm } = server.database;
    const old = await addCampaign('Old notes');
    const night = await addSession(old, 'Night', harbour);
    const section = { key: 'own', title: 'Own', visibility: 'gm' } as const;
    await saveNotes(night, [{ ...section, body: 'The quail sings.\n\nThe quail sleeps.' }]);
    await searched({ query: 'quail', campaignId: old });
    const notice =
      '*Highlights: word for word from the table, picked by rules, without a language model. They may miss things that happened.*';
    await orm
      .update(searchPassages)
      .set({ text: notice })
      .where(and(eq(searchPassages.sessionId, night), eq(searchPassages.text, 'The quail sings.')));
    const migration = readMigrations().find(({ name }) => name.endsWith('notice_not_found'));
    await orm.execute(sql.raw(migration?.text ?? ''));
    expect(said(await ask({ query: 'quail', campaignId: old }))).toEqual(['The quail sleeps.']);
  });

  it('[R2.34] shows what notes say of numbered voices with their names', async () => {
    const table = await addCampaign('The door');
    const night = await addSession(table, 'Night', harbour.replaceAll('Mira', 'Speaker 3'));
    const evidence = { segmentIds: ['s1'], startMs: 0, endMs: 1 };
    const [told, lock] = ['Speaker 3 bolts the shutter.', 'Speaker 3: “A **bolt**, quick.”'];
    const sections: NotesSection[] = [
      { key: 'summary', body: `- ${told}`, source: 'analysis' as const, lines: [] },
      {
        key: 'glance',
        body: `- **Asked**: ${lock}\n- ${told} Mine.`,
        source: 'mixed' as const,
        lines: [{ text: lock, evidence }],
      },
    ].map((section) => ({ ...section, title: 'Part', visibility: 'gm' }));
    await server.database.orm
      .insert(notes)
      .values({ sessionId: night, sections, revision: 1, updatedAt: server.clock.now() });
    const change = {
      kind: 'assign',
      label: 'Speaker 3',
      player: 'Mira Elm',
      role: 'player',
      character: 'Keg',
    };
    const headers = { 'if-match': '0' };
    await read(user.call('POST', `/campaigns/${table}/cast`, { sessionId: night, change }, headers), 200);
    const { hits } = await searched({ query: 'bolt', campaignId: table });
    const found = hits.flatMap(({ lines }) =>
      lines.map(({ text, marks }) => [text, ...marks.map(([start, end]) => text.slice(start, end))]),
    );
    expect(found.sort()).toEqual([
      ['Asked: Keg (Mira Elm): “A bolt, quick.”', 'bolt'],
      ['Keg bolts the shutter.', 'bolts'],
      ['Speaker 3 bolts the shutter. Mine.', 'bolts'],
    ]);

    const other = await addSession(table, 'Another', harbour.replaceAll('Mira', 'Speaker 3'));
    await server.database.orm.insert(notes).values({
      sessionId: other,
      sections: [{ ...sections[0]!, body: '- Speaker 3 bolts a gate.' }],
      revision: 1,
      updatedAt: server.clock.now(),
    });
    expect((await searched({ query: 'gate', campaignId: table })).hits[0]).toBeDefined();
    const lines = async (query: string) =>
      (await searched({ query, campaignId: table })).hits.flatMap(({ lines }) =>
        lines.map(({ text, marks }) => [text, ...marks.map(([start, end]) => text.slice(start, end))]),
      );
    const named = ['Keg bolts the shutter.', 'Keg', 'bolts', 'the', 'shutter'];
    expect(await lines('Keg bolts the shutter')).toContainEqual(named);
    expect(await lines('"Keg bolts the shutter"')).toContainEqual(named);
    expect(await lines('What does Keg bolt?')).toContainEqual(['Keg bolts the shutter.', 'Keg', 'bolts']);
    expect(await lines('Keg')).toEqual(
      expect.arrayContaining([
        ['Keg bolts the shutter.', 'Keg'],
        ['Asked: Keg (Mira Elm): “A bolt, quick.”', 'Keg'],
      ]),
    );
    expect(JSON.stringify(await lines('Keg'))).not.toContain('gate');
    await read(
      user.call('POST', `/campaigns/${table}/cast/undo`, { sessionId: night }, { 'if-match': '1' }),
      200,
    );
    expect(JSON.stringify(await lines('Keg bolts the shutter'))).not.toContain('Keg');
    expect(await lines('Speaker 3 bolts the shutter')).toContainEqual([
      'Speaker 3 bolts the shutter.',
      'Speaker',
      '3',
      'bolts',
      'shutter',
    ]);
  });

  it('answers who was absent and what is open, and says what to settle where that is not known', async () => {
    const table = await addCampaign('The table');
    const night = await addSession(table, 'Night', harbour);
    const answer = async (query: string) => {
      const { hits, isQuestion } = await ask({ query, campaignId: table });
      return [isQuestion, hits[0]?.session?.id ?? null, hits[0]?.lines.map(({ text }) => text).join(' ')];
    };
    const who = 'Who was absent last time?';
    expect(await answer(who)).toEqual([true, night, expect.stringContaining('has no players')]);
    const add = async (player: string, revision: number) => {
      const change = { kind: 'save', personId: null, role: 'player', player, characters: [] };
      const headers = { 'if-match': String(revision) };
      await read(user.call('POST', `/campaigns/${table}/cast`, { sessionId: null, change }, headers), 200);
    };
    await add('Otto', 0);
    expect(await answer(who)).toEqual([true, night, expect.stringContaining('whose voices these are')]);
    await add('Mira', 1);
    await add('Sten', 2);
    for (const query of [who, 'who wasn’t there', 'Who missed the last session?'])
      expect(await answer(query)).toEqual([true, night, 'Absent: Otto. There: Mira and Sten.']);
    expect((await ask({ query: who, campaignId: table })).hits[0]?.id).toMatch(/^missed [\w-]+$/u);

    expect(await answer('What is open?')).toEqual([true, null, expect.stringContaining('No notes have')]);
    const body = '- They owe Quill a boat.\n- Who rang the bell?';
    await saveNotes(night, [{ key: 'openThreads', title: 'Open threads', body, visibility: 'gm' }]);
    for (const query of ['what is open', 'Which quests are still open?', 'What promises remain unfinished?'])
      expect(await answer(query)).toEqual([true, null, 'Who rang the bell? They owe Quill a boat.']);
    expect((await ask({ query: 'What is open?' })).hits.some(({ id }) => id === 'known')).toBe(false);
    expect((await other.call('POST', '/search', { query: who, campaignId: table })).status).toBe(404);
  });

  it('takes the first word of a question for no misspelled one', async () => {
    const coast = await addCampaign('Coast');
    await addSession(coast, 'One', '[00:00:01] Jo: The tide comes in.');
    const answer = await searched({ query: 'Did the tyde come in?', campaignId: coast });
    expect(answer.also).toEqual([{ typed: 'tyde', found: 'tide' }]);
    expect(said(answer).join()).toContain('The tide comes in.');
  });

  it('suggests names of the glossary and of entries, and none of another user', async () => {
    expect(await read(user.call('GET', `/search/suggestions?campaignId=${campaignId}`), 200)).toEqual({
      names: ['Viskorad', 'Allura'],
    });
    expect(await read(other.call('GET', '/search/suggestions'), 200)).toEqual({ names: [] });
    await read(other.call('GET', `/search/suggestions?campaignId=${campaignId}`), 404);
  });

  it('finds nothing of another user, and refuses what is not the caller’s', async () => {
    expect((await read<SearchResult>(other.call('POST', '/search', { query: 'lantern' }), 200)).hits).toEqual(
      [],
    );
    await read(other.call('POST', '/search', { query: 'lantern', campaignId }), 404);
    await read(other.call('POST', '/search', { query: 'lantern', sessionId: first }), 404);
    await read(user.call('POST', '/search', { query: ' ' }), 400);
  });

  it('finds in a language’s own forms of words', async () => {
    const german = await addCampaign('Küste', { language: 'de' });
    await addSession(german, 'Eins', '[00:00:01] Jo: Die Häuser am Hafen brannten.');
    expect(said(await searched({ query: 'Haus Hafen', campaignId: german })).join()).toContain(
      'Die Häuser am Hafen brannten.',
    );
  });

  describe('for readers of shared pages', () => {
    const show = { recap: true, scenes: true, moments: true, entities: true, playerNames: true };
    const found = async (query: string, audience: 'players' | 'public', switches = show) => {
      const { orm } = server.database;
      const { hits, also } = await search(orm, {
        query,
        campaigns: [await ownCampaign(orm, user.userId, campaignId)],
        filters: { sessionId: null, speaker: null, kind: null },
        reader: { audience, shown: new Map([[first, switches]]) },
      });
      return { texts: said({ hits } as SearchResult), also, hits };
    };

    it('shows only what they may read, and no seconds', async () => {
      await searched({ query: 'tide' });
      expect((await found('lantern', 'players')).texts).toEqual(['Allura: keeps a lantern']);
      expect((await found('lantern', 'public')).texts).toEqual([]);
      expect((await found('tide', 'public')).texts).toEqual(['The tide is late.']);
      expect((await found('drowned king', 'players')).texts).toEqual([]);
      expect((await found('captain', 'players')).texts).toEqual([]);
      expect((await found('gate', 'players')).texts).toEqual([]);
      expect((await found('Allura', 'players')).hits[0]).toMatchObject({
        playFromMs: null,
        lines: [{ startMs: null }],
      });
    });

    it('[R1.4] finds nothing of a whole section that is whispered to one character', async () => {
      for (const query of ['oyster', 'pearl', 'glows', 'Where was the pearl hid?', 'oister'])
        for (const audience of ['players', 'public'] as const) {
          const { texts, also } = await found(query, audience);
          expect([texts.join(), also]).toEqual([expect.not.stringMatching(/oyster|pearl|glows/), []]);
        }
      expect(said(await ask({ query: 'pearl' })).join()).toContain('A pearl was hid.');
    });

    it('suggests no word that they may not read', async () => {
      expect((await found('drownned', 'players')).also).toEqual([]);
      expect((await found('wiskorat', 'players')).also).toEqual([]);
      expect((await found('alurra', 'players')).also).toEqual([{ typed: 'alurra', found: 'allura' }]);
    });

    it('leaves out what a link’s switches leave out', async () => {
      expect((await found('lantern', 'players', { ...show, entities: false })).texts).toEqual([]);
      expect((await found('alurra', 'players', { ...show, entities: false })).also).toEqual([]);
    });
  });
});
