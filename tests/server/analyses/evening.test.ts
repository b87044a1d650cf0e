import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { Evening, Passage } from '#contract/analysis-result.ts';
import type { EveningChanges, KeptPassages } from '#contract/evening-changes.ts';
import {
  answersIn,
  chapterTitle,
  firstWords,
  inMarks,
  isKept,
  isLineOf,
  withoutMarkdown,
} from '#contract/evening-text.ts';
import type { ImportPreview } from '#contract/exports.ts';
import type { Notes, NotesHistory, NotesSection } from '#contract/notes.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { clockTime, timeOf } from '#contract/said-times.ts';
import type { Session } from '#contract/sessions.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { visibleSections } from '#contract/visibility.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import { createEndingLetters } from '#server/analyses/ending-letters.ts';
import { analyses } from '#server/analyses/tables.ts';
import { notes } from '#server/campaigns/tables.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';
import { silentLog } from '#tests/support/database.ts';
import { createMailOutbox } from '#tests/support/mail-outbox.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { longSession, smallSession } from '#tests/support/small-session.ts';

let server: TestServer;
let user: TestUser;
let sessionId: string;
let transcriptId: string;
let analysis: Analysis;

const text = [...smallSession, ...longSession(5000)]
  .map(({ speaker, text: said }) => `${speaker}: ${said}`)
  .join('\n');

beforeAll(async () => {
  server = await createTestServer({ config: { freeAnalyses: 100, publicUrl: 'https://notes.example' } });
  await server.start();
  user = await server.signIn({ emailVerified: true });
  const path = `/users/${user.userId}/preferences`;
  await json(user.call('PUT', path, { ...defaultPreferences, mail_when_notes_ready: true }));
});
afterAll(() => server.close());
beforeEach(() => begin(text));

/** A session with these lines, and its first analysis, which its notes are copied from. */
async function begin(lines: string): Promise<void> {
  const campaign = await json<{ id: string }>(user.call('POST', '/campaigns', { title: 'The Mill' }), 201);
  const session = await json<{ id: string }>(
    user.call('POST', `/campaigns/${campaign.id}/sessions`, {}),
    201,
  );
  sessionId = session.id;
  transcriptId = (await transcribed(lines)).id;
  analysis = await analyzed();
}

const transcribed = (lines: string) =>
  json<Transcript>(
    Promise.resolve(
      server.app.request(`/sessions/${sessionId}/transcripts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: new TextEncoder().encode(lines),
      }),
    ),
    201,
  );

async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
  const answer = await asked;
  const body = await answer.text();
  expect(`${answer.status} ${body}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(body);
}

async function codeOf(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const { error }: { error: { code: string } } = await answer.json();
  return `${answer.status} ${error.code}`;
}

async function analyzed(): Promise<Analysis> {
  const quote = await json<Quote>(user.call('POST', `/sessions/${sessionId}/quote`));
  const started = await json<Analysis>(
    user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'comprehensive' },
      { 'idempotency-key': `evening-${quote.id}` },
    ),
    201,
  );
  return vi.waitFor(
    async () => {
      const now = await json<Analysis>(user.call('GET', `/analyses/${started.id}`));
      expect(now.status).toBe('completed');
      return now;
    },
    { timeout: 60_000, interval: 50 },
  );
}

const eveningOf = ({ result }: Analysis): Evening => {
  if (result?.evening === undefined) throw new Error('The result has no evening.');
  return result.evening;
};
const readNotes = () => json<Notes>(user.call('GET', `/sessions/${sessionId}/notes`));
const withRevision = async () => ({ 'if-match': String((await readNotes()).revision) });
const change = (changes: Partial<EveningChanges>) =>
  json<Analysis>(user.call('PATCH', `/analyses/${analysis.id}/evening`, changes));
const keeping = async (wanted: Partial<KeptPassages>) =>
  user.call(
    'POST',
    `/sessions/${sessionId}/notes/passages`,
    { analysisId: analysis.id, ...wanted },
    await withRevision(),
  );
const keep = (wanted: Partial<KeptPassages>) => json<Notes>(keeping(wanted));
const section = ({ sections }: Notes, key: string): NotesSection | undefined =>
  sections.find((each) => each.key === key);
