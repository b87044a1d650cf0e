import { type ActorOptions, createActor } from 'xstate';
import { clickDebounceMachine } from '#machines/click-debounce/click-debounce.machine.ts';

export function openClickGate(options: ActorOptions<typeof clickDebounceMachine>) {
  let passed = false;
  const actor = createActor(
    clickDebounceMachine.provide({
      actions: {
        passClick: () => {
          passed = true;
        },
        swallowClick: () => {
          passed = false;
        },
      },
    }),
    options,
  ).start();
  return {
    passes(): boolean {
      actor.send({ type: 'click' });
      return passed;
    },
    close: () => {
      actor.stop();
    },
  };
}
