import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { type CastChange, type CastSheet, castLimits } from '#contract/speakers.ts';
import type { Story } from '#contract/story.ts';
import type { Segment } from '#contract/transcript.ts';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { WorldThread } from '#contract/world.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { shownEvening } from '#server/analyses/evening-service.ts';
import { analyses } from '#server/analyses/tables.ts';
import { notes } from '#server/campaigns/tables.ts';
import { readConfig } from '#server/platform/config.ts';
import { narratorOf } from '#server/world/said.ts';
import { createFakeNotes, createFakeSpeech, createFakeVoices } from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;

const unknownId = '01890000-0000-7000-8000-000000000000';
const evening = [
  'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
  'LIAM: I ride down to Emon and knock at the gate. Is anyone awake?',
  'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
  'Speaker 3: I tell him that we bring letters for the duke, and that the bridge in the north is gone.',
  'DANA: He nods and lets you in. The streets are empty, and a bell rings twice.',
  'LIAM: I look for an inn with a stable, and I keep one hand on my sword all the way.',
  'Speaker 3: Then I lock the door.',
].join('\n');

beforeAll(async () => {
  server = await createTestServer({ config: { freeAnalyses: 50 } });
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  campaignId = (
    await json<{ id: string }>(user.call('POST', '/campaigns', { title: 'The Lantern Coast' }), 201)
  ).id;
  sessionId = await addSession(evening);
});

async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
  const answer = await asked;
  const text = await answer.text();
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(text) as Body;
}

const get = <Body>(path: string) => json<Body>(user.call('GET', path));

async function addSession(text: string): Promise<string> {
  const { id } = await json<{ id: string }>(user.call('POST', `/campaigns/${campaignId}/sessions`, {}), 201);
  const answer = await server.app.request(`/sessions/${id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(text),
  });
  expect(answer.status).toBe(201);
  return id;
}

const sheet = (session: string | null = sessionId) =>
  get<CastSheet>(`/campaigns/${campaignId}/cast${session === null ? '' : `?sessionId=${session}`}`);

const send = (revision: number, body: unknown, path = '') =>
  user.call('POST', `/campaigns/${campaignId}/cast${path}`, body, { 'if-match': `"${revision}"` });

async function change(asked: CastChange, session: string | null = sessionId): Promise<CastSheet> {
  const { revision } = await sheet(session);
  return json<CastSheet>(send(revision, { sessionId: session, change: asked }));
}

async function undo(session: string | null = sessionId): Promise<CastSheet> {
  const { revision } = await sheet(session);
  return json<CastSheet>(send(revision, { sessionId: session }, '/undo'));
}

async function refusal(answer: Promise<Response>): Promise<string> {
  const got = await answer;
  const { error } = (await got.json()) as { error: { code: string } };
  return `${got.status} ${error.code}`;
}

const liamPlaysPike: CastChange = {
  kind: 'assign',
  label: 'LIAM',
  player: 'Liam',
  role: 'player',
  character: 'Pike',
};

const of = ({ speakers }: CastSheet, label: string) => speakers.find((each) => each.label === label);

async function labels(session = sessionId): Promise<string[]> {
  const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${session}`);
  const { speakers } = await get<Transcript>(`/transcripts/${transcriptId}`);
  return speakers.map(({ label }) => label);
}

const quotes = '- “I keep one hand on my sword.” — Liam (at the gate)\n- “A bell rings twice.” — Dana';

async function writeNotes(session = sessionId, body = quotes): Promise<void> {
  const section = (key: string, text: string): NotesSection => ({
    key,
    title: 'Part',
    body: text,
    visibility: 'public',
    source: 'analysis',
    lines: [],
  });
  await server.database.orm.insert(notes).values({
    sessionId: session,
    sections: [
      section('memorableMoments', body),
      section('toConfirm', '- Does Liam play Pike?\n- Is “Eeman” the same as “Emon”?'),
      section('mine', 'Bring crisps — Liam'),
    ],
    revision: 1,
    updatedAt: server.clock.now(),
  });
}

const bodies = async () =>
  Object.fromEntries(
    (await get<Notes>(`/sessions/${sessionId}/notes`)).sections.map(({ key, body }) => [key, body]),
  );

async function analysed(questions: readonly string[]): Promise<string> {
  const quote = await json<Quote>(user.call('POST', `/sessions/${sessionId}/quote`));
  const started = await json<Analysis>(
    user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': `cast-${sessionId}` },
    ),
    201,
  );
  const done = await vi.waitFor(
    async () => {
      const now = await get<Analysis>(`/analyses/${started.id}`);
      expect(now.status).toBe('completed');
      return now;
    },
    { timeout: 60_000, interval: 50 },
  );
  const evidence = { segmentIds: ['s2'], startMs: 0, endMs: 1 };
  await server.database.orm
    .update(analyses)
    .set({
      result: {
        ...done.result!,
        memorableMoments: [
          { description: 'I ride down', isQuote: true, speaker: 'Liam', context: '', evidence },
        ],
        toConfirm: questions.map((text) => ({ kind: 'cast', text, evidence })),
      },
    })
    .where(eq(analyses.id, started.id));
  return started.id;
}

