import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Analysis, Quote } from '#contract/analyses.ts';
import type { CheckSheet } from '#contract/check-questions.ts';
import type { Notes, NotesHistory, NotesSection } from '#contract/notes.ts';
import type { PrepSheet } from '#contract/prep.ts';
import { SearchAnswer, type SearchResult } from '#contract/search.ts';
import { defaultShow, type LinkAudience, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { Timeline } from '#contract/timeline.ts';
import type { Segment } from '#contract/transcript.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { visibleSections } from '#contract/visibility.ts';
import type { VoiceSheet } from '#contract/voices.ts';
import type { World, WorldChange, WorldThread } from '#contract/world.ts';
import { changedThread } from '#contract/world-edits.ts';
import { documentsOf } from '#server/campaigns/all-texts.ts';
import { sectionsWithout } from '#server/campaigns/erase-from-texts.ts';
import { campaigns, casts } from '#server/campaigns/tables.ts';
import { roomTexts } from '#server/compose/texts.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import { memoryOf } from '#server/world/memory.ts';
import { worldEdits } from '#server/world/tables.ts';
import { testsEverything } from '#tests/support/everything.ts';
import { createFakeNotes, smallResult } from '#tests/support/fake-engines.ts';
import fc from '#tests/support/property.ts';
import { rowsThatSay } from '#tests/support/rows-that-say.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { noSpeechEngine } from '#tests/support/work-server.ts';
import { contractCalls } from '../../../src/setup/access/contract-calls.ts';

const RUNS = testsEverything ? 12 : 1;
const audiences: readonly LinkAudience[] = ['players', 'public'];
const readers = ['gm', ...audiences] as const;
type Reader = (typeof readers)[number];
const voices = ['Mira', 'Sten'] as const;
/** No two begin or sound alike. */
const words = ['Yso', 'Kasto', 'Bram', 'Tem', 'Visko', 'Allu', 'Perci', 'Maer', 'Duns', 'Quil'].flatMap(
  (one) => ['lde', 'rinn', 'mund', 'vath', 'gorek', 'phine', 'stow', 'zeb'].map((other) => one + other),
);
/** What they list are words that a person typed, or earlier states that can be had back. */
const histories = ['corrections', 'names', 'questions', 'cast'].map(
  (part) => `/campaigns/{campaignId}/${part}`,
);

let server: TestServer;
let user: TestUser;
/** All that a model was given. */
const prompts: string[] = [];

/** Remembers each name of the transcript, with what was said of it. */
const writer: NotesEngine = {
  ...createFakeNotes({ id: 'endpoint fake' }).engine,
  async write(request) {
    prompts.push(JSON.stringify(request));
    const found = request.transcript.segments.flatMap(({ id, startMs, endMs, text }) => {
      const name = words.find((word) => text.includes(word));
      const evidence = { segmentIds: [id], startMs, endMs };
      return name === undefined ? [] : [{ name, text, evidence }];
    });
    return {
      ...smallResult(request),
      npcs: found.map(({ name, text, evidence }) => ({
        name,
        description: text,
        evidence,
        isNew: true,
        presence: 'met' as const,
      })),
      openThreads: found.map(({ text, evidence }) => ({ text, evidence })),
      toConfirm: found.map(({ text, evidence }) => ({
        kind: 'fact' as const,
        text: `Did this happen? ${text}`,
        evidence,
      })),
    };
  },
  async answer({ passages }) {
    prompts.push(JSON.stringify(passages));
    return passages.map(({ lines }, at) => ({ text: lines.join(' '), passages: [at] }));
  },
};

beforeAll(async () => {
  server = await createTestServer({
    config: { freeAnalyses: 1000 },
    overrides: {
      engines: {
        speech: noSpeechEngine,
        notes: createHighlightsEngine(),
        writers: { service: writer, page: createHighlightsEngine() },
      },
    },
  });
  await server.start();
  user = await server.signIn();
});
afterAll(() => server.close());

async function call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  expect(`${method} ${path} ${answer.status} ${text}`).toMatch(/ 20\d /u);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}
const get = <Body>(path: string) => call<Body>('GET', path);

