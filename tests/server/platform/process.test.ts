import { describe, expect, it } from 'vitest';
import { closingSteps } from '#server/compose/open-server.ts';
import { type ClosingStep, closeInSteps } from '#server/platform/process.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

describe('stopping', () => {
  const limitMs = 20_000;

  function recorded() {
    const logged: string[] = [];
    const log = {
      error: (said: { step: string }, text: string) => void logged.push(`${said.step}: ${text}`),
    };
    return { logged, log: log as unknown as Parameters<typeof closeInSteps>[0] };
  }
  function simulated() {
    let spent = 0;
    return {
      spent: () => spent,
      inTime: async (milliseconds: number, promise: Promise<unknown>) => {
        const ended = await Promise.race([promise.then(() => true), Promise.resolve().then(() => undefined)]);
        if (ended === true) return true;
        spent += milliseconds;
        return false;
      },
    };
  }
  const never = () => new Promise<void>(() => undefined);
  const step = (name: string, share: number, close: ClosingStep['close']): ClosingStep => ({
    name,
    share,
    close,
  });

  it('takes every step in order and reports that all ended', async () => {
    const taken: string[] = [];
    const { logged, log } = recorded();
    const steps = ['requests', 'jobs', 'database'].map((name) =>
      step(name, 0.3, async () => void taken.push(name)),
    );
    expect(await closeInSteps(log, limitMs, steps)).toBe(true);
    expect([taken, logged]).toEqual([['requests', 'jobs', 'database'], []]);
  });

  it('skips a step that fails or does not end', async () => {
    const taken: string[] = [];
    const { logged, log } = recorded();
    const clock = simulated();
    const isClean = await closeInSteps(
      log,
      limitMs,
      [
        step('requests', 0.5, never),
        step('jobs', 0.25, async () => {
          throw new Error('Connection terminated unexpectedly');
        }),
        step('database', 0.25, async () => void taken.push('database')),
      ],
      clock.inTime,
    );
    expect(isClean).toBe(false);
    expect(taken).toEqual(['database']);
    expect(logged).toEqual(['requests: A shutdown step timed out.', 'jobs: A shutdown step failed.']);
  });

  it('ends within its limit even if nothing else does', async () => {
    const clock = simulated();
    const stuck = { close: never };
    const steps = closingSteps({ listening: { url: '', close: never }, server: stuck, database: stuck });
    expect(await closeInSteps(recorded().log, limitMs, steps, clock.inTime)).toBe(false);
    expect(clock.spent()).toBeLessThanOrEqual(limitMs);
  });
});

describe('an uncaught error', () => {
  const run = async (what: string) => {
    const child = startServerProcess({ WHAT: what }, [
      '--import',
      'tsx',
      'tests/server/platform/watched-main.ts',
    ]);
    const code = await child.ended;
    return { code, said: child.stdout(), logged: child.stderr() };
  };

  it.each([
    ['a rejection of work in the background', 'rejection', 'An unawaited background task failed'],
    ['a lost connection to PostgreSQL', 'database', 'A connection without an error handler was lost'],
    ['a peer that has gone', 'reset', 'A connection without an error handler was lost'],
  ])('%s is logged, and the process continues', async (_, what, logged) => {
    const child = await run(what);
    expect(child).toMatchObject({ code: 0, said: 'It goes on.\n' });
    expect(child.logged).toContain(logged);
  });

  it('any other exception is logged and ends the process', async () => {
    const child = await run('exception');
    expect(child).toMatchObject({ code: 1, said: '' });
    expect(child.logged).toContain('after an uncaught exception');
    expect(child.logged).toContain('Not foreseen.');
  });
});
