import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '#server/http/gate.ts';
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