/** A word that one text of the campaign has. */
interface Marker {
  word: string;
  evening: Evening | null;
  /** Null: of its notes or its title. */
  voice: string | null;
  /** With its session, or with its voice. */
  isGone: boolean;
}

interface Evening {
  id: string;
  isGone: boolean;
}

interface Campaign {
  id: string;
  evenings: Evening[];
  markers: Marker[];
  links: Map<string, { audience: LinkAudience; address: string }>;
  undo: WorldChange[];
}

const noCampaign = (): Campaign => ({ id: '', evenings: [], markers: [], links: new Map(), undo: [] });
let campaign = noCampaign();

/** A word that no text had before. */
function mark(evening: Evening | null, voice: string | null = null): string {
  const word = words[campaign.markers.length];
  if (word === undefined) throw new Error('There are more markers than words.');
  campaign.markers.push({ word, evening, voice, isGone: false });
  return word;
}

async function importSpeech(evening: Evening): Promise<void> {
  const [one, other] = [mark(evening, 'Mira'), mark(evening, 'Sten')];
  const said = [
    `[00:00:05] Mira: ${one} waits behind the amber door, and nobody may wake the keeper of the lamp tonight.`,
    `[00:00:09] Sten: I promise that we will bring ${other} a boat before the moon is full.`,
    '[00:01:00] Mira: Then we go.',
    '[00:02:00] Sten: At dawn.',
  ];
  const imported = await server.app.request(`/sessions/${evening.id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(said.join('\n')),
  });
  expect(imported.status).toBe(201);
}

async function analyse(evening: Evening): Promise<void> {
  const quote = await call<Quote>('POST', `/sessions/${evening.id}/quote`);
  const body = { quoteId: quote.id, detailLevel: 'brief', writer: 'service' };
  await call<Analysis>('POST', `/sessions/${evening.id}/analyses`, body, { 'idempotency-key': quote.id });
  await vi.waitFor(
    async () => {
      const { analyses } = await get<{ analyses: Analysis[] }>(`/sessions/${evening.id}/analyses`);
      expect(analyses.map(({ status }) => status).filter((status) => status !== 'completed')).toEqual([]);
    },
    { timeout: 60_000, interval: 20 },
  );
}

const notesOf = ({ id }: Evening) => get<Notes>(`/sessions/${id}/notes`);

type Written = Pick<NotesSection, 'key' | 'title' | 'visibility' | 'body'>;

async function saveNotes(
  evening: Evening,
  change: (sections: readonly Written[]) => readonly Written[],
): Promise<void> {
  const { revision, sections } = await notesOf(evening);
  const before = sections.map(({ key, title, visibility, body }) => ({ key, title, visibility, body }));
  const headers = { 'if-match': String(revision) };
  await call('PATCH', `/sessions/${evening.id}/notes`, { sections: change(before) }, headers);
}

const section = (key: string, evening: Evening, visibility: Reader): Written => ({
  key,
  title: key,
  visibility,
  body: `The lantern of ${mark(evening)} burns.`,
});

async function addEvening(): Promise<void> {
  const evening: Evening = { id: '', isGone: false };
  const { id } = await call<{ id: string }>('POST', `/campaigns/${campaign.id}/sessions`, {
    title: `Evening ${mark(evening)}`,
  });
  evening.id = id;
  campaign.evenings.push(evening);
  await importSpeech(evening);
  await analyse(evening);
  await saveNotes(evening, () => [
    section('own', evening, 'gm'),
    section('told', evening, 'players'),
    section('summary', evening, 'public'),
    {
      ...section('scenes', evening, 'players'),
      body: `### The gate\n\nIt is the 3rd day of ${mark(evening)}.`,
    },
  ]);
}

/** In place of the one before, which has the same words. */
async function newCampaign(): Promise<void> {
  const before = campaign.id;
  if (before !== '') await call('DELETE', `/campaigns/${before}`);
  const { id } = await call<{ id: string }>('POST', '/campaigns', { title: 'The Coast' });
  campaign = { ...noCampaign(), id };
  await addEvening();
  await addEvening();
  for (const evening of campaign.evenings) await steps.date(evening);
  await steps.pin(present(campaign.evenings[0]), 0);
  for (const audience of audiences) {
    await share(null, audience);
    for (const evening of campaign.evenings) await share(evening, audience);
  }
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is missing.');
  return value;
}

