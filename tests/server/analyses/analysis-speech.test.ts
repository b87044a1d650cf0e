import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnalysisStage, type Quote } from '#contract/analyses.ts';
import { mostIntroductions } from '#contract/sessions.ts';
import { type CastChange, type CastSheet, castLimits } from '#contract/speakers.ts';
import type { Segment } from '#contract/transcript.ts';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { VoiceChange } from '#contract/voice-changes.ts';
import type { VoiceMemoryChange } from '#contract/voice-memory.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { VoicesFailed } from '#server/engines/voices/port.ts';
import { writtenPrint } from '#server/engines/voices/stored-print.ts';
import { newId } from '#server/platform/ids.ts';
import { audioAssets, voiceAgreements, voiceChanges, voicePrints } from '#server/recordings/tables.ts';
import { settleVoices } from '#server/recordings/voice-prints.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { silentLog } from '#tests/support/database.ts';
import { oneOf } from '#tests/support/everything.ts';
import {
  createFakeNotes,
  createFakeSpeech,
  createFakeVoices,
  createGate,
  presentNotes,
  presentSpeech,
  soundOf,
} from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { tusHeaders } from '#tests/support/tus-headers.ts';

let server: TestServer;
let user: TestUser;
let folder: string;
let recording: Buffer;
/** By how many voices: the same words, as loud as no other. */
const evenings = new Map<number, Buffer>();
let silence: Buffer;
let speech = createFakeSpeech();
let notes = createFakeNotes();
let voices = createFakeVoices();
let hears = true;
const warn = vi.fn<(facts: { code?: string }) => void>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-speech-'));
  const words = encodeTones('one two three four five. six seven eight. nine ten eleven twelve. thirteen.');
  recording = await readFile(await writeAudio(folder, 'words', words.samples, 'mp3-64k'));
  for (const count of [2, 3]) {
    const samples = words.samples.map((sample) => sample / count);
    evenings.set(count, await readFile(await writeAudio(folder, `evening-${count}`, samples, 'flac')));
  }
  silence = await readFile(await writeAudio(folder, 'silence', new Int16Array(16_000 * 8), 'flac'));
  server = await createTestServer({
    config: { welcomeCredits: 1000, freeAnalyses: 0 },
    overrides: {
      log: Object.assign(Object.create(silentLog), { warn }),
      canHear: async () => hears,
      engines: {
        speech: presentSpeech(() => speech),
        notes: presentNotes(() => notes),
        voices: {
          id: 'fake voices',
          prepare: (options) => voices.engine.prepare(options),
          spans: (samples, options) => voices.engine.spans(samples, options),
          prints: (parts, options) => voices.engine.prints(parts, options),
          link: (spans, options) => voices.engine.link(spans, options),
          close: async () => undefined,
        },
      },
    },
  });
  await server.start();
  user = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  speech = createFakeSpeech();
  notes = createFakeNotes();
  voices = createFakeVoices();
  hears = true;
});

const json = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await user.call(method, path, body, headers);
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
};

async function newSession(): Promise<string> {
  const campaign = await json('POST', '/campaigns', { title: 'The Lantern Coast' });
  return (await json('POST', `/campaigns/${campaign.body.id}/sessions`, {})).body.id;
}

