import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Evening } from '#contract/analysis-result.ts';
import { quotation } from '#contract/evening-text.ts';
import { exportFormats } from '#contract/export-formats.ts';
import type { Notes } from '#contract/notes.ts';
import { type Recap, type RecapCollection, type RecapWish, recapLimits } from '#contract/recap-collection.ts';
import { sharedPath } from '#contract/sharing.ts';
import { present } from '#contract/unknown-values.ts';
import { createRecapCollections } from '#server/analyses/recap-collection.ts';
import { readOf } from '#server/analyses/recap-grounds.ts';
import { analyses, writtenRecaps } from '#server/analyses/tables.ts';
import { replacedBy } from '#server/campaigns/notes-sections.ts';
import { notes } from '#server/campaigns/tables.ts';
import { AnswerFailed } from '#server/engines/notes/endpoint/chat.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine, RecapRequest } from '#server/engines/notes/port.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { newId } from '#server/platform/ids.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { createFakeNotes, createGate } from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { transcriptOf } from '#tests/support/sessions.ts';
import { smallSession } from '#tests/support/small-session.ts';
import { noSpeechEngine } from '#tests/support/work-server.ts';

type Write = NonNullable<NotesEngine['recap']>;

let server: TestServer;
let user: TestUser;
let campaignId: string;
let write: Write;
let asked: RecapRequest[];

const rowsOf = (statements: readonly { text: string }[]) => statements.map(({ text }) => text).join('\n');
const read = (at: number) =>
  asked[at]?.sections.map(({ title, statements }) => ({ title, text: rowsOf(statements) }));
const retells: Write = async (request) => ({
  text: `${request.style}: ${request.sections.map(({ statements }) => rowsOf(statements)).join(' / ')}`,
  lines: [],
  unread: 0,
  isOtherLanguage: false,
  doubts: ['Gruumsh'],
});
const engines = (work: Write) => ({
  speech: noSpeechEngine,
  notes: { ...createFakeNotes().engine, recap: work } satisfies NotesEngine,
  writers: { page: createHighlightsEngine() },
});

beforeAll(async () => {
  server = await createTestServer({
    overrides: {
      engines: engines((request, context) => {
        asked.push(request);
        return write(request, context);
      }),
    },
  });
  await server.start();
  user = await server.signIn();
  campaignId = await made(user, '/campaigns', {
    title: 'The Lantern Coast',
    recapStyles: ['A ballad', 'Ours'],
  });
  for (const [revision, player, character] of [
    [0, 'Ana', 'Bryce Vale'],
    [1, 'Ben', 'Oda'],
  ] as const) {
    const change = { kind: 'save', personId: null, player, role: 'player', characters: [character] };
    const saved = await user.call(
      'POST',
      `/campaigns/${campaignId}/cast`,
      { sessionId: null, change },
      { 'if-match': String(revision) },
    );
    expect(saved.status).toBe(200);
  }
});
afterAll(() => server.close());
beforeEach(() => {
  write = retells;
  asked = [];
});

async function made(as: TestUser, path: string, body: unknown): Promise<string> {
  return ((await (await as.call('POST', path, body)).json()) as { id: string }).id;
}

const story = '### The gate\n\nBryce opens the gate.\n\n### The mill\n\nOda burns the mill.';
const sections = [
  { key: 'summary', title: 'The story', visibility: 'gm', body: story },
  { key: 'own-1', title: 'At the table', visibility: 'players', body: 'The party sails.\n- Oda sings.' },
  { key: 'toConfirm', title: 'Please check', visibility: 'public', body: 'Was it Oda?' },
];

