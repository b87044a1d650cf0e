import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { clientIdLookupMachine } from '#machines/client-id-lookup/client-id-lookup.machine.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { settle } from '#tests/support/settle.ts';

function lookUp(readings: (() => Promise<string | null>)[]) {
  const clock = new SimulatedClock();
  let count = 0;
  const machine = provideActors(
    clientIdLookupMachine,
    implement(clientIdLookupMachine).promise('readClientId', () => {
      count += 1;
      return readings.shift()!();
    }),
  );
  const lookup = createActor(machine, { clock }).start();
  return { clock, readings: () => count, output: () => lookup.getSnapshot().output };
}

it('[R9.11] reads the id again after 100 ms, not after 99', async () => {
  const lookup = lookUp([async () => null, async () => '1.2']);
  await settle();
  lookup.clock.increment(99);
  await settle();
  expect([lookup.readings(), lookup.output()]).toEqual([1, undefined]);
  lookup.clock.increment(1);
  await settle();
  expect([lookup.readings(), lookup.output()]).toEqual([2, { clientId: '1.2' }]);
});

it('[R9.11] ends without an id after 200 ms, not after 199', async () => {
  const lookup = lookUp([async () => null, async () => null]);
  await settle();
  lookup.clock.increment(100);
  await settle();
  lookup.clock.increment(99);
  await settle();
  expect(lookup.output()).toBeUndefined();
  lookup.clock.increment(1);
  await settle();
  expect([lookup.readings(), lookup.output()]).toEqual([2, { clientId: null }]);
});

it('[R9.11] waits at most 200 ms for a read that never ends', async () => {
  const lookup = lookUp([() => new Promise(() => {})]);
  lookup.clock.increment(200);
  expect(lookup.output()).toEqual({ clientId: null });
});

it('returns an existing id at once, and none if reading fails', async () => {
  const there = lookUp([async () => '1.2']);
  const failing = lookUp([() => Promise.reject(new Error('no cookies'))]);
  await settle();
  expect([there.output(), failing.output()]).toEqual([{ clientId: '1.2' }, { clientId: null }]);
});
