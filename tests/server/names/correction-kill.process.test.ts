import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Correction } from '#contract/corrections.ts';
import { present } from '#contract/unknown-values.ts';
import { createApiClient } from '#tests/support/api-client.ts';
import { startWorkProcess, type WorkProcess } from '#tests/support/work-process.ts';

const LINES = 3_000;
let folder: string;
let server: WorkProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthscribe-correction-kill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await server?.kill();
  server = null;
});

it('a correction and its undo, cut short by kill -9, are complete or taken back after a restart', {
  tags: ['everything'],
}, async () => {
  const boot = async () => {
    server = await startWorkProcess({ program: 'dying', dataFolder: folder });
  };
  await boot();
  const user = createApiClient(() => server!.url, randomUUID());
  await user.login();
  const { body: campaign } = await user.post('/campaigns', { title: 'The Lantern Coast' });
  const { body: session } = await user.post(`/campaigns/${campaign.id}/sessions`, {});
  const lines = Array.from({ length: LINES }, (_, at) => `ANNA: We meet Eeman again, night ${at}.\n`);
  const sent = await fetch(`${server!.url}/sessions/${session.id}/transcripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: lines.join(''),
  });
  const transcript: { id: string } = await sent.json();
  const texts = async (limit: number) => {
    const { body } = await user.get(`/transcripts/${transcript.id}/segments?limit=${limit}`);
    return body.segments.map(({ text }: { text: string }) => text);
  };
  const path = `/campaigns/${campaign.id}/corrections` as const;
  const asked = { wrong: 'Eeman', right: 'Emon', remember: false };

  /** @returns how many lines of the first two thousand say so, after the restart */
  async function killedOnceFirstLineSays(name: string, work: () => Promise<unknown>): Promise<number> {
    const working = work().catch(() => null);
    for (let said = ''; !said.includes(name); ) [said = ''] = await texts(1);
    await server!.kill();
    await working;
    await boot();
    // The next one in the campaign first does what is left to do.
    await user.post(path, { ...asked, wrong: 'Nobody', dryRun: false, chosen: [] });
    return (await texts(2000)).filter((text: string) => text.includes(name)).length;
  }
  const chosen = async () => {
    const { body } = await user.post(path, { ...asked, dryRun: true });
    return 'hits' in body ? (body.hits ?? []).map(({ id }) => id) : [];
  };
  const ids = await chosen();
  expect(ids).toHaveLength(LINES);
  const correct = async () => user.post(path, { ...asked, dryRun: false, chosen: await chosen() });
  expect([0, 2000]).toContain(await killedOnceFirstLineSays('Emon', correct));
  const listed = async () => {
    const { corrections }: { corrections: Correction[] } = (await user.get(path)).body;
    return corrections.filter(({ changed }) => changed > 0);
  };
  const isThere = (await listed()).length > 0;
  expect((await texts(1)).join('').includes('Emon')).toBe(isThere);
  if (!isThere) await correct();
  const { id } = present((await listed())[0], 'correction');
  const undo = () => user.post(`/corrections/${id}/undo`, {});
  // Once begun, an undo is completed.
  expect(await killedOnceFirstLineSays('Eeman', undo)).toBe(2000);
  expect((await listed())[0]?.undoneAt).not.toBeNull();
});
