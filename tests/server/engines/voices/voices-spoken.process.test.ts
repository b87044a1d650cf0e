import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CastSheet } from '#contract/speakers.ts';
import type { Turn } from '#tests/bench/voices/diarization-error.ts';
import { type ApiClient, createApiClient } from '#tests/support/api-client.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { BACKGROUNDS, SPOKEN_VOICES, spokenTable, whyNobodySpeaks } from '#tests/support/spoken-table.ts';
import { writeToyModel } from '#tests/support/toy-speech-model.ts';
import { writeToySpokenVoices } from '#tests/support/toy-voices.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const players = ['Dana', 'Liam', 'Mira'] as const;
const skipped = whyNobodySpeaks === null ? '' : ` (skipped: ${whyNobodySpeaks})`;

describe.skipIf(whyNobodySpeaks !== null)(`spoken voices through the whole server${skipped}`, () => {
  let folder: string;
  let server: WorkProcess;
  let user: ApiClient;
  let campaignId: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearthscribe-spoken-server-'));
    const [speech, voices] = [join(folder, 'speech'), join(folder, 'voices')];
    await Promise.all([writeToyModel(speech), writeToySpokenVoices(voices)]);
    server = await startWorkProcess({
      program: 'dying',
      dataFolder: join(folder, 'data'),
      env: {
        SPEECH_URL: 'none',
        SPEECH_MODEL_DIR: speech,
        VOICES_MODEL_DIR: voices,
        NOTES_URL: 'none',
        WELCOME_CREDITS: '1000',
      },
    });
    user = createApiClient(() => server.url, randomUUID());
    await user.login();
    campaignId = (await user.post('/campaigns', { title: 'The Lantern Coast' })).body.id;
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function evening(name: keyof typeof BACKGROUNDS, first: number) {
    const { samples, said } = await spokenTable(BACKGROUNDS[name], first);
    const file = await readFile(await writeAudio(folder, name, samples, 'mp3-64k'));
    const { id } = (await user.post(`/campaigns/${campaignId}/sessions`, {})).body;
    const wanted = { fileName: `${name}.mp3`, sizeBytes: file.length, fingerprint: name };
    const { body: upload } = await user.post(`/sessions/${id}/uploads`, wanted);
    const { url } = server;
    await sendByTus({
      url: url + upload.tusUrl,
      token: user.token,
      file,
      sizeBytes: file.length,
      chunkBytes: upload.chunkBytes,
    }).done;
    await user.until(`/uploads/${upload.id}`, ['ready']);
    const quote = (await user.post(`/sessions/${id}/quote`)).body;
    const body = { quoteId: quote.id, detailLevel: 'brief', people: SPOKEN_VOICES.length };
    const started = await user.post(`/sessions/${id}/analyses`, body, { 'idempotency-key': quote.id });
    expect(started.status).toBe(201);
    const analysis = await user.until(`/analyses/${started.body.id}`, ['completed', 'failed'], 120_000);
    expect(analysis).toMatchObject({ status: 'completed' });
    return { id: String(id), transcriptId: String(analysis.transcriptId), said };
  }

  const sheetOf = async (sessionId: string): Promise<CastSheet> =>
    (await user.get(`/campaigns/${campaignId}/cast?sessionId=${sessionId}`)).body as CastSheet;

  /** By label: the voices of espeak-ng during whose turns its lines are. */
  async function heardAs({ transcriptId, said }: { transcriptId: string; said: readonly Turn[] }) {
    const { speakers } = (await user.get(`/transcripts/${transcriptId}`)).body;
    const { segments } = (await user.get(`/transcripts/${transcriptId}/segments?from=0`)).body;
    expect(segments.length).toBeGreaterThanOrEqual(said.length);
    const voices = speakers.map(({ id, label }): [string, string[]] => {
      const lines = segments.filter(({ speakerId }) => speakerId === id);
      const during = lines.map(({ startMs, endMs }) => {
        const middle = (startMs + endMs) / 2000;
        return said.find(({ start, end }) => start <= middle && middle <= end)?.speaker ?? 'nobody';
      });
      return [label, [...new Set(during)]];
    });
    expect(segments.every(({ speakerId }) => speakerId !== null)).toBe(true);
    return new Map(voices);
  }

  it('over noise are told apart, named under “Who is who”, and known the next evening over music', {
    tags: ['everything'],
    timeout: 300_000,
  }, async () => {
    const first = await evening('noise', 0);
    const heard = await heardAs(first);
    expect([...heard.values()]).toEqual(SPOKEN_VOICES.map((voice) => [voice]));
    for (const [at, label] of [...heard.keys()].entries()) {
      const role = at === 0 ? 'gm' : 'player';
      const change = { kind: 'assign', label, player: players[at], role, character: null };
      const { revision } = await sheetOf(first.id);
      const answer = await user.post(
        `/campaigns/${campaignId}/cast`,
        { sessionId: first.id, change },
        { 'if-match': `"${revision}"` },
      );
      expect(answer.status).toBe(200);
    }
    const { people } = await sheetOf(first.id);
    const change = { kind: 'agree', personIds: people.map(({ id }) => id) };
    expect((await user.post(`/campaigns/${campaignId}/voice-memory`, { change })).status).toBe(204);

    const second = await evening('music', 1);
    const again = await heardAs(second);
    const { speakers, memory } = await sheetOf(second.id);
    const known = speakers.map(({ label, soundsLike }) => {
      const { player } = people.find(({ id }) => id === soundsLike) ?? {};
      return [again.get(label), player];
    });
    expect(new Map(known.map(([voice, player]) => [player, voice]))).toEqual(
      new Map(SPOKEN_VOICES.map((voice, at) => [players[at], [voice]])),
    );
    expect(memory?.people.map(({ evenings }) => evenings)).toEqual([1, 1, 1]);
  });
});
