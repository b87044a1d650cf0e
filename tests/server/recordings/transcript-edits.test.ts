import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Correction, CorrectionPreview } from '#contract/corrections.ts';
import type { Segment } from '#contract/transcript.ts';
import type { LineChange, ReplacedLines } from '#contract/transcript-edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { analyses } from '#server/analyses/tables.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;
let transcriptId: string;

const evening = [
  'DANA: You come over the hill and see the walls of Eemon in the evening light.',
  'LIAM: I ride down to Eemon and knock at the gate. Is anyone awake?',
  'DANA: A guard opens a hatch.',
  'DANA: He asks what you want at this hour.',
  'LIAM: I tell him that we bring letters for the duke.',
].join('\n');

beforeAll(async () => {
  server = await createTestServer({ config: { freeAnalyses: 50 } });
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: campaignId } = await json<{ id: string }>(
    user.call('POST', '/campaigns', { title: 'The Lantern Coast' }),
    201,
  ));
  ({ id: sessionId } = await json<{ id: string }>(
    user.call('POST', `/campaigns/${campaignId}/sessions`, {}),
    201,
  ));
  const answer = server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(evening),
  });
  ({ id: transcriptId } = await json<Transcript>(Promise.resolve(answer), 201));
});

async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
  const answer = await asked;
  const text = await answer.text();
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(text) as Body;
}

async function lines(): Promise<Segment[]> {
  const all: Segment[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: { segments: Segment[]; next: number | null; segmentCount: number } = await json(
      user.call('GET', `/transcripts/${transcriptId}/segments?from=${from}&limit=2`),
    );
    all.push(...page.segments);
    from = page.next;
    if (from === null) expect(page.segmentCount).toBe(all.length);
  }
  return all;
}

const head = () => json<Transcript>(user.call('GET', `/transcripts/${transcriptId}`));
const send = (change: unknown) => user.call('POST', `/transcripts/${transcriptId}/edits`, change);
const undoOf = (id: string) => user.call('POST', `/transcripts/${transcriptId}/edits/${id}/undo`);

async function seen(...ids: string[]): Promise<LineChange['lines']> {
  const all = await lines();
  return ids.map((id) => ({ id, text: all.find((line) => line.id === id)?.text ?? '' }));
}

async function change(ids: string[], texts: string[], speakerId?: string | null): Promise<ReplacedLines> {
  const given = { lines: await seen(...ids), texts, ...(speakerId === undefined ? {} : { speakerId }) };
  return json(send(given), 201);
}

function put(before: readonly Segment[], { removedIds, segments, afterId }: ReplacedLines): Segment[] {
  const left = before.filter(({ id }) => !removedIds.includes(id));
  left.splice(left.findIndex(({ id }) => id === afterId) + 1, 0, ...segments);
  return left;
}

async function undoLast(): Promise<ReplacedLines> {
  const { lastEdit } = await head();
  return json(undoOf(lastEdit?.id ?? ''));
}

async function refusal(answer: Promise<Response>): Promise<string> {
  const got = await answer;
  const { error } = (await got.json()) as { error: { code: string } };
  return `${got.status} ${error.code}`;
}

const texts = (all: readonly Segment[]) => all.map(({ id, text }) => `${id} ${text}`);