const picked = <Value>(all: readonly Value[], pick: number): Value | undefined => all[pick % all.length];

async function share(evening: Evening | null, audience: LinkAudience): Promise<void> {
  const [kind, id] =
    evening === null ? (['campaign', campaign.id] as const) : (['session', evening.id] as const);
  const link = await call<ShareLink>('PUT', `/${kind}s/${id}/${audience}-link`, {
    show: defaultShow(audience),
    ...(audience === 'players' ? { passphrase: null } : {}),
  });
  const address = sharedPath({ kind, id, audience }, link.publicId ?? '');
  campaign.links.set(`${id} ${audience}`, { audience, address });
}

async function changeWorld(change: WorldChange): Promise<void> {
  const { undo } = await call<{ undo: WorldChange[] }>('POST', `/campaigns/${campaign.id}/world/changes`, {
    changes: [change],
  });
  campaign.undo = undo;
}

const castChange = async (path: '' | '/undo', evening: Evening, change?: object) => {
  const { revision, undo } = await get<CastSheet>(`/campaigns/${campaign.id}/cast?sessionId=${evening.id}`);
  if (change === undefined && undo === null) return;
  const body = { sessionId: evening.id, ...(change === undefined ? {} : { change }) };
  await call('POST', `/campaigns/${campaign.id}/cast${path}`, body, { 'if-match': String(revision) });
};

async function transcriptOf({ id }: Evening) {
  const { transcriptId } = await get<{ transcriptId: string }>(`/sessions/${id}`);
  const transcript = await get<Transcript>(`/transcripts/${transcriptId}`);
  const { segments } = await get<{ segments: Segment[] }>(`/transcripts/${transcriptId}/segments?limit=500`);
  const labels = new Map(transcript.speakers.map((speaker) => [speaker.id, speaker.label]));
  const voiceOf = ({ speakerId }: Segment) => labels.get(speakerId ?? '') ?? null;
  return { transcriptId, lastEdit: transcript.lastEdit, segments, voiceOf };
}

async function pageOf({ id }: Evening) {
  const { analyses } = await get<{ analyses: Pick<Analysis, 'id'>[] }>(`/sessions/${id}/analyses`);
  for (const { id: analysisId } of analyses) {
    const { result } = await get<Analysis>(`/analyses/${analysisId}`);
    if (result?.evening) return { analysisId, passages: result.evening.passages };
  }
  return { analysisId: '', passages: [] };
}