describe('the voices of a session', () => {
  const together = `${evening}\nDANA & LIAM: We both laugh.\nDANA & OREN: So do we.\nDANA & OREN: And again.`;

  it('leave out combinations of known voices, which are called as each alone is', async () => {
    const session = await addSession(together);
    expect((await sheet(session)).speakers.map(({ label }) => label)).toEqual([
      'DANA',
      'LIAM',
      'Speaker 3',
      'DANA & OREN',
    ]);
    await change(liamPlaysPike, session);
    expect(await labels(session)).toContain('DANA & Pike (Liam)');
  });

  it('ask first whether the voice with most talk is the game master, until one is', async () => {
    expect((await sheet()).gameMaster).toEqual({ label: 'DANA', player: 'Dana' });
    expect((await sheet(null)).gameMaster).toBeNull();
    const told: CastChange = { kind: 'assign', label: 'DANA', player: 'Dana', role: 'gm', character: null };
    expect((await change(told)).gameMaster).toBeNull();
    expect((await undo()).gameMaster).toEqual({ label: 'DANA', player: 'Dana' });
    const others = await change({ ...told, role: 'player' });
    expect(others.gameMaster).toEqual({ label: 'LIAM', player: 'Liam' });
  });

  it('propose the one game master whom the campaign knows', async () => {
    await change({ kind: 'save', personId: null, player: 'Ines', role: 'gm', characters: [] }, null);
    expect((await sheet()).gameMaster).toEqual({ label: 'DANA', player: 'Ines' });
  });
});

