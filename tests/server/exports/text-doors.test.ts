import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '#contract/export-formats.ts';
import type { ImportPreview } from '#contract/exports.ts';
import type { Notes } from '#contract/notes.ts';
import { resultParts } from '#contract/result-parts.ts';
import { type LinkAudience, type SharedKind, sharedPath } from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { createNotesThreads } from '#server/exports/threads/notes-threads.ts';
import { createPageThreads } from '#server/sharing/threads/page-threads.ts';
import { longestStretch } from '#tests/support/longest-stretch.ts';
import fc from '#tests/support/property.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

/** As long as another user may wait because of this one. */
const LONGEST_MS = 250;
const ROUNDS = 16;
/** Who play: short and long names, of words and of signs. */
const table = ['a', 'Matt', 'Word', 'Anne Marie', '漢字'].map((name) => `${name}: We go down.`).join('\n');

let server: TestServer;
let user: TestUser;
let campaign: string;
let session: string;
let pages: [string, string][];

beforeAll(async () => {
  server = await createTestServer({
    overrides: {
      notesThreads: createNotesThreads({ limitMs: 1500 }),
      pageThreads: createPageThreads({ limitMs: 1500 }),
    },
  });
  user = await server.signIn();
  campaign = await made('/campaigns', { title: 'The Drowned Chapel' });
  session = await made(`/campaigns/${campaign}/sessions`, { title: 'The Bell Below' });
  const spoken: Response = await send(`/sessions/${session}/transcripts`, strToU8(table));
  expect(spoken.status).toBe(201);
  pages = [
    ['public page', await shared('session', session, 'public')],
    ["players' page", await shared('session', session, 'players')],
    ['page of the campaign', await shared('campaign', campaign, 'players')],
  ];
});
afterAll(() => server.close());

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

interface Found {
  door: string;
  status: number;
  milliseconds: number;
}

async function through(door: string, call: () => Promise<Response>): Promise<Found & { body: Uint8Array }> {
  const { result, milliseconds } = await longestStretch(async () => {
    const answer = await call();
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
  });
  return { door, ...result, milliseconds };
}

const isFault = ({ status, milliseconds }: Found) => status >= 500 || milliseconds > LONGEST_MS;

const units = [
  ...['a', '漢', '👨‍👩‍👧', 'e\u0301', 'word ', 'Word. ', '\u200b', '\t', ' ', '\n', '\r', ' \n', '\\', '0'],
  ...[
    '*a_',
    '*',
    '**a',
    '**a** ',
    '_a ',
    '`',
    '```\n',
    '~~~\n',
    '[',
    '![',
    '](',
    '[a](b',
    '[[',
    '[[a|',
    '%%',
    '%',
  ],
  ...[
    '<',
    '<!--',
    '<!-- gm -->',
    '<a ',
    '</',
    '&amp;',
    '&',
    '- ',
    '- a\n',
    '  - a\n',
    '1. ',
    '> ',
    '>',
    '|',
    '=\n',
  ],
  ...[
    '---\n',
    '# h\n',
    '## h\n',
    '# ',
    '#',
    '\\#',
    ' — ',
    '— a (',
    ' — a',
    '(',
    '“',
    'Is “a” ',
    '@',
    '[x]: y\n',
    'A: b\n',
  ],
  ...[
    '{',
    '[',
    '{"a":',
    '&a [*a,*a]\n',
    'a: &a b\n',
    '00:01.000 --> 00:02.000\n',
    '<v a>',
    '- **a** (new): b\n',
  ],
];

const hostile = fc
  .array(fc.tuple(fc.constantFrom(...units), fc.constantFrom(1, 30, 3000, 20_000)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length))).join(''));

