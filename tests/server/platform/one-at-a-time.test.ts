import { expect, it } from 'vitest';
import { oneAtATime } from '#server/platform/one-at-a-time.ts';

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
