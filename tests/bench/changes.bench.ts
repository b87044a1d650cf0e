import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { correctionLimits } from '#contract/corrections.ts';
import { textLimits } from '#contract/text-limits.ts';
import type { Figure } from './figure.ts';
import { type Host, newUser, startHost } from './hosts.ts';
import { figure, longestNotes, longestWaitAt, type Wait } from './neighbour.bench.ts';

/** Of an account that is deleted, with as many sessions at the limit of notes. */
const DELETED_LINES = 120_000;
const DELETED_NOTES = 30;
/** Enough for most of its notes to be found by search. */
const INDEXED_MS = 45_000;

type Measure = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** What changes much at once, beside a neighbour. `BENCH_ROOT`: another clone, to compare with. */
export const benchChanges = () => beside([eraseVoice, correct]);
/** As many sessions as an import may have, and its undo. */
export const benchImports = () => beside([importSmall]);
/** An account at much of the quota of text. */
export const benchDeletion = () => beside([deleteAccount]);

async function beside(all: ((server: Host, measure: Measure) => Promise<void>)[]): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const server = await startHost(
    { HEARTHSCRIBE_DATA: dataFolder, LOG_LEVEL: 'error', USER_CALLS_PER_MINUTE: '1000000' },
    process.env.BENCH_ROOT,
  );
  try {
    const neighbour = await newUser(server.url);
    await neighbour.must('POST', '/campaigns', { title: 'Next door' });
    const during = (work: () => Promise<unknown>) => longestWaitAt(server, neighbour, work);
    await during(() => wait(1000));
    const waits: [string, Wait][] = [['nothing else under way', await during(() => wait(2000))]];
    const measure: Measure = async (name, work) => waits.push([name, await during(work)]);
    for (const one of all) await one(server, measure);
    return waits.map(([name, took]) => figure(name, took));
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function importSmall(server: Host, measure: Measure): Promise<void> {
  const guest = await newUser(server.url);
  const { id } = await guest.must('POST', '/campaigns', { title: 'Many small ones' });
  const path = `/campaigns/${id}/import`;
  const most = textLimits.importSessions.most;
  const fileOf = (loot: string) =>
    new TextEncoder().encode(
      Array.from({ length: most }, (_, at) => `# Evening ${at}\n\n## Loot\n\n${loot} ${at}.\n\n`).join(''),
    );
  const importing = async (name: string, file: Uint8Array) => {
    let version = '';
    await measure(`${name} previewed`, async () => {
      ({ version } = await guest.must('POST', `${path}/preview`, file));
    });
    await measure(`${name} imported`, () =>
      guest.must('POST', `${path}?version=${version}&existing=replace`, file),
    );
  };
  const undo = () => guest.must('POST', `${path}/undo`);
  await importing(`${most} new sessions`, fileOf('A rope and'));
  await measure(`${most} new sessions undone`, undo);
  await importing(`${most} sessions once more`, fileOf('A rope and'));
  await importing(`${most} changed sessions`, fileOf('A silver key and'));
  await measure(`${most} changed sessions undone`, undo);
}

const lines = (count: number, text: string) =>
  new TextEncoder().encode(Array.from({ length: count }, (_, at) => `ANNA: ${text} ${at}.\n`).join(''));

async function correct(server: Host, measure: Measure): Promise<void> {
  const guest = await newUser(server.url);
  const { id } = await guest.must('POST', '/campaigns', { title: 'The Lantern Coast' });
  const session = await guest.must('POST', `/campaigns/${id}/sessions`, {});
  const text = 'We meet Eeman again on the road to the drowned chapel, night';
  await guest.must('POST', `/sessions/${session.id}/transcripts`, lines(correctionLimits.hits, text), {
    'x-file-name': 'evening.txt',
  });
  const path = `/campaigns/${id}/corrections`;
  const asked = { wrong: 'Eeman', right: 'Emon', remember: false };
  let chosen: string[] = [];
  await measure('5,000 hits looked for', async () => {
    const { hits } = await guest.must('POST', path, { ...asked, dryRun: true });
    chosen = hits.map((hit: { id: string }) => hit.id);
  });
  let correction = { id: '', changed: 0 };
  await measure('5,000 hits corrected', async () => {
    correction = await guest.must('POST', path, { ...asked, chosen, dryRun: false });
  });
  if (correction.changed !== correctionLimits.hits) throw new Error(`${correction.changed} were corrected.`);
  await measure('5,000 hits undone', () => guest.must('POST', `/corrections/${correction.id}/undo`));
}

/** Of one voice in an evening of three, quoted in notes, corrected before. */
async function eraseVoice(server: Host, measure: Measure): Promise<void> {
  const guest = await newUser(server.url);
  const { id } = await guest.must('POST', '/campaigns', { title: 'The Quiet Voice' });
  const session = await guest.must('POST', `/campaigns/${id}/sessions`, {});
  const spoken = Array.from({ length: 3 * correctionLimits.hits }, (_, at) => {
    const speaker = ['ANNA', 'BRAM', 'CARA'][at % 3];
    return `${speaker}: We meet Eeman again on the road to the drowned chapel, night ${at} of ${speaker}.\n`;
  });
  const transcript = await guest.must(
    'POST',
    `/sessions/${session.id}/transcripts`,
    new TextEncoder().encode(spoken.join('')),
    { 'x-file-name': 'evening.txt' },
  );
  const path = `/campaigns/${id}/corrections`;
  const asked = { wrong: 'Eeman', right: 'Emon', remember: false };
  const { hits } = await guest.must('POST', path, { ...asked, dryRun: true });
  const chosen = hits.map((hit: { id: string }) => hit.id);
  await guest.must('POST', path, { ...asked, chosen, dryRun: false });
  const body = spoken.slice(0, 2000).join('\n');
  const sections = [{ key: 'own-1', title: 'Said', body, visibility: 'gm' }];
  await guest.must('PATCH', `/sessions/${session.id}/notes`, { sections }, { 'if-match': '0' });
  const { voices } = await guest.must('GET', `/sessions/${session.id}/voices`);
  const erased = { transcriptId: transcript.id, speakerId: voices[0].speakerId };
  await wait(20_000);
  await measure(`a voice of ${voices[0].lineCount} lines erased`, () =>
    guest.must('POST', `/sessions/${session.id}/voices/erased`, erased),
  );
}

async function deleteAccount(server: Host, measure: Measure): Promise<void> {
  const guest = await newUser(server.url);
  const { id } = await guest.must('POST', '/campaigns', { title: 'The long one' });
  const text =
    'The lantern keeper opens the door, and Ilse asks for the silver key of the well under the hill, which';
  const spoken = await guest.must('POST', `/campaigns/${id}/sessions`, {});
  await guest.must('POST', `/sessions/${spoken.id}/transcripts`, lines(DELETED_LINES, text), {
    'x-file-name': 'evening.txt',
  });
  for (let at = 0; at < DELETED_NOTES; at += 1) {
    const session = await guest.must('POST', `/campaigns/${id}/sessions`, {});
    const notesOf = `/sessions/${session.id}/notes`;
    await guest.must('PATCH', notesOf, { sections: longestNotes() }, { 'if-match': '0' });
  }
  await wait(INDEXED_MS);
  const stored = await guest.must('GET', '/storage');
  const megabytes = Math.round(stored.text.usedBytes / 1024 ** 2);
  const { userId } = await guest.must('POST', '/login', { idToken: guest.token });
  await measure(
    `account of ${megabytes} MB of text deleted, and the first two minutes afterwards`,
    async () => {
      await guest.must('DELETE', `/users/${userId}`);
      await wait(120_000);
    },
  );
}
