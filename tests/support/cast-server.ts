import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import type { CastChange, CastSheet } from '#contract/speakers.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { analyses } from '#server/analyses/tables.ts';
import { notes } from '#server/campaigns/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

export const evening = [
  'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
  'LIAM: I ride down to Emon and knock at the gate. Is anyone awake?',
  'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
  'Speaker 3: I tell him that we bring letters for the duke, and that the bridge in the north is gone.',
  'DANA: He nods and lets you in. The streets are empty, and a bell rings twice.',
  'LIAM: I look for an inn with a stable, and I keep one hand on my sword all the way.',
  'Speaker 3: Then I lock the door.',
].join('\n');

export const liamPlaysPike = {
  kind: 'assign',
  label: 'LIAM',
  player: 'Liam',
  role: 'player',
  character: 'Pike',
} as const satisfies CastChange;

export const of = ({ speakers }: CastSheet, label: string) => speakers.find((each) => each.label === label);

export const quotes = '- “I keep one hand on my sword.” — Liam (at the gate)\n- “A bell rings twice.” — Dana';

interface CastServer {
  server: TestServer;
  user: TestUser;
  /** New ones for each test, with `evening`. */
  campaignId: string;
  sessionId: string;
}

/** A server of the whole file, and a campaign for each test. */
export function createCastServer() {
  const at = {} as CastServer;

  beforeAll(async () => {
    at.server = await createTestServer({ config: { freeAnalyses: 50 } });
    await at.server.start();
    at.user = await at.server.signIn();
  });
  afterAll(() => at.server.close());
  beforeEach(async () => {
    at.campaignId = (
      await json<{ id: string }>(at.user.call('POST', '/campaigns', { title: 'The Lantern Coast' }), 201)
    ).id;
    at.sessionId = await addSession(evening);
  });

  async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
    const answer = await asked;
    const text = await answer.text();
    expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
    return JSON.parse(text) as Body;
  }

  const get = <Body>(path: string) => json<Body>(at.user.call('GET', path));

  async function addSession(text: string): Promise<string> {
    const { id } = await json<{ id: string }>(
      at.user.call('POST', `/campaigns/${at.campaignId}/sessions`, {}),
      201,
    );
    const answer = await at.server.app.request(`/sessions/${id}/transcripts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.user.token}`, 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode(text),
    });
    expect(answer.status).toBe(201);
    return id;
  }

  const sheet = (session: string | null = at.sessionId) =>
    get<CastSheet>(`/campaigns/${at.campaignId}/cast${session === null ? '' : `?sessionId=${session}`}`);

  const send = (revision: number, body: unknown, path = '') =>
    at.user.call('POST', `/campaigns/${at.campaignId}/cast${path}`, body, { 'if-match': `"${revision}"` });

  async function change(asked: CastChange, session: string | null = at.sessionId): Promise<CastSheet> {
    const { revision } = await sheet(session);
    return json<CastSheet>(send(revision, { sessionId: session, change: asked }));
  }

  async function undo(session: string | null = at.sessionId): Promise<CastSheet> {
    const { revision } = await sheet(session);
    return json<CastSheet>(send(revision, { sessionId: session }, '/undo'));
  }

  async function refusal(answer: Promise<Response>): Promise<string> {
    const got = await answer;
    const { error } = (await got.json()) as { error: { code: string } };
    return `${got.status} ${error.code}`;
  }

  async function labels(session = at.sessionId): Promise<string[]> {
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${session}`);
    const { speakers } = await get<Transcript>(`/transcripts/${transcriptId}`);
    return speakers.map(({ label }) => label);
  }

  async function writeNotes(session = at.sessionId, body = quotes): Promise<void> {
    const section = (key: string, text: string): NotesSection => ({
      key,
      title: 'Part',
      body: text,
      visibility: 'public',
      source: 'analysis',
      lines: [],
    });
    await at.server.database.orm.insert(notes).values({
      sessionId: session,
      sections: [
        section('memorableMoments', body),
        section('toConfirm', '- Does Liam play Pike?\n- Is “Eeman” the same as “Emon”?'),
        section('mine', 'Bring crisps — Liam'),
      ],
      revision: 1,
      updatedAt: at.server.clock.now(),
    });
  }

  const bodies = async () =>
    Object.fromEntries(
      (await get<Notes>(`/sessions/${at.sessionId}/notes`)).sections.map(({ key, body }) => [key, body]),
    );

  async function analysed(questions: readonly string[]): Promise<string> {
    const quote = await json<Quote>(at.user.call('POST', `/sessions/${at.sessionId}/quote`));
    const started = await json<Analysis>(
      at.user.call(
        'POST',
        `/sessions/${at.sessionId}/analyses`,
        { quoteId: quote.id, detailLevel: 'brief' },
        { 'idempotency-key': `cast-${at.sessionId}` },
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
    await at.server.database.orm
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

  return {
    at,
    json,
    get,
    addSession,
    sheet,
    send,
    change,
    undo,
    refusal,
    labels,
    writeNotes,
    bodies,
    analysed,
  };
}
