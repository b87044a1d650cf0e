import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotesSection } from '#contract/notes.ts';
import { highlightsLabel } from '#contract/result-parts.ts';
import { defaultShow, type ShareLink, type Show, sharedPath } from '#contract/sharing.ts';
import type { Visibility } from '#contract/visibility.ts';
import { notes } from '#server/campaigns/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { transcripts } from '#server/recordings/tables.ts';
import fc, { runs } from '#tests/support/property.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const initial = defaultShow('public');
const everything: Show = { ...initial, playerNames: true };
const publicPath = (kind: 'campaign' | 'session', id: string, publicId: string) =>
  sharedPath({ kind, id, audience: 'public' }, publicId);
const unknownId = '01890000-0000-7000-8000-000000000000';

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

async function madeSession(title: string, sections: readonly Partial<NotesSection>[]): Promise<string> {
  const id = await made(`/campaigns/${campaignId}/sessions`, { title });
  await write(id, sections);
  return id;
}

async function write(
  sessionId: string,
  sections: readonly Partial<NotesSection>[],
  revision = 1,
): Promise<void> {
  const line = { text: 'evidencesecret', evidence: { segmentIds: ['segmentsecret'], startMs: 1, endMs: 2 } };
  const values = {
    sections: sections.map(
      (section, index): NotesSection => ({
        key: `own${index}`,
        title: 'Part',
        body: '',
        visibility: 'gm',
        source: 'mixed',
        lines: [line],
        ...section,
      }),
    ),
    revision,
    updatedAt: server.clock.now(),
  };
  await server.database.orm
    .insert(notes)
    .values({ sessionId, ...values })
    .onConflictDoUpdate({ target: notes.sessionId, set: values });
}

async function share(kind: 'campaign' | 'session', id: string, show = everything): Promise<string> {
  const answer = await user.call('PUT', `/${kind}s/${id}/public-link`, { show });
  const { publicId } = (await answer.json()) as ShareLink;
  return publicPath(kind, id, publicId ?? '');
}

const open = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', path, undefined, { accept: 'text/html', ...headers });
const text = async (path: string) => (await open(path)).text();

