import { and, eq, lt, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Correction, CorrectionPreview } from '#contract/corrections.ts';
import type { Notes } from '#contract/notes.ts';
import type { PrepPart, PrepPin, PrepSheet } from '#contract/prep.ts';
import { defaultShow } from '#contract/sharing.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { Story } from '#contract/story.ts';
import type { Timeline, TimelineEvening } from '#contract/timeline.ts';
import { type Visibility, visibleSections } from '#contract/visibility.ts';
import type { EntryEdit, World, WorldThread } from '#contract/world.ts';
import { changedThread, edited } from '#contract/world-edits.ts';
import { analyses } from '#server/analyses/tables.ts';
import { documentsOf } from '#server/campaigns/all-texts.ts';
import { emptyCast } from '#server/campaigns/cast-rules.ts';
import type { CampaignText } from '#server/campaigns/room-texts.ts';
import { campaigns, casts, notes } from '#server/campaigns/tables.ts';
import { roomTexts } from '#server/compose/texts.ts';
import { names } from '#server/names/tables.ts';
import { segments } from '#server/recordings/tables.ts';
import { indexOf, viewOf } from '#server/world/entries.ts';
import { memoryOf } from '#server/world/memory.ts';
import type { SourceSession } from '#server/world/sources.ts';
import { prepLines, prepSheets, worldEdits } from '#server/world/tables.ts';
import { createWorldServer } from '#tests/support/world-server.ts';

const { host, call, addEvening, world, pageOf, change, entry } = createWorldServer();