const bomb = (depth: number, width: number) =>
  Array.from(
    { length: depth },
    (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at === 0 ? 0 : width)}x]\n`,
  ).join('');
const yaml = fc.oneof(
  hostile,
  fc.tuple(fc.constantFrom(3, 9, 30), fc.constantFrom(2, 9)).map(([depth, width]) => bomb(depth, width)),
  fc.constantFrom('session: [', 'a: b: c', '{'.repeat(5000), '- '.repeat(4000), 'k: v\n'.repeat(40_000)),
  fc.constant(Array.from({ length: 40_000 }, (_, at) => `k${at}: v\n`).join('')),
);

const fenced = (text: string) =>
  `%% hearthscribe:begin 00000000 · the next export replaces this part %%\n\n${text}\n\n%% hearthscribe:end %%`;

const vaultOf = (properties: string, text: string) =>
  zipSync(
    {
      'Hearthscribe.md': strToU8(`---\n${properties}\n---\n\n${fenced('# Home')}`),
      'Sessions/Session 1.md': strToU8(`---\n${properties}\n---\n\n${text}\n\n${fenced(text)}`),
    },
    { level: 1 },
  );

const { sectionCharacters } = textLimits;
const keys = [...resultParts.map(({ key }) => key), 'own-1'];

describe('every door for texts', () => {
  it('answers whatever comes, and never keeps another user waiting', { timeout: 180_000 }, async () => {
    const faults: (Found & { input: string })[] = [];
    const statuses = new Map<string, Set<number>>();
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
      const doors: [string, () => Promise<Response>][] = [
        ['transcript', () => send(`/sessions/${session}/transcripts`, strToU8(one))],
        ['PATCH', () => change(sections)],
        ['notes', () => user.call('GET', `/sessions/${session}/notes`)],
        ...exportFormats.map(({ format }): [string, () => Promise<Response>] => [
          format,
          () => user.call('GET', `/sessions/${session}/export?format=${format}`),
        ]),
        ['messages', () => user.call('GET', `/sessions/${session}/export/discord?audience=players`)],
        ...pages.map(([door, path]): [string, () => Promise<Response>] => [
          door,
          () => user.call('GET', path),
        ]),
        ['import', () => send(`/campaigns/${campaign}/import/preview`, strToU8(one + other))],
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
      expect([door, [...found].some((status) => status < 300)]).toEqual([door, true]);
  });
});

/** States a size that is not its own. */
function lyingZip(stated: number, real: number): Uint8Array {
  const zip = Buffer.from(zipSync({ 'Sessions/Session 1.md': Buffer.alloc(real, 'a') }));
  for (const [signature, at] of [
    [0x0403_4b50, 22],
    [0x0201_4b50, 24],
  ] as const) {
    const found = zip.indexOf(Buffer.from(Uint32Array.of(signature).buffer));
    zip.writeUInt32LE(stated, found + at);
  }
  return new Uint8Array(zip);
}

describe('what once ended or held the server', () => {
  const emptied = () => change([]);

  it('a word of 80,000 letters becomes Discord messages', async () => {
    await change([{ key: 'own-1', title: 'One', body: 'a'.repeat(80_000), visibility: 'gm' }]);
    const { status, milliseconds, body } = await through('messages', () =>
      user.call('GET', `/sessions/${session}/export/discord`),
    );
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(LONGEST_MS);
    expect(
      new TextDecoder()
        .decode(body)
        .match(/a{100,}/g)
        ?.join(''),
    ).toHaveLength(80_000);
    await emptied();
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
      expect([answer.status, answer.milliseconds < LONGEST_MS]).toEqual([200, true]);
      const merged = strFromU8(unzipSync(answer.body)['Sessions/Session 1.md'] ?? new Uint8Array());
      expect(merged.slice(4).startsWith(properties)).toBe(true);
    }
  });

  it.each([
    ['one megabyte of prose', () => strToU8('Some words of prose. '.repeat(50_000)), 'notesTooLong'],
    ['one megabyte of headings', () => strToU8('# h\n'.repeat(262_144)), 'notesTooLarge'],
    [
      'a zip that states ten bytes and has a hundred megabytes',
      () => lyingZip(10, 100 * 1024 * 1024),
      'notesTooLarge',
    ],
  ])('%s is read quickly or refused', async (_, bytes, code) => {
    const file = bytes();
    const answer = await through('import', () => send(`/campaigns/${campaign}/import/preview`, file));
    expect(JSON.parse(new TextDecoder().decode(answer.body)).error).toMatchObject({ code });
    expect(answer.milliseconds).toBeLessThan(LONGEST_MS);
  });

  it.each(exportFormats.map(({ format }) => format))(
    'Markdown that is slow to read leaves as %s',
    async (format) => {
      const body = '*a_'.repeat(4000);
      await change([{ key: 'own-1', title: 'One', body, visibility: 'gm' }]);
      const answer = await through(format, () =>
        user.call('GET', `/sessions/${session}/export?format=${format}`),
      );
      expect([answer.status, answer.milliseconds < LONGEST_MS]).toEqual([200, true]);
      await emptied();
    },
  );

  it.each([
    ['words', 'Matt walks on. '],
    ['signs', '*a_ '],
    ['names of players', 'M\u00adatt **Ma**tt '],
    ['quotes', '"'],
  ])('a page with notes of nothing but %s holds nobody', async (_, unit) => {
    const body = unit.repeat(Math.floor(sectionCharacters.most / unit.length));
    const section = (at: number) => ({ key: `own-${at}`, title: 'One', body, visibility: 'public' });
    await change([0, 1, 2].map(section));
    for (const [door, path] of pages) {
      const answer = await through(door, () => user.call('GET', path));
      expect([door, answer.status < 500, answer.milliseconds < LONGEST_MS]).toEqual([door, true, true]);
    }
    const shared = await through('read', () =>
      user.call('GET', `/sessions/${session}/shared-notes?audience=players`),
    );
    expect([shared.status < 500, shared.milliseconds < LONGEST_MS]).toEqual([true, true]);
    await emptied();
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