describe('a public link', () => {
  it('[R2.8] [R6.5] [D10] opens the page of a session for anyone, unindexed and never cached', async () => {
    const id = await madeSession('The Drowned <Chapel>', [
      { key: 'summary', title: 'The story', body: 'They went **down** & found it.', visibility: 'public' },
      {
        key: 'npcs',
        title: 'People',
        body: '- **Ada**: a smith\n- <!-- gm --> **Mole**',
        visibility: 'public',
      },
      { key: 'quests', title: 'Quests', body: 'hiddenquest', visibility: 'players' },
    ]);
    const path = await share('session', id);
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const html = await answer.text();
    expect(html).toContain('<h1>The Drowned &lt;Chapel&gt;</h1>');
    expect(html).toContain('They went <strong>down</strong> &amp; found it.');
    expect(html).toContain(
      '<meta property="og:title" content="The Drowned &lt;Chapel&gt; · The Lantern Coast">',
    );
    expect(html).toContain('<meta name="description" content="They went down &amp; found it.">');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(html).not.toMatch(/Mole|hiddenquest|evidence|segment|descriptionsecret/);
  });

  it('says that the notes are highlights, also if the part that says so is not shared', async () => {
    const label = { key: 'summary', body: `*${highlightsLabel}*\n\nThe bell rang.` };
    const npcs = { key: 'npcs', title: 'People', body: '- Ada', visibility: 'public' } as const;
    const saidIn = async (...sections: Partial<NotesSection>[]) => {
      const html = await text(await share('session', await madeSession('Labeled', sections)));
      return html.match(/<(em|p class="shared-label")>Highlights: /g)?.length ?? 0;
    };
    expect(await saidIn(label, npcs)).toBe(1);
    expect(await saidIn({ ...label, visibility: 'public' }, npcs)).toBe(1);
    expect(await saidIn(npcs)).toBe(0);
    expect(await saidIn(label)).toBe(0);
  });

  it('is described by what happened in the session, not by the label of its notes', async () => {
    const body = `*${highlightsLabel}*\n\nThe bell rang.`;
    const id = await madeSession('Described', [{ key: 'summary', body, visibility: 'public' }]);
    expect(await text(await share('session', id))).toContain(
      '<meta name="description" content="The bell rang.">',
    );
  });

  it('[D10] has a new address each time it is turned on, and old ones never work again', async () => {
    const id = await madeSession('Renewed', [{ body: 'shown', visibility: 'public' }]);
    const first = await share('session', id);
    const renewed = (await (
      await user.call('POST', `/sessions/${id}/public-link/renewal`)
    ).json()) as ShareLink;
    const second = publicPath('session', id, renewed.publicId ?? '');
    expect((await open(second)).status).toBe(200);
    expect((await open(first)).status).toBe(404);
    expect((await user.call('DELETE', `/sessions/${id}/public-link`)).status).toBe(204);
    expect((await user.call('DELETE', `/sessions/${id}/public-link`)).status).toBe(204);
    expect((await open(second)).status).toBe(404);
    expect((await user.call('POST', `/sessions/${id}/public-link/renewal`)).status).toBe(409);
    const third = await share('session', id);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(third.split('/').at(-1)).toMatch(/^[\w-]{22}$/);
  });

  it('[D10] returns the same 404 bytes for every unknown address', async () => {
    const id = await madeSession('Revoked', [{ body: 'shown', visibility: 'public' }]);
    const path = await share('session', id);
    const publicId = path.split('/').at(-1) ?? '';
    await user.call('DELETE', `/sessions/${id}/public-link`);
    const other = await share('session', await madeSession('Other', []));
    const answers = [
      path,
      publicPath('campaign', id, publicId),
      publicPath('session', id, other.split('/').at(-1) ?? ''),
      publicPath('session', unknownId, publicId),
      publicPath('session', 'no-id', 'nothing'),
      publicPath('campaign', campaignId, '%00'),
    ].map(async (address) => {
      const answer = await open(address);
      return {
        status: answer.status,
        headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
        body: await answer.text(),
      };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first?.status).toBe(404);
    for (const each of others) expect(each).toEqual(first);
  });

  it('shows changes at once, and what the link shows', async () => {
    const id = await madeSession('Changing', [
      { key: 'scenes', title: 'Scenes', body: 'onescene', visibility: 'public' },
      { key: 'memorableMoments', title: 'Moments', body: 'onemoment', visibility: 'public' },
    ]);
    const path = await share('session', id);
    expect(await text(path)).toMatch(/onescene.*onemoment/s);
    expect(await share('session', id, { ...everything, moments: false })).toBe(path);
    expect(await text(path)).not.toContain('onemoment');
    await write(id, [{ key: 'scenes', title: 'Scenes', body: 'twoscene', visibility: 'public' }], 2);
    expect(await text(path)).toMatch(/twoscene/);
    expect(await text(path)).not.toMatch(/onescene/);
  });

  it('[R2.7] a campaign links to its shared sessions, which link to each other', async () => {
    const ids = [];
    for (const title of ['Alpha', 'Beta', 'Gamma'])
      ids.push(
        await madeSession(title, [
          { key: 'npcs', title: 'People', body: `- **of ${title}**`, visibility: 'public' },
        ]),
      );
    const [alpha = '', , gamma = ''] = ids;
    const paths = [await share('session', alpha), await share('session', gamma)];
    const campaign = await share('campaign', campaignId);
    expect(await text(paths[1] ?? '')).toContain(`rel="prev" href="${paths[0]}"`);
    expect(await text(paths[1] ?? '')).not.toContain('Beta');
    expect(await text(paths[0] ?? '')).toContain(`href="${campaign}"`);
    const page = await text(campaign);
    expect(page).toContain(`href="${paths[0]}"`);
    expect(page).toContain('of Beta');
    expect(page).not.toMatch(/descriptionsecret/);
    await user.call('DELETE', `/campaigns/${campaignId}/public-link`);
    expect(await text(paths[0] ?? '')).not.toContain(campaign);
  });

  it('[R1.4] hides players’ names unless the game master shows them', async () => {
    const id = await madeSession('Laura’s birthday', [
      {
        key: 'summary',
        title: 'What Laura did',
        body: 'Laura and *Travis* lit the &#76;aura lamp.',
        visibility: 'public',
      },
    ]);
    await server.database.orm.insert(transcripts).values({
      id: newId(),
      sessionId: id,
      source: 'import',
      timing: 'measured',
      engine: 'vtt',
      durationMs: 1,
      speakers: ['Laura', 'Travis'].map((label, index) => ({
        id: `p${index}`,
        label,
        role: 'player' as const,
        playerCharacterId: null,
        talkMs: 1,
      })),
      segmentCount: 0,
      wordCount: 0,
      warnings: [],
      createdAt: server.clock.now(),
      complete: true,
    });
    const path = await share('session', id, initial);
    expect(await text(path)).not.toMatch(/Laura|Travis/);
    expect(await text(path)).toContain('Player 1 and <em>Player 2</em> lit the Player 1 lamp.');
    await share('session', id, everything);
    expect(await text(path)).toContain('Laura');
  });

  it('can only be read and changed by the game master', async () => {
    const id = await madeSession('Mine', []);
    await share('session', id);
    const stranger = await server.signIn();
    for (const [method, path] of [
      ['GET', `/sessions/${id}/public-link`],
      ['PUT', `/sessions/${id}/public-link`],
      ['DELETE', `/campaigns/${campaignId}/public-link`],
      ['POST', `/sessions/${id}/public-link/renewal`],
      ['GET', `/sessions/${id}/shared-notes?audience=public`],
    ] as const) {
      const answer = await stranger.call(method, path, method === 'PUT' ? { show: everything } : undefined);
      expect(answer.status, path).toBe(404);
    }
    expect(await (await stranger.call('GET', '/links')).json()).toEqual({ links: [] });
  });

  it('is listed while it is on', async () => {
    const owner = await server.signIn();
    const campaign = (
      (await (await owner.call('POST', '/campaigns', { title: 'Listed' })).json()) as { id: string }
    ).id;
    await owner.call('PUT', `/campaigns/${campaign}/public-link`, { show: initial });
    const { links } = (await (await owner.call('GET', '/links')).json()) as {
      links: { title: string }[];
    };
    expect(links).toMatchObject([
      { kind: 'campaign', id: campaign, title: 'Listed', campaignTitle: 'Listed' },
    ]);
    await owner.call('DELETE', `/campaigns/${campaign}/public-link`);
    expect(await (await owner.call('GET', '/links')).json()).toEqual({ links: [] });
  });
});

describe('no secret leaves the server', () => {
  const visibility = fc.constantFrom<Visibility>('gm', 'players', 'public');
  const marker = fc.option(fc.oneof(visibility, fc.constantFrom('secret', 'gm players')), { nil: null });
  const keys = fc.constantFrom(
    'summary',
    'scenes',
    'npcs',
    'toConfirm',
    'memorableMoments',
    'traitors',
    'quests',
  );
  const item = fc.record({ marker, isHeading: fc.boolean() });
  const section = fc.record({ key: keys, visibility, items: fc.array(item, { maxLength: 5 }) });
  const show = fc.record({
    recap: fc.boolean(),
    scenes: fc.boolean(),
    moments: fc.boolean(),
    entities: fc.boolean(),
    playerNames: fc.boolean(),
  });

  it('[R6.5] [D10] for any visibility, before and after revoking, at two hosts', async () => {
    const id = await madeSession('Crawled', []);
    let revision = 10;
    await fc.assert(
      fc.asyncProperty(fc.array(section, { maxLength: 4 }), show, async (sections, chosen) => {
        revision += 1;
        const secrets: string[] = [];
        const written = sections.map(({ key, visibility: own, items }, at) => {
          if (own !== 'public') secrets.push(`title${at}secret`);
          let scene: string | null = null;
          const blocks = items.map(({ marker: mark, isHeading }, index) => {
            const word = `item${at}of${index}secret`;
            if (isHeading) scene = mark;
            const isPublic =
              (mark ?? scene ?? own) === 'public' && (isHeading || (scene ?? 'public') === 'public');
            if (!isPublic || key === 'toConfirm') secrets.push(word);
            return `${isHeading ? '### ' : '- '}${mark === null ? '' : `<!-- ${mark} --> `}${word}`;
          });
          return { key, title: `title${at}secret`, visibility: own, body: blocks.join('\n\n') };
        });
        await write(id, written, revision);
        const paths = [await share('session', id, chosen), await share('campaign', campaignId, chosen)];
        const always = [user.userId, 'owner-secret', 'evidencesecret', 'segmentsecret', 'descriptionsecret'];
        for (const path of paths) {
          for (const host of ['one.example', 'two.example']) {
            const answer = await server.app.request(`http://${host}${path}`, {
              headers: { accept: 'text/html' },
            });
            const seen = (await answer.text()) + JSON.stringify([...answer.headers]);
            for (const secret of [...secrets, ...always]) expect(seen).not.toContain(secret);
          }
        }
        for (const page of ['session', 'campaign']) {
          const shared = await user.call('GET', `/sessions/${id}/shared-notes?audience=public&page=${page}`);
          const preview = await shared.text();
          for (const secret of secrets) expect(preview).not.toContain(secret);
        }
        await user.call('DELETE', `/sessions/${id}/public-link`);
        await user.call('DELETE', `/campaigns/${campaignId}/public-link`);
        for (const path of paths) {
          const gone = await open(path);
          expect(gone.status).toBe(404);
          expect(await gone.text()).not.toMatch(/secret|Crawled|Lantern/);
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