const saidIn = (notes: Notes, key: string, { text: said }: Passage) =>
  section(notes, key)?.body.includes(inMarks(said)) === true;
const onPage = (of: Analysis) => eveningOf(of).passages.filter(({ shown }) => shown === 'page');

describe('starred passages', () => {
  it('are a section in the order of the evening, with their evidence; a version undoes it', async () => {
    const { passages } = eveningOf(analysis);
    const [first, , third, last] = [passages[0]!, passages[1]!, passages[2]!, passages.at(-1)!];
    const before = await readNotes();
    await keep({ keep: [last.id] });
    const notes = await keep({ keep: [third.id, first.id] });
    const kept = section(notes, 'kept')!;
    expect(kept.title).toBe('Kept');
    expect(kept.lines.map(({ evidence }) => evidence)).toEqual(
      [first, third, last].map(({ evidence }) => evidence),
    );
    expect(kept.body.split('\n')).toEqual(kept.lines.map((line) => `- ${line.text}`));
    expect([first, third, last].every((each) => isKept(notes.sections, each))).toBe(true);
    const without = await keep({ drop: [third.id] });
    expect(isKept(without.sections, third)).toBe(false);
    expect(section(without, 'kept')?.lines).toHaveLength(2);
    expect(section(await keep({ keep: [third.id] }), 'kept')).toEqual(kept);
    const { versions } = await json<NotesHistory>(user.call('GET', `/sessions/${sessionId}/notes/versions`));
    const oldest = versions.at(-1)?.revision;
    const path = `/sessions/${sessionId}/notes/versions/${oldest}/restore`;
    await json(user.call('POST', path, undefined, await withRevision()));
    expect((await readNotes()).sections).toEqual(before.sections);
    expect((await keep({ keep: [first.id] })).sections).not.toEqual(before.sections);
    expect((await keep({ drop: [first.id] })).sections).toEqual(before.sections);
  });

  it('go into a section of one’s own, beside what is written there', async () => {
    const [first, second] = eveningOf(analysis).passages;
    const before = await readNotes();
    const own = { key: 'own-plan', title: 'My plan', body: 'Ask about the key.', visibility: 'gm' };
    const sections = [...before.sections.map(({ source: _, lines: __, ...each }) => each), own];
    await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
    const notes = await keep({ keep: [second!.id, first!.id], section: 'own-plan' });
    const { body, lines, source } = section(notes, 'own-plan')!;
    expect(body).toBe(`Ask about the key.\n\n- ${lines[0]!.text}\n- ${lines[1]!.text}`);
    expect(lines.map(({ evidence }) => evidence)).toEqual([first!.evidence, second!.evidence]);
    expect(source).toBe('user');
  });

  it('make a section of one’s own, survive its editing with their evidence, and undo takes it away', async () => {
    const [first, second] = eveningOf(analysis).passages;
    const before = await readNotes();
    const place = { section: 'own-new', title: 'My notes' };
    const made = section(await keep({ keep: [first!.id], ...place }), 'own-new')!;
    expect(made).toMatchObject({ title: 'My notes', visibility: 'gm', source: 'user' });
    expect((await keep({ drop: [first!.id], ...place })).sections).toEqual(before.sections);
    await keep({ keep: [second!.id, first!.id], ...place });
    const sections = (await readNotes()).sections.map(({ source: _, lines: __, ...each }) =>
      each.key === 'own-new' ? { ...each, body: `They met here.\n\n${each.body}` } : each,
    );
    await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
    const saved = section(await readNotes(), 'own-new')!;
    expect(saved.lines.map(({ evidence }) => evidence)).toEqual([first!.evidence, second!.evidence]);
    await keep({ drop: [first!.id, second!.id], ...place });
    expect(section(await readNotes(), 'own-new')?.body.trim()).toBe('They met here.');
  });

  it('are refused if the page or the notes have changed, and for others', async () => {
    const [first] = eveningOf(analysis).passages;
    expect(await codeOf(keeping({ keep: ['s1.99999'] }))).toBe('409 conflict');
    expect(await codeOf(keeping({ keep: [first!.id], section: 'none' }))).toBe('409 conflict');
    const path = `/sessions/${sessionId}/notes/passages`;
    const body = { analysisId: analysis.id, keep: [first!.id] };
    expect(await codeOf(user.call('POST', path, body, { 'if-match': '99' }))).toBe('412 staleRevision');
    const other = await server.signIn();
    expect(await codeOf(other.call('POST', path, body, { 'if-match': '1' }))).toBe('404 notFound');
    const changes = { passages: [{ id: first!.id, hidden: true }] };
    expect(await codeOf(other.call('PATCH', `/analyses/${analysis.id}/evening`, changes))).toBe(
      '404 notFound',
    );
  });
});