describe('the speakers of a session', () => {
  it('are listed with their share and sample lines, the one who talks most first', async () => {
    const { speakers, people, revision, undo: undoable, canBeHeard } = await sheet();
    expect({ people, revision, undoable, canBeHeard }).toEqual({
      people: [],
      revision: 0,
      undoable: null,
      canBeHeard: false,
    });
    expect(speakers.map(({ label }) => label)).toEqual(['DANA', 'LIAM', 'Speaker 3']);
    expect(speakers.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThanOrEqual(99);
    expect(of(await sheet(), 'LIAM')?.samples.map(({ text }) => text)).toEqual([
      'I ride down to Emon and knock at the gate. Is anyone awake?',
      'I look for an inn with a stable, and I keep one hand on my sword all the way.',
    ]);
    expect((await sheet(null)).speakers).toEqual([]);
  });

  it('are quoted from the lines where each begins to speak, however long the transcript is', {
    tags: ['everything'],
  }, async () => {
    const lines = Array.from({ length: 10_050 }, (_, at) => `DANA: Line ${at} of the night.`);
    for (const at of [5_500, 5_600, 10_040]) lines[at] = `LIAM: I say this at ${at}.`;
    lines[10_045] = 'OREN: Good night.';
    const long = await sheet(await addSession(lines.join('\n')));
    const said = (label: string) => of(long, label)?.samples.map(({ text }) => text);
    expect(said('LIAM')).toEqual(['I say this at 5500.', 'I say this at 5600.']);
    expect(said('OREN')).toEqual(['Good night.']);
    expect(said('DANA')).toHaveLength(3);
  });

  it('[R2.34] are named at once in transcript, quotes and notes, and restored exactly by an undo', async () => {
    await writeNotes();
    const analysisId = await analysed([]);
    const before = { labels: await labels(), bodies: await bodies() };
    const after = await change(liamPlaysPike);
    expect(of(after, 'LIAM')).toMatchObject({ character: 'Pike', source: 'chosen' });
    expect(after).toMatchObject({ undo: 'assigned', people: [{ player: 'Liam', characters: ['Pike'] }] });
    expect(await labels()).toEqual(['DANA', 'Pike (Liam)', 'Speaker 3']);
    expect(await bodies()).toEqual({
      memorableMoments:
        '- “I keep one hand on my sword.” — Pike (at the gate)\n- “A bell rings twice.” — Dana',
      toConfirm: '- Is “Eeman” the same as “Emon”?',
      mine: 'Bring crisps — Liam',
    });
    const { result } = await get<Analysis>(`/analyses/${analysisId}`);
    expect(result?.memorableMoments[0]?.speaker).toBe('Pike');

    expect((await undo()).undo).toBeNull();
    expect({ labels: await labels(), bodies: await bodies() }).toEqual(before);
    expect((await get<Analysis>(`/analyses/${analysisId}`)).result?.memorableMoments[0]?.speaker).toBe(
      'Liam',
    );
  });

  it('keep their own words in the notes when the surrounding text is edited', async () => {
    await writeNotes();
    await change(liamPlaysPike);
    const { sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
    const edited = sections.map(({ source: _, lines: __, ...section }) =>
      section.key === 'memorableMoments'
        ? { ...section, body: `${section.body}\n- “To the inn!” — everyone` }
        : section,
    );
    const saved = await json<Notes>(
      user.call('PATCH', `/sessions/${sessionId}/notes`, { sections: edited }, { 'if-match': '"1"' }),
    );
    expect(saved.sections[0]?.body).toContain('— Pike (at the gate)');
    await undo();
    expect(await bodies()).toEqual({
      memorableMoments: `${quotes}\n- “To the inn!” — everyone`,
      toConfirm: '- Does Liam play Pike?\n- Is “Eeman” the same as “Emon”?',
      mine: 'Bring crisps — Liam',
    });
  });

  it('are known in later sessions by label, and the transcript says so; numbered ones are not', async () => {
    await change(liamPlaysPike);
    await change({ kind: 'assign', label: 'Speaker 3', player: 'Mira', role: 'player', character: 'Wren' });
    await change({ kind: 'assign', label: 'DANA', player: 'Dana', role: 'gm', character: null });
    const later = await addSession(evening.replaceAll('LIAM', 'liam'));
    expect(await labels(later)).toEqual(['Dana', 'Pike (Liam)', 'Speaker 3']);
    expect(of(await sheet(later), 'liam')).toMatchObject({ source: 'known', character: 'Pike' });
    expect(of(await sheet(later), 'Speaker 3')).toMatchObject({ source: 'none', isLasting: false });
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${later}`);
    const { warnings, speakers } = await get<Transcript>(`/transcripts/${transcriptId}`);
    expect(warnings.map(({ message }) => message)).toEqual([
      'Known from this campaign: Dana is the game master, Liam plays Pike. Change it under “Who is who”.',
    ]);
    expect(speakers.map(({ role }) => role)).toEqual(['gm', 'player', 'unknown']);
  });

  it('may be someone else or no one in one session, without affecting the others', async () => {
    await change(liamPlaysPike);
    const later = await addSession(evening);
    expect(of(await change({ kind: 'clear', label: 'LIAM' }, later), 'LIAM')).toMatchObject({
      personId: null,
      source: 'chosen',
    });
    expect(await labels(later)).toEqual(['DANA', 'LIAM', 'Speaker 3']);
    expect(await labels()).toEqual(['DANA', 'Pike (Liam)', 'Speaker 3']);
    await undo(later);
    expect(await labels(later)).toEqual(['DANA', 'Pike (Liam)', 'Speaker 3']);
    await change({ ...liamPlaysPike, character: 'Keg' }, later);
    expect(await labels(later)).toEqual(['DANA', 'Keg (Liam)', 'Speaker 3']);
    expect(await labels()).toEqual(['DANA', 'Pike (Liam)', 'Speaker 3']);
  });

  it('are passed to the next analysis’s engine with their characters', async () => {
    await change({ kind: 'assign', label: 'DANA', player: 'Dana', role: 'gm', character: 'Gilmore' });
    await change({ ...liamPlaysPike, character: 'Keg' });
    await change(liamPlaysPike);
    await change({ ...liamPlaysPike, character: 'Keg' }, await addSession(evening));
    expect((await campaignKnowledge(server.database, sessionId)).playerCharacters).toEqual([
      { name: 'Pike', playedBy: 'Liam', aliases: [] },
      { name: 'Keg', playedBy: 'Liam', aliases: [] },
    ]);
  });

  it('[R2.34] stay hidden behind pseudonyms on public pages, but not their characters', async () => {
    await writeNotes();
    await change({ ...liamPlaysPike, player: 'Liam Oakes' });
    await change({ kind: 'assign', label: 'DANA', player: 'Dana', role: 'gm', character: null });
    const page = async (playerNames: boolean) => {
      const show = { ...defaultShow('public'), moments: true, playerNames };
      const { publicId } = await json<ShareLink>(
        user.call('PUT', `/sessions/${sessionId}/public-link`, { show }),
      );
      const path = sharedPath({ kind: 'session', id: sessionId, audience: 'public' }, publicId ?? '');
      return (await server.call('GET', path)).text();
    };
    const hidden = await page(false);
    expect(hidden).toContain('Pike');
    expect(hidden).toContain('the game master');
    expect(hidden).toContain('Bring crisps — Player 1');
    expect(hidden).not.toMatch(/Liam|Oakes|Dana/u);
    expect(await page(true)).toContain('— Dana');
  });
});

describe('a quotation that names its speaker', () => {
  const evidence = { segmentIds: ['s7'], startMs: 0, endMs: 1 };
  const lock = 'Speaker 3: “Then I lock the door.”';
  const bell = 'Wren (Speaker 3): “A bell [rings] — twice; or not.”';
  const hush = 'Speaker 3: Hush; and listen';
  const bare = '“We bring letters.”';
  const said = [
    section('shortSummary', `${lock}\n\n${bell}`, [lock, bell]),
    {
      ...section('summary', `### “A guard”\n\n- ${lock}\n- ${hush}\n- DANA: “No.”\n- Speaker 3: “Mine.”`, [
        lock,
        hush,
      ]),
      source: 'mixed' as const,
    },
    section('glance', `- **Asked of the table**: ${lock}; DANA: “Who?”; ${bell}`, [lock, bell]),
    { ...section('own-quotes', `> ${bare} — Speaker 3`, [bare]), source: 'user' as const },
  ];

  function section(key: string, body: string, texts: readonly string[]): NotesSection {
    const lines = texts.map((text) => ({ text, evidence }));
    return { key, title: 'Part', body, visibility: 'public', source: 'analysis', lines };
  }

  const write = (sections: NotesSection[]) =>
    server.database.orm
      .insert(notes)
      .values({ sessionId, sections, revision: 1, updatedAt: server.clock.now() });

  const miraPlaysKeg: CastChange = {
    kind: 'assign',
    label: 'Speaker 3',
    player: 'Mira Elm',
    role: 'player',
    character: 'Keg',
  };

  /** Everything that shows it, in one text. */
  async function shown(analysisId: string) {
    const { sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
    const { result } = await get<Analysis>(`/analyses/${analysisId}`);
    const { summaryPreview } = await get<{ summaryPreview: string }>(`/sessions/${sessionId}`);
    const text = await (await user.call('GET', `/sessions/${sessionId}/export?format=markdown`)).text();
    const { stories } = await get<Story>(`/campaigns/${campaignId}/story?audience=gm`);
    return { sections, result, summaryPreview, text, stories };
  }

  it('[R2.34] is attributed at once wherever it is shown, keeps what a person wrote, and is as before after an undo', async () => {
    const id = await analysed([]);
    const [{ result: stored } = { result: null }] = await server.database.orm
      .select({ result: analyses.result })
      .from(analyses)
      .where(eq(analyses.id, id));
    const line = { text: lock, evidence };
    const result = {
      ...stored!,
      shortSummary: lock,
      summary: `- ${lock}`,
      lines: { shortSummary: [line], summary: [line], previouslyOn: [] },
      glance: [{ label: 'Asked of the table', entries: [{ ...line, guessed: false }] }],
    };
    await server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await server.database.orm.delete(notes).where(eq(notes.sessionId, sessionId));
    await write(said);
    const before = await shown(id);
    await change(miraPlaysKeg);
    const after = await shown(id);
    const [short, summary, glance, own] = after.sections;
    expect(short?.body).toBe(
      'Keg (Mira Elm): “Then I lock the door.”\n\nKeg (Mira Elm): “A bell [rings] — twice; or not.”',
    );
    expect(short?.lines.map(({ text }) => short.body.includes(text))).toEqual([true, true]);
    expect(summary?.body).toBe(
      '### “A guard”\n\n- Keg (Mira Elm): “Then I lock the door.”\n- Keg (Mira Elm): Hush; and listen\n' +
        '- DANA: “No.”\n- Speaker 3: “Mine.”',
    );
    expect(glance?.body).toBe(
      '- **Asked of the table**: Keg (Mira Elm): “Then I lock the door.”; DANA: “Who?”; ' +
        'Keg (Mira Elm): “A bell [rings] — twice; or not.”',
    );
    expect(own?.body).toBe('> “We bring letters.” — Keg (Mira Elm)');
    for (const text of [after.text, after.summaryPreview, JSON.stringify([after.result, after.stories])]) {
      expect(text).toContain('Keg (Mira Elm): “Then I lock the door.”');
      expect(text).not.toContain('Speaker 3: “Then');
    }

    const edited = after.sections.map(({ source: _, lines: __, ...each }) =>
      each.key === 'glance' ? { ...each, body: `${each.body}; and we laughed` } : each,
    );
    await json(
      user.call('PATCH', `/sessions/${sessionId}/notes`, { sections: edited }, { 'if-match': '"1"' }),
    );
    await undo();
    const last = await shown(id);
    expect(last.sections).toEqual(
      before.sections.map((each) =>
        each.key === 'glance' ? { ...each, body: `${each.body}; and we laughed`, source: 'mixed' } : each,
      ),
    );
    expect(last.result).toEqual(before.result);
  });

  it('[R2.34] is named in sentences of the analysis, too, in results, stories, threads and what a model gets, until an undo', async () => {
    const id = await analysed([]);
    const next = await addSession(evening);
    const [told, thread] = ['Speaker 3 locks the door.', 'Who sent Speaker 3 the letters?'];
    const [{ result: stored } = { result: null }] = await server.database.orm
      .select({ result: analyses.result })
      .from(analyses)
      .where(eq(analyses.id, id));
    const line = { text: told, evidence };
    const result = {
      ...stored!,
      kind: 'notes' as const,
      evening: undefined,
      shortSummary: told,
      lines: { shortSummary: [line], summary: [line], previouslyOn: [] },
      scenes: [
        {
          title: 'Speaker 3 and the door',
          description: told,
          lines: [line],
          keyEvents: [],
          location: null,
          evidence,
        },
      ],
      quests: [],
      openThreads: [{ text: thread, evidence }],
      npcs: [{ name: 'Orla', description: 'Speaker 3’s sister', isNew: true, evidence }],
      characterMoments: [{ character: 'Speaker 3', text: told, evidence }],
      combats: [{ title: 'Speaker 3 fights', description: told, outcome: told, evidence }],
    };
    await server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await server.database.orm.delete(notes).where(eq(notes.sessionId, sessionId));
    const seen = async () => {
      const { threads } = await get<{ threads: WorldThread[] }>(`/campaigns/${campaignId}/threads`);
      const { storySoFar } = await campaignKnowledge(server.database, next);
      return { ...(await shown(id)), threads, storySoFar };
    };
    const before = await seen();
    await change(miraPlaysKeg);
    const after = await seen();
    expect(JSON.stringify(after)).not.toContain('Speaker 3');
    expect(after.threads.map(({ text, key }) => [text, key])).toEqual([
      ['Who sent Keg the letters?', before.threads[0]?.key],
    ]);
    await write([section('summary', `- ${told}`, [told]), section('openThreads', `- ${thread}`, [thread])]);
    const inNotes = await seen();
    expect(inNotes.threads.map(({ text, key }) => [text, key])).toEqual([
      ['Who sent Keg the letters?', before.threads[0]?.key],
    ]);
    expect(inNotes.stories[0]?.long.map(({ text }) => text)).toEqual(['Keg locks the door.']);
    await server.database.orm.delete(notes).where(eq(notes.sessionId, sessionId));
    await undo();
    expect(await seen()).toEqual(before);
  });

  it('[D11] keeps evidence and voice in a draft that was begun before the voice got its name', async () => {
    const told = 'Speaker 3 locks the door.';
    await write([section('summary', `- ${lock}\n- ${told}`, [lock, told]), section('glance', lock, [lock])]);
    await change(miraPlaysKeg);
    const read = (await get<Notes>(`/sessions/${sessionId}/notes`)).sections;
    expect(read[0]?.body).toBe('- Keg (Mira Elm): “Then I lock the door.”\n- Keg locks the door.');
    await change({ ...miraPlaysKeg, player: 'Dana', role: 'gm', character: null });
    const [summary, glance] = read.map(({ source: _, lines: __, ...each }) => each);
    const { body: _, ...unchanged } = glance!;
    const edited = { ...summary!, body: `${summary!.body} And more.`, read: summary!.body };
    const saved = await json<Notes>(
      user.call(
        'PATCH',
        `/sessions/${sessionId}/notes`,
        { sections: [edited, unchanged] },
        { 'if-match': '"1"' },
      ),
    );
    expect(saved.sections[0]).toMatchObject({
      body: '- Dana: “Then I lock the door.”\n- Dana locks the door. And more.',
      lines: [{ text: 'Dana: “Then I lock the door.”' }, { text: 'Dana locks the door.' }],
      source: 'mixed',
    });
    expect(saved.sections[1]).toMatchObject({ body: 'Dana: “Then I lock the door.”', source: 'analysis' });
    await change({ kind: 'clear', label: 'Speaker 3' });
    expect((await get<Notes>(`/sessions/${sessionId}/notes`)).sections.map(({ body }) => body)).toEqual([
      `- ${lock}\n- ${told} And more.`,
      lock,
    ]);
    const nowhere = { key: 'own', title: 'Mine', visibility: 'gm' };
    const refused = await user.call(
      'PATCH',
      `/sessions/${sessionId}/notes`,
      { sections: [nowhere] },
      { 'if-match': '"2"' },
    );
    expect(refused.status).toBe(400);
  });

  it('names whose voice its lines have now, after a merge, a correction and their undo', async () => {
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${sessionId}`);
    const { segments } = await get<{ segments: Segment[] }>(`/transcripts/${transcriptId}/segments?from=0`);
    const [bell, door] = segments.slice(-3).filter(({ text }) => /bell|door/u.test(text));
    const cite = ({ id, startMs, endMs }: Segment) => ({ segmentIds: [id], startMs, endMs });
    const [quoted, own] = ['DANA: “A bell rings twice.”', '“Then I lock the door.”'];
    await write([
      {
        ...section('kept', quoted, []),
        lines: [{ text: quoted, evidence: cite(bell!) }],
      },
      {
        ...section('own-quotes', `> ${own} — Speaker 3`, []),
        source: 'user',
        lines: [{ text: own, evidence: cite(door!) }],
      },
    ]);
    const bodies = async () =>
      (await get<Notes>(`/sessions/${sessionId}/notes`)).sections.map(({ body }) => body);
    const before = await bodies();
    const voices = (asked: unknown) =>
      user.call('POST', `/transcripts/${transcriptId}/voices`, { change: asked });
    expect((await voices({ kind: 'merge', label: 'Speaker 3', into: 'LIAM' })).status).toBe(204);
    expect(await bodies()).toEqual([quoted, `> ${own} — LIAM`]);
    await change(liamPlaysPike);
    expect(await bodies()).toEqual([quoted, `> ${own} — Pike (Liam)`]);
    const show = { ...defaultShow('public'), playerNames: true };
    const { publicId } = await json<ShareLink>(
      user.call('PUT', `/sessions/${sessionId}/public-link`, { show }),
    );
    const path = sharedPath({ kind: 'session', id: sessionId, audience: 'public' }, publicId ?? '');
    const elsewhere = async () => [
      await (await user.call('GET', `/sessions/${sessionId}/export?format=markdown&audience=gm`)).text(),
      await (await server.call('GET', path)).text(),
    ];
    for (const text of await elsewhere()) expect(text).toContain(`${own} — Pike (Liam)`);
    await undo();
    expect((await voices({ kind: 'undo' })).status).toBe(204);
    expect(await bodies()).toEqual(before);
    for (const text of await elsewhere()) expect(text).toContain(`${own} — Speaker 3`);
    const given = { lines: [{ id: bell!.id, text: bell!.text }], texts: [bell!.text], speakerId: 'new' };
    const { transcript } = await json<ReplacedLines>(
      user.call('POST', `/transcripts/${transcriptId}/edits`, given),
      201,
    );
    expect(await bodies()).toEqual([quoted.replace('DANA', 'Speaker 4'), before[1]]);
    await change({ ...miraPlaysKeg, label: 'Speaker 4' });
    expect(await bodies()).toEqual([quoted.replace('DANA', 'Keg (Mira Elm)'), before[1]]);
    await json(user.call('POST', `/transcripts/${transcriptId}/edits/${transcript.lastEdit?.id}/undo`));
    expect(await bodies()).toEqual(before);
  });

  it('names whose voice its lines have now in results, the longer read, stories, threads and what a model gets', async () => {
    const id = await analysed([]);
    const next = await addSession(evening);
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${sessionId}`);
    const { segments } = await get<{ segments: Segment[] }>(`/transcripts/${transcriptId}/segments?from=0`);
    const door = segments.find(({ text }) => text.includes('door'))!;
    const cited = { segmentIds: [door.id], startMs: door.startMs, endMs: door.endMs };
    const line = { text: lock, evidence: cited };
    const passage = {
      id: 'p1',
      text: 'Then I lock the door.',
      speakerId: door.speakerId,
      speaker: 'Speaker 3',
      startMs: door.startMs,
      endMs: door.endMs,
      chapter: 0,
      rank: 0,
      shown: 'page' as const,
      hidden: false,
      evidence: cited,
    };
    const chapter = {
      startMs: 0,
      endMs: door.endMs,
      title: null,
      ownTitle: null,
      place: null,
      names: [],
      evidence: cited,
    };
    const [{ result: stored } = { result: null }] = await server.database.orm
      .select({ result: analyses.result })
      .from(analyses)
      .where(eq(analyses.id, id));
    const result = {
      ...stored!,
      kind: 'notes' as const,
      lines: { shortSummary: [line], summary: [line], previouslyOn: [] },
      shortSummary: lock,
      summary: lock,
      openThreads: [line],
      quests: [{ name: 'The door', status: 'active' as const, progress: [line], evidence: cited }],
      characterMoments: [{ character: 'Pike', ...line }],
      glance: [{ label: 'Asked of the table', entries: [{ ...line, guessed: false }] }],
      evening: {
        chapters: [chapter],
        passages: [passage],
        pointers: [],
        names: [],
        timeline: { stretchMs: 1000, voices: [], dice: [], laughter: [], apart: [] },
        missing: [],
      },
    };
    await server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await server.database.orm.delete(notes).where(eq(notes.sessionId, sessionId));
    const seen = async () => {
      const path = `/sessions/${sessionId}/export?format=markdown&longerRead=yes`;
      const { stories } = await get<Story>(`/campaigns/${campaignId}/story?audience=gm`);
      const { threads } = await get<{ threads: WorldThread[] }>(`/campaigns/${campaignId}/threads`);
      const evening = await shownEvening(server.database.orm, sessionId);
      return {
        result: (await get<Analysis>(`/analyses/${id}`)).result,
        longer: await (await user.call('GET', path)).text(),
        stories,
        threads: threads.map(({ text }) => text),
        storySoFar: (await campaignKnowledge(server.database, next)).storySoFar,
        passages: evening?.passages.map(({ speaker }) => speaker),
        preview: (await get<{ summaryPreview: string }>(`/sessions/${sessionId}`)).summaryPreview,
        narrator: evening && narratorOf({ evening }),
      };
    };
    const before = await seen();
    expect([before.preview, before.narrator]).toEqual([lock, door.speakerId]);
    const voices = (asked: unknown) =>
      user.call('POST', `/transcripts/${transcriptId}/voices`, { change: asked });
    expect((await voices({ kind: 'merge', label: 'Speaker 3', into: 'LIAM' })).status).toBe(204);
    const after = await seen();
    expect(JSON.stringify(after)).not.toContain('Speaker 3');
    expect(after.longer).toContain('LIAM: “Then I lock the door.”');
    expect(JSON.stringify(after.stories)).toContain('LIAM: “Then I lock the door.”');
    for (const text of [after.threads[0], after.storySoFar])
      expect(text).toContain('LIAM: “Then I lock the door.”');
    expect(after.passages).toEqual(['LIAM']);
    expect(after.preview).toBe('LIAM: “Then I lock the door.”');
    const moved = await get<{ segments: Segment[] }>(`/transcripts/${transcriptId}/segments?from=0`);
    expect(after.narrator).toBe(moved.segments.find(({ id }) => id === door.id)?.speakerId);
    expect(after.narrator).not.toBe(before.narrator);
    const edited = { ...section('shortSummary', lock, []), lines: [line], source: 'mixed' as const };
    await write([edited]);
    expect((await seen()).preview).toBe('LIAM: “Then I lock the door.”');
    await server.database.orm.delete(notes).where(eq(notes.sessionId, sessionId));
    await change(liamPlaysPike);
    expect((await seen()).longer).toContain('Pike (Liam): “Then I lock the door.”');
    await undo();
    expect((await voices({ kind: 'undo' })).status).toBe(204);
    expect(await seen()).toEqual(before);
  });

  it.each(['public', 'players'] as const)(
    'leaves players behind pseudonyms on %s pages',
    async (audience) => {
      await write(said);
      await change(miraPlaysKeg);
      const show = { ...defaultShow(audience), playerNames: false };
      const { publicId } = await json<ShareLink>(
        user.call('PUT', `/sessions/${sessionId}/${audience}-link`, { show }),
      );
      const path = sharedPath({ kind: 'session', id: sessionId, audience }, publicId ?? '');
      const page = await (await server.call('GET', path)).text();
      expect(page).toMatch(/Keg \(Player \d\): “Then I lock the door/u);
      expect(page).not.toMatch(/Mira|Elm|Speaker 3: “Then/u);
    },
  );
});

