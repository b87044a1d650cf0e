import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { castQuestion } from '#contract/cast-questions.ts';
import {
  type CheckAnswer,
  type CheckSheet,
  factQuestion,
  nameKindQuestion,
  type QuestionCounts,
  sameNameQuestion,
  type UndoneSheet,
} from '#contract/check-questions.ts';
import type { Correction } from '#contract/corrections.ts';
import type { Name } from '#contract/names.ts';
import type { Notes } from '#contract/notes.ts';
import type { CastSheet } from '#contract/speakers.ts';
import { analyses } from '#server/analyses/tables.ts';
import { casts, notes } from '#server/campaigns/tables.ts';
import { corrections, names } from '#server/names/tables.ts';
import { answers } from '#server/questions/tables.ts';
import { segments } from '#server/recordings/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;

const evening = [
  'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
  'LIAM: I ride down to Eemon and knock at the gate. Is anyone awake?',
  'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
  'Speaker 3: I tell him that we bring letters for the duke, and that the bridge in the north is gone.',
  'DANA: He nods and lets you into Eemon’s streets. They are empty, and a bell rings twice.',
  'LIAM: I look for an inn with a stable, and I keep one hand on my sword all the way to Vasselheim.',
  'Speaker 3: Then I lock the door.',
].join('\n');

const plays = castQuestion('Liam', 'Pike');
const same = sameNameQuestion('Eemon', 'Emon');
const what = nameKindQuestion('Vasselheim');
const fact = factQuestion('The guard of Eemon took a bribe.');
const asked = [plays, same, what, fact];

beforeAll(async () => {
  server = await createTestServer({ config: { freeAnalyses: 100 } });
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  campaignId = (
    await json<{ id: string }>(user.call('POST', '/campaigns', { title: 'The Lantern Coast' }), 201)
  ).id;
  sessionId = await addSession();
});

async function json<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
  const got = await answer;
  const text = await got.text();
  expect(`${got.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(text) as Body;
}

const get = <Body>(path: string) => json<Body>(user.call('GET', path));

async function refusal(answer: Promise<Response>): Promise<string> {
  const got = await answer;
  const { error } = (await got.json()) as { error: { code: string } };
  return `${got.status} ${error.code}`;
}

async function addSession(): Promise<string> {
  const { id } = await json<{ id: string }>(user.call('POST', `/campaigns/${campaignId}/sessions`, {}), 201);
  const answer = await server.app.request(`/sessions/${id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(evening),
  });
  expect(answer.status).toBe(201);
  return id;
}

const evidence = { segmentIds: ['s2', 's5'], startMs: 4, endMs: 5 };

