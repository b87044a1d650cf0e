import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctionLimits } from '#contract/corrections.ts';
import { exportFormats } from '#contract/export-formats.ts';
import type { ImportPreview } from '#contract/exports.ts';
import type { Notes } from '#contract/notes.ts';
import type { ProposalList } from '#contract/proposals.ts';
import { resultParts } from '#contract/result-parts.ts';
import { type LinkAudience, type SharedKind, sharedPath } from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { createImportStage, removeAbandonedStages } from '#server/exports/imports/import-stage.ts';
import { notesImportStages } from '#server/exports/tables.ts';
import { createNotesThreads } from '#server/exports/threads/notes-threads.ts';
import { newId } from '#server/platform/ids.ts';
import { proposals, shareLinks } from '#server/sharing/tables.ts';
import { createPageThreads } from '#server/sharing/threads/page-threads.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { type Hold, watchHolds } from '#tests/support/database-holds.ts';
import { type DiscordServer, startDiscordServer } from '#tests/support/discord-server.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { createFakeNotes } from '#tests/support/fake-engines.ts';
import { bomb, fenced, hostile, lyingZip, vaultOf, yaml } from '#tests/support/hostile-texts.ts';
import { expectNoHold, longestStretch, threadMilliseconds } from '#tests/support/longest-stretch.ts';
import fc from '#tests/support/property.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { noSpeechEngine } from '#tests/support/work-server.ts';

const noRecap = { text: 'Nothing.', unread: 0, isOtherLanguage: false, doubts: [], lines: [] };
const noChanges = { changes: [], dropped: 0, unread: 0, unclear: 0, fixes: [] };
const NEIGHBOUR_EVERY_MS = 20;
/** Of one transaction: counts, which are the same on a busy computer. `npm run bench -- neighbour changes` takes the time. */
const MOST_HELD: Hold = { statements: 30, characters: 1_000_000, rows: 250 };
/** Of texts as large as may be, which the search index follows. */
const MOST_HELD_BY_LARGEST: Hold = { statements: 60, characters: 6_000_000, rows: 2_500 };
const ROUNDS = testsEverything ? 7 : 2;
/** Who play: short and long names, of words and of signs. */
const table = ['a', 'Matt', 'Word', 'Anne Marie', '漢字'].map((name) => `${name}: We go down.`).join('\n');

let discord: DiscordServer;
let server: TestServer;
let closeDatabase: () => Promise<void>;
let holds: ReturnType<typeof watchHolds>;
let user: TestUser;
let neighbour: TestUser;
let campaign: string;
let session: string;
let pages: [string, string][];
/** Another one, so that its imports do not change what is exported. */
let library: string;

beforeAll(async () => {
  discord = await startDiscordServer();
  const opened = await openTestDatabase();
  closeDatabase = () => opened.close();
  holds = watchHolds(opened);
  server = await createTestServer({
    database: holds.database,
    config: { webhooks: { hosts: [new URL(discord.origin).host], http: true } },
    overrides: {
      engines: {
        speech: noSpeechEngine,
        notes: { ...createFakeNotes().engine, change: async () => noChanges, recap: async () => noRecap },
        writers: { page: createHighlightsEngine() },
      },
      notesThreads: createNotesThreads({ limitMs: 1500 }),
      pageThreads: createPageThreads({ limitMs: 1500 }),
      posting: { resolve: async () => ['127.0.0.1'] },
    },
  });
  // Instructions go into its queue.
  await server.start();
  user = await server.signIn();
  neighbour = await server.signIn();
  campaign = await made('/campaigns', { title: 'The Drowned Chapel' });
  library = await made('/campaigns', { title: 'The Library' });
  const webhook: Response = await user.call('PUT', `/campaigns/${campaign}/posting/webhook`, {
    address: discord.webhook,
  });
  expect(webhook.status).toBeLessThan(300);
  session = await made(`/campaigns/${campaign}/sessions`, { title: 'The Bell Below' });
  const spoken: Response = await send(`/sessions/${session}/transcripts`, strToU8(table));
  expect(spoken.status).toBe(201);
  pages = [
    ['public page', await shared('session', session, 'public')],
    ["players' page", await shared('session', session, 'players')],
    ['page of the campaign', await shared('campaign', campaign, 'players')],
  ];
});
afterAll(async () => {
  await server.close();
  await closeDatabase();
  await discord.close();
});