describe('a question about who plays whom', () => {
  const asks = async () => of(await sheet(), 'LIAM')?.suggestion;

  it('is asked until it is accepted, and then maps the speaker', async () => {
    await analysed(['Does Liam play Pike?']);
    expect(await asks()).toBe('Pike');
    const after = await change({ kind: 'accept', label: 'LIAM', character: 'Pike' });
    expect(after.undo).toBe('accepted');
    expect(after.people).toMatchObject([{ player: 'Liam', role: 'player', characters: ['Pike'] }]);
    expect(of(after, 'LIAM')).toMatchObject({ character: 'Pike', suggestion: null });
    expect(of(await undo(), 'LIAM')).toMatchObject({ personId: null, suggestion: 'Pike' });
  });

  it('is not asked again once it is rejected, also in later sessions, until that is undone', async () => {
    const first = await analysed(['Does Liam play Pike?']);
    await change({ kind: 'reject', label: 'LIAM', character: 'Pike' });
    expect(await asks()).toBeNull();
    expect((await get<Analysis>(`/analyses/${first}`)).result?.toConfirm).toEqual([]);
    const earlier = sessionId;
    sessionId = await addSession(evening);
    await analysed(['Does Liam play Pike?', 'Does Liam play Keg?']);
    expect(await asks()).toBe('Keg');
    sessionId = earlier;
    await undo();
    expect(await asks()).toBe('Pike');
  });
});

