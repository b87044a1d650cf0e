import { expect, it } from 'vitest';
import { oneAtATime, oneAtATimeFor } from '#server/platform/one-at-a-time.ts';

it('runs work after what was given before, even if that failed', async () => {
  const next = oneAtATime();
  const steps: string[] = [];
  const failed = next(async () => {
    steps.push('first begins');
    await Promise.resolve();
    steps.push('first fails');
    throw new Error('no');
  });
  const done = next(async () => {
    steps.push('second');
    return 2;
  });
  await expect(failed).rejects.toThrow('no');
  expect(await done).toBe(2);
  expect(steps).toEqual(['first begins', 'first fails', 'second']);
});

it('runs the work of each key by itself', async () => {
  const run = oneAtATimeFor();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const order: string[] = [];
  const first = run('ann', () => ended);
  const failing = run('ann', async () => {
    order.push('ann');
    throw new Error('Refused.');
  });
  await run('ben', async () => order.push('ben'));
  end();
  await first;
  await expect(failing).rejects.toThrow('Refused.');
  await run('ann', async () => order.push('again'));
  expect(order).toEqual(['ben', 'ann', 'again']);
});
