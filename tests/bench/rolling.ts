/**
 * `npm run trial:rolling [-- --with COMMIT]`: replaces web and worker processes while the app's own client
 * works. With a commit, its processes are the first.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { login } from '#contract/account.ts';
import { followAnalysis, quoteAnalysis, readAnalysis, startAnalysis } from '#contract/analyses.ts';
import { createCampaign } from '#contract/campaigns.ts';
import { createSession } from '#contract/sessions.ts';
import { createUpload, readUpload } from '#contract/uploads.ts';
import { isPassing } from '#machines/kit/failure.ts';
import { writeAudio } from '#tests/support/audio.ts';
import { startCountingChatServer } from '#tests/support/counting-chat-server.ts';
import { freePort, noClusterReason, startCluster } from '#tests/support/postgres.ts';
import { encodeTones } from '#tests/support/tone-code.ts';
import { startToneSpeechServer } from '#tests/support/tone-speech-server.ts';
import { sendByTus } from '#tests/support/tus.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { realTimers } from '#web/api/timers.ts';
import { type Host, startHost } from './hosts.ts';

const CLIENTS = 4;
const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { with: { type: 'string' } } });

const reason = noClusterReason();
if (reason !== null) {
  console.error(`The trial needs a PostgreSQL of its own: ${reason}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-rolling-'));
const first = values.with === undefined ? root : cloneOf(values.with);
const [cluster, chat, speech] = await Promise.all([
  startCluster(),
  startCountingChatServer(),
  startToneSpeechServer(),
]);
const environment = {
  HEARTHSCRIBE_DATA: join(folder, 'data'),
  DATABASE_URL: cluster.url,
  SPEECH_URL: speech.url,
  SPEECH_CHUNK_SECONDS: '10',
  NOTES_URL: chat.url,
  NOTES_MODEL: 'by-rule',
  WORKERS: '1',
};

/** Keeps its port for the proxy. */
const places = await Promise.all(
  (['web', 'web', 'worker', 'worker'] as const).map(async (role, index) => ({
    name: `${role} ${(index % 2) + 1}`,
    role,
    port: await freePort(),
    host: null as Host | null,
  })),
);
const start = async (place: (typeof places)[number], from: string) => {
  place.host = await startHost({ ...environment, ROLE: place.role, PORT: String(place.port) }, from);
};
for (const place of places) await start(place, first);

let proxied = 0;
let passedOn = 0;
const proxy = createServer((incoming, answer) => void pass(incoming, answer));
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

const recording = readFileSync(
  await writeAudio(folder, 'spoken', encodeTones('The keeper shows the well.').samples, 'mp3-64k'),
);
const failures: string[] = [];
const ended: { id: string; status: string }[] = [];
let isOver = false;
const clients = Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      try {
        ended.push(await evening());
      } catch (error) {
        failures.push(error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : String(error));
      }
    }
  }),
);
const began = performance.now();
const lines: string[] = [];
for (const place of places) {
  const before = ended.length;
  const at = performance.now();
  await place.host!.stop();
  await start(place, root);
  lines.push(`| ${place.name} replaced | ${((performance.now() - at) / 1000).toFixed(1)} s |`);
  while (ended.length < before + CLIENTS && failures.length === 0) await wait(100);
}
isOver = true;
await clients;

const database = new pg.Client(cluster.url);
await database.connect();
const { rows } = await database.query<{ reference: string; kinds: string }>(
  "select reference, string_agg(kind::text, ', ' order by id) as kinds from ledger where kind in ('reserve', 'capture', 'release') group by reference",
);
await database.end();
const paidOnce = rows.filter(({ kinds }) => kinds === 'reserve, capture').length;
console.log(
  [
    `| first processes | ${values.with ?? 'this clone'} |`,
    ...lines,
    `| seconds | ${((performance.now() - began) / 1000).toFixed(0)} |`,
    `| requests through the proxy | ${proxied}, of which ${passedOn} went on to the other process |`,
    `| evenings | ${ended.length}, completed ${ended.filter(({ status }) => status === 'completed').length}, charged once ${paidOnce} of ${rows.length} |`,
    `| failures that a client saw | ${failures.length} |`,
    ...failures,
  ].join('\n'),
);

for (const { host } of places) await host?.stop();
proxy.closeAllConnections();
await chat.close();
await speech.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failures.length === 0 && paidOnce === ended.length ? 0 : 1);

/** With this clone's packages. */
function cloneOf(commit: string): string {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', clone], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

/** To the other one if there is no connection, as Caddy and nginx do. */
async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  proxied += 1;
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const ports = places.flatMap(({ role, port }) => (role === 'web' ? [port] : []));
  for (let tries = 0; tries < 100; tries += 1) {
    const port = ports[(proxied + tries) % ports.length]!;
    const isConnected = await new Promise<boolean>((resolve) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, 'content-length': String(body.length), connection: 'close' },
          agent: false,
        },
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
          response.on('error', () => answer.destroy());
          answer.on('close', () => outgoing.destroy());
          resolve(true);
        },
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        answer.destroy();
        resolve(true);
      });
      outgoing.end(body);
    });
    if (isConnected) return;
    passedOn += 1;
    if (tries % ports.length === 1) await wait(100);
  }
  answer.writeHead(502).end();
}

/** As in create-app.ts. */
async function reading<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempt === 2 || !isPassing(error)) throw error;
      await wait(1000 * 2 ** attempt);
    }
  }
}

async function evening(): Promise<{ id: string; status: string }> {
  const token = randomUUID();
  const client = createApiClient({
    baseUrl,
    fetch,
    identityToken: async () => token,
    trackingHeaders: () => ({}),
    onUnauthorized: () => undefined,
    timers: realTimers,
  });
  await client.call(login, { bearer: token, body: { idToken: token } });
  const campaign = await client.call(createCampaign, { body: { title: 'The Lantern Coast' } });
  const session = await client.call(createSession, { params: { campaignId: campaign.id }, body: {} });
  const params = { sessionId: session.id };
  const upload = await client.call(createUpload, {
    params,
    body: { fileName: 'evening.mp3', sizeBytes: recording.length, fingerprint: 'print' },
  });
  await sendByTus({
    url: baseUrl + upload.tusUrl,
    token,
    file: recording,
    sizeBytes: recording.length,
    chunkBytes: 4096,
    // As in the upload's chart.
    retryDelays: [0, 3000, 5000, 10_000, 20_000],
  }).done;
  while (
    (await reading(() => client.call(readUpload, { params: { uploadId: upload.id } }))).status !== 'ready'
  )
    await wait(300);
  const quote = await client.call(quoteAnalysis, { params });
  const { id } = await client.call(startAnalysis, {
    params,
    headers: { 'idempotency-key': randomUUID() },
    body: { quoteId: quote.id, detailLevel: 'brief' },
  });
  for (;;) {
    // Reopens a stream that ends early, as the analysis's chart does.
    await client
      .events(followAnalysis, { params: { analysisId: id }, lastEventId: null, onEvent: () => undefined })
      .catch((error: unknown) => {
        if (!isPassing(error)) throw error;
      });
    const { status } = await reading(() => client.call(readAnalysis, { params: { analysisId: id } }));
    if (['completed', 'failed', 'cancelled'].includes(status)) return { id, status };
    await wait(1000);
  }
}
