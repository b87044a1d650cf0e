import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ffmpeg, writeAudio } from '#tests/support/audio.ts';
import { startCountingChatServer } from '#tests/support/counting-chat-server.ts';
import { noClusterReason, startCluster } from '#tests/support/postgres.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import type { Figure } from './figure.ts';
import { type Host, newSession, newUser, prepared, startHost, startOf, type User, until } from './hosts.ts';

const ENGINE_MS = 5000;
const ANALYSES = 16;
/** Analyses that a worker process works on at a time. */
const SLOTS = 2;
const OVERLOAD_USERS = 40;
const CALLS = 400;
const CALLS_AT_ONCE = 10;
/** Just below the server's limit. */
const MINUTES = 12 * 60 - 6;
const SPOKEN = 'The lantern keeper opens the door. Ilse asks for the silver key. The keeper shows the well.';

interface Hosts {
  database: pg.Client;
  chat: Awaited<ReturnType<typeof startCountingChatServer>>;
  speech: Awaited<ReturnType<typeof startToneSpeechServer>>;
  folder: string;
  environment: Record<string, string>;
  web: Host;
  setWorkers(count: number): Promise<void>;
}

async function withHosts(measure: (hosts: Hosts) => Promise<Figure[]>): Promise<Figure[]> {
  const reason = noClusterReason();
  if (reason !== null) {
    console.log(`skipped: ${reason}`);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const [cluster, chat, speech] = await Promise.all([
    startCluster(),
    startCountingChatServer(),
    startToneSpeechServer(),
  ]);
  const database = new pg.Client(cluster.url);
  await database.connect();
  const environment = {
    HEARTHSCRIBE_DATA: folder,
    DATABASE_URL: cluster.url,
    NOTES_URL: chat.url,
    NOTES_MODEL: 'by-rule',
    SPEECH_URL: speech.url,
    SPEECH_CHUNK_SECONDS: '300',
    WORKERS: '1',
  };
  const web = await startHost({ ...environment, ROLE: 'web' });
  const workers: Host[] = [];
  const setWorkers = async (count: number) => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    for (let started = 0; started < count; started += 1)
      workers.push(await startHost({ ...environment, ROLE: 'worker' }));
  };
  try {
    return await measure({ database, chat, speech, folder, environment, web, setWorkers });
  } finally {
    await setWorkers(0);
    await web.stop();
    await database.end();
    await chat.close();
    await speech.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function isOver({ database }: Hosts, analysisIds: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      "select count(*)::int as left from analyses where id = any($1) and status not in ('completed', 'failed')",
      [analysisIds],
    );
    if (rows[0]!.left === 0) return;
    await wait(250);
  }
}

function takeTime({ chat }: Hosts): void {
  chat.before = async () => {
    await wait(ENGINE_MS);
    return null;
  };
}

async function throughput(hosts: Hosts): Promise<Figure[]> {
  const { database, web, setWorkers } = hosts;
  takeTime(hosts);
  const figures: Figure[] = [];
  let alone = 0;
  for (const count of [1, 2, 4]) {
    await setWorkers(0);
    const starts: (() => Promise<{ body: { id: string } }>)[] = [];
    const total = count * SLOTS + ANALYSES;
    for (let user = 0; user < total; user += 1) starts.push(await prepared(await newUser(web.url)));
    await setWorkers(count);
    const start = async (these: typeof starts) =>
      (await Promise.all(these.map((each) => each()))).map(({ body }) => body.id);
    // A process loads code in its first analysis.
    await isOver(hosts, await start(starts.splice(0, count * SLOTS)));
    const ids = await start(starts);
    await isOver(hosts, ids);
    const { rows } = await database.query<{ seconds: number; completed: number }>(
      "select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds, count(*) filter (where status = 'completed')::int as completed from analyses where id = any($1)",
      [ids],
    );
    const { seconds: took, completed } = rows[0]!;
    if (completed !== ANALYSES) throw new Error(`Only ${completed} of ${ANALYSES} analyses completed.`);
    if (count === 1) alone = took;
    const ratio = alone / took / count;
    figures.push({
      name: `workers: throughput of ${count}, of linear`,
      value: ratio,
      unit: 'x',
      peer: `limit 0.9${ratio < 0.9 ? ', MISSED' : ''}; ${ANALYSES} analyses in ${took.toFixed(1)} s, ${((60 * ANALYSES) / took).toFixed(1)} a minute`,
    });
  }
  return figures;
}

