import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from '#contract/analysis-result.ts';
import type { NotesSection } from '#contract/notes.ts';
import { appendedBy, replacedBy, withKeptEvidence } from '#server/campaigns/notes-sections.ts';
import { codeOf, openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

let server: WorkServer;
let user: TestUser;

beforeAll(async () => {
  server = await openWorkServer();
  user = await server.addUser();
});
afterAll(() => server.close());

const section = (key: string, body: string) => ({ key, title: key, body, visibility: 'gm' as const });
const read = (sessionId: string) => server.request(user, 'GET', `/sessions/${sessionId}/notes`);
const save = (sessionId: string, revision: string | null, sections: object[]) =>
  server.request(
    user,
    'PATCH',
    `/sessions/${sessionId}/notes`,
    { sections },
    revision === null ? {} : { 'if-match': revision },
  );

describe('notes', () => {
  it('are empty at revision 0, which increases with every change', async () => {
    const sessionId = await server.addSession(user);
    expect((await read(sessionId)).body).toEqual({ sessionId, sections: [], revision: 0, updatedAt: null });
    const first = await save(sessionId, '0', [section('mine', 'Buy candles.')]);
    expect(first.body).toMatchObject({ revision: 1, sections: [{ source: 'user', lines: [] }] });
    const second = await save(sessionId, '"1"', [section('mine', 'Buy two candles.')]);
    expect(second.body).toMatchObject({ revision: 2, updatedAt: server.clock.now().toISOString() });
    expect((await read(sessionId)).body).toEqual(second.body);
  });

  it('reject a stale revision with the current one, without losing anything', async () => {
    const sessionId = await server.addSession(user);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => save(sessionId, '0', [section('mine', text)])),
    );
    const stale = answers.filter((answer) => codeOf(answer) === 'staleRevision');
    expect(stale.map(({ status }) => status)).toEqual([412, 412, 412]);
    expect(stale[0]!.body.error.details).toEqual({ revision: 1 });
    const saved = answers.find(({ status }) => status === 200)!;
    expect((await read(sessionId)).body.sections).toEqual(saved.body.sections);
  });

  it.each<[string, string | null, object[], number]>([
    ['no revision', null, [], 428],
    ['a revision that is none', 'latest', [], 400],
    ['a visibility that is none', '0', [{ ...section('a', ''), visibility: 'everyone' }], 400],
    ['a title that is blank', '0', [{ ...section('a', ''), title: '  ' }], 400],
    ['a body that is too long', '0', [section('a', 'x'.repeat(200_001))], 400],
    ['too many sections', '0', Array.from({ length: 101 }, (_, at) => section(`s${at}`, '')), 400],
    ['the same key twice', '0', [section('a', ''), section('a', '')], 400],
    ['characters that are no text', '0', [section('a', 'a\u0000b')], 400],
  ])('reject %s', async (_, revision, sections, status) => {
    const sessionId = await server.addSession(user);
    expect((await save(sessionId, revision, sections)).status).toBe(status);
    expect((await read(sessionId)).body.revision).toBe(0);
  });

  it('accept long text', async () => {
    const sessionId = await server.addSession(user);
    const sections = Array.from({ length: 6 }, (_, at) => section(`s${at}`, 'word '.repeat(30_000)));
    expect((await save(sessionId, '0', sections)).status).toBe(200);
  });
});

const line = (text: string, id = 's1'): Line => ({
  text,
  evidence: { segmentIds: [id], startMs: 0, endMs: 1000 },
});
const written = (key: string, ...lines: Line[]): NotesSection => ({
  ...section(key, lines.map(({ text }) => text).join(' ')),
  source: 'analysis',
  lines,
});

describe('[D11] evidence of edited notes', () => {
  const bell = line('The bell rang.');
  const key = line('Kim took the silver key.', 's2');
  const before = [written('summary', bell, key), written('items', line('A silver key.', 's2'))];

  it('stays with lines whose text is still there', () => {
    const [summary] = withKeptEvidence(before, [section('summary', 'The bell rang. Then silence.')]);
    expect(summary).toMatchObject({ source: 'mixed', lines: [bell] });
  });

  it('stays if only the title or the visibility changed', () => {
    const edited = before.map(({ source: _, lines: __, ...rest }) => ({ ...rest, title: 'Recap' }));
    expect(withKeptEvidence(before, edited).map(({ source, lines }) => ({ source, lines }))).toEqual(
      before.map(({ source, lines }) => ({ source, lines })),
    );
  });

  it('moves with a line to another section, also to a user’s own', () => {
    const edited = [section('summary', 'The bell rang.'), section('mine', 'Kim took the silver key.')];
    expect(withKeptEvidence(before, edited)).toMatchObject([
      { key: 'summary', lines: [bell] },
      { key: 'mine', lines: [key], source: 'mixed' },
    ]);
  });

  it('follows lines that swap places, and lines that appear twice', () => {
    const again = line('The bell rang.', 's9');
    const [summary] = withKeptEvidence(
      [written('summary', bell, key, again)],
      [section('summary', 'Kim took the silver key. The bell rang. The bell rang.')],
    );
    expect(summary?.lines).toEqual([key, bell, again]);
  });

  it('disappears if all text is new', () => {
    expect(withKeptEvidence(before, [section('summary', 'Something else.')])).toMatchObject([
      { source: 'user', lines: [] },
    ]);
  });
});

describe('[D7] an analysis in existing notes', () => {
  const fresh = [written('summary', line('The bell rang.')), written('items', line('A key.'))];
  const mine: NotesSection = { ...section('mine', 'Buy candles.'), source: 'user', lines: [] };

  it('replaces its own sections and keeps those that only a person wrote', () => {
    const old = { ...section('summary', 'Old.'), source: 'mixed' as const, lines: [] };
    expect(replacedBy([old, mine], fresh)).toEqual([...fresh, mine]);
  });

  it('is appended once', () => {
    const own = { ...section('summary', 'My own words.'), source: 'user' as const, lines: [] };
    const once = appendedBy([own, mine], fresh)!;
    expect(once[0]).toMatchObject({
      body: 'My own words.\n\nThe bell rang.',
      source: 'mixed',
      lines: fresh[0]!.lines,
    });
    expect(once.map(({ key }) => key)).toEqual(['summary', 'mine', 'items']);
    expect(appendedBy(once, fresh)).toEqual(once);
  });

  it('is rejected if a section would become too long', () => {
    const full = { ...section('summary', 'x'.repeat(199_995)), source: 'user' as const, lines: [] };
    expect(appendedBy([full], fresh)).toBeNull();
  });
});