describe('the world index', () => {
  it('has people and places of all sessions, with every moment and what was said there', async () => {
    const { entries, sessions: listed } = await world();
    expect(listed.map(({ title }) => title)).toEqual(['The mill', 'The bell']);
    const sella = await entry('Sella');
    expect(sella).toMatchObject({ kind: 'npc', sessions: 2, first: { sessionId: host.sessions[0] } });
    expect(sella.last?.sessionId).toBe(host.sessions[1]);
    const page = await pageOf(sella.key);
    expect(page.mentions.length).toBeGreaterThan(1);
    for (const { text, startMs } of page.mentions) {
      expect(text).toContain('Sella');
      expect(startMs).not.toBeNull();
    }
    expect(entries.map(({ mentions }) => mentions)).toEqual(
      entries.map(({ mentions }) => mentions).toSorted((one, other) => other - one),
    );
    const oldmere = await entry('Oldmere');
    expect((await pageOf(oldmere.key)).together.length).toBeGreaterThan(0);
  });

  it('suggests which names may be one, merges only when asked, splits, and undoes', async () => {
    const names = (await world()).entries.map(({ name }) => name);
    const [one, other] = [
      names.find((name) => /Corvane/.test(name)),
      names.find((name) => /Corvayne/.test(name)),
    ];
    const [first, second] = [await entry(one ?? 'Corvane'), await entry(other ?? 'Corvayne')];
    const isPair = ({ from, into }: { from: string; into: string }) =>
      [from, into].toSorted().join() === [first.key, second.key].toSorted().join();
    const suggested = (await world()).suggestions.find((each) => each.what === 'merge' && isPair(each));
    expect(suggested).toMatchObject({ because: 'sound' });

    const { undo } = await change(edited(second, { mergedInto: first.key }));
    const merged = await entry(first.name);
    expect(merged.mentions).toBe(first.mentions + second.mentions);
    expect(merged.sessions).toBe(2);
    const alias = merged.aliases.find(({ name }) => name === second.name);
    expect(alias?.merged).toMatchObject({ key: second.key, revision: 1 });
    expect((await world()).entries.some(({ key }) => key === second.key)).toBe(false);

    await change(...undo);
    expect(await entry(second.name)).toMatchObject({ mentions: second.mentions, edit: null, revision: 0 });

    await change(edited(await entry(second.name), { mergedInto: first.key }));
    const again = (await entry(first.name)).aliases.find(({ merged: one }) => one !== null)?.merged;
    if (!again) throw new Error('It was not merged.');
    await change(edited(again, { mergedInto: null, notSameAs: [first.key] }));
    const { suggestions } = await world();
    expect(suggestions.some((each) => each.what === 'merge' && isPair(each))).toBe(false);
    expect((await entry(second.name)).mentions).toBe(second.mentions);
  });

  it('has one entry for two that two tabs merged into each other, until one of them is taken back', async () => {
    const [first, second] = [await entry('Abbot Corvane'), await entry('Abbot Corvayne')];
    const { undo } = await change(
      edited(first, { mergedInto: second.key }),
      edited(second, { mergedInto: first.key }),
    );
    const both = (await world()).entries.filter(({ key }) => [first.key, second.key].includes(key));
    expect(both.map(({ mentions }) => mentions)).toEqual([first.mentions + second.mentions]);
    await change(...undo);
    expect((await entry('Abbot Corvayne')).mentions).toBe(second.mentions);
  });

  it('keeps what a person edited, and proposes what a later analysis says instead', async () => {
    const sella = await entry('Sella');
    await change(
      edited(sella, { name: 'Sella Marsh', kind: 'faction', kindWas: sella.heardAs, note: 'Keeps the inn' }),
    );
    expect(await entry('Sella')).toMatchObject({
      name: 'Sella Marsh',
      kind: 'faction',
      note: 'Keeps the inn',
    });
    const isOfSella = (each: World['suggestions'][number]) => each.what === 'kind' && each.key === sella.key;
    expect((await world()).suggestions.some(isOfSella)).toBe(false);
    await change(edited(await entry('Sella'), { kindWas: 'location' }));
    expect((await world()).suggestions.find(isOfSella)).toMatchObject({
      kind: 'npc',
      sessionId: host.sessions[1],
    });
    await change(edited(await entry('Sella'), { kindWas: 'npc' }));
    expect((await world()).suggestions.some(isOfSella)).toBe(false);
  });

  it('takes names, kinds and aliases from the glossary', async () => {
    await call('POST', `/campaigns/${host.campaignId}/names`, {
      term: 'The Drowned Chapel',
      kind: 'location',
      aliases: ['the Sunken Chapel'],
      note: 'Below the inn',
    });
    expect(await entry('Drowned Chapel')).toMatchObject({
      name: 'The Drowned Chapel',
      kind: 'location',
      note: 'Below the inn',
    });
    expect((await entry('Drowned Chapel')).aliases.map(({ name }) => name)).toContain('the Sunken Chapel');
  });

  it('takes the kind that most sessions say, of as many the latest', async () => {
    const heard = (kind: 'locations' | 'npcs'): SourceSession => ({
      id: kind,
      title: '',
      playedAt: null,
      hasSound: false,
      sections: [],
      titles: new Map(),
      results: [
        {
          ...{ transcriptId: null, isMeasured: true, evening: null, lines: null, toConfirm: [], scenes: [] },
          ...{ npcs: [], locations: [], items: [], factions: [], openThreads: [], quests: [], decisions: [] },
          [kind]: [{ name: 'Vesh', evidence: { segmentIds: ['s1'], startMs: 0, endMs: 1 } }],
        },
      ],
    });
    const nothing = {
      glossary: [],
      cast: emptyCast,
      characters: [],
      edits: new Map(),
      threads: new Map(),
      dates: [],
    };
    const kindAfter = async (...kinds: ('locations' | 'npcs')[]) =>
      (await indexOf({ sessions: kinds.map(heard), ...nothing })).find('Vesh')?.kind;
    expect(await kindAfter('locations', 'locations', 'npcs')).toBe('location');
    expect(await kindAfter('locations', 'npcs')).toBe('npc');
    expect(await kindAfter('npcs', 'locations', 'npcs')).toBe('npc');
  });

  it('says of an entry that was merged into one of the same name where it is now', async () => {
    const named = (term: string) => ({ term, kind: 'npc' as const, aliases: [], heardAs: [], note: '' });
    const edit: EntryEdit = {
      name: null,
      kind: null,
      kindWas: null,
      note: '',
      mergedInto: null,
      hidden: false,
      notSameAs: [],
    };
    const rest = {
      sessions: [],
      glossary: [named('Count Strahd'), named('Strahd')],
      cast: emptyCast,
      characters: [],
      threads: new Map(),
      dates: [],
    };
    const before = await indexOf({ ...rest, edits: new Map() });
    const [into, merged] = ['Count Strahd', 'Strahd'].map((name) => before.find(name)?.key ?? '');
    const edits = new Map([
      [into ?? '', { revision: 1, edit: { ...edit, name: 'Strahd' } }],
      [merged ?? '', { revision: 1, edit: { ...edit, mergedInto: into ?? '' } }],
    ]);
    const sources = { ...rest, edits };
    const { entries } = await indexOf(sources);
    const views = [...entries.values()].map((entry) => viewOf(entry, sources));
    expect(views.map(({ aliases }) => aliases.map((alias) => alias.merged?.key))).toEqual([[merged]]);
  });

  it('is made of a long glossary step by step, so that others have their turn', async () => {
    const glossary = Array.from({ length: 4000 }, (_, at) => ({
      term: `Keeper ${at} of the Lamp`,
      kind: 'npc' as const,
      aliases: Array.from({ length: 15 }, (_, form) => `Lamp-keeper ${at} form ${form}`),
      heardAs: [],
      note: '',
    }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { entries } = await indexOf({
      sessions: [],
      glossary,
      cast: emptyCast,
      characters: [],
      edits: new Map(),
      threads: new Map(),
      dates: [],
    });
    isOver = true;
    expect(entries.size).toBe(glossary.length);
    expect(turns).toBeGreaterThan(3);
  });

  it('refuses a change of what was changed meanwhile, and saves all changes or none', async () => {
    const oldmere = await entry('Oldmere');
    await change(edited(oldmere, { hidden: true }));
    expect((await entry('Oldmere')).hidden).toBe(true);
    const wren = await entry('Wren');
    const answer = await host.user.call('POST', `/campaigns/${host.campaignId}/world/changes`, {
      changes: [edited(wren, { note: 'A bard' }), edited(oldmere, { note: 'A scout' })],
    });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('worldChanged');
    expect((await entry('Wren')).note).toBe('');
  });

  it('is nobody else’s', async () => {
    const other = await host.server.signIn();
    const path = `/campaigns/${host.campaignId}/world`;
    const wren = await entry('Wren');
    for (const answer of [
      await other.call('GET', path),
      await other.call('GET', `${path}/${wren.key}`),
      await other.call('POST', `${path}/changes`, { changes: [edited(wren, { hidden: true })] }),
    ])
      expect(answer.status).toBe(404);
    expect((await host.user.call('GET', `${path}/${'0'.repeat(32)}`)).status).toBe(404);
  });
});

const threads = async () =>
  (await call<{ threads: WorldThread[] }>('GET', `/campaigns/${host.campaignId}/threads`)).threads;
const thread = async (words: string) => {
  const found = (await threads()).find(({ text }) => text.includes(words));
  if (found === undefined) throw new Error(`No thread says ${words}.`);
  return found;
};

describe('threads over sessions', () => {
  it('come from the notes of each session, with where they were opened and touched last', async () => {
    const path = `/sessions/${host.sessions[0]}/notes`;
    const { revision } = await call<{ revision: number }>('GET', path);
    const body = '- Who is **Master Quill**?\n- What became of the ferry?';
    const section = { key: 'openThreads', title: 'Open threads', body, visibility: 'gm' };
    await call('PATCH', path, { sections: [section] }, { 'if-match': String(revision) });
    expect(await thread('Master Quill')).toMatchObject({
      kind: 'thread',
      text: 'Who is Master Quill?',
      state: 'open',
      opened: { sessionId: host.sessions[0] },
      touched: { sessionId: host.sessions[1], name: 'Master Quill' },
      silentFor: 0,
    });
    expect(await thread('ferry')).toMatchObject({ touched: null, silentFor: 1 });
  });

  it('are kept from a line in one press, point out three silent sessions, and are found when touched again', async () => {
    const { key } = await entry('Oldmere');
    const { mentions } = await pageOf(key);
    const promise = mentions.find(({ text }) => text.includes('bring the silver bell'));
    if (promise?.transcriptId == null || promise.lineId === null) throw new Error('Nobody promised.');
    const { sessionId, transcriptId, lineId, startMs } = promise;
    const own = { key: '7'.repeat(32), revision: 0, edit: null, state: 'open' as const };
    const { undo } = await change(
      changedThread(own, { kept: { sessionId, transcriptId, lineId }, isOwn: true }),
    );
    const kept = await thread('bring the silver bell');
    expect(kept).toMatchObject({ kind: 'promise', opened: { sessionId: host.sessions[0], lineId, startMs } });
    await change(...undo);
    await expect(thread('bring the silver bell')).rejects.toThrow('No thread');
    await change(changedThread(own, { kept: { sessionId, transcriptId, lineId }, isOwn: true }));

    for (const title of ['Third', 'Fourth'])
      await call('POST', `/campaigns/${host.campaignId}/sessions`, { title });
    expect((await thread('bring the silver bell')).silentFor).toBeGreaterThanOrEqual(2);
    await addEvening('Three later');
    expect(await thread('bring the silver bell')).toMatchObject({
      touched: { sessionId: host.sessions[2] },
      silentFor: 0,
    });
  });

  it('have a state and words by hand; a thread of another campaign’s line is refused', async () => {
    const ferry = await thread('ferry');
    expect(ferry.silentFor).toBe(4);
    await change(changedThread(ferry, { state: 'done', text: 'The ferry sank' }));
    expect(await thread('The ferry sank')).toMatchObject({
      state: 'done',
      opened: { sessionId: host.sessions[0] },
    });
    const stolen = { key: '8'.repeat(32), revision: 0, edit: null, state: 'open' as const };
    const id = '01900000-0000-7000-8000-00000000dead';
    const body = {
      changes: [changedThread(stolen, { kept: { sessionId: id, transcriptId: id, lineId: 's1' } })],
    };
    expect((await host.user.call('POST', `/campaigns/${host.campaignId}/world/changes`, body)).status).toBe(
      404,
    );
  });
});

const prep = () => call<PrepSheet>('GET', `/campaigns/${host.campaignId}/prep`);
const pin = (how: PrepPin) => call<PrepSheet>('PUT', `/campaigns/${host.campaignId}/prep/pin`, { pin: how });
const linesOf = ({ lines }: PrepSheet, part: PrepPart) => lines.filter((line) => line.part === part);

describe('the sheet for the next evening', () => {
  it('says where it stopped, what is open, who may come back, and plays each line', async () => {
    const sheet = await prep();
    const stopped = linesOf(sheet, 'stopped');
    expect(stopped.length).toBeGreaterThan(1);
    for (const { place, text } of stopped) {
      expect(place?.sessionId).toBe(host.sessions[2]);
      expect(text).not.toBe('');
    }
    const times = stopped.map(({ place }) => place?.startMs ?? 0);
    expect((times.at(-1) ?? 0) - (times[1] ?? 0)).toBeLessThanOrEqual(60_000);
    expect(linesOf(sheet, 'promise')).toMatchObject([
      { place: { sessionId: host.sessions[0] }, silentFor: 0 },
    ]);
    const threads = linesOf(sheet, 'thread').map(({ text }) => text);
    expect(threads).toContain('Who is Master Quill?');
    expect(threads).not.toContain('The ferry sank');
    const people = linesOf(sheet, 'person');
    expect(people.map(({ name }) => name)).toContain('Master Quill');
    // Who plays them has not been said yet; analyses ask.
    expect(people.filter(({ name }) => ['Wren', 'Torvin', 'Iseult'].includes(name))).toEqual([]);
    for (const { place } of people) expect(place?.startMs).toBeTypeOf('number');
  });

  it('says what not everyone knows, from sessions whose voices all have names', async () => {
    expect(linesOf(await prep(), 'knows')).toEqual([]);
    let cast = await call<CastSheet>('GET', `/campaigns/${host.campaignId}/cast`);
    const people = [
      ['Dana', 'gm', []],
      ['Priya', 'player', ['Wren']],
      ['Marcus', 'player', ['Torvin']],
      ['Lena', 'player', ['Iseult']],
      ['Otto', 'player', ['Bramble']],
    ] as const;
    for (const [player, role, characters] of people) {
      const change = { kind: 'save', personId: null, player, role, characters };
      const body = { sessionId: null, change };
      cast = await call<CastSheet>('POST', `/campaigns/${host.campaignId}/cast`, body, {
        'if-match': String(cast.revision),
      });
    }
    const known = linesOf(await prep(), 'knows');
    expect(known.map(({ note }) => note)).toEqual(['Bramble', 'Bramble', 'Bramble']);
    expect(known[0]).toMatchObject({
      name: 'Wren, Torvin, and Iseult',
      place: { sessionId: host.sessions[2] },
    });
  });

  it('keeps the game master’s own lines, and refuses to save over those of another tab', async () => {
    const path = `/campaigns/${host.campaignId}/prep/own`;
    const { revision } = await prep();
    const save = (own: string) => host.user.call('PUT', path, { own }, { 'if-match': String(revision) });
    expect((await save('Candles\nA map of the mill')).status).toBe(200);
    const stale = await save('Something else');
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({ error: { code: 'staleRevision' } });
    expect(await prep()).toMatchObject({ own: 'Candles\nA map of the mill', revision: revision + 1 });
  });

  it('updates itself until it is pinned; unpinning is undone', async () => {
    expect(
      (await host.user.call('PUT', `/campaigns/${host.campaignId}/prep/pin`, { pin: 'back' })).status,
    ).toBe(409);
    const pinned = await pin('now');
    expect(pinned.pinnedAt).not.toBeNull();
    const [promise] = linesOf(pinned, 'promise');
    const kept = await thread('bring the silver bell');
    await change(changedThread(kept, { state: 'done' }));
    expect(linesOf(await prep(), 'promise')).toEqual([promise]);
    expect(linesOf(await pin('off'), 'promise')).toEqual([]);
    expect(linesOf(await pin('back'), 'promise')).toEqual([promise]);
    const old = { ...promise!, part: 'name' as const, key: 'npc:old', name: 'Sella' };
    const names = [
      { ...old, note: '' },
      { ...old, note: 'Pronounced SHE-la' },
    ];
    const rows = names.map((line, at) => ({
      campaignId: host.campaignId,
      ordinal: 900 + at,
      sessionId: null,
      line,
    }));
    await host.server.database.orm.insert(prepLines).values(rows);
    expect(linesOf(await prep(), 'name')).toEqual(expect.arrayContaining(names.slice(1)));
    expect(linesOf(await prep(), 'name')).not.toContainEqual(names[0]);
    const other = await host.server.signIn();
    expect((await other.call('GET', `/campaigns/${host.campaignId}/prep`)).status).toBe(404);
  });

  it('follows a name that is corrected everywhere, and its undo', async () => {
    const own = await prep();
    await call(
      'PUT',
      `/campaigns/${host.campaignId}/prep/own`,
      { own: 'Ask Master Quill' },
      {
        'if-match': String(own.revision),
      },
    );
    const path = `/campaigns/${host.campaignId}/corrections`;
    const asked = { wrong: 'Master Quill', right: 'Master Quell' };
    const { hits } = await call<CorrectionPreview>('POST', path, { ...asked, dryRun: true });
    const chosen = hits.filter(({ place }) => place.kind === 'prep').map((hit) => hit.id);
    expect(chosen.length).toBeGreaterThan(1);
    const body = { ...asked, dryRun: false, chosen, remember: false, kind: 'npc' };
    const { id } = await call<Correction>('POST', path, body);
    const corrected = await prep();
    expect(corrected.own).toBe('Ask Master Quell');
    expect(JSON.stringify(linesOf(corrected, 'person'))).toContain('Master Quell');
    await call('POST', `/corrections/${id}/undo`);
    expect((await prep()).own).toBe('Ask Master Quill');
    expect(JSON.stringify(await prep())).not.toContain('Quell');
  });
});

describe('what an analysis is told of the evenings before', () => {
  const namesOf = async (sessionId: string) => {
    const [row] = await host.server.database.orm
      .select({ result: analyses.result })
      .from(analyses)
      .where(eq(analyses.sessionId, sessionId));
    return row?.result?.evening?.names.map(({ name }) => name) ?? [];
  };
  const misheard = [['Corvane', 'Corvanne']] as const;

  it('makes the next evening better: one person, by the name that the game master settled', async () => {
    expect((await namesOf(await addEvening('Before', misheard))).join()).toContain('Corvanne');
    const [wrong, right] = [await entry('Abbot Corvanne'), await entry('Abbot Corvane')];
    await change(edited(wrong, { mergedInto: right.key, notSameAs: [] }));
    const after = await addEvening('After', misheard);
    const names = await namesOf(after);
    expect(names.filter((name) => name.includes('Corv'))).toEqual(['Abbot Corvane']);
    expect(new Set(names).size).toBe(names.length);
    const { entries } = await memoryOf(host.server.database.orm, after);
    expect(entries.find(({ name }) => name === 'Abbot Corvane')?.aliases).toContain('Abbot Corvanne');
  });

  it('is nothing of its own evening or of later ones, and nothing that is hidden or was noted for the game master', async () => {
    const first = await memoryOf(host.server.database.orm, host.sessions[0] ?? '');
    expect(first).toEqual({ entries: [], openThreads: [] });
    const quill = await entry('Master Quill');
    await change(edited(quill, { note: 'She serves the drowned king.' }));
    const last = host.sessions.at(-1) ?? '';
    expect(JSON.stringify(await memoryOf(host.server.database.orm, last))).not.toContain('drowned king');
    await change(edited(await entry('Master Quill'), { hidden: true }));
    const { entries } = await memoryOf(host.server.database.orm, last);
    expect(entries.some(({ name }) => name === quill.name)).toBe(false);
    expect(entries.length).toBeGreaterThan(0);
  });
});

const story = (audience: Visibility) =>
  call<Story>('GET', `/campaigns/${host.campaignId}/story?audience=${audience}`);

/** Replaces the summary in the notes of a session. */
async function summarize(sessionId: string, body: string, visibility: Visibility) {
  const path = `/sessions/${sessionId}/notes`;
  const { revision, sections } = await call<Notes>('GET', path);
  const others = sections
    .filter(({ key }) => key !== 'summary' && key !== 'shortSummary')
    .map(({ key, title, body: text, visibility: own }) => ({ key, title, body: text, visibility: own }));
  const summary = { key: 'summary', title: 'Summary', body, visibility };
  await call('PATCH', path, { sections: [...others, summary] }, { 'if-match': String(revision) });
}

/** As the analysis wrote it. */
async function makeSummaryVisible(sessionId: string): Promise<void> {
  const path = `/sessions/${sessionId}/notes`;
  const { revision, sections } = await call<Notes>('GET', path);
  const shown = sections.map(({ key, title, body, visibility }) => ({
    key,
    title,
    body,
    visibility: key === 'summary' ? ('players' as const) : visibility,
  }));
  await call('PATCH', path, { sections: shown }, { 'if-match': String(revision) });
}

describe('the story so far', () => {
  const textsOf = ({ stories }: Story, sessionId: string | undefined) =>
    stories.find((one) => one.sessionId === sessionId)?.long.map(({ text }) => text);

  it('is what the notes of each session say, else its page, word for word and to hear', async () => {
    const { stories } = await story('gm');
    expect(stories.map(({ sessionId }) => sessionId)).toEqual(host.sessions);
    for (const { long } of stories) {
      expect(long.length).toBeGreaterThan(1);
      for (const { place } of long) expect(place?.startMs).not.toBeNull();
    }
    await summarize(
      host.sessions[0] ?? '',
      'They fled the mill. “Nobody came. Nobody will.” The key was brass.',
      'gm',
    );
    const written = (await story('gm')).stories.find(({ sessionId }) => sessionId === host.sessions[0]);
    expect(written).toMatchObject({
      from: 'notes',
      short: [{ text: 'They fled the mill.', place: null }, {}],
    });
    expect(written?.long.map(({ text }) => text)).toEqual([
      'They fled the mill.',
      '“Nobody came. Nobody will.”',
      'The key was brass.',
    ]);
  });

  it('is for players what their page shows them, and changes with the visibility of the notes', async () => {
    const first = host.sessions[0] ?? '';
    expect(textsOf(await story('players'), first)).toBeUndefined();
    await summarize(first, 'They fled the mill.', 'players');
    expect(textsOf(await story('players'), first)).toEqual(['They fled the mill.']);
    expect(textsOf(await story('public'), first)).toBeUndefined();
    await summarize(first, 'They fled the mill.\n\n- <!-- gm --> Hobb did it.', 'public');
    expect(textsOf(await story('public'), first)).toEqual(['They fled the mill.']);
    const own = { show: { ...defaultShow('players'), recap: false } };
    await call('PUT', `/campaigns/${host.campaignId}/players-link`, own);
    expect(textsOf(await story('players'), first)).toBeUndefined();
    await call('DELETE', `/campaigns/${host.campaignId}/players-link`);
    await summarize(first, 'They fled the mill.', 'gm');
    for (const audience of ['players', 'public'] as const)
      expect(JSON.stringify(await story(audience))).not.toContain('fled the mill');
    const other = await host.server.signIn();
    expect((await other.call('GET', `/campaigns/${host.campaignId}/story?audience=players`)).status).toBe(
      404,
    );
  });

  it('says what a player missed and what a character knows', async () => {
    const { players } = await story('gm');
    const of = (name: string) => players.find(({ player }) => player === name);
    expect(of('Otto')).toMatchObject({ character: 'Bramble', present: [] });
    expect(of('Otto')?.missed.toSorted()).toEqual(host.sessions.toSorted());
    expect(of('Priya')?.present.toSorted()).toEqual(host.sessions.toSorted());
  });

  it('is for a character what players may read of its sessions and scenes, with what was whispered to it and not to others', async () => {
    const { players } = await story('gm');
    const first = host.sessions[0] ?? '';
    const idOf = (name: string) => players.find(({ player }) => player === name)?.id;
    const known = async (name: string) =>
      call<Story>('GET', `/campaigns/${host.campaignId}/story?audience=players&knows=${idOf(name)}`);
    const body =
      '- They fled the mill.\n- <!-- whisper: Wren --> The song was hers.\n- <!-- whisper: Torvin --> He owes Quill a debt.\n- <!-- gm --> Hobb did it.\n\n### <!-- whisper: Otto --> The vault\n\nQuill hid a key.\n\n- <!-- public --> The brass one.';
    await call('PUT', `/campaigns/${host.campaignId}/players-link`, { show: defaultShow('players') });
    await summarize(first, body, 'players');
    expect(textsOf(await known('Priya'), first)).toEqual(['They fled the mill.', 'The song was hers.']);
    expect(textsOf(await known('Marcus'), first)).toEqual(['They fled the mill.', 'He owes Quill a debt.']);
    expect((await known('Otto')).stories).toEqual([]);
    for (const audience of ['players', 'public'] as const)
      expect(JSON.stringify(await story(audience))).not.toMatch(
        /song was hers|debt|Hobb did|vault|key|brass/,
      );
    const unknown = `/campaigns/${host.campaignId}/story?audience=gm&knows=${host.campaignId}`;
    expect((await host.user.call('GET', unknown)).status).toBe(404);

    // Priya comes late: not before the second chapter.
    const page = (await story('gm')).sessions.find(({ id }) => id === host.sessions[1]);
    const second = page?.id ?? '';
    const { orm } = host.server.database;
    const [row] = await orm
      .select({ result: analyses.result, transcriptId: analyses.transcriptId })
      .from(analyses)
      .where(eq(analyses.sessionId, second));
    const [before, after] = row?.result?.evening?.chapters ?? [];
    if (before === undefined || after === undefined) throw new Error('There are too few chapters.');
    const passages = (row?.result?.evening?.passages ?? []).filter(({ shown }) => shown === 'page');
    const early = passages.find(({ chapter }) => chapter === 0)?.text ?? '';
    const late = passages.find(({ chapter }) => chapter > 0)?.text ?? '';
    const { speakers } = await call<{ speakers: { id: string; label: string }[] }>(
      'GET',
      `/transcripts/${row?.transcriptId}`,
    );
    const voice = speakers.find(({ label }) => label.includes('Priya'))?.id ?? '';
    await makeSummaryVisible(second);
    const withAll = (textsOf(await known('Priya'), second) ?? []).join(' ');
    expect(withAll).toContain(early.slice(0, 20));
    await orm
      .delete(segments)
      .where(
        and(
          eq(segments.speakerId, voice),
          eq(segments.transcriptId, row?.transcriptId ?? ''),
          lt(segments.startMs, after.startMs),
        ),
      );
    const heard = (textsOf(await known('Priya'), second) ?? []).join(' ');
    expect(heard).not.toContain(early.slice(0, 20));
    expect(heard).toContain(late.slice(0, 20));
    await summarize(first, 'They fled the mill.', 'gm');
  });

  it('reads nothing aloud of an evening whose summary is hidden, not what the analysis wrote either', async () => {
    const [, second = ''] = host.sessions;
    const ofSecond = async () =>
      (await story('gm')).previously
        .flatMap(({ statements }) => statements)
        .filter(({ place }) => place?.sessionId === second);
    const path = `/sessions/${second}/notes`;
    const { revision: before } = await call<Notes>('GET', path);
    expect(await ofSecond()).not.toEqual([]);
    await summarize(second, '- <!-- gm --> The mill burns.', 'gm');
    expect(await ofSecond()).toEqual([]);
    const { revision } = await call<Notes>('GET', path);
    await call('POST', `${path}/versions/${before}/restore`, undefined, { 'if-match': String(revision) });
  });

  it('fits the time to read it aloud, and says nothing that the story does not', async () => {
    const told = await story('gm');
    const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    const all = letters(
      told.stories
        .flatMap(({ short, long }) => [...short, ...long])
        .map(({ text }) => text)
        .join(' '),
    );
    expect(told.previously.map(({ seconds }) => seconds)).toEqual([30, 60, 120]);
    for (const { seconds, statements } of told.previously) {
      expect(statements.length).toBeGreaterThan(0);
      expect(statements[0]?.text).toMatch(/^(?:Last time: |Earlier, in “)/u);
      for (const { text } of statements) {
        const said = text
          .replace(/^(?:Last time|Earlier, in “[^”]+”): /u, '')
          .replace(/^(?:At [^,]+, )?[^“:]{1,40} (?:said|asked): “(.+)”$/u, '$1');
        expect(all).toContain(letters(said).trim());
      }
      const words = statements.flatMap(({ text }) => text.split(/\s+/u)).length;
      expect(words).toBeLessThanOrEqual((seconds * 150) / 60);
    }
  });
});

describe('the timeline', () => {
  const timeline = (audience: Visibility = 'gm') =>
    call<Timeline>('GET', `/campaigns/${host.campaignId}/timeline?audience=${audience}`);
  const eveningIn = ({ evenings }: Timeline, sessionId: string | undefined): TimelineEvening => {
    const found = evenings.find(({ of }) => of.sessionId === sessionId);
    if (found === undefined) throw new Error('The session is not in the timeline.');
    return found;
  };
  const texts = ({ dates }: Pick<TimelineEvening, 'dates'>) => dates.map(({ text }) => text);

  it('has sessions in order with their scenes, what was said of the date, and the road, all to hear', async () => {
    const second = eq(analyses.sessionId, host.sessions[1] ?? '');
    const place = sql`jsonb_set(${analyses.result}, '{evening,chapters,0,place}', '"Amberfall"')`;
    await host.server.database.orm.update(analyses).set({ result: place }).where(second);
    const { sessions: listed, evenings } = await timeline();
    expect(listed.slice(0, 2).map(({ title }) => title)).toEqual(['The mill', 'The bell']);
    expect(evenings.map(({ of }) => of.sessionId)).toEqual(listed.map(({ id }) => id));
    for (const { scenes, stops } of evenings.slice(1, 2)) {
      expect(scenes.length).toBeGreaterThan(1);
      const starts = scenes.map(({ place }) => place?.startMs ?? -1);
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      const dates = scenes.flatMap((scene) => scene.dates);
      expect(dates).toMatchObject([{ text: 'The next morning', kind: 'later', from: 'said' }]);
      expect(dates[0]?.place?.startMs).toBe(21_000);
      // Oldmere was hidden from the index.
      expect(stops.map(({ name, isThere }) => `${name} ${isThere}`)).toEqual(['Amberfall true']);
      for (const { place } of stops) expect(place.startMs).not.toBeNull();
    }
  });

  it('takes dates and scenes from the notes first, for players those that they may read', async () => {
    const first = host.sessions[0] ?? '';
    const body =
      '### At the inn\n\nTwo days later, they woke in Oldmere.\n\n### <!-- gm --> The traitor\n\nOn the 3rd of Mirtul, Hobb met him.';
    const link = (recap: boolean) =>
      call('PUT', `/campaigns/${host.campaignId}/players-link`, {
        show: { ...defaultShow('players'), recap },
      });
    await link(true);
    await summarize(first, body, 'players');
    const own = eveningIn(await timeline(), first);
    expect(own.scenes.map(({ title }) => title)).toEqual(['At the inn', 'The traitor']);
    expect(own.scenes.map(texts)[1]).toEqual(['the 3rd of Mirtul']);
    const read = await timeline('players');
    expect(read.sessions.map(({ id }) => id)).toEqual(read.evenings.map(({ of }) => of.sessionId));
    expect(eveningIn(read, first).scenes.map(({ title }) => title)).toEqual(['At the inn']);
    expect(eveningIn(read, first).scenes.map(texts)).toEqual([['Two days later']]);
    expect(JSON.stringify(eveningIn(read, first))).not.toMatch(/traitor|Mirtul|[Mm]orning/);
    expect(eveningIn(read, first).stops).toEqual([]);
    expect(JSON.stringify(await timeline('public'))).not.toMatch(/At the inn|Two days/);
    await link(false);
    expect(JSON.stringify(await timeline('players'))).not.toMatch(/At the inn|Two days/);
    await link(true);
    await summarize(first, body, 'gm');
    expect(JSON.stringify(await timeline('players'))).not.toMatch(/At the inn|Two days/);
  });

  it('gives players no date of a scene that they do not see, and no place whose name is a part of a word', async () => {
    const first = host.sessions[0] ?? '';
    const at = (startMs: number) => ({ segmentIds: [`s${startMs}`], startMs, endMs: startMs + 500 });
    const lines = [
      { text: 'They woke by the Amberfallen.', evidence: at(1_000) },
      { text: 'Hobb met him.', evidence: at(9_000) },
    ];
    const body =
      '### At the inn\n\nThey woke by the Amberfallen.\n\n### <!-- gm --> The traitor\n\nHobb met him.';
    await summarize(first, body, 'players');
    const { orm } = host.server.database;
    const place = sql`jsonb_set(${analyses.result}, '{evening,chapters,0,place}', '"Amberfall"')`;
    await orm.update(analyses).set({ result: place }).where(eq(analyses.sessionId, first));
    const [stored] = await orm.select().from(notes).where(eq(notes.sessionId, first));
    const cited = (stored?.sections ?? []).map((section) =>
      section.key === 'summary' ? { ...section, lines } : section,
    );
    await orm.update(notes).set({ sections: cited }).where(eq(notes.sessionId, first));
    const hidden = eveningIn(await timeline(), first).scenes[1];
    if (hidden === undefined) throw new Error('The scene is not in the timeline.');
    await change({
      key: hidden.key,
      revision: hidden.revision,
      edit: { date: 'The secret night', of: hidden.of },
    });
    const read = eveningIn(await timeline('players'), first);
    expect(read.scenes.map(({ title, edit }) => [title, edit])).toEqual([['At the inn', null]]);
    expect(read.stops.map(({ name }) => name)).not.toContain('Amberfall');
  });

  it('shows what the game master sets for a session or a scene, to players only with the scene, and undoes it', async () => {
    const first = host.sessions[0] ?? '';
    await summarize(
      first,
      '### At the inn\n\nTwo days later, they woke.\n\n### <!-- gm --> The traitor\n\nHobb met him.',
      'players',
    );
    const set = async (at: number | null, date: string) => {
      const evening = eveningIn(await timeline(), first);
      const dated = at === null ? evening : evening.scenes[at];
      if (dated === undefined) throw new Error('The scene is not in the timeline.');
      return change({ key: dated.key, revision: dated.revision, edit: { date, of: dated.of } });
    };
    await set(null, 'Spring of 812');
    const { undo } = await set(0, 'The 5th of Mirtul');
    await set(1, 'The secret night');
    const read = eveningIn(await timeline('players'), first);
    expect([read.edit?.date, read.scenes[0]?.edit?.date]).toEqual(['Spring of 812', 'The 5th of Mirtul']);
    expect(JSON.stringify(await timeline('players'))).not.toContain('secret night');
    await change(...undo);
    expect(eveningIn(await timeline(), first).scenes[0]).toMatchObject({ edit: null, revision: 0 });
    await set(0, '');
    expect(eveningIn(await timeline(), first).scenes[0]?.edit?.date).toBe('');
    const elsewhere = { sessionId: host.campaignId, lineId: null, startMs: null };
    const refused = await host.user.call('POST', `/campaigns/${host.campaignId}/world/changes`, {
      changes: [{ key: 'f'.repeat(32), revision: 0, edit: { date: 'Noon', of: elsewhere } }],
    });
    expect(refused.status).toBe(404);
    const other = await host.server.signIn();
    expect((await other.call('GET', `/campaigns/${host.campaignId}/timeline?audience=gm`)).status).toBe(404);
  });

  it('keeps a scene’s date where a later analysis begins the scene at another line', async () => {
    const second = host.sessions[1] ?? '';
    const { scenes } = eveningIn(await timeline(), second);
    const scene = scenes.at(-1);
    if (scene === undefined || scene.of.startMs === null) throw new Error('There is no scene with seconds.');
    const of = { ...scene.of, lineId: 'earlier', startMs: scene.of.startMs + 1 };
    await change({ key: 'e'.repeat(32), revision: 0, edit: { date: 'Midsummer', of } });
    expect(eveningIn(await timeline(), second).scenes.at(-1)?.edit?.date).toBe('Midsummer');
  });
});

describe('the world index leaves nothing behind', () => {
  /** All that the index, the sheet and the story say, and all that they keep. */
  async function said(): Promise<string> {
    const index = await world();
    const pages = [];
    for (const { key } of index.entries) pages.push(await pageOf(key));
    const threads = await call<object>('GET', `/campaigns/${host.campaignId}/threads`);
    const { orm } = host.server.database;
    const kept = [await orm.select().from(worldEdits), await orm.select().from(prepLines)];
    const stories = [await story('gm'), await story('players'), await story('public')];
    const timelines = [];
    for (const audience of ['gm', 'players', 'public'])
      timelines.push(
        await call<Timeline>('GET', `/campaigns/${host.campaignId}/timeline?audience=${audience}`),
      );
    return JSON.stringify([index, pages, threads, await prep(), stories, timelines, kept]);
  }

  const shown = new Set('name,text,title,note,description,date,aliases,openThreads,entries'.split(','));
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  const wordsOf = (value: unknown, isShown = false): string[] =>
    typeof value === 'string'
      ? isShown
        ? wordsIn(value)
        : []
      : Array.isArray(value)
        ? value.flatMap((each) => wordsOf(each, isShown))
        : Object.entries(value ?? {}).flatMap(([key, each]) => wordsOf(each, shown.has(key)));

  /** Words that readers, or a model that writes the next notes, are given, and that are in no text that is theirs, nor written by a person here. */
  async function unwritten(): Promise<string[]> {
    const { orm } = host.server.database;
    const [campaign] = await orm.select().from(campaigns).where(eq(campaigns.id, host.campaignId));
    const texts: CampaignText[] = [];
    if (campaign !== undefined)
      for await (const document of documentsOf(orm, roomTexts, campaign)) texts.push(...document);
    const written = await orm.select().from(notes);
    const own = [
      'Last time: Earlier, said',
      ...(await orm.select().from(worldEdits)),
      ...(await orm.select().from(casts)),
      ...(await orm.select().from(names)),
    ];
    const left: string[] = [];
    for (const audience of ['gm', 'players', 'public'] as const) {
      const parts = ['story', 'timeline', ...(audience === 'gm' ? ['world', 'threads', 'prep'] : [])];
      const given: unknown[] = audience === 'gm' ? [await memoryOf(orm, host.sessions.at(-1) ?? '')] : [];
      for (const part of parts)
        given.push(await call<unknown>('GET', `/campaigns/${host.campaignId}/${part}?audience=${audience}`));
      const theirs =
        audience === 'gm'
          ? texts
          : [
              ...texts.filter(({ kind }) => kind === 'campaign' || kind === 'sessionTitle'),
              ...written.flatMap(({ sections }) => visibleSections(sections, audience)),
            ];
      const known = new Set([...theirs, ...own].flatMap((each) => wordsIn(JSON.stringify(each))));
      left.push(...wordsOf(given).filter((word) => !known.has(word)));
    }
    return left;
  }

  it('after a section and a session’s title change, and a line of the notes is hidden', async () => {
    const [first = '', second = ''] = host.sessions;
    await summarize(first, 'The quartermaster weeps.\n\nThe gargoyle listens.', 'public');
    expect(await said()).toContain('gargoyle');
    await summarize(first, 'The quartermaster weeps.\n\n- <!-- gm --> The gargoyle listens.', 'public');
    expect(await unwritten()).toEqual([]);
    expect(JSON.stringify(await story('public'))).not.toContain('gargoyle');
    const { previously, stories } = await story('gm');
    expect(JSON.stringify(stories)).toContain('"The gargoyle listens."');
    expect(JSON.stringify(previously)).toContain('quartermaster');
    expect(JSON.stringify(previously)).not.toContain('gargoyle');
    await summarize(first, 'The quartermaster weeps.', 'gm');
    const { revision } = await call<{ revision: number }>('GET', `/sessions/${second}`);
    await call('PATCH', `/sessions/${second}`, { title: 'The tower' }, { 'if-match': String(revision) });
    expect(await unwritten()).toEqual([]);
    expect(await said()).not.toContain('gargoyle');
  });

  it('after a voice is erased', async () => {
    const { transcriptId } = await call<{ transcriptId: string }>('GET', `/sessions/${host.sessions[1]}`);
    const { segments } = await call<{ segments: { speakerId: string | null; text: string }[] }>(
      'GET',
      `/transcripts/${transcriptId}/segments?limit=500`,
    );
    const gameMaster = segments.find(({ text }) => text.includes('Corvayne'))?.speakerId;
    const own = 'Candles\nHe said: I am Abbot Corvayne, and I kept this chapel';
    const { revision } = await prep();
    await call('PUT', `/campaigns/${host.campaignId}/prep/own`, { own }, { 'if-match': String(revision) });
    expect(JSON.stringify(await pin('now'))).toContain('Corvayne');
    expect(await said()).toContain('Corvayne');
    await call('POST', `/sessions/${host.sessions[1]}/voices/erased`, {
      transcriptId,
      speakerId: gameMaster,
    });
    expect(await said()).not.toContain('Corvayne');
    expect((await prep()).own).toBe('Candles');
    await pin('off');
    expect(await said()).not.toContain('Corvayne');
    expect(await unwritten()).toEqual([]);
    await pin('now');
  });

  it('after a session is deleted', async () => {
    const gone = host.sessions[0] ?? '';
    expect(await said()).toContain(gone);
    await call('DELETE', `/sessions/${gone}`);
    const left = await said();
    expect(left).not.toContain(gone);
    expect(left).not.toContain('The mill');
    expect(left).not.toContain('"kept":{');
    await pin('off');
    expect(await said()).not.toContain(gone);
    expect(await unwritten()).toEqual([]);
  });

  it('after the campaign is deleted', async () => {
    await call('DELETE', `/campaigns/${host.campaignId}`);
    for (const table of [worldEdits, prepSheets, prepLines])
      expect(await host.server.database.orm.select().from(table)).toEqual([]);
  });
});