async function analysed(questions: readonly string[], session = sessionId): Promise<string> {
  const quote = await json<Quote>(user.call('POST', `/sessions/${session}/quote`));
  const started = await json<Analysis>(
    user.call(
      'POST',
      `/sessions/${session}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': `check-${session}` },
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
  const toConfirm: AnalysisResult['toConfirm'] = questions.map((text) => ({ kind: 'name', text, evidence }));
  const lines = [
    { text: 'They rode to Eemon.', evidence: { ...evidence, startMs: 1 } },
    { text: 'The streets were empty.', evidence: { ...evidence, startMs: 9 } },
  ];
  const places = [{ name: 'Emon', description: '', isNew: true, evidence }];
  await server.database.orm
    .update(analyses)
    .set({ result: { ...done.result!, toConfirm, locations: places } })
    .where(eq(analyses.id, started.id));
  const section = (key: string, title: string, body: string, own: typeof lines = []) => ({
    key,
    title,
    body,
    visibility: 'gm' as const,
    source: 'analysis' as const,
    lines: own,
  });
  const sections = [
    section('toConfirm', 'Please check', questions.map((text) => `- ${text}`).join('\n')),
    section('summary', 'The story', 'They rode to Eemon. The streets were empty.', lines),
    section('locations', 'Places', '- **Emon**'),
    section('mine', 'Mine', 'Bring crisps.'),
  ];
  const values = { sections, revision: 7, updatedAt: server.clock.now() };
  await server.database.orm
    .insert(notes)
    .values({ sessionId: session, ...values })
    .onConflictDoUpdate({ target: notes.sessionId, set: values });
  return started.id;
}

const read = (session?: string) =>
  get<CheckSheet>(`/campaigns/${campaignId}/questions${session ? `?sessionId=${session}` : ''}`);

const counts = () => get<QuestionCounts>(`/campaigns/${campaignId}/question-counts`);

const texts = async () => (await read()).open.map(({ text }) => text);

async function send(text: string, answer: CheckAnswer, as = user): Promise<Response> {
  const question = (await read()).open.find((each) => each.text === text)!;
  return as.call('POST', `/campaigns/${campaignId}/questions/${question.id}/answers`, {
    version: question.version,
    answer,
    sessionId: null,
  });
}

const say = (text: string, answer: CheckAnswer) => json<CheckSheet>(send(text, answer));

const undo = async (answerId: string) =>
  json<UndoneSheet>(
    user.call('POST', `/campaigns/${campaignId}/answers/${answerId}/undo`, { sessionId: null }),
  );

const bodies = async (session = sessionId) =>
  Object.fromEntries(
    (await get<Notes>(`/sessions/${session}/notes`)).sections.map(({ key, body }) => [key, body]),
  );

const glossary = async () => (await get<{ names: Name[] }>(`/campaigns/${campaignId}/names`)).names;

async function everything() {
  const { orm } = server.database;
  const [written] = await orm.select().from(notes).where(eq(notes.sessionId, sessionId));
  const [cast] = await orm.select().from(casts).where(eq(casts.campaignId, campaignId));
  const said = await orm.select().from(segments).orderBy(asc(segments.transcriptId), asc(segments.ordinal));
  const runs = await orm.select({ result: analyses.result }).from(analyses).orderBy(asc(analyses.id));
  const terms = await orm.select().from(names).where(eq(names.campaignId, campaignId));
  return structuredClone({
    sections: written?.sections,
    cast: cast?.content ?? { people: [], chosen: [], rejected: [] },
    said,
    runs,
    terms: terms.map(({ revision: _, updatedAt: __, ...term }) => term),
    shown: await bodies(),
    open: (await read()).open.map(({ version: _, ...question }) => question),
  });
}

describe('the questions of a campaign', () => {
  it('offer the likelier spelling first: the known name, else the one heard more often', async () => {
    const turned = sameNameQuestion('Emon', 'Eemon');
    await analysed([turned, plays]);
    expect((await read()).open.map(({ answers: possible }) => possible)).toEqual([
      ['second', 'first', 'different'],
      ['yes', 'no'],
    ]);
  });

  it('offer the spelling of the glossary first, and the one heard more often without it', async () => {
    await analysed([same]);
    expect((await read()).open.map(({ answers: possible }) => possible[0])).toEqual(['first']);
    await json(user.call('POST', `/campaigns/${campaignId}/names`, { term: 'Emon', kind: 'location' }), 201);
    expect((await read()).open.map(({ answers: possible }) => possible)).toEqual([
      ['second', 'first', 'different'],
    ]);
  });

  it('are those of all its sessions with their lines, the latest session first', async () => {
    const later = await addSession();
    await analysed([plays, same]);
    await analysed([same, what], later);
    const { open, openCount, answered } = await read();
    expect({ openCount, answered }).toEqual({ openCount: 3, answered: [] });
    expect(open.map(({ text, session, answers: possible }) => [text, session.id, possible])).toEqual([
      [same, later, ['first', 'second', 'different']],
      [what, later, ['npc', 'location', 'faction', 'item', 'notAName']],
      [plays, sessionId, ['yes', 'no']],
    ]);
    expect(open[0]).toMatchObject({
      kind: 'name',
      about: ['Eemon', 'Emon'],
      canBeHeard: false,
      lines: [
        { id: 's2', speaker: 'LIAM', text: expect.stringContaining('I ride down to Eemon'), time: null },
        { id: 's5', speaker: 'DANA', text: expect.stringContaining('He nods'), time: null },
      ],
    });
    expect((await read(sessionId)).open.map(({ text }) => text)).toEqual([plays, same, what]);
  });

  it('are none if nothing was analyzed', async () => {
    expect(await read()).toEqual({ open: [], openCount: 0, answered: [] });
    expect(await counts()).toEqual({ open: 0, answered: 0, sessions: [] });
  });

  it('are counted in the campaign and in each session', async () => {
    await analysed(asked);
    await say(what, 'npc');
    expect(await counts()).toEqual({ open: 3, answered: 1, sessions: [{ sessionId, open: 3 }] });
  });

  it('stay settled when the session that asked is deleted', async () => {
    await analysed([same]);
    await say(same, 'different');
    expect((await user.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    await analysed([same, what], await addSession());
    expect(await read()).toMatchObject({ openCount: 1, answered: [], open: [{ text: what }] });
  });

  it('are hidden from other users, who can neither answer nor undo', async () => {
    await analysed(asked);
    const stranger = await server.signIn();
    const path = `/campaigns/${campaignId}/questions`;
    expect(await refusal(stranger.call('GET', path))).toBe('404 notFound');
    expect(await refusal(send(same, 'first', stranger))).toBe('404 notFound');
    const answerId = (await say(plays, 'yes')).answered[0]!.id;
    const undoPath = `/campaigns/${campaignId}/answers/${answerId}/undo`;
    expect(await refusal(stranger.call('POST', undoPath, { sessionId: null }))).toBe('404 notFound');
    const own = await json<{ id: string }>(stranger.call('POST', '/campaigns', { title: 'Mine' }), 201);
    const through = stranger.call('POST', `/campaigns/${own.id}/answers/${answerId}/undo`, {
      sessionId: null,
    });
    expect(await refusal(through)).toBe('404 notFound');
    expect((await read()).answered).toHaveLength(1);
  });
});

describe('an answer', () => {
  it.each<[string, CheckAnswer]>([
    [plays, 'yes'],
    [plays, 'no'],
    [same, 'first'],
    [same, 'second'],
    [same, 'different'],
    [what, 'npc'],
    [what, 'location'],
    [what, 'faction'],
    [what, 'item'],
    [what, 'notAName'],
    [fact, 'keep'],
    [fact, 'leaveOut'],
    ['Is Mira a smith?', 'leaveOut'],
  ])('to “%s”: %s closes the question, and its undo restores everything exactly', async (text, answer) => {
    const analysisId = await analysed([...asked, 'Is Mira a smith?']);
    const before = await everything();
    const after = await say(text, answer);
    expect(after.openCount).toBe(4);
    expect(after.answered).toEqual([
      expect.objectContaining({ text, answer, session: expect.objectContaining({ id: sessionId }) }),
    ]);
    expect((await bodies()).toConfirm).not.toContain(text);
    const { result } = await get<Analysis>(`/analyses/${analysisId}`);
    expect(result?.toConfirm.map((each) => each.text)).not.toContain(text);

    const undone = await undo(after.answered[0]!.id);
    expect(undone).toMatchObject({ isPartly: false, answered: [], openCount: 5 });
    expect(await everything()).toEqual(before);
    await undo(after.answered[0]!.id);
    expect(await everything()).toEqual(before);
  });

  it('that corrects a name waits for a running analysis, and changes nothing', async () => {
    const analysisId = await analysed(asked);
    const { orm } = server.database;
    const { answered } = await say(same, 'second');
    const run = (status: 'extracting' | 'completed') =>
      orm.update(analyses).set({ status }).where(eq(analyses.id, analysisId));
    const later = await addSession();
    await analysed([], later);
    await run('extracting');
    const path = `/campaigns/${campaignId}/answers/${answered[0]!.id}/undo`;
    expect(await refusal(user.call('POST', path, { sessionId: null }))).toBe('409 analysisRunning');
    await run('completed');
    expect((await undo(answered[0]!.id)).isPartly).toBe(false);
    expect(await texts()).toEqual(asked);
  });

  it('who plays whom names the speaker everywhere', async () => {
    await analysed(asked);
    await say(plays, 'yes');
    const sheet = await get<CastSheet>(`/campaigns/${campaignId}/cast?sessionId=${sessionId}`);
    expect(sheet.people).toMatchObject([{ player: 'Liam', characters: ['Pike'] }]);
    expect((await read()).open[0]?.lines[0]?.speaker).toBe('Pike (Liam)');
  });

  it('that a name is another corrects transcript and notes, and updates the glossary', async () => {
    await analysed(asked);
    await say(same, 'second');
    expect(await bodies()).toMatchObject({ summary: 'They rode to Emon. The streets were empty.' });
    const { corrections } = await get<{ corrections: Correction[] }>(`/campaigns/${campaignId}/corrections`);
    expect(corrections).toMatchObject([{ wrong: 'Eemon', right: 'Emon', undoneAt: null }]);
    expect(await glossary()).toMatchObject([{ term: 'Emon', kind: 'location', heardAs: ['Eemon'] }]);
    const said = (await read()).open.flatMap(({ lines }) => lines).map(({ text }) => text);
    expect(said.join(' ')).toContain('lets you into Emon’s streets');
    expect(said.join(' ')).not.toContain('Eemon');
  });

  it('that a name is another is undone with its correction, also after a crash amid the undo', async () => {
    await analysed(asked);
    const before = await everything();
    const { answered } = await say(same, 'second');
    const ofCampaign = eq(corrections.campaignId, campaignId);
    await server.database.orm.update(corrections).set({ working: 'undoing', reached: 0 }).where(ofCampaign);
    const undone = await undo(answered[0]!.id);
    expect(undone).toMatchObject({ isPartly: false, answered: [], openCount: 4 });
    expect(await everything()).toEqual(before);
    const [answer] = await server.database.orm.select().from(answers).where(eq(answers.id, answered[0]!.id));
    expect(answer?.undoneAt).not.toBeNull();
  });

  it('that two names are different adds both, and no later session asks again', async () => {
    await analysed([same]);
    await say(same, 'different');
    expect((await glossary()).map(({ term, kind }) => [term, kind])).toEqual([
      ['Eemon', 'other'],
      ['Emon', 'location'],
    ]);
    await analysed([sameNameQuestion('Emon', 'Eemon'), what], await addSession());
    expect(await texts()).toEqual([what]);
  });

  it('what a name is updates the glossary and the notes', async () => {
    await analysed(asked);
    await say(what, 'location');
    expect(await glossary()).toMatchObject([{ term: 'Vasselheim', kind: 'location' }]);
    expect((await bodies()).locations).toBe('- **Emon**\n- **Vasselheim**');
  });

  it('to keep a statement adds it to the story where it happened, with its evidence', async () => {
    await analysed(asked);
    await say(fact, 'keep');
    const { sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
    const story = sections.find(({ key }) => key === 'summary')!;
    expect(story.body).toBe('They rode to Eemon. The guard of Eemon took a bribe. The streets were empty.');
    expect(story.lines[1]).toEqual({ text: 'The guard of Eemon took a bribe.', evidence });
  });

  it('survives a later correction of a name in its question; both can be undone in any order', async () => {
    await analysed(asked);
    const before = await everything();
    const left = (await say(fact, 'leaveOut')).answered[0]!.id;
    const corrected = (await say(same, 'second')).answered[0]!.id;
    expect(await texts()).toEqual([plays, what]);
    await undo(left);
    expect(await texts()).toEqual([plays, what, factQuestion('The guard of Emon took a bribe.')]);
    await undo(corrected);
    expect(await everything()).toEqual(before);
  });

  it('in notes edited since is undone as far as it is still there, and says so', async () => {
    await analysed(asked);
    const first = (await say(fact, 'keep')).answered[0]!.id;
    const edit = async (change: (body: string) => string) => {
      const { revision, sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
      const drafts = sections.map(({ key, title, visibility, body }) => ({
        key,
        title,
        visibility,
        body: key === 'summary' ? change(body) : body,
      }));
      await json(
        user.call(
          'PATCH',
          `/sessions/${sessionId}/notes`,
          { sections: drafts },
          { 'if-match': `"${revision}"` },
        ),
      );
    };
    await edit((body) => `At dusk: ${body}`);
    expect((await undo(first)).isPartly).toBe(false);
    expect((await bodies()).summary).toBe('At dusk: They rode to Eemon. The streets were empty.');
    const second = (await say(fact, 'keep')).answered[0]!.id;
    await edit((body) => body.replace('took a bribe', 'took two coins'));
    expect((await undo(second)).isPartly).toBe(true);
    expect((await bodies()).summary).toContain('took two coins');
    expect(await texts()).toEqual(asked);
  });

  it('to the last question removes “Please check” from the notes, and saving them does not lose it', async () => {
    await analysed([what]);
    const { id } = (await say(what, 'notAName')).answered[0]!;
    const { revision, sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
    expect(sections.map(({ key }) => key)).toEqual(['summary', 'locations', 'mine']);
    const drafts = sections.map(({ key, title, visibility, body }) => ({ key, title, visibility, body }));
    await json(
      user.call(
        'PATCH',
        `/sessions/${sessionId}/notes`,
        { sections: drafts },
        { 'if-match': `"${revision}"` },
      ),
    );
    await undo(id);
    expect(Object.keys(await bodies())).toEqual(['toConfirm', 'summary', 'locations', 'mine']);
  });

  it('in “Who is who” counts here, and an undo there asks again', async () => {
    await analysed([plays]);
    await say(plays, 'yes');
    const { revision } = await get<CastSheet>(`/campaigns/${campaignId}/cast?sessionId=${sessionId}`);
    const castPath = `/campaigns/${campaignId}/cast`;
    await json(user.call('POST', `${castPath}/undo`, { sessionId }, { 'if-match': `"${revision}"` }));
    expect(await read()).toMatchObject({ openCount: 1, answered: [] });
    expect(await say(plays, 'no')).toMatchObject({ openCount: 0, answered: [{ answer: 'no' }] });
  });

  it('who plays whom is undone without later answers about others', async () => {
    await analysed([plays, castQuestion('Dana', 'the Duke')]);
    const first = (await say(plays, 'yes')).answered[0]!.id;
    await say(castQuestion('Dana', 'the Duke'), 'yes');
    expect((await undo(first)).isPartly).toBe(false);
    expect(await texts()).toEqual([plays]);
    const sheet = await get<CastSheet>(`/campaigns/${campaignId}/cast`);
    expect(sheet.people.map(({ player }) => player)).toEqual(['Dana']);
  });
});

describe('two tabs', () => {
  const post = (id: string, version: number, answer: CheckAnswer) =>
    user.call('POST', `/campaigns/${campaignId}/questions/${id}/answers`, {
      version,
      answer,
      sessionId: null,
    });

  it('can give the same answer, which counts once', async () => {
    await analysed(asked);
    const { id } = (await read()).open[1]!;
    const both = await Promise.all([post(id, 0, 'second'), post(id, 0, 'second')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      await server.database.orm.select().from(answers).where(eq(answers.campaignId, campaignId)),
    ).toHaveLength(1);
  });

  it('cannot give different answers: the later one is rejected with the current state', async () => {
    await analysed(asked);
    const { id } = (await read()).open[1]!;
    const all = await Promise.all([post(id, 0, 'second'), post(id, 0, 'different'), post(id, 0, 'first')]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { error } = await all.find(({ status }) => status === 409)!.json();
    expect(error.code).toBe('questionChanged');
    expect(error.details?.current).toMatchObject({ openCount: 3, answered: [{ questionId: id }] });
  });

  it('do not repeat an answer that was undone meanwhile', async () => {
    await analysed(asked);
    const { id } = (await read()).open[2]!;
    const { answered } = await json<CheckSheet>(post(id, 0, 'item'));
    await undo(answered[0]!.id);
    expect(await refusal(post(id, 0, 'item'))).toBe('409 questionChanged');
    expect((await json<CheckSheet>(post(id, 1, 'npc'))).answered).toMatchObject([{ answer: 'npc' }]);
  });

  it('reject answers that the question does not have, and unknown questions', async () => {
    await analysed(asked);
    const { id } = (await read()).open[0]!;
    expect(await refusal(post(id, 0, 'keep'))).toBe('400 invalidRequest');
    expect(await refusal(post('0'.repeat(32), 0, 'yes'))).toBe('409 questionChanged');
    expect((await read()).openCount).toBe(4);
  });
});