describe('a page changed by hand', () => {
  it('hides a passage on the page and in the notes, and shows it again', async () => {
    const hidden = onPage(analysis)[1]!;
    const before = await readNotes();
    expect(saidIn(before, 'summary', hidden)).toBe(true);
    const changed = await change({ passages: [{ id: hidden.id, hidden: true }] });
    expect(eveningOf(changed).passages.find(({ id }) => id === hidden.id)?.hidden).toBe(true);
    expect(changed.result?.summary).not.toContain(inMarks(hidden.text));
    expect(saidIn(await readNotes(), 'summary', hidden)).toBe(false);
    const again = await change({ passages: [{ id: hidden.id, hidden: false }] });
    expect(again.result).toEqual(analysis.result);
    expect((await readNotes()).sections).toEqual(before.sections);
  });

  it('hides it in notes that a person edited, and leaves their words', async () => {
    const hidden = onPage(analysis)[1]!;
    const before = await readNotes();
    const sections = before.sections.map(({ source: _, lines: __, ...each }) =>
      each.key === 'summary' ? { ...each, body: `My own words.\n\n${each.body}` } : each,
    );
    await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
    await change({ passages: [{ id: hidden.id, hidden: true }] });
    const without = section(await readNotes(), 'summary')!;
    expect(without.body).toContain('My own words.');
    expect(without.body).not.toContain(inMarks(hidden.text));
    await change({ passages: [{ id: hidden.id, hidden: false }] });
    expect(section(await readNotes(), 'summary')?.body).toBe(
      `My own words.\n\n${section(before, 'summary')!.body}`,
    );
  });

  it('names a chapter, also in the notes; the next analysis keeps names and hidden passages', async () => {
    const hidden = onPage(analysis)[0]!;
    await change({
      chapters: [{ at: hidden.chapter, ownTitle: 'The burning mill' }],
      passages: [{ id: hidden.id, hidden: true }],
    });
    const chapter = eveningOf(await analyzed()).chapters[hidden.chapter];
    expect(chapter?.ownTitle).toBe('The burning mill');
    const other = { at: hidden.chapter, ownTitle: 'The mill', from: null };
    const stale = await user.call('PATCH', `/analyses/${analysis.id}/evening`, { chapters: [other] });
    expect([stale.status, await stale.json()]).toMatchObject([412, { error: { code: 'staleRevision' } }]);
    await change({ chapters: [{ ...other, ownTitle: 'The burning mill' }] });
    analysis = await analyzed();
    expect(eveningOf(analysis).passages.find(({ id }) => id === hidden.id)?.hidden).toBe(true);
    expect(analysis.result?.summary).not.toContain(inMarks(hidden.text));
    const unnamed = await change({ chapters: [{ at: hidden.chapter, ownTitle: null }] });
    expect(eveningOf(unnamed).chapters[hidden.chapter]?.ownTitle).toBeNull();
  });

  it('loses with an erased voice its passages, stars and lane, and a title in their words', async () => {
    const theirs = eveningOf(analysis).passages.find(({ speaker }) => speaker === 'Marcus')!;
    const words = 'You have to tell us who stole it';
    await keep({ keep: [theirs.id] });
    await change({ chapters: [{ at: 0, ownTitle: words }] });
    const { voices } = await json<VoiceSheet>(user.call('GET', `/sessions/${sessionId}/voices`));
    const speakerId = voices.find(({ label }) => label === 'Marcus')?.speakerId ?? '';
    await json(user.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId }));
    const after = await json<Analysis>(user.call('GET', `/analyses/${analysis.id}`));
    const { passages, timeline, chapters } = eveningOf(after);
    expect(passages.filter((each) => each.speakerId === theirs.speakerId)).toEqual([]);
    expect(timeline.voices.map((voice) => voice.speakerId)).not.toContain(theirs.speakerId);
    expect(chapters[0]?.ownTitle).toBeNull();
    expect(JSON.stringify(await readNotes())).not.toContain(theirs.text);
  });
});

