import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { newId } from '#server/platform/ids.ts';
import { createJobQueue } from '#server/platform/job-queue.ts';
import { quantile } from '#server/platform/quantile.ts';
import { silentLog } from '#tests/support/database.ts';
import { startCluster } from '#tests/support/postgres.ts';
import type { Figure } from './figure.ts';

const EVENINGS = 1_000;
/** One user sends them at once. */
const ARCHIVE = 40;
const SPEED = 120;
const WORKERS = 4;
const HOSTS = [2, 4, 8];
/** At 60 times the speed of playing, as on one graphics card. */
const ENGINE_MINUTES = 3;
/** Minutes after 20:00: most evenings end at about 22:30. */
const MIDDLE = 150;
const SPREAD = 45;

interface Evening {
  id: string;
  owner: string;
  /** Minutes after 20:00. */
  arrivesAt: number;
}

/** 1,000 evenings on a Sunday night. Engines only take time, and a minute passes in half a second. */
export async function benchSunday(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const hosts of HOSTS) figures.push(...(await night(hosts)));
  return figures;
}

async function night(hosts: number): Promise<Figure[]> {
  const cluster = await startCluster();
  const databases = [];
  for (let host = 0; host <= hosts; host += 1)
    databases.push(await openDatabase({ databaseUrl: cluster.url, dataFolder: null, log: silentLog }));
  const [web, ...working] = databases.map((database) => createJobQueue(database, { log: silentLog }));
  const startedAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  let zero = performance.now();
  const minute = () => ((performance.now() - zero) * SPEED) / 60_000;

  const settings = { concurrency: WORKERS, isShared: true };
  web!.work('evening', async () => undefined, settings);
  for (const queue of working)
    queue.work<{ id: string }>(
      'evening',
      async ({ data, signal }) => {
        startedAt.set(data.id, minute());
        await pause((ENGINE_MINUTES * 60_000) / SPEED, undefined, { signal });
        endedAt.set(data.id, minute());
      },
      settings,
    );
  await web!.start({ takesWork: false });
  for (const queue of working) await queue.start();

  zero = performance.now();
  const all = evenings();
  let deepest = 0;
  for (const { id, owner, arrivesAt } of all) {
    if (arrivesAt > minute()) await pause(((arrivesAt - minute()) * 60_000) / SPEED);
    await databases[0]!.transaction((tx) => web!.send(tx, 'evening', { id }, { owner }));
    deepest = Math.max(
      deepest,
      all.filter((one) => one.arrivesAt <= arrivesAt && !startedAt.has(one.id)).length,
    );
  }
  while (endedAt.size < all.length) await pause(100);
  for (const queue of [...working, web!]) await queue.stop();
  for (const database of databases) await database.close();
  await cluster.stop();

  const slots = hosts * (WORKERS + 1);
  const waits = (wanted: (evening: Evening) => boolean) =>
    all.filter(wanted).map(({ id, arrivesAt }) => startedAt.get(id)! - arrivesAt);
  const archivist = all.find(({ id }) => id.startsWith('archive'))!;
  const others = waits(({ owner }) => owner !== archivist.owner);
  const beside = waits(
    ({ owner, arrivesAt }) =>
      owner !== archivist.owner && arrivesAt >= archivist.arrivesAt && arrivesAt < archivist.arrivesAt + 15,
  );
  const ideal = idealQueue(all, slots);
  const figure = (name: string, value: number, unit: string, peer = 'none'): Figure => ({
    name: `${slots} evenings in parallel: ${name}`,
    value,
    unit,
    peer,
  });
  return [
    figure('most that wait', deepest, 'evenings'),
    figure(
      'wait, median',
      quantile(others, 0.5),
      'min',
      `one ideal queue ${quantile(ideal.waits, 0.5).toFixed(1)}`,
    ),
    figure(
      'wait, 95 of 100',
      quantile(others, 0.95),
      'min',
      `one ideal queue ${quantile(ideal.waits, 0.95).toFixed(1)}`,
    ),
    figure(
      'wait, longest',
      quantile(others, 1),
      'min',
      `one ideal queue ${quantile(ideal.waits, 1).toFixed(1)}`,
    ),
    figure('wait, median, beside 40 of one user', quantile(beside, 0.5), 'min'),
    figure(
      'the one with 40: longest wait',
      quantile(
        waits(({ owner }) => owner === archivist.owner),
        1,
      ),
      'min',
    ),
    figure(
      'all done, after 20:00',
      Math.max(...endedAt.values()),
      'min',
      `one ideal queue ${ideal.end.toFixed(0)}`,
    ),
  ];
}

/** Quantiles of a logistic distribution, so that each run has the same night. */
function evenings(): Evening[] {
  const single = Array.from({ length: EVENINGS - ARCHIVE }, (_, index) => ({
    id: newId(),
    owner: newId(),
    arrivesAt: Math.max(0, MIDDLE + SPREAD * logisticQuantile((index + 0.5) / (EVENINGS - ARCHIVE))),
  }));
  const owner = newId();
  const archive = Array.from({ length: ARCHIVE }, () => ({
    id: `archive ${newId()}`,
    owner,
    arrivesAt: MIDDLE - 60,
  }));
  return [...single, ...archive].sort((a, b) => a.arrivesAt - b.arrivesAt);
}

/** In standard deviations. */
function logisticQuantile(share: number): number {
  return (Math.sqrt(3) / Math.PI) * Math.log(share / (1 - share));
}

/** First come, first served, in no time. */
function idealQueue(all: Evening[], slots: number): { waits: number[]; end: number } {
  const freeAt = Array<number>(slots).fill(0);
  const waits = all.map(({ arrivesAt }) => {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const start = Math.max(arrivesAt, freeAt[slot]!);
    freeAt[slot] = start + ENGINE_MINUTES;
    return start - arrivesAt;
  });
  return { waits, end: Math.max(...freeAt) };
}