/** What a game master does with an evening that is still there; where it makes no sense, nothing. */
const steps = {
  import: importSpeech,
  analyse,
  async edit(evening, pick) {
    const { transcriptId, segments, voiceOf } = await transcriptOf(evening);
    const line = picked(segments, pick);
    if (line === undefined) return;
    await call('POST', `/transcripts/${transcriptId}/edits`, {
      lines: [{ id: line.id, text: line.text }],
      texts: [`We met ${mark(evening, voiceOf(line))} beside the well.`],
    });
  },
  async 'undo edit'(evening) {
    const { transcriptId, lastEdit } = await transcriptOf(evening);
    if (lastEdit !== null) await call('POST', `/transcripts/${transcriptId}/edits/${lastEdit.id}/undo`);
  },
  async star(evening, pick) {
    const { analysisId, passages } = await pageOf(evening);
    const passage = picked(passages, pick);
    if (passage === undefined) return;
    const { revision } = await notesOf(evening);
    const body = { analysisId, keep: [passage.id] };
    await call('POST', `/sessions/${evening.id}/notes/passages`, body, { 'if-match': String(revision) });
  },
  async 'hide or show a passage'(evening, pick) {
    const { analysisId, passages } = await pageOf(evening);
    const passage = picked(passages, pick);
    if (passage === undefined) return;
    const { id, hidden } = passage;
    await call('PATCH', `/analyses/${analysisId}/evening`, { passages: [{ id, hidden: !hidden }] });
  },
  async answer(_, pick) {
    const { open } = await get<CheckSheet>(`/campaigns/${campaign.id}/questions`);
    const question = picked(open, pick);
    if (question === undefined) return;
    const { id, version, answers } = question;
    const body = { version, answer: picked(answers, pick + 1), sessionId: null };
    await call('POST', `/campaigns/${campaign.id}/questions/${id}/answers`, body);
  },
  async 'undo answer'(_, pick) {
    const { answered } = await get<CheckSheet>(`/campaigns/${campaign.id}/questions`);
    const answer = picked(answered, pick);
    if (answer !== undefined)
      await call('POST', `/campaigns/${campaign.id}/answers/${answer.id}/undo`, { sessionId: null });
  },
  async 'settle a thread'(_, pick) {
    const { threads } = await get<{ threads: WorldThread[] }>(`/campaigns/${campaign.id}/threads`);
    const thread = picked(threads, pick);
    if (thread === undefined) return;
    const text = `We owe ${mark(null)} a boat.`;
    await changeWorld(changedThread(thread, pick % 2 === 0 ? { state: 'done' } : { text }));
  },
  async 'keep a line'(evening, pick) {
    const { transcriptId, segments } = await transcriptOf(evening);
    const line = picked(segments, pick);
    if (line === undefined) return;
    const kept = { sessionId: evening.id, transcriptId, lineId: line.id };
    const key = campaign.markers.length.toString(16).padStart(32, '0');
    await changeWorld({ key, revision: 0, edit: { state: 'open', text: null, kept, isOwn: false } });
    // Its key is its own.
    mark(null);
  },
  async date(evening) {
    const { evenings } = await get<Timeline>(`/campaigns/${campaign.id}/timeline?audience=gm`);
    const dated = evenings
      .flatMap(({ scenes }) => scenes)
      .find(({ of, edit }) => of.sessionId === evening.id && edit === null);
    if (dated === undefined) return;
    const edit = { date: `Eve of ${mark(evening)}`, of: dated.of };
    await changeWorld({ key: dated.key, revision: dated.revision, edit });
  },
  async 'undo in the world'() {
    const [change] = campaign.undo;
    if (change === undefined) return;
    const answer = await user.call('POST', `/campaigns/${campaign.id}/world/changes`, {
      changes: campaign.undo,
    });
    // Its session or its row is gone since.
    expect([200, 404, 409]).toContain(answer.status);
    campaign.undo = [];
  },
  async 'name a voice'(evening, pick) {
    const { speakers } = await get<CastSheet>(`/campaigns/${campaign.id}/cast?sessionId=${evening.id}`);
    const speaker = picked(speakers, pick);
    if (speaker === undefined) return;
    const { label } = speaker;
    const change = { kind: 'assign', label, player: mark(null), role: 'player', character: null };
    await castChange('', evening, change);
  },
  'undo a name': (evening) => castChange('/undo', evening),
  async visibility(evening, pick) {
    await saveNotes(evening, (sections) =>
      sections.map((each, at) =>
        at === pick % sections.length ? { ...each, visibility: present(picked(readers, pick)) } : each,
      ),
    );
  },
  async 'mark a line'(evening, pick) {
    await saveNotes(evening, (sections) =>
      sections.map((each, at) => {
        const marker = picked(readers, pick) ?? 'gm';
        const isMarked = at === pick % sections.length && /^[A-Z]/.test(each.body);
        return isMarked ? { ...each, body: `<!-- ${marker} --> ${each.body}` } : each;
      }),
    );
  },
  async write(evening, pick) {
    const key = `own-${campaign.markers.length}`;
    await saveNotes(evening, (sections) => [
      ...sections.slice(1),
      section(key, evening, present(picked(readers, pick))),
    ]);
  },
  async restore(evening, pick) {
    const { revision, versions } = await get<NotesHistory>(`/sessions/${evening.id}/notes/versions`);
    const version = picked(versions, pick);
    if (version === undefined) return;
    const path = `/sessions/${evening.id}/notes/versions/${version.revision}/restore`;
    await call('POST', path, undefined, { 'if-match': String(revision) });
  },
  async pin(_, pick) {
    const answer = await user.call('PUT', `/campaigns/${campaign.id}/prep/pin`, {
      pin: picked(['now', 'off', 'back'], pick),
    });
    expect([200, 409]).toContain(answer.status);
  },
  async share(evening, pick) {
    await share(pick % 2 === 0 ? evening : null, present(picked(audiences, pick >> 1)));
  },
  async revoke(evening, pick) {
    const [kind, id] = pick % 2 === 0 ? ['sessions', evening.id] : ['campaigns', campaign.id];
    const audience = present(picked(audiences, pick >> 1));
    await call('DELETE', `/${kind}/${id}/${audience}-link`);
    const link = campaign.links.get(`${id} ${audience}`);
    if (link !== undefined) expect((await server.app.request(link.address)).status).toBe(404);
    campaign.links.delete(`${id} ${audience}`);
  },
  async hide(evening) {
    await saveNotes(evening, (sections) => sections.map((each) => ({ ...each, visibility: 'gm' })));
  },
  async erase(evening, pick) {
    const voice = picked(voices, pick);
    const sheet = await get<VoiceSheet>(`/sessions/${evening.id}/voices`);
    const speaker = sheet.voices.find(
      ({ speakerId }) => speakerId !== '' && isVoice(sheet, speakerId, voice),
    );
    if (speaker === undefined) return;
    const body = { transcriptId: sheet.transcriptId, speakerId: speaker.speakerId };
    await call('POST', `/sessions/${evening.id}/voices/erased`, body);
    for (const marker of campaign.markers)
      if (marker.evening === evening && marker.voice === voice) marker.isGone = true;
  },
  async delete(evening) {
    await call('DELETE', `/sessions/${evening.id}`);
    evening.isGone = true;
    for (const marker of campaign.markers) if (marker.evening === evening) marker.isGone = true;
    for (const audience of audiences) campaign.links.delete(`${evening.id} ${audience}`);
  },
} satisfies Record<string, (evening: Evening, pick: number) => Promise<void>>;

