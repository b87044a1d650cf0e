import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { clickDebounceMachine } from '#machines/click-debounce/click-debounce.machine.ts';

it('[R5.10] ignores a click within 299 ms of the previous one, and accepts it after 300 ms', () => {
  const clock = new SimulatedClock();
  const clicks: string[] = [];
  const button = createActor(
    clickDebounceMachine.provide({
      actions: { passClick: () => clicks.push('passed'), swallowClick: () => clicks.push('swallowed') },
    }),
    { clock },
  ).start();
  button.send({ type: 'click' });
  clock.increment(299);
  button.send({ type: 'click' });
  clock.increment(1);
  button.send({ type: 'click' });
  expect(clicks).toEqual(['passed', 'swallowed', 'passed']);
});
