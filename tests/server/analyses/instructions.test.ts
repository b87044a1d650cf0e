import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type InstructionStatus, instructionLimits } from '#contract/instructions.ts';
import { type ProposalList, proposalLimits } from '#contract/proposals.ts';
import { instructions } from '#server/analyses/tables.ts';
import { AnswerFailed } from '#server/engines/notes/endpoint/chat.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { proposals } from '#server/sharing/tables.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { createFakeNotes, createGate } from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { noSpeechEngine } from '#tests/support/work-server.ts';

type Change = NonNullable<NotesEngine['change']>;

let server: TestServer;
let user: TestUser;
let campaignId: string;
let change: Change;

const proposes: Change = async () => ({
  changes: [
    { section: 0, item: 0, quote: null, text: '**Bryce**: a carter; she owes Oda' },
    { section: 0, item: 1, quote: null, text: '**Oda**: rings the bell' },
  ],
  dropped: 1,
  unread: 0,
  unclear: 2,
  fixes: [{ wrong: 'Bryce', right: 'Brice' }],
});

beforeAll(async () => {
  const notes: NotesEngine = {
    ...createFakeNotes().engine,
    change: (request, context) => change(request, context),
  };
  server = await createTestServer({
    overrides: { engines: { speech: noSpeechEngine, notes, writers: { page: createHighlightsEngine() } } },
  });
  await server.start();
  user = await server.signIn();
  campaignId = await made('/campaigns', { title: 'The Lantern Coast' });
});
afterAll(() => server.close());
beforeEach(() => {
  change = proposes;
});

async function made(path: string, body: unknown): Promise<string> {
  return ((await (await user.call('POST', path, body)).json()) as { id: string }).id;
}

async function sessionWith(body: string) {
  const id = await made(`/campaigns/${campaignId}/sessions`, { title: 'Evening' });
  const path = `/sessions/${id}/instruction`;
  const write = (text: string, revision: number) =>
    user.call(
      'PATCH',
      `/sessions/${id}/notes`,
      { sections: [{ key: 'people', title: 'People', visibility: 'gm', body: text }] },
      { 'if-match': String(revision) },
    );
  if (body !== '') await write(body, 0);
  const status = async () => (await (await user.call('GET', path)).json()) as InstructionStatus;
  return {
    id,
    path,
    write,
    status,
    give: (text = 'Bryce is a woman') => user.call('POST', path, { text }),
    until: (state: string) =>
      vi.waitFor(
        async () => {
          const { instruction } = await status();
          expect(instruction?.state).toBe(state);
          return instruction;
        },
        { timeout: 30_000, interval: 25 },
      ),
    proposals: async () =>
      (await (await user.call('GET', `/sessions/${id}/proposals`)).json()) as ProposalList,
    body: async () =>
      (
        (await (await user.call('GET', `/sessions/${id}/notes`)).json()) as {
          sections: { body: string }[];
        }
      ).sections[0]?.body,
  };
}

const people = '- **Bryce**: a carter; he owes Oda\n- **Oda**: rings a bell';