/** The label stays, whatever name it has. */
const isVoice = (sheet: VoiceSheet, speakerId: string, voice: string | undefined) =>
  sheet.voices.some((each) => each.speakerId === speakerId && each.label === voice);

type Step = { what: keyof typeof steps; evening: number; pick: number };

const take = async ({ what, evening, pick }: Step): Promise<void> => {
  const there = campaign.evenings.filter(({ isGone }) => !isGone);
  const chosen = picked(there, evening);
  if (chosen !== undefined) await steps[what](chosen, pick);
};

const stepOf = (what: fc.Arbitrary<Step['what']>): fc.Arbitrary<Step> =>
  fc.record({ what, evening: fc.nat({ max: 1 }), pick: fc.nat({ max: 11 }) });
const ends = ['hide', 'erase', 'revoke', 'delete'] as const;
const others = (Object.keys(steps) as Step['what'][]).filter((what) => !ends.some((end) => end === what));
/** Each end once, and anything before, between and after. */
const sequences = fc
  .tuple(
    fc.array(stepOf(fc.constantFrom(...others)), { minLength: 7, maxLength: 9 }),
    fc.tuple(...ends.map((end) => stepOf(fc.constant(end)))),
  )
  .chain(([some, last]) => {
    const all = [...some, ...last];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });

interface Read {
  reader: Reader;
  place: string;
  text: string;
}

const typed = (word: string) => word.slice(0, 2) + word.slice(3);

