import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { Correction, CorrectionPreview } from '#contract/corrections.ts';
import type { Notes } from '#contract/notes.ts';
import { recapSectionKey } from '#contract/recap-sections.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { Segment } from '#contract/transcript.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import { analyses, instructions, writtenRecaps } from '#server/analyses/tables.ts';
import { notes } from '#server/campaigns/tables.ts';
import { notesImports } from '#server/exports/tables.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { audioAssets, segments, transcripts, uploads, voiceChanges } from '#server/recordings/tables.ts';
import { rowsThatSay } from '#tests/support/rows-that-say.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let user: TestUser;
let campaignId: string;
let sessionId: string;
let transcriptId: string;

const markers = ['quillbark', 'ombrefell', 'tarrowmist', 'vindlesap', 'copperwane'];

const evening = [
  'DANA: You come over the hill and see the walls of Emon in the evening light, and the river below.',
  'LIAM: I ride down past the quillbark and knock at the gate of Eemon. Is anyone awake?',
  'DANA: A guard of the watch opens a hatch and asks what you want at this hour.',
  'LIAM: I tell him that the ombrefell is burning and that the duke must hear of it tonight.',
  'DANA: He nods and lets you into the streets. They are empty, and a bell rings twice.',
  'LIAM: The tarrowmist was never meant to reach the harbour of Eemon.',
  'DANA: Nobody answers you.',
  'SAM: I follow with the lantern and count the doors on the left side of the street.',
  'LIAM: Somebody must have poured vindlesap into the well before we came.',
].join('\n');

beforeAll(async () => {
  server = await createTestServer({ config: { freeAnalyses: 100 } });
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
  ({ id: transcriptId } = await importEvening());
});

async function json<Body>(asked: Promise<Response>, status = 200): Promise<Body> {
  const answer = await asked;
  const text = await answer.text();
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `, 'u'));
  return JSON.parse(text) as Body;
}

const get = <Body>(path: string) => json<Body>(user.call('GET', path));

async function refusal(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

const importEvening = (text = evening) =>
  json<Transcript>(
    Promise.resolve(
      server.app.request(`/sessions/${sessionId}/transcripts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        body: new TextEncoder().encode(text),
      }),
    ),
    201,
  );

async function analysed(): Promise<Analysis> {
  const quote = await json<Quote>(user.call('POST', `/sessions/${sessionId}/quote`));
  const started = await json<Analysis>(
    user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId: quote.id, detailLevel: 'comprehensive' },
      { 'idempotency-key': `voices-${sessionId}-${quote.id}` },
    ),
    201,
  );
  return vi.waitFor(
    async () => {
      const now = await get<Analysis>(`/analyses/${started.id}`);
      expect(now.status).toBe('completed');
      return now;
    },
    { timeout: 60_000, interval: 50 },
  );
}

const lines = async (id = transcriptId) =>
  (await get<{ segments: Segment[] }>(`/transcripts/${id}/segments`)).segments;
const sheet = () => get<VoiceSheet>(`/sessions/${sessionId}/voices`);

async function speakerCalled(label: string): Promise<string> {
  const found = (await sheet()).voices.find((voice) => voice.label === label);
  return found?.speakerId ?? `no ${label}`;
}

const erasing = async (label: string, as = user) =>
  as.call('POST', `/sessions/${sessionId}/voices/erased`, {
    transcriptId,
    speakerId: await speakerCalled(label),
  });

async function lineWith(word: string): Promise<Segment> {
  const found = (await lines()).find(({ text }) => text.includes(word));
  if (found === undefined) throw new Error(`No line says ${word}.`);
  return found;
}

const change = (id: string, from: string, texts: string[]) =>
  json<unknown>(
    user.call('POST', `/transcripts/${transcriptId}/edits`, { lines: [{ id, text: from }], texts }),
    201,
  );

