import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mostIntroductions } from '#contract/sessions.ts';
import { type CastChange, type CastSheet, castLimits } from '#contract/speakers.ts';
import type { Segment } from '#contract/transcript.ts';
import type { VoiceChange } from '#contract/voice-changes.ts';
import type { VoiceMemoryChange } from '#contract/voice-memory.ts';
import { VoicesFailed } from '#server/engines/voices/port.ts';
import { writtenPrint } from '#server/engines/voices/stored-print.ts';
import { newId } from '#server/platform/ids.ts';
import { audioAssets, voiceAgreements, voicePrints } from '#server/recordings/tables.ts';
import { settleVoices } from '#server/recordings/voice-prints.ts';
import { soundOf } from '#tests/support/fake-engines.ts';
import { createHearingServer } from '#tests/support/hearing-server.ts';

const { at, engines, warn, json, sessionWith, start, ended } = createHearingServer();

describe('voices known again', () => {
  let campaignId: string;
  const sheetOf = async (sessionId: string | null) =>
    (await json('GET', `/campaigns/${campaignId}/cast${sessionId ? `?sessionId=${sessionId}` : ''}`))
      .body as CastSheet;
  const remember = async (change: VoiceMemoryChange) => {
    const { status, body } = await json('POST', `/campaigns/${campaignId}/voice-memory`, { change });
    return body?.error.code ?? status;
  };
  async function changed(sessionId: string | null, change: CastChange): Promise<CastSheet> {
    const { revision } = await sheetOf(sessionId);
    const body = { sessionId, change };
    const answer = await json('POST', `/campaigns/${campaignId}/cast`, body, {
      'if-match': `"${revision}"`,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  }
  async function evening(heard: number) {
    engines.voices.voices = heard;
    const sessionId = await sessionWith(
      at.evenings.get(heard)!,
      (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body.id,
    );
    const { transcriptId } = await ended(await start(sessionId));
    return { sessionId, transcriptId };
  }
  const stored = () =>
    at.server.database.orm.select().from(voicePrints).where(eq(voicePrints.campaignId, campaignId));
  /** The tables that have how a voice of this campaign sounds, whatever they call it. */
  async function tablesWith(voice: number): Promise<string[]> {
    const print = writtenPrint(soundOf(voice));
    const { rows } = await at.server.database.orm.execute<{ table_name: string }>(sql`
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`);
    const found: string[] = [];
    for (const { table_name: table } of rows) {
      const name = sql.identifier(table);
      const { rows: some } = await at.server.database.orm.execute(
        sql`select 1 from ${name} as row where row::text like ${`%${print}%`} limit 1`,
      );
      if (some.length > 0) found.push(table);
    }
    return found;
  }
  const proposed = ({ speakers, people }: CastSheet) =>
    Object.fromEntries(
      speakers.map(({ label, soundsLike }) => [
        label,
        people.find(({ id }) => id === soundsLike)?.player ?? null,
      ]),
    );
  const person = (player: string): CastChange => ({
    kind: 'save',
    personId: null,
    player,
    role: 'player',
    characters: [],
  });
  const idOf = ({ people }: CastSheet, player: string) => people.find((each) => each.player === player)!.id;

  beforeEach(async () => {
    ({ id: campaignId } = (await json('POST', '/campaigns', { title: 'The Lantern Coast' })).body);
    await changed(null, person('Dana'));
    await changed(null, person('Liam'));
  });

  const assign = (label: string, player: string) =>
    ({ kind: 'assign', label, player, role: 'player', character: null }) as const;

  it('learns from recordings of those who agreed, keeps nothing of others, assigns by one press, and undoes it', async () => {
    const first = await evening(2);
    const [dana, liam] = await Promise.all(
      ['Dana', 'Liam'].map(async (player) => idOf(await sheetOf(null), player)),
    );
    await changed(first.sessionId, assign('Speaker 1', 'Dana'));
    await changed(first.sessionId, assign('Speaker 2', 'Liam'));
    expect([await stored(), (await sheetOf(first.sessionId)).memory]).toEqual([[], { people: [] }]);
    expect([await tablesWith(0), await tablesWith(1)]).toEqual([[], []]);

    expect(await remember({ kind: 'agree', personIds: [dana!, newId()] })).toBe('notFound');
    expect(await remember({ kind: 'agree', personIds: [dana!] })).toBe(204);
    expect((await sheetOf(null)).memory?.people).toMatchObject([{ personId: dana, evenings: 0 }]);
    const second = await evening(2);
    expect(proposed(await sheetOf(second.sessionId))).toEqual({ 'Speaker 1': 'Dana', 'Speaker 2': null });
    expect((await sheetOf(null)).memory?.people).toMatchObject([{ personId: dana, evenings: 1 }]);
    expect([await tablesWith(0), await tablesWith(1)]).toEqual([['voice_prints'], []]);

    // The recording teaches those who agree later, and what was learned outlives it.
    expect(await remember({ kind: 'agree', personIds: [liam!] })).toBe(204);
    const third = await evening(3);
    await at.server.database.orm
      .update(audioAssets)
      .set({ deletedAt: at.server.clock.now() })
      .where(eq(audioAssets.sessionId, first.sessionId));
    const heard = await sheetOf(third.sessionId);
    expect(proposed(heard)).toEqual({ 'Speaker 1': 'Dana', 'Speaker 2': 'Liam', 'Speaker 3': null });
    expect(heard.speakers.map(({ personId }) => personId)).toEqual([null, null, null]);
    expect([await tablesWith(1), await tablesWith(2)]).toEqual([['voice_prints'], []]);
    const all = await changed(third.sessionId, { kind: 'recognize', label: null });
    expect(all.undo).toBe('recognized');
    expect(new Set(all.speakers.map(({ personId }) => personId))).toEqual(new Set([dana, liam, null]));
    const undone = await json(
      'POST',
      `/campaigns/${campaignId}/cast/undo`,
      { sessionId: third.sessionId },
      { 'if-match': `"${all.revision}"` },
    );
    expect(proposed(undone.body)).toEqual(proposed(heard));
    await changed(third.sessionId, { kind: 'clear', label: 'Speaker 1' });
    const only = await changed(third.sessionId, { kind: 'recognize', label: 'Speaker 2' });
    expect(only.speakers.find(({ label }) => label === 'Speaker 1')).toMatchObject({
      personId: null,
      source: 'chosen',
      soundsLike: null,
    });

    await changed(third.sessionId, assign('Speaker 3', 'Mira'));
    const fourth = await evening(3);
    expect(proposed(await sheetOf(fourth.sessionId))).toEqual(proposed(heard));
    expect(await tablesWith(2)).toEqual([]);
    const learned = (await stored()).map(({ centres }) => Object.keys(centres).length).toSorted();
    expect(learned).toEqual([0, 0, 1, 2]);

    // Whoever the game master was wrong about goes within the hour.
    await changed(first.sessionId, assign('Speaker 2', 'Mira'));
    await changed(third.sessionId, assign('Speaker 2', 'Mira'));
    await settleVoices(at.server.database, at.server.clock, true);
    expect([await tablesWith(0), await tablesWith(1)]).toEqual([['voice_prints'], []]);

    expect(await remember({ kind: 'forget', personId: liam! })).toBe(204);
    expect(proposed(await sheetOf(fourth.sessionId))).toMatchObject({
      'Speaker 1': 'Dana',
      'Speaker 2': null,
    });
    expect(await remember({ kind: 'forget', personId: null })).toBe(204);
    expect([await stored(), (await sheetOf(null)).memory]).toEqual([[], { people: [] }]);
    const agreed = await at.server.database.orm
      .select()
      .from(voiceAgreements)
      .where(eq(voiceAgreements.campaignId, campaignId));
    expect(agreed.map(({ player, withdrawnAt }) => [player, withdrawnAt !== null]).toSorted()).toEqual([
      ['Dana', true],
      ['Liam', true],
    ]);
    const stranger = await at.server.signIn();
    const change = { kind: 'agree', personIds: [dana] };
    expect((await stranger.call('POST', `/campaigns/${campaignId}/voice-memory`, { change })).status).toBe(
      404,
    );
  });

  it('takes who sounds like the game master for them, not who talks most or sounds like a player', {
    tags: ['everything'],
  }, async () => {
    const { sessionId } = await evening(2);
    await changed(sessionId, { ...assign('Speaker 2', 'Dana'), role: 'gm' });
    await changed(sessionId, assign('Speaker 1', 'Liam'));
    const [dana, liam] = (await sheetOf(null)).people.map(({ id }) => id);
    await remember({ kind: 'agree', personIds: [liam!] });
    const second = await evening(2);
    expect((await sheetOf(second.sessionId)).gameMaster).toEqual({ label: 'Speaker 2', player: 'Dana' });
    await remember({ kind: 'agree', personIds: [dana!] });
    const third = await evening(2);
    const heard = await sheetOf(third.sessionId);
    expect([heard.gameMaster, heard.undo]).toEqual([{ label: 'Speaker 2', player: 'Dana' }, null]);
    const named = await changed(third.sessionId, assign('Speaker 1', 'Mira'));
    expect([named.undo, (await sheetOf(second.sessionId)).undo]).toEqual(['assigned', null]);
    await remember({ kind: 'forget', personId: null });
  });

  it('logs a voice that could not be learned, and learns it at the next analysis', {
    tags: ['everything'],
  }, async () => {
    const dana = idOf(await sheetOf(null), 'Dana');
    await remember({ kind: 'agree', personIds: [dana] });
    const { sessionId } = await evening(2);
    await changed(sessionId, assign('Speaker 1', 'Dana'));
    const learnedOn = async () => (await sheetOf(null)).memory?.people[0]?.evenings;
    const { prints } = engines.voices.engine;
    warn.mockClear();
    engines.voices.engine.prints = async () => Promise.reject(new VoicesFailed('The process ended.'));
    await evening(2);
    expect([await learnedOn(), warn.mock.calls.flatMap(([{ code }]) => code ?? [])]).toEqual([
      0,
      ['voiceNotLearned'],
    ]);
    engines.voices.engine.prints = prints;
    await evening(2);
    expect(await learnedOn()).toBe(1);
    expect(await remember({ kind: 'forget', personId: dana })).toBe(204);
    expect(await tablesWith(0)).toEqual([]);
  });

  it('[R1.7] names the voices of those who said their names while recording, keeps nothing of them, and undoes it', async () => {
    const dana = idOf(await sheetOf(null), 'Dana');
    engines.voices.voices = 2;
    const { id } = (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body;
    const sessionId = await sessionWith(at.evenings.get(2)!, id);
    const send = (introductions: unknown) =>
      json('PUT', `/sessions/${sessionId}/marks`, { marks: [], introductions });
    const one = { personId: dana, fromMs: 0, toMs: 2_000 };
    expect(mostIntroductions).toBe(castLimits.people + 1);
    for (const wrong of [
      [{ ...one, toMs: 0 }],
      [{ ...one, toMs: 61_000 }],
      [{ ...one, personId: 'Dana' }],
      Array.from({ length: mostIntroductions + 1 }, () => one),
    ])
      expect((await send(wrong)).status).toBe(400);
    const gone = { personId: newId(), fromMs: 0, toMs: 2_000 };
    expect((await send([one, gone, { personId: null, fromMs: 2_000, toMs: 4_000 }])).status).toBe(200);
    // Marks that change leave them.
    await json('PUT', `/sessions/${sessionId}/marks`, { marks: [{ atMs: 0, word: 'dawn' }] });
    const { transcriptId } = await ended(await start(sessionId));
    const sheet = await sheetOf(sessionId);
    const named = ({ speakers, people }: CastSheet) =>
      Object.fromEntries(
        speakers.map(({ label, personId }) => [
          label,
          people.find((each) => each.id === personId)?.player ?? null,
        ]),
      );
    expect([named(sheet), sheet.undo]).toEqual([
      { 'Speaker 1': 'Dana', 'Speaker 2': 'Game master' },
      'recognized',
    ]);
    expect([await tablesWith(0), await tablesWith(1)]).toEqual([[], []]);
    const undone = await json(
      'POST',
      `/campaigns/${campaignId}/cast/undo`,
      { sessionId },
      { 'if-match': `"${sheet.revision}"` },
    );
    expect(named(undone.body)).toEqual({ 'Speaker 1': null, 'Speaker 2': null });

    await changed(sessionId, assign('Speaker 2', 'Dana'));
    const introduced = async () =>
      (
        await at.server.database.orm
          .select({ introductions: audioAssets.introductions })
          .from(audioAssets)
          .where(eq(audioAssets.sessionId, sessionId))
      ).map(({ introductions }) => introductions.map(({ personId }) => personId));
    expect(await introduced()).toEqual([[dana, gone.personId, null]]);
    await json('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId: 'p2' });
    expect(await introduced()).toEqual([[gone.personId, null]]);
    await json('DELETE', `/sessions/${sessionId}/recording`);
    expect(await introduced()).toEqual([[]]);
  });

  it('[R1.7] names the speakers of a service by the names said, but not one in whom two people are heard, nor one of two who speak equally long', async () => {
    const dana = idOf(await sheetOf(null), 'Dana');
    const liam = idOf(await sheetOf(null), 'Liam');
    const { hear } = engines.speech.engine;
    engines.speech.engine.hear = async (chunk, options) => {
      const { language, segments } = await hear(chunk, options);
      const turns = ['A', 'B', 'C'].map((speaker, at) => ({
        speaker,
        startMs: at * 600,
        endMs: (at + 1) * 600,
      }));
      const spoken = chunk.index === 0 ? turns : [];
      return {
        language,
        segments: segments.flatMap((each) => spoken.map((turn) => ({ ...each, ...turn }))),
      };
    };
    const { id } = (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body;
    const sessionId = await sessionWith(at.recording, id);
    const introductions = [
      { personId: dana, fromMs: 0, toMs: 700 },
      { personId: null, fromMs: 620, toMs: 900 },
      { personId: liam, fromMs: 900, toMs: 1_100 },
      { personId: liam, fromMs: 59_000, toMs: 60_000 },
      { personId: liam, fromMs: 500, toMs: 700 },
    ];
    await json('PUT', `/sessions/${sessionId}/marks`, { marks: [], introductions });
    expect((await ended(await start(sessionId))).status).toBe('completed');
    const { speakers, undo } = await sheetOf(sessionId);
    expect(speakers.map(({ label, personId }) => [label, personId])).toEqual([
      ['A', dana],
      ['B', null],
      ['C', null],
    ]);
    expect(undo).toBe('recognized');
  });

  it('learns again from lines that were moved, proposes nobody for a voice that lost lines until that is undone, and forgets an erased voice everywhere', async () => {
    const empty = await sheetOf(null);
    await remember({ kind: 'agree', personIds: [idOf(empty, 'Dana'), idOf(empty, 'Liam')] });
    const { sessionId, transcriptId } = await evening(2);
    await changed(sessionId, assign('Speaker 1', 'Dana'));
    await changed(sessionId, assign('Speaker 2', 'Liam'));
    const second = await evening(2);
    const learned = async () =>
      (await stored()).find((row) => row.transcriptId === transcriptId)?.centres ?? {};
    const before = await learned();
    expect(Object.keys(before).toSorted()).toEqual(['p1', 'p2']);
    const lines = (await json('GET', `/transcripts/${transcriptId}/segments?from=0`)).body
      .segments as Segment[];
    const line = lines.find(({ speakerId }) => speakerId === 'p2')!;
    const moved = { lines: [{ id: line.id, text: line.text }], texts: [line.text], speakerId: 'p1' };
    expect((await json('POST', `/transcripts/${transcriptId}/edits`, moved)).status).toBe(201);
    const third = await evening(2);
    expect((await learned()).p1?.taughtBy).not.toBe(before.p1?.taughtBy);

    expect(Object.values(proposed(await sheetOf(third.sessionId)))).toContain('Dana');
    const heard = proposed(await sheetOf(third.sessionId));
    const voicesChanged = (change: VoiceChange) =>
      json('POST', `/transcripts/${third.transcriptId}/voices`, { change });
    await voicesChanged({ kind: 'merge', label: 'Speaker 2', into: 'Speaker 1' });
    expect(proposed(await sheetOf(third.sessionId))).toEqual({ 'Speaker 1': heard['Speaker 1'] });
    await voicesChanged({ kind: 'undo' });
    expect(proposed(await sheetOf(third.sessionId))).toEqual(heard);
    await voicesChanged({ kind: 'count', people: 1 });
    await settleVoices(at.server.database, at.server.clock, true);
    await voicesChanged({ kind: 'undo' });
    expect(proposed(await sheetOf(third.sessionId))).toEqual(heard);

    await changed(second.sessionId, { kind: 'recognize', label: 'Speaker 2' });
    const erased = await json('POST', `/sessions/${second.sessionId}/voices/erased`, {
      transcriptId: second.transcriptId,
      speakerId: 'p2',
    });
    expect(erased.status).toBe(200);
    expect(Object.keys(await learned())).toEqual(['p1']);
    expect(await tablesWith(1)).toEqual([]);
    expect((await sheetOf(null)).memory?.people).toMatchObject([{ personId: idOf(empty, 'Dana') }]);

    // What is forgotten no undo brings back.
    const dana = idOf(empty, 'Dana');
    await voicesChanged({ kind: 'count', people: 1 });
    await remember({ kind: 'forget', personId: dana });
    await remember({ kind: 'agree', personIds: [dana] });
    await voicesChanged({ kind: 'undo' });
    expect(Object.values(proposed(await sheetOf(third.sessionId)))).not.toContain('Dana');

    await settleVoices(at.server.database, at.server.clock, false);
    expect(await stored()).toEqual([]);
  });
});
