import { type AnyStateMachine, createMachine } from 'xstate';

/** A chart made of data: XState's types are for configs that are written out. It throws where the config is none. */
export function machineOf(config: object, implementations: object): AnyStateMachine {
  // biome-ignore lint/plugin: the config is data, whose form XState checks as it runs.
  return createMachine(config as never, implementations as never) as unknown as AnyStateMachine;
}