describe('an analysis that knew the players', () => {
  it('uses the player’s name for a speaker, and the answer maps the label', async () => {
    await change({ ...liamPlaysPike, player: 'Liam Oakes', character: null });
    const id = await analysed(['Does Liam Oakes play Pike?']);
    expect(of(await sheet(), 'LIAM')).toMatchObject({ suggestion: 'Pike', character: null });
    await change({ kind: 'reject', label: 'LIAM', character: 'Pike' });
    expect(of(await sheet(), 'LIAM')?.suggestion).toBeNull();
    expect((await get<Analysis>(`/analyses/${id}`)).result?.toConfirm).toEqual([]);
  });
});

describe('the people of a campaign', () => {
  const save = (personId: string | null, player: string, characters: string[] = []): CastChange => ({
    kind: 'save',
    personId,
    player,
    role: 'player',
    characters,
  });

  it('are added, changed and removed, and each removal can be undone', async () => {
    const added = await change(save(null, 'Liam', ['Pike', 'pike', 'Keg']), null);
    expect(added.people).toMatchObject([{ player: 'Liam', characters: ['Pike', 'Keg'] }]);
    expect(await labels()).toEqual(['DANA', 'Pike (Liam)', 'Speaker 3']);
    const { id } = added.people[0]!;
    await change(save(id, 'Liam', ['Keg']), null);
    expect(await labels()).toEqual(['DANA', 'Keg (Liam)', 'Speaker 3']);
    const removed = await change({ kind: 'remove', personId: id }, null);
    expect(removed).toMatchObject({ people: [], undo: 'removed' });
    expect(await labels()).toEqual(['DANA', 'LIAM', 'Speaker 3']);
    expect((await undo(null)).people).toMatchObject([{ id, player: 'Liam' }]);
    expect(await labels()).toEqual(['DANA', 'Keg (Liam)', 'Speaker 3']);
  });

  it('are rejected twice, without a name, in too great a number, or if unknown', async () => {
    const { people, revision } = await change(save(null, 'Liam'), null);
    const asked = (body: unknown) => refusal(send(revision, { sessionId: null, change: body }));
    expect(await asked(save(null, 'LIAM'))).toBe('409 personExists');
    expect(await asked(save(null, ' '))).toBe('400 invalidRequest');
    expect(await asked(save(unknownId, 'Mira'))).toBe('404 notFound');
    expect(await asked({ kind: 'remove', personId: unknownId })).toBe('404 notFound');
    expect(await asked({ kind: 'other' })).toBe('400 invalidRequest');
    const many = Array.from({ length: castLimits.characters + 1 }, (_, index) => `Pike ${index}`);
    expect(await asked(save(people[0]!.id, 'Liam', many))).toBe('400 invalidRequest');
    expect(await asked(liamPlaysPike)).toBe('404 notFound');
    expect(await refusal(send(revision, { sessionId, change: { ...liamPlaysPike, label: 'Nobody' } }))).toBe(
      '404 notFound',
    );
    expect((await sheet()).revision).toBe(revision);
  });

  it('are limited in number', async () => {
    let { revision } = await sheet(null);
    for (let index = 0; index < castLimits.people; index += 1)
      ({ revision } = await json<CastSheet>(
        send(revision, { sessionId: null, change: save(null, `Player number ${index}`) }),
      ));
    expect(await refusal(send(revision, { sessionId: null, change: save(null, 'One more') }))).toBe(
      '409 castFull',
    );
  });

  it('only change in the current version, and only one change is undone', async () => {
    const { revision } = await change(liamPlaysPike);
    const stale = await send(revision - 1, { sessionId, change: { kind: 'clear', label: 'LIAM' } });
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({
      error: { code: 'staleRevision', details: { current: { revision } } },
    });
    expect(await refusal(send(revision - 1, { sessionId }, '/undo'))).toBe('412 staleRevision');
    const undone = await undo();
    expect(await refusal(send(undone.revision, { sessionId }, '/undo'))).toBe('409 nothingToUndo');
    expect(
      await refusal(user.call('POST', `/campaigns/${campaignId}/cast`, { sessionId, change: liamPlaysPike })),
    ).toBe('428 preconditionRequired');
  });

  it('of two changes of the same version, one succeeds', async () => {
    const { revision } = await sheet();
    const both = await Promise.all([
      send(revision, { sessionId, change: liamPlaysPike }),
      send(revision, { sessionId, change: { ...liamPlaysPike, character: 'Keg' } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});

describe('who is who is private to its game master', () => {
  const calls: [string, string, (session: string) => unknown][] = [
    ['GET', '/cast', () => undefined],
    ['POST', '/cast', (session) => ({ sessionId: session, change: liamPlaysPike })],
    ['POST', '/cast/undo', (session) => ({ sessionId: session })],
  ];

  it.each(calls)('%s %s rejects everyone else', async (method, path, body) => {
    await change(liamPlaysPike);
    const place = `/campaigns/${campaignId}${path}`;
    const headers = { 'if-match': '"1"' };
    expect(await refusal(server.call(method, place, body(sessionId), headers))).toBe('401 unauthorized');
    const expired = await server.issuer.idToken({ sub: randomUUID(), lifetimeSeconds: -1 });
    expect(
      await refusal(
        server.call(method, place, body(sessionId), { ...headers, authorization: `Bearer ${expired}` }),
      ),
    ).toBe('401 unauthorized');
    const other = await server.signIn();
    expect(await refusal(other.call(method, place, body(sessionId), headers))).toBe('404 notFound');
    expect((await sheet()).revision).toBe(1);
  });

  it('and reveals nothing about a session of another campaign', async () => {
    const other = await json<{ id: string }>(user.call('POST', '/campaigns', { title: 'Another' }), 201);
    expect(await refusal(user.call('GET', `/campaigns/${other.id}/cast?sessionId=${sessionId}`))).toBe(
      '404 notFound',
    );
    expect(
      await refusal(
        user.call(
          'POST',
          `/campaigns/${other.id}/cast`,
          { sessionId, change: liamPlaysPike },
          { 'if-match': '"0"' },
        ),
      ),
    ).toBe('404 notFound');
  });
});

it.each([
  [{}, false],
  [{ VOICES_REMEMBERED: 'no' }, true],
])('voices are remembered, unless the operator forbids it: %j', async (setting, isForbidden) => {
  const { voices } = readConfig(setting);
  const engines = {
    speech: createFakeSpeech().engine,
    notes: createFakeNotes().engine,
    voices: createFakeVoices().engine,
  };
  const other = await createTestServer({ config: { voices }, overrides: { engines } });
  onTestFinished(() => other.close());
  const { call } = await other.signIn();
  const { id } = await json<{ id: string }>(call('POST', '/campaigns', { title: 'The Lantern Coast' }), 201);
  const person = { kind: 'save', personId: null, player: 'Liam', role: 'player', characters: [] };
  const body = { sessionId: null, change: person };
  const { people, memory } = await json<CastSheet>(
    call('POST', `/campaigns/${id}/cast`, body, { 'if-match': '"0"' }),
  );
  expect(memory).toEqual(isForbidden ? null : { people: [] });
  const change = { kind: 'agree', personIds: people.map((each) => each.id) };
  const { status } = await call('POST', `/campaigns/${id}/voice-memory`, { change });
  expect(status).toBe(isForbidden ? 403 : 204);
});