/** What each reader gets: by every call that reads a campaign, every question, every page, and every prompt. */
async function readAll(): Promise<Read[]> {
  const { id: campaignId } = campaign;
  const found: Read[] = [];
  const add = (reader: Reader, place: string, text: string) => found.push({ reader, place, text });
  add('gm', 'prompts', prompts.splice(0).join('\n'));
  const textOf = async (path: string) => (await user.call('GET', path)).text();
  for (const { call: read } of contractCalls) {
    const { method, path, params } = read;
    const isOfCampaign = Object.keys(params?.shape ?? {}).join() === 'campaignId';
    if (method !== 'GET' || !isOfCampaign || /\/export$/.test(path)) continue;
    const address = path.replace('{campaignId}', campaignId);
    if ('audience' in (read.query?.shape ?? {}))
      for (const reader of readers) {
        // For whom the game master may choose it.
        const { players, ...shown } = JSON.parse(await textOf(`${address}?audience=${reader}`));
        add(reader, path, JSON.stringify(shown));
        add('gm', path, JSON.stringify(players ?? []));
      }
    else add('gm', path, await textOf(address));
  }
  add('gm', 'suggestions', await textOf(`/search/suggestions?campaignId=${campaignId}`));
  for (const reader of readers)
    add(reader, 'export', await textOf(`/campaigns/${campaignId}/export?format=text&audience=${reader}`));
  for (const { key } of (await get<World>(`/campaigns/${campaignId}/world`)).entries)
    add('gm', 'entry', await textOf(`/campaigns/${campaignId}/world/${key}`));
  for (const { id, isGone } of campaign.evenings) {
    add('gm', 'memory', JSON.stringify(await memoryOf(server.database.orm, id)));
    if (isGone) continue;
    for (const audience of audiences)
      add(audience, 'shared notes', await textOf(`/sessions/${id}/shared-notes?audience=${audience}`));
  }
  const asked = ['lantern', 'amber door', 'promise', 'gate'];
  for (let at = 0; at < campaign.markers.length; at += 8)
    asked.push(
      campaign.markers
        .slice(at, at + 8)
        .map(({ word }) => typed(word))
        .join(' '),
    );
  for (const query of asked)
    add('gm', 'search', JSON.stringify(await call<SearchResult>('POST', '/search', { query, campaignId })));
  const question = `Who are ${campaign.markers
    .slice(0, 17)
    .map(({ word }) => word)
    .join(', ')}?`;
  const answered = await (await user.call('POST', '/search/answer', { query: question, campaignId })).text();
  const data = /event: answer\ndata: (.*)\n/.exec(answered)?.[1] ?? 'null';
  const { result, sentences } = SearchAnswer.parse(JSON.parse(data));
  add('gm', 'settle', [JSON.stringify([result, sentences]), ...prompts.splice(0)].join('\n'));
  const post = async (address: string, query: string) => {
    const page = await server.app.request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ query }).toString(),
    });
    return page.text();
  };
  for (const { audience, address } of campaign.links.values()) {
    const page = await server.app.request(address, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    add(audience, `page ${address}`, await page.text());
    if (address.startsWith('/campaign'))
      for (const query of asked) add(audience, 'search of the page', await post(`${address}/search`, query));
  }
  for (const { audience, address } of campaign.links.values()) {
    if (audience !== 'players' || !address.startsWith('/campaign')) continue;
    await post(`${address}/answer`, question);
    add('players', 'settle on the page', prompts.splice(0).join('\n'));
  }
  return found;
}

/** All that each reader may read, from what is stored now: of the registered rooms, of the cast, and of dates. */
async function readable(): Promise<Record<Reader, string>> {
  const { orm } = server.database;
  const [row] = await orm.select().from(campaigns).where(eq(campaigns.id, campaign.id));
  const texts: string[] = [];
  for await (const document of documentsOf(orm, roomTexts, present(row)))
    texts.push(...document.map(({ text }) => text));
  const edits = await orm.select().from(worldEdits).where(eq(worldEdits.campaignId, campaign.id));
  const cast = JSON.stringify(await orm.select().from(casts).where(eq(casts.campaignId, campaign.id)));
  const shown: Record<LinkAudience, string[]> = { players: [cast], public: [] };
  for (const evening of campaign.evenings.filter(({ isGone }) => !isGone)) {
    const { title } = await get<{ title: string }>(`/sessions/${evening.id}`);
    const { sections } = await notesOf(evening);
    for (const audience of audiences) {
      const visible = visibleSections(sections, audience);
      shown[audience].push(title, ...visible.map(({ body }) => body));
      const hasScenes = visible.some(({ key }) => key === 'scenes');
      for (const { sessionId, edit } of edits)
        if (hasScenes && sessionId === evening.id && 'date' in edit) shown[audience].push(edit.date);
    }
  }
  const gm = [...texts, cast, JSON.stringify(edits.map(({ edit }) => edit))].join('\n');
  return { gm, players: shown.players.join('\n'), public: shown.public.join('\n') };
}