async function sessionWith(given: unknown = sections, as = user) {
  const id = await made(as, `/campaigns/${campaignId}/sessions`, { title: 'Evening' });
  const path = `/sessions/${id}/recaps`;
  const save = async (body: unknown) => {
    const { revision } = await notes();
    return user.call('PATCH', `/sessions/${id}/notes`, { sections: body }, { 'if-match': String(revision) });
  };
  const notes = async () => (await (await user.call('GET', `/sessions/${id}/notes`)).json()) as Notes;
  const collection = async () => (await (await user.call('GET', path)).json()) as RecapCollection;
  await save(given);
  const find = ({ recaps }: RecapCollection, style: string): Recap | undefined =>
    recaps.find((each) => each.style === style);
  return {
    id,
    path,
    save,
    notes,
    collection,
    ask: (wish: Partial<RecapWish> = {}) =>
      user.call('POST', path, { style: 'A ballad', character: null, reads: 'gm', ...wish }),
    until: (state: string, style = 'A ballad') =>
      vi.waitFor(
        async () => {
          const recap = find(await collection(), style);
          expect(recap?.state).toBe(state);
          return recap;
        },
        { timeout: 30_000, interval: 25 },
      ),
    drafts: async () =>
      (await notes()).sections.map(({ source: _, lines: _lines, ...section }) => ({ ...section })),
  };
}

/** The page of an analysis in its own words. */
async function eveningIn(sessionId: string): Promise<Evening> {
  const request = {
    transcript: transcriptOf(smallSession),
    detailLevel: 'brief' as const,
    language: null,
    campaign: noCampaign,
  };
  const result = await takeNotes(createHighlightsEngine(), request, inMemoryStageContext({}));
  await server.database.orm.insert(analyses).values({
    id: newId(),
    sessionId,
    userId: user.userId,
    idempotencyKey: newId(),
    request: { sessionId, quoteId: newId(), detailLevel: 'brief', language: null },
    detailLevel: 'brief',
    status: 'completed',
    version: 1,
    attempt: 1,
    progress: 1,
    stageMessage: '',
    payment: 'free',
    durationSeconds: 0,
    costCredits: 0,
    chargedCredits: 0,
    result,
    warnings: [],
    createdAt: server.clock.now(),
  });
  return present(result.evening, 'evening');
}