async function assign(label: string, fields: { player: string; character: string | null }): Promise<void> {
  const { revision } = await get<CastSheet>(`/campaigns/${campaignId}/cast?sessionId=${sessionId}`);
  await json<unknown>(
    user.call(
      'POST',
      `/campaigns/${campaignId}/cast`,
      { sessionId, change: { kind: 'assign', label, role: 'player', ...fields } },
      { 'if-match': String(revision) },
    ),
  );
}

/** In notes of the user's own, with a quotation of the line. */
async function quoteAs(labels: readonly string[], said: Segment): Promise<void> {
  const evidence = { segmentIds: [said.id], startMs: said.startMs, endMs: said.endMs };
  const body = labels.map((label) => `- **${label}:** “${said.text}”`).join('\n');
  const section = { key: 'own', title: 'Own', visibility: 'gm', source: 'user' } as const;
  await server.database.orm.insert(notes).values({
    sessionId,
    revision: 7,
    updatedAt: server.clock.now(),
    sections: [{ ...section, body, lines: [{ text: said.text, evidence }] }],
  });
}

const ownNotes = async () =>
  (await get<Notes>(`/sessions/${sessionId}/notes`)).sections.map(({ body }) => body).join('\n\n');

describe('erasing a voice', () => {
  it('removes what was said from transcripts, analyses, notes, their history and every undo', async () => {
    const first = await lineWith('quillbark');
    await change(first.id, first.text, [first.text.replace('awake', 'awake, or is it the copperwane')]);
    const second = await lineWith('ombrefell');
    const half = second.text.indexOf(' and that');
    await change(second.id, second.text, [second.text.slice(0, half), second.text.slice(half + 1)]);
    const nobody = await lineWith('Nobody answers');
    const before = await lineWith('tarrowmist');
    await json<unknown>(
      user.call('POST', `/transcripts/${transcriptId}/edits`, {
        lines: [before, nobody].map(({ id, text }) => ({ id, text })),
        texts: [`${before.text} ${nobody.text}`],
      }),
      201,
    );
    const names = { wrong: 'Eemon', right: 'Emon' };
    const { hits } = await json<CorrectionPreview>(
      user.call('POST', `/campaigns/${campaignId}/corrections`, { ...names, dryRun: true }),
    );
    const correction = await json<Correction>(
      user.call('POST', `/campaigns/${campaignId}/corrections`, {
        ...names,
        dryRun: false,
        chosen: hits.map(({ id }) => id),
      }),
      201,
    );
    const { id: analysisId, result } = await analysed();
    const said = await lineWith('vindlesap');
    const evidence = { segmentIds: [said.id], startMs: said.startMs, endMs: said.endMs };
    const told = { text: 'Somebody poured a sap of the vindlesap tree into the well.', evidence };
    const kept = { text: 'A bell rang twice.', evidence: { ...evidence, segmentIds: ['s5'] } };
    await server.database.orm
      .update(analyses)
      .set({
        result: {
          ...result!,
          summary: `- ${kept.text}\n- ${told.text}`,
          lines: { ...result!.lines, summary: [kept, told] },
          openThreads: [told],
        },
      })
      .where(eq(analyses.id, analysisId));
    await server.database.orm.insert(instructions).values({
      sessionId,
      id: crypto.randomUUID(),
      userId: user.userId,
      text: 'Leave out the sap of the vindlesap tree',
      state: 'done',
      progress: 1,
      proposed: 0,
      dropped: 0,
      unread: 0,
      fixes: [],
      createdAt: server.clock.now(),
    });
    const recapId = crypto.randomUUID();
    await server.database.orm.insert(writtenRecaps).values({
      id: recapId,
      run: crypto.randomUUID(),
      sessionId,
      userId: user.userId,
      style: 'A song of the vindlesap',
      reads: 'gm',
      state: 'done',
      unread: 0,
      doubts: [],
      askedAt: server.clock.now(),
    });
    const recap = {
      key: recapSectionKey(recapId),
      title: 'A song',
      visibility: 'players' as const,
      source: 'user' as const,
      body: 'O sap of the vindlesap!',
      lines: [],
    };
    const section = {
      key: 'summary',
      title: 'The story',
      visibility: 'players' as const,
      source: 'mixed' as const,
    };
    await server.database.orm
      .update(notes)
      .set({
        revision: 7,
        updatedAt: server.clock.now(),
        sections: [
          {
            ...section,
            body: `${kept.text} ${told.text} Bring crisps.\n\n> “${said.text}” — Liam\n\nThe end.`,
            lines: [kept, told],
          },
          recap,
        ],
      })
      .where(eq(notes.sessionId, sessionId));
    await json<Notes>(
      user.call(
        'PATCH',
        `/sessions/${sessionId}/notes`,
        {
          sections: [
            { key: 'summary', title: 'The story', visibility: 'players', body: `${kept.text} Bring crisps.` },
            { key: recap.key, title: recap.title, visibility: recap.visibility, body: recap.body },
          ],
        },
        { 'if-match': '"7"' },
      ),
    );
    const written = (body: string) => ({
      sessionId,
      isNew: false,
      revision: 3,
      before: [{ ...section, body, lines: [told, kept] }],
    });
    // Of an import that a crash cut short, and of the one before.
    await server.database.orm.insert(notesImports).values({
      campaignId,
      importedAt: server.clock.now(),
      changes: [written(`${told.text} Bring dice.`)],
      working: true,
      earlier: { importedAt: server.clock.now().toISOString(), changes: [written(told.text)] },
    });
    await vi.waitFor(
      async () =>
        expect(
          new Set((await rowsThatSay(server.database.orm, markers)).map((row) => row.split(': ')[0])),
        ).toEqual(
          new Set([
            'public.analyses',
            'public.instructions',
            'public.written_recaps',
            'public.correction_changes',
            'public.notes',
            'public.notes_imports',
            'public.notes_versions',
            'public.search_passages',
            'public.search_sources',
            'public.search_words',
            'public.segments',
            'public.transcript_edits',
          ]),
        ),
      { timeout: 20_000, interval: 50 },
    );

    const erased = await json<VoiceSheet>(erasing('LIAM'));
    expect(erased.voices.map(({ label }) => label)).toEqual(expect.arrayContaining(['DANA', 'SAM']));
    expect(erased.erased).toMatchObject([{ label: 'LIAM', sound: 'none' }]);
    expect(await rowsThatSay(server.database.orm, markers)).toEqual([]);
    const [imported] = await server.database.orm
      .select()
      .from(notesImports)
      .where(eq(notesImports.campaignId, campaignId));
    expect(imported).toMatchObject({ working: true, changes: [{ before: [{ body: 'Bring dice.' }] }] });

    const left = await lines();
    expect(left.map(({ text }) => text).join(' ')).toContain('A guard of the watch opens a hatch');
    const head = await get<Transcript>(`/transcripts/${transcriptId}`);
    expect(head.segmentCount).toBe(left.length);
    expect(head.lastEdit).toBeNull();
    const { result: shown } = await get<Analysis>(`/analyses/${analysisId}`);
    expect(shown?.summary).toBe(`- ${kept.text}`);
    expect(shown?.openThreads).toEqual([]);
    const { sections } = await get<Notes>(`/sessions/${sessionId}/notes`);
    expect(sections.map(({ body }) => body)).toEqual([`${kept.text} Bring crisps.`]);
    const { versions } = await get<{ versions: { revision: number }[] }>(
      `/sessions/${sessionId}/notes/versions`,
    );
    const bodies: string[] = [];
    for (const { revision } of versions) {
      const { version } = await get<{ version: { sections: { body: string }[] } }>(
        `/sessions/${sessionId}/notes/versions/${revision}`,
      );
      bodies.push(...version.sections.map(({ body }) => body));
    }
    expect(bodies).toContain(`${kept.text} Bring crisps.\n\nThe end.`);

    await json<unknown>(user.call('POST', `/corrections/${correction.id}/undo`));
    expect(await rowsThatSay(server.database.orm, markers)).toEqual([]);
  });

  it('takes what the rooms call the voice, now and before the last change, and leaves the user’s own words', async () => {
    await assign('LIAM', { player: 'Lena Kettle', character: 'Vex' });
    await assign('LIAM', { player: 'Ruth Kettle', character: 'Kara of the Fen' });
    const said = await lineWith('quillbark');
    const speakers = [
      { id: 'merged', label: 'WIL', role: 'player' as const, playerCharacterId: null, talkMs: 0 },
    ];
    await server.database.orm.insert(voiceChanges).values({
      transcriptId,
      groupings: { spans: [], groups: [] },
      before: { change: 'merge', speakers, lines: [[1, 'merged', said.speakerId]] },
    });
    const labels = [
      'Liam',
      'Wil',
      'Ruth',
      'Kara',
      'Kara of the Fen (Ruth Kettle)',
      'Lena',
      'Vex',
      'Kara and Sam',
    ];
    const own = ['Gold', 'Sam', 'We agreed'];
    await quoteAs([...labels, ...own], said);
    await json<VoiceSheet>(
      erasing((await sheet()).voices.find(({ label }) => label.startsWith('Kara'))!.label),
    );
    expect(await ownNotes()).toBe(own.map((label) => `- **${label}**`).join('\n'));
  });

  it('reaches earlier transcripts and analyses of the session, and nothing of another one', async () => {
    await analysed();
    const { id: earlier } = { id: transcriptId };
    const { id: other } = await json<{ id: string }>(
      user.call('POST', `/campaigns/${campaignId}/sessions`, {}),
      201,
    );
    const here = sessionId;
    sessionId = other;
    const elsewhere = await importEvening(`${evening}\nLIAM: The copperwane is mine.`);
    sessionId = here;
    ({ id: transcriptId } = await importEvening());
    await json<VoiceSheet>(erasing('LIAM'));
    expect((await lines(earlier)).filter(({ text }) => markers.some((word) => text.includes(word)))).toEqual(
      [],
    );
    const untouched = (await lines(elsewhere.id)).map(({ text }) => text).join(' ');
    expect(markers.filter((word) => untouched.includes(word))).toEqual(markers);
  });

  it('takes what another transcript of the same sound calls the voice', async () => {
    await importEvening(evening.replaceAll('LIAM', 'Speaker 3').replaceAll('DANA', 'Speaker 1'));
    await assign('Speaker 3', { player: 'Lena', character: null });
    const present = evening.replaceAll('LIAM', 'Speaker 1').replaceAll('DANA', 'Speaker 2');
    ({ id: transcriptId } = await importEvening(present));
    const audioAssetId = crypto.randomUUID();
    const uploadId = crypto.randomUUID();
    const now = server.clock.now();
    const common = { sessionId, fileName: 'evening.mp3', sizeBytes: 1, createdAt: now };
    await server.database.orm
      .insert(uploads)
      .values({ ...common, id: uploadId, fingerprint: 'print', status: 'ready', expiresAt: now });
    await server.database.orm.insert(audioAssets).values({
      ...common,
      id: audioAssetId,
      uploadId,
      kind: 'single',
      mimeType: 'audio/mpeg',
      durationSeconds: 60,
      sha256: 'a'.repeat(64),
      deletedAt: now,
    });
    await server.database.orm
      .update(transcripts)
      .set({ audioAssetId })
      .where(eq(transcripts.sessionId, sessionId));
    await quoteAs(['Speaker 1', 'Speaker 3', 'Lena', 'Sam'], await lineWith('quillbark'));
    await json<VoiceSheet>(erasing('Speaker 1'));
    expect(await ownNotes()).toBe('- **Sam**');
  });

  it('is rejected while an analysis runs, for an unknown voice, and for other users', async () => {
    const speakerId = await speakerCalled('LIAM');
    const ask = (as: TestUser, body: unknown) =>
      refusal(as.call('POST', `/sessions/${sessionId}/voices/erased`, body));
    expect(await ask(user, { transcriptId, speakerId: 'nobody' })).toBe('409 voiceUnknown');
    expect(await ask(user, { transcriptId })).toBe('400 invalidRequest');
    const stranger = await server.signIn();
    expect(await ask(stranger, { transcriptId, speakerId })).toBe('404 notFound');
    expect(await refusal(stranger.call('GET', `/sessions/${sessionId}/voices`))).toBe('404 notFound');
    const earlier = transcriptId;
    ({ id: transcriptId } = await importEvening());
    expect(await ask(user, { transcriptId: earlier, speakerId })).toBe('409 voiceUnknown');
    const { id } = await analysed();
    await server.database.orm.update(analyses).set({ status: 'writing' }).where(eq(analyses.id, id));
    expect(await ask(user, { transcriptId, speakerId })).toBe('409 analysisRunning');
    await server.database.orm.update(analyses).set({ status: 'completed' }).where(eq(analyses.id, id));
    expect((await lines()).some(({ text }) => text.includes('quillbark'))).toBe(true);
  });

  it('leaves a readable transcript that can be analyzed again', async () => {
    await json<VoiceSheet>(erasing('LIAM'));
    const again = await analysed();
    expect(JSON.stringify(again.result)).not.toMatch(new RegExp(markers.join('|'), 'u'));
    const found = await sheet();
    expect(found.voices.map(({ label, lineCount }) => `${label} ${lineCount}`)).toEqual(['DANA 4', 'SAM 1']);
  });

  it('is done in short transactions; one that was cut short is completed before the next', async () => {
    const said = (at: number) => ['DANA: A bell', 'LIAM: The gullwhisk', 'SAM: The fenlantern'][at % 3];
    const long = Array.from({ length: 900 }, (_, at) => `${said(at)} is seen for the time of number ${at}.`);
    ({ id: transcriptId } = await importEvening(long.join('\n')));
    const countLines = () => server.database.orm.$count(segments, eq(segments.transcriptId, transcriptId));
    let left = 0;
    let mostLines = 0;
    const database = Object.assign(Object.create(server.database) as Database, {
      async transaction<Result>(work: (tx: Orm) => Promise<Result>) {
        left -= 1;
        if (left < 0) throw new Error('the process is gone');
        const before = await countLines();
        const done = await server.database.transaction(work);
        mostLines = Math.max(mostLines, before - (await countLines()));
        return done;
      },
    });
    const dying = await createTestServer({ database, issuer: server.issuer });
    const erasedIn = async (label: string, transactions: number) => {
      const body = { transcriptId, speakerId: await speakerCalled(label) };
      left = transactions;
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
      const path = `/sessions/${sessionId}/voices/erased`;
      const answer = await dying.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.status;
    };
    expect(await erasedIn('LIAM', 2)).toBe(500);
    expect((await sheet()).erased).toEqual([]);
    const line = await lineWith('bell');
    const edit = { lines: [{ id: line.id, text: line.text }], texts: ['Nothing.'] };
    expect(await refusal(user.call('POST', `/transcripts/${transcriptId}/edits`, edit))).toBe(
      '409 analysisRunning',
    );
    const quote = await json<Quote>(user.call('POST', `/sessions/${sessionId}/quote`));
    const asked = { quoteId: quote.id, detailLevel: 'brief' };
    const start = user.call('POST', `/sessions/${sessionId}/analyses`, asked, {
      'idempotency-key': `erasing-${sessionId}`,
    });
    expect(await refusal(start)).toBe('409 analysisRunning');

    let attempts = 0;
    for (let status = 500; status === 500 && attempts < 40; attempts += 1) status = await erasedIn('SAM', 9);
    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(40);
    expect((await sheet()).erased).toMatchObject([
      { label: 'SAM', lineCount: 300 },
      { label: 'LIAM', lineCount: 300 },
    ]);
    expect(mostLines).toBe(250);
    expect(await rowsThatSay(server.database.orm, ['gullwhisk', 'fenlantern'])).toEqual([]);
    const head = await get<Transcript>(`/transcripts/${transcriptId}`);
    expect(head).toMatchObject({ segmentCount: 300 });
  });
});
