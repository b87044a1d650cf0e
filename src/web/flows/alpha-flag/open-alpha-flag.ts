import { type ActorOptions, createActor } from 'xstate';
import { storedFacts } from '#contract/stored.ts';
import { alphaFlagMachine } from '#machines/alpha-flag/alpha-flag.machine.ts';
import { selectAlphaFlag } from '#machines/alpha-flag/alpha-flag.selectors.ts';
import { readFact, writeFact } from '#web/effects/stored-facts.ts';

export interface AlphaConsole {
  on(): boolean;
  off(): boolean;
  toggle(): boolean;
  get(): boolean;
}

export function openAlphaFlag(
  { storage, window }: { storage: Storage; window: { alphaFeatures?: AlphaConsole } },
  options: Pick<ActorOptions<typeof alphaFlagMachine>, 'clock' | 'inspect'>,
) {
  const machine = alphaFlagMachine.provide({
    actions: { keepFlag: (_, { isOn }) => writeFact(storage, storedFacts.alphaFeatures, isOn) },
  });
  const actor = createActor(machine, {
    ...options,
    input: { isOn: readFact(storage, storedFacts.alphaFeatures) ?? false },
  });
  const isOn = () => selectAlphaFlag(actor.getSnapshot());
  const after = (type: 'flag.set' | 'flag.cleared' | 'flag.toggled') => () => {
    actor.send({ type });
    return isOn();
  };
  return {
    start(): void {
      actor.start();
      window.alphaFeatures = Object.freeze({
        on: after('flag.set'),
        off: after('flag.cleared'),
        toggle: after('flag.toggled'),
        get: isOn,
      });
    },
    stop(): void {
      delete window.alphaFeatures;
      actor.stop();
    },
    actor,
  };
}