describe('an instruction for the notes', () => {
  it('[D18] becomes proposals that are accepted and undone one by one; changed notes mark the stale ones', async () => {
    const session = await sessionWith(people);
    expect((await session.give()).status).toBe(202);
    expect(await session.until('done')).toMatchObject({
      proposed: 2,
      dropped: 1,
      unclear: 2,
      fixes: [{ wrong: 'Bryce', right: 'Brice' }],
    });
    expect(await session.body()).toBe(people);
    await session.write(people.replace('rings a bell', 'rings the old bell'), 1);
    const { open } = await session.proposals();
    expect(open.map(({ standing, isByModel, section }) => [standing, isByModel, section])).toEqual([
      ['same', true, 'People'],
      ['changed', true, 'People'],
    ]);
    const [first] = open;
    const accepted = await user.call('POST', `/proposals/${first?.id}/acceptance`, {
      replacing: first?.quote,
    });
    expect(accepted.status).toBe(204);
    expect(await session.body()).toContain('she owes Oda');
    await user.call('POST', '/proposals/reopenings', { ids: [first?.id], to: 'open' });
    expect(await session.body()).toContain('he owes Oda');
    await user.call('POST', '/proposals/rejections', { ids: [first?.id] });
    expect((await session.status()).instruction).toMatchObject({ proposed: 2, waiting: 1 });
  });

  it('[D18] [R2.34] is accepted as the user edits it, and undone to what was there', async () => {
    const session = await sessionWith(people);
    await session.give();
    await session.until('done');
    const [first] = (await session.proposals()).open;
    const accept = (text: string) =>
      user.call('POST', `/proposals/${first?.id}/acceptance`, { replacing: first?.quote, text });
    expect((await accept('')).status).toBe(400);
    expect((await accept('x'.repeat(proposalLimits.text + 1))).status).toBe(400);
    expect((await accept('**Bryce**: drives a cart; she owes Oda')).status).toBe(204);
    expect(await session.body()).toBe(people.replace('a carter; he owes', 'drives a cart; she owes'));
    await user.call('POST', '/proposals/reopenings', { ids: [first?.id], to: 'open' });
    expect(await session.body()).toBe(people);
    expect((await session.proposals()).open[0]?.text).toBe(first?.text);
  });

  it('[D18] becomes a proposal for a sentence, which stays valid when others of its paragraph are accepted', async () => {
    const told = 'Bryce opens the gate. He finds the bell. He runs.';
    const session = await sessionWith(told);
    change = async () => ({
      changes: [
        { section: 0, item: 0, quote: 'He finds the bell.', text: 'She finds the bell.' },
        { section: 0, item: 0, quote: 'He runs.', text: 'She runs.' },
      ],
      dropped: 0,
      unread: 0,
      unclear: 0,
      fixes: [],
    });
    await session.give();
    await session.until('done');
    const accept = async (at: number) => {
      const proposal = (await session.proposals()).open[at];
      expect(proposal).toMatchObject({ standing: 'same', present: null });
      const answer = await user.call('POST', `/proposals/${proposal?.id}/acceptance`, {
        replacing: proposal?.quote,
      });
      expect(answer.status).toBe(204);
      return proposal?.id;
    };
    const first = await accept(0);
    expect(await session.body()).toBe('Bryce opens the gate. She finds the bell. He runs.');
    await accept(0);
    expect(await session.body()).toBe('Bryce opens the gate. She finds the bell. She runs.');
    await user.call('POST', '/proposals/reopenings', { ids: [first], to: 'open' });
    expect(await session.body()).toBe('Bryce opens the gate. He finds the bell. She runs.');
    await session.write('Bryce opens the gate. He finds the old bell. She runs.', 4);
    expect((await session.proposals()).open).toMatchObject([
      { standing: 'changed', present: 'He finds the old bell.' },
    ]);
  });

  it.each([
    ['the model is away', new NotesUnavailable('away', { retryable: true }), 'writerAway'],
    ['its answers cannot be used', new AnswerFailed('unusable', 'no JSON'), 'unusable'],
  ])('[D18] fails if %s, keeps the words, and proposes nothing', async (_name, error, failure) => {
    const session = await sessionWith(people);
    change = async () => {
      throw error;
    };
    await session.give('Shorten the fight');
    expect(await session.until('failed')).toMatchObject({ failure, text: 'Shorten the fight', proposed: 0 });
    expect((await session.proposals()).open).toEqual([]);
    change = proposes;
    expect((await session.give()).status).toBe(202);
    await session.until('done');
  });

  it('[D18] says so without notes', async () => {
    const session = await sessionWith('');
    await session.give();
    expect(await session.until('failed')).toMatchObject({ failure: 'noNotes' });
  });

  it('[D18] can be cancelled in the middle; a second one waits for the first to end, and others see nothing', async () => {
    const session = await sessionWith(people);
    const gate = createGate();
    let stopped = false;
    change = async (request, { signal, progress }) => {
      progress(0.5);
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      await gate.pass(signal);
      return proposes(request, { signal, progress });
    };
    await session.give();
    await gate.arrived;
    expect((await session.give()).status).toBe(409);
    const stranger = await server.signIn({ email: 'stranger@example.test' });
    expect((await stranger.call('GET', session.path)).status).toBe(404);
    expect((await user.call('DELETE', session.path)).status).toBe(200);
    await vi.waitFor(() => expect(stopped).toBe(true), { timeout: 10_000 });
    expect(await session.status()).toEqual({
      writer: { model: null, sends: { what: 'transcript', host: null } },
      instruction: null,
    });
    expect((await session.proposals()).open).toEqual([]);
  });

  it('[D18] [D8] goes on after a restart in the middle, and proposes once', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const open = async (work: Change) => {
      const engine: NotesEngine = { ...createFakeNotes().engine, change: work };
      const engines = { speech: noSpeechEngine, notes: engine, writers: { page: createHighlightsEngine() } };
      const opened = await createTestServer({ database, overrides: { engines } });
      await opened.start();
      return opened;
    };
    const gate = createGate();
    const first = await open(async (request, context) => {
      await gate.pass(context.signal);
      return proposes(request, context);
    });
    const owner = await first.signIn();
    const campaign = await owner.call('POST', '/campaigns', { title: 'The Lantern Coast' });
    const { id } = await campaign.json();
    const made = await owner.call('POST', `/campaigns/${id}/sessions`, { title: 'Evening' });
    const session = (await made.json()).id;
    const sections = [{ key: 'people', title: 'People', visibility: 'gm', body: people }];
    await owner.call('PATCH', `/sessions/${session}/notes`, { sections }, { 'if-match': '0' });
    await owner.call('POST', `/sessions/${session}/instruction`, { text: 'Bryce is a woman' });
    await gate.arrived;
    await first.close();

    const given = () => database.orm.select().from(instructions).where(eq(instructions.sessionId, session));
    expect(await given()).toMatchObject([{ text: 'Bryce is a woman', state: 'writing' }]);
    let asked = 0;
    const second = await open(async (request, context) => {
      asked += 1;
      return proposes(request, context);
    });
    onTestFinished(() => second.close());
    await vi.waitFor(async () => expect(await given()).toMatchObject([{ state: 'done', proposed: 2 }]), {
      timeout: 30_000,
      interval: 25,
    });
    expect(asked).toBe(1);
    expect(await database.orm.select().from(proposals)).toHaveLength(2);
  });

  it('[D18] is refused where it is too long, and after so many within an hour', async () => {
    const session = await sessionWith(people);
    expect((await session.give('x'.repeat(instructionLimits.characters + 1))).status).toBe(400);
    let refused = 0;
    for (let at = 0; at <= instructionLimits.anHour && refused !== 429; at += 1) {
      refused = (await session.give()).status;
      await user.call('DELETE', session.path);
    }
    expect(refused).toBe(429);
  });
});