const waitFor = (path: string, ...statuses: string[]) =>
  vi.waitFor(
    async () => {
      const { body } = await json('GET', path);
      expect(statuses).toContain(body.status);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );

async function sessionWith(bytes: Buffer, known?: string): Promise<string> {
  const sessionId = known ?? (await newSession());
  const wanted = { fileName: 'evening.mp3', sizeBytes: bytes.length, fingerprint: 'print' };
  const upload = (await json('POST', `/sessions/${sessionId}/uploads`, wanted)).body;
  const sent = await server.app.request(upload.tusUrl, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${user.token}`,
      ...tusHeaders(),
    },
    body: new Uint8Array(bytes),
  });
  expect(sent.status).toBe(204);
  expect((await waitFor(`/uploads/${upload.id}`, 'ready', 'rejected')).status).toBe('ready');
  return sessionId;
}

async function start(sessionId: string, meanwhile = async () => {}, people?: number): Promise<string> {
  const quote = (await json('POST', `/sessions/${sessionId}/quote`)).body;
  await meanwhile();
  const body = { quoteId: quote.id, detailLevel: 'brief', people };
  const key = { 'idempotency-key': `start-${quote.id}` };
  const answer = await json('POST', `/sessions/${sessionId}/analyses`, body, key);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const ended = (id: string) => waitFor(`/analyses/${id}`, 'completed', 'failed', 'cancelled');
const credits = async () => (await json('GET', '/check-session')).body.userCreditBalance as number;

describe('an analysis of a recording', () => {
  it('[D18] is not sold while this server cannot transcribe; the recording waits free of charge', async () => {
    const before = await credits();
    const sessionId = await sessionWith(recording);
    const quoted = (await json('POST', `/sessions/${sessionId}/quote`)).body;
    hears = false;
    const refused = await json('POST', `/sessions/${sessionId}/quote`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'hearingUnavailable']);
    const body = { quoteId: quoted.id, detailLevel: 'brief' };
    const key = { 'idempotency-key': `deaf-${quoted.id}` };
    const notStarted = await json('POST', `/sessions/${sessionId}/analyses`, body, key);
    expect([notStarted.status, notStarted.body.error.code]).toEqual([409, 'hearingUnavailable']);
    expect(await credits()).toBe(before);
    hears = true;
    const analysis = await ended(await start(sessionId));
    expect(analysis.status).toBe('completed');
    expect(await credits()).toBe(before - analysis.chargedCredits);
    hears = false;
    expect((await json('POST', `/sessions/${sessionId}/quote`)).status).toBe(200);
  });

  it('[D18] that failed is not retried while this server cannot transcribe', async () => {
    speech.prepare = () =>
      Promise.reject(new SpeechUnavailable('getaddrinfo ENOTFOUND host. Set SPEECH_URL.'));
    const id = await start(await sessionWith(recording));
    const failed = await ended(id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'speechUnavailable' } });
    expect(JSON.stringify(failed)).not.toMatch(/ENOTFOUND|SPEECH_/);
    hears = false;
    expect((await json('POST', `/analyses/${id}/retry`)).body.error.code).toBe('hearingUnavailable');
  });

  it('transcribes it, stores the transcript with its session, and names speakers if the engine does', async () => {
    speech.speaker = 'speaker-1';
    const sessionId = await sessionWith(recording);
    const id = await start(sessionId);
    const analysis = await ended(id);
    expect(analysis).toMatchObject({
      status: 'completed',
      engine: { speech: 'fake speech', notes: 'fake notes' },
      stages: AnalysisStage.options,
      language: 'en',
      warnings: [{ code: 'speakersPerPart' }],
    });
    const session = (await json('GET', `/sessions/${sessionId}`)).body;
    expect(session).toMatchObject({
      state: 'ready',
      transcriptId: analysis.transcriptId,
      latestAnalysisId: id,
      summaryPreview: expect.stringContaining('In part 0 the lantern keeper tells'),
    });
    const transcript = (await json('GET', `/transcripts/${analysis.transcriptId}`)).body;
    expect(transcript).toMatchObject({ source: 'speech', timing: 'measured', engine: 'fake speech' });
    // A number of one part is nobody's in another.
    const labels = transcript.speakers.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(labels.map((_: string, part: number) => `speaker-1 (part ${part + 1})`));
  });

  it('warns if the engine does not identify speakers', async () => {
    const analysis = await ended(await start(await sessionWith(recording)));
    expect(analysis.status).toBe('completed');
    expect(analysis.result.warnings).toContainEqual(expect.objectContaining({ code: 'speakersUnknown' }));
  });

  it.each(
    oneOf([
      ['no speakers', null],
      ['the speakers of each part', 'speaker-1'],
    ] as const),
  )(
    '[D8][D15] tries again to tell voices apart on the transcript that is there, which has %s: for free, hears no word twice, keeps lines and what the user said',
    async (_, speaker) => {
      speech.speaker = speaker;
      const sessionId = await sessionWith(recording);
      const first = await ended(await start(sessionId));
      const { transcriptId } = first;
      const read = async () => (await json('GET', `/transcripts/${transcriptId}`)).body as Transcript;
      const lines = async () =>
        (await json('GET', `/transcripts/${transcriptId}/segments?from=0`)).body.segments as Segment[];
      const [line, said] = await lines();
      const worded = { lines: [{ id: said?.id, text: said?.text }], texts: ['Nobody rings it.'] };
      const { transcript: edited } = (await json('POST', `/transcripts/${transcriptId}/edits`, worded))
        .body as ReplacedLines;
      const corrected = {
        lines: [{ id: line?.id, text: line?.text }],
        texts: ['In part zero the lantern keeper tells of the drowned bell.'],
        speakerId: 'new',
      };
      expect((await json('POST', `/transcripts/${transcriptId}/edits`, corrected)).status).toBe(201);
      const [own, ...others] = await lines();
      const before = await credits();
      const heard = speech.heard.length;
      const quote = async () => (await json('POST', `/sessions/${sessionId}/quote`)).body as Quote;
      expect(await quote()).toMatchObject({ reusesTranscript: true, people: { known: null, most: 10 } });
      const free = { isFreeRerun: true, costCredits: 0 };
      expect((await quote()).levels.find(({ detailLevel }) => detailLevel === 'brief')).toMatchObject(free);
      const found = (await json('GET', `/analyses/${first.id}`)).body;
      expect(found).toMatchObject({ isRerunFree: true, lacksVoices: true });

      // It fails again, and stays free.
      const failed = await ended(await start(sessionId));
      expect([failed.chargedCredits, failed.transcriptId]).toEqual([0, transcriptId]);
      voices.voices = 2;
      const second = await ended(await start(sessionId, undefined, 2));
      const stages = ['queued', 'diarizing', 'extracting', 'writing', 'verifying'];
      expect(second).toMatchObject({ status: 'completed', transcriptId, stages });
      expect([second.warnings, speech.heard.length]).toEqual([[], heard]);
      const { speakers, warnings } = await read();
      const after = await lines();
      const shared = after.slice(1).filter(({ endMs, startMs }) => endMs - startMs > 3000);
      expect(warnings).toMatchObject([
        {
          code: 'voicesPerLine',
          message: expect.stringContaining(`in ${shared.length} lines`),
          startMs: shared[0]?.startMs,
        },
      ]);
      const sharedNow = async () => (await read()).warnings.map(({ message }) => message);
      const all = warnings.map(({ message }) => message);
      const [two] = shared;
      const divided = {
        lines: [{ id: two?.id, text: two?.text }],
        texts: [two?.text.slice(0, 9).trim(), two?.text.slice(9).trim()],
      };
      const { transcript: split } = (await json('POST', `/transcripts/${transcriptId}/edits`, divided))
        .body as ReplacedLines;
      expect(await sharedNow()).toEqual([
        expect.stringContaining(shared.length === 2 ? 'in one line' : `in ${shared.length - 1} lines`),
      ]);
      const undoSplit = `/transcripts/${transcriptId}/edits/${split.lastEdit?.id}/undo`;
      expect((await json('POST', undoSplit)).status).toBe(200);
      expect(await sharedNow()).toEqual(all);
      const [one, into] = [...new Set(after.slice(1).map(({ speakerId }) => speakerId))].map(
        (id) => speakers.find((each) => each.id === id)?.label,
      );
      const voicesOf = `/transcripts/${transcriptId}/voices`;
      const merge = { change: { kind: 'merge', label: one, into } };
      expect((await json('POST', voicesOf, merge)).status).toBe(204);
      expect(await sharedNow()).toEqual([]);
      expect((await json('POST', voicesOf, { change: { kind: 'undo' } })).status).toBe(204);
      expect(await sharedNow()).toEqual(all);
      expect(after[0]).toEqual(own);
      expect(after.slice(1).map(({ speakerId: _speaker, ...rest }) => rest)).toEqual(
        others.map(({ speakerId: _speaker, ...rest }) => rest),
      );
      const ids = speakers.map(({ id }) => id);
      expect(ids).toContain(own?.speakerId);
      expect(after.every(({ speakerId }) => ids.includes(speakerId ?? ''))).toBe(true);
      expect(speakers.map(({ label }) => label)).not.toContainEqual(expect.stringContaining('part'));
      expect(notes.requests.at(-1)?.transcript.speakers).toHaveLength(speakers.length);
      const undo = `/transcripts/${transcriptId}/edits/${edited.lastEdit?.id}/undo`;
      expect((await json('POST', undo)).status).toBe(200);
      const { speakerId } = after[1] ?? {};
      expect((await lines())[1]).toEqual({ ...said, speakerId });
      expect(await quote()).toMatchObject({ people: null });
      expect(await credits()).toBe(before);
      expect((await json('GET', `/analyses/${second.id}`)).body).toMatchObject({
        isRerunFree: false,
        lacksVoices: false,
      });
    },
  );

  it('[D15] tries to tell voices apart three times for free, then asks the price', async () => {
    const sessionId = await sessionWith(recording);
    const charged: number[] = [];
    for (let at = 0; at < 5; at += 1) charged.push((await ended(await start(sessionId))).chargedCredits);
    expect(charged.map((credits) => credits > 0)).toEqual([true, false, false, false, true]);
  });

  it.each([
    ['no speakers', null],
    ['the speakers of each part', 'speaker-1'],
  ])(
    'tells the voices of one track apart where the engine has %s, in transcript and notes',
    async (_, speaker) => {
      speech.speaker = speaker;
      voices.voices = 2;
      const analysis = await ended(await start(await sessionWith(recording)));
      expect(analysis).toMatchObject({ status: 'completed', warnings: [] });
      const transcript = (await json('GET', `/transcripts/${analysis.transcriptId}`)).body;
      expect(transcript.speakers.map(({ label }: { label: string }) => label)).toEqual([
        'Speaker 1',
        'Speaker 2',
      ]);
      const lines = (await json('GET', `/transcripts/${analysis.transcriptId}/segments?from=0`)).body
        .segments;
      expect(new Set(lines.map(({ speakerId }: { speakerId: string }) => speakerId))).toEqual(
        new Set(['p1', 'p2']),
      );
      expect(lines.map(({ text }: { text: string }) => text).join(' ')).toMatch(
        /^In part 0 the lantern keeper/,
      );
      expect(notes.requests.at(-1)?.transcript.speakers).toHaveLength(2);
      expect(speech.heard).toEqual([...new Set(speech.heard)]);
    },
  );

  it('tells voices apart again for another number of people, merges and splits them, and undoes each', async () => {
    voices.voices = 3;
    const sessionId = await sessionWith(recording);
    const { transcriptId } = await ended(await start(sessionId));
    const { campaignId } = (await json('GET', `/sessions/${sessionId}`)).body;
    const heardBefore = [voices.pieces, speech.heard.length];
    const sheet = async () =>
      (await json('GET', `/campaigns/${campaignId}/cast?sessionId=${sessionId}`)).body as CastSheet;
    const labels = async () => (await sheet()).speakers.map(({ label }) => label).toSorted();
    const lines = async () =>
      (await json('GET', `/transcripts/${transcriptId}/segments?from=0`)).body.segments as Segment[];
    const change = async (asked: VoiceChange) => {
      const { status, body } = await json('POST', `/transcripts/${transcriptId}/voices`, { change: asked });
      return body?.error.code ?? status;
    };
    const first = await lines();
    const all = ['Speaker 1', 'Speaker 2', 'Speaker 3'];
    expect(await labels()).toEqual(all);
    expect((await sheet()).voices).toEqual({
      transcriptId,
      heard: 3,
      choices: [1, 2, 3],
      undo: null,
      version: null,
    });
    expect(await change({ kind: 'undo' })).toBe('nothingToUndo');
    expect(await change({ kind: 'count', people: 9 })).toBe('voicesUnfit');
    expect(await change({ kind: 'count', people: 3 })).toBe('voicesUnfit');
    expect(await change({ kind: 'merge', label: 'Speaker 1', into: 'Speaker 1' })).toBe('voicesUnfit');
    expect(await change({ kind: 'merge', label: 'Speaker 1', into: 'Speaker 7' })).toBe('notFound');
    expect(await change({ kind: 'split', label: 'Speaker 1' })).toBe('voicesUnfit');

    expect(await change({ kind: 'count', people: 2 })).toBe(204);
    expect(await labels()).toHaveLength(2);
    expect((await sheet()).voices).toMatchObject({ heard: 2, undo: 'count' });
    expect(await change({ kind: 'undo' })).toBe(204);
    expect([await labels(), await lines()]).toEqual([all, first]);
    expect((await sheet()).voices).toMatchObject({ heard: 3, undo: null });

    expect(await change({ kind: 'merge', label: 'Speaker 2', into: 'Speaker 1' })).toBe(204);
    expect(await change({ kind: 'undo' })).toBe(204);
    expect([await labels(), await lines()]).toEqual([all, first]);
    expect(await change({ kind: 'merge', label: 'Speaker 2', into: 'Speaker 1' })).toBe(204);
    expect(await labels()).toEqual(['Speaker 1', 'Speaker 3']);
    const merged = await lines();
    const version = async () => (await sheet()).voices?.version ?? '';
    const ofMerge = await version();
    expect(merged).toEqual(
      first.map((line) => (line.speakerId === 'p2' ? { ...line, speakerId: 'p1' } : line)),
    );
    expect(await change({ kind: 'count', people: 3 })).toBe(204);
    expect(await labels()).toHaveLength(3);
    expect(await change({ kind: 'undo', version: ofMerge })).toBe('staleRevision');
    expect(await labels()).toHaveLength(3);
    const undone = await change({ kind: 'undo', version: await version() });
    expect([undone, await labels()]).toEqual([204, ['Speaker 1', 'Speaker 3']]);
    expect((await sheet()).speakers.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(98);
    const unsplit = await lines();
    expect(await change({ kind: 'split', label: 'Speaker 1' })).toBe(204);
    expect(await change({ kind: 'undo' })).toBe(204);
    expect(await lines()).toEqual(unsplit);
    expect(await change({ kind: 'split', label: 'Speaker 1' })).toBe(204);
    const split = await lines();
    expect(await labels()).toEqual(['Speaker 1', 'Speaker 3', 'Speaker 4']);
    expect((await sheet()).voices?.heard).toBe(3);
    const groups = (found: Segment[]) =>
      new Set(found.map(({ speakerId }, at) => `${first[at]?.speakerId} ${speakerId}`)).size;
    expect([groups(first), groups(split)]).toEqual([3, 3]);

    const [chosen] = split.filter(({ speakerId }) => speakerId === 'p4');
    const corrected = {
      lines: [{ id: chosen?.id, text: chosen?.text }],
      texts: [chosen?.text],
      speakerId: 'p1',
    };
    expect((await json('POST', `/transcripts/${transcriptId}/edits`, corrected)).status).toBe(201);
    expect(await change({ kind: 'undo' })).toBe(204);
    expect((await lines()).find(({ id }) => id === chosen?.id)?.speakerId).toBe('p1');
    expect([voices.pieces, speech.heard.length]).toEqual(heardBefore);

    const stranger = await server.signIn();
    const others = await stranger.call('POST', `/transcripts/${transcriptId}/voices`, {
      change: { kind: 'undo' },
    });
    expect(others.status).toBe(404);
  });

  it('asks how many speak, as many as are in the cast unless the user says another number', async () => {
    voices.voices = 3;
    const sessionId = await sessionWith(recording);
    const { campaignId } = (await json('GET', `/sessions/${sessionId}`)).body;
    const known = async () => (await json('POST', `/sessions/${sessionId}/quote`)).body.people;
    expect(await known()).toEqual({ known: null, most: 10 });
    const add = (player: string, role: string, revision: number) => {
      const change = { kind: 'save', personId: null, player, role, characters: ['A', 'B'] };
      const body = { sessionId: null, change };
      return json('POST', `/campaigns/${campaignId}/cast`, body, { 'if-match': `"${revision}"` });
    };
    await add('Liam', 'player', 0);
    await add('Mira', 'guest', 1);
    expect(await known()).toEqual({ known: 2, most: 10 });
    await add('Dana', 'gm', 2);
    expect(await known()).toEqual({ known: 2, most: 10 });
    const speakersOf = async (of: string, people?: number) => {
      const { transcriptId } = await ended(await start(of, undefined, people));
      return (await json('GET', `/transcripts/${transcriptId}`)).body.speakers.length;
    };
    expect(await speakersOf(sessionId)).toBe(2);
    expect(await known()).toBeNull();
    const next = (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body.id;
    expect(await speakersOf(await sessionWith(recording, next), 3)).toBe(3);
  });

  it('gives a line to a voice that is new, and takes that voice away with the undo', async () => {
    voices.voices = 2;
    const sessionId = await sessionWith(recording);
    const { transcriptId } = await ended(await start(sessionId));
    const { campaignId } = (await json('GET', `/sessions/${sessionId}`)).body;
    const read = async () => (await json('GET', `/transcripts/${transcriptId}`)).body as Transcript;
    const before = await read();
    const [line] = (await json('GET', `/transcripts/${transcriptId}/segments?from=0`)).body
      .segments as Segment[];
    const { id, text, startMs, endMs } = line!;
    const edit = { lines: [{ id, text }], texts: [text], speakerId: 'new' };
    const { status, body } = await json('POST', `/transcripts/${transcriptId}/edits`, edit);
    expect([status, body.segments[0].speakerId]).toEqual([201, 'p3']);
    expect((await read()).speakers.at(-1)).toEqual({
      id: 'p3',
      label: 'Speaker 3',
      role: 'unknown',
      playerCharacterId: null,
      talkMs: endMs - startMs,
    });
    const { body: sheet } = await json('GET', `/campaigns/${campaignId}/cast?sessionId=${sessionId}`);
    expect([sheet.speakers.length, sheet.voices.heard]).toEqual([3, 2]);
    await json('POST', `/transcripts/${transcriptId}/edits/${body.transcript.lastEdit.id}/undo`);
    expect((await read()).speakers).toEqual(before.speakers);
    const { segments: restored } = (await json('GET', `/transcripts/${transcriptId}/segments?from=0`)).body;
    expect(restored[0]).toEqual(line);
  });

  it('keeps no choices of voices once one is erased', async () => {
    voices.voices = 2;
    const sessionId = await sessionWith(recording);
    const { transcriptId } = await ended(await start(sessionId));
    const stored = () =>
      server.database.orm.select().from(voiceChanges).where(eq(voiceChanges.transcriptId, transcriptId));
    expect(await stored()).toHaveLength(1);
    expect(JSON.stringify(await stored())).not.toContain('print');
    const erased = await json('POST', `/sessions/${sessionId}/voices/erased`, {
      transcriptId,
      speakerId: 'p1',
    });
    expect(erased.status).toBe(200);
    expect(await stored()).toHaveLength(0);
  });

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
      voices.voices = heard;
      const sessionId = await sessionWith(
        evenings.get(heard)!,
        (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body.id,
      );
      const { transcriptId } = await ended(await start(sessionId));
      return { sessionId, transcriptId };
    }
    const stored = () =>
      server.database.orm.select().from(voicePrints).where(eq(voicePrints.campaignId, campaignId));
    /** The tables that have how a voice of this campaign sounds, whatever they call it. */
    async function tablesWith(voice: number): Promise<string[]> {
      const print = writtenPrint(soundOf(voice));
      const { rows } = await server.database.orm.execute<{ table_name: string }>(sql`
        select table_name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`);
      const found: string[] = [];
      for (const { table_name: table } of rows) {
        const name = sql.identifier(table);
        const { rows: some } = await server.database.orm.execute(
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
      await server.database.orm
        .update(audioAssets)
        .set({ deletedAt: server.clock.now() })
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
      await settleVoices(server.database, server.clock, true);
      expect([await tablesWith(0), await tablesWith(1)]).toEqual([['voice_prints'], []]);

      expect(await remember({ kind: 'forget', personId: liam! })).toBe(204);
      expect(proposed(await sheetOf(fourth.sessionId))).toMatchObject({
        'Speaker 1': 'Dana',
        'Speaker 2': null,
      });
      expect(await remember({ kind: 'forget', personId: null })).toBe(204);
      expect([await stored(), (await sheetOf(null)).memory]).toEqual([[], { people: [] }]);
      const agreed = await server.database.orm
        .select()
        .from(voiceAgreements)
        .where(eq(voiceAgreements.campaignId, campaignId));
      expect(agreed.map(({ player, withdrawnAt }) => [player, withdrawnAt !== null]).toSorted()).toEqual([
        ['Dana', true],
        ['Liam', true],
      ]);
      const stranger = await server.signIn();
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
      const { prints } = voices.engine;
      warn.mockClear();
      voices.engine.prints = async () => Promise.reject(new VoicesFailed('The process ended.'));
      await evening(2);
      expect([await learnedOn(), warn.mock.calls.flatMap(([{ code }]) => code ?? [])]).toEqual([
        0,
        ['voiceNotLearned'],
      ]);
      voices.engine.prints = prints;
      await evening(2);
      expect(await learnedOn()).toBe(1);
      expect(await remember({ kind: 'forget', personId: dana })).toBe(204);
      expect(await tablesWith(0)).toEqual([]);
    });

    it('[R1.7] names the voices of those who said their names while recording, keeps nothing of them, and undoes it', async () => {
      const dana = idOf(await sheetOf(null), 'Dana');
      voices.voices = 2;
      const { id } = (await json('POST', `/campaigns/${campaignId}/sessions`, {})).body;
      const sessionId = await sessionWith(evenings.get(2)!, id);
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
          await server.database.orm
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
      const { hear } = speech.engine;
      speech.engine.hear = async (chunk, options) => {
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
      const sessionId = await sessionWith(recording, id);
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
      await settleVoices(server.database, server.clock, true);
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

      await settleVoices(server.database, server.clock, false);
      expect(await stored()).toEqual([]);
    });
  });

  it('can be cancelled while it tells voices apart', async () => {
    voices.voices = 2;
    const gate = createGate();
    voices.before = (signal) => gate.pass(signal);
    const id = await start(await sessionWith(recording));
    await gate.arrived;
    expect((await json('POST', `/analyses/${id}/cancel`)).status).toBe(200);
    expect((await ended(id)).status).toBe('cancelled');
  });

  it('[D12] names the minutes that could not be transcribed in transcript and result', async () => {
    speech.before = async (index) => {
      if (index === 1) throw new SpeechError('chunkFailed', 'Too loud.', { retryable: true });
    };
    const analysis = await ended(await start(await sessionWith(recording)));
    expect(analysis.status).toBe('completed');
    const missing = expect.objectContaining({ code: 'minutesMissing', startMs: expect.any(Number) });
    expect(analysis.result.warnings).toContainEqual(missing);
    expect(analysis.warnings).toContainEqual(missing);
    const transcript = (await json('GET', `/transcripts/${analysis.transcriptId}`)).body;
    expect(transcript.warnings).toContainEqual(missing);
  });

  it.each<[string, () => void, () => Buffer, object]>([
    [
      'no speech in it',
      () => undefined,
      () => silence,
      { stage: 'transcribing', code: 'noSpeech', retryable: false, message: /not charged/ },
    ],
    [
      'no speech recognition',
      () => {
        speech.prepare = async () => {
          throw new SpeechUnavailable('Set SPEECH_URL.');
        };
      },
      () => recording,
      {
        stage: 'preparing',
        code: 'speechUnavailable',
        retryable: true,
        message: /^This server can’t.*not charged/,
      },
    ],
    [
      'an engine that fails throughout',
      () => {
        speech.before = async () => {
          throw new SpeechError('chunkFailed', 'Busy.', { retryable: true });
        };
      },
      () => recording,
      { stage: 'transcribing', code: 'speechFailed', retryable: true, message: /^Too much.*not charged/ },
    ],
    [
      'an engine that breaks down',
      () => {
        speech.before = async () => {
          throw new TypeError('cannot read');
        };
      },
      () => recording,
      { stage: 'transcribing', code: 'stopped', retryable: true, message: /not charged/ },
    ],
  ])('with %s fails with its code and costs nothing [D1]', async (_, arrange, bytes, error) => {
    const before = await credits();
    arrange();
    const analysis = await ended(await start(await sessionWith(bytes())));
    const { message, ...exact } = error as { message: RegExp };
    expect(analysis).toMatchObject({ status: 'failed', chargedCredits: 0, error: exact });
    expect(analysis.error.message).toMatch(message);
    expect(await credits()).toBe(before);
  });

  it('fails without a retry if the recording is missing', async () => {
    const sessionId = await sessionWith(recording);
    const lose = () => rm(join(server.dataFolder, 'audio'), { recursive: true });
    const { error, id } = await ended(await start(sessionId, lose));
    expect(error).toMatchObject({ stage: 'preparing', code: 'recordingMissing', retryable: false });
    expect((await json('POST', `/analyses/${id}/retry`)).body.error.code).toBe('notRetryable');
    await mkdir(join(server.dataFolder, 'audio'));
  });
});

describe('deleting a session', () => {
  it('deletes its recording, too', async () => {
    const sessionId = await sessionWith(recording);
    const id = await start(sessionId);
    const { transcriptId } = await ended(id);
    const uploads = (await json('GET', `/sessions/${sessionId}/uploads`)).body.uploads;
    const file = join(server.dataFolder, 'audio', uploads[0].id);
    await expect(readFile(file)).resolves.toHaveLength(recording.length);
    expect((await json('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    for (const path of [`/analyses/${id}`, `/transcripts/${transcriptId}`, `/uploads/${uploads[0].id}`]) {
      expect((await json('GET', path)).status).toBe(404);
    }
  });

  it('waits for a running analysis', async () => {
    const sessionId = await sessionWith(recording);
    const gate = createGate();
    speech.before = (_, signal) => gate.pass(signal);
    const id = await start(sessionId);
    await gate.arrived;
    expect((await json('GET', `/sessions/${sessionId}`)).body.state).toBe('analyzing');
    expect((await json('DELETE', `/sessions/${sessionId}`)).body.error.code).toBe('analysisRunning');
    await json('POST', `/analyses/${id}/cancel`);
    expect((await json('GET', `/sessions/${sessionId}`)).body.state).toBe('audioReady');
    expect((await json('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    gate.open();
  });
});
