import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notes } from '#contract/notes.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let sessionId: string;
let transcriptId: string;

const evening = 'DANA: The bells ring below.\nLIAM: I light the lantern.\nLIAM: Then I wait.';
const body = '> “I light the lantern. Then I wait.” — LIAM';
const words = { text: '“I light the lantern. Then I wait.”', segmentIds: ['s2', 's3'] };

beforeAll(async () => {
  server = await createTestServer();
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  sessionId = await addSession();
  const answer = await server.app.request(`/sessions/${sessionId}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(evening),
  });
  ({ id: transcriptId } = (await answer.json()) as { id: string });
});

async function addSession(): Promise<string> {
  const campaign = await user.call('POST', '/campaigns', { title: 'The Lantern Coast' });
  const { id } = (await campaign.json()) as { id: string };
  const session = await user.call('POST', `/campaigns/${id}/sessions`, {});
  return ((await session.json()) as { id: string }).id;
}

const section = (text: string, quotes?: object[]) => ({
  key: 'mine',
  title: 'Mine',
  body: text,
  visibility: 'gm',
  ...(quotes && { quotes }),
});
const save = (revision: number, sections: object[], id = sessionId) =>
  user.call('PATCH', `/sessions/${id}/notes`, { sections }, { 'if-match': `"${revision}"` });
async function saved(revision: number, sections: object[]) {
  const answer = await save(revision, sections);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Notes).sections[0]!;
}
const refused = async (asked: Promise<Response>) => {
  const answer = await asked;
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return `${answer.status} ${error.code}: ${error.message}`;
};
const gone =
  '409 conflict: A line you quote is no longer in the transcript. Reload the page and quote it again.';

describe('[D11] quotes of the transcript in notes', () => {
  it('have the times of their lines as evidence, which follows their words', async () => {
    const lines = (await (await user.call('GET', `/transcripts/${transcriptId}/segments`)).json()) as {
      segments: { startMs: number; endMs: number }[];
    };
    const [, first, last] = lines.segments;
    const evidence = { segmentIds: ['s2', 's3'], startMs: first!.startMs, endMs: last!.endMs };
    const quoted = await saved(0, [section(body, [words])]);
    expect(quoted).toMatchObject({ body, source: 'user', lines: [{ text: words.text, evidence }] });
    expect(quoted).not.toHaveProperty('quotes');
    const kept = await saved(1, [section(`Before.\n\n${body}`)]);
    expect(kept).toMatchObject({ source: 'user', lines: quoted.lines });
    expect(await saved(2, [section('Before.')])).toMatchObject({ source: 'user', lines: [] });
  });

  it('are in the order of the text among other evidence', async () => {
    const bells = { text: '“The bells ring below.”', segmentIds: ['s1'] };
    await saved(0, [section(body, [words])]);
    const both = await saved(1, [section(`> ${bells.text}\n>\n${body}`, [bells])]);
    expect(both.lines.map(({ text }) => text)).toEqual([bells.text, words.text]);
  });

  it('are no evidence for words outside the section', async () => {
    expect(await saved(0, [section('Other words.', [words])])).toMatchObject({ source: 'user', lines: [] });
  });

  it('are rejected with lines that are not in the transcript, and nothing is saved', async () => {
    expect(await refused(save(0, [section(body, [{ ...words, segmentIds: ['s2', 's9'] }])]))).toBe(gone);
    expect(await refused(save(0, [section(body, [words])], await addSession()))).toBe(gone);
    const notes = (await (await user.call('GET', `/sessions/${sessionId}/notes`)).json()) as Notes;
    expect(notes).toMatchObject({ revision: 0, sections: [] });
  });

  it('are rejected without a line', async () => {
    expect((await save(0, [section(body, [{ ...words, segmentIds: [] }])])).status).toBe(400);
  });

  it('are rejected from another user', async () => {
    const other = await server.signIn();
    const answer = await other.call(
      'PATCH',
      `/sessions/${sessionId}/notes`,
      { sections: [section(body, [words])] },
      { 'if-match': '"0"' },
    );
    expect(answer.status).toBe(404);
  });
});