describe('editing a transcript', () => {
  it('changes words and speaker of a line, and keeps the original until it is restored', async () => {
    const before = await lines();
    const [, liam] = before;
    const edited = await change(['s3'], ['A guard opens a small hatch.'], liam?.speakerId);
    expect(edited.segments).toEqual([
      {
        ...before[2],
        text: 'A guard opens a small hatch.',
        originalText: 'A guard opens a hatch.',
        speakerId: liam?.speakerId,
      },
    ]);
    expect(edited.transcript.lastEdit?.kind).toBe('changed');
    await change(['s3'], ['A guard opens the hatch.']);
    expect((await lines())[2]?.originalText).toBe('A guard opens a hatch.');
    await change(['s3'], ['A guard opens a hatch.']);
    expect((await lines())[2]?.originalText).toBeNull();
  });

  it('splits, joins and deletes, returns the positions of new lines, and undoes everything to the byte', async () => {
    const states = [await lines()];
    const answers: ReplacedLines[] = [];
    const step = async (ids: string[], words: string[]) => {
      answers.push(await change(ids, words));
      states.push(await lines());
      expect(put(states.at(-2)!, answers.at(-1)!)).toEqual(states.at(-1));
      expect((await head()).segmentCount).toBe(states.at(-1)?.length);
    };
    await step(['s2'], ['I ride down to Eemon and knock at the gate.', 'Is anyone awake?']);
    await step(['s2.1', 's3'], ['Is anyone awake? A guard opens a hatch.']);
    await step(['s2'], ['I ride down to Eemon', 'and knock at the gate.']);
    await step(['s2.2'], []);
    await step(['s2'], ['I ride', 'down to Eemon']);
    await step(['s1'], []);
    expect(texts(states.at(-1)!)).toEqual([
      's2 I ride',
      's2.3 down to Eemon',
      's2.1 Is anyone awake? A guard opens a hatch.',
      's4 He asks what you want at this hour.',
      's5 I tell him that we bring letters for the duke.',
    ]);
    expect(states.at(-1)?.[2]?.joinedIds).toEqual(['s3']);
    expect((await head()).deletedIds).toEqual(['s2.2', 's1']);
    for (const state of states.slice(0, -1).reverse()) {
      const present = await lines();
      expect(put(present, await undoLast())).toEqual(state);
      expect(await lines()).toEqual(state);
    }
    expect(await head()).toMatchObject({ deletedIds: [], lastEdit: null, segmentCount: 5 });
  });

  it('[D1] counts the words that edits and corrections add, and no quote from before holds', async () => {
    const words = async () => (await head()).wordCount;
    const quoted = () =>
      json<{ id: string; durationSeconds: number }>(user.call('POST', `/sessions/${sessionId}/quote`));
    const first = await words();
    const before = await quoted();
    await change(['s3'], ['and so we ride on and on '.repeat(380)]);
    expect(await words()).toBe(first - 5 + 7 * 380);
    const start = { quoteId: before.id, detailLevel: 'brief' };
    const key = { 'idempotency-key': `before-${transcriptId}` };
    expect(await refusal(user.call('POST', `/sessions/${sessionId}/analyses`, start, key))).toBe(
      '409 quoteChanged',
    );
    expect((await quoted()).durationSeconds).toBeGreaterThan(before.durationSeconds);
    await undoLast();
    expect(await words()).toBe(first);

    const corrections = `/campaigns/${campaignId}/corrections`;
    const asked = { wrong: 'Eemon', right: 'Emon of the Hills', dryRun: true };
    const { hits } = await json<CorrectionPreview>(user.call('POST', corrections, asked));
    const chosen = { ...asked, dryRun: false, chosen: hits.map(({ id }) => id) };
    const { id } = await json<Correction>(user.call('POST', corrections, chosen), 201);
    expect(await words()).toBe(first + 2 * 3);
    await json(user.call('POST', `/corrections/${id}/undo`));
    expect(await words()).toBe(first);
  });

  it('divides the time of a split line by its letters, and joins times', async () => {
    const [, line] = await lines();
    const { segments } = await change(
      ['s2'],
      ['I ride down to Eemon and knock at the gate.', 'Is anyone awake?'],
    );
    expect(segments[0]).toMatchObject({ startMs: line?.startMs, endMs: segments[1]?.startMs });
    expect(segments[1]?.endMs).toBe(line?.endMs);
    expect(segments[0]!.endMs - segments[0]!.startMs).toBeGreaterThan(
      segments[1]!.endMs - segments[1]!.startMs,
    );
    const joined = await change(
      ['s2', 's2.1'],
      ['I ride down to Eemon and knock at the gate. Is anyone awake?'],
    );
    expect(joined.segments).toMatchObject([
      { startMs: line?.startMs, endMs: line?.endMs, originalText: null },
    ]);
  });

  it('shows a line that another tab changed, instead of overwriting it', async () => {
    const old = await seen('s3');
    await change(['s3'], ['A guard opens the door.']);
    const answer = await send({ lines: old, texts: ['A guard opens a window.'] });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: { code: 'lineChanged', details: { lines: [{ id: 's3', text: 'A guard opens the door.' }] } },
    });
    await change(['s3'], []);
    const gone = await send({ lines: old, texts: [] });
    expect(await gone.json()).toMatchObject({ error: { code: 'lineChanged', details: { lines: [] } } });
    expect((await lines()).length).toBe(4);
  });

  it('undoes an earlier edit while its lines are unchanged, and otherwise says what to do', async () => {
    await change(['s1'], []);
    const deleted = (await head()).lastEdit?.id ?? '';
    await change(['s3'], ['A guard opens the door.']);
    const changed = (await head()).lastEdit?.id ?? '';
    await change(['s3'], ['A guard opens the gate.']);
    expect(await refusal(undoOf(changed))).toBe('409 lineChanged');
    await json(undoOf(deleted));
    expect((await lines())[0]?.id).toBe('s1');
    expect(await refusal(undoOf(deleted))).toBe('404 notFound');
  });

  it('undoes a correction of words and a change of speaker in one line only from the last, so that both can be undone', async () => {
    const before = await lines();
    const [words = ''] = (await seen('s3')).map(({ text }) => text);
    await change(['s3'], ['A guard opens the door.']);
    const corrected = (await head()).lastEdit?.id ?? '';
    await change(['s3'], ['A guard opens the door.'], 'new');
    expect(await refusal(undoOf(corrected))).toBe('409 lineChanged');
    await undoLast();
    await json(undoOf(corrected));
    expect((await seen('s3'))[0]?.text).toBe(words);
    expect(await lines()).toEqual(before);
  });

  it('works with corrected names, which are found in split lines and can still be undone', async () => {
    await change(['s2'], ['I ride down to Eemon', 'and knock at the gate of Eemon. Is anyone awake?']);
    const before = await lines();
    const path = `/campaigns/${campaignId}/corrections`;
    const asked = { wrong: 'Eemon', right: 'Emon' };
    const { hits } = await json<CorrectionPreview>(user.call('POST', path, { ...asked, dryRun: true }));
    const chosen = hits.filter(({ certainty }) => certainty === 'exact').map(({ id }) => id);
    expect(chosen).toHaveLength(3);
    const correction = await json<Correction>(
      user.call('POST', path, { ...asked, dryRun: false, chosen }),
      201,
    );
    expect(texts(await lines()).slice(0, 3)).toEqual([
      's1 You come over the hill and see the walls of Emon in the evening light.',
      's2 I ride down to Emon',
      's2.1 and knock at the gate of Emon. Is anyone awake?',
    ]);
    const { lastEdit } = await head();
    expect(await refusal(undoOf(lastEdit?.id ?? ''))).toBe('409 lineChanged');
    await json(user.call('POST', `/corrections/${correction.id}/undo`));
    expect(await lines()).toEqual(before);
    await undoLast();
    await change(['s5'], []);
    expect((await lines()).length).toBe(4);
  });

  it('rejects what makes no sense, and changes nothing', async () => {
    const before = await lines();
    const [one] = await seen('s1');
    const [three] = await seen('s3');
    for (const [given, expected] of [
      [{ lines: [one, three], texts: ['Together'] }, '409 lineUnfit'],
      [{ lines: [one], texts: [one?.text] }, '409 lineUnfit'],
      [{ lines: [one], texts: ['Words'], speakerId: 'p99' }, '409 lineUnfit'],
      [{ lines: [one], texts: [' '] }, '400 invalidRequest'],
      [{ lines: [one], texts: ['x'.repeat(10_001)] }, '400 invalidRequest'],
      [{ lines: [one, three], texts: [] }, '400 invalidRequest'],
      [{ lines: [one], texts: ['a', 'b', 'c'] }, '400 invalidRequest'],
      [{ lines: [], texts: ['a'] }, '400 invalidRequest'],
      [{ lines: [{ id: 's99', text: '' }], texts: ['a'] }, '409 lineChanged'],
    ] as const)
      expect(`${JSON.stringify(given).slice(0, 60)} ${await refusal(send(given))}`).toContain(expected);
    expect(await lines()).toEqual(before);
    expect((await head()).lastEdit).toBeNull();
  });

  it('waits for an analysis of these lines', async () => {
    const quote = await json<{ id: string }>(user.call('POST', `/sessions/${sessionId}/quote`));
    const started = await user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'brief' },
      { 'idempotency-key': `edit-${sessionId}` },
    );
    expect(started.status).toBeLessThan(300);
    const { id } = (await started.json()) as { id: string };
    await server.database.orm.update(analyses).set({ status: 'extracting' }).where(eq(analyses.id, id));
    expect(await refusal(send({ lines: await seen('s1'), texts: [] }))).toBe('409 analysisRunning');
    await server.database.orm.update(analyses).set({ status: 'cancelled' }).where(eq(analyses.id, id));
  });

  it('is private to the transcript’s user', async () => {
    await change(['s1'], []);
    const { lastEdit } = await head();
    const other = await server.signIn();
    const path = `/transcripts/${transcriptId}/edits`;
    const given = { lines: await seen('s2'), texts: [] };
    expect(await refusal(other.call('POST', path, given))).toBe('404 notFound');
    expect(await refusal(other.call('POST', `${path}/${lastEdit?.id}/undo`))).toBe('404 notFound');
    expect((await lines()).length).toBe(4);
  });
});
