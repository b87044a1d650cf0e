import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { AnalysisStage, type Quote } from '#contract/analyses.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { Segment } from '#contract/transcript.ts';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { VoiceChange } from '#contract/voice-changes.ts';
import { SpeechError } from '#server/engines/speech/errors.ts';
import { SpeechUnavailable } from '#server/engines/speech/port.ts';
import { voiceChanges } from '#server/recordings/tables.ts';
import { oneOf } from '#tests/support/everything.ts';
import { createGate } from '#tests/support/fake-engines.ts';
import { createHearingServer } from '#tests/support/hearing-server.ts';

const { at, engines, json, sessionWith, start, ended, credits } = createHearingServer();

describe('an analysis of a recording', () => {
  it('[D18] is not sold while this server cannot transcribe; the recording waits free of charge', async () => {
    const before = await credits();
    const sessionId = await sessionWith(at.recording);
    const quoted = (await json('POST', `/sessions/${sessionId}/quote`)).body;
    engines.hears = false;
    const refused = await json('POST', `/sessions/${sessionId}/quote`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'hearingUnavailable']);
    const body = { quoteId: quoted.id, detailLevel: 'brief' };
    const key = { 'idempotency-key': `deaf-${quoted.id}` };
    const notStarted = await json('POST', `/sessions/${sessionId}/analyses`, body, key);
    expect([notStarted.status, notStarted.body.error.code]).toEqual([409, 'hearingUnavailable']);
    expect(await credits()).toBe(before);
    engines.hears = true;
    const analysis = await ended(await start(sessionId));
    expect(analysis.status).toBe('completed');
    expect(await credits()).toBe(before - analysis.chargedCredits);
    engines.hears = false;
    expect((await json('POST', `/sessions/${sessionId}/quote`)).status).toBe(200);
  });

  it('[D18] that failed is not retried while this server cannot transcribe', async () => {
    engines.speech.prepare = () =>
      Promise.reject(new SpeechUnavailable('getaddrinfo ENOTFOUND host. Set SPEECH_URL.'));
    const id = await start(await sessionWith(at.recording));
    const failed = await ended(id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'speechUnavailable' } });
    expect(JSON.stringify(failed)).not.toMatch(/ENOTFOUND|SPEECH_/);
    engines.hears = false;
    expect((await json('POST', `/analyses/${id}/retry`)).body.error.code).toBe('hearingUnavailable');
  });

  it('transcribes it, stores the transcript with its session, and names speakers if the engine does', async () => {
    engines.speech.speaker = 'speaker-1';
    const sessionId = await sessionWith(at.recording);
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
    const analysis = await ended(await start(await sessionWith(at.recording)));
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
      engines.speech.speaker = speaker;
      const sessionId = await sessionWith(at.recording);
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
      const heard = engines.speech.heard.length;
      const quote = async () => (await json('POST', `/sessions/${sessionId}/quote`)).body as Quote;
      expect(await quote()).toMatchObject({ reusesTranscript: true, people: { known: null, most: 10 } });
      const free = { isFreeRerun: true, costCredits: 0 };
      expect((await quote()).levels.find(({ detailLevel }) => detailLevel === 'brief')).toMatchObject(free);
      const found = (await json('GET', `/analyses/${first.id}`)).body;
      expect(found).toMatchObject({ isRerunFree: true, lacksVoices: true });

      // It fails again, and stays free.
      const failed = await ended(await start(sessionId));
      expect([failed.chargedCredits, failed.transcriptId]).toEqual([0, transcriptId]);
      engines.voices.voices = 2;
      const second = await ended(await start(sessionId, undefined, 2));
      const stages = ['queued', 'diarizing', 'extracting', 'writing', 'verifying'];
      expect(second).toMatchObject({ status: 'completed', transcriptId, stages });
      expect([second.warnings, engines.speech.heard.length]).toEqual([[], heard]);
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
      expect(engines.notes.requests.at(-1)?.transcript.speakers).toHaveLength(speakers.length);
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
    const sessionId = await sessionWith(at.recording);
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
      engines.speech.speaker = speaker;
      engines.voices.voices = 2;
      const analysis = await ended(await start(await sessionWith(at.recording)));
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
      expect(engines.notes.requests.at(-1)?.transcript.speakers).toHaveLength(2);
      expect(engines.speech.heard).toEqual([...new Set(engines.speech.heard)]);
    },
  );

  it('tells voices apart again for another number of people, merges and splits them, and undoes each', async () => {
    engines.voices.voices = 3;
    const sessionId = await sessionWith(at.recording);
    const { transcriptId } = await ended(await start(sessionId));
    const { campaignId } = (await json('GET', `/sessions/${sessionId}`)).body;
    const heardBefore = [engines.voices.pieces, engines.speech.heard.length];
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
    expect([engines.voices.pieces, engines.speech.heard.length]).toEqual(heardBefore);

    const stranger = await at.server.signIn();
    const others = await stranger.call('POST', `/transcripts/${transcriptId}/voices`, {
      change: { kind: 'undo' },
    });
    expect(others.status).toBe(404);
  });

  it('asks how many speak, as many as are in the cast unless the user says another number', async () => {
    engines.voices.voices = 3;
    const sessionId = await sessionWith(at.recording);
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
    expect(await speakersOf(await sessionWith(at.recording, next), 3)).toBe(3);
  });

  it('gives a line to a voice that is new, and takes that voice away with the undo', async () => {
    engines.voices.voices = 2;
    const sessionId = await sessionWith(at.recording);
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
    engines.voices.voices = 2;
    const sessionId = await sessionWith(at.recording);
    const { transcriptId } = await ended(await start(sessionId));
    const stored = () =>
      at.server.database.orm.select().from(voiceChanges).where(eq(voiceChanges.transcriptId, transcriptId));
    expect(await stored()).toHaveLength(1);
    expect(JSON.stringify(await stored())).not.toContain('print');
    const erased = await json('POST', `/sessions/${sessionId}/voices/erased`, {
      transcriptId,
      speakerId: 'p1',
    });
    expect(erased.status).toBe(200);
    expect(await stored()).toHaveLength(0);
  });

  it('can be cancelled while it tells voices apart', async () => {
    engines.voices.voices = 2;
    const gate = createGate();
    engines.voices.before = (signal) => gate.pass(signal);
    const id = await start(await sessionWith(at.recording));
    await gate.arrived;
    expect((await json('POST', `/analyses/${id}/cancel`)).status).toBe(200);
    expect((await ended(id)).status).toBe('cancelled');
  });

  it('[D12] names the minutes that could not be transcribed in transcript and result', async () => {
    engines.speech.before = async (index) => {
      if (index === 1) throw new SpeechError('chunkFailed', 'Too loud.', { retryable: true });
    };
    const analysis = await ended(await start(await sessionWith(at.recording)));
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
      () => at.silence,
      { stage: 'transcribing', code: 'noSpeech', retryable: false, message: /not charged/ },
    ],
    [
      'no speech recognition',
      () => {
        engines.speech.prepare = async () => {
          throw new SpeechUnavailable('Set SPEECH_URL.');
        };
      },
      () => at.recording,
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
        engines.speech.before = async () => {
          throw new SpeechError('chunkFailed', 'Busy.', { retryable: true });
        };
      },
      () => at.recording,
      { stage: 'transcribing', code: 'speechFailed', retryable: true, message: /^Too much.*not charged/ },
    ],
    [
      'an engine that breaks down',
      () => {
        engines.speech.before = async () => {
          throw new TypeError('cannot read');
        };
      },
      () => at.recording,
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
    const sessionId = await sessionWith(at.recording);
    const lose = () => rm(join(at.server.dataFolder, 'audio'), { recursive: true });
    const { error, id } = await ended(await start(sessionId, lose));
    expect(error).toMatchObject({ stage: 'preparing', code: 'recordingMissing', retryable: false });
    expect((await json('POST', `/analyses/${id}/retry`)).body.error.code).toBe('notRetryable');
    await mkdir(join(at.server.dataFolder, 'audio'));
  });
});

describe('deleting a session', () => {
  it('deletes its recording, too', async () => {
    const sessionId = await sessionWith(at.recording);
    const id = await start(sessionId);
    const { transcriptId } = await ended(id);
    const uploads = (await json('GET', `/sessions/${sessionId}/uploads`)).body.uploads;
    const file = join(at.server.dataFolder, 'audio', uploads[0].id);
    await expect(readFile(file)).resolves.toHaveLength(at.recording.length);
    expect((await json('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    for (const path of [`/analyses/${id}`, `/transcripts/${transcriptId}`, `/uploads/${uploads[0].id}`]) {
      expect((await json('GET', path)).status).toBe(404);
    }
  });

  it('waits for a running analysis', async () => {
    const sessionId = await sessionWith(at.recording);
    const gate = createGate();
    engines.speech.before = (_, signal) => gate.pass(signal);
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