it('shows players passages only where section and item allow it, never hidden or kept ones', async () => {
  const [hidden, whispered, shown] = onPage(analysis);
  const before = await readNotes();
  const lineFor = (passage: Passage) =>
    section(before, 'summary')?.lines.find(({ text: said }) => said.endsWith(inMarks(passage.text)))?.text ??
    '';
  const sections = before.sections.map(({ source: _, lines: __, ...each }) =>
    each.key === 'summary'
      ? {
          ...each,
          visibility: 'players',
          body: each.body.replace(lineFor(whispered!), `<!-- gm --> ${lineFor(whispered!)}`),
        }
      : { ...each, visibility: 'gm' },
  );
  await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
  await change({ passages: [{ id: hidden!.id, hidden: true }] });
  const notes = await keep({ keep: [eveningOf(analysis).passages.at(-1)!.id] });
  const seen = visibleSections(notes.sections, 'players');
  expect(seen.map(({ key }) => key)).toEqual(['summary']);
  expect(seen[0]?.body).toContain(inMarks(shown!.text));
  for (const secret of [hidden!, whispered!]) expect(seen[0]?.body).not.toContain(inMarks(secret.text));
});

/** The text of the letter about the analysis, written now. */
async function letterOf(publicUrl: string | null = 'https://notes.example'): Promise<string> {
  const outbox = createMailOutbox({ clock: () => server.clock.now() });
  const jobs = new Map<string, (job: unknown) => Promise<void>>();
  const queue = { work: (name: string, work: (job: unknown) => Promise<void>) => void jobs.set(name, work) };
  createEndingLetters({
    ...{ database: server.database, mail: outbox, publicUrl, log: silentLog },
    queue: queue as unknown as JobQueue,
  });
  await jobs.get('analysis-letter')?.({ data: { analysisId: analysis.id } });
  return outbox.messages()[0]!.text;
}

