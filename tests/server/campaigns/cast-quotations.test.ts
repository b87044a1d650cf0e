import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Analysis } from '#contract/analyses.ts';
import type { Notes, NotesSection } from '#contract/notes.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { CastChange } from '#contract/speakers.ts';
import type { Story } from '#contract/story.ts';
import type { Segment } from '#contract/transcript.ts';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { WorldThread } from '#contract/world.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { shownEvening } from '#server/analyses/evening-service.ts';
import { analyses } from '#server/analyses/tables.ts';
import { notes } from '#server/campaigns/tables.ts';
import { narratorOf } from '#server/world/said.ts';
import { createCastServer, evening, liamPlaysPike } from '#tests/support/cast-server.ts';

const { at, json, get, addSession, change, undo, analysed } = createCastServer();

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
    at.server.database.orm
      .insert(notes)
      .values({ sessionId: at.sessionId, sections, revision: 1, updatedAt: at.server.clock.now() });

  const miraPlaysKeg: CastChange = {
    kind: 'assign',
    label: 'Speaker 3',
    player: 'Mira Elm',
    role: 'player',
    character: 'Keg',
  };

  /** Everything that shows it, in one text. */
  async function shown(analysisId: string) {
    const { sections } = await get<Notes>(`/sessions/${at.sessionId}/notes`);
    const { result } = await get<Analysis>(`/analyses/${analysisId}`);
    const { summaryPreview } = await get<{ summaryPreview: string }>(`/sessions/${at.sessionId}`);
    const text = await (await at.user.call('GET', `/sessions/${at.sessionId}/export?format=markdown`)).text();
    const { stories } = await get<Story>(`/campaigns/${at.campaignId}/story?audience=gm`);
    return { sections, result, summaryPreview, text, stories };
  }

  it('[R2.34] is attributed at once wherever it is shown, keeps what a person wrote, and is as before after an undo', async () => {
    const id = await analysed([]);
    const [{ result: stored } = { result: null }] = await at.server.database.orm
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
    await at.server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await at.server.database.orm.delete(notes).where(eq(notes.sessionId, at.sessionId));
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
      at.user.call('PATCH', `/sessions/${at.sessionId}/notes`, { sections: edited }, { 'if-match': '"1"' }),
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
    const [{ result: stored } = { result: null }] = await at.server.database.orm
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
    await at.server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await at.server.database.orm.delete(notes).where(eq(notes.sessionId, at.sessionId));
    const seen = async () => {
      const { threads } = await get<{ threads: WorldThread[] }>(`/campaigns/${at.campaignId}/threads`);
      const { storySoFar } = await campaignKnowledge(at.server.database, next);
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
    await at.server.database.orm.delete(notes).where(eq(notes.sessionId, at.sessionId));
    await undo();
    expect(await seen()).toEqual(before);
  });

  it('[D11] keeps evidence and voice in a draft that was begun before the voice got its name', async () => {
    const told = 'Speaker 3 locks the door.';
    await write([section('summary', `- ${lock}\n- ${told}`, [lock, told]), section('glance', lock, [lock])]);
    await change(miraPlaysKeg);
    const read = (await get<Notes>(`/sessions/${at.sessionId}/notes`)).sections;
    expect(read[0]?.body).toBe('- Keg (Mira Elm): “Then I lock the door.”\n- Keg locks the door.');
    await change({ ...miraPlaysKeg, player: 'Dana', role: 'gm', character: null });
    const [summary, glance] = read.map(({ source: _, lines: __, ...each }) => each);
    const { body: _, ...unchanged } = glance!;
    const edited = { ...summary!, body: `${summary!.body} And more.`, read: summary!.body };
    const saved = await json<Notes>(
      at.user.call(
        'PATCH',
        `/sessions/${at.sessionId}/notes`,
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
    expect((await get<Notes>(`/sessions/${at.sessionId}/notes`)).sections.map(({ body }) => body)).toEqual([
      `- ${lock}\n- ${told} And more.`,
      lock,
    ]);
    const nowhere = { key: 'own', title: 'Mine', visibility: 'gm' };
    const refused = await at.user.call(
      'PATCH',
      `/sessions/${at.sessionId}/notes`,
      { sections: [nowhere] },
      { 'if-match': '"2"' },
    );
    expect(refused.status).toBe(400);
  });

  it('names whose voice its lines have now, after a merge, a correction and their undo', async () => {
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${at.sessionId}`);
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
      (await get<Notes>(`/sessions/${at.sessionId}/notes`)).sections.map(({ body }) => body);
    const before = await bodies();
    const voices = (asked: unknown) =>
      at.user.call('POST', `/transcripts/${transcriptId}/voices`, { change: asked });
    expect((await voices({ kind: 'merge', label: 'Speaker 3', into: 'LIAM' })).status).toBe(204);
    expect(await bodies()).toEqual([quoted, `> ${own} — LIAM`]);
    await change(liamPlaysPike);
    expect(await bodies()).toEqual([quoted, `> ${own} — Pike (Liam)`]);
    const show = { ...defaultShow('public'), playerNames: true };
    const { publicId } = await json<ShareLink>(
      at.user.call('PUT', `/sessions/${at.sessionId}/public-link`, { show }),
    );
    const path = sharedPath({ kind: 'session', id: at.sessionId, audience: 'public' }, publicId ?? '');
    const elsewhere = async () => [
      await (
        await at.user.call('GET', `/sessions/${at.sessionId}/export?format=markdown&audience=gm`)
      ).text(),
      await (await at.server.call('GET', path)).text(),
    ];
    for (const text of await elsewhere()) expect(text).toContain(`${own} — Pike (Liam)`);
    await undo();
    expect((await voices({ kind: 'undo' })).status).toBe(204);
    expect(await bodies()).toEqual(before);
    for (const text of await elsewhere()) expect(text).toContain(`${own} — Speaker 3`);
    const given = { lines: [{ id: bell!.id, text: bell!.text }], texts: [bell!.text], speakerId: 'new' };
    const { transcript } = await json<ReplacedLines>(
      at.user.call('POST', `/transcripts/${transcriptId}/edits`, given),
      201,
    );
    expect(await bodies()).toEqual([quoted.replace('DANA', 'Speaker 4'), before[1]]);
    await change({ ...miraPlaysKeg, label: 'Speaker 4' });
    expect(await bodies()).toEqual([quoted.replace('DANA', 'Keg (Mira Elm)'), before[1]]);
    await json(at.user.call('POST', `/transcripts/${transcriptId}/edits/${transcript.lastEdit?.id}/undo`));
    expect(await bodies()).toEqual(before);
  });

  it('names whose voice its lines have now in results, the longer read, stories, threads and what a model gets', async () => {
    const id = await analysed([]);
    const next = await addSession(evening);
    const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${at.sessionId}`);
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
    const [{ result: stored } = { result: null }] = await at.server.database.orm
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
    await at.server.database.orm.update(analyses).set({ result }).where(eq(analyses.id, id));
    await at.server.database.orm.delete(notes).where(eq(notes.sessionId, at.sessionId));
    const seen = async () => {
      const path = `/sessions/${at.sessionId}/export?format=markdown&longerRead=yes`;
      const { stories } = await get<Story>(`/campaigns/${at.campaignId}/story?audience=gm`);
      const { threads } = await get<{ threads: WorldThread[] }>(`/campaigns/${at.campaignId}/threads`);
      const evening = await shownEvening(at.server.database.orm, at.sessionId);
      return {
        result: (await get<Analysis>(`/analyses/${id}`)).result,
        longer: await (await at.user.call('GET', path)).text(),
        stories,
        threads: threads.map(({ text }) => text),
        storySoFar: (await campaignKnowledge(at.server.database, next)).storySoFar,
        passages: evening?.passages.map(({ speaker }) => speaker),
        preview: (await get<{ summaryPreview: string }>(`/sessions/${at.sessionId}`)).summaryPreview,
        narrator: evening && narratorOf({ evening }),
      };
    };
    const before = await seen();
    expect([before.preview, before.narrator]).toEqual([lock, door.speakerId]);
    const voices = (asked: unknown) =>
      at.user.call('POST', `/transcripts/${transcriptId}/voices`, { change: asked });
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
    await at.server.database.orm.delete(notes).where(eq(notes.sessionId, at.sessionId));
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
        at.user.call('PUT', `/sessions/${at.sessionId}/${audience}-link`, { show }),
      );
      const path = sharedPath({ kind: 'session', id: at.sessionId, audience }, publicId ?? '');
      const page = await (await at.server.call('GET', path)).text();
      expect(page).toMatch(/Keg \(Player \d\): “Then I lock the door/u);
      expect(page).not.toMatch(/Mira|Elm|Speaker 3: “Then/u);
    },
  );
});
