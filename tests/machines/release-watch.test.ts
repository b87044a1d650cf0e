import { beforeEach, describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import { hours, minutes, seconds } from '#machines/kit/durations.ts';
import { implement } from '#machines/kit/implement.ts';
import { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import {
  selectMaintenance,
  selectReleaseStatus,
  selectTimeLeft,
} from '#machines/release-watch/release-watch.selectors.ts';
import type { ReleaseSighting } from '#machines/release-watch/release-watch.setup.ts';
import { settle } from '#tests/support/settle.ts';

const now = hours(500_000);
const quiet: ReleaseSighting = { now, maintenance: null, hasIssues: false, version: 'abc' };
const inspection = (ahead: number, length = hours(2)): ReleaseSighting => ({
  ...quiet,
  maintenance: { start: now + ahead, end: now + ahead + length },
});

let clock: SimulatedClock;
let watch: ActorRefFrom<typeof releaseWatchMachine>;
let next: ReleaseSighting | null;
let asked: number;
let reloads: number;

const status = () => selectReleaseStatus(watch.getSnapshot());

async function see(sighting: ReleaseSighting | null, build: string | null = 'abc') {
  next = sighting;
  const machine = implement(releaseWatchMachine, ({ promise }) =>
    promise('checkRelease', async () => {
      asked += 1;
      if (next === null) throw { code: 'network', message: 'The server cannot be reached.' };
      return next;
    }),
  ).provide({
    actions: {
      reloadPage: () => {
        reloads += 1;
      },
    },
  });
  watch = createActor(machine, { clock, input: { build } }).start();
  await settle();
}

beforeEach(() => {
  clock = new SimulatedClock();
  asked = 0;
  reloads = 0;
});

describe('[R4.4] the status', () => {
  it('is none before the server responds, and when it announces nothing', async () => {
    await see(quiet);
    expect(status()).toBe('none');
    expect(selectMaintenance(watch.getSnapshot())).toBeNull();
    expect(selectTimeLeft(watch.getSnapshot())).toBeNull();
  });

  it.each([
    ['1 ms more than 72 hours before', hours(72) + 1, 'none'],
    ['72 hours before', hours(72), 'upcoming'],
    ['1 ms before', 1, 'upcoming'],
  ])('[R4.7] %s maintenance is %3$s', async (_, ahead, expected) => {
    await see(inspection(ahead));
    expect(status()).toBe(expected);
  });

  it.each([
    ['at the start', 0, 'active'],
    ['1 ms before the end', -hours(2) + 1, 'active'],
    ['at the end', -hours(2), 'none'],
  ])('[R4.6] %s of maintenance is %3$s', async (_, ahead, expected) => {
    await see(inspection(ahead));
    expect(status()).toBe(expected);
  });

  it.each([
    ['nothing else', quiet],
    ['maintenance', inspection(0)],
    ['another version', { ...quiet, version: 'def' }],
  ])('[R4.5] is issues when flagged, regardless of anything else: %s', async (_, sighting) => {
    await see({ ...sighting, hasIssues: true });
    expect(status()).toBe('issues');
  });

  it.each([
    ['nothing else', quiet],
    ['maintenance', inspection(0)],
  ])('[R4.8] is update when the version differs, also during %s', async (_, sighting) => {
    await see({ ...sighting, version: 'def' });
    expect(status()).toBe('update');
  });

  it('[R4.8] is not update for the same text with a line break, nor for a build without a hash', async () => {
    await see({ ...quiet, version: 'abc\n' });
    expect(status()).toBe('none');
    await see({ ...quiet, version: 'def' }, null);
    expect(status()).toBe('none');
  });
});

// 119 minutes must be whole hours: rounded down, because rounding up would cost unsaved work.
it.each([
  [hours(72), { count: 72, unit: 'hour' }],
  [minutes(119), { count: 1, unit: 'hour' }],
  [hours(2) - 1, { count: 1, unit: 'hour' }],
  [hours(1), { count: 1, unit: 'hour' }],
  [hours(1) - 1, { count: 59, unit: 'minute' }],
  [minutes(1), { count: 1, unit: 'minute' }],
  [minutes(1) - 1, { count: 0, unit: 'minute' }],
  [1, { count: 0, unit: 'minute' }],
])(
  '[R4.7] %i ms before maintenance it never promises more time than there is: %o',
  async (ahead, timeLeft) => {
    await see(inspection(ahead));
    expect(selectTimeLeft(watch.getSnapshot())).toEqual(timeLeft);
  },
);

describe('polling', () => {
  it('[R4.9] happens every 60 seconds, not after 59,999 ms', async () => {
    await see(quiet);
    next = inspection(0);
    clock.increment(seconds(60) - 1);
    await settle();
    expect([asked, status()]).toEqual([1, 'none']);
    clock.increment(1);
    await settle();
    expect([asked, status()]).toEqual([2, 'active']);
    next = quiet;
    clock.increment(seconds(60));
    await settle();
    expect([asked, status()]).toEqual([3, 'none']);
  });

  it('[R4.8] stops once a newer version is out', async () => {
    await see({ ...quiet, version: 'def' });
    clock.increment(hours(1));
    await settle();
    expect(asked).toBe(1);
    watch.send({ type: 'reload.requested' });
    expect(reloads).toBe(1);
  });

  it('[R4.5] continues while issues hide a newer version', async () => {
    await see({ ...quiet, version: 'def', hasIssues: true });
    next = { ...quiet, version: 'def' };
    clock.increment(seconds(60));
    await settle();
    expect([asked, status()]).toEqual([2, 'update']);
  });

  it('[R8.13] continues unchanged while the server is unreachable', async () => {
    await see(inspection(0));
    next = null;
    clock.increment(seconds(60));
    await settle();
    expect([asked, status()]).toEqual([2, 'active']);
    next = quiet;
    clock.increment(seconds(60));
    await settle();
    expect([asked, status()]).toEqual([3, 'none']);
  });
});