async function made(path: string, body: unknown): Promise<string> {
  const answer: Response = await user.call('POST', path, body);
  return (await answer.json()).id;
}

/** With pseudonyms for all who speak in `table`. */
async function shared(kind: SharedKind, id: string, audience: LinkAudience): Promise<string> {
  const link: Response = await user.call('PUT', `/${kind}s/${id}/${audience}-link`, {
    show: { recap: true, scenes: true, moments: true, entities: true, playerNames: false },
  });
  return sharedPath({ kind, id, audience }, (await link.json()).publicId);
}

async function send(path: string, bytes: Uint8Array, name = 'evening.txt'): Promise<Response> {
  return server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/octet-stream',
        'x-file-name': name,
      },
      body: bytes as BodyInit,
    }),
  );
}

async function change(sections: object[]): Promise<Response> {
  const read: Response = await user.call('GET', `/sessions/${session}/notes`);
  const { revision }: Notes = await read.json();
  return user.call('PATCH', `/sessions/${session}/notes`, { sections }, { 'if-match': String(revision) });
}

async function imported(bytes: Uint8Array): Promise<Response> {
  const preview = await send(`/campaigns/${library}/import/preview`, bytes);
  if (preview.status !== 200) return preview;
  const { version }: ImportPreview = await preview.json();
  return send(`/campaigns/${library}/import?version=${version}&existing=append`, bytes);
}

/** The first line of what was imported last becomes this text. */
async function edited(transcript: string, text: string): Promise<Response> {
  const read: Response = await user.call('GET', `/transcripts/${transcript}/segments?limit=1`);
  const { segments } = await read.json();
  const lines = segments.map((line: { id: string; text: string }) => ({ id: line.id, text: line.text }));
  return user.call('POST', `/transcripts/${transcript}/edits`, { lines, texts: [text] });
}

type Door = [door: string, call: () => Promise<Response>];

