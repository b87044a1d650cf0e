import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { prepSheetMachine } from '#machines/prep-sheet/prep-sheet.machine.ts';

it('saves a second after the last key, not after the first', () => {
  const saved: string[] = [];
  const clock = new SimulatedClock();
  const machine = prepSheetMachine.provide({
    actors: {
      saveLines: fromPromise<void, string>(async ({ input }) => {
        saved.push(input);
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { isPinned: false } }).start();
  actor.send({ type: 'lines.typed', text: 'M' });
  clock.increment(999);
  actor.send({ type: 'lines.typed', text: 'Map' });
  clock.increment(999);
  expect(saved).toEqual([]);
  clock.increment(1);
  expect(saved).toEqual(['Map']);
  actor.stop();
});