describe('when something was said', () => {
  const timed = text
    .split('\n')
    .map((line, at) => `[${clockTime(at * 10_000)}] ${line}`)
    .join('\n');

  it('[R1.4] is on shared pages as text, at passages and chapters, only of what is seen there', async () => {
    await begin(timed);
    const { chapters } = eveningOf(analysis);
    await change({ chapters: [{ at: 1, ownTitle: 'The mill at night' }] });
    const [whispered, shown] = onPage(analysis);
    const before = await readNotes();
    const sections = before.sections.map(({ source: _, lines, ...each }) => ({
      ...each,
      visibility: each.key === 'summary' ? 'players' : 'gm',
      body: lines
        .filter(({ text: said }) => said.endsWith(inMarks(whispered!.text)))
        .reduce((body, { text: said }) => body.replace(said, `<!-- gm --> ${said}`), each.body),
    }));
    await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
    const seen = await json<{ parts: { body: string }[] }>(
      user.call('GET', `/sessions/${sessionId}/shared-notes?audience=players`),
    );
    const link = await json<ShareLink>(
      user.call('PUT', `/sessions/${sessionId}/players-link`, { show: defaultShow('players') }),
    );
    const of = { kind: 'session', id: sessionId, audience: 'players' } as const;
    const page = await (await server.call('GET', sharedPath(of, link.publicId!))).text();
    const chapter = clockTime(chapters[1]!.startMs);
    expect(seen.parts[0]?.body).toContain(`### The mill at night *(${chapter})*`);
    expect(seen.parts[0]?.body).toContain(`${inMarks(shown!.text)} *(${clockTime(shown!.startMs)})*`);
    expect(page).toContain(`The mill at night <em>(${chapter})</em>`);
    expect(page).toContain(`<em>(${clockTime(shown!.startMs)})</em>`);
    expect(page).not.toContain(`(${clockTime(whispered!.startMs)})`);
  });

  it('[R1.4] is never that of the same words or title that are hidden, nor of a transcript that was replaced', async () => {
    await begin(timed);
    const title = 'The mill at night';
    await change({ chapters: [1, 2].map((at) => ({ at, ownTitle: title })) });
    const [hidden, shown] = onPage(analysis);
    const said = '“Open it.”';
    const other = '“Shut it.”';
    const lines = [hidden!, shown!].map(({ evidence }) => ({ text: said, evidence }));
    const parts = [`### <!-- gm --> ${title}\n\n- ${said}`, `### ${title}\n\n- ${said}\n- ${other}`];
    const summary = {
      ...section(await readNotes(), 'summary')!,
      lines: [...lines, { text: other, evidence: shown!.evidence }],
      visibility: 'players' as const,
    };
    const write = (body: string) =>
      server.database.orm
        .update(notes)
        .set({ sections: [{ ...summary, body }] })
        .where(eq(notes.sessionId, sessionId));
    const seen = async () => {
      const path = `/sessions/${sessionId}/shared-notes?audience=players`;
      const { parts: read } = await json<{ parts: { body: string }[] }>(user.call('GET', path));
      return read[0]?.body;
    };
    const file = async () => {
      const path = `/sessions/${sessionId}/export?format=markdown&audience=players`;
      return (await user.call('GET', path)).text();
    };
    const [before, after] = [hidden!, shown!].map(({ startMs }) => `*(${clockTime(startMs)})*`);
    // Lines know their words and not where in the body they are now.
    for (const body of [parts.join('\n\n'), parts.toReversed().join('\n\n')]) {
      await write(body);
      expect(await seen()).toBe(`### ${title}\n\n- ${said}\n- ${other} ${after}`);
      const text = await file();
      expect(text).toContain(`- ${said}\n- ${other} ${after}`);
      expect(text).not.toContain(before);
    }
    // One of two that all may see was removed.
    await write(parts[1]!);
    expect(await seen()).toBe(`### ${title}\n\n- ${said}\n- ${other} ${after}`);
    await write(parts[1]!.replace(`- ${said}`, `- ${said}\n- ${said}`));
    expect(await seen()).toContain(`- ${said} ${before}\n- ${said} ${after}`);
    const others = timed.replace(/^\[/gm, '[1:');
    await transcribed(others);
    expect(await seen()).toBe(`### ${title}\n\n- ${said}\n- ${said}\n- ${other}`);
    expect(await file()).not.toContain(after);
  });

  it('is in the letter about it, which begins as the page does, with links to each place', async () => {
    await begin(timed);
    const letter = await vi.waitFor(() => {
      const [found] = server.outbox.messages().filter((sent) => sent.text.includes(sessionId));
      expect(found).toBeDefined();
      return found!;
    });
    const { chapters, passages } = eveningOf(analysis);
    const short = analysis.result!.lines.shortSummary;
    const words = short[0]?.text ?? inMarks(passages.find(({ rank }) => rank === 0)!.text);
    const title = chapterTitle(chapters.find((each) => each.title !== null)!, 0);
    for (const said of [words.split(' ').slice(0, 6).join(' '), title]) {
      expect(letter.text).toContain(said);
      expect(letter.html).toContain(said);
    }
    const rows = letter.text.split('\n');
    const at = rows.findIndex((row) => row.endsWith(` ${title}`));
    expect(rows[at]).toMatch(/^\d+:\d\d /);
    expect(rows[at + 1]).toMatch(/^https:\/\/notes\.example\/campaign\S+line=\S+$/);
    expect(letter.html).toContain(`href="${rows[at + 1]?.replaceAll('&', '&amp;')}"`);
  });

  it('is in the letter as the page has it by then: without what is hidden or erased, with names of today', async () => {
    const short = analysis.result!.lines.shortSummary;
    const ranked = short.map((line) => onPage(analysis).find((each) => isLineOf(line, each)));
    const first = ({ text: said }: Passage) => firstWords(inMarks(said), 20).replace(/ …$/, '');
    expect(await letterOf()).toContain(first(ranked[0]!));
    await change({ passages: [{ id: ranked[0]!.id, hidden: true }] });
    expect(await letterOf()).not.toContain(first(ranked[0]!));
    const { speaker, speakerId } = ranked[1]!;
    expect(await letterOf()).toContain(`${speaker}: ${first(ranked[1]!)}`);
    const { campaignId } = await json<Session>(user.call('GET', `/sessions/${sessionId}`));
    const named = { kind: 'save', personId: null, player: speaker, role: 'player', characters: ['Wrenna'] };
    const revision = { 'if-match': '0' };
    const path = `/campaigns/${campaignId}/cast`;
    await json(user.call('POST', path, { sessionId: null, change: named }, revision));
    expect(await letterOf()).toContain(`Wrenna (${speaker}): ${first(ranked[1]!)}`);
    await json(user.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId }));
    expect(await letterOf()).not.toContain(first(ranked[1]!));
  });

  it('is in the letter without links on a server that does not know its address, and in none without a transcript', async () => {
    const { result } = analysis;
    const [chapter] = eveningOf(analysis).chapters;
    const chapters = Array.from({ length: 11 }, (_, at) => ({ ...chapter!, ownTitle: `Part (${at + 1}` }));
    await server.database.orm
      .update(analyses)
      .set({ result: { ...result!, evening: { ...result!.evening!, chapters } } })
      .where(eq(analyses.id, analysis.id));
    const letter = await letterOf(null);
    expect(letter).toContain(`\n${timeOf(chapter!.startMs, 'estimated')} Part (8\nand 3 more\n`);
    expect(letter).not.toContain('line=');
    await server.database.orm
      .update(analyses)
      .set({ transcriptId: null })
      .where(eq(analyses.id, analysis.id));
    const short = await letterOf();
    expect(short).toContain('is finished.');
    expect(short).not.toContain('Chapters:');
  });

  it('is beside so much of a passage without spaces that a letter stays one', async () => {
    const { result } = analysis;
    const said = '夜'.repeat(5000);
    const lines = [{ text: said, evidence: onPage(analysis)[0]!.evidence }];
    await server.database.orm
      .update(analyses)
      .set({ result: { ...result!, lines: { ...result!.lines, shortSummary: lines } } })
      .where(eq(analyses.id, analysis.id));
    expect(await letterOf()).toMatch(/ 夜{400} …$/m);
  });
});