describe('recaps of a session by a language model', () => {
  it('[D18] are written style by style, each a section of its own, from all notes but questions and other recaps', async () => {
    const session = await sessionWith();
    expect(await session.collection()).toEqual({
      writer: { model: null, sends: { what: 'transcript', host: null } },
      styles: ['A ballad', 'Ours'],
      characters: ['Bryce Vale', 'Oda'],
      recaps: [],
    });
    expect((await session.ask()).status).toBe(202);
    const recap = await session.until('done');
    expect(recap).toMatchObject({ isWritten: true, isStale: false, isEdited: false, doubts: ['Gruumsh'] });
    await session.ask({ style: 'A sermon' });
    await session.until('done', 'A sermon');
    expect(asked[1]?.sections).toEqual(asked[0]?.sections);
    expect(asked[1]?.sections.map(({ title }) => title)).toEqual(['The story', 'At the table']);
    const written = (await session.notes()).sections.slice(3);
    expect(written).toMatchObject([
      { key: recap?.sectionKey, title: 'A ballad', visibility: 'gm', source: 'analysis' },
      { title: 'A sermon' },
    ]);
    expect(written[0]?.body).toContain('Bryce opens the gate.');
  });

  it('[D18] for players of a measured transcript are written from its statements, without when they were said', async () => {
    const session = await sessionWith();
    const path = `/sessions/${session.id}`;
    await server.app.request(`${path}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: '[0:41] Ana: We sail at dawn.\n[0:52] Ben: Then I sing.',
    });
    const { orm } = server.database;
    const [first] = await orm
      .select({ id: segments.id, startMs: segments.startMs, endMs: segments.endMs })
      .from(segments)
      .innerJoin(transcripts, eq(transcripts.id, segments.transcriptId))
      .where(eq(transcripts.sessionId, session.id))
      .orderBy(segments.ordinal);
    const { id, ...span } = present(first, 'first line');
    const line = { text: 'The party sails.', evidence: { segmentIds: [id], ...span } };
    const about = { key: 'summary', title: 'The story', visibility: 'players', source: 'analysis' } as const;
    const story = { ...about, body: `- ${line.text}`, lines: [line] };
    await orm
      .update(notes)
      .set({ sections: [story] })
      .where(eq(notes.sessionId, session.id));
    const seen = await user.call('GET', `${path}/shared-notes?audience=players`);
    expect(await seen.text()).toContain('The party sails. *(0:41)*');
    await session.ask({ reads: 'players' });
    await session.until('done');
    expect(read(0)).toEqual([{ title: 'The story', text: story.body }]);
  });

  it('[D18] of a character leave out what names only others of the party; someone who was not there has none', async () => {
    const session = await sessionWith();
    await session.ask({ character: 'Bryce Vale' });
    await session.until('done');
    expect(read(0)).toEqual([
      { title: 'The story', text: '### The gate\nBryce opens the gate.' },
      { title: 'At the table', text: 'The party sails.' },
    ]);
    expect((await session.notes()).sections.at(-1)?.title).toBe('A ballad (Bryce Vale)');
    expect((await session.ask({ character: 'Nobody' })).status).toBe(409);
    expect(
      readOf([{ key: 'a', title: 'A', body: 'Odalisque waits.\nODA waits.', lines: [] }], 'Bryce Vale', [
        'Oda',
      ]),
    ).toEqual([{ title: 'A', statements: [{ text: 'Odalisque waits.', evidence: null }] }]);
  });

  it('[D18] of a character, read as the game master, have no whisper to another', async () => {
    const body = [
      'The party sails.',
      '<!-- gm --> The captain lies.',
      '<!-- whisper: Bryce Vale --> The key is warm.',
      '- <!-- whisper: Oda --> A letter waits.\n  - It is sealed.',
      '<!-- whisper Oda > The seal is broken.',
      '### <!-- whisper: Oda --> The dream',
      'A bell rang.',
      '- <!-- players --> It cracked.',
    ].join('\n\n');
    const session = await sessionWith([{ key: 'summary', title: 'The story', visibility: 'gm', body }]);
    await session.ask({ character: 'Bryce Vale' });
    await session.until('done');
    expect(read(0)?.[0]?.text).toBe('The party sails.\nThe captain lies.\nThe key is warm.');
  });

  it('[D18] are offered for the characters whose players speak in the session', async () => {
    const session = await sessionWith();
    const imported = await server.app.request(`/sessions/${session.id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode('Ana: I open the gate.\nAna: I go in.\n'),
    });
    expect(imported.status).toBe(201);
    await vi.waitFor(async () => expect((await session.collection()).characters).toEqual(['Bryce Vale']), {
      timeout: 20_000,
      interval: 25,
    });
    expect((await session.ask({ character: 'Oda' })).status).toBe(409);
    expect((await session.ask({ character: 'Bryce Vale' })).status).toBe(202);
    await session.until('done');
  });

  it('[D18] for players are written only from what they may see, and hidden again when written from more', async () => {
    const session = await sessionWith();
    await session.ask({ reads: 'players' });
    const recap = await session.until('done');
    expect(read(0)).toEqual([{ title: 'At the table', text: 'The party sails.\n- Oda sings.' }]);
    const share = async () =>
      session.save(
        (await session.drafts()).map((section) =>
          section.key === recap?.sectionKey ? { ...section, visibility: 'players' } : section,
        ),
      );
    await share();
    const seen = async () => {
      const read = await user.call('GET', `/sessions/${session.id}/shared-notes?audience=players`);
      return ((await read.json()) as { parts: { key: string; title: string }[] }).parts.map(
        ({ title }) => title,
      );
    };
    expect(await seen()).toEqual(['At the table', 'A ballad']);
    await session.ask({ reads: 'players' });
    await session.until('done');
    expect(await seen()).toEqual(['At the table', 'A ballad']);
    const show = { recap: false, scenes: true, moments: true, entities: true, playerNames: true };
    await user.call('PUT', `/sessions/${session.id}/players-link`, { show });
    expect(await seen()).toEqual(['At the table']);
    await session.ask({ reads: 'gm' });
    await session.until('done');
    expect((await session.notes()).sections.at(-1)?.visibility).toBe('gm');
    const secret = await sessionWith(sections.slice(0, 1));
    await secret.ask({ reads: 'public' });
    expect(await secret.until('failed')).toMatchObject({ failure: 'nothingToRead', isWritten: false });
  });

  it('[D11] [D18] of short notes read passages of the evening, for the game master only, and keep the turns of each sentence', async () => {
    const session = await sessionWith(sections.slice(1, 2));
    const evening = await eveningIn(session.id);
    write = async (request, context) => ({
      ...(await retells(request, context)),
      text: 'The bell sank. So they say.',
      lines: request.passages.slice(0, 1).map(({ evidence }) => ({ text: 'The bell sank.', evidence })),
    });
    await session.ask();
    await session.until('done');
    const shown = evening.passages.filter(({ hidden }) => !hidden);
    expect(asked[0]?.passages).toHaveLength(shown.length);
    const best = shown.find(({ rank }) => rank === Math.min(...shown.map((each) => each.rank)));
    expect(asked[0]?.passages[0]).toEqual(quotation(best!));
    const recap = (await session.notes()).sections.at(-1);
    expect(recap?.lines).toEqual([{ text: 'The bell sank.', evidence: best?.evidence }]);
    expect(asked[0]?.sections[0]?.statements[0]?.evidence).toBeNull();
    await session.ask({ style: 'A sermon', reads: 'players' });
    await session.until('done', 'A sermon');
    expect(asked[1]?.passages).toEqual([]);
    const copied = [{ ...sections[1], body: `- ${quotation(best!).text}` }];
    await session.save(copied);
    await session.ask({ style: 'An ode' });
    await session.until('done', 'An ode');
    expect(asked[2]?.passages).toHaveLength(shown.length);
    await session.save([]);
    await session.ask({ style: 'A psalm' });
    await session.until('done', 'A psalm');
    expect(asked[3]?.sections).toEqual([]);
    await session.save((await session.drafts()).map((each) => ({ ...each, body: `${each.body} Amen.` })));
    expect(await session.until('done', 'A psalm')).toMatchObject({ isEdited: true });
  });

  it('[R1.4] [D18] are in exports of every format, on pages and in posts for those who may see them, and nowhere else', async () => {
    const audiences = ['gm', 'players', 'public'] as const;
    const session = await sessionWith([{ ...sections[0], visibility: 'public' }]);
    write = async (request, context) => ({
      ...(await retells(request, context)),
      text: `So sang the bard of ${request.style}.`,
    });
    for (const style of audiences) {
      await session.ask({ style, reads: style === 'gm' ? 'gm' : 'public' });
      await session.until('done', style);
    }
    await session.save(
      (await session.drafts()).map((each) =>
        each.body.startsWith('So sang') ? { ...each, visibility: each.title } : each,
      ),
    );
    const told = (text: string) => audiences.filter((each) => text.includes(`So sang the bard of ${each}`));
    const seen = (audience: string) =>
      audiences.slice(audiences.indexOf(audience as (typeof audiences)[number]));
    const got = async (path: string) => (await user.call('GET', path)).arrayBuffer();
    for (const { format } of exportFormats)
      for (const audience of audiences) {
        const bytes = new Uint8Array(
          await got(`/sessions/${session.id}/export?format=${format}&audience=${audience}`),
        );
        const text =
          format === 'obsidian'
            ? Object.values(unzipSync(bytes))
                .map((file) => strFromU8(file))
                .join()
            : strFromU8(bytes);
        expect({ format, audience, told: told(text) }).toEqual({ format, audience, told: seen(audience) });
      }
    for (const audience of ['players', 'public'] as const) {
      const on = { recap: true, scenes: true, moments: true, entities: true, playerNames: true };
      const page = async (show: typeof on) => {
        const link = await user.call('PUT', `/sessions/${session.id}/${audience}-link`, { show });
        const { publicId } = (await link.json()) as { publicId: string };
        const path = sharedPath({ kind: 'session', id: session.id, audience }, publicId);
        return told(await (await server.app.request(path)).text());
      };
      expect(await page(on)).toEqual(seen(audience));
      expect(await page({ ...on, recap: false })).toEqual([]);
      const messages = await got(`/sessions/${session.id}/export/discord?audience=${audience}`);
      expect(told(strFromU8(new Uint8Array(messages)))).toEqual(seen(audience));
    }
  });

  it('[D18] are marked once the notes change; edited, written again in their place, removed and brought back', async () => {
    const session = await sessionWith();
    await session.ask();
    const recap = await session.until('done');
    const [summary, ...rest] = await session.drafts();
    const edited = rest.map((section) =>
      section.key === recap?.sectionKey ? { ...section, title: 'Song', body: 'Mine.' } : section,
    );
    await session.save([summary, ...edited]);
    expect(await session.until('done')).toMatchObject({ isStale: false, isEdited: true });
    await session.save([{ ...summary, body: 'They slept.' }, ...edited]);
    expect(await session.until('done')).toMatchObject({ isStale: true });
    await session.ask();
    expect(await session.until('done')).toMatchObject({ isStale: false, isEdited: false });
    const again = (await session.notes()).sections;
    expect(again.at(-1)).toMatchObject({ title: 'Song', body: expect.stringContaining('They slept.') });
    const all = await session.drafts();
    await session.save(all.slice(0, -1));
    expect((await session.collection()).recaps).toEqual([]);
    await session.save(all);
    expect((await session.collection()).recaps).toMatchObject([{ id: recap?.id, state: 'done' }]);
    expect(replacedBy(again, [{ ...again[0]!, body: 'Written.' }]).map(({ key }) => key)).toContain(
      recap?.sectionKey,
    );
  });

  it('[D18] are told with the notes that they are in, even if one is written again while they are read', async () => {
    const session = await sessionWith();
    await session.ask();
    const recap = await session.until('done');
    const [summary, ...rest] = await session.drafts();
    const edited = rest.map((section) =>
      section.key === recap?.sectionKey ? { ...section, body: 'Mine.' } : section,
    );
    await session.save([{ ...summary, body: 'They slept.' }, ...edited]);
    const { read } = createRecapCollections({
      database: server.database,
      clock: server.clock,
      log: silentLog,
      queue: { work: () => undefined, send: async () => null },
      writers: { ready: () => [] },
      events: { subscribe: () => () => undefined },
      notesShown: async () => [],
      knowledge: async () => ({ language: null }),
      notes: {
        rewrite: () => Promise.reject(new Error('Nothing is written here.')),
        read: async () => {
          const before = await session.notes();
          await session.ask();
          await session.until('done');
          return before;
        },
      },
    });
    expect((await read(user.userId, session.id)).recaps).toMatchObject([{ isStale: true, isEdited: true }]);
    expect(await session.until('done')).toMatchObject({ isStale: false, isEdited: false });
  });

  it.each([
    ['the model is away', new NotesUnavailable('away', { retryable: true }), 'writerAway'],
    ['its answers cannot be used', new AnswerFailed('unusable', 'no JSON'), 'unusable'],
    ['it writes in another language', null, 'otherLanguage'],
  ])(
    '[D18] fail if %s, leave what is there, and are put away or asked for again',
    async (_name, error, failure) => {
      const session = await sessionWith();
      await session.ask();
      await session.until('done');
      const before = (await session.notes()).sections;
      write = async (request, context) => {
        if (error !== null) throw error;
        return { ...(await retells(request, context)), isOtherLanguage: true };
      };
      await session.ask();
      const failed = await session.until('failed');
      expect(failed).toMatchObject({ failure, isWritten: true });
      expect((await session.notes()).sections).toEqual(before);
      expect((await user.call('DELETE', `${session.path}/${failed?.id}`)).status).toBe(200);
      expect(await session.until('done')).toMatchObject({ failure: null });
    },
  );

  it('[D18] stop when cancelled in the middle; the same is not written twice at once, and others see nothing', async () => {
    const session = await sessionWith();
    const gate = createGate();
    let stopped = false;
    write = async (request, context) => {
      context.signal.addEventListener('abort', () => {
        stopped = true;
      });
      await gate.pass(context.signal);
      return retells(request, context);
    };
    await session.ask();
    await gate.arrived;
    expect((await session.ask()).status).toBe(409);
    const [recap] = (await session.collection()).recaps;
    const stranger = await server.signIn({ email: 'stranger@example.test' });
    expect((await stranger.call('GET', session.path)).status).toBe(404);
    expect((await stranger.call('DELETE', `${session.path}/${recap?.id}`)).status).toBe(404);
    await user.call('DELETE', `${session.path}/${recap?.id}`);
    await vi.waitFor(() => expect(stopped).toBe(true), { timeout: 10_000 });
    expect((await session.collection()).recaps).toEqual([]);
    expect((await session.notes()).sections).toHaveLength(sections.length);
  });

  it('[D18] do not make notes longer than they may be', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      key: `own-${at}`,
      title: 'T',
      visibility: 'gm',
      body: 'B',
    }));
    const session = await sessionWith(many);
    await session.ask();
    expect(await session.until('failed')).toMatchObject({ failure: 'noRoom' });
    expect((await session.notes()).sections).toHaveLength(100);
  });

  it('[D18] [D8] go on after a restart in the middle, and are written once', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const open = async (work: Write) => {
      const opened = await createTestServer({ database, overrides: { engines: engines(work) } });
      await opened.start();
      return opened;
    };
    const gate = createGate();
    const first = await open(async (request, context) => {
      await gate.pass(context.signal);
      return retells(request, context);
    });
    const owner = await first.signIn();
    const campaign = await made(owner, '/campaigns', { title: 'The Lantern Coast' });
    const session = await made(owner, `/campaigns/${campaign}/sessions`, { title: 'Evening' });
    await owner.call('PATCH', `/sessions/${session}/notes`, { sections }, { 'if-match': '0' });
    const wish = { style: 'A ballad', character: null, reads: 'gm' };
    await owner.call('POST', `/sessions/${session}/recaps`, wish);
    await gate.arrived;
    await first.close();
    let times = 0;
    const second = await open(async (request, context) => {
      times += 1;
      return retells(request, context);
    });
    onTestFinished(() => second.close());
    const rows = () => database.orm.select().from(writtenRecaps).where(eq(writtenRecaps.sessionId, session));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'done' }]), {
      timeout: 30_000,
      interval: 25,
    });
    expect(times).toBe(1);
  });

  it('[D18] are refused without a model, with a bad wish, beyond so many of a session, and after so many within an hour', async () => {
    const session = await sessionWith();
    expect((await session.ask({ style: ' ' })).status).toBe(400);
    expect((await session.ask({ style: 'x'.repeat(recapLimits.style + 1) })).status).toBe(400);
    await server.database.orm.insert(writtenRecaps).values(
      Array.from({ length: recapLimits.aSession }, (_, at) => ({
        id: crypto.randomUUID(),
        run: crypto.randomUUID(),
        sessionId: session.id,
        userId: user.userId,
        style: `Style ${at}`,
        reads: 'gm' as const,
        state: at === 0 ? ('done' as const) : ('failed' as const),
        unread: 0,
        doubts: [],
        askedAt: server.clock.now(),
      })),
    );
    expect((await session.ask()).status).toBe(202);
    await session.until('done');
    expect((await session.ask({ style: 'One more' })).status).toBe(409);
    const late = await server.signIn({ email: 'late@example.test' });
    const campaign = await made(late, '/campaigns', { title: 'Mine' });
    const own = await made(late, `/campaigns/${campaign}/sessions`, { title: 'Evening' });
    let refused = 0;
    for (let at = 0; at <= recapLimits.anHour && refused !== 429; at += 1)
      refused = (
        await late.call('POST', `/sessions/${own}/recaps`, {
          style: `Style ${at % 10}`,
          character: null,
          reads: 'gm',
        })
      ).status;
    expect(refused).toBe(429);
  });
});