async function overload(hosts: Hosts): Promise<Figure[]> {
  const { database, environment, setWorkers } = hosts;
  takeTime(hosts);
  await setWorkers(2);
  const busy = await startHost({
    ...environment,
    ROLE: 'web',
    LONGEST_WAIT_MINUTES: '1',
    CALLS_AT_ONCE: String(CALLS_AT_ONCE),
  });
  try {
    const users: User[] = [];
    const starts: (() => Promise<{ status: number; retryAfter: string | null; body: { id: string } }>)[] = [];
    for (let added = 0; added < OVERLOAD_USERS; added += 1) {
      users.push(await newUser(busy.url));
      starts.push(await prepared(users.at(-1)!));
    }
    // The estimate needs some that ran beside one another.
    const earlier = [];
    for (let seen = 0; seen < 8; seen += 1)
      earlier.push((await (await prepared(await newUser(busy.url)))()).body.id);
    await isOver(hosts, earlier);
    let deepest = 0;
    let isDone = false;
    const watching = (async () => {
      while (!isDone) {
        const { rows } = await database.query<{ waiting: number }>(
          "select count(*)::int as waiting from pgboss.job where name = 'analysis' and state in ('created', 'retry')",
        );
        deepest = Math.max(deepest, rows[0]!.waiting);
        await wait(200);
      }
    })();
    const answers = [];
    for (const start of starts) answers.push(await start());
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    const refused = answers.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0);
    if (ids.length + refused.length !== answers.length) throw new Error('Other answers than 201 and 503.');
    await isOver(hosts, ids);
    isDone = true;
    await watching;
    const waits = await database.query<{ longest: number }>(
      'select extract(epoch from max(started_at - created_at))::float8 as longest from analyses where id = any($1)',
      [ids],
    );
    const { longest } = waits.rows[0]!;

    let slowest = 0;
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        const began = performance.now();
        const { status, retryAfter } = await users[index % users.length]!.call('GET', '/campaigns');
        slowest = Math.max(slowest, performance.now() - began);
        return status === 200 || (status === 503 && Number(retryAfter) > 0) ? status : -1;
      }),
    );
    if (statuses.includes(-1)) throw new Error('Other answers than 200 and 503 with Retry-After.');
    const shed = statuses.filter((status) => status === 503).length;
    return [
      {
        name: 'workers: longest wait of an analysis under overload',
        value: longest,
        unit: 's',
        peer: `limit about 60 s; ${OVERLOAD_USERS} starts: ${ids.length} queued, ${refused.length} refused with 503, at most ${deepest} waiting`,
      },
      {
        name: 'workers: slowest answer to calls at once',
        value: slowest,
        unit: 'ms',
        peer: `${CALLS} calls at once, ${CALLS_AT_ONCE} worked on: ${CALLS - shed} answered, ${shed} refused with 503`,
      },
    ];
  } finally {
    await busy.stop();
  }
}

async function send(
  { web }: Hosts,
  user: User,
  file: Buffer,
): Promise<{ sessionId: string; uploadId: string }> {
  const sessionId = await newSession(user);
  const upload = await user.must('POST', `/sessions/${sessionId}/uploads`, {
    fileName: 'evening.mp3',
    sizeBytes: file.length,
    fingerprint: createHash('sha256').update(file).digest('hex'),
  });
  const { token } = user;
  await sendByTus({
    url: web.url + upload.tusUrl,
    token,
    file,
    sizeBytes: file.length,
    chunkBytes: upload.chunkBytes,
  }).done;
  return { sessionId, uploadId: upload.id };
}

async function evening(hosts: Hosts, file: Buffer): Promise<{ ready: number; completed: number }> {
  const user = await newUser(hosts.web.url);
  const began = performance.now();
  const { sessionId, uploadId } = await send(hosts, user, file);
  await until(user, `/uploads/${uploadId}`, ['ready']);
  const ready = (performance.now() - began) / 1000;
  const { body } = await (await startOf(user, sessionId))();
  await until(user, `/analyses/${body.id}`, ['completed']);
  return { ready, completed: (performance.now() - began) / 1000 };
}

async function behindTwelveHours(hosts: Hosts): Promise<Figure[]> {
  const { chat, speech, folder, web, setWorkers } = hosts;
  chat.before = async () => null;
  // Only the long recording has chunks of five minutes.
  speech.misbehave = ({ fileBytes }) => (fileBytes > 4_000_000 ? 'stall' : null);
  await setWorkers(1);
  const small = await readFile(await writeAudio(folder, 'small', encodeTones(SPOKEN).samples, 'mp3-64k'));
  const part = join(folder, 'part.mp3');
  const tone = '-f lavfi -i sine=frequency=330:sample_rate=16000:duration=360';
  const bare = '-ac 1 -c:a libmp3lame -b:a 16k -write_xing 0 -id3v2_version 0';
  await ffmpeg(...`${tone} ${bare}`.split(' '), part);
  const long = Buffer.concat(Array(MINUTES / 6).fill(await readFile(part)));

  const alone = await evening(hosts, small);
  const owner = await newUser(web.url);
  const { sessionId, uploadId } = await send(hosts, owner, long);
  const beganVerifying = performance.now();
  const whileVerified = await evening(hosts, small);
  const { status } = await owner.must('GET', `/uploads/${uploadId}`);
  await until(owner, `/uploads/${uploadId}`, ['ready']);
  const verified = (performance.now() - beganVerifying) / 1000;
  const { body } = await (await startOf(owner, sessionId))();
  await until(owner, `/analyses/${body.id}`, ['transcribing']);
  const whileAnalyzed = await evening(hosts, small);
  const { durationSeconds } = (await owner.must('GET', `/sessions/${sessionId}`)).audio;
  const figure = (name: string, { ready, completed }: typeof alone, peer: string): Figure => ({
    name: `workers: a small evening, ${name}`,
    value: completed,
    unit: 's',
    peer: `upload checked after ${ready.toFixed(1)} s; ${peer}`,
  });
  return [
    figure('nothing else under way', alone, 'one worker process, WORKERS=1'),
    figure(
      `${(durationSeconds / 3600).toFixed(2)} hours of another user being checked`,
      whileVerified,
      `checking them took ${verified.toFixed(1)} s, and was ${status === 'verifying' ? 'not over' : 'OVER'} when the small one had its notes`,
    ),
    figure('12 hours of another user being analyzed', whileAnalyzed, 'an analysis that does not end'),
  ];
}

export const benchWorkers = () => withHosts(throughput);

export const benchOverload = () => withHosts(overload);

export const benchTwelveHours = () => withHosts(behindTwelveHours);
