import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Analysis } from '#contract/analyses.ts';
import type { Notes } from '#contract/notes.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import { type CastChange, type CastSheet, castLimits } from '#contract/speakers.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { readConfig } from '#server/platform/config.ts';
import { createCastServer, evening, liamPlaysPike, of, quotes } from '#tests/support/cast-server.ts';
import { createFakeNotes, createFakeSpeech, createFakeVoices } from '#tests/support/fake-engines.ts';
import { createTestServer } from '#tests/support/server.ts';

const {
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
} = createCastServer();
const unknownId = '01890000-0000-7000-8000-000000000000';

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
    const { sections } = await get<Notes>(`/sessions/${at.sessionId}/notes`);
    const edited = sections.map(({ source: _, lines: __, ...section }) =>
      section.key === 'memorableMoments'
        ? { ...section, body: `${section.body}\n- “To the inn!” — everyone` }
        : section,
    );
    const saved = await json<Notes>(
      at.user.call('PATCH', `/sessions/${at.sessionId}/notes`, { sections: edited }, { 'if-match': '"1"' }),
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
    expect((await campaignKnowledge(at.server.database, at.sessionId)).playerCharacters).toEqual([
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
        at.user.call('PUT', `/sessions/${at.sessionId}/public-link`, { show }),
      );
      const path = sharedPath({ kind: 'session', id: at.sessionId, audience: 'public' }, publicId ?? '');
      return (await at.server.call('GET', path)).text();
    };
    const hidden = await page(false);
    expect(hidden).toContain('Pike');
    expect(hidden).toContain('the game master');
    expect(hidden).toContain('Bring crisps — Player 1');
    expect(hidden).not.toMatch(/Liam|Oakes|Dana/u);
    expect(await page(true)).toContain('— Dana');
  });
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
    const earlier = at.sessionId;
    at.sessionId = await addSession(evening);
    await analysed(['Does Liam play Pike?', 'Does Liam play Keg?']);
    expect(await asks()).toBe('Keg');
    at.sessionId = earlier;
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
    expect(
      await refusal(
        send(revision, { sessionId: at.sessionId, change: { ...liamPlaysPike, label: 'Nobody' } }),
      ),
    ).toBe('404 notFound');
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
    const stale = await send(revision - 1, {
      sessionId: at.sessionId,
      change: { kind: 'clear', label: 'LIAM' },
    });
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({
      error: { code: 'staleRevision', details: { current: { revision } } },
    });
    expect(await refusal(send(revision - 1, { sessionId: at.sessionId }, '/undo'))).toBe('412 staleRevision');
    const undone = await undo();
    expect(await refusal(send(undone.revision, { sessionId: at.sessionId }, '/undo'))).toBe(
      '409 nothingToUndo',
    );
    expect(
      await refusal(
        at.user.call('POST', `/campaigns/${at.campaignId}/cast`, {
          sessionId: at.sessionId,
          change: liamPlaysPike,
        }),
      ),
    ).toBe('428 preconditionRequired');
  });

  it('of two changes of the same version, one succeeds', async () => {
    const { revision } = await sheet();
    const both = await Promise.all([
      send(revision, { sessionId: at.sessionId, change: liamPlaysPike }),
      send(revision, { sessionId: at.sessionId, change: { ...liamPlaysPike, character: 'Keg' } }),
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
    const place = `/campaigns/${at.campaignId}${path}`;
    const headers = { 'if-match': '"1"' };
    expect(await refusal(at.server.call(method, place, body(at.sessionId), headers))).toBe(
      '401 unauthorized',
    );
    const expired = await at.server.issuer.idToken({ sub: randomUUID(), lifetimeSeconds: -1 });
    expect(
      await refusal(
        at.server.call(method, place, body(at.sessionId), { ...headers, authorization: `Bearer ${expired}` }),
      ),
    ).toBe('401 unauthorized');
    const other = await at.server.signIn();
    expect(await refusal(other.call(method, place, body(at.sessionId), headers))).toBe('404 notFound');
    expect((await sheet()).revision).toBe(1);
  });

  it('and reveals nothing about a session of another campaign', async () => {
    const other = await json<{ id: string }>(at.user.call('POST', '/campaigns', { title: 'Another' }), 201);
    expect(await refusal(at.user.call('GET', `/campaigns/${other.id}/cast?sessionId=${at.sessionId}`))).toBe(
      '404 notFound',
    );
    expect(
      await refusal(
        at.user.call(
          'POST',
          `/campaigns/${other.id}/cast`,
          { sessionId: at.sessionId, change: liamPlaysPike },
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
