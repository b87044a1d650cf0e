import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportFormats } from '#contract/export-formats.ts';
import { defaultShow, sharedPath } from '#contract/sharing.ts';
import { textLimits } from '#contract/text-limits.ts';
import { longSession } from '#tests/support/small-session.ts';
import type { Figure } from './figure.ts';
import { type Host, newUser, startHost, type User } from './hosts.ts';

export const LIMIT_MS = 100;
const PAGE_LIMIT_MEGABYTES = 50;
const WORDS = 300_000;
const IDLE_MS = 3000;
const POLL_EVERY_MS = 10;

export async function benchNeighbour(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const server = await startHost({
    HEARTHSCRIBE_DATA: dataFolder,
    LOG_LEVEL: 'error',
    USER_CALLS_PER_MINUTE: '1000000',
    WELCOME_CREDITS: '100000',
  });
  const longestWait = (neighbour: User, work: () => Promise<unknown>) =>
    longestWaitAt(server, neighbour, work);
  try {
    const guest = await newUser(server.url);
    const neighbour = await newUser(server.url);
    await neighbour.must('POST', '/campaigns', { title: 'Next door' });
    const campaign = await guest.must('POST', '/campaigns', { title: 'The long one' });
    const newSession = async () =>
      (await guest.must('POST', `/campaigns/${campaign.id}/sessions`, {})).id as string;
    const importInto = (sessionId: string, bytes: Uint8Array) =>
      guest.must('POST', `/sessions/${sessionId}/transcripts`, bytes, { 'x-file-name': 'long.txt' });

    const transcript = sessionText(WORDS);
    const largest = cues(19 * 1024 * 1024);
    await importInto(await newSession(), sessionText(3000));
    await longestWait(neighbour, () => wait(500));

    const sessionId = await newSession();
    const idle = await longestWait(neighbour, () => wait(IDLE_MS));
    const importing = await longestWait(neighbour, () => importInto(sessionId, transcript));
    const quote = await guest.must('POST', `/sessions/${sessionId}/quote`);
    const analysing = await longestWait(neighbour, async () => {
      const started = await guest.must(
        'POST',
        `/sessions/${sessionId}/analyses`,
        { quoteId: quote.id, detailLevel: 'comprehensive' },
        { 'idempotency-key': randomUUID() },
      );
      await finished(guest, sessionId, started.id);
    });
    const largestSession = await newSession();
    const importingLargest = await longestWait(neighbour, () => importInto(largestSession, largest));
    const notesCampaign = await guest.must('POST', '/campaigns', { title: 'The long notes' });
    const notesSession = await guest.must('POST', `/campaigns/${notesCampaign.id}/sessions`, {});
    const writing = await longestWait(neighbour, () =>
      guest.must(
        'PATCH',
        `/sessions/${notesSession.id}/notes`,
        { sections: longestNotes() },
        { 'if-match': '0' },
      ),
    );
    const rewriting = await longestWait(neighbour, () =>
      guest.must(
        'PATCH',
        `/sessions/${notesSession.id}/notes`,
        { sections: longestNotes().map((section) => ({ ...section, body: `${section.body}The end.` })) },
        { 'if-match': '1' },
      ),
    );
    const reading = await longestWait(neighbour, () =>
      guest.must('GET', `/sessions/${notesSession.id}/notes`),
    );
    const exporting: [string, Wait][] = [];
    for (const { format } of exportFormats)
      exporting.push([
        `longest notes exported as ${format}`,
        await longestWait(neighbour, () =>
          guest.call('GET', `/sessions/${notesSession.id}/export?format=${format}`),
        ),
      ]);
    const importCampaign = await guest.must('POST', '/campaigns', { title: 'Imported' });
    const file = notesFile();
    let version = '';
    const previewing = await longestWait(neighbour, async () => {
      version = (await guest.must('POST', `/campaigns/${importCampaign.id}/import/preview`, file)).version;
    });
    const importingNotes = await longestWait(neighbour, () =>
      guest.must('POST', `/campaigns/${importCampaign.id}/import?version=${version}`, file),
    );
    const slow = await longestWait(neighbour, () =>
      guest.call('POST', `/campaigns/${importCampaign.id}/import/preview`, slowFile()),
    );
    const page = await pageOfFullCampaign(server, neighbour);
    return [
      figure('nothing else under way', idle),
      figure('300,000 words imported', importing),
      figure('300,000 words analysed', analysing),
      figure('19 MB file imported', importingLargest),
      figure('longest notes saved', writing),
      figure('longest notes saved again', rewriting),
      figure('longest notes read', reading),
      ...exporting.map(([name, longest]) => figure(name, longest)),
      figure('2,000,000 characters of notes previewed', previewing),
      figure('2,000,000 characters of notes imported', importingNotes),
      figure('Markdown that is slow to read previewed', slow),
      figure(`visitor’s page of a campaign of ${page.megabytes} MB`, page.wait),
      {
        name: 'neighbour: memory of that visitor’s page, once its thread has started',
        value: page.memory,
        unit: 'MB',
        peer: `limit ${PAGE_LIMIT_MEGABYTES} MB${page.memory > PAGE_LIMIT_MEGABYTES ? ', EXCEEDED' : ''}; peak of the process above its memory before`,
      },
    ];
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

export const figure = (name: string, { longest, busiest, at, calls }: Wait): Figure => ({
  name: `neighbour: longest wait, ${name}`,
  value: longest,
  unit: 'ms',
  peer: `${busiest.toFixed(0)} ms of the server's thread, limit ${LIMIT_MS}${busiest > LIMIT_MS ? ', EXCEEDED' : ''}; ${calls} calls, ${at}`,
});

/** As much as a user can store, in notes at the limit of a session; with pseudonyms. */
async function pageOfFullCampaign(server: Host, neighbour: User) {
  const owner = await newUser(server.url);
  const linkOf = async (campaignId: string) => {
    const show = defaultShow('public');
    const { publicId } = await owner.must('PUT', `/campaigns/${campaignId}/public-link`, { show });
    return sharedPath({ kind: 'campaign', id: campaignId, audience: 'public' }, publicId);
  };
  const visit = async (path: string) => {
    const answer = await fetch(server.url + path);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  };
  const small = await owner.must('POST', '/campaigns', { title: 'Small' });
  await visit(await linkOf(small.id));
  const { id } = await owner.must('POST', '/campaigns', { title: 'Full' });
  const path = await linkOf(id);
  const sections = longestNotes().map((section) => ({ ...section, visibility: 'public' }));
  for (let status = 200; status !== 409; ) {
    const session = await owner.call('POST', `/campaigns/${id}/sessions`, {});
    status = session.status;
    if (status < 300)
      ({ status } = await owner.call(
        'PATCH',
        `/sessions/${session.body.id}/notes`,
        { sections },
        { 'if-match': '0' },
      ));
    if (status >= 400 && status !== 409) throw new Error(`Notes were answered with ${status}.`);
  }
  const { text } = await owner.must('GET', '/storage');
  const before = await memoryOf(server.pid, 'VmRSS');
  // From now on the peak is that of the visit.
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const taken = await longestWaitAt(server, neighbour, () => visit(path));
  const memory = (await memoryOf(server.pid, 'VmHWM')) - before;
  return { wait: taken, memory, megabytes: Math.round(text.usedBytes / 1024 ** 2) };
}

/** In MB; Linux. */
export async function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

export interface Wait {
  longest: number;
  /** The most CPU time of the server's thread during one call: what another computer's load does not change. */
  busiest: number;
  at: string;
  calls: number;
}

export async function longestWaitAt(
  server: Host,
  neighbour: User,
  work: () => Promise<unknown>,
): Promise<Wait> {
  const found: Wait = { longest: 0, busiest: 0, at: '', calls: 0 };
  let over = false;
  const began = performance.now();
  const poll = async (path: string) => {
    while (!over) {
      const asked = performance.now();
      const usedBefore = server.threadMilliseconds();
      await neighbour.must('GET', path).catch(() => neighbour.must('GET', path));
      const took = performance.now() - asked;
      found.calls += 1;
      found.busiest = Math.max(found.busiest, server.threadMilliseconds() - usedBefore);
      if (took > found.longest) {
        found.longest = took;
        found.at = `${path} after ${((asked - began) / 1000).toFixed(1)} s`;
      }
      await wait(POLL_EVERY_MS);
    }
  };
  const polls = [poll('/check-session'), poll('/campaigns')];
  try {
    await work();
  } finally {
    over = true;
    await Promise.all(polls);
  }
  found.at += ` of ${((performance.now() - began) / 1000).toFixed(1)} s`;
  return found;
}

async function finished(guest: User, sessionId: string, analysisId: string): Promise<void> {
  for (;;) {
    const { analyses } = await guest.must('GET', `/sessions/${sessionId}/analyses`);
    const { status } = analyses.find(({ id }: { id: string }) => id === analysisId);
    if (status === 'completed') break;
    if (status === 'failed') throw new Error('The analysis failed.');
    await wait(250);
  }
  await guest.must('GET', `/analyses/${analysisId}`);
}

const paragraph = '**Mira** led them *down* the stair, and the bell rang [twice](https://example.org).\n\n';

/** At the limits of a section and of a session's notes. */
export function longestNotes() {
  const { sectionCharacters, noteCharacters } = textLimits;
  const body = paragraph.repeat(Math.floor(sectionCharacters.most / paragraph.length));
  return Array.from({ length: Math.floor(noteCharacters.most / body.length) }, (_, at) => ({
    key: `own-${at}`,
    title: `Part ${at}`,
    body,
    visibility: 'gm',
  }));
}

/** Forty sessions, together at the limit of an import. */
function notesFile(): Uint8Array {
  const sessions = 40;
  const body = paragraph.repeat(
    Math.floor((textLimits.importCharacters.most * 0.99) / sessions / paragraph.length),
  );
  const text = Array.from({ length: sessions }, (_, at) => `# Session ${at}\n\n## Loot\n\n${body}`).join('');
  return new TextEncoder().encode(text);
}

const slowFile = () => new TextEncoder().encode('*a_'.repeat(300_000));

const sessionText = (words: number) =>
  new TextEncoder().encode(
    longSession(words)
      .map(({ speaker, text }) => `${speaker}: ${text}\n`)
      .join(''),
  );

function cues(size: number): Uint8Array {
  const turns = longSession(20_000);
  const lines = ['WEBVTT\n'];
  for (let index = 0, length = 0; length < size; index += 1) {
    const { speaker, text } = turns[index % turns.length]!;
    const cue = `${clock(index * 2)} --> ${clock(index * 2 + 2)}\n<v ${speaker}>${text}\n`;
    lines.push(cue);
    length += cue.length + 1;
  }
  return new TextEncoder().encode(lines.join('\n')).subarray(0, size);
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`;
}