/** What is short by its schema, and what then is read or written with it. */
function shortDoors(round: number, one: string, other: string): Door[] {
  const short = (text: string, most: number) => text.trim().slice(0, most).trim() || 'Mira';
  const latest = async (path: string) => {
    const read: Response = await user.call('GET', path);
    const { revision }: { revision: number } = await read.json();
    return { 'if-match': String(revision) };
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const suggested = { text: one.slice(0, 8000), author: short(other, 60) };
  const endings = ['vtt', 'srt', 'sbv', 'csv', 'tsv', 'json'];
  return [
    [
      'campaign',
      async () =>
        user.call(
          'PATCH',
          `/campaigns/${campaign}`,
          { title: short(one, 200), description: other.slice(0, 5000), instructions: one.slice(0, 2000) },
          await latest(`/campaigns/${campaign}`),
        ),
    ],
    [
      'session',
      async () =>
        user.call(
          'PATCH',
          `/sessions/${session}`,
          { title: short(other, 200) },
          await latest(`/sessions/${session}`),
        ),
    ],
    [
      'cast',
      async () => {
        const person = { player: short(one, 120), role: 'player', characters: [short(other, 120)] };
        return user.call(
          'POST',
          `/campaigns/${campaign}/cast`,
          { sessionId: null, change: { kind: 'save', personId: null, ...person } },
          await latest(`/campaigns/${campaign}/cast`),
        );
      },
    ],
    [
      'glossary',
      () => user.call('POST', `/campaigns/${library}/names/import`, { list: short(one, 100_000) }),
    ],
    ['names', () => user.call('GET', `/campaigns/${library}/names?limit=500`)],
    [
      'feedback',
      () =>
        user.call('POST', '/feedback', {
          categories: [],
          comment: short(other, 1000),
          openToContact: false,
          referenceId: null,
          referenceType: null,
        }),
    ],
    [
      'suggestion',
      async () => {
        const [, path] = pages[1] ?? [];
        const body = new URLSearchParams({ ...suggested, text: suggested.text.trim() || 'More, please.' });
        return server.app.request(`${path}/suggestion?kind=comment`, { method: 'POST', headers: form, body });
      },
    ],
    [
      'instruction',
      async () => {
        await user.call('DELETE', `/sessions/${session}/instruction`);
        return user.call('POST', `/sessions/${session}/instruction`, { text: short(one, 1000) });
      },
    ],
    [
      'recap',
      () =>
        user.call('POST', `/sessions/${session}/recaps`, {
          style: short(one, 200),
          character: null,
          reads: 'players',
        }),
    ],
    ['suggestions', () => user.call('GET', `/campaigns/${campaign}/proposals`)],
    [
      'comment on a page',
      async () => {
        const read: Response = await user.call('GET', `/campaigns/${campaign}/proposals`);
        const { open }: ProposalList = await read.json();
        return user.call('POST', `/proposals/${open[0]?.id}/acceptance`, { replacing: null });
      },
    ],
    ['questions', () => user.call('GET', `/campaigns/${campaign}/questions`)],
    ['notes for players', () => user.call('GET', `/sessions/${session}/shared-notes?audience=players`)],
    [
      'transcript of another kind',
      () =>
        send(
          `/sessions/${session}/transcripts`,
          strToU8(`WEBVTT\n\n00:01.000 --> 00:02.000\n${one}`),
          `evening.${endings[round % endings.length]}`,
        ),
    ],
    ...(round % 4 === 0
      ? [['everything', () => user.call('GET', `/users/${user.userId}/export`)] satisfies Door]
      : []),
  ];
}

interface Found {
  door: string;
  status: number;
  held: Hold;
}

async function through(door: string, call: () => Promise<Response>): Promise<Found & { body: Uint8Array }> {
  holds.most();
  let isOver = false;
  let waited = 0;
  async function askNextDoor(): Promise<void> {
    while (!isOver) {
      const before = threadMilliseconds();
      const { status } = await neighbour.call('GET', '/campaigns');
      waited = Math.max(waited, threadMilliseconds() - before);
      expect(status).toBe(200);
      await pause(NEIGHBOUR_EVERY_MS);
    }
  }
  const { result, milliseconds } = await longestStretch(async () => {
    const asking = askNextDoor();
    try {
      const answer = await call();
      return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
    } finally {
      isOver = true;
      await asking;
    }
  });
  expectNoHold(Math.max(milliseconds, waited), door);
  return { door, ...result, held: holds.most() };
}

const exceeds =
  (most: Hold) =>
  ({ status, held }: Found): boolean =>
    status >= 500 ||
    held.statements > most.statements ||
    held.characters > most.characters ||
    held.rows > most.rows;
const isFault = exceeds(MOST_HELD);
const isFaultOfLargest = exceeds(MOST_HELD_BY_LARGEST);

const { sectionCharacters } = textLimits;
const keys = [...resultParts.map(({ key }) => key), 'own-1'];

describe('every door for texts', () => {
  it('answers whatever comes, and never keeps another user waiting', { timeout: 180_000 }, async () => {
    const faults: (Found & { input: string })[] = [];
    const statuses = new Map<string, Set<number>>();
    const transcript: string = (await (await send(`/sessions/${session}/transcripts`, strToU8(table))).json())
      .id;
    let latest = transcript;
    const inputs = fc.sample(fc.tuple(hostile, hostile, yaml, fc.constantFrom(...keys)), ROUNDS);
    for (const [round, [one, other, properties, key]] of inputs.entries()) {
      const atLimit = (text: string) =>
        round % 4 === 0
          ? text.repeat(Math.ceil(sectionCharacters.most / text.length)).slice(0, sectionCharacters.most)
          : text;
      const sections = [
        { key, title: 'One', body: atLimit(one), visibility: 'public' },
        { key: 'npcs2', title: 'People', body: atLimit(other), visibility: 'players' },
      ];
      const vault = vaultOf(properties, one.slice(0, 100_000));
      const doors: Door[] = [
        ...shortDoors(round, one, other),
        [
          'transcript',
          async () => {
            const answer = await send(`/sessions/${session}/transcripts`, strToU8(one));
            if (answer.status === 201) latest = (await answer.clone().json()).id;
            return answer;
          },
        ],
        ['edit of a line', () => edited(latest, other.slice(0, 10_000))],
        ...[one, other].map(
          (text): Door => [
            'correction of a campaign',
            () =>
              user.call('POST', `/campaigns/${campaign}/corrections`, {
                wrong: text.trim().slice(0, 40).trim() || 'Mira',
                right: 'Mirabel of the Bells',
                dryRun: true,
              }),
          ],
        ),
        ['PATCH', () => change(sections)],
        ['notes', () => user.call('GET', `/sessions/${session}/notes`)],
        ...exportFormats.map(
          ({ format }): Door => [
            format,
            () => user.call('GET', `/sessions/${session}/export?format=${format}`),
          ],
        ),
        ...exportFormats.map(
          ({ format }): Door => [
            `${format} of a campaign`,
            () => user.call('GET', `/campaigns/${library}/export?format=${format}`),
          ],
        ),
        ['preview of a post', () => user.call('GET', `/sessions/${session}/posts/preview`)],
        ['messages', () => user.call('GET', `/sessions/${session}/export/discord?audience=players`)],
        ...pages.map(([door, path]): Door => [door, () => user.call('GET', path)]),
        ['import', () => send(`/campaigns/${campaign}/import/preview`, strToU8(one + other))],
        ['import that is carried out', () => imported(strToU8(`# One\n\n## Loot\n\n${one}${other}`))],
        ['import of a vault', () => send(`/campaigns/${campaign}/import/preview`, vault)],
        ['update of a vault', () => send(`/campaigns/${campaign}/export/vault`, vault)],
      ];
      for (const [door, call] of doors) {
        const { body: _, ...found } = await through(door, call);
        statuses.set(door, (statuses.get(door) ?? new Set()).add(found.status));
        if (isFault(found))
          faults.push({ ...found, input: JSON.stringify([one.slice(0, 40), key, properties.slice(0, 40)]) });
      }
    }
    expect(faults).toEqual([]);
    for (const [door, found] of statuses)
      expect([door, [...found].some((status) => status < 400)]).toEqual([door, true]);
  });
});

describe('what once ended or held the server', () => {
  const emptied = () => change([]);

  it('a word of 80,000 letters becomes Discord messages', async () => {
    await change([{ key: 'own-1', title: 'One', body: 'a'.repeat(80_000), visibility: 'gm' }]);
    const { status, body } = await through('messages', () =>
      user.call('GET', `/sessions/${session}/export/discord`),
    );
    expect(status).toBe(200);
    expect(
      new TextDecoder()
        .decode(body)
        .match(/a{100,}/g)
        ?.join(''),
    ).toHaveLength(80_000);
    await emptied();
  });

  const marks = `a${'\u0301\u0323'.repeat(100_000)}`;
  it.each<[string, number, (path: string) => Promise<Response>]>([
    [
      'a passphrase of nothing but marks',
      400,
      (path) => user.call('PUT', `${path}/public-link`, { passphrase: marks }),
    ],
    ['a name of nothing but marks', 201, (path) => user.call('POST', `${path}/names`, { term: marks })],
    ['a list of them', 201, (path) => user.call('POST', `${path}/names`, { term: 'Mira', aliases: [marks] })],
    [
      'a million empty sections',
      413,
      () =>
        user.call(
          'PATCH',
          `/sessions/${session}/notes`,
          { sections: new Array(1_000_000).fill({}) },
          { 'if-match': '0' },
        ),
    ],
    [
      'as many as a call can have',
      400,
      () =>
        user.call(
          'PATCH',
          `/sessions/${session}/notes`,
          { sections: new Array(20_000).fill({}) },
          { 'if-match': '0' },
        ),
    ],
    [
      'a thousand marks that are none',
      400,
      () => user.call('PUT', `/sessions/${session}/marks`, { marks: new Array(1000).fill({}) }),
    ],
  ])('%s', async (door, status, call) => {
    const path = `/campaigns/${await made('/campaigns', { title: 'The Marks' })}`;
    const { body: _, ...found } = await through(door, () => call(path));
    expect(found).toMatchObject({ status });
  });

  it('a form without an account, of nothing but marks', async () => {
    for (const [path, field] of [
      [pages[1]?.[1] ?? '', 'passphrase'],
      [`${pages[1]?.[1]}/suggestion?kind=comment`, 'text'],
    ] as const) {
      const body = new URLSearchParams({ [field]: marks.slice(0, 20_000) });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const found = await through(field, async () =>
        server.app.request(path, { method: 'POST', headers, body }),
      );
      expect(found.status).toBeLessThan(500);
    }
  });

  it('a full glossary, and a name that stands in every line of five evenings', {
    tags: ['everything'],
  }, async () => {
    const full = `/campaigns/${await made('/campaigns', { title: 'The Index' })}`;
    const path = `/campaigns/${await made('/campaigns', { title: 'The Scroll' })}`;
    const sessionId = await made(`${path}/sessions`, {});
    const list = Array.from({ length: 2000 }, (_, at) => `Name ${at}: a note`).join('\n');
    const glossary = await through('glossary', () => user.call('POST', `${full}/names/import`, { list }));
    const spoken: Response = await send(`/sessions/${sessionId}/transcripts`, strToU8(table));
    const { id }: { id: string } = await spoken.json();
    await server.database.orm.execute(sql`
      insert into segments (transcript_id, ordinal, id, start_ms, end_ms, text)
      select ${id}, i, 'x' || i, i, i, repeat('We row on to the bell. ', 20) || i from generate_series(100, 3000) i`);
    await server.database.orm.execute(sql`update transcripts set segment_count = 3001 where id = ${id}`);
    const asked = { wrong: 'We row', right: 'Werow', dryRun: true };
    const found = await through('correction', () => user.call('POST', `${path}/corrections`, asked));
    const { hits, more } = JSON.parse(new TextDecoder().decode(found.body));
    expect([hits.length, more]).toEqual([correctionLimits.hits, 2901 * 20 - correctionLimits.hits]);
    expect([glossary, found].filter(isFaultOfLargest).map(({ body: _, ...fault }) => fault)).toEqual([]);
    expect(glossary.held.rows).toBeLessThan(MOST_HELD.rows);
  });

  it('thousands of places in one section are corrected', async () => {
    const path = `/campaigns/${await made('/campaigns', { title: 'The Bell' })}`;
    const sessionId = await made(`${path}/sessions`, {});
    const body = 'Mira rang the bell, and it was heard. '.repeat(5200);
    const section = { key: 'own-1', title: 'One', body, visibility: 'gm' };
    const ifMatch = { 'if-match': '0' };
    await user.call('PATCH', `/sessions/${sessionId}/notes`, { sections: [section] }, ifMatch);
    const asked = { wrong: 'Mira', right: 'Mir', dryRun: true };
    const found = await through('dry run', () => user.call('POST', `${path}/corrections`, asked));
    const { hits }: { hits: { id: string }[] } = JSON.parse(new TextDecoder().decode(found.body));
    const chosen = { ...asked, dryRun: false, chosen: hits.map(({ id }) => id) };
    const done = await through('correction', () => user.call('POST', `${path}/corrections`, chosen));
    expect(hits).toHaveLength(correctionLimits.hits);
    expect(JSON.parse(new TextDecoder().decode(done.body)).changed).toBe(correctionLimits.hits);
    expect([found, done].filter(isFaultOfLargest).map(({ body: _, ...fault }) => fault)).toEqual([]);
  });

  it('thousands of quoted lines stay, move with their text and leave with it', {
    tags: ['everything'],
  }, async () => {
    const spoken: Response = await send(
      `/sessions/${session}/transcripts`,
      strToU8('Mira: We ring the bell.\nOrrin: Not again.'),
    );
    const { id }: { id: string } = await spoken.json();
    const read: Response = await user.call('GET', `/transcripts/${id}/segments`);
    const { segments }: { segments: { id: string }[] } = await read.json();
    const quotesOf = (part: number) =>
      Array.from({ length: 50 }, (_, at) => ({
        text: `They rang it ${part * 50 + at} times, says the keeper.`,
        segmentIds: segments.map((line) => line.id),
      }));
    const filler = 'The bell hung in the drowned chapel. '.repeat(190);
    const written = (order: (part: number) => number) =>
      Array.from({ length: 100 }, (_, part) => ({
        key: `own-${part}`,
        title: `Part ${part}`,
        body: `${quotesOf(order(part))
          .map(({ text }) => text)
          .join('\n')}\n${filler}`,
        visibility: 'gm',
      }));
    const linesOf = (bytes: Uint8Array) => {
      const { sections }: Notes = JSON.parse(new TextDecoder().decode(bytes));
      return sections.map(({ lines }) => lines.map(({ text }) => text));
    };
    const textsOf = (part: number) => quotesOf(part).map(({ text }) => text);

    const quoted = await through('PATCH', () =>
      change(written((part) => part).map((section, part) => ({ ...section, quotes: quotesOf(part) }))),
    );
    const moved = await through('PATCH', () => change(written((part) => 99 - part)));
    const seen = await through('notes', () => user.call('GET', `/sessions/${session}/notes`));
    const left = await through('PATCH', () => change([]));

    expect(
      [quoted, moved, seen, left].filter(isFaultOfLargest).map(({ body: _, ...found }) => found),
    ).toEqual([]);
    expect(linesOf(quoted.body)).toEqual(Array.from({ length: 100 }, (_, part) => textsOf(part)));
    expect(linesOf(moved.body)).toEqual(Array.from({ length: 100 }, (_, part) => textsOf(99 - part)));
    expect(linesOf(seen.body)).toEqual(linesOf(moved.body));
    expect(linesOf(left.body)).toEqual([]);
  });

  it('quotations of one repeated letter are looked for in notes of it', async () => {
    const spoken: Response = await send(`/sessions/${session}/transcripts`, strToU8('Mira: Aaaa.'));
    const { id }: { id: string } = await spoken.json();
    const read: Response = await user.call('GET', `/transcripts/${id}/segments`);
    const { segments }: { segments: { id: string }[] } = await read.json();
    const ids = segments.map((line) => line.id);
    const nearly = (at: number) => `${'a'.repeat(9000 + at)}b${'a'.repeat(9000)}`;
    const body = 'a'.repeat(sectionCharacters.most);
    const quotes = Array.from({ length: 50 }, (_, at) => ({ text: nearly(at), segmentIds: ids }));
    const section = { key: 'own-1', title: 'A', body, visibility: 'gm' };

    const quoted = await through('PATCH', () => change([{ ...section, quotes }]));
    const beyond = await change([
      { ...section, body: nearly(0), quotes: [...quotes, ...quotes].slice(0, 50) },
      { ...section, key: 'own-2', quotes },
    ]);
    await change([]);

    expect(isFaultOfLargest(quoted)).toBe(false);
    expect(JSON.parse(new TextDecoder().decode(quoted.body)).sections[0].lines).toEqual([]);
    expect(beyond.status).toBe(422);
  });

  it('a story, threads and questions of thousands of short lines that are nearly cited', async () => {
    const path = `/campaigns/${await made('/campaigns', { title: 'The Echo' })}`;
    const sessionId = await made(`${path}/sessions`, {});
    const spoken: Response = await send(`/sessions/${sessionId}/transcripts`, strToU8('Mira: Aaaa.'));
    const { id }: { id: string } = await spoken.json();
    const read: Response = await user.call('GET', `/transcripts/${id}/segments`);
    const { segments }: { segments: { id: string }[] } = await read.json();
    const ids = segments.map((line) => line.id);
    const section = { visibility: 'gm', title: 'A' };
    const short = 'a\n'.repeat(99_000);
    const sections = [
      {
        ...section,
        key: 'summary',
        body: `${'a'.repeat(19_900)}\n${'ab\n'.repeat(6600)}`,
        quotes: Array.from({ length: 50 }, (_, at) => ({ text: 'a'.repeat(19_900 - at), segmentIds: ids })),
      },
      ...['openThreads', 'quests', 'decisions'].map((key) => ({ ...section, key, body: short })),
      {
        ...section,
        key: 'toConfirm',
        body: `- Is “a${'” the same as “a'.repeat(3500)}\n- Does a${' play a'.repeat(9000)}`,
      },
    ];
    const written = await through('PATCH', () =>
      user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, { 'if-match': '0' }),
    );
    const story = await through('story', () => user.call('GET', `${path}/story?audience=gm`));
    const threads = await through('threads', () => user.call('GET', `${path}/threads`));
    const questions = await through('questions', () => user.call('GET', `${path}/questions`));
    const links = [{ ...section, key: 'own-1', body: `${'](a'.repeat(40_000)}${'<!--'.repeat(20_000)}` }];
    const linked = await through('PATCH', () =>
      user.call('PATCH', `/sessions/${sessionId}/notes`, { sections: links }, { 'if-match': '1' }),
    );
    const asked = { wrong: 'Mira', right: 'Myra', dryRun: true };
    const corrected = await through('correction', () => user.call('POST', `${path}/corrections`, asked));
    const all = [written, story, threads, questions, linked, corrected];
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(all.filter(isFaultOfLargest).map(({ body: _, ...found }) => found)).toEqual([]);
  });

  it('two million characters of notes are imported, all of them or nothing, and undone', {
    tags: ['everything'],
  }, async () => {
    const body = '**Mira** led them *down* the stair, and the bell rang.\n\n'.repeat(860);
    const bytes = strToU8(
      Array.from({ length: 40 }, (_, at) => `# Evening ${at}\n\n## Loot\n\n${body}`).join(''),
    );
    const patient = await createTestServer({ database: server.database, issuer: server.issuer });
    const post = async (to: string, body?: Uint8Array): Promise<Response> =>
      patient.fetch(
        new Request(`http://localhost${to}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${user.token}`,
            'content-type': 'application/octet-stream',
          },
          ...(body && { body: body as BodyInit }),
        }),
      );
    const path = `/campaigns/${await made('/campaigns', { title: 'The Shelf' })}`;
    const preview = await through('import', () => post(`${path}/import/preview`, bytes));
    const { version }: ImportPreview = JSON.parse(new TextDecoder().decode(preview.body));
    const stale = await through('import', () =>
      post(`${path}/import?version=stale`, strToU8('# One\n\n## Loot\n\nA rope')),
    );
    const none: Response = await user.call('GET', `${path}/sessions`);
    expect([stale.status, (await none.json()).sessions]).toEqual([409, []]);

    const run = await through('import', () => post(`${path}/import?version=${version}`, bytes));
    expect(JSON.parse(new TextDecoder().decode(run.body))).toMatchObject({ sessionsAdded: 40 });
    expect(await server.database.orm.select().from(notesImportStages)).toEqual([]);
    const undone = await through('import', () => post(`${path}/import/undo`));
    expect([run, undone].filter(isFaultOfLargest).map(({ body: _, ...found }) => found)).toEqual([]);
    await patient.close();
  });

  it('what an import staged before its process ended is invisible, and is removed', async () => {
    const { orm } = server.database;
    const path = await made('/campaigns', { title: 'The Cellar' });
    const stage = createImportStage(orm, { campaignId: path, now: new Date('2026-01-01T00:00:00Z') });
    const section =
      '[{"key":"own-1","title":"Loot","body":"A rope.","visibility":"gm","source":"user","lines":[]}]';
    const writes = [{ into: null, title: 'One', playedAt: null, before: '[]', after: section }];
    await stage.fill(async () => writes.shift() ?? null, []);
    expect(await orm.select().from(notesImportStages)).toHaveLength(2);
    const none: Response = await user.call('GET', `/campaigns/${path}/sessions`);
    expect((await none.json()).sessions).toEqual([]);
    await removeAbandonedStages(orm, new Date('2026-01-01T00:00:00Z'));
    expect(await orm.select().from(notesImportStages)).toHaveLength(2);
    await removeAbandonedStages(orm, new Date('2026-01-01T00:00:01Z'));
    expect(await orm.select().from(notesImportStages)).toEqual([]);
  });

  it('aliases, many keys and broken properties stay as they are', async () => {
    for (const properties of [
      bomb(9, 9),
      'session: [',
      Array.from({ length: 200_000 }, (_, at) => `k${at}: v`).join('\n'),
    ]) {
      const answer = await through('vault', () =>
        send(`/campaigns/${campaign}/export/vault`, vaultOf(properties, 'mine')),
      );
      expect(answer.status).toBe(200);
      const merged = strFromU8(unzipSync(answer.body)['Sessions/Session 1.md'] ?? new Uint8Array());
      expect(merged.slice(4).startsWith(properties)).toBe(true);
    }
  });

  it.each([
    ['one megabyte of prose', () => strToU8('Some words of prose. '.repeat(50_000)), 'notesTooLong'],
    ['one megabyte of headings', () => strToU8('# h\n'.repeat(262_144)), 'notesTooLarge'],
    [
      'a zip that states ten bytes and has fifty megabytes',
      () => lyingZip(10, 50 * 1024 * 1024),
      'notesTooLarge',
    ],
  ])('%s is read quickly or refused', async (_, bytes, code) => {
    const file = bytes();
    const answer = await through('import', () => send(`/campaigns/${campaign}/import/preview`, file));
    expect(JSON.parse(new TextDecoder().decode(answer.body)).error).toMatchObject({ code });
  });

  it.each(exportFormats.map(({ format }) => format))(
    'Markdown that is slow to read leaves as %s',
    async (format) => {
      const body = '*a_'.repeat(4000);
      await change([{ key: 'own-1', title: 'One', body, visibility: 'gm' }]);
      const answer = await through(format, () =>
        user.call('GET', `/sessions/${session}/export?format=${format}`),
      );
      expect(answer.status).toBe(200);
      await emptied();
    },
  );

  it.each([
    ['words', 'Matt walks on. '],
    ['signs', '*a_ '],
    ['names of players', 'M\u00adatt **Ma**tt '],
    ['quotes', '"'],
  ])('a page with notes of nothing but %s holds nobody', { tags: ['everything'] }, async (_, unit) => {
    const body = unit.repeat(Math.floor(sectionCharacters.most / unit.length));
    const section = (at: number) => ({ key: `own-${at}`, title: 'One', body, visibility: 'public' });
    await change([0, 1, 2].map(section));
    for (const [door, path] of pages) {
      const answer = await through(door, () => user.call('GET', path));
      expect([door, answer.status < 500]).toEqual([door, true]);
    }
    const shared = await through('read', () =>
      user.call('GET', `/sessions/${session}/shared-notes?audience=players`),
    );
    expect(shared.status).toBeLessThan(500);
    await emptied();
  });

  it('suggestions about long notes are compared in a thread, with its limits', async () => {
    const { orm } = server.database;
    const shelf = await made('/campaigns', { title: 'The Archive' });
    await shared('campaign', shelf, 'players');
    const [link] = await orm.select().from(shareLinks).where(eq(shareLinks.campaignId, shelf));
    const sessionId = await made(`/campaigns/${shelf}/sessions`, {});
    const line = '- **Mira** (new): she rang the bell of the chapel once more.\n';
    const body = line.repeat(Math.floor(sectionCharacters.most / line.length));
    const section = { key: 'own-1', title: 'Part', body, visibility: 'players' };
    await user.call('PATCH', `/sessions/${sessionId}/notes`, { sections: [section] }, { 'if-match': '0' });
    const about = { linkId: link?.id ?? '', campaignId: shelf, sessionId, userId: user.userId };
    for (const quote of [null, '**Mira** (new): she rang the bell of the chapel.', 'Nothing like it'])
      await orm.insert(proposals).values({
        ...{ ...about, sectionKey: 'own-1', sectionTitle: 'Part' },
        ...{ id: newId(), kind: 'comment', author: '', text: 'Really?', quote, state: 'open' },
        createdAt: server.clock.now(),
      });
    const listed = await through('suggestions', () => user.call('GET', `/campaigns/${shelf}/proposals`));
    const { open }: ProposalList = JSON.parse(new TextDecoder().decode(listed.body));
    expect(open.map(({ standing }) => standing)).toEqual(['same', 'changed', 'gone']);
    const hurried = await createTestServer({
      database: server.database,
      issuer: server.issuer,
      overrides: { pageThreads: createPageThreads({ limitMs: 1 }) },
    });
    const headers = { authorization: `Bearer ${user.token}` };
    const refused = await hurried.call('GET', `/campaigns/${shelf}/proposals`, undefined, headers);
    expect((await refused.json()).error).toMatchObject({ code: 'notesTooComplex' });
    await hurried.close();
  });

  it('a job beyond its time is refused with what to do, and the next one is answered', async () => {
    const threads = createNotesThreads({ limitMs: 1 });
    const slow = await createTestServer({
      database: server.database,
      issuer: server.issuer,
      overrides: { notesThreads: threads },
    });
    try {
      const answer: Response = await slow.call(
        'GET',
        `/campaigns/${campaign}/export?format=obsidian`,
        undefined,
        {
          authorization: `Bearer ${user.token}`,
        },
      );
      expect([answer.status, (await answer.json()).error]).toEqual([
        422,
        {
          code: 'notesTooComplex',
          message:
            'Reading or writing notes takes more than 30 seconds. Split long sections, or take fewer sessions at a time.',
          details: { of: 'jobSeconds', limit: textLimits.jobSeconds.most },
        },
      ]);
    } finally {
      await slow.close();
    }
    const next = await user.call('GET', `/campaigns/${campaign}/export?format=obsidian`);
    expect(next.status).toBe(200);
    await next.arrayBuffer();
  });

  it('reads the same from a zip with stored and deflated entries', async () => {
    const preview: Response = await send(
      `/campaigns/${campaign}/import/preview`,
      zipSync({
        'Sessions/Session 1.md': [strToU8(fenced('# One\n\n## Loot\n\nA bell')), { level: 0 }],
        'Sessions/Session 2.md': strToU8(fenced('# Two\n\n## Loot\n\nA rope')),
      }),
    );
    const { sessions }: ImportPreview = await preview.json();
    expect(sessions.map(({ title }) => title)).toEqual(['One', 'Two']);
  });
});
