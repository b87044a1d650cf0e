import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import { SearchAnswer, type SearchResult } from '#contract/search.ts';
import { defaultShow, type LinkAudience, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { Timeline } from '#contract/timeline.ts';
import type { World } from '#contract/world.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { memoryOf } from '#server/world/memory.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { createFakeNotes, smallResult } from '#tests/support/fake-engines.ts';
import fc from '#tests/support/property.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { noSpeechEngine } from '#tests/support/work-server.ts';
import { contractCalls } from '../../../src/setup/access/contract-calls.ts';

const RUNS = testsEverything ? 2 : 1;
const SESSIONS = 2;
const audiences: readonly LinkAudience[] = ['players', 'public'];
/** No two begin, end or sound alike. */
const words =
  'Ysolde Orrin Kastor Brask Tamsin Viskorad Allura Percivald Maerwyn Dunstable Quillon Jorvik Ebonhart Lucinda Zephyra Wolfram Hespera'.split(
    ' ',
  );

let server: TestServer;
let user: TestUser;
/** All that a model was given. */
const prompts: string[] = [];

/** Remembers each name of the transcript, with what was said of it. */
const writer: NotesEngine = {
  ...createFakeNotes({ id: 'endpoint fake' }).engine,
  async write(request) {
    const found = request.transcript.segments.flatMap(({ id, startMs, endMs, text }) => {
      const name = words.find((word) => text.includes(word));
      const evidence = { segmentIds: [id], startMs, endMs };
      return name === undefined ? [] : [{ name, text, evidence }];
    });
    return {
      ...smallResult(request),
      npcs: found.map(({ name, text, evidence }) => ({
        name,
        description: text,
        evidence,
        isNew: true,
        presence: 'met' as const,
      })),
      openThreads: found.map(({ text, evidence }) => ({ text, evidence })),
    };
  },
  async answer({ passages }) {
    prompts.push(JSON.stringify(passages));
    return passages.map(({ lines }, at) => ({ text: lines.join(' '), passages: [at] }));
  },
};

beforeAll(async () => {
  server = await createTestServer({
    config: { freeAnalyses: 100 },
    overrides: {
      engines: {
        speech: noSpeechEngine,
        notes: createHighlightsEngine(),
        writers: { service: writer, page: createHighlightsEngine() },
      },
    },
  });
  await server.start();
});
afterAll(() => server.close());

async function call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  expect(`${method} ${path} ${answer.status} ${text}`).toMatch(/ 20\d /u);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** A word of the campaign, and who may still read it. */
interface Marker {
  word: string;
  session: number;
  /** Null: of its notes or its title. */
  voice: number | null;
  readers: Set<'gm' | LinkAudience>;
}

interface Evenings {
  campaignId: string;
  sessions: string[];
  links: Record<LinkAudience, string>;
  markers: Marker[];
}

type Step =
  | { what: 'delete'; session: number }
  | { what: 'hide'; session: number }
  | { what: 'erase'; session: number; voice: number }
  | { what: 'revoke'; audience: LinkAudience };

const session = fc.nat({ max: SESSIONS - 1 });
/** One of each, in any order. */
const orders = fc
  .tuple(
    session.map((at): Step => ({ what: 'delete', session: at })),
    session.map((at): Step => ({ what: 'hide', session: at })),
    fc.record({ what: fc.constant('erase' as const), session, voice: fc.nat({ max: 1 }) }),
    fc.constantFrom(...audiences).map((audience): Step => ({ what: 'revoke', audience })),
  )
  .chain((steps) => fc.shuffledSubarray<Step>(steps, { minLength: steps.length }));

const section = (key: string, word: string, visibility: 'gm' | LinkAudience) => ({
  key,
  title: key,
  visibility,
  body: `The lantern of ${word} burns.`,
});

async function evenings(): Promise<Evenings> {
  user = await server.signIn();
  const { id: campaignId } = await call<{ id: string }>('POST', '/campaigns', { title: 'The Coast' });
  const unused = [...words];
  const markers: Marker[] = [];
  const mark = (session: number, voice: number | null, ...readers: ('gm' | LinkAudience)[]) => {
    const word = unused.shift() ?? '';
    markers.push({ word, session, voice, readers: new Set(readers) });
    return word;
  };
  const sessions: string[] = [];
  for (let at = 0; at < SESSIONS; at += 1) {
    const title = `Evening ${mark(at, null, 'gm', 'players', 'public')}`;
    const { id } = await call<{ id: string }>('POST', `/campaigns/${campaignId}/sessions`, { title });
    sessions.push(id);
    const [one, other] = [mark(at, 0, 'gm'), mark(at, 1, 'gm')];
    const said = [
      `[00:00:05] Mira: ${one} waits behind the amber door.`,
      `[00:00:09] Sten: We owe ${other} a boat.`,
      '[00:01:00] Mira: Then we go.',
      '[00:02:00] Sten: At dawn.',
    ];
    const imported = await server.app.request(`/sessions/${id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode(said.join('\n')),
    });
    expect(imported.status).toBe(201);
    const quote = await call<Quote>('POST', `/sessions/${id}/quote`);
    const body = { quoteId: quote.id, detailLevel: 'brief', writer: 'service' };
    const headers = { 'idempotency-key': quote.id };
    const started = await call<Analysis>('POST', `/sessions/${id}/analyses`, body, headers);
    await vi.waitFor(
      async () => expect((await call<Analysis>('GET', `/analyses/${started.id}`)).status).toBe('completed'),
      { timeout: 60_000, interval: 20 },
    );
    await saveNotes(id, [
      section('own', mark(at, null, 'gm'), 'gm'),
      section('told', mark(at, null, 'gm', 'players'), 'players'),
      section('summary', mark(at, null, 'gm', 'players', 'public'), 'public'),
      {
        ...section('scenes', '', 'players'),
        body: `### The gate\n\nIt is the 3rd day of ${mark(at, null, 'gm', 'players')}.`,
      },
    ]);
    const { evenings: dated } = await call<Timeline>('GET', `/campaigns/${campaignId}/timeline?audience=gm`);
    const scene = dated.at(-1)?.scenes[0];
    const edit = { date: `Eve of ${mark(at, null, 'gm', 'players')}`, of: scene?.of };
    await call('POST', `/campaigns/${campaignId}/world/changes`, {
      changes: [{ key: scene?.key, revision: 0, edit }],
    });
  }
  await call('PUT', `/campaigns/${campaignId}/prep/pin`, { pin: 'now' });
  const linkOf = async (audience: LinkAudience) => {
    const link = await call<ShareLink>('PUT', `/campaigns/${campaignId}/${audience}-link`, {
      show: defaultShow(audience),
      ...(audience === 'players' ? { passphrase: null } : {}),
    });
    return sharedPath({ kind: 'campaign', id: campaignId, audience }, link.publicId ?? '');
  };
  const links = { players: await linkOf('players'), public: await linkOf('public') };
  return { campaignId, sessions, links, markers };
}

