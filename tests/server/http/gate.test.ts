import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGate, createTurns } from '#server/http/gate.ts';
import { createGate as createTestGate } from '#tests/support/fake-engines.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const forever = new AbortController().signal;

describe('a gate', () => {
  it('works on its limit at once, lets as many wait in order, and rejects the rest', async () => {
    const gate = createGate(2);
    const held = createTestGate();
    const begun: number[] = [];
    const run = (work: number) =>
      gate.run(async () => {
        begun.push(work);
        await held.pass(forever);
        return work;
      }, forever);
    const admitted = [run(1), run(2), run(3), run(4)];
    await expect(run(5)).rejects.toMatchObject({ code: 'overloaded', waitSeconds: 2 });
    expect(() => gate.assertRoom()).toThrow('The server is too busy right now.');
    expect(begun).toEqual([1, 2]);
    held.open();
    expect(await Promise.all(admitted)).toEqual([1, 2, 3, 4]);
    expect(begun).toEqual([1, 2, 3, 4]);
    expect(await run(6)).toBe(6);
  });

  it('continues after failed work, and skips work whose client has left', async () => {
    const gate = createGate(1);
    const held = createTestGate();
    const gone = new AbortController();
    const failing = gate.run(async () => {
      await held.pass(forever);
      throw new Error('no');
    }, forever);
    let isDone = false;
    const left = gate.run(async () => {
      isDone = true;
    }, gone.signal);
    gone.abort(new Error('gone'));
    held.open();
    await expect(failing).rejects.toThrow('no');
    await expect(left).rejects.toMatchObject({ code: 'overloaded', waitSeconds: 2 });
    expect(isDone).toBe(false);
    expect(await gate.run(async () => 'next', forever)).toBe('next');
  });
});

describe('a server with more calls than its limit', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await createTestServer({ config: { callsAtOnce: 2 } });
    user = await server.signIn();
  });
  afterAll(() => server.close());

  it('serves some and rejects the rest with 503 and Retry-After; health checks always pass', async () => {
    const calls = Array.from({ length: 40 }, () => user.call('GET', '/campaigns'));
    const checks = Array.from({ length: 10 }, () => server.call('GET', '/healthz'));
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.json()).toMatchObject({ error: { code: 'overloaded' } });
    }
    for (const { status } of await Promise.all(checks)) expect(status).toBe(200);
    expect((await user.call('GET', '/campaigns')).status).toBe(200);
  });
});

it('lets each user have a few calls at work: many of one do not come before those of another', async () => {
  const turns = createTurns(2, 3);
  const { signal } = new AbortController();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const call = (userId: string, name: string) =>
    turns.run(
      userId,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => call('a', name));
  calls.push(call('b', 'b1'));
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'a2', 'b1']));
  await expect(call('a', 'a6')).rejects.toMatchObject({ code: 'overloaded' });
  while (begun.length < 6 || ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await Promise.resolve();
  }
  await Promise.all(calls);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
});
