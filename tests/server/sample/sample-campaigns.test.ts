import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSampleCampaign } from '#contract/sample-campaigns.ts';
import { createNotes } from '#server/campaigns/notes.ts';
import { campaigns } from '#server/campaigns/tables.ts';
import { decodeAudio, measureAudio } from '#server/engines/audio/ffmpeg.ts';
import { measureSound } from '#server/engines/audio/playback.ts';
import { newId } from '#server/platform/ids.ts';
import { audioAssets } from '#server/recordings/tables.ts';
import { createSampleCampaigns, type SampleCampaigns } from '#server/sample/sample-campaigns.ts';
import {
  audioFilesOn,
  codeOf,
  openWorkServer,
  type TestUser,
  type WorkServer,
} from '#tests/support/work-server.ts';

let server: WorkServer;
let samples: SampleCampaigns;

beforeAll(async () => {
  server = await openWorkServer();
  const { database, clock } = server;
  const files = audioFilesOn(server.dataFolder);
  samples = createSampleCampaigns({ database, files, notes: createNotes({ database, clock }), clock });
});
afterAll(() => server.close());

async function sampleOf(user: TestUser) {
  const { campaignId, sessionId } = await samples.make(user.id);
  if (sessionId === null) throw new Error('The sample has no session.');
  return { campaignId, sessionId };
}

const audioFiles = () => readdir(join(server.dataFolder, 'audio'));

it('[R1.1] is a finished session at both levels and as a model writes it, with edited notes whose citations all appear in the transcript', async () => {
  const user = await server.addUser();
  const { sessionId } = await sampleOf(user);
  const { body: listed } = await server.request(user, 'GET', `/sessions/${sessionId}/analyses`);
  expect(
    listed.analyses.map(({ detailLevel, status, engine }) => [detailLevel, status, engine.notes]),
  ).toEqual([
    ['comprehensive', 'completed', 'highlights'],
    ['comprehensive', 'completed', 'an example of a language model'],
    ['brief', 'completed', 'highlights'],
  ]);
  // So no model is offered for its older sessions.
  expect(listed.analyses.map(({ writer }) => writer)).toEqual(['page', 'service', 'page']);
  const { transcriptId } = listed.analyses[0]!;
  const { body: page } = await server.request(
    user,
    'GET',
    `/transcripts/${transcriptId}/segments?limit=1000`,
  );
  const ids = new Set(page.segments.map(({ id }) => id));
  expect(ids.size).toBeGreaterThan(80);
  const { body: notes } = await server.request(user, 'GET', `/sessions/${sessionId}/notes`);
  const cited = notes.sections.flatMap(({ lines }) => lines.flatMap(({ evidence }) => evidence.segmentIds));
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((id) => !ids.has(id))).toEqual([]);
  // What the game master wrote herself stands in no analysis, and no later analysis replaces it unasked.
  expect(notes.sections.find(({ key }) => key === 'summary')).toMatchObject({
    source: 'mixed',
    body: expect.stringContaining('### Candlewick, and a bell under the water'),
  });
});

it('[R9.1] costs nothing and takes no free analysis', async () => {
  const user = await server.addUser();
  const before = await server.credits.balance(server.database.orm, user.id);
  const { sessionId } = await sampleOf(user);
  const { body } = await server.request(user, 'GET', `/sessions/${sessionId}/analyses`);
  expect(body.analyses.map(({ costCredits, chargedCredits }) => costCredits + chargedCredits)).toEqual([
    0, 0, 0,
  ]);
  expect(await server.credits.balance(server.database.orm, user.id)).toEqual(before);
});

it('[R1.7] can be heard and drawn at once: it has its playback, waveform and lanes, as we would make them', async () => {
  const user = await server.addUser();
  const { sessionId } = await sampleOf(user);
  const { body: playback } = await server.request(user, 'GET', `/sessions/${sessionId}/playback`);
  if (playback.state !== 'ready') throw new Error(`The playback is ${playback.state}.`);
  const [asset] = await server.database.orm
    .select()
    .from(audioAssets)
    .where(eq(audioAssets.sessionId, sessionId));
  const fileIn = (folder: string) => join(server.dataFolder, folder, asset!.uploadId);
  const { durationSeconds } = await measureAudio(fileIn('playback'));
  expect(Math.abs(durationSeconds - asset!.durationSeconds)).toBeLessThan(1);
  const made = await measureSound(decodeAudio(fileIn('audio')), durationSeconds);
  // Another version of ffmpeg may round a sample differently.
  const farthest = (one: readonly number[], other: readonly number[]) =>
    Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? Number.NaN))));
  expect(farthest(made.peaks, playback.peaks)).toBeLessThanOrEqual(2);
  const { body: lanes } = await server.request(user, 'GET', `/sessions/${sessionId}/playback/lanes`);
  if (lanes.state !== 'ready') throw new Error(`The lanes are ${lanes.state}.`);
  expect(farthest(made.lanes.loudness, lanes.loudness)).toBeLessThanOrEqual(1);
  expect(lanes.marks).toEqual(made.lanes.marks);
  const answer = await fetch(server.url + playback.url, { headers: { range: 'bytes=0-99' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
  await answer.body?.cancel();
});

it('is created once, however many tabs request it, and again after it is deleted', async () => {
  const user = await server.addUser();
  const before = (await audioFiles()).length;
  const made = await Promise.all([1, 2, 3].map(() => samples.make(user.id)));
  expect(new Set(made.map(({ campaignId }) => campaignId)).size).toBe(1);
  expect((await audioFiles()).length).toBe(before + 1);
  expect(await samples.make(user.id)).toEqual(made[0]);
  await server.database.orm.delete(campaigns).where(eq(campaigns.id, made[0]!.campaignId));
  const again = await sampleOf(user);
  expect(again.campaignId).toBe(made[0]!.campaignId);
  expect(isSampleCampaign(again.campaignId)).toBe(true);
  expect(isSampleCampaign(newId())).toBe(false);
  expect(again.sessionId).not.toBe(made[0]!.sessionId);
});

it('is private to each user', async () => {
  const [user, stranger] = [await server.addUser(), await server.addUser()];
  const { campaignId, sessionId } = await sampleOf(user);
  expect((await sampleOf(stranger)).campaignId).not.toBe(campaignId);
  const refused = await server.request(stranger, 'GET', `/sessions/${sessionId}/notes`);
  expect(codeOf(refused)).toBe('notFound');
});