/** Who reads which word where, and may not; and rows of any table with a word that is gone. */
async function leaks(): Promise<string[]> {
  // As limits count by the hour.
  server.clock.advance(3_600_000);
  const seen = await readAll();
  const may = await readable();
  const left = new Set<string>();
  for (const { word, isGone } of campaign.markers)
    for (const { reader, place, text } of seen) {
      const isHistory = reader === 'gm' && histories.includes(place);
      const isAllowed = !isGone && (isHistory || may[reader].includes(word));
      if (!isAllowed && text.includes(word)) left.add(`${reader} reads ${word} in ${place}`);
    }
  const gone = campaign.markers.flatMap(({ word, isGone }) => (isGone ? word : []));
  return [...left, ...(await rowsThatSay(server.database.orm, gone))];
}

const untilIndexed = () =>
  vi.waitFor(
    async () => {
      const body = { query: 'lantern', campaignId: campaign.id };
      expect((await call<SearchResult>('POST', '/search', body)).isIndexing).toBe(false);
    },
    { timeout: 20_000, interval: 20 },
  );

async function expectAllIsRead(): Promise<void> {
  const seen = await readAll();
  const may = await readable();
  const isRead = (reader: Reader, word: string) =>
    seen.some((each) => each.reader === reader && each.text.includes(word));
  const mayRead = (reader: Reader, word: string) => may[reader].includes(word);
  const pairs = campaign.markers.flatMap(({ word }) => readers.map((reader) => [reader, word] as const));
  expect(pairs.filter((pair) => isRead(...pair))).toEqual(pairs.filter((pair) => mayRead(...pair)));
}

it(
  '[D10] leaves nothing of what is deleted, hidden, erased or revoked in any reader of a campaign’s texts, whatever was done before and since',
  async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        await newCampaign();
        await untilIndexed();
        await expectAllIsRead();
        for (const [at, step] of sequence.entries()) {
          // What a model was given before this step may be gone after it.
          prompts.length = 0;
          await take(step);
          const isEnd = at === sequence.length - 1 || ends.some((end) => end === step.what);
          if (!testsEverything && !isEnd) continue;
          await untilIndexed();
          expect(
            await leaks(),
            sequence
              .slice(0, at + 1)
              .map((each) => JSON.stringify(each))
              .join('\n'),
          ).toEqual([]);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  testsEverything ? 3_600_000 : undefined,
);

it('takes the last sentence of a deleted session’s notes out of a pinned sheet', async () => {
  const { id } = await call<{ id: string }>('POST', '/campaigns', { title: 'The fen' });
  const session = await call<{ id: string }>('POST', `/campaigns/${id}/sessions`, {});
  const summary = { key: 'summary', title: 'The story', visibility: 'gm' as const };
  await saveNotes({ ...session, isGone: false }, () => [
    { ...summary, body: 'Warden Ilse waits at the mill.' },
  ]);
  const pinned = await call<PrepSheet>('PUT', `/campaigns/${id}/prep/pin`, { pin: 'now' });
  expect(pinned.lines.map(({ text }) => text)).toEqual(['Warden Ilse waits at the mill.']);
  await call('DELETE', `/sessions/${session.id}`);
  expect((await get<PrepSheet>(`/campaigns/${id}/prep`)).lines).toEqual([]);
});

it('takes a name out of notes with what an erased voice said of it, and leaves one of which others spoke, too', () => {
  const line = (text: string, ...segmentIds: string[]) => ({
    text,
    evidence: { segmentIds, startMs: 0, endMs: 1 },
  });
  const lines = [line('a ferryman', 's1'), line('a smith', 's1', 's2'), line('a widow', 's2')];
  const body = '**Met**\n\n- **Orrin**: a ferryman\n- **Brask**: a smith\n- **Ysolde**: a widow';
  const section = {
    key: 'npcs',
    title: 'People',
    visibility: 'gm',
    source: 'analysis',
    body,
    lines,
  } as const;
  const erased = {
    isGone: (id: string) => id === 's1',
    spanOf: () => undefined,
    isVoice: () => false,
    repeats: () => false,
    isTheirs: () => false,
  };
  expect(sectionsWithout([{ ...section, lines: [...lines] }], erased).map((each) => each.body)).toEqual([
    '**Met**\n\n- **Brask**\n- **Ysolde**: a widow',
  ]);
});