describe('the longer read of an export', () => {
  const exported = async (query: string) => {
    const answer = await user.call('GET', `/sessions/${sessionId}/export?${query}`);
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const textIn = async (query: string) => new TextDecoder().decode(await exported(query));
  const more = () => eveningOf(analysis).passages.filter(({ shown }) => shown === 'more');

  it('has other passages than the notes, by chapter with about when, in each format that people read, if it is asked for', async () => {
    const [hidden, ...others] = more();
    const kept = others.find(({ id, chapter }) =>
      others.some((other) => other.id !== id && other.chapter === chapter),
    );
    const shown = others.find(({ id }) => id !== kept?.id);
    await change({ passages: [{ id: hidden!.id, hidden: true }] });
    await keep({ keep: [kept!.id] });
    const words = withoutMarkdown(shown!.text).replace(/["“”]/g, '').split(' ').slice(0, 3).join(' ');
    for (const format of ['markdown', 'html', 'text', 'yaml', 'json']) {
      const read = await textIn(`format=${format}&longerRead=yes`);
      expect(read).toContain('Longer read');
      expect(read).toContain(words);
      expect(await textIn(`format=${format}`)).not.toContain('Longer read');
    }
    const markdown = await textIn('format=markdown&longerRead=yes');
    const [page = '', longer = ''] = markdown.split('\n## Longer read\n');
    expect(page).toMatch(/ \*\(about \d+:\d\d\)\*\n/);
    const rows = longer.split('\n').filter((row) => row.startsWith('- '));
    const isOther = ({ id, shown }: Passage) => shown === 'more' && id !== hidden!.id && id !== kept!.id;
    const chaptersWithOthers = new Set(
      more()
        .filter(isOther)
        .map(({ chapter }) => chapter),
    );
    const listed = eveningOf(analysis).passages.filter(
      ({ id, chapter }) => id !== hidden!.id && chaptersWithOthers.has(chapter),
    );
    expect(rows).toHaveLength(listed.length);
    expect(rows.every((row) => / \*\(about \d+:\d\d\)\*$/.test(row))).toBe(true);
    const again = rows.filter((row) => row.startsWith('- (in the notes above) '));
    expect(again).toHaveLength(listed.filter((passage) => !isOther(passage)).length);
    expect(again.every((row) => row.split(' ').length < 18)).toBe(true);
    for (const { text } of [...onPage(analysis), kept!]) expect(longer).not.toContain(inMarks(text));
    expect(longer).not.toContain(inMarks(hidden!.text));
    expect(longer.match(/^### /gm)?.length).toBeGreaterThan(1);
    const vault = unzipSync(await exported('format=obsidian&longerRead=yes'));
    const note = strFromU8(vault['Sessions/Session 1.md']!);
    expect(note).toContain('## Longer read');
    expect(note).toContain(words);
  });

  it('is for players only where they see the chapters, without what is hidden from them', async () => {
    expect(await textIn('format=markdown&longerRead=yes&audience=players')).not.toContain('Longer read');
    const before = await readNotes();
    const [whispered] = onPage(analysis);
    const row = `- ${section(before, 'summary')!.lines.find((line) => line.text.endsWith(inMarks(whispered!.text)))!.text}`;
    const sections = before.sections.map(({ source: _, lines: __, ...each }) =>
      each.key === 'summary'
        ? {
            ...each,
            visibility: 'players',
            body: each.body.replace(row, row.replace('- ', '- <!-- gm --> ')),
          }
        : each,
    );
    await json(user.call('PATCH', `/sessions/${sessionId}/notes`, { sections }, await withRevision()));
    const read = await textIn('format=markdown&longerRead=yes&audience=players');
    expect(read).toContain('## Longer read');
    expect(read).toContain(inMarks(more()[0]!.text));
    expect(read).not.toContain(inMarks(whispered!.text));
  });

  it('is not imported, so that the notes are as they were', async () => {
    const file = await exported('format=markdown&longerRead=yes');
    const { campaignId } = await json<Session>(user.call('GET', `/sessions/${sessionId}`));
    const preview = await json<ImportPreview>(
      Promise.resolve(
        server.app.request(`/campaigns/${campaignId}/import/preview?sessionId=${sessionId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
          body: file as BodyInit,
        }),
      ),
    );
    const [read] = preview.sessions;
    expect(read?.sections.map(({ title }) => title)).not.toContain('Longer read');
    expect(read?.sections.every(({ change: made }) => made === 'same')).toBe(true);
  });
});

describe('three questions', () => {
  const answering = async (answers: { decided: string; open: string; recap: string }) =>
    json<Notes>(user.call('PUT', `/sessions/${sessionId}/notes/answers`, answers, await withRevision()));

  it('are answered on top of the notes, in place of what rules chose', async () => {
    const before = await readNotes();
    expect(answersIn(before.sections)).toEqual({ decided: '', open: '', recap: '' });
    const answers = {
      decided: '- They burn the letter.\n- They go north.',
      open: 'Who took the key?',
      recap: 'The mill burns.',
    };
    const notes = await answering(answers);
    expect(answersIn(notes.sections)).toEqual(answers);
    const keys = notes.sections.map(({ key }) => key).filter((key) => key !== 'toConfirm');
    expect(keys.slice(0, 3)).toEqual(['shortSummary', 'openThreads', 'decisions']);
    expect(section(notes, 'shortSummary')).toMatchObject({ body: 'The mill burns.', source: 'user' });
    const shown = await json<Session>(user.call('GET', `/sessions/${sessionId}`));
    expect(shown.summaryPreview).toBe('The mill burns.');
    const less = await answering({ ...answers, open: ' ' });
    expect(section(less, 'openThreads')).toBeUndefined();
    expect(section(less, 'decisions')?.body).toBe(answers.decided);
    expect(section(less, 'summary')).toEqual(section(before, 'summary'));
  });
});