async function saveNotes(sessionId: string, sections: readonly object[]): Promise<void> {
  const { revision } = await call<{ revision: number }>('GET', `/sessions/${sessionId}/notes`);
  await call('PATCH', `/sessions/${sessionId}/notes`, { sections }, { 'if-match': String(revision) });
}

/** What each reader gets: by every call that reads a campaign, every question, every page, and every prompt. */
async function readBy({ campaignId, sessions, links, markers }: Evenings) {
  const texts: Record<'gm' | LinkAudience, string[]> = { gm: [], players: [], public: [] };
  const get = async (path: string) => (await user.call('GET', path)).text();
  for (const { call: read } of contractCalls) {
    const { method, path, params } = read;
    const isOfCampaign = Object.keys(params?.shape ?? {}).join() === 'campaignId';
    if (method !== 'GET' || !isOfCampaign || /\/export$/.test(path)) continue;
    const address = path.replace('{campaignId}', campaignId);
    if ('audience' in (read.query?.shape ?? {}))
      for (const audience of ['gm', ...audiences] as const)
        texts[audience].push(await get(`${address}?audience=${audience}`));
    else texts.gm.push(await get(address));
  }
  for (const audience of ['gm', ...audiences] as const)
    texts[audience].push(await get(`/campaigns/${campaignId}/export?format=text&audience=${audience}`));
  for (const { key } of (await call<World>('GET', `/campaigns/${campaignId}/world`)).entries)
    texts.gm.push(await get(`/campaigns/${campaignId}/world/${key}`));
  for (const id of sessions) texts.gm.push(JSON.stringify(await memoryOf(server.database.orm, id)));
  const question = `Who are ${markers.map(({ word }) => word).join(', ')}?`;
  prompts.length = 0;
  const answered = await (await user.call('POST', '/search/answer', { query: question, campaignId })).text();
  const data = /event: answer\ndata: (.*)\n/.exec(answered)?.[1] ?? 'null';
  const { result, sentences } = SearchAnswer.parse(JSON.parse(data));
  texts.gm.push(JSON.stringify([result, sentences]), ...prompts);
  for (const audience of audiences) {
    const page = await server.app.request(links[audience], { headers: { accept: 'text/html' } });
    texts[audience].push(await page.text());
  }
  prompts.length = 0;
  const page = await server.app.request(`${links.players}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ query: question }).toString(),
  });
  await page.text();
  texts.players.push(...prompts);
  return { gm: texts.gm.join('\n'), players: texts.players.join('\n'), public: texts.public.join('\n') };
}

async function take(step: Step, { campaignId, sessions, links, markers }: Evenings): Promise<void> {
  if (step.what === 'revoke') {
    await call('DELETE', `/campaigns/${campaignId}/${step.audience}-link`);
    expect((await server.app.request(links[step.audience])).status).toBe(404);
    return;
  }
  const id = sessions[step.session] ?? '';
  const own = markers.filter(({ session }) => session === step.session);
  // It is deleted already.
  if (own.every(({ readers }) => readers.size === 0)) return;
  if (step.what === 'delete') {
    await call('DELETE', `/sessions/${id}`);
    for (const { readers } of own) readers.clear();
  } else if (step.what === 'hide') {
    const { title } = await call<{ title: string }>('GET', `/sessions/${id}`);
    const { sections } = await call<{ sections: object[] }>('GET', `/sessions/${id}/notes`);
    await saveNotes(
      id,
      sections.map((each) => ({ ...each, visibility: 'gm' })),
    );
    for (const { readers, word } of own)
      if (!title.includes(word)) for (const audience of audiences) readers.delete(audience);
  } else {
    const { transcriptId } = await call<{ transcriptId: string }>('GET', `/sessions/${id}`);
    const { segments } = await call<{ segments: { speakerId: string | null; text: string }[] }>(
      'GET',
      `/transcripts/${transcriptId}/segments?limit=500`,
    );
    const erased = own.find(({ voice }) => voice === step.voice);
    const speakerId = segments.find(({ text }) => text.includes(erased?.word ?? ''))?.speakerId;
    await call('POST', `/sessions/${id}/voices/erased`, { transcriptId, speakerId });
    erased?.readers.clear();
  }
}

it('[D10] leaves nothing in any reader of a campaign’s texts, in whatever order sessions go, notes are hidden, voices erased and links revoked', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const all = await evenings();
      await vi.waitFor(
        async () => {
          const found = await call<SearchResult>('POST', '/search', {
            query: 'lantern',
            campaignId: all.campaignId,
          });
          expect(found.isIndexing).toBe(false);
        },
        { timeout: 20_000, interval: 20 },
      );
      const before = await readBy(all);
      for (const { word, readers } of all.markers)
        for (const reader of readers) expect(before[reader], `${word} for ${reader}`).toContain(word);
      for (const step of order) {
        await take(step, all);
        const seen = await readBy(all);
        const left = all.markers.flatMap(({ word, readers }) =>
          (['gm', ...audiences] as const)
            .filter((reader) => !readers.has(reader) && seen[reader].includes(word))
            .map((reader) => `after ${JSON.stringify(step)}, ${reader} reads ${word}`),
        );
        expect(left).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
});
