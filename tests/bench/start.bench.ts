import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '#contract/unknown-values.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 5;
const IDLE_MS = 60_000;
const KIBIBYTES = 1024;

/** Resident memory of a process and of all that it started, in MiB. */
function memoryOf(pid: number): number {
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const started = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return Number(resident ?? 0) / KIBIBYTES + started.reduce((sum, child) => sum + memoryOf(child), 0);
}

async function startOnce(
  folder: string,
  isMeasured: boolean,
): Promise<{ seconds: number; mebibytes: number }> {
  const began = performance.now();
  const server = startServerProcess({ HEARTHSCRIBE_DATA: folder, LOG_LEVEL: 'error' });
  await server.ready;
  const seconds = (performance.now() - began) / 1000;
  if (isMeasured) await pause(IDLE_MS);
  const mebibytes = memoryOf(present(server.child.pid, 'the id of the process'));
  server.signal('SIGTERM');
  await server.ended;
  return { seconds, mebibytes };
}

/** The embedded default as `npm start` runs it: time until the ready line, and memory after an idle minute. */
export async function benchStart(): Promise<Figure[]> {
  const kinds = [
    { name: 'first', limit: 250, times: [] as number[], mebibytes: 0 },
    { name: 'again', limit: 180, times: [] as number[], mebibytes: 0 },
  ];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-bench-'));
    for (const kind of kinds) {
      const { seconds, mebibytes } = await startOnce(folder, round === ROUNDS);
      kind.times.push(seconds);
      kind.mebibytes = mebibytes;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return kinds.flatMap(({ name, limit, times, mebibytes }) => [
    { name: `Start, ${name}`, value: median(times), unit: 's', peer: 'limit 2 s' },
    {
      name: `Memory (RSS) a minute after the start, ${name}`,
      value: mebibytes,
      unit: 'MiB',
      peer: `limit ${limit} MiB`,
    },
  ]);
}
